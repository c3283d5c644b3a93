"""What this server is, and which settings it reads from the environment."""

from .runtime.facts import Credential, Facts, Grant

FACTS = Facts(
    name="fleet",
    title="Fleet API",
    version="2.3.1",
    prefix="FLEET",
    base_url="https://api.fleet.test/v2",
    profile="connected-apps",
    instructions=(
        "Keeps track of the vans, trucks and trailers of a haulier: where they are, who "
        "drives them, what they burn and which papers they carry. Lists are cut into pages "
        "that are counted from 1; nextPage is null on the last one. Distances are in "
        "kilometres, volumes in litres, and every time is in UTC."
    ),
    auth=(
        Credential(key="accounting", type="basic", env=("USERNAME", "PASSWORD")),
        Credential(key="boxKey", type="apiKey", env=("API_KEY",), place="header", name="X-Box-Key"),
        Credential(
            key="backend",
            type="clientCredentials",
            env=("CLIENT_ID", "CLIENT_SECRET"),
            grant=Grant(
                token_url="https://login.fleet.test/oauth/token",
                scopes=("fleet.read", "fleet.write"),
                scopes_env="SCOPES",
            ),
        ),
        Credential(key="staff", type="bearer", env=("TOKEN",)),
    ),
    security=(("staff",), ("backend",)),
)
