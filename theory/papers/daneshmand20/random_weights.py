"""Laws of the d x d weights of a layer: finitely many matrices with their probabilities, independent entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Literal, TypeAlias

from theory.domains.composite import composite
from theory.domains.general import correlation
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Choose, Integers
from theory.papers.daneshmand20.layers import correlation_matrices
from theory.papers.daneshmand20.matrices import square_matrices
from theory.term import (
    Shape,
    Term,
    Vec,
    all_rows,
    constant,
    each,
    every,
    one_if,
    over_draws,
    places,
    product_of,
    size,
    some,
    total,
    variable,
)  # fmt: skip
from theory.term.scalar import any_of

Law: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""Values of one weight, each before its probability."""
Laws: TypeAlias = tuple[tuple[Law, ...], ...]
HALF = Fraction(1, 2)
NONE: Law = ((Fraction(0), Fraction(1)),)
SIGNS: Law = ((Fraction(1), HALF), (Fraction(-1), HALF))
THREE: Law = ((Fraction(2), Fraction(1, 8)), (Fraction(0), Fraction(3, 4)), (Fraction(-2), Fraction(1, 8)))
FOUR: Law = tuple((Fraction(x, 5), Fraction(1, 4)) for x in (-7, -1, 1, 7))
SKEW: Law = ((Fraction(2), Fraction(1, 5)), (-HALF, Fraction(4, 5)))
SHIFTED: Law = ((Fraction(3), HALF), (Fraction(1), HALF))
FIXED: Law = ((Fraction(2), Fraction(1)),)
MOST = 24
"""Listed and drawn laws have at most so many matrices."""


@dataclass(frozen=True)
class Weighted:
    """Matrices with their probabilities."""

    shares: Any
    matrices: Any


def _is_law(value: Any, signs: bool = False, off: bool = True) -> bool:
    """Whether a value is a square of laws of one weight; of fair signs; symmetric ones off the diagonal."""
    return (
        isinstance(value, tuple)
        and len(value) >= 2
        and all(isinstance(row, tuple) and len(row) == len(value) for row in value)
        and all(isinstance(law, tuple) and law and all(len(pair) == 2 for pair in law) for row in value for law in row)
        and all(
            min(share for _, share in law) > 0
            and sum(share for _, share in law) == 1
            and (i == j or not off or dict(law) == {-x: share for x, share in law})
            and (not signs or dict(law) == dict(SIGNS))
            for i, row in enumerate(value)
            for j, law in enumerate(row)
        )
    )


def _unknown(name: str, kind: Literal["off", "signs", "rows"]) -> Shape:
    """A law of which is known that its entries, or its rows, are independent, and which are symmetric."""
    d, m = variable(f"d_{name}", "nat"), variable(f"m_{name}", "nat")
    p, W = Vec.named(f"p_{name}", m), Vec.named(name, m, d, d)
    law, there = Weighted(p, W), places(d)
    known = [d >= 2, m >= 1, every(lambda share: share > 0, p), total(p) == 1]
    split = _of_rows if kind == "rows" else _of_entries
    known.append(all_rows(d * d, lambda z: chance(law, _is(z, d)) == split(law, z, d)))

    def same(i: Any, j: Any, x: Any) -> Any:
        even = chance(law, lambda W: W[i][j] == x) == chance(law, lambda W: W[i][j] == -x)
        return (i == j) | even if kind == "off" else even

    if kind != "rows":
        known.append(all_rows(constant(1), lambda x: every(lambda i: every(lambda j: same(i, j, x[0]), there), there)))
    if kind == "signs":
        known.append(every(lambda A: every(lambda row: every(lambda x: any_of(x == 1, x == -1), row), A), W))
    return Shape(law, (d, m), tuple(known), rows=((f"p_{name}", (m,)), (name, (m, d, d))))


WORDS = "d^2 independent weights of finitely many values, d >= 2, "


@composite(WORDS + "those off the diagonal symmetric", has=_is_law, general=lambda name: _unknown(name, "off"))
def random_weights(choose: Choose) -> Laws:
    """Laws of d x d matrices with independent entries, which differ by place: rows of laws of one weight."""
    d, left = choose(2, 3), MOST
    rows = [[NONE] * d for _ in range(d)]
    step = Fraction(choose(1, 9), 3)
    others = (SIGNS, NONE, ((step, HALF), (-step, HALF)), THREE, FOUR)
    diagonal = (SKEW, NONE, FIXED, SHIFTED, SIGNS)
    for i, j in sorted(product(range(d), repeat=2), key=lambda at: (at[0] + 2 * at[1]) % d):
        law = (diagonal if i == j else others)[choose(0, 4)]
        if len(law) <= left:
            rows[i][j], left = law, left // len(law)
    return tuple(map(tuple, rows))


@composite(
    WORDS + "signs, fair", has=lambda value: _is_law(value, signs=True), general=lambda name: _unknown(name, "signs")
)
def random_signs(choose: Choose) -> Laws:
    """Laws of matrices of fair signs, the values of a sign in any order."""
    d = choose(2, 3)
    return tuple(tuple((SIGNS, SIGNS[::-1])[choose(0, 1)] for _ in range(d)) for _ in range(d))


@composite(
    WORDS + "of any law", has=lambda value: _is_law(value, off=False), general=lambda name: _unknown(name, "rows")
)
def independent_rows(choose: Choose) -> Laws:
    """Laws of matrices of which only that their rows are independent is said: one law on the diagonal, one off it."""
    d = choose(2, 3)
    on, off = ((SIGNS, NONE, SKEW, SHIFTED, FIXED), (SIGNS, THREE)) if d == 2 else ((NONE, FIXED), (SIGNS,))
    own, other = on[choose(0, len(on) - 1)], off[choose(0, len(off) - 1)]
    return tuple(tuple(own if i == j else other for j in range(d)) for i in range(d))


Kind = Literal["correlations", "signs", "bounds"]


def _parts(told: str) -> list[tuple[str, Kind]]:
    """Names and kinds, from "M correlations, s signs".

    >>> _parts("M correlations, s signs")
    [('M', 'correlations'), ('s', 'signs')]
    """
    return [(name, kind) for name, kind in (part.split() for part in told.split(", "))]  # type: ignore[misc]


def _is_part(kind: Kind, part: Any, d: int) -> bool:
    if kind == "signs":
        return part in sign_vectors() and len(part) == d
    one = Integers(d, d)
    return part in (correlation_matrices(one) if kind == "correlations" else square_matrices(one))


def _have_parts(value: Any, parts: str) -> bool:
    kinds = [kind for _, kind in _parts(parts)]
    if not (isinstance(value, tuple) and len(value) == 1 + len(kinds) and _is_law(value[0])):
        return False
    return all(_is_part(kind, part, len(value[0])) for kind, part in zip(kinds, value[1:], strict=True))


def _unknown_parts(_: str, parts: str) -> Shape:
    found = _unknown("law", "off")
    d, known, rows, values = found.variables[0], [*found.conditions], [*found.rows], []
    for part, kind in _parts(parts):
        lengths = (d,) if kind == "signs" else (d, d)
        values.append(Vec.named(part, *lengths))
        rows.append((part, lengths))
        if kind == "signs":
            known.append(every(lambda s: any_of(s == 1, s == -1), values[-1]))
        elif kind == "correlations":
            known += correlation(values[-1], d)
    return Shape((found.value, *values), found.variables, tuple(known), rows=tuple(rows))


BOUNDS = tuple(Fraction(x, 8) for x in (8, 2, -2, 0, 4, 9))
"""Bounds that tell laws of correlations apart are between -1 and 1, and 1 where nothing is asked."""


@composite(
    f"(law, ..): {WORDS}those off the diagonal symmetric; {{parts}}",
    has=_have_parts,
    general=_unknown_parts,
    size=lambda value: len(value[0]),
)
def random_weights_with(choose: Choose, parts: str) -> Any:
    """A law of d x d weights, and parts of d rows, each a name and its kind: a correlation matrix, d signs, or d x d
    bounds, which are any numbers."""
    law = random_weights().draw(choose)
    one = Integers(len(law), len(law))
    kinds: dict[str, Any] = {"correlations": correlation_matrices(one), "signs": sign_vectors(one)}

    def bounds() -> Any:
        return tuple(tuple(BOUNDS[choose(0, len(BOUNDS) - 1)] for _ in law) for _ in law)

    return (law, *(bounds() if kind == "bounds" else kinds[kind].draw(choose) for _, kind in _parts(parts)))


@cache
def _listed(law: Laws) -> tuple[tuple[Fraction, ...], tuple[Any, ...]]:
    d = len(law)
    found = [
        (prod((share for _, share in chosen), start=Fraction(1)), [x for x, _ in chosen])
        for chosen in product(*(entry for row in law for entry in row))
    ]
    return tuple(share for share, _ in found), tuple(
        tuple(tuple(x[i * d : (i + 1) * d]) for i in range(d)) for _, x in found
    )


def outcomes(law: Any) -> tuple[Any, Any]:
    """Probabilities and matrices."""
    return (law.shares, law.matrices) if isinstance(law, Weighted) else _listed(law)


def width(law: Any) -> Any:
    """d."""
    return size(law.matrices[0]) if isinstance(law, Weighted) else len(law)


def mean(law: Any, of: Callable[[Any], Any]) -> Any:
    """The mean of a function of the weights."""
    return total(each(lambda share, W: share * of(W), *outcomes(law)))


def chance(law: Any, holds: Callable[[Any], Any]) -> Any:
    """The probability of an event."""
    return mean(law, lambda W: one_if(holds(W)))


def always(law: Any, holds: Callable[[Any], Any]) -> Any:
    """Whether something is so for all matrices that the law has."""
    return every(holds, outcomes(law)[1])


def _is(z: Any, d: Any) -> Callable[[Any], Any]:
    """Whether W is the matrix of entries z, row after row."""
    there = places(d)
    return lambda W: every(lambda i: every(lambda j: W[i][j] == z[i * d + j], there), there)


def _of_entries(law: Any, z: Any, d: Any) -> Any:
    there = places(d)
    return product_of(
        each(lambda i: product_of(each(lambda j: chance(law, lambda W: W[i][j] == z[i * d + j]), there)), there)
    )


def _of_rows(law: Any, z: Any, d: Any) -> Any:
    there = places(d)
    return product_of(each(lambda i: chance(law, lambda W: every(lambda j: W[i][j] == z[i * d + j], there)), there))


def image(M: Any, W: Any, gamma: Any) -> Any:
    """C = A M A^T, A = I + gamma W."""
    A = with_skip(W, gamma)
    return each(lambda a: each(lambda b: form(a, M, b), A), A)


def with_skip(W: Any, gamma: Any) -> Any:
    """I + gamma W."""
    there = places(size(W))
    return each(lambda row, i: each(lambda w, j: one_if(i == j) + gamma * w, row, there), W, there)


def form(a: Any, M: Any, b: Any) -> Any:
    return total(each(lambda x, row: x * total(each(lambda m, y: m * y, row, b)), a, M))


def images(law: Any, M: Any, gamma: Any) -> Any:
    """C of all matrices that the law has."""
    matrices = outcomes(law)[1]
    return each(lambda W: image(M, W, gamma), matrices) if isinstance(matrices, Vec) else _images(matrices, M, gamma)


@cache
def _images(matrices: Any, M: Any, gamma: Fraction) -> Any:
    return tuple(image(M, W, gamma) for W in matrices)


def signed_squares(C: Any) -> Any:
    """M+_ij |M+_ij|, M+_ij = C_ij/sqrt(C_ii C_jj)."""
    there = places(size(C))
    return each(lambda i: each(lambda j: C[i][j] * abs(C[i][j]) / (C[i][i] * C[j][j]), there), there)


def mean_after(law: Any, M: Any, gamma: Any, of: Callable[[Any], Any]) -> Any:
    """The mean of a function of the signed squares of M+."""
    return total(each(lambda share, Y: share * of(Y), outcomes(law)[0], each(signed_squares, images(law, M, gamma))))


def conjugate(s: Any, M: Any) -> Any:
    """S M S."""
    return each(lambda a, row: each(lambda b, x: a * x * b, s, row), s, M)


def over_signs(d: Any, of: Callable[[Any], Any]) -> Any:
    """The mean of a function of d fair signs."""
    even = Vec(constant(2), lambda _: constant(HALF)) if isinstance(d, Term) else (HALF, HALF)
    return over_draws(even, d, lambda drawn: of(each(lambda k: 1 - 2 * k, drawn)), ordered=True)


def for_all_signs(d: Any, holds: Callable[[Any], Any]) -> Any:
    """Whether a condition holds for all rows of d signs."""
    if isinstance(d, Term):
        return all_rows(d, lambda s: some(lambda x: x * x != 1, s) | holds(s))
    return all(holds(s) for s in product((1, -1), repeat=d))


def outer(s: Any) -> Any:
    """s s^T."""
    return each(lambda a: each(lambda b: a * b, s), s)


def no_row_vanishes(law: Any, M: Any, gamma: Any) -> Any:
    """Whether no row of H + gamma W H is 0, M = H H^T/N."""
    return always(law, lambda W: every(lambda a: form(a, M, a) != 0, with_skip(W, gamma)))
