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
        "PAR013": "An argument is called otherwise than on the wire, so that its name says what goes in.",
        "PAR016": "Only what the tool needs is asked for: a header is set by the server (a fresh key for each call, "
        "the user's language), and switches of transport or format are left out or fixed.",
        "SEC011": "A parameter is the declared credential; it is a setting of the server, never an argument.",
        "always-sent": "What may be left out on the wire is always sent, for nothing tells the tool to leave it out.",
        "contrary-example": "An example in the description is not of the format that its own schema says. It is not "
        "shown; the format is held.",
        "given-whole": "The body has fields, and its media type is one for which nothing says how they are written. It "
        "is given as one file or text, as it is.",
        "listing-size": "Listing the tool would cost a model too much to read, so it shows less: shorter texts first, "
        "then long enums by example, then fewer properties of objects. What is not listed is checked when it is sent.",
        "media-type": "The body can be sent in several media types; one of them was chosen.",
        "not-selected": "--tag, --exclude-tag or --operation left the operation out.",
        "null-not-offered": "A value may be null on the wire, and the tool has no way to say so.",
        "openapi-operation": "The operation is described in a way that cannot be read; an error says what is wrong.",
        "read-only": "A field is said to be read-only, though not declared so; it is not asked for.",
        "same-operation": "Another operation does the same with the same inputs: the other one of GET and POST, the "
        "same path in another number, or the one that a deprecated one gave way to. One tool is made of both.",
        "server-choice": "The operation has servers of its own, or several; one of them is called.",
        "unchecked": "A text is sent without a check of its pattern: one that nothing can hold in bounded time, or "
        "is of another language than Python's.",
        "x-mcp": "The description says by x-mcp that no tool is wanted of the operation.",
        "uncovered": "A part of the request cannot be made yet. It is left out, with the operation where it is needed.",
    }
)
"""By code; codes in capitals are rule ids that lint does not check."""
