"""What this server is, and which settings it reads from the environment."""

from .runtime.facts import Credential, Facts

FACTS = Facts(
    name="museum-archive",
    title="Museum Archive",
    version="2.1.0",
    prefix="MUSEUM_ARCHIVE",
    base_url="https://archive.museum.example.test/v2",
    profile="connected-apps",
    instructions="Objects of a small museum, their pictures and papers, and how they come in and go out.",
    auth=(Credential(key="token", type="bearer", env=("TOKEN",)),),
    security=(("token",),),
)
