"""How a call fails: which failures the model can mend, and the code of those it cannot."""

import mcp_types as types
from mcp.shared.exceptions import MCPError

USER_RATE_LIMITED = -32300
MISSING_REQUIRED_INFORMATION = -32301
USER_PERMISSION_DENIED = -32302
RUNTIME_ERROR = -32400
OUT_OF_MEMORY = -32402
DEADLINE_EXCEEDED = -32500
RESOURCE_EXHAUSTED = -32501
SERVICE_UNAVAILABLE = -32502

STATUS_CODES = {
    401: SERVICE_UNAVAILABLE,  # the credential is the operator's: the user did nothing wrong
    403: USER_PERMISSION_DENIED,
    408: DEADLINE_EXCEEDED,
    429: USER_RATE_LIMITED,
    504: DEADLINE_EXCEEDED,
    507: RESOURCE_EXHAUSTED,
}

NEXT_STEPS = {
    400: "Correct the arguments and call again.",
    401: "The operator of this server has to give it a credential; no argument can mend it.",
    403: "The account that this server uses may not do this.",
    404: "Check the identifiers.",
    405: "This cannot be done to it.",
    408: "Try again later.",
    409: "It clashes with the present state: read that first, then decide.",
    410: "It is gone for good.",
    413: "Send less at a time.",
    422: "Correct the arguments and call again.",
    429: "Try again later.",
}


class CallFailed(Exception):
    """A call that gives no result. `text` is for the model to read: what happened, what to do.

    `code` is the JSON-RPC code, or None where the model can mend the call itself.
    """

    def __init__(self, text: str, code: int | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.code = code


class ArgumentError(CallFailed):
    """Arguments that the call cannot be made with; nothing was sent."""


class UpstreamError(CallFailed):
    """An answer of the API that is no success."""

    def __init__(
        self,
        status: int,
        message: str,
        wait: str = "",
        next_step: str = "",
        code: int | None = None,
    ) -> None:
        said = f"The API answered {status}: {message}" if message else f"The API answered {status}."
        if said[-1] not in ".!?":
            said += "."
        step = next_step or wait or NEXT_STEPS.get(status) or _next_step(status)
        super().__init__(f"{said} {step}", code or status_code(status))
        self.status = status
        self.message = message

    def advised(self, next_step: str) -> "UpstreamError":
        """The same error with another next step."""
        return UpstreamError(self.status, self.message, next_step=next_step)


def status_code(status: int) -> int | None:
    """The code of an HTTP status that is no success; None where the model can mend the call."""
    if status < 400:
        return RUNTIME_ERROR
    return STATUS_CODES.get(status, SERVICE_UNAVAILABLE if status >= 500 else None)


def _next_step(status: int) -> str:
    if status >= 500:
        return "Try again later."
    return "Correct the call and try again." if status >= 400 else "Trying again will not help."


def failure(failed: CallFailed, profile: str) -> types.CallToolResult:
    """The tool result of a failed call; raises MCPError where the profile wants a code."""
    if failed.code is not None and profile == "connected-apps":
        raise MCPError(failed.code, failed.text) from None
    content = types.TextContent(type="text", text=failed.text)
    return types.CallToolResult(content=[content], is_error=True)
