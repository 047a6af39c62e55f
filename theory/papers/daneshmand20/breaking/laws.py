"""Which laws of the weights break BN: the mean decides at first order, and centring does not help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import sympy
from flint import arb, fmpq
from sympy import Expr, Integer, Rational, Symbol

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.laws import is_law, joined
from theory.domains.matrices import entry
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.rationals import rational, to_sympy
from theory.markov.hilbert_metric import Row, spread, squared_cosine
from theory.markov.residual import mixing, times
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.layers import exact
from theory.papers.daneshmand20.matrices import TWO_ON, Entries
from theory.term import (
    AnyLaw,
    Series,
    Shape,
    Vec,
    constant,
    every,
    has_mean,
    mean,
    number,
    one_if,
    places,
    some,
    variable,
    whole,
)
from theory.term.named import named
from theory.term.scalar import TRUE

BREAKING = Locator(DANESHMAND20, 'section 4, "Breaking batch normalization"')


def positive_layer(size: int, depth: int) -> list[list[int]]:
    """Explicit weights from 1..7."""
    return [[1 + ((i + 2) ** (depth + 1) + 3 * j * (depth + 1) + i * j) % 7 for j in range(size)] for i in range(size)]


def _positive(*rows: tuple[Fraction, ...]) -> bool:
    return len({len(row) for row in rows}) == 1 and all(x > 0 for row in rows for x in row)


@composite(
    "a positive matrix over Q, {rows} rows",
    has=lambda A, rows: isinstance(A, tuple) and len(A) in rows and len(A[0]) >= 2 and _positive(*A),
)
def positive_matrices(choose: Choose, rows: Integers = TWO_ON) -> Entries:
    """Matrices of positive numbers, of two columns or more."""
    size, columns = int(rows.draw(choose)), choose(2, 6)
    return tuple(tuple(Fraction(choose(1, 12), choose(1, 12)) for _ in range(columns)) for _ in range(size))


class Pair(NamedTuple):
    """Two positive rows of one length."""

    x: Any
    y: Any

    @property
    def greatest(self) -> Expr:
        """The greatest cross ratio x_k y_l/(x_l y_k)."""
        return to_sympy(spread(self.x, self.y))


@dataclass(frozen=True)
class AnyPair:
    """Two positive rows of unknown length, and their greatest cross ratio."""

    x: Any
    y: Any
    greatest: Any


def _any_pair(_: str) -> Shape:
    n, q = variable("n", "nat"), variable("q")
    x, y = Vec.named("x", n), Vec.named("y", n)
    ratios = [lambda k, l: x[k] * y[l] <= q * (x[l] * y[k]), lambda k, l: x[k] * y[l] == q * (x[l] * y[k])]
    there = places(n)
    known = (
        n >= 2,
        every(lambda v: v > 0, x),
        every(lambda v: v > 0, y),
        every(lambda k: every(lambda l: ratios[0](k, l), there), there),
        some(lambda k: some(lambda l: ratios[1](k, l), there), there),
    )
    return Shape(AnyPair(x, y, q), (n, q), known, rows=(("x", (n,)), ("y", (n,))))


@composite(
    ". = (x, y), positive rows of one length n >= 2, of greatest cross ratio q",
    has=lambda H: isinstance(H, Pair) and len(H.x) >= 2 and _positive(*H),
    general=_any_pair,
    size=lambda H: len(H.x),
)
def positive_pairs(choose: Choose) -> Pair:
    """Two rows of positive numbers."""
    return Pair(*positive_matrices(Integers(2, 2)).draw(choose))


def condition(X: Entries) -> fmpq | None:
    """Tr XX^T Tr (XX^T)^(-1), at least the squared ratio of the extreme singular values; None below full row rank."""
    G = exact(X) * exact(X).transpose()
    if G.det() == 0:
        return None
    inverse = G.inv()
    return sum((G[i, i] for i in range(len(X))), fmpq(0)) * sum((inverse[i, i] for i in range(len(X))), fmpq(0))


g = Symbol("g", positive=True)  # gamma
mean_of_weight = Symbol("m", real=True)


def moved_apart(W: Sequence[Sequence[Any]], gamma: Any) -> tuple[Any, Any]:
    """det M+/det M as M_12 = rho goes to 1, d = 2: numerator and denominator.

    C = (I + gamma W) M (I + gamma W)^T has entries that are linear in rho; det C is divided by det M = 1 - rho^2.
    """
    A = mixing(W, gamma)

    def in_rho(i: int, j: int) -> tuple[Any, Any]:
        (a, b), (c, e) = A[i], A[j]
        return a * c + b * e, a * e + b * c

    (p0, p1), (q0, q1), (r0, r1) = in_rho(0, 0), in_rho(1, 1), in_rho(0, 1)
    determinant = (p0 * q0 - r0 * r0, p0 * q1 + p1 * q0 - 2 * r0 * r1, p1 * q1 - r1 * r1)
    quotient, *rest = (cancelled(x) for x in (determinant[0], determinant[1], determinant[0] + determinant[2]))
    if any(x != 0 for x in rest):
        raise AssertionError("det C is no multiple of 1 - rho^2")
    return quotient, (p0 + p1) * (q0 + q1)


def cancelled(x: Any) -> Any:
    return sympy.expand(x) if isinstance(x, sympy.Expr) else x


def have_moments(law: Any, m: Any) -> Any:
    """Whether four weights have the mean m each, and products of two of them the mean m^2, squares 1 more."""
    there = places(constant(4) if isinstance(law, AnyLaw) else 4)

    def both(i: Any, j: Any) -> Any:
        square = mean(law, lambda w: w[i] * w[j]) == m * m + one_if(i == j)
        return has_mean(law, lambda w: w[i] * w[j]) & square

    def one(i: Any) -> Any:
        return has_mean(law, lambda w: w[i]) & (mean(law, lambda w: w[i]) == m)

    return every(one, there) & every(lambda i: every(lambda j: both(i, j), there), there)


def _any_weights(_: str) -> Shape:
    law, m = AnyLaw("law", constant(4), lambda _: TRUE), variable("m")
    return Shape((m, law), (m,), (law.conditions, have_moments(law, m)), laws=("law",))


def _is_of_mean(value: Any) -> bool:
    pair = isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], Fraction) and is_law(value[1])
    return pair and len(value[1][0]) == 5 and bool(have_moments(value[1], value[0]))


@composite(
    "= (m, law): a law of the four weights of a layer, uncorrelated, of mean m and of variance 1",
    has=_is_of_mean,
    general=_any_weights,
)
def weights_of_mean(choose: Choose) -> Any:
    """Independent weights m + t and m - 1/t."""
    t, m = Fraction(choose(1, 6), choose(1, 6)), entry(choose)
    return m, joined(*[((1 / (1 + t**2), m + t), (t**2 / (1 + t**2), m - 1 / t))] * 4)


@Claim(
    "daneshmand20.breaking.rank-one-stability",
    source=BREAKING,
    says="d = 2, weights of mean m and variance 1: near M = 1 1^T E log det M grows by -4 m gamma + (2 + 4 m^2) "
    "gamma^2 per layer, to second order",
    hypotheses=("d = 2, entries of W uncorrelated", "gamma -> 0"),
    silent_on="the remainder, small for bounded weights, and many layers: that a positive mean attracts at first "
    "order, and mean 0 repels at second (note)",
    predicts=(-4 * mean_of_weight, 2 + 4 * mean_of_weight**2),
    given=Given(
        {"w": weights_of_mean()},
        letters={"m": lambda at: number(at["w"][0])},
    ),
    twins=(
        Twin((Integer(0), Integer(2)), "as if BN removed the mean"),
        Twin((-4 * mean_of_weight, Integer(2)), "mean at first order only"),
    ),
).literal(scope="the logarithm as a power series in gamma, in the mean over the weights", most=60)
def stability(at: At) -> tuple[Any, Any]:
    _, law = at.w
    return growth(1, law), growth(2, law)


@named(
    "[γ^{0}]E log lim_(M₁₂→1) det M⁺/det M",
    r"[\gamma^{{{0}}}]\mathbb E\log\lim_{{M_{{12}}\to1}}\det M^+/\det M",
    means="M⁺ the layer after M, d = 2, weights of the law",
)
def growth(order: int, law: Any) -> Any:
    """Of gamma or gamma^2 in the mean of the logarithm."""

    def of(w: Any) -> Any:
        above, below = moved_apart(((w[0], w[1]), (w[2], w[3])), Series(0, 1, 0))
        found = [x[1] if order == 1 else x[2] - x[1] * x[1] * Fraction(1, 2) for x in (above, below)]
        return found[0] - found[1]

    return number(mean(law, of))


@Claim(
    "daneshmand20.breaking.bounded-laws-collapse",
    source=BREAKING,
    status="reading",
    says="every bounded law of the weights collapses the network with BN, not just nonnegative ones: E log det M does "
    "not grow near rank one, the 16-th power of the exponential of its mean growth is at most 1; here weights +-1",
    relation="<=",
    predicts=Integer(1),
    given={"g": Rationals(above=0, below=Rational(1, 4))},
    uses=("daneshmand20.breaking.rank-one-stability",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.breaking.rank-one-stability",),
    # E log det(I + gamma W) by its 16 values, and E log of the row sums 1 and 1 +- 2 gamma
    truth=((1 + 4 * g**4) * (1 - 2 * g**2) ** 2 / (1 - 4 * g**2) ** 3) ** 4,
).literal(scope="the product of the limit over the 16 matrices")
def every_bounded_law(at: At) -> Expr:
    return product_of_limits(at.g)


@named(
    "exp(16 E log lim_(M₁₂→1) det M⁺/det M)",
    r"\exp\Big(16\,\mathbb E\log\lim_{{M_{{12}}\to1}}\det M^+/\det M\Big)",
    bare=True,
    means="M⁺ the layer after M, d = 2, weights ±1, γ = g",
)
def product_of_limits(g: Any) -> Expr:
    """The product of the limit over the 16 matrices."""
    total = Fraction(1)
    for w in product((-1, 1), repeat=4):
        above, below = moved_apart((w[:2], w[2:]), rational(g))
        total *= Fraction(above) / Fraction(below)
    return to_sympy(total)


X = ((1, 4, 2, 8, 5), (7, 1, 4, 2, 8), (5, -7, 1, 4, 2))


def centred(rows: Sequence[Row]) -> list[list[Fraction]]:
    return [[x - Fraction(sum(row)) / len(row) for x in row] for row in rows]


def effective_rank(rows: Sequence[Row]) -> Rational:
    """r = d^2/sum M_ij^2 of rows after BN's scaling."""
    total = Fraction(sum(squared_cosine(x, y) for x in rows for y in rows))
    return Rational(len(rows) ** 2 * total.denominator, total.numerator)


@Claim(
    "daneshmand20.breaking.centring-rescues",
    source=BREAKING,
    status="reading",
    says="with centring positive weights leave the network its r: after L layers it is not less than r(X), X centred",
    relation=">=",
    predicts=effective_rank(centred(X)),
    given={"L": Integers(1, 12)},
    uses=("daneshmand20.breaking.collapse",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.breaking.collapse",),
    truth=Integer(1),
).literal(kind="certified", scope="L layers of centring and rescaling in balls")
def centring(at: At) -> arb:
    return rank_after(at.L)


@named(
    "r(H_{0})",
    "r(H_{{{0}}})",
    means="H_L after L layers of centring, rescaling and weights in 1..7 from X with 3 rows of 5 data, r = 9/‖M‖²",
)
def rank_after(layers: Any) -> arb:
    """r after that many layers from X, in balls."""
    H = [[arb(x) for x in row] for row in X]
    for depth in range(-1, whole(layers)):
        if depth >= 0:
            H = [list(row) for row in times(positive_layer(3, depth), H)]
        moved = [[x - sum(row, arb(0)) / len(row) for x in row] for row in H]
        H = [[x / (sum((v * v for v in row), arb(0)) / len(row)).sqrt() for x in row] for row in moved]
    M = [[sum((x * y for x, y in zip(a, b, strict=True)), arb(0)) / len(a) for b in H] for a in H]
    return arb(9) / sum((x * x for row in M for x in row), arb(0))
