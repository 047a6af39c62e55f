"""The stationary gap at large width: V ~ constant/sqrt(d) with the constant, its law, and its memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from flint import arb
from sympy import Integer, Rational, gamma, sqrt, symbols

from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.certify import precision
from theory.exact.quadrature import half_line
from theory.notation import n
from theory.orthogonality import stationary
from theory.orthogonality.stationary import Linearised, coordinate_variance, dimension, gap_constant
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.linearised import IDENTITY, directions, entry, lagged, points, recursions, second
from theory.term import number, one_if, size
from theory.term.named import named
from theory.words import At

CHAIN = Locator(DANESHMAND21, "slides: E orth. gap(H_inf) = O(batch size/(alpha sqrt(width)))")
LIMIT = (
    "W_l Gaussian, the stationary chain of full rank, n fixed, d -> inf",
    "sqrt(d)(C - I/n) converges with its second moments to the stationary law of X' = A X + xi",
)
KEPT = n / (n + 2)
LINEAR = "X_n the stationary law of X′ = A X + ξ, to which √d (C − I/n) converges as d → ∞"
N = dimension(n)
unit = symbols("unit", real=True)


@cache
def around_identity(size: int) -> Linearised:
    return stationary.linearised(stationary.identity(size))


AROUND_IDENTITY = Given({"X": recursions(IDENTITY)}, letters={"n": points})


@Claim(
    "daneshmand21.width.stationary-gap",
    source=CHAIN,
    says="d E V^2 -> E|X|^2 = (n-1)(n+2)^2/(4n(n+1)), X stationary: 2/3, 25/24, 27/20, 175/72 at n = 2, 3, 4, 8",
    hypotheses=LIMIT,
    silent_on="d of the order of n^2, where C is not near I/n",
    predicts=gap_constant(n),
    given=AROUND_IDENTITY,
    uses=("daneshmand21.width.fluctuation", "daneshmand21.mean-map.local-rate"),
    twins=(
        Twin((n - 1) / n, "the noise of one layer only: .75 at n = 4"),
        Twin((n - 1) / n / (1 - KEPT), "1/(1-k) for 1/(1-k^2): 2.25"),
        Twin(n**2, "the slides' bound with alpha = 1 as an equality: 16"),
    ),
).literal(most=6)
def stationary_gap(at: At) -> Any:
    return second(at.X[3])


@Claim(
    "daneshmand21.width.memory",
    source=CHAIN,
    says="lag-one autocorrelation of sqrt(d)(C - I/n): n/(n+2), 1/2, 3/5, 2/3, 4/5 at n = 2, 3, 4, 8",
    hypotheses=LIMIT,
    predicts=KEPT,
    given=AROUND_IDENTITY,
    twins=(Twin(1 - 1 / n, "1 - 1/n"), Twin(1 - 2 / (3 * n), "the paper's linearised factor 1 - 2/(3n)")),
).literal(most=6)
def memory(at: At) -> Any:
    return lagged(*at.X) / second(at.X[3])


PLACE = Integers(0, far=3)


def projector(at: Mapping[str, Any]) -> Any:
    """Of the projector on symmetric matrices of trace 0, the entry at ij, kl."""
    i, j, k, l = (at[place] for place in "ijkl")
    both = one_if(i == k) * one_if(j == l) + one_if(i == l) * one_if(j == k)
    return number(both) / 2 - one_if(i == j) * one_if(k == l) / points(at)


@Claim(
    "daneshmand21.width.stationary-law",
    source=CHAIN,
    says="the limit law is isotropic on the N = (n-1)(n+2)/2 dimensions of symmetric matrices of trace 0 (Gaussian: "
    "GOE without its trace), of variance s^2 = (n+2)/(2n(n+1)) in each unit direction: E X_ij X_kl = s^2 (([ik][jl] + "
    "[il][jk])/2 - [ij][kl]/n), [ij] = 1 for i = j, else 0; the rank, of a projector tr^2 S/tr S^2, is N",
    hypotheses=LIMIT,
    predicts=(dimension(n), coordinate_variance(n) * unit),
    given=Given(
        {"X": recursions(IDENTITY)} | dict.fromkeys("ijkl", PLACE),
        lambda at: all(at[place] < size(at["X"][1]) for place in "ijkl"),
        "i, j, k, l < n; unit that of s^2 in the formula",
        letters={"n": points, "unit": projector},
    ),
    twins=(Twin((dimension(n), 2 / (n * (n + 2)) * unit), "the noise of one layer"),),
).literal(most=12)
def law(at: At) -> tuple[Any, Any]:
    S = at.X[3]
    return directions(S), entry(S, at.i, at.j, at.k, at.l)


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
    says="d E V^2/n -> E|X|^2/n, which is between 1/4 and 1/4 + 1/(2(n+1)), so that V ~ (1/2) sqrt(n/d) as d and then "
    "n go to infinity, not n/(alpha sqrt(d)) with alpha <= 1",
    hypotheses=LIMIT,
    relation="in",
    predicts=(Rational(1, 4), Rational(1, 4) + 1 / (2 * (n + 1))),
    given=AROUND_IDENTITY,
    uses=("daneshmand21.width.stationary-gap",),
    twins=(Twin((1 - 1 / (2 * (n + 1)), Integer(1)), "V ~ sqrt(n/d), the noise of one layer times sqrt(n)"),),
).literal(most=6)
def many_data(at: At) -> Any:
    return second(at.X[3]) / size(at.X[1])
