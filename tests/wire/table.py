"""The figures of the judge: a line for each document, then the sums and each miss by name.

What is sent is accepted (by openapi-core alone), decoded (accepted by openapi-core once a reviewed decoder of
`styles.py` or `contents.py` has read what its own cannot), excused (refused for a reviewed fault of openapi-core) or a
miss; the rate counts the first three.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.wire.figures import Figures

_COLUMNS: Final = (
    "tools   calls    sent  accepted  decoded  excused  misses    rate  leaves  listed  missing  coverage      s"
)
_LEGEND: Final = (
    "accepted: by openapi-core alone.  decoded: once a decoder of tests/wire has read what its own cannot.",
    "excused: refused, for a fault of openapi-core (tests/wire/excuses.yaml).  rate: all three, of what was sent.",
    "listed: leaves that the report names.  missing: leaves that no request carried and the report does not name.",
)
_SHOWN: Final = 200
"""Misses that are printed; all of them are in the file of `--json`."""
MOST_EXCUSED: Final = 0.02
"""The share of all requests that may be excused."""


def head(wide: int) -> str:
    """The names of the columns; `wide` is the width of the longest name of a document."""
    return f"{'document':<{wide}}  {_COLUMNS}"


def row(f: Figures, wide: int) -> str:
    """The line of a document."""
    if f.error or f.nothing:
        return f"{f.name:<{wide}}  {f.error or f.nothing}"
    missing = len(f.missing) + len(f.unseen)
    return (
        f"{f.name:<{wide}}  {f.tools:>5}  {f.calls:>6}  {f.sent:>6}  {f.accepted:>8}  {f.decoded.total():>7}"
        f"  {f.excused.total():>7}  {len(f.misses):>6}  {_share(f.rate):>6}  {f.leaves:>6}  {len(f.listed):>6}"
        f"  {missing:>7}  {_share(f.coverage):>8}  {f.seconds:>5.1f}"
    )


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.4f}"


def failed(found: Sequence[Figures]) -> bool:
    """Whether a document failed, or more than the bound was excused."""
    total = whole(found)
    return any(each.failed for each in found) or total.excused.total() > MOST_EXCUSED * total.sent


def whole(found: Sequence[Figures]) -> Figures:
    """The sum of all."""
    total = Figures("total")
    for each in found:
        for name in ("tools", "calls", "sent", "accepted", "leaves", "seen", "seconds"):
            setattr(total, name, getattr(total, name) + getattr(each, name))
        for name in ("misses", "silent", "listed", "unseen", "missing"):
            getattr(total, name).extend(getattr(each, name))
        total.decoded += each.decoded
        total.excused += each.excused
    return total


def totals(found: Sequence[Figures], wide: int) -> Iterator[str]:
    """The sums, the excuses by name, and each miss with tool, arguments, request and the judge's words."""
    total = whole(found)
    yield ""
    yield row(total, wide)
    yield from _LEGEND
    yield _part("accepted", total.accepted, total.sent)
    for title, counts in (("decoded", total.decoded), ("excused", total.excused)):
        yield _part(title, counts.total(), total.sent)
        for name, count in sorted(counts.items()):
            yield _part(f"  {name}", count, total.sent)
    if failing := [each.name for each in found if each.failed]:
        yield f"failed: {', '.join(failing)}"
    if total.excused.total() > MOST_EXCUSED * total.sent:
        yield f"failed: more than {MOST_EXCUSED:.0%} of the requests are excused"
    for title in ("silent", "missing", "unseen"):
        rows = [(each.name, said) for each in found for said in getattr(each, title)]
        yield from _named(title, rows)
    rows = [(each.name, _told(miss)) for each in found for miss in each.misses]
    yield from _named("misses", rows)


def as_json(found: Sequence[Figures]) -> dict[str, Any]:
    """The same for programs."""
    total = whole(found)
    sums = {key: len(value) if isinstance(value, list) else value for key, value in total.as_json().items()}
    return {"documents": [each.as_json() for each in found], "totals": sums}


def _part(title: str, count: int, sent: int) -> str:
    return f"{title}: {count} ({100 * count / sent:.2f} %)" if sent else f"{title}: {count}"


def _named(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    if rows:
        by = Counter(name for name, _ in rows)
        yield ""
        yield f"{title}: {len(rows)} in {len(by)} documents"
        yield from (f"  {name}  {said}" for name, said in rows[:_SHOWN])
        if len(rows) > _SHOWN:
            yield f"  and {len(rows) - _SHOWN} more"


def _told(miss: dict[str, Any]) -> str:
    arguments = json.dumps(miss["arguments"], ensure_ascii=False)[:200]
    return f"{miss['tool']} {arguments}: {miss['request'][:200]} {miss['body'][:100]}: {miss['faults'][0][:300]}"
