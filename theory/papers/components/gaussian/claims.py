"""Gaussian moments of the ReLU and the arc-cosine kernel."""

from __future__ import annotations

from flint import fmpq
from sympy import Rational, Symbol, acos, pi

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.exact.expressions import enclose, grid
from theory.papers.components import COMPONENTS
from theory.wide.kernels import kappa, kappa_by_quadrature, relu_moment, relu_moment_by_quadrature

power = Symbol("p", integer=True, positive=True)


relu_moments = Claim(
    "components.gaussian.relu-moment",
    source=Locator(COMPONENTS, "half moments"),
    status="new",
    says="E relu(g)^p = 2^(p/2 - 1) Gamma((p+1)/2)/sqrt(pi) for standard normal g: 1/2 for p = 2, 3/2 for p = 4",
    tex=r"\mathbb E\,\mathrm{relu}(g)^p=\frac{2^{p/2-1}}{\sqrt\pi}\,\Gamma\Big(\frac{p+1}2\Big)",
    hypotheses=("g ~ N(0,1)", "p > 0"),
    predicts=relu_moment(power),
    over=grid(p=range(1, 7)),
    twins=(Twin(2 * relu_moment(power), "the moments of |g|"),),
)


@relu_moments.certified(scope="p = 1..8, by quadrature in ball arithmetic")
def _moments_by_quadrature(predicted: Predicted) -> Compared:
    for p in range(1, 9):
        yield f"p = {p}", relu_moment_by_quadrature(p), enclose(predicted, {"p": p})


rho = Symbol("rho", real=True)


arc_cosine = Claim(
    "components.gaussian.arc-cosine",
    source=Locator(COMPONENTS, "Cho and Saul (2009)"),
    status="new",
    says="E[2 relu(u) relu(v)] = kappa(rho) = (sqrt(1-rho^2) + (pi - arccos rho) rho)/pi for standard normal u, v of "
    "correlation rho",
    tex=r"\mathbb "
    r"E[2\,\mathrm{relu}(u)\mathrm{relu}(v)]=\kappa(\rho)=\tfrac1\pi\big(\sqrt{1-\rho^2}+(\pi-\arccos\rho)\rho\big)",
    hypotheses=("(u, v) jointly normal, unit variances", "-1 <= rho <= 1"),
    predicts=kappa(rho),
    over=grid(rho=(Rational(-4, 5), Rational(-3, 5), Rational(0), Rational(1, 3), Rational(12, 13))),
    uses=("components.gaussian.relu-moment",),
    twins=(
        Twin(kappa(rho).subs(pi, Rational(314, 100)), "with pi = 3.14: wrong by less than a percent"),
        Twin(kappa(rho) * Rational(101, 100), "one per cent off"),
        Twin(1 - acos(rho) / pi, "the kernel of the step function, kappa'"),
    ),
)


@arc_cosine.certified(scope="rho = -12/13, -4/5, -3/5, 0, 1/3, 12/13, by quadrature in ball arithmetic")
def _kernel_by_quadrature(predicted: Predicted) -> Compared:
    for p, q in ((-12, 13), (-4, 5), (-3, 5), (0, 1), (1, 3), (12, 13)):
        yield f"rho = {p}/{q}", kappa_by_quadrature(fmpq(p, q)), enclose(predicted, {"rho": Rational(p, q)})
