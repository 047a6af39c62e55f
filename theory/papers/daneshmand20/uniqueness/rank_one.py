"""Lemma 6: on rank one M is frozen for bounded weights and small gamma; how often it moves where it does.

Row i of H + gamma W H at H = s v^T is s_i v times its bracket 1 + gamma sum_j W_ij s_i s_j.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import sympy
from flint import acb, arb
from sympy import Expr, Integer, Rational, Symbol, diff, erfc, expand, gamma, sqrt, symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Compared, Predicted, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision, upper_end
from theory.exact.expressions import grid
from theory.exact.rationals import ball, rational, to_sympy
from theory.notation import d
from theory.papers.daneshmand20.layers import mixed_row
from theory.papers.daneshmand20.matrices import boxed_matrices, not_zero
from theory.papers.daneshmand20.uniqueness.signs import LEMMA_6, RANK_ONE
from theory.term import each, mean, normal, number, one_if, size, total, whole
from theory.term.matrices import inner
from theory.term.named import named

strength, B = Symbol("gamma", positive=True), Symbol("B", positive=True)
OF_WIDTH = {"d": lambda at: number(size(at["s"]))}


def row_of(at: Any, place: Any) -> Any:
    """Row i of H + gamma W H, H = s v^T, W = B V."""
    H = each(lambda a: each(lambda x: a * x, at["v"]), at["s"])
    W = each(lambda row: each(lambda x: at["B"] * x, row), at["V"])
    return mixed_row(H, W, place, gamma=at["gamma"])


def slope(weights: Any, s: Any, place: Any) -> Any:
    """sum_j W_ij s_i s_j."""
    return s[place] * inner(weights, s)


def worst(at: Any) -> Any:
    """The row of weights -B s_i s_j."""
    return each(lambda a: -at["B"] * at["s"][at["i"]] * a, at["s"])


def own(at: Any) -> Any:
    """The row of weights B V_ij."""
    return each(lambda x: at["B"] * x, at["V"][at["i"]])


@Claim(
    "daneshmand20.uniqueness.least-bracket",
    source=LEMMA_6,
    status="reconstructed",
    says="from rank one, weights in [-B, B]: a bracket 1 + gamma sum_j W_ij s_i s_j is at least 1 - gamma B d, which "
    "it is for W_ij = -B s_i s_j; and (M+_ij)^2 is 1, so that every M_ij stays +-1",
    relation=">=",
    predicts=(1 - strength * B * d, -(1 - strength * B * d), Integer(1), Integer(-1)),
    given=Given(
        {
            "V": boxed_matrices(),
            "s": sign_vectors(),
            "v": Batches(Integers(1), constant=True),
            "gamma": Rationals(above=0),
            "B": Rationals(above=0),
            "i": Integers(0),
            "j": Integers(0),
        },
        lambda at: (
            size(at["V"]) == size(at["s"])
            and at["i"] < size(at["s"])
            and at["j"] < size(at["s"])
            and not_zero(row_of(at, at["i"]))
            and not_zero(row_of(at, at["j"]))
        ),
        "W = B V; H = s v^T; rows i and j of H + gamma W H are not 0",
        OF_WIDTH,
    ),
    speaks_of=("rs",),
    twins=(
        Twin(
            (1 - strength * B, -(1 - strength * B * d), Integer(1), Integer(-1)), "d terms taken for one: gamma < 1/B"
        ),
        Twin((1 - strength * B * d, -(1 - 2 * strength * B * d), Integer(1), Integer(-1)), "twice as far down"),
    ),
).literal(scope="both rows of weights, and rows rescaled", most=60)
def least_bracket(at: At) -> tuple[Any, ...]:
    its, least = (1 + at.gamma * slope(row(vars(at)), at.s, at.i) for row in (own, worst))
    first, second = (rescale(each(number, row_of(vars(at), place))) for place in (at.i, at.j))
    square = (inner(first, second) / number(size(at.v))) ** 2
    return number(its), -number(least), square, -square


@Claim(
    "daneshmand20.uniqueness.threshold",
    source=LEMMA_6,
    says="the threshold is sharp: the least gamma at which some weights in [-B, B] make a bracket vanish is 1/(Bd), at "
    "which W_ij = -B s_i s_j do",
    silent_on="laws: above it M changes with positive probability where the law of W_ij charges all neighbourhoods of "
    "B and of -B (note)",
    relation=">=",
    predicts=(1 / (B * d), -1 / (B * d)),
    given=Given(
        {"V": boxed_matrices(), "s": sign_vectors(), "B": Rationals(above=0), "i": Integers(0)},
        lambda at: size(at["V"]) == size(at["s"]) and at["i"] < size(at["s"]) and slope(own(at), at["s"], at["i"]) < 0,
        "W = B V, with sum_j W_ij s_i s_j < 0: else no bracket vanishes at any gamma > 0",
        OF_WIDTH,
    ),
    uses=("daneshmand20.uniqueness.least-bracket",),
    twins=(Twin((1 / (B * sqrt(d)), -1 / (B * d)), "the root: typical sums, not the largest"),),
).literal(scope="where the bracket, linear in gamma, is 0", most=60)
def threshold(at: At) -> tuple[Any, Any]:
    its, least = (slope(row(vars(at)), at.s, at.i) for row in (own, worst))
    return -1 / number(its), 1 / number(least)


of_signs = Symbol("m", real=True)
"""s_i s_j."""


def rank_one_image(at: Any, place: Any) -> Any:
    """A row of H + gamma W H at H = s v^T, gamma W = b V."""
    bracket = at["s"][place] + at["b"] * inner(at["V"][place], at["s"])
    return each(lambda x: bracket * x, at["v"])


@Claim(
    "daneshmand20.uniqueness.frozen",
    source=LEMMA_6,
    status="reconstructed",
    says="for gamma < 1/(Bd) and weights in [-B, B] M of rank one never changes: M+ = M = s s^T, so that each of these "
    "2^(d-1) matrices carries an invariant law",
    predicts=of_signs,
    given=Given(
        {
            "V": boxed_matrices(),
            "s": sign_vectors(),
            "v": Batches(Integers(1), constant=True),
            "b": Rationals(above=0),
            "i": Integers(0),
            "j": Integers(0),
        },
        lambda at: (
            size(at["V"]) == size(at["s"])
            and at["i"] < size(at["s"])
            and at["j"] < size(at["s"])
            and at["b"] * size(at["s"]) < 1
            and not_zero(at["v"])
        ),
        "W = B V, b = gamma B, b d < 1; H = s v^T, v != 0; places i and j",
        {"m": lambda at: at["s"][at["i"]] * at["s"][at["j"]]},
    ),
    speaks_of=("rs",),
    twins=(Twin(Integer(1), "all rows turn alike"),),
).literal(scope="rows rescaled", most=100)
def frozen(at: At) -> Any:
    first, second = (rescale(rank_one_image(vars(at), place)) for place in (at.i, at.j))
    return inner(first, second) / number(size(at.v))


DIGITS = 25


@named(
    "P(Σ_{{j<{0}}} uⱼ < {1})",
    r"P\big(\textstyle\sum_{{j<{0}}}u_j<{1}\big)",
    means="u_j independent, uniform on [−1, 1]",
)
@cache
def below(size: int, x: Fraction) -> Fraction:
    """P(u_1 + .. + u_d < x) for u_i uniform on [-1, 1], d <= 4, by slices: E P(u_1 + .. + u_(d-1) < x - u_d).

    The integrand is a polynomial of degree d - 1 <= 3 between its kinks, where Simpson's rule is exact.
    """
    if size == 1:
        return min(max((x + 1) / 2, Fraction(0)), Fraction(1))
    kinks = {x - k for k in range(1 - size, size, 2)} | {Fraction(-1), Fraction(1)}
    total = Fraction(0)
    for a, b in pairwise(sorted(kink for kink in kinks if -1 <= kink <= 1)):
        ends = below(size - 1, x - a) + below(size - 1, x - b)
        total += (b - a) / 6 * (ends + 4 * below(size - 1, x - (a + b) / 2))
    return total / 2


room, less = Symbol("t", nonnegative=True), Symbol("v", nonnegative=True)
"""(d - 1/g)_+ and (1 - 1/g)_+, as letters: SymPy takes long to put numbers into a maximum."""


def _room(sides: int | None) -> Callable[[Mapping[str, Any]], Any]:
    return lambda at: sympy.Max(0, (at["d"] if sides is None else sides) - 1 / to_sympy(at["g"]))


ROOM = {"t": _room(None), "v": _room(1)}
FLIP = room**d / (2**d * gamma(d + 1))
MOVED = (1 - (1 - 2 * FLIP) ** 2) / 2  # 2 p (1-p)


@Claim(
    "daneshmand20.uniqueness.flip-probability",
    source=LEMMA_6,
    says="weights uniform on [-B, B], g = gamma B <= 1/(d-2): a row changes its sign with probability p = t^d/(2^d "
    "d!), t = max(0, d - 1/g), which is 0 up to g = 1/d, and M_12 with probability 2p(1-p)",
    hypotheses=(*RANK_ONE, "W_ij i.i.d. uniform on [-B, B]", "g (d-2) <= 1"),
    predicts=(FLIP, MOVED),
    given=Given(
        {"d": Integers(2, 4), "g": Rationals(above=0)}, lambda at: at["g"] * (at["d"] - 2) <= 1, "g (d - 2) <= 1", ROOM
    ),
    speaks_of=("law",),
    uses=("daneshmand20.uniqueness.frozen",),
    twins=(Twin((less**d / (2**d * gamma(d + 1)), MOVED), "the threshold 1/B"),),
).literal(scope="the volume of the cube below, in slices; two independent rows", most=60)
def flip_probability(at: At) -> tuple[Expr, Expr]:
    row = below(whole(at.d), -1 / rational(at.g))
    return to_sympy(row), to_sympy(row * (1 - row) + (1 - row) * row)


@flip_probability.exact(
    scope="every d and g: by induction on d, one weight after another",
    argued="a row flips where a sum of d uniform weights is below a threshold: one more weight is one more integral",
)
def _by_slices(predicted: Predicted) -> Compared:
    # v_j = 1 + u_j is uniform on (0, 2); the row flips if their sum is below t = d - 1/g, and t <= 2
    t, v, g, many = symbols("t v g many", positive=True)
    yield "where the bracket is 0", expand(1 + g * (v - many)), expand(g * (v - (many - 1 / g)))
    yield "t for the largest g", (many - 1 / g).subs(g, 1 / (many - 2)), Integer(2)
    k = Symbol("k", integer=True, positive=True)
    flip, moved = predicted
    below = flip.subs(room, t)
    # over the last of them: an integral of half of what the others have, from 0 to t
    for number_of, others in ((Integer(1), Integer(1)), (k + 1, below.subs(d, k))):
        yield f"d = {number_of}, its slope", diff(below.subs(d, number_of), t), others / 2
        yield f"d = {number_of}, at t = 0", below.subs(d, number_of).subs(t, 0), Integer(0)
    yield "t <= 0", Integer(0), flip.subs({room: 0, d: k})
    yield "one of two independent rows flips", flip * (1 - flip) + (1 - flip) * flip, moved


@Claim(
    "daneshmand20.uniqueness.frozen-below-bound",
    source=LEMMA_6,
    status="reading",
    says="gamma < 1/B suffices: with uniform weights on [-B, B] no M_12 of rank one changes at gamma B = 7/10"
    " and 2/5, d = 2 and 3",
    hypotheses=(*RANK_ONE, "W_ij i.i.d. uniform on [-B, B]"),
    predicts=Integer(0),
    given=Given({"d": Integers(2, 3), "g": Rationals(above=0, below=1)}, letters=ROOM),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.flip-probability",),
    truth=FLIP,
).literal(scope="the volume of the cube below, in slices", most=60)
def frozen_below_bound(at: At) -> Expr:
    return to_sympy(below(whole(at.d), -1 / rational(at.g)))


def normal_tail(x: arb) -> arb:
    """P(standard normal > x), x >= 0, by quadrature: over 40 and a tail below e^-800."""

    def density(u: acb, _: bool) -> acb:
        return (-u * u / 2).exp()

    integral = acb.integral(density, acb(x), acb(x + 40)).real / (2 * arb.pi()).sqrt()
    return integral + arb(0, upper_end((-arb(800)).exp()))


@Claim(
    "daneshmand20.uniqueness.gaussian-flips",
    source=LEMMA_6,
    over=grid(d=(2, 3), gamma=(Rational(1, 4), 1)),
    says="Gaussian weights: a row changes its sign with probability p = erfc(1/(gamma sqrt(2d)))/2",
    silent_on="that p > 0 at every gamma, as erfc is (note)",
    hypotheses=(*RANK_ONE, "W_ij i.i.d. N(0, 1)"),
    predicts=erfc(1 / (strength * sqrt(2 * d))) / 2,
    given={"d": Integers(1), "gamma": Rationals(above=0)},
    speaks_of=("law",),
    twins=(Twin(erfc(1 / (strength * sqrt(2))) / 2, "one term, not d"),),
).literal(kind="certified", scope="the normal tail by quadrature, the sum being N(0, d)", most=40)
def gaussian_flips(at: At) -> arb:
    return tail_of_sum(whole(at.d), rational(at.gamma))


@named(
    "P(1 + {1} Σ_{{j<{0}}} gⱼ < 0)",
    r"P\big(1+{1}\textstyle\sum_{{j<{0}}}g_j<0\big)",
    means="g_j independent, N(0, 1)",
    definition=lambda d, gamma: mean(normal(d), lambda g: one_if(1 + gamma * total(g) < 0)),
)
def tail_of_sum(size: int, gamma_: Fraction) -> arb:
    """P(1 + gamma S < 0), S normal of variance d."""
    with precision(DIGITS):
        return normal_tail(1 / (ball(gamma_) * arb(size).sqrt()))


@Claim(
    "daneshmand20.uniqueness.gaussian-frozen",
    source=LEMMA_6,
    status="reading",
    says="bounded support is not needed: with Gaussian weights M of rank one is frozen at small gamma, such "
    "as 1/4 at d = 2",
    hypotheses=(*RANK_ONE, "W_ij i.i.d. N(0, 1)"),
    predicts=Integer(0),
    given={"d": Integers(2, 6), "gamma": Rationals(least=Rational(1, 8), most=Rational(1, 4))},
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.gaussian-flips",),
).literal(kind="certified", scope="the normal tail by quadrature, the sum being N(0, d)", most=24)
def gaussian_frozen(at: At) -> arb:
    return tail_of_sum(whole(at.d), rational(at.gamma))
