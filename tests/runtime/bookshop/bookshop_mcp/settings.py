"""What this server is, and which settings it reads from the environment."""

from .runtime.facts import Credential, Facts

FACTS = Facts(
    name="bookshop",
    title="Bookshop",
    version="1.4.0",
    prefix="BOOKSHOP",
    base_url="https://api.bookshop.test/v1",
    profile="connected-apps",
    instructions="The catalogue and the orders of one bookshop. Prices are in euros.",
    auth=(
        Credential(
            key="bearerAuth",
            type="bearer",
            env=("TOKEN",),
            place="header",
            name="Authorization",
        ),
        Credential(
            key="tillKey",
            type="apiKey",
            env=("API_KEY",),
            place="query",
            name="api_key",
        ),
    ),
    security=(("bearerAuth",),),
)
