"""Both transformations of any batch, entry by entry, on symbols: of the other entries only their mean matters."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Expr, Integer, Symbol

from theory.batchnorm import recentre, relu

OTHERS = Symbol("others", integer=True, positive=True)
"""n - 1, or n - 2 where two entries are looked at."""

REST = Symbol("r", real=True)
"""Mean of the other entries, any number."""

AWAY = Symbol("u", positive=True)

EVERY_BATCH = "every batch of every size: an entry on either side of the mean of the others, or at it"


def both(*entries: Expr, rest: Expr = REST, others: Expr = OTHERS) -> list[tuple[Expr, Expr]]:
    """T_+ and T_- at each of the entries, in a batch of these and `others` more of mean `rest`."""
    centred = recentre((*entries, rest), (*[1] * len(entries), others))[:-1]
    return list(zip(relu(centred), relu([-e for e in centred]), strict=True))


def sides() -> Iterator[tuple[str, Expr]]:
    """An entry above, below and at the mean of the others."""
    yield "above", REST + AWAY
    yield "below", REST - AWAY
    yield "at it", REST + Integer(0)
