"""Readings and bounds of p* for planar batches: the circuit formula, false from n = 7 on, and three neighbouring lines.

Claims: nachum24.rank.circuit-formula and nachum24.rank.lower-bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product

from sympy import Expr, Integer

from theory.rank.batches import Angles, Batch, diagnose
from theory.rank.planar import Chambers, arrangement, p_star


def circuit_formula(X: Batch | Angles) -> Expr:
    """min(1/2, least angle/pi of a cone over three columns in an open half-plane): the reading m3 of R1a.

    Always >= p*, and equal to it for pairwise non-collinear columns up to n = 6. Proof: let u in ker X, and take an arc
    of lines where f_u is not zero, with zeros at both ends. Then sum u_i e_i = 0 over its lines, e_i = +-x_i turned to
    one side. If it is the only arc, Xu = 0 makes the sums over both signs vanish apart, so that three lines have one
    sign: a triple in a half-plane. An arc has three lines at least. So two arcs with n <= 6 have three each, where u is
    unique up to a factor; with mixed signs, their parts of Xu are nonzero multiples of the two lines that are odd ones
    out, so that Xu != 0. With four lines of signs 2 + 2 and three of signs 2 + 1 it can vanish: n = 7.

    >>> seven = Angles([f"{k}/100" for k in (0, 101, 102, 3, 50, 151, 52)])
    >>> circuit_formula(seven), p_star(seven).value
    (49/100, 1/20)
    """
    lines = arrangement(X)
    L = lines.lines
    places = sorted({line + L * side for line, side in filter(None, lines.rays)})
    ends = [(a, (places + [e + 2 * L for e in places])[i + 2]) for i, a in enumerate(places)] if len(places) > 2 else []
    return lines.expression(lines.least([_run(a, b, L) for a, b in ends if b - a < L]))


def line_triple_bound(X: Batch | Angles) -> Expr:
    """min(1/2, least angle/pi that three lines span), a lower bound of p*: nonzero arcs have three lines (R1c, iii).

    Zero where the columns are not pairwise non-collinear.

    >>> line_triple_bound(Angles([f"{k}/100" for k in (0, 101, 102, 3, 50, 151, 52)]))
    1/50
    """
    if not diagnose(X).pairwise_non_collinear:
        return Integer(0)
    lines = arrangement(X)
    L = lines.lines
    return lines.expression(lines.least([_run(t, t + 2, L) for t in range(L)] if L > 2 else []))


def _run(start: int, stop: int, L: int) -> Chambers:
    return tuple(t % L for t in range(start, stop))


def circuit_counterexamples(n: int, N: int) -> Iterator[Angles]:
    """All n rays on different lines, at angles that are multiples of pi/N, with p* below the circuit formula.

    One of each class under rotations and reflections, in lexicographic order of the gaps between lines and of the
    changes of side from each line to the next (an odd number of them in a half turn).

    >>> list(circuit_counterexamples(5, 8))
    []
    """
    for word in _necklaces(n, N):
        k, side, rays = 0, 0, []
        for gap, change in word:
            rays.append(Fraction(k, N) + side)
            k, side = k + gap, side ^ change
        X = Angles(rays)
        if p_star(X).value < circuit_formula(X):
            yield X


def _necklaces(n: int, N: int) -> Iterator[tuple[tuple[int, int], ...]]:
    for cuts in combinations(range(1, N), n - 1):
        gaps = [b - a for a, b in pairwise((0, *cuts, N))]
        if gaps[0] > min(gaps):
            continue
        for changes in product((0, 1), repeat=n):
            if sum(changes) % 2:
                word = tuple(zip(gaps, changes, strict=True))
                if all(word <= w[i:] + w[:i] for w in (word, word[::-1]) for i in range(n)):
                    yield word
