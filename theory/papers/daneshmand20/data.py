"""M = H H^T/N and r(H) of data."""

from __future__ import annotations

from typing import Any

from theory.term import each, total
from theory.term.matrices import inner, square, trace, width
from theory.term.named import named


def moment(H: Any) -> Any:
    """M = H H^T/N, of numbers, terms or series of them."""
    return each(lambda row: each(lambda x: x / width(H), row), square(H))


@named("r({0})", means="r(H) = Tr(M)²/‖M‖²_F, M = HHᵀ/N")
def effective_rank_of(H: Any) -> Any:
    """Of those."""
    M = moment(H)
    return trace(M) ** 2 / total(each(lambda row: inner(row, row), M))
