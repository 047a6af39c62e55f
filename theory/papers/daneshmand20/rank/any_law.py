"""Theorem 14, and in it Lemma 13, for every law of M that a layer keeps, at a given gamma, any law of its weights.

Of the weights no more is used than that they are bounded, uncorrelated, of mean 0 and variance 1. Of the law of M, that
a layer does not lower E|M|_F^2 by more than gamma^2 d: an invariant law keeps it, and the mean over the first L layers,
d <= gamma^2 L, from any start, lowers it by no more than that.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from theory.claim import At, Claim, Twin
from theory.domains.composite import composite
from theory.domains.general import correlation
from theory.domains.given import Given
from theory.domains.laws import Rows, drawn_shares, is_centred, is_law, is_white, joined, merged
from theory.domains.matrices import one_of
from theory.domains.numbers import Choose, Integers
from theory.notation import d
from theory.papers.daneshmand20.layers import CORRELATIONS, correlation_matrices, trace_of_cube, trace_of_squares
from theory.papers.daneshmand20.random_weights import SIGNS, image
from theory.papers.daneshmand20.rank.spectra import THEOREM_14, effective, norm
from theory.papers.daneshmand20.rank.stationary import alpha
from theory.term import (
    AnyLaw,
    Cond,
    Shape,
    all_rows,
    each,
    entries,
    every,
    has_mean,
    mean,
    number,
    places,
    size,
    total,
    variable,
)
from theory.term.named import named
from theory.term.scalar import all_of


class Net(NamedTuple):
    """A law of d x d matrices M, row after row, one of weights, gamma, and a bound on the weights."""

    d: Any
    nu: Any
    law: Any
    gamma: Any
    bound: Any


def apart(row: Any, d: Any) -> Any:
    """d rows of d numbers that stand one after the other, as a matrix."""
    return each(lambda i: each(lambda j: row[i * d + j], places(d)), places(d))


@named("E_{1} ‖{0}⁺‖²_F", r"\mathbb E_{{{1}}}\|{0}^+\|_F^2", means="M⁺ after a layer at γ", apart=("d", "gamma"))
def after_layer(M: Any, law: Any, d: Any, gamma: Any) -> Any:
    return mean(law, lambda w: squared_norm_of_rescaled(image(M, apart(w, d), gamma)))


def squared_norm_of_rescaled(C: Any) -> Any:
    """|M+|_F^2, M+_ij = C_ij/sqrt(C_ii C_jj)."""
    at = places(size(C))
    return total(each(lambda i: total(each(lambda j: C[i][j] * C[i][j] / (C[i][i] * C[j][j]), at)), at))


def over(net: Net, of: Any) -> Any:
    """The mean of a function of M."""
    return mean(net.nu, lambda row: of(apart(row, net.d)))


def kept(net: Net, M: Any) -> Any:
    return after_layer(M, net.law, net.d, net.gamma)


def in_balance(net: Net) -> Any:
    """Whether a layer lowers E|M|_F^2 by no more than gamma^2 d."""
    return over(net, norm) <= over(net, lambda M: kept(net, M)) + net.gamma**2 * net.d


def small(net: Net) -> Any:
    return (net.gamma > 0) & (net.bound >= 1) & (256 * number(net.d) ** 4 * net.bound**3 * net.gamma <= 1)


def _unknown(name: str) -> Shape:
    d, gamma, bound = variable("d", "nat"), variable("gamma"), variable("B")
    law = AnyLaw("law", d * d, lambda w: every(lambda x: abs(x) <= bound, w))
    nu = AnyLaw("nu", d * d, lambda row: all_of(*correlation(apart(row, d), d)))
    net = Net(d, nu, law, gamma, bound)

    def rescaled(z: Any) -> Cond:
        seen = has_mean(law, lambda w: squared_norm_of_rescaled(image(apart(z, d), apart(w, d), gamma)))
        return Cond("->", nu.known(z), seen)

    def seen(part: Any) -> Any:
        return has_mean(nu, lambda row: part(apart(row, d)))

    known = map(seen, (norm, trace_of_cube, trace_of_squares, effective, lambda M: kept(net, M)))
    small_and = (
        d >= 2,
        small(net),
        law.conditions,
        nu.conditions,
        is_centred(law) & is_white(law),
        all_rows(d * d, rescaled),
    )
    return Shape(net, (d, gamma, bound), (*small_and, *known, in_balance(net)), laws=("nu", "law"))


@cache
def _is_kept(value: object) -> bool:
    if not isinstance(value, Net) or value.d not in Integers(2) or not (is_law(value.nu) and is_law(value.law)):
        return False
    if {entries(value.nu), entries(value.law)} != {value.d**2} or not (is_centred(value.law) and is_white(value.law)):
        return False
    bounded = all(abs(x) <= value.bound for _, *w in value.law for x in w)
    right = all(apart(row, value.d) in CORRELATIONS for _, *row in value.nu)
    return bounded and right and bool(small(value)) and bool(in_balance(value))


@cache
def weights(d: int, one: bool) -> Rows:
    """One weight of +-d beside zeros, in any place, or independent signs."""
    if not one:
        return joined(*[tuple((p, x) for x, p in SIGNS)] * d**2)
    at = range(d * d)
    return tuple((Fraction(1, 2 * d * d), *(Fraction(s * d * (i == j)) for j in at)) for i in at for s in (1, -1))


@composite(
    "= (d, nu, law, gamma, B), any law nu of d x d correlation matrices M and any of uncorrelated weights, E W_ij = 0, "
    "E W_ij² = 1, |W_ij| <= B, 256 d⁴B³ gamma <= 1, with E_nu |M|_F² <= E_nu |M⁺|_F² + gamma² d",
    has=_is_kept,
    general=_unknown,
    size=lambda net: net.d,
)
def nets(choose: Choose) -> Net | None:
    """Laws of one or two matrices."""
    d = choose(2, 3)
    one = d > 2 or bool(choose(0, 1))
    draw = correlation_matrices(Integers(d, d)).draw
    matrices = [one_of(d, Fraction(choose(1, 8), 8)) if choose(0, 1) else draw(choose) for _ in range(choose(1, 2))]
    shares = drawn_shares(choose, len(matrices))
    nu = merged((p, *(x for row in M for x in row)) for p, M in zip(shares, matrices, strict=True))
    bound = Fraction(d if one else 1)
    net = Net(d, nu, weights(d, one), 1 / (256 * d**4 * bound**3 * choose(1, 3)), bound)
    return net if _is_kept(net) else None


def alpha_of(at: Any) -> Any:
    """alpha(nu) = E Tr diag(M^2)^2/E Tr M^3."""
    return over(at["net"], trace_of_squares) / over(at["net"], trace_of_cube)


LETTERS = {"d": lambda at: number(at["net"].d), "alpha": lambda at: number(alpha_of(at))}


@Claim(
    "daneshmand20.rank.theorem-14",
    source=THEOREM_14,
    status="corrected",
    says="every law nu of M that is invariant, or whose E|M|_F^2 a layer does not lower by more than gamma^2 d, as the "
    "mean over L >= d/gamma^2 layers from any start, has (E_nu r)^2 >= 4 (1 - alpha) d and (Lemma 13) "
    "4 (1 - alpha) (E_nu |M|_F^2)^2 <= d^3: at a given gamma, for every d and every bounded law of the weights",
    silent_on="the soft rank, by Lemma 1 inside the mean, and single networks, by Birkhoff where nu is ergodic (note); "
    "larger gamma; alpha(nu) of the law that X leads to: that it stays below 1 as d grows is an open assumption",
    given=Given({"net": nets()}, letters=LETTERS),
    relation=">=",
    predicts=(4 * (1 - alpha) * d, -(d**3)),
    uses=(
        "daneshmand20.one-step.lemma-7",
        "daneshmand20.regularity.row-identity",
        "daneshmand20.rank.lemma-1-soft",
        "daneshmand20.uniqueness.frozen",
        "daneshmand20.uniqueness.unique-law-rank",
    ),
    twins=(
        Twin((d, -(d**3)), "E r >= sqrt(d)"),
        Twin((16 * (1 - alpha) * d, -(d**3)), "the constant 4"),
        Twin((4 * (1 - alpha) * d**2, -(d**3)), "linear growth"),
        Twin((4 * (1 - alpha) * d, -(d**3) / 4), "half of the bound on E|M|_F^2"),
    ),
).literal(scope="over all weights of finite laws, d = 2 and 3: r = Tr(M)^2/|M|_F^2", most=40)
def theorem_14(at: At) -> Any:
    sizes = over(at.net, norm)
    return over(at.net, effective) ** 2, -4 * (1 - number(alpha_of(vars(at)))) * sizes * sizes
