"""The gamma -> 0 diffusion of correlation matrices: its generator (G), and the adjoint of one row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

import sympy
from sympy import QQ, Expr, Integer, Rational, Symbol, symbols
from sympy.polys.rings import PolyRing

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Rationals
from theory.claim.given import Given
from theory.claim.matrices import Correlations
from theory.exact.expressions import grid
from theory.exact.rationals import to_sympy
from theory.markov import invariants
from theory.markov.diffusion import (
    diffusion,
    log_volume_rate,
    row_generated,
    row_generator,
    sphere_mean,
    symbolic_correlation,
)
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.diffusion.literal import determinant_of, generated
from theory.papers.daneshmand20.diffusion.setting import (
    CHAIN,
    DIFFUSION,
    GENERAL,
    D,
    F,
    T,
    determinant,
    exactly,
    points,
    square_norm,
)

a, q, tau = symbols("a q tau", real=True)


rho = Symbol("rho", real=True)


INVARIANTS: dict[str, Callable[[Mapping[str, Any]], Expr]] = {
    "d": lambda at: Integer(len(at["M"])),
    "F": lambda at: invariants(sympy.Matrix(at["M"]))[0],
    "T": lambda at: invariants(sympy.Matrix(at["M"]))[1],
    "D": lambda at: invariants(sympy.Matrix(at["M"]))[2],
}
"""d, |M|_F^2, Tr M^3 and Tr diag(M^2)^2 of an instance M."""

on_squares = Claim(
    "daneshmand20.diffusion.on-squares",
    source=Locator(DANESHMAND20, "Lemma 7"),
    status="new",
    says="the generator of the gamma -> 0 diffusion on |M|_F^2 is delta(M) = 2d^2 - 2|M|_F^2 - 8 Tr M^3 + "
    "8 Tr diag(M^2)^2, the coefficient of Lemma 7",
    tex=r"L\|M\|_F^2=2d^2-2\|M\|_F^2-8\,\mathrm{Tr}M^3+8\,\mathrm{Tr}(\mathrm{diag}(M^2)^2)",
    hypotheses=DIFFUSION,
    predicts=2 * d**2 - 2 * F - 8 * T + 8 * D,
    over=GENERAL,
    given=Given({"M": Correlations()}, letters=INVARIANTS),
    left=r"(L\,|\cdot|_F^2)(M)",
    speaks_of=("rs",),
    twins=(
        Twin(2 * d**2 - 2 * F - 4 * T + 4 * D, "G.m1: 4 for 8"),
        Twin(2 * d**2 - 2 * F + 8 * T - 8 * D, "the signs of the last two exchanged"),
    ),
)


@on_squares.literal(most=60)
def _of_squares(at: At) -> object:
    return generated(at.M, lambda moved: sum((entry * entry).second for row in moved for entry in row))


@on_squares.exact(scope="every correlation matrix of size d = 2, 3, 4", reach="cases")
def _squares(predicted: Predicted) -> Compared:
    for size in (2, 3, 4):
        chain = diffusion(size)
        at = {d: size, **dict(zip((F, T, D), invariants(chain.M), strict=True))}
        yield f"d = {size}", chain.apply(square_norm(chain.M)), predicted.subs(at)


on_log_det = Claim(
    "daneshmand20.diffusion.on-log-det",
    source=CHAIN,
    status="new",
    says="the generator of the gamma -> 0 diffusion on log det M is 2|M|_F^2 - d(d+1)",
    tex=r"L\log\det M=2\|M\|_F^2-d(d+1)",
    hypotheses=(*DIFFUSION, "rank(M) = d"),
    silent_on="whether a full-rank invariant law exists",
    predicts=2 * F - d * (d + 1),
    over=GENERAL,
    given=Given({"M": Correlations(full=True)}, letters=INVARIANTS),
    left=r"(L\log\det)(M)",
    speaks_of=("rs",),
    twins=(Twin(2 * F - d * (d - 1), "G.m2: d(d-1)"), Twin(F - d * (d + 1) / 2, "log of the volume of the rows")),
)


@cache
def _log_det_times_square(size: int) -> Expr:
    """det^2 L log det = det L det - (1/2) sum covariance_pq d_p det d_q det, a polynomial."""
    chain, R = diffusion(size), PolyRing(diffusion(size).entries, QQ)
    det = R.from_expr(determinant(size))
    slope = [det.diff(entry) for entry in R.gens]
    covariance = [[R.from_expr(c) for c in row] for row in chain.covariance.tolist()]
    cross = sum((covariance[i][j] * f * g for (i, f), (j, g) in product(enumerate(slope), repeat=2)), R.zero)
    return (det * R.from_expr(chain.apply(determinant(size))) - cross / 2).as_expr()


@on_log_det.literal(most=40)
def _of_log_det(at: At) -> object:
    return generated(at.M, lambda moved: determinant_of(moved).log_second())


@on_log_det.exact(scope="every correlation matrix of size d = 2, 3, 4, times det^2", reach="cases")
def _log_det(predicted: Predicted) -> Compared:
    for size in (2, 3, 4):
        claimed = predicted.subs({d: size, F: square_norm(symbolic_correlation(size))})
        yield f"d = {size}", _log_det_times_square(size), claimed * determinant(size) ** 2


@on_log_det.exact(
    scope="d = 2..6, three rational matrices each, from log det(H^T H) and one weight at a time", reach="cases"
)
def _log_det_at_points(predicted: Predicted) -> Compared:
    for size in range(2, 7):
        for number, H in enumerate(points(size)):
            rate = log_volume_rate(H, H)
            at = {d: size, F: square_norm(exactly(H * H.transpose()))}
            yield f"d = {size}, matrix {number}", to_sympy(rate), predicted.subs(at)


width_two = Claim(
    "daneshmand20.diffusion.width-two",
    source=CHAIN,
    status="new",
    says="at d = 2 the generator is (1-rho^2)^2 d^2 - 3 rho (1-rho^2) d in rho = M_12",
    tex=r"L=(1-\rho^2)^2\partial_\rho^2-3\rho(1-\rho^2)\partial_\rho",
    hypotheses=(*DIFFUSION, "d = 2"),
    predicts=((1 - rho**2) ** 2, -3 * rho * (1 - rho**2)),
    over=grid(rho=(Rational(1, 3), Rational(-1, 2))),
    given=Given({"rho": Rationals(least=-1, most=1)}),
    left=r"\big(\tfrac12(L\rho^2-2\rho L\rho),\ L\rho\big)",
    speaks_of=("rs",),
    twins=(Twin(((1 - rho**2) ** 2, -rho * (1 - rho**2)), "the Jacobi operator of Brownian motion on the circle"),),
)


@width_two.literal(symbols=True)
def _coefficients(at: At) -> object:
    M = ((1, at.rho), (at.rho, 1))
    first = generated(M, lambda moved: moved[0][1].second)
    square = generated(M, lambda moved: (moved[0][1] * moved[0][1]).second)
    return (square - 2 * at.rho * first) / 2, first


@width_two.exact(scope="every rho, acting on rho and rho^2", reach="stated")
def _width_two(predicted: Predicted) -> Compared:
    chain = diffusion(2)
    x = chain.entries[0]
    second, first = (part.subs(rho, x) for part in predicted)
    yield "on rho", chain.apply(x), first
    yield "on rho^2", chain.apply(x**2), 2 * second + 2 * x * first


row_adjoint = Claim(
    "daneshmand20.diffusion.row-adjoint",
    source=CHAIN,
    status="new",
    says="row h on the sphere of R^k, G = sum of h_b h_b^T over the other rows: with the density |h.e|^(2a), G e = 0, "
    "the adjoint of (1/2) G_ij d_i d_j on it is (1/2)(k-2+2a)((k+2a) h^T G h - Tr G) times it. Without a density "
    "(a = 0) it vanishes iff k = 2 (or k = 1, where rows are signs): of all 2 <= k <= d i.i.d. uniform rows are "
    "invariant on the rank-2 stratum alone",
    tex=r"L_i^*|h\cdot e|^{2a}=\tfrac12(k-2+2a)\big((k+2a)h^\top Gh-\mathrm{Tr}G\big)|h\cdot e|^{2a}",
    hypotheses=(*DIFFUSION, "G e = 0 if a != 0"),
    predicts=(k - 2 + 2 * a) * ((k + 2 * a) * q - tau) / 2,
    over=grid(k=(2, 3, 4), a=(0, 1, 2), q=(Rational(1, 3), Rational(2, 5)), tau=(1, 2)),
    twins=(
        Twin((k - 1 + 2 * a) * ((k + 2 * a) * q - tau) / 2, "zero at k = 1 instead"),
        Twin((k - 2 + 2 * a) * (k * q - tau) / 2, "the density forgotten in one place"),
    ),
)


def _probes(h: tuple[Symbol, ...]) -> list[Expr]:
    """Monomials of degrees 0, 2 and, for k < 4, 4."""
    degrees = (0, 2, 4) if len(h) < 4 else (0, 2)
    return [prod(c, start=Integer(1)) for n in degrees for c in combinations_with_replacement(h, n)]


@cache
def _row_means(size: int, power: int) -> tuple[tuple[Expr, Expr, Expr, Expr], ...]:
    """For each probe f: f, E p L f, E p f h^T G h, E p f Tr G over the sphere, p = h_1^(2 power), G generic."""
    names = symbols(f"h_1:{size + 1}", real=True)
    first = 1 if power else 0  # G e_1 = 0 where there is a density
    entries = {(i, j): Symbol(f"g_{i}{j}") for i in range(first, size) for j in range(i, size)}
    R = PolyRing([*names, *entries.values()], QQ)
    h, free = R.gens[:size], dict(zip(entries, R.gens[size:], strict=True))
    G = [[free.get((min(i, j), max(i, j)), R.zero) for j in range(size)] for i in range(size)]
    density = h[0] ** (2 * power)
    form = sum((G[i][j] * h[i] * h[j] for i, j in product(range(size), repeat=2)), R.zero)
    trace = sum((G[i][i] for i in range(size)), R.zero)
    out = []
    for name in _probes(names):
        f = R.from_expr(name)
        parts = (row_generated(f, h, G), f * form, f * trace)
        out.append((name, *(sphere_mean(density * part, h) for part in parts)))
    return tuple(out)


@row_adjoint.exact(scope="k = 2, 3, 4 and a = 0, 1, 2, every G, against even polynomials of degree <= 4 (k = 4: 2)")
def _weak_form(predicted: Predicted) -> Compared:
    for size, power in product((2, 3, 4), (0, 1, 2)):
        claimed = sympy.Poly(sympy.expand(predicted.subs({k: size, a: power})), q, tau)
        of_q, of_tau, rest = (claimed.coeff_monomial(c) for c in (q, tau, 1))
        for f, computed, form, trace in _row_means(size, power):
            # affine in q and tau, as every twin is
            yield f"k = {size}, a = {power}, f = {f}", computed, of_q * form + of_tau * trace + rest


uniform_rows = Claim(
    "daneshmand20.diffusion.uniform-rows",
    source=CHAIN,
    status="reading",
    says="I3.m1: i.i.d. rows uniform on the sphere are invariant at every rank k: the adjoint of every row is 0 on 1",
    tex=r"L_i^*1=0\ \text{for every }k",
    hypotheses=DIFFUSION,
    predicts=Integer(0),
    over=grid(k=(3, 4)),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.diffusion.row-adjoint",),
    truth=(k - 1) * (k - 2) / (k * (k + 2)),  # the mean of h_1^2 (k h_1^2 - 1) (k - 2)/2
)


@uniform_rows.exact(scope="k = 3, 4, one other row e_1, against f = h_1^2", reach="cases")
def _uniform_rows(predicted: Predicted) -> Compared:
    for size in (3, 4):
        h = symbols(f"h_1:{size + 1}", real=True)
        G = sympy.diag(1, *[0] * (size - 1))
        yield f"k = {size}: E L h_1^2", sphere_mean(row_generator(h[0] ** 2, h, G), h), predicted.subs(k, size)
