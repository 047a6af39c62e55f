"""p* of at most six planar directions, for all directions at once: on which sets of chambers a combination can live.

Lines (1, z_i), z_1 < .. < z_n, carry the columns x_i = s_i (1, z_i), lengths being nothing to p*. Between two walls w
is in a chamber t or in the opposite one; they are equally probable, and together the angle between two lines over pi.
f_u is 0 in a chamber if its gradient, the sum of u_i x_i over active columns, is. In t and its opposite the gradients
add up to Xu. So either Xu != 0, and P(f_u != 0) is at least 1/2, as for u = e_1; or f_u is 0 in both or in none.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

from flint import Ordering, fmpq_mat, fmpz_mpoly_ctx

from theory.batchnorm import relu
from theory.exact.expressions import Undefined

MOST = 6
CONTEXT = fmpz_mpoly_ctx.get(("z", MOST + 1), Ordering.lex)
LINES = CONTEXT.gens()
DIFFERENCES = [sign * (a - b) for a, b in combinations(LINES, 2) for sign in (1, -1)]
SPREAD = (-31, -7, 2, 11, 23, 60, 101)
"""Slopes at which rows are seen to be independent; that they are for all slopes is seen by factors."""

Set = frozenset[int]
Signs = tuple[int, ...]


@cache
def is_least_cone() -> bool:
    """Whether for all n <= 6 and all lines p* is the least of 1/2 and of the cones over three columns in a half-plane.

    Of sets of chambers on whose complement f_u is 0, Xu = 0, u != 0, each contains the cone of a triple, and that is
    such a set. Larger sets ask less of u, so that it is enough to look at the largest ones without a cone.
    """
    patterns = {_turned_least(signs) for n in range(1, MOST + 1) for signs in product((1, -1), repeat=n)}
    return all(map(is_so, patterns))


def _turned_least(signs: Signs) -> Signs:
    """All columns and w may be turned at once: the first line becomes the last one then, with the other sign."""
    around = (*signs, *(-s for s in signs)) * 2
    return min(around[t : t + len(signs)] for t in range(2 * len(signs)))


def is_so(signs: Signs) -> bool:
    """The same for lines with these signs."""
    chambers = frozenset(range(len(signs)))
    active = [_active(signs, t) for t in range(2 * len(signs))]
    if any(a + b != 1 for t in chambers for a, b in zip(active[t], active[t + len(signs)], strict=True)):
        raise Undefined("gradients of opposite chambers do not add up to Xu")
    cones = cones_of(signs)
    proper = (frozenset(A) for size in range(len(signs)) for A in combinations(sorted(chambers), size))
    without = [A for A in proper if not any(cone <= A for cone in cones)]
    largest = [A for A in without if not any(other > A for other in without)]
    return all(_only_zero(signs, active, sorted(chambers - A)) for A in largest)


def _active(signs: Signs, chamber: int) -> tuple[Any, ...]:
    """Slopes of the ReLU: w.(1, z_i) is positive up to line t in chamber t, from line t + 1 on in the opposite one."""
    turned, t = divmod(chamber, len(signs))
    return tuple(relu([s if (i <= t) == (turned == 0) else -s for i, s in enumerate(signs)]))


def cones_of(signs: Signs) -> list[Set]:
    """For three columns that are active in one chamber together, the chambers where neither all are nor none.

    Elsewhere the f_u of the u != 0 on these columns with Xu = 0 is 0: three vectors of a plane are dependent.
    """
    n, found = len(signs), []
    active = [_active(signs, t) for t in range(2 * n)]
    for triple in combinations(range(n), 3):
        counts = [sum(slopes[i] for i in triple) for slopes in active]
        if 3 in counts:
            found.append(frozenset(t for t in range(n) if counts[t] not in (0, 3)))
    return found


def _only_zero(signs: Signs, active: list[tuple[Any, ...]], zero: list[int]) -> bool:
    """Whether u = 0 alone has Xu = 0 and no gradient in these chambers, whatever the lines: by a minor that is a
    product of differences z_i - z_j."""
    gradients = [active[t] for t in zero]
    steps = [tuple(b - a for a, b in zip(*two, strict=True)) for two in pairwise(gradients)]
    weights = [*steps, gradients[0], (1,) * len(signs)]
    rows = [[w * s for w, s in zip(some, signs, strict=True)] for some in weights]
    chosen: list[tuple[list[Any], int]] = []
    for row, axis in product(rows, (0, 1)):
        numbers = [[int(a) * SPREAD[i] ** x for i, a in enumerate(r)] for r, x in (*chosen, (row, axis))]
        if fmpq_mat(numbers).rank() == len(numbers):
            chosen.append((row, axis))
    if len(chosen) < len(signs):
        return False
    minor = _determinant([[int(a) * LINES[i] ** x for i, a in enumerate(r)] for r, x in chosen])
    return all(factor in DIFFERENCES for factor, _ in minor.factor()[1])


def _determinant(rows: list[list[Any]]) -> Any:
    """By the column with the fewest entries."""
    if not rows:
        return CONTEXT.constant(1)
    at = min(range(len(rows)), key=lambda place: sum(row[place] != 0 for row in rows))
    found = CONTEXT.constant(0)
    for i, row in enumerate(rows):
        if row[at] != 0:
            rest = [[*other[:at], *other[at + 1 :]] for k, other in enumerate(rows) if k != i]
            found += (-1) ** (i + at) * row[at] * _determinant(rest)
    return found
