"""Which module has the function of each tool; a module is imported when one of its tools is first called."""

MODULES = {
    "create_object": "objects",
    "search_objects": "objects",
    "update_object": "objects",
    "delete_object": "objects",
    "apply_changes": "objects",
    "add_paper": "media",
    "set_picture": "media",
    "set_model": "media",
    "set_label": "media",
    "import_visits": "exchange",
    "import_inventory": "exchange",
    "request_loan": "exchange",
}
