"""M = H H^T/N and r(H) of data."""

from __future__ import annotations

from typing import Any

from theory.term import each, total
from theory.term.matrices import inner, square, trace, width


def moment(H: Any) -> Any:
    """M = H H^T/N, of numbers, terms or series of them."""
    return each(lambda row: each(lambda x: x / width(H), row), square(H))


def effective_rank_of(H: Any) -> Any:
    """r(H) = Tr(M)^2/|M|_F^2 of those."""
    M = moment(H)
    return trace(M) ** 2 / total(each(lambda row: inner(row, row), M))
