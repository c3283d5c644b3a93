"""What this server is, and which settings it reads from the environment."""

from .runtime.facts import Credential, Facts

FACTS = Facts(
    name="clinic",
    title="Clinic",
    version="3.1.0",
    prefix="CLINIC",
    base_url="https://api.clinic.test/v3",
    profile="connected-apps",
    instructions=(
        "Clinic: The records of an outpatient clinic: its patients, their appointments, "
        "prescriptions and laboratory results. Lists come one page at a time as data and "
        "next. Pass next as cursor to read on; it is null on the last page. Times carry an "
        "offset, and the clinic's own is that of Lisbon. Access: Every member of staff has a "
        "token."
    ),
    auth=(
        Credential(key="staffToken", type="bearer", env=("TOKEN",)),
        Credential(
            key="analyserKey",
            type="apiKey",
            env=("API_KEY",),
            place="header",
            name="X-Analyser-Key",
        ),
    ),
    security=(("staffToken",),),
)
