"""The invariant measure of the gamma -> 0 diffusion on correlation matrices of full rank, and its mass (I1)."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod

from flint import fmpq_mat
from sympy import Expr, Integer, Rational, Symbol, gamma, oo, pi

from theory.claim import Claim, Compared, Predicted, Twin
from theory.exact.expressions import grid
from theory.markov.diffusion import diffusion, symbolic_correlation
from theory.notation import d
from theory.papers.daneshmand20.diffusion.setting import (
    CHAIN,
    DIFFUSION,
    GENERAL,
    F,
    determinant,
    exactly,
    points,
    square_norm,
)

s, a = Symbol("s", real=True), Symbol("a", real=True)

adjoint_of_powers = Claim(
    "daneshmand20.diffusion.adjoint-of-powers",
    source=CHAIN,
    status="new",
    says="L* det^s = (1/2)(2s+d-1)((2s+d+1)(|M|_F^2 - d) - d(d-1)) det^s: zero for s = -(d-1)/2 and no other power",
    tex=r"\frac{L^*\det^s}{\det^s}=\tfrac12(2s+d-1)\big((2s+d+1)(\|M\|_F^2-d)-d(d-1)\big)",
    hypotheses=(*DIFFUSION, "density with respect to dM = prod over i < j of dM_ij"),
    predicts=(2 * s + d - 1) * ((2 * s + d + 1) * (F - d) - d * (d - 1)) / 2,
    over=tuple({"d": p["d"], "F": p["F"], "s": c} for p in GENERAL[:6] for c in (Rational(1, 3), Integer(2))),
    uses=("daneshmand20.diffusion.row-adjoint",),
    twins=(Twin((2 * s + d) * ((2 * s + d + 1) * (F - d) - d * (d - 1)) / 2, "I1.m+1/2: zero at s = -d/2"),),
)


@cache
def _adjoint(size: int) -> Expr:
    return diffusion(size).adjoint_of_power(determinant(size), s)


def _substituted(e: Expr, H: fmpq_mat) -> Expr:
    chain, M = diffusion(H.nrows()), exactly(H * H.transpose())
    places = {chain.M[i, j]: M[i, j] for i in range(M.rows) for j in range(i)}
    return e.xreplace(places)


@adjoint_of_powers.exact(
    scope="every correlation matrix of size d = 2, 3, every s; d = 4 at three rational matrices", reach="cases"
)
def _powers(predicted: Predicted) -> Compared:
    for size in (2, 3):
        yield f"d = {size}", _adjoint(size), predicted.subs({d: size, F: square_norm(symbolic_correlation(size))})
    for number, H in enumerate(points(4)):
        at = {d: 4, F: square_norm(exactly(H * H.transpose()))}
        yield f"d = 4, matrix {number}", _substituted(_adjoint(4), H), predicted.subs(at)


invariant_density = Claim(
    "daneshmand20.diffusion.invariant-density",
    source=CHAIN,
    status="new",
    says="det(M)^(-(d-1)/2) dM is an invariant measure of the gamma -> 0 diffusion on full-rank correlation matrices",
    tex=r"L^*\det(M)^{-(d-1)/2}=0",
    hypotheses=(*DIFFUSION, "rank(M) = d"),
    silent_on="its total mass (finite-mass)",
    predicts=(1 - d) / 2,
    over=grid(d=(2, 3, 4)),
    uses=("daneshmand20.diffusion.adjoint-of-powers",),
    twins=(
        Twin(Integer(0), "I1.m0: Lebesgue measure, uniform correlations"),
        Twin((2 - d) / 2, "I1.m+1/2: exponent larger by 1/2"),
        Twin(-d / 2, "exponent smaller by 1/2"),
        Twin(-(d + 1) / 2, "the Jeffreys exponent"),
    ),
)


@invariant_density.exact(
    scope="every correlation matrix of size d = 2, 3; d = 4 at three rational matrices", reach="cases"
)
def _stationary(predicted: Predicted) -> Compared:
    for size in (2, 3):
        yield f"d = {size}", _adjoint(size).subs(s, predicted.subs(d, size)), Integer(0)
    for number, H in enumerate(points(4)):
        yield f"d = 4, matrix {number}", _substituted(_adjoint(4).subs(s, predicted.subs(d, 4)), H), Integer(0)


finite_mass = Claim(
    "daneshmand20.diffusion.finite-mass",
    source=CHAIN,
    status="new",
    says="with Z_d(a) the integral of det^(a-(d+1)/2) dM, Z_d(a)/Z_(d-1)(a) = pi^((d-1)/2) Gamma(a-(d-1)/2)/Gamma(a) "
    "for 2a > d-1, and Z_d(a) is infinite else. The invariant density is a = 1: mass pi at d = 2, infinite for d >= 3, "
    "and d = 3 is the pole itself",
    tex=r"\frac{Z_d(a)}{Z_{d-1}(a)}=\pi^{(d-1)/2}\frac{\Gamma(a-\frac{d-1}2)}{\Gamma(a)}",
    hypotheses=("2a > d - 1",),
    predicts=pi ** ((d - 1) / 2) * gamma(a - (d - 1) / 2) / gamma(a),
    over=grid(d=(2, 3, 4, 5), a=(1, Rational(3, 2), 2, Rational(5, 2), 3), where=lambda d, a: 2 * a > d - 1),
    uses=("daneshmand20.diffusion.invariant-density",),
    twins=(Twin(pi ** ((d - 1) / 2) * gamma(a - d / 2 + 1) / gamma(a), "critical at d = 4"),),
)


def wallis(power: int) -> Expr:
    """The integral of (1 - x^2)^(power/2) over (-1, 1), by I_m = m/(m+1) I_(m-2); infinite for power <= -2."""
    if power <= -2:
        return oo
    return {-1: pi, 0: Integer(2)}[power] if power <= 0 else Rational(power, power + 1) * wallis(power - 2)


def vine_mass(size: int, a: Rational) -> Expr:
    """Z_d(a) by partial correlations: at level l = 1..d-1 there are d - l of them, of density (1-x^2)^(a-1-l/2)."""
    return prod((wallis(int(2 * a) - 2 - l) ** (size - l) for l in range(1, size)), start=Integer(1))


@finite_mass.exact(scope="d = 2..5 and 2a = 2..6 where finite; a = 1, d = 3: both sides infinite")
def _by_partial_correlations(predicted: Predicted) -> Compared:
    for size, twice in product((2, 3, 4, 5), range(2, 7)):
        at, where = {d: size, a: Rational(twice, 2)}, f"d = {size}, a = {twice}/2"
        if twice > size - 1:
            yield where, vine_mass(size, at[a]) / vine_mass(size - 1, at[a]), predicted.subs(at)
    yield "d = 3, a = 1: 1/mass", 1 / vine_mass(3, Integer(1)), 1 / predicted.subs(a, 1).subs(d, 3)
