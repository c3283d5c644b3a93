"""Which module has the function of each tool; a module is imported when one of its tools is first called."""

MODULES = {
    "list_books": "books",
    "create_book": "books",
    "search_books": "books",
    "get_book": "books",
    "update_book": "books",
    "delete_book": "books",
    "list_reviews": "reviews",
    "create_review": "reviews",
    "replace_review": "reviews",
    "list_authors": "authors",
    "list_orders": "orders",
    "create_order": "orders",
    "get_order": "orders",
    "cancel_order": "orders",
    "ship_order": "orders",
    "send_receipt": "orders",
    "list_customers": "customers",
    "import_stock": "inventory",
    "get_stock_report": "inventory",
    "list_customer_orders": "customers",
}
