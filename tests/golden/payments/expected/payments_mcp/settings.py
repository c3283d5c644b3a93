"""What this server is, and which settings it reads from the environment."""

from .runtime.facts import Credential, Facts

FACTS = Facts(
    name="payments",
    title="Payments",
    version="2025-04-01",
    prefix="PAYMENTS",
    base_url="https://api.payments.test",
    profile="connected-apps",
    instructions=(
        "Take payments, pay money out and keep the books. Amounts are integers in the "
        "currency's minor unit: 1990 with EUR is €19.90, 1990 with JPY is ¥1990. Times are "
        "in UTC. Accounts, customers and payouts have numbers of up to 19 digits, so read "
        "them with a parser that keeps 64 bits. Lists return at most limit entries; pass the "
        "last id as startingAfter to read on."
    ),
    auth=(
        Credential(
            key="secretKey", type="apiKey", env=("API_KEY",), place="header", name="X-Api-Key"
        ),
        Credential(key="accountingLogin", type="basic", env=("USERNAME", "PASSWORD")),
    ),
    security=(("secretKey",),),
)
