"""Laws of the d x d weights of a layer: finitely many matrices with their probabilities, independent entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import prod
from typing import Any, Literal, TypeAlias

from theory.domains.numbers import Choose, Endless
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
    """Matrices with their probabilities, of unknown number."""

    shares: Any
    matrices: Any


@dataclass(frozen=True)
class RandomWeights(Endless):
    """Laws of d x d matrices with independent entries, which differ by place: rows of laws of one weight.

    Parameters
    ----------
    kind : which entries are symmetric, those off the diagonal or all; "signs": all are 1 or -1, evenly; "rows": known
        is only that rows are independent.

    >>> from itertools import islice
    >>> [len(law) for law in islice(RandomWeights().small(), 4)]
    [2, 3, 2, 3]
    """

    kind: Literal["off", "signs", "rows"] = "off"

    def __str__(self) -> str:
        words = {"off": "those off the diagonal symmetric", "signs": "signs, fair", "rows": "of any law"}
        return f"d^2 independent weights of finitely many values, d >= 2, {words[self.kind]}"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) >= 2
            and all(len(row) == len(value) for row in value)
            and all(
                min(share for _, share in law) > 0
                and sum(share for _, share in law) == 1
                and (i == j or self.kind == "rows" or dict(law) == {-x: share for x, share in law})
                and (self.kind != "signs" or dict(law) == dict(SIGNS))
                for i, row in enumerate(value)
                for j, law in enumerate(row)
            )
        )

    def general(self, name: str) -> Iterator[Shape]:
        d, m = variable(f"d_{name}", "nat"), variable(f"m_{name}", "nat")
        p, W = Vec.named(f"p_{name}", m), Vec.named(name, m, d, d)
        law, there = Weighted(p, W), places(d)
        known = [d >= 2, m >= 1, every(lambda share: share > 0, p), total(p) == 1]
        if self.kind == "rows":
            known.append(all_rows(d * d, lambda z: chance(law, _is(z, d)) == _of_rows(law, z, d)))
        else:
            known.append(all_rows(d * d, lambda z: chance(law, _is(z, d)) == _of_entries(law, z, d)))
            known.append(all_rows(constant(1), lambda x: self._symmetric(law, x[0], there)))
        if self.kind == "signs":
            known.append(every(lambda A: every(lambda row: every(lambda x: any_of(x == 1, x == -1), row), A), W))
        yield Shape(law, (d, m), tuple(known), rows=((f"p_{name}", (m,)), (name, (m, d, d))))

    def _symmetric(self, law: Any, x: Any, there: Any) -> Any:
        """Whether entries are x and -x with the same probability, those on the diagonal aside for kind "off"."""

        def same(i: Any, j: Any) -> Any:
            even = chance(law, lambda W: W[i][j] == x) == chance(law, lambda W: W[i][j] == -x)
            return (i == j) | even if self.kind == "off" else even

        return every(lambda i: every(lambda j: same(i, j), there), there)

    def small(self) -> Iterator[Laws]:
        """Widths 2 and 3 in turn; the fewer random weights the wider."""
        for code in count() if self.kind != "signs" else (0,):
            yield self.of(2, code)
            yield self.of(3, code)

    def of(self, d: int, code: int) -> Laws:
        if self.kind == "signs":
            return ((SIGNS,) * d,) * d
        if self.kind == "rows":
            on, off = [(SIGNS, NONE, SKEW, SHIFTED, FIXED), (NONE, FIXED)][d > 2], [(SIGNS, THREE), (SIGNS,)][d > 2]
            own, other = on[code % len(on)], off[code % len(off)]
            return tuple(tuple(own if i == j else other for j in range(d)) for i in range(d))
        others = [(SIGNS, THREE, FOUR)[code % 3], SIGNS, NONE, _pair(code + 1)]
        diagonal = [(SIGNS, SKEW, SHIFTED, FIXED, NONE)[code % 5], NONE, FIXED]
        left, rows = MOST, [[NONE] * d for _ in range(d)]
        for turn, (i, j) in enumerate(
            sorted(product(range(d), repeat=2), key=lambda at: (at[0] + 2 * at[1] + code) % d)
        ):
            laws = diagonal if i == j else others
            law = laws[turn % len(laws)]
            if len(law) <= left:
                rows[i][j], left = law, left // len(law)
        return tuple(map(tuple, rows))

    def draw(self, choose: Choose) -> Laws:
        return self.of(choose(2, 3), choose(0, 59))

    def near(self, value: Laws) -> Iterator[Laws]:
        """One weight 0, where it may be."""
        for i, j in product(range(len(value)), repeat=2):
            if value[i][j] != NONE and self.kind != "signs":
                yield (*value[:i], (*value[i][:j], NONE, *value[i][j + 1 :]), *value[i + 1 :])


def _pair(code: int) -> Law:
    return tuple((sign * Fraction(code, 3), HALF) for sign in (1, -1))


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
    A = _with_skip(W, gamma)
    return each(lambda a: each(lambda b: _form(a, M, b), A), A)


def _with_skip(W: Any, gamma: Any) -> Any:
    """I + gamma W."""
    there = places(size(W))
    return each(lambda row, i: each(lambda w, j: one_if(i == j) + gamma * w, row, there), W, there)


def _form(a: Any, M: Any, b: Any) -> Any:
    return total(each(lambda x, row: x * total(each(lambda m, y: m * y, row, b)), a, M))


def images(law: Any, M: Any, gamma: Any) -> Any:
    """C of all matrices that the law has."""
    if isinstance(law, Weighted):
        return each(lambda W: image(M, W, gamma), law.matrices)
    return _all_images(law, M, gamma)


@cache
def _all_images(law: Laws, M: Any, gamma: Fraction) -> Any:
    return tuple(image(M, W, gamma) for W in outcomes(law)[1])


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
    return always(law, lambda W: every(lambda a: _form(a, M, a) != 0, _with_skip(W, gamma)))
