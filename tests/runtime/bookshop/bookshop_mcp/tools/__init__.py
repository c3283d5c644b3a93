"""Which module holds which tool; a module is imported when one of its tools is first called."""

MODULES = {
    "list_books": "books",
    "get_book": "books",
    "update_book": "books",
    "delete_book": "books",
    "create_order": "orders",
    "request_callback": "callbacks",
}
