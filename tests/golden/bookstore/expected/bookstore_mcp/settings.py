"""What this server is, and which settings it reads from the environment."""

from .runtime.facts import Credential, Facts

FACTS = Facts(
    name="bookstore",
    title="Bookstore",
    version="1.4.0",
    prefix="BOOKSTORE",
    base_url="https://api.bookstore.test/v1",
    profile="connected-apps",
    instructions=(
        "The API behind a small chain of bookshops, its website and its tills. It looks "
        "after the catalogue, takes orders and keeps count of the stock. Lists come one page "
        "at a time as data and next. Pass next as cursor to read on; it is null on the last "
        "page. Prices include VAT. Every time is in UTC."
    ),
    auth=(
        Credential(key="bearerAuth", type="bearer", env=("TOKEN",)),
        Credential(
            key="warehouseKey",
            type="apiKey",
            env=("API_KEY",),
            place="header",
            name="X-Warehouse-Key",
        ),
    ),
    security=(("bearerAuth",),),
)
