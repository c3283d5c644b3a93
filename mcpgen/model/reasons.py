"""Why `generate` leaves out or changes something, beyond the rules of lint: the codes that it and `explain` show."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

REASONS: Final = MappingProxyType(
    {
        "ANN004": "The tool reaches beyond the service's own data, so openWorldHint is true.",
        "GRA005": "The operation is the server's own business: a health check, its description, or one that hands out "
        "credentials. No tool is made of it.",
        "GRA006": "A field repeats a path parameter and is filled from it, or left out where it is optional.",
        "PAR003": "A parameter has one possible value; it is sent and not asked for.",
        "PAR016": "A header is set by the server: a fresh key for each call, or the user's language.",
        "SEC011": "A parameter is the declared credential; it is a setting of the server, never an argument.",
        "media-type": "The body can be sent in several media types; one of them was chosen.",
        "not-selected": "--tag, --exclude-tag or --operation left the operation out.",
        "null-not-offered": "A value may be null on the wire, and the tool has no way to say so.",
        "openapi-operation": "The operation is described in a way that cannot be read; an error says what is wrong.",
        "uncovered": "A part of the request cannot be made yet. It is left out, with the operation where it is needed.",
    }
)
"""By code; codes in capitals are rule ids that lint does not check."""
