"""Words that say, as the last of a name, that it identifies a thing: `customer_id`, `uuid`, `pk`."""

from __future__ import annotations

from typing import Final

KEYS: Final = frozenset({"id", "uuid", "guid", "uid", "pk"})
"""What identifies one thing, and nothing else."""
KEYS_OF_MANY: Final = frozenset(f"{key}s" for key in KEYS)
ANY_KEYS: Final = KEYS | KEYS_OF_MANY
