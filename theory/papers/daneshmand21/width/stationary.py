"""The stationary gap at large width: V ~ constant/sqrt(d) with the constant, its law, and its memory."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import arb, fmpq
from sympy import Integer, Rational, gamma, sqrt

from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers
from theory.exact.certify import precision
from theory.exact.quadrature import half_line
from theory.exact.rationals import to_sympy
from theory.notation import n
from theory.orthogonality import stationary
from theory.orthogonality.stationary import Linearised, coordinate_variance, dimension, gap_constant
from theory.papers.daneshmand21 import DANESHMAND21
from theory.term.named import named
from theory.words import At, Within

CHAIN = Locator(DANESHMAND21, "slides: E orth. gap(H_inf) = O(batch size/(alpha sqrt(width)))")
LIMIT = (
    "W_l Gaussian, the stationary chain of full rank, n fixed, d -> inf",
    "sqrt(d)(C - I/n) converges with its second moments to the stationary law of X' = A X + xi",
)
KEPT = n / (n + 2)
LINEAR = "X_n the stationary law of X′ = A X + ξ, to which √d (C − I/n) converges as d → ∞"
N = dimension(n)


@cache
def around_identity(size: int) -> Linearised:
    return stationary.linearised(stationary.identity(size))


@named("E‖X_{0}‖²", r"\mathbb E\|X_{{{0}}}\|^2", means=LINEAR)
def stationary_square(n: Any) -> Any:
    """tr S, S = A S A^T + Q: the limit of d E V^2."""
    found = around_identity(int(n))
    return to_sympy(found.trace(found.S))


@named("E⟨X′_{0}, X_{0}⟩", r"\mathbb E\langle X'_{{{0}}},X_{{{0}}}\rangle", means=LINEAR)
def lagged_square(n: Any) -> Any:
    """tr A S."""
    found = around_identity(int(n))
    return to_sympy(found.trace(found.A * found.S))


@Claim(
    "daneshmand21.width.stationary-gap",
    source=CHAIN,
    says="d E V^2 -> (n-1)(n+2)^2/(4n(n+1)): 2/3, 25/24, 27/20, 175/72 at n = 2, 3, 4, 8",
    hypotheses=LIMIT,
    silent_on="d of the order of n^2, where C is not near I/n",
    relation="->",
    predicts=gap_constant(n),
    given={"n": Integers(2)},
    uses=("daneshmand21.width.fluctuation", "daneshmand21.mean-map.local-rate"),
    twins=(
        Twin((n - 1) / n, "the noise of one layer only: .75 at n = 4"),
        Twin((n - 1) / n / (1 - KEPT), "1/(1-k) for 1/(1-k^2): 2.25"),
        Twin(n**2, "the slides' bound with alpha = 1 as an equality: 16"),
    ),
).literal(most=4, scope="n = 2..5: A and the noise from fourth moments, S = A S A^T + Q solved")
def stationary_gap(at: At) -> Any:
    return stationary_square(at.n)


@Claim(
    "daneshmand21.width.memory",
    source=CHAIN,
    says="lag-one autocorrelation of sqrt(d)(C - I/n): n/(n+2), 1/2, 3/5, 2/3, 4/5 at n = 2, 3, 4, 8",
    hypotheses=LIMIT,
    relation="->",
    predicts=KEPT,
    given={"n": Integers(2)},
    twins=(Twin(1 - 1 / n, "1 - 1/n"), Twin(1 - 2 / (3 * n), "the paper's linearised factor 1 - 2/(3n)")),
).literal(most=4, scope="n = 2..5: tr(A S)/tr S")
def memory(at: At) -> Any:
    return lagged_square(at.n) / stationary_square(at.n)


@Claim(
    "daneshmand21.width.stationary-law",
    source=CHAIN,
    says="the limit law is isotropic on the N = (n-1)(n+2)/2 dimensions of symmetric matrices of trace 0 (Gaussian: "
    "GOE without its trace), of variance s^2 = (n+2)/(2n(n+1)) in each unit direction",
    hypotheses=LIMIT,
    predicts=(dimension(n), coordinate_variance(n)),
    given={"n": Integers(2)},
    twins=(Twin((dimension(n), 2 / (n * (n + 2))), "the noise of one layer"),),
).literal(most=4, scope="n = 2..5: the rank of S, and its square in multiples of itself")
def law(at: At) -> tuple[Any, Any]:
    return directions(at.n), variance(at.n)


@named("rank Cov X_{0}", r"\mathrm{{rank}}\,\mathrm{{Cov}}\,X_{{{0}}}", means=LINEAR)
def directions(n: Any) -> Integer:
    """rank S."""
    return Integer(around_identity(int(n)).S.rank())


@named("s²(X_{0})", r"s^2(X_{{{0}}})", means="s² the variance in each unit direction of these")
def variance(n: Any) -> Any:
    """The one number other than 0 by which S multiplies a direction."""
    found = around_identity(int(n))
    # S acts on pairs i <= j; an off-diagonal one stands for two entries, that is for sqrt 2 of a unit direction
    weight = found.Q * 0
    for a, (i, j) in enumerate(found.pairs):
        weight[a, a] = fmpq(1 + (i < j))
    action = found.S * weight
    value = found.trace(found.S * weight * found.S) / found.trace(found.S)
    if action * action != action * value:
        raise ArithmeticError("S is no multiple of a projector: there is no one variance")
    return to_sympy(value)


def radial(power: int, digits: int = 25) -> arb:
    """int_0^oo x^power e^(-x^2/2) dx/sqrt(2 pi)."""
    return half_line(lambda u: u**power, lambda end: end**power * (-end * end / 2).exp(), digits)


@Claim(
    "daneshmand21.width.mean-gap",
    source=CHAIN,
    says="sqrt(d) E V -> s sqrt(2) Gamma((N+1)/2)/Gamma(N/2): .7236, .9712, 1.1301, 1.5479 at n = 2, 3, 4, 8",
    hypotheses=LIMIT,
    relation="->",
    predicts=sqrt(2 * coordinate_variance(n)) * gamma((N + 1) / 2) / gamma(N / 2),
    given={"n": Integers(2)},
    uses=("daneshmand21.width.stationary-law",),
    twins=(
        Twin(sqrt(gap_constant(n)), "E V = sqrt(E V^2): 1.162 for 1.130 at n = 4"),
        Twin(n, "the slides' n/(alpha sqrt(d)) with alpha = 1 as an equality"),
    ),
).literal(kind="certified", most=4, scope="n = 2..5: |X| of a Gaussian of covariance S by quadrature")
def mean_gap(at: At) -> arb:
    return stationary_norm(at.n)


@named("E‖X_{0}‖", r"\mathbb E\|X_{{{0}}}\|", means=f"{LINEAR}, normal")
def stationary_norm(n: Any) -> arb:
    """E|X| of a normal X with covariance S: of rank N, the mean of a chi of N degrees."""
    with precision(25):
        found = around_identity(int(n))
        rank = found.S.rank()
        return (arb(found.trace(found.S)) / rank).sqrt() * radial(rank) / radial(rank - 1)


@Claim(
    "daneshmand21.width.many-data",
    source=CHAIN,
    says="d E V^2/n -> 1/4 as d and then n go to infinity: V ~ (1/2) sqrt(n/d), not n/(alpha sqrt(d)) with alpha <= 1",
    hypotheses=LIMIT,
    relation="->",
    predicts=Rational(1, 4),
    given=Given({"n": Index(2, listed=(400, *range(2, 22)))}, words="d -> oo for each n, then n -> oo"),
    uses=("daneshmand21.width.stationary-gap",),
    twins=(Twin(Integer(1), "V ~ sqrt(n/d), the noise of one layer times sqrt(n)"),),
).literal(most=100)
def many_data(at: At) -> Within:
    return Within(isotropic_square(at.n) / at.n, 1 / (2 * (n + 1)))  # the note's bound


@named("E‖X_{0}‖²", r"\mathbb E\|X_{{{0}}}\|^2", means=LINEAR)
def isotropic_square(n: Any) -> Any:
    """`stationary_square` for every n: A is a number on trace 0 and xi isotropic there, by rotations of u."""
    size, one = int(n), stationary.identity(int(n))
    fourth, mixed = (stationary.fourth_moment(one, places) for places in ((0, 0, 0, 0), (0, 0, 1, 1)))
    kept, noise = size**2 * mixed, size * fourth + size * (size - 1) * mixed - fmpq(1, size)
    return to_sympy(noise / (1 - kept**2))
