"""The typical decay of the norms at the constant that keeps their mean square."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import sympy
from flint import arb, fmpq
from sympy import EulerGamma, Expr, Integer, Symbol, cancel, exp, expand_func, integrate, log, oo, pi, simplify, sqrt

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import at_each_precision
from theory.exact.expressions import Undefined, grid
from theory.exact.quadrature import half_line
from theory.exact.rationals import to_fmpq, to_sympy
from theory.markov import cauchy
from theory.notation import HALF, alpha, k, m, n
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.outlier import clusters
from theory.papers.nachum24.outlier.clusters import BY_DEFINITION, DEFINITION_12, LAYER, configurations, sized
from theory.term.named import named
from theory.wide.outlier import log_growth, mixed_log

s, A, B = Symbol("s", positive=True), (n - k) ** 2, k**2


def coefficients(n: Expr, k: Expr, points: tuple[Any, Any]) -> tuple[fmpq, fmpq]:
    """|d'|^2/(t^2) of one neuron, t = w d, for both signs of w."""
    squares = ((o - c) ** 2 for o, c in (clusters.neuron(n, k, points, w) for w in (Integer(1), Integer(-1))))
    d = to_sympy(points[0] - points[1])
    found = tuple(to_fmpq(square / d**2) for square in squares)
    if not all(found):
        raise Undefined("d' = 0 with positive probability: log 0")
    return found[0], found[1]


@named("ℓ({0}, {3})", r"\ell({0},{3})", means=f"ℓ(n, m) = E log(|d'|²/|d|²), {LAYER}, Var W = 2 n²/(k² + (n − k)²)/m")
def log_of_growth(n: Expr, k: Expr, points: tuple[Any, Any], m: Expr) -> arb:
    """E log(|d'|^2/|d|^2) at Var W_ij = 2 alpha_k/m, over the signs of m weights and by quadrature."""
    width, (a, b) = int(m), coefficients(n, k, points)
    chi_square = (arb(width) / 2).digamma() + arb(2).log()
    gain = arb(to_fmpq(2 * alpha(n, k) / m))
    return gain.log() + chi_square + _mixed_log(a, b, width)


@at_each_precision
def _mixed_log(a: fmpq, b: fmpq, width: int) -> arb:
    return mixed_log(arb(a), arb(b), width)


@Claim(
    "nachum24.outlier.lyapunov",
    source=DEFINITION_12,
    says="E log(|d'|^2/|d|^2) = int_0^oo (e^(-s) - phi(s)) ds/s + log(2/(m(A+B))), phi(s) = [(1+2As)^(-1/2)/2 + "
    "(1+2Bs)^(-1/2)/2]^m, A = (n-k)^2, B = k^2; phi is the Laplace transform of S = n^2 |d'|^2/|d|^2 at Var W_ij = 1",
    silent_on="convergence in distribution of the norms over many layers",
    predicts=(((1 + 2 * A * s) ** (-HALF) / 2 + (1 + 2 * B * s) ** (-HALF) / 2) ** m, log(2 / (m * (A + B)))),
    given=configurations(m=Integers(1), s=Rationals(above=0)),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.norm-law",),
).literal(kind="certified", scope=BY_DEFINITION + "; integrals in balls", most=60)
def lyapunov(at: At) -> tuple[arb, arb]:
    exponent = log_of_growth(at.n, at.k, at.points, at.m)
    return transform(at.n, at.k, at.points, at.m, at.s), exponent - frullani_integral(at.n, at.k, at.m)


@named(
    "E exp(−{4} n² |d'|²/|d|²) at Var 1",
    r"\mathbb E\exp\big(-{4}\,n^2\tfrac{{|d'|^2}}{{|d|^2}}\big|_{{\mathrm{{Var}}\,W=1}}\big)",
)
def transform(n: Any, k: Any, points: Any, m: Any, s: Any) -> arb:
    """The Laplace transform of S, by quadrature."""
    rows = [_laplace(int(n) ** 2 * c * to_fmpq(s)) for c in coefficients(n, k, points)]
    return ((rows[0] + rows[1]) / 2) ** int(m)


@named("∫₀^∞ (e^(−s) − φ_{2}(s)) ds/s", r"\int_0^\infty\frac{{e^{{-s}}-\phi_{{{2}}}(s)}}s\,ds", means="φ_m the first")
def frullani_integral(n: Any, k: Any, m: Any) -> arb:
    """Of the claim's phi, to which the transform is compared."""
    size, copies, width = int(n), int(k), int(m)
    return log_growth(size, copies, width) - (arb(2) / (width * ((size - copies) ** 2 + copies**2))).log()


@lyapunov.exact(
    scope=clusters.EVERYWHERE + ": the transform of one neuron by SymPy, of m + 1 from that of m",
    argued="neurons are independent: the transform of one is enough, and Frullani's integral gives the logarithm",
)
def _by_transforms(predicted: Predicted) -> Compared:
    transform, shift = (sized(part) for part in predicted)
    one, scale = _of_one_neuron()
    yield "m = 1", one, transform.subs(m, 1)
    yield "m + 1", transform * one, transform.subs(m, m + 1)  # given the others S is theirs and one more
    yield "|d'|^2/|d|^2 over S", scale, exp(shift)


@cache
def _of_one_neuron() -> tuple[Expr, Expr]:
    """E e^(-sS) at m = 1, and |d'|^2/|d|^2 over S for every m."""
    T = sympy.symbols("T", positive=True)
    size = sized(n)
    density = sqrt(2 / pi) * exp(-(T**2) / 2)  # of |t|, t = w.d over |d| and the deviation of a weight
    found = Integer(0)
    for _, t in clusters.signs():
        ((o, c),) = (clusters.blocks(t),)
        square = cancel(size**2 * (o - c) ** 2 / t**2)
        found += simplify(integrate(sympy.powsimp(exp(-s * square * T**2) * density), (T, 0, oo))) / 2
    return found, cancel(sized(2 * alpha(n, k) / m) / size**2)


@at_each_precision
def _laplace(c: fmpq) -> arb:
    """E e^(-c t^2) of a standard normal t, by quadrature."""
    return 2 * half_line(lambda u: (-c * u * u).exp(), lambda T: (-T * T / 2).exp(), 20)


@Claim(
    "nachum24.outlier.lyapunov-narrow",
    source=DEFINITION_12,
    says="closed forms of E log(|d'|^2/|d|^2): log(k(n-k)/((n-k)^2 + k^2)) - gamma at m = 1; log(sqrt(k(n-k))/((n-k)^2 "
    "+ k^2)) + log n - gamma at m = 2; psi(m/2) + log(2/m) at n = 2k",
    predicts=(
        log(k * (n - k) / ((n - k) ** 2 + k**2)) - EulerGamma,
        log(sqrt(k * (n - k)) / ((n - k) ** 2 + k**2)) + log(n) - EulerGamma,
        sympy.polygamma(0, m * HALF) + log(2 / m),
    ),
    given=configurations(m=Integers(1)),
    speaks_of=("rc", "nl"),
    uses=("nachum24.outlier.lyapunov",),
).literal(kind="certified", scope=BY_DEFINITION + "; quadrature in balls", most=60)
def lyapunov_narrow(at: At) -> tuple[arb, ...]:
    one, two = (log_of_growth(at.n, at.k, at.points, Integer(m)) for m in (1, 2))
    return one, two, log_of_growth(2 * at.k, at.k, at.points, at.m)


@lyapunov_narrow.exact(
    scope=clusters.EVERYWHERE + ": integrals over one or two normal numbers, by SymPy",
    argued="at these widths the mean is an integral over one or two normal numbers",
)
def _integrated(predicted: Predicted) -> Compared:
    claimed = (sized(predicted[0]), sized(predicted[1]), predicted[2])
    yield "m = 1, m = 2, n = 2k", _exponents(), tuple(map(_parted, claimed))


@cache
def _exponents() -> tuple[Expr, ...]:
    """E log(|d'|^2/|d|^2) at m = 1, at m = 2, and at n = 2k."""
    # |d'|^2/t^2 of one neuron, t = w.d of either sign
    A, B = (cancel((o - c) ** 2 / t**2) for _, t in clusters.signs() for o, c in (clusters.blocks(t),))
    gain = sized(2 * alpha(n, k) / m)
    any_ = _mean_log_chi_square()
    one = expand_func(any_.subs(m, 1))
    found = (
        log(gain.subs(m, 1)) + sum(log(p) + one for p in (A, B)) / 2,
        log(gain.subs(m, 2)) + sum(_mean_log(p, q) for p, q in product((A, B), repeat=2)) / 4,
        ((log(gain * A) + log(gain * B)) / 2 + any_).subs(clusters.REST, k),  # both are the same there
    )
    return tuple(map(_parted, found))


def _mean_log(p: Expr, q: Expr) -> Expr:
    """E log(p t^2 + q u^2) by c = u/t: that of t^2 + u^2, log(p + q c^2), and log(1 + c^2) taken off."""
    of_both = expand_func(_mean_log_chi_square().subs(m, 2))
    return of_both + log(q) + cauchy.mean_log(p / q) - cauchy.mean_log(Integer(1))


def _parted(e: Expr) -> Expr:
    return sympy.expand_log(e.replace(log, lambda x: log(sympy.factor(x))), force=True).expand()


@cache
def _mean_log_chi_square() -> Expr:
    """Of a sum X of m squares of normal numbers: d/dz log E X^z at z = 0."""
    z = Symbol("z", nonnegative=True)
    power = integrate(s ** (m / 2 - 1 + z) * exp(-s / 2), (s, 0, oo), conds="none")
    return sympy.expand_log(sympy.diff(log(power), z).subs(z, 0)).simplify()


norm_preserved = Claim(
    "nachum24.outlier.norm-preserved",
    source=DEFINITION_12,
    **READING,
    says="at Var W_ij = 2 alpha/m the norm is preserved layer by layer: E log(|d'|^2/|d|^2) = 0, at m = 1, m = 2 and "
    "n = 2k among others",
    predicts=(Integer(0), Integer(0), Integer(0)),
    given=configurations(
        n=Preceded(Integers(2), (Integer(10),)),
        k=Preceded(Integers(1), (Integer(2),)),
        m=Preceded(Integers(1), (Integer(7),)),
    ),
    over=grid(n=(10,), k=(2,), m=(7,)),
    corrected_by=("nachum24.outlier.lyapunov-narrow",),
)
norm_preserved.literal(lyapunov_narrow, kind="certified", scope=BY_DEFINITION + "; quadrature in balls", most=20)


G = Symbol("g", positive=True)

gain_over_depth = Claim(
    "nachum24.outlier.gain-over-depth",
    source=Locator(NACHUM24, "the constant alpha, quoted second-hand"),
    says="over L layers with Var W_ij = g/m the mean of log(|d_L|^2/|d_0|^2)/L is E log R, its value at the invariant "
    "gain g = 2 alpha_k in one layer, plus log(g/(2 alpha_k)): every other gain adds up exponentially in the depth",
    tex=r"\tfrac1L\mathbb E\log\frac{|d_L|^2}{|d_0|^2}=\mathbb E\log R+\log\frac g{2\alpha_k}",
    hypotheses=("W_ij i.i.d. N(0, g/m) in each layer, m the width",),
    silent_on="which gain a practitioner should take: E log R < 0 at the invariant one",
    predicts=log(G / (2 * alpha(n, k))),
    given=configurations(m=Integers(1), g=Rationals(above=0), L=Integers(1)),
    left=r"\tfrac1L\mathbb E\log\frac{|d_L|^2}{|d_0|^2}-\mathbb E\log R",
    uses=("nachum24.outlier.lyapunov", "nachum24.outlier.norm-law"),
    twins=(Twin(log(G / 2), "measured from He's gain 2"),),
)
