"""The gamma -> 0 diffusion on rank two: the arcsine law at d = 2 (I2), uniform rows on the circle at every d (I3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy
from flint import acb, arb, ctx
from sympy import Expr, Integer, Poly, Rational, Symbol, cancel, diff, elliptic_k, expand, gamma, integrate, pi, sqrt

from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.numbers import Choose, Integers
from theory.exact.certify import at_each_precision, precision, upper_end
from theory.markov import invariants
from theory.markov.cauchy import by_antiderivative
from theory.markov.diffusion import planar_mean
from theory.markov.residual import times
from theory.notation import d, m
from theory.papers.daneshmand20.diffusion.generator import CHAIN, GENERATOR, determinant_of, generated, log_bend
from theory.papers.daneshmand20.regularity.sandwich import cubes, squared_norm, squared_rows
from theory.term import AnyLaw, Series, Shape, Term, each, every, has_mean, mean, number, places, variable
from theory.term.means import rotated
from theory.term.named import named


@cache
def _generated_log() -> Poly:
    """L log det M at d = 2, in rho = M_12."""
    rho = Symbol("rho")
    return Poly(cancel(generated(((1, rho), (rho, 1)), lambda moved: log_bend(determinant_of(moved)))), rho)


@cache
def _balance(power: int) -> Poly:
    """L rho^power, in rho."""
    rho = Symbol("rho")

    def of_power(x: Series) -> Expr:
        return power * x[0] ** (power - 1) * x[2] + power * (power - 1) // 2 * x[0] ** (power - 2) * x[1] ** 2

    return Poly(expand(generated(((1, rho), (rho, 1)), lambda moved: of_power(moved[0][1]))), rho)


@named("E ρ^(2 {0})", r"\mathbb E\rho^{{2 {0}}}", means=f"d = 2, ρ = M₁₂ of a law with E L f = 0, {GENERATOR}")
def _moment(m: Any) -> Expr:
    """By invariance: E L f = 0 for f = log det M, rho^2, rho^4, .."""
    moments = {0: Integer(1)}
    for power in range(0, 2 * int(m), 2):
        terms = {e: c for (e,), c in (_balance(power) if power else _generated_log()).terms()}
        top = terms.pop(power + 2)
        moments[power + 2] = -sum((c * moments[e] for e, c in terms.items()), Integer(0)) / top
    return moments[2 * int(m)]


@Claim(
    "daneshmand20.diffusion.arcsine",
    source=CHAIN,
    says="d = 2, gamma -> 0: the invariant probability on rho = M_12 is the arcsine law (the angle between the rows is "
    "uniform): E rho^(2m) = Gamma(m+1/2)/(sqrt(pi) m!)",
    predicts=gamma(m + Rational(1, 2)) / (sqrt(pi) * gamma(m + 1)),
    given=Given({"m": Integers(1)}),
    uses=("daneshmand20.diffusion.invariant-density", "daneshmand20.diffusion.width-two"),
    twins=(Twin(1 / (2 * m + 1), "rho uniform on (-1, 1)"),),
).literal(most=20)
def arcsine(at: At) -> object:
    return _moment(at.m)


@arcsine.exact(
    scope="every m: all stationary densities on (-1, 1), and the moments of the one of finite mass",
    argued="stationary densities on (-1, 1) solve an ordinary equation of which one solution has finite mass",
)
def _stationary_densities(predicted: Predicted) -> Compared:
    yield from _of_densities()
    yield "m = 0", Integer(1), predicted.subs(m, 0)
    yield "m + 1", predicted * (2 * m + 1) / (2 * m + 2), predicted.subs(m, m + 1)


@cache
def _of_densities() -> tuple[tuple[str, Any, Any], ...]:
    """What is said of them, whatever is predicted."""
    return tuple(_steps_to_densities())


def _steps_to_densities() -> Iterator[tuple[str, Any, Any]]:
    rho, first, second = (Symbol(name, real=True) for name in ("rho", "f'", "f''"))
    L = generated(
        ((1, rho), (rho, 1)), lambda moved: first * moved[0][1][2] + second / 2 * moved[0][1][1] ** 2
    )  # on a function of rho
    spread, drift = expand(L).coeff(second), expand(L).coeff(first)
    arcs, other = 1 / sqrt(1 - rho**2), rho / (1 - rho**2)
    # L* p = 0 where the flux (spread p)' - drift p is a number: one of the two makes it 0 and the other 1
    for name, p, flux in (("arcsine", arcs, 0), ("another", other, 1)):
        yield f"flux, {name}", sympy.simplify(diff(spread * p, rho) - drift * p), Integer(flux)
    # of k arcs + c other, c not 0, one end has a negative density
    ends = tuple(sympy.limit(other / arcs, rho, end, side) for end, side in ((1, "-"), (-1, "+")))
    yield "at the ends", ends, (sympy.oo, -sympy.oo)
    yield "of a uniform angle", arcs, -diff(sympy.acos(rho), rho)
    # what is 0 at both ends for m >= 1 is the integral of its slope: 2m E rho^(2m) = (2m - 1) E rho^(2m-2)
    ends_at_0 = rho ** (2 * m - 1) * sqrt(1 - rho**2)
    slope = ((2 * m - 1) * rho ** (2 * m - 2) - 2 * m * rho ** (2 * m)) * arcs
    yield "a slope", sympy.simplify((diff(ends_at_0, rho) - slope) / arcs / rho ** (2 * m - 2)), Integer(0)


@Claim(
    "daneshmand20.diffusion.arcsine-means",
    source=CHAIN,
    says="d = 2, gamma -> 0, under the arcsine law: E|M|_F^2 = 3, E r = sqrt 2, alpha = 19/20, E delta = 0",
    predicts=(Integer(3), sqrt(2), Rational(19, 20), Integer(0)),
    given=Given(),
    uses=("daneshmand20.diffusion.arcsine", "daneshmand20.diffusion.on-squares"),
    twins=(
        Twin((Rational(8, 3), pi / 2, Rational(35, 36), Integer(0)), "rho uniform on (-1, 1)"),
        Twin((Integer(3), Rational(4, 3), Rational(19, 20), Integer(0)), "E r = d^2/E|M|_F^2"),
        Twin((Integer(3), sqrt(2), Rational(9, 10), Integer(0)), "alpha below .9 at every d"),
    ),
).literal(kind="certified", whole=False)
def arcsine_means(at: At) -> object:
    F, r, D, T, drift = (_arcsine_mean(text, of) for text, of in UNDER_ARCSINE.items())
    return F, r, D / T, drift


UNDER_ARCSINE: dict[str, Callable[[acb, acb, acb], acb]] = {
    "E‖M‖²": lambda F, T, D: F,
    "E 4/‖M‖²": lambda F, T, D: 4 / F,
    "E tr(diag(M²)²)": lambda F, T, D: D,
    "E tr(M³)": lambda F, T, D: T,
    "E[8 − 2‖M‖² − 8 tr(M³) + 8 tr(diag(M²)²)]": lambda F, T, D: 8 - 2 * F - 8 * T + 8 * D,
}
"""Means under the arcsine law, of functions of |M|_F^2, Tr M^3 and Tr diag(M^2)^2."""


def _arcsine_mean(text: str, of: Callable[[acb, acb, acb], acb]) -> Any:
    def at_angle(phi: acb, _: bool) -> acb:
        M = ((acb(1), phi.cos()), (phi.cos(), acb(1)))
        square = times(M, M)
        cube = times(square, M)
        rows = square[0][0] * square[0][0] + square[1][1] * square[1][1]
        return of(square[0][0] + square[1][1], cube[0][0] + cube[1][1], rows)

    @named(text, bare=True, means="d = 2, M₁₂ = cos φ, φ uniform on (0, π)")
    def mean() -> arb:
        with precision(25):
            return acb.integral(at_angle, 0, acb.pi()).real / arb.pi()

    return mean()


@arcsine_means.exact(
    scope="the angle between the rows is uniform: integrals by SymPy",
    argued="under the arcsine law the angle between the rows is uniform",
)
def _over_every_angle(predicted: Predicted) -> Compared:
    rho = Symbol("rho", real=True)
    yield "the law of rho", diff(sympy.acos(rho), rho), -1 / sqrt(1 - rho**2)
    yield "means", _means(), predicted


@cache
def _means() -> tuple[Expr, ...]:
    """Of |M|_F^2, r, Tr diag(M^2)^2 over that of Tr M^3, and of L |M|_F^2."""
    turn, rho = Symbol("turn", real=True), Symbol("rho", real=True)

    def mean(of: Expr) -> Expr:  # of a polynomial
        powers = Poly(expand(of), rho).terms()
        return sum((c * integrate(sympy.cos(turn) ** k, (turn, 0, pi)) / pi for (k,), c in powers), Integer(0))

    F, T, D = invariants(sympy.Matrix([[1, rho], [rho, 1]]))
    drift = generated(((1, rho), (rho, 1)), lambda moved: 2 * (moved[0][1] * moved[0][1])[2])
    t = sympy.tan(turn)  # rho^2 = 1/(1 + t^2), and t goes through all numbers once
    by_tangent = cancel((4 / F).subs(rho, 1 / sqrt(1 + t**2)) / (1 + t**2)).subs(t, rho)
    r = by_antiderivative(sqrt(2) * sympy.atan(rho / sqrt(2)), by_tangent, rho, sympy.oo, -sympy.oo) / pi
    return mean(F), r, mean(D) / mean(T), mean(drift)


@dataclass(frozen=True)
class OnCircle:
    """Any law of d points on the unit circle, at the places i and d + i of a row."""

    law: AnyLaw
    d: Term

    def correlations(self, w: Any) -> Any:
        """M, of the points w."""
        there = places(self.d)
        return each(lambda i: each(lambda j: w[i] * w[j] + w[self.d + i] * w[self.d + j], there), there)


def _any_on_circle(_: str) -> Shape:
    d = variable("d", "nat")
    there = places(d)
    law = AnyLaw("law", 2 * d, lambda w: every(lambda i: w[i] * w[i] + w[d + i] * w[d + i] == 1, there))
    rows = OnCircle(law, d)

    def have_means(i: Any, j: Any, k: Any) -> Any:
        def cubes(w: Any) -> Any:
            M = rows.correlations(w)
            return M[i][j] * M[j][k] * M[k][i]

        def squares(w: Any) -> Any:
            M = rows.correlations(w)
            return M[i][j] * M[i][j] * (M[i][k] * M[i][k])

        return has_mean(law, cubes) & has_mean(law, squares) & has_mean(law, lambda w: rows.correlations(w)[i][j] ** 2)

    means = every(lambda i: every(lambda j: every(lambda k: have_means(i, j, k), there), there), there)
    return Shape(rows, (d,), (d >= 1, law.conditions, rotated(law, d), means), laws=("law",))


@composite(
    "= d: a law of d unit rows in the plane, the same if one row is turned, as of independent uniform ones, with means "
    "of products of up to four M_ij",
    has=lambda d: isinstance(d, int) and d >= 1,
    general=_any_on_circle,
    size=lambda d: d,
)
def circle_rows(choose: Choose) -> int:
    """Those that are listed are of independent uniform rows."""
    return choose(1, 6)


@cache
def _planar(d: int) -> tuple[Rational, ...]:
    return planar_mean(d, invariants)


def _mean_of(rows: Any, place: int) -> Any:
    """Of |M|_F^2, Tr M^3 or Tr diag(M^2)^2."""
    if not isinstance(rows, OnCircle):
        return _planar(int(rows))[place]
    of = (squared_norm, cubes, squared_rows)[place]
    return mean(rows.law, lambda w: of(rows.correlations(w)))


ROWS = "M of d rows, independent and uniform on the circle"


@named("E‖M‖²", r"\mathbb E\|M\|_F^2", bare=True, means=ROWS)
def mean_norm(rows: Any) -> Any:
    return _mean_of(rows, 0)


@named("E tr(M³)", r"\mathbb E\operatorname{{tr}}M^3", bare=True, means=ROWS)
def mean_cubes(rows: Any) -> Any:
    return _mean_of(rows, 1)


@named("E tr(diag(M²)²)", r"\mathbb E\operatorname{{tr}}\operatorname{{diag}}(M^2)^2", bare=True, means=ROWS)
def mean_rows(rows: Any) -> Any:
    return _mean_of(rows, 2)


@Claim(
    "daneshmand20.diffusion.planar-moments",
    source=CHAIN,
    says="rank 2, rows i.i.d. uniform on the circle: E|M|_F^2 = d(d+1)/2, E Tr M^3 = d^2(d+3)/4, "
    "E Tr diag(M^2)^2 = d(2d^2+5d+1)/8, so alpha = (2d^2+5d+1)/(2d^2+6d); 17/18 at d = 3",
    predicts=(d * (d + 1) / 2, d**2 * (d + 3) / 4, d * (2 * d**2 + 5 * d + 1) / 8,
              (2 * d**2 + 5 * d + 1) / (2 * d**2 + 6 * d)),
    given=Given(
        {"rows": circle_rows()},
        letters={"d": lambda at: at["rows"].d if isinstance(at["rows"], OnCircle) else number(at["rows"])},
    ),
    uses=("daneshmand20.diffusion.row-adjoint",),
    twins=(Twin((d * (d + 1) / 2, d**2 * (d + 3) / 4, d * (2 * d**2 + 6 * d) / 8, Integer(1)), "as on rank one"),),
).literal(scope="the mean over all rows at multiples of 60 degrees: six steps are exact", most=5)  # fmt: skip
def planar_moments(at: At) -> object:
    rows = mean_rows(at.rows)
    return mean_norm(at.rows), mean_cubes(at.rows), rows, rows / mean_cubes(at.rows)


@Claim(
    "daneshmand20.diffusion.planar-effective-rank",
    source=CHAIN,
    says="rank 2, d = 3, rows i.i.d. uniform on the circle: E r = 9/agm(sqrt(66 + 30 sqrt 5)/2, sqrt(15 sqrt 5)), "
    "which is 1.557159.. (agm(p, q) = pi p/(2 K(1 - q^2/p^2)), K of the parameter)",
    predicts=36 * elliptic_k(1 - 60 * sqrt(5) / (66 + 30 * sqrt(5))) / (pi * sqrt(66 + 30 * sqrt(5))),
    given=Given(),
    uses=("daneshmand20.diffusion.row-adjoint",),
    twins=(Twin(Rational(3, 2), "E r = 9/E|M|_F^2"), Twin(Rational(155716, 100000), "to six digits")),
).literal(kind="certified", whole=False)
def planar_rank_three(at: At) -> object:
    return mean_effective_rank()


@named("E r", r"\mathbb E\,r", bare=True, means="r = 9/‖M‖², M of d = 3 rows, independent and uniform on the circle")
def mean_effective_rank() -> arb:
    """E r of three rows on the circle, by equal steps."""
    with precision(25):
        return _mean_effective_rank()


@at_each_precision
def _mean_effective_rank() -> arb:
    # the first row at the angle 0, the others at x/2 and y/2. Within .7 of the real line |M|_F^2 has a real part of at
    # least 6 - 2 cosh .7 - cosh 1.4 > 1.3: N equal steps in either angle err by at most 2 (9/1.3)/(e^(.7 N) - 1)
    steps = 2 * ctx.dps
    cosine = [(2 * arb.pi() * i / steps).cos() for i in range(steps)]
    total = arb(0)
    for i in range(steps):
        for j in range(i + 1):  # i and j are alike
            total += (9 if i == j else 18) / (6 + cosine[i] + cosine[j] + cosine[i - j])
    return total / steps**2 + arb(0, upper_end(28 / ((arb(7) / 10 * steps).exp() - 1)))


@cache
def _by_half_angles() -> tuple[tuple[tuple[str, Any, Any], ...], Expr]:
    """Sides that have to be equal, and E r: one angle integrated, the other by its half angle and Legendre's."""
    x, turn, t, S = sympy.symbols("x turn t S", real=True)
    p, q = sympy.symbols("p q", positive=True)
    # rows at 0, x/2 and x/4 + turn/2
    doubled = 6 + sympy.cos(x) + sympy.cos(x / 2 + turn) + sympy.cos(x / 2 - turn)
    A, B = 6 + sympy.cos(x), 2 * sympy.cos(x / 2)
    angles = (x / 2, x / 4 + turn / 2, x / 4 - turn / 2)
    norm = 3 + 2 * sum(sympy.cos(f) ** 2 for f in angles)
    # A - B > 0 < A + B: with t = tan(turn/2) the mean of 1/(A + B cos(turn)) is one over the line
    cosine, stretch = (1 - t**2) / (1 + t**2), 1 / diff(sympy.tan(turn / 2), turn).subs(sympy.tan(turn / 2), t)
    by_half = cancel(stretch / ((p + q) / 2 + (p - q) / 2 * cosine))
    mean = integrate(by_half, (t, -sympy.oo, sympy.oo)) / (2 * pi)
    product_ = sympy.expand((A + B) * (A - B)).subs(sympy.cos(x / 2) ** 2, (1 + sympy.cos(x)) / 2)
    # with t = tan(x/2) the mean of 9/sqrt(p q) is one of 18/sqrt(quartic) over the line, over 2 pi
    quartic = cancel(product_.subs(sympy.cos(x), cosine) / (stretch / 2) ** 2)
    top, middle, bottom = (Poly(quartic, t).coeff_monomial(t**k) for k in (4, 2, 0))
    scale = sqrt(bottom / top)
    square = scale * (1 - S) / (1 + S)  # t^2, t > 0, S = sin(f) of slope^2 1 - S^2
    slope = cancel(diff(square, S) ** 2 * (1 - S**2) / (4 * square))  # of t by f, squared
    moved = expand(sympy.radsimp(cancel((top * square**2 + middle * square + bottom) / slope)))
    whole, share = moved.subs(S, 0), moved.coeff(S, 2)
    # 2/(2 pi) times 18/sqrt(whole - .. sin^2 f), -pi/2 < f < pi/2
    square_of, parameter = 66 + 30 * sqrt(5), 1 - 60 * sqrt(5) / (66 + 30 * sqrt(5))
    found = 36 * elliptic_k(parameter) / (pi * sqrt(square_of))
    steps = (
        ("|M|_F^2", sympy.expand((norm - doubled).rewrite(sympy.exp)), Integer(0)),
        ("A + B cos", sympy.expand(doubled, trig=True), sympy.expand(A + B * sympy.cos(turn))),
        ("the mean over one angle, times sqrt(A^2 - B^2)", mean * sqrt(p * q), Integer(1)),
        ("Legendre's form", moved, whole + share * S**2),
        ("its numbers", (whole, sympy.radsimp(-share / whole)), (square_of, sympy.radsimp(parameter))),
    )
    return steps, found


@planar_rank_three.exact(
    scope="both angles: one integrated by SymPy, the other brought to Legendre's form",
    argued="the mean is an integral over two uniform angles, one elementary, one elliptic",
)
def _exactly(predicted: Predicted) -> Compared:
    steps, found = _by_half_angles()
    yield from steps
    yield "E r", found, predicted
    yield "to six digits", bool(abs(found - Rational(1557159, 10**6)) < Rational(1, 10**6)), True
