"""Lemma 6: on rank one M is frozen for bounded weights and small gamma; when it is not, how often it moves.

H = s v^T with signs s: row i of H + gamma W H is s_i v times the bracket 1 + gamma sum_j W_ij s_i s_j.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from flint import acb, arb
from sympy import Expr, Integer, Max, Rational, Symbol, erfc, gamma, sqrt

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.markov.residual import covariance, layer, rank_one, sign_vectors, squares
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20

LEMMA_6 = Locator(DANESHMAND20, "Lemma 6")
RANK_ONE = ("M of rank one",)
g = Symbol("g", positive=True)  # gamma B, the weights in [-B, B]
strength, B = Symbol("gamma", positive=True), Symbol("B", positive=True)
DIGITS = 40


def extreme_rows(size: int) -> Iterator[tuple[int, ...]]:
    """Vertices of [-1, 1]^d: what is linear in a row of W has its extremes there."""
    return product((-1, 1), repeat=size)


def brackets(s: Sequence[int], row: int) -> Iterator[Expr]:
    """1 + gamma sum_j W_ij s_i s_j for all vertices of row i, W = B times signs: read off the layer at H = s 1^T."""
    size = len(s)
    for vertex in extreme_rows(size):
        W = [[B * v for v in vertex] if i == row else [0] * size for i in range(size)]
        Z, _ = layer([[entry] for entry in s], W, strength)
        yield Z[row][0] * s[row]


frozen = Claim(
    "daneshmand20.uniqueness.frozen",
    source=LEMMA_6,
    status="reconstructed",
    says="from rank one every M_ij stays +-1, and the least bracket over weights in [-B, B] is 1 - gamma B d: for "
    "gamma < 1/(Bd) M never changes",
    tex=r"(M^+_{ij})^2=1,\quad\min_W\Big(1+\gamma\sum_jW_{ij}s_is_j\Big)=1-\gamma Bd",
    hypotheses=(*RANK_ONE, "|W_ij| <= B"),
    silent_on="rank two and more",
    predicts=(1 - strength * B * d, Integer(1)),
    over=grid(d=(2, 3, 5), gamma=(Rational(1, 7), 2), B=(1, Rational(3, 2))),
    twins=(
        Twin((1 - strength * B, Integer(1)), "d terms taken for one: gamma < 1/B"),
        Twin((1 - strength * B * (d - 1), Integer(1)), "the diagonal left out"),
        Twin((1 + strength * B * d, Integer(1)), "the largest"),
    ),
)


@frozen.exact(
    scope="every gamma, B; all s, rows and vertices of [-B, B]^d, d = 2..4; squares for every W at d = 2, 3",
    reach="cases",
)
def _least_bracket(predicted: Predicted) -> Compared:
    for size in (2, 3, 4):
        for s in sign_vectors(size):
            for row in range(size):
                least = min(brackets(s, row), key=lambda e: e.subs({strength: 1, B: 1}))
                yield f"s = {s}, row {row + 1}", least, predicted[0].subs(d, size)
    for size in (2, 3):
        W = [[Symbol(f"w{i}{j}", real=True) for j in range(size)] for i in range(size)]
        for s in sign_vectors(size):
            yield f"M+_12^2, s = {s}", squares(covariance(rank_one(s), W, strength))[0][1], predicted[1]


threshold = Claim(
    "daneshmand20.uniqueness.threshold",
    source=LEMMA_6,
    status="new",
    says="the threshold is sharp: the least gamma at which some weights in [-B, B] make a bracket vanish is 1/(Bd)",
    tex=r"\gamma_*=\frac1{Bd}",
    hypotheses=(*RANK_ONE, "the law of W_ij charges all neighbourhoods of B and of -B"),
    predicts=1 / (B * d),
    over=grid(d=(2, 3, 5), B=(1, Rational(3, 2))),
    uses=("daneshmand20.uniqueness.frozen",),
    twins=(Twin(1 / B, "gamma < 1/B"), Twin(1 / (B * sqrt(d)), "the root: typical sums, not the largest")),
)


@threshold.exact(
    scope="all s and vertices of [-B, B]^d, d = 2..4, B = 1, 3/2, 7: M is as it was at 99/100 of it, at 101/100 not",
    reach="cases",
)
def _zero_of_a_bracket(predicted: Predicted) -> Compared:
    for size, bound in product((2, 3, 4), (Rational(1), Rational(3, 2), Rational(7))):
        slopes = [e.coeff(strength) for s in sign_vectors(size) for e in brackets(s, 0)]
        least = min(-1 / slope.subs(B, bound) for slope in slopes if slope.subs(B, bound) < 0)
        yield f"d = {size}, B = {bound}", least, predicted.subs({d: size, B: bound})
        for percent in (99, 101):
            kept = all(_kept(s, bound, least * percent / 100) for s in sign_vectors(size))
            yield f"d = {size}, B = {bound}, frozen at {percent}/100", kept, percent < 100


def _kept(s: Sequence[int], bound: Rational, gamma_: Rational) -> bool:
    """Whether M stays s s^T when row 1 is at any vertex and the other rows are 0."""
    size = len(s)
    for vertex in extreme_rows(size):
        W = [[bound * v for v in vertex], *[[0] * size] * (size - 1)]
        C = covariance(rank_one(s), W, gamma_)
        if any(C[i][j] * s[i] * s[j] <= 0 for i in range(size) for j in range(size)):
            return False
    return True


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


FLIP = Max(0, d - 1 / g) ** d / (2**d * gamma(d + 1))
MOVED = (1 - (1 - 2 * FLIP) ** 2) / 2  # 2 p (1-p)

flip_probability = Claim(
    "daneshmand20.uniqueness.flip-probability",
    source=LEMMA_6,
    status="new",
    says="weights uniform on [-B, B], g = gamma B <= 1/(d-2): a row changes its sign with probability p = (d - "
    "1/g)^d/(2^d d!), 0 up to g = 1/d, and M_12 with probability 2p(1-p)",
    tex=r"p=\frac{(d-1/g)_+^d}{2^d\,d!},\quad P(M_{12}^+\ne M_{12})=2p(1-p)",
    hypotheses=(*RANK_ONE, "W_ij i.i.d. uniform on [-B, B]", "g (d-2) <= 1"),
    predicts=(FLIP, MOVED),
    over=grid(d=(2, 3, 4), g=(Rational(2, 5), Rational(1, 2), Rational(9, 20), 2), where=lambda d, g: g * (d - 2) <= 1),
    uses=("daneshmand20.uniqueness.frozen",),
    twins=(
        Twin((FLIP, FLIP), "one row alone decides about M_12"),
        Twin((Max(0, 1 - 1 / g) ** d / (2**d * gamma(d + 1)), MOVED), "the threshold 1/B"),
    ),
)


@flip_probability.exact(
    scope="d = 2, 3, 4 at 8, 13, 8 rational g, 1/(2d) <= g <= 1/(d-2), by slices of the cube", reach="cases"
)
def _slices(predicted: Predicted) -> Compared:
    for size in (2, 3, 4):
        for tenth in range(5, 41, 5 if size == 2 else 2):
            x = Fraction(2 * size * 5, tenth)  # 1/g
            if x < size - 2:
                continue
            row = below(size, -x)
            stay = row**2 + (1 - row) ** 2
            at = {d: size, g: Rational(x.denominator, x.numerator)}
            yield f"d = {size}, g = {1 / x}", (row, 1 - stay), tuple(part.subs(at) for part in predicted)


frozen_below_bound = Claim(
    "daneshmand20.uniqueness.frozen-below-bound",
    source=LEMMA_6,
    status="reading",
    says="L6.m1: gamma < 1/B suffices: with uniform weights on [-B, B] no M_12 of rank one changes at gamma B = 7/10"
    " and 2/5, d = 2 and 3",
    tex=r"\gamma<1/B\Rightarrow M^+=M",
    hypotheses=(*RANK_ONE, "W_ij i.i.d. uniform on [-B, B]"),
    predicts=Integer(0),
    over=grid(d=(2, 3), g=(Rational(7, 10), Rational(2, 5))),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.flip-probability",),
    truth=FLIP,
)


@frozen_below_bound.exact(scope="P(a row changes its sign) at d = 2, 3, gamma B = 7/10, 2/5", reach="cases")
def _moves(predicted: Predicted) -> Compared:
    for size, strength in product((2, 3), (Fraction(7, 10), Fraction(2, 5))):
        claimed = predicted.subs({d: size, g: Rational(strength)})
        yield f"d = {size}, gamma B = {strength}: P(a row changes its sign)", below(size, -1 / strength), claimed


gaussian_flips = Claim(
    "daneshmand20.uniqueness.gaussian-flips",
    source=LEMMA_6,
    status="new",
    says="Gaussian weights: a row changes its sign with probability p = erfc(1/(gamma sqrt(2d)))/2 > 0 at every gamma "
    "> 0",
    tex=r"p=\tfrac12\,\mathrm{erfc}\frac1{\gamma\sqrt{2d}}",
    hypotheses=(*RANK_ONE, "W_ij i.i.d. N(0, 1)"),
    predicts=erfc(1 / (strength * sqrt(2 * d))) / 2,
    over=grid(d=(2, 3), gamma=(Rational(1, 4), 1)),
    twins=(
        Twin(erfc(1 / (strength * sqrt(d))) / 2, "the variance of the sum d/2"),
        Twin(erfc(1 / (strength * sqrt(2))) / 2, "one term, not d"),
    ),
)


def normal_tail(x: arb) -> arb:
    """P(standard normal > x), x >= 0, by quadrature: int_x^40 and a tail below e^-800."""

    def density(u: acb, _: bool) -> acb:
        return (-u * u / 2).exp()

    integral = acb.integral(density, acb(x), acb(40)).real / (2 * arb.pi()).sqrt()
    return integral + arb(0, (-arb(800)).exp().upper())


@gaussian_flips.certified(scope="d = 2, 3, 5, gamma = 1/4, 1/2, 1, 3: the normal tail by quadrature")
def _tails(predicted: Predicted) -> Compared:
    for size, one_over in product((2, 3, 5), (Rational(4), Rational(2), Rational(1), Rational(1, 3))):
        with precision(DIGITS):
            computed = normal_tail(enclose(one_over, {}, DIGITS) / arb(size).sqrt())
        yield (
            f"d = {size}, gamma = {1 / one_over}",
            computed,
            enclose(predicted, {"d": size, "gamma": 1 / one_over}, DIGITS),
        )


gaussian_frozen = Claim(
    "daneshmand20.uniqueness.gaussian-frozen",
    source=LEMMA_6,
    status="reading",
    says="L6.m2: bounded support is not needed: with Gaussian weights M of rank one is frozen at small gamma, such "
    "as 1/4 at d = 2",
    tex=r"P(\text{a sign changes})=0",
    hypotheses=(*RANK_ONE, "W_ij i.i.d. N(0, 1)"),
    predicts=Integer(0),
    over=grid(d=(2,), gamma=(Rational(1, 4),)),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.gaussian-flips",),
)


@gaussian_frozen.certified(scope="P(a row changes its sign) at d = 2, gamma = 1/4")
def _tail_at_quarter(predicted: Any) -> Compared:
    with precision(DIGITS):
        computed = normal_tail(4 / arb(2).sqrt())
    yield "P(a row changes its sign)", computed, enclose(predicted, {"d": 2, "gamma": Rational(1, 4)}, DIGITS)
