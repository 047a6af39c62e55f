"""The invariant measure of the gamma -> 0 diffusion on full rank, and its mass; the adjoint of one row that moves."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

import sympy
from flint import Ordering, arb, arb_mat, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy import BlockMatrix, Expr, Identity, Integer, MatrixSymbol, Rational, Symbol, ZeroMatrix, diff, gamma, oo, pi

from theory.claim import At, Claim, Compared, Predicted, Twin, Verdict
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.matrices import Correlations, Square
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.certify import at_each_precision
from theory.exact.expressions import grid
from theory.exact.rationals import to_fmpq, to_sympy
from theory.markov import row_fields
from theory.notation import HALF, d, k
from theory.papers.daneshmand20.diffusion.generator import (
    CHAIN,
    GENERATOR,
    F,
    adjoint_of_powers,
    in_w,
    invariants_of,
    rescaled,
)
from theory.term import whole
from theory.term.named import named

s, a = Symbol("s", real=True), Symbol("a", real=True)


@cache
def _by_weights(M: Square) -> tuple[fmpq, fmpq, fmpq]:
    return adjoint_of_powers([[to_fmpq(x) for x in row] for row in M])


@Claim(
    "daneshmand20.diffusion.adjoint-of-powers",
    source=CHAIN,
    says="L* det^s = (1/2)(2s+d-1)((2s+d+1)(|M|_F^2 - d) - d(d-1)) det^s: zero for s = -(d-1)/2 and no other power",
    predicts=(2 * s + d - 1) * ((2 * s + d + 1) * (F - d) - d * (d - 1)) / 2,
    given=Given({"M": Correlations(Integers(2, far=6), full=True), "s": Rationals()}, letters=invariants_of("dF")),
    uses=("daneshmand20.diffusion.row-adjoint",),
).literal(most=300)
def adjoint_of_powers_claim(at: At) -> object:
    return adjoint_quotient(at.M, at.s)


@named(
    "(L* det^{1})({0})/det({0})^{1}",
    r"\frac{{(L^*\det^{{{1}}})({0})}}{{\det({0})^{{{1}}}}}",
    means=f"L* the adjoint of L, {GENERATOR}",
)
def adjoint_quotient(M: Any, s: Any) -> object:
    free, once, twice = _by_weights(M)
    power = to_fmpq(s)
    return to_sympy(free + power * once + power * (power - 1) / 2 * twice)


@cache
def _of_rows() -> Expr:
    """(L* det^s)/det^s: the sum over rows of what is linear in sum_j M_aj^2, j != a, of which the sum is F - d."""
    one = sympy.Poly(row_fields.of_determinant(rescaled, d - 1, s)[1], row_fields.form(0))
    if one.degree() > 1:
        raise ArithmeticError(f"{one} is not linear: its sum over rows is no function of |M|_F^2")
    return d * one.coeff_monomial(1) + (F - d) * one.coeff_monomial(row_fields.form(0))


@cache
def _split() -> bool:
    """Whether M = [[A, x], [x^T, 1]] is in triangular factors of the determinants det A and 1 - x.A^(-1) x."""
    size = Symbol("size", integer=True, positive=True)
    A, x, one = MatrixSymbol("A", size, size), MatrixSymbol("x", size, 1), Identity(1)
    low = BlockMatrix([[A, ZeroMatrix(size, 1)], [x.T, one]])
    high = BlockMatrix([[Identity(size), A.I * x], [ZeroMatrix(1, size), one - x.T * A.I * x]])
    return bool(sympy.block_collapse(low * high) == BlockMatrix([[A, x], [x.T, one]]))


ROWS = "every d: one row after another, by a calculus of fields A^k x, x the row and A that of the others"


@adjoint_of_powers_claim.exact(
    scope=ROWS, argued="the adjoint is a sum over rows, each on its sphere with the other rows fixed"
)
def _by_rows(predicted: Predicted) -> Compared:
    yield "a row beside the others", _split(), True
    yield "every d", _of_rows(), predicted
    at_identity = predicted.subs(F, d)
    yield "zero at M = I, F = d", at_identity.subs(s, (1 - d) / 2), Integer(0)
    yield "at no other power", diff(at_identity, s), d * (1 - d)


@Claim(
    "daneshmand20.diffusion.invariant-density",
    source=CHAIN,
    says="det(M)^(-(d-1)/2) dM is an invariant measure of the gamma -> 0 diffusion on full-rank correlation matrices",
    predicts=(1 - d) / 2,
    given=Given({"M": Correlations(Integers(2, far=6), full=True)}, letters=invariants_of("d")),
    uses=("daneshmand20.diffusion.adjoint-of-powers",),
    twins=(Twin(Integer(0), "Lebesgue measure, uniform correlations"),),
).literal(most=24)
def invariant_density(at: At) -> object:
    return power_annihilated(at.M)


@named("(the s with L* det^s = 0 at {0} and at ({0} + I)/2)", means=f"L* the adjoint of L, {GENERATOR}")
def power_annihilated(M: Any) -> object:
    # a + b s + c s (s - 1)/2 at either matrix; without its square it is that of one number, or of none
    half = tuple(tuple(Fraction(x) / (2 - (i == j)) for j, x in enumerate(row)) for i, row in enumerate(M))
    (a, b, c), (e, f, g) = _by_weights(M), _by_weights(half)
    once, free = (b - c / 2) * g - (f - g / 2) * c, a * g - e * c
    if not c and not g:  # M = I
        once, free = b, a
    zero = -free / once
    if any(x + zero * y + zero * (zero - 1) / 2 * z != 0 for x, y, z in ((a, b, c), (e, f, g))):
        raise ArithmeticError(f"no power of det is annihilated at both matrices: {zero} is nearest")
    return to_sympy(zero)


@invariant_density.exact(
    scope=ROWS, argued="the adjoint is a sum over rows, each on its sphere with the other rows fixed"
)
def _no_flux(predicted: Predicted) -> Compared:
    flux, _ = row_fields.of_determinant(rescaled, d - 1, s)
    yield "a row beside the others", _split(), True
    yield "the flux", tuple(sympy.expand(g.subs(s, predicted)) for g in flux.values()), (Integer(0),) * len(flux)
    yield "its divergence", sympy.expand(_of_rows().subs(s, predicted)), Integer(0)


OF_ANY = {"d": Integers(2, 3), "twice": Integers(2)}


@at_each_precision
def _between_rows(size: int, a: Rational) -> arb:
    """Z_2(a) or Z_3(a), M the Gram matrix of unit rows at angles: integrals of polynomials in cosines, by as many equal
    steps as make them exact; of polynomials in one number by Gauss' nodes."""
    power = a - Rational(size + 1, 2)
    if size == 2 and power.is_Integer:
        return _by_nodes(lambda x: (1 - x * x) ** int(power), int(power) + 1)
    steps = 2 * int(a) + 2
    angles = [arb.pi() * fmpq(2 * i + 1, 2 * steps) for i in range(steps)]
    if size == 2:
        return sum((_to((1 - f.cos() ** 2), power) * f.sin() for f in angles), arb(0)) * arb.pi() / steps
    total = arb(0)
    for f, g in product(angles, repeat=2):
        # rows e_1, (cos f, sin f, 0) and (cos g, sin g u, sin g sqrt(1 - u^2)): dM = sin^2 f sin^2 g df dg du
        def density(u: arb, f: arb = f, g: arb = g) -> arb:
            x, y = f.cos(), g.cos()
            z = x * y + f.sin() * g.sin() * u
            return _to(arb_mat([[1, x, y], [x, 1, z], [y, z, 1]]).det(), power)

        total += f.sin() ** 2 * g.sin() ** 2 * _by_nodes(density, int(power) + 1)
    return total * (arb.pi() / steps) ** 2


def _to(x: arb, power: Rational) -> arb:
    return x ** (int(power) if power.is_Integer else arb(fmpq(int(power.p), int(power.q))))


def _by_nodes(f: Callable[[arb], arb], nodes: int) -> arb:
    """The integral over (-1, 1) of a polynomial of degree below 2 `nodes`."""
    rule = [arb.legendre_p_root(nodes, i, weight=True) for i in range(nodes)]
    return sum((weight * f(x) for x, weight in rule), arb(0))


@Claim(
    "daneshmand20.diffusion.finite-mass",
    source=CHAIN,
    says="with Z_d(a) the integral of det^(a-(d+1)/2) dM, Z_d(a)/Z_(d-1)(a) = pi^((d-1)/2) Gamma(a-(d-1)/2)/Gamma(a) "
    "for 2a > d-1, without bound towards 2a = d-1. The invariant density is a = 1: mass pi at d = 2, and d = 3 is the "
    "pole itself",
    predicts=pi ** ((d - 1) / 2) * gamma(a - (d - 1) / 2) / gamma(a),
    given=Given(
        OF_ANY,
        lambda at: bool(at["twice"] > at["d"] - 1 and (at["d"] == 2 or at["twice"] % 2 == 0)),
        "a = twice/2, 2a > d - 1; a whole at d = 3, where the integrand is a polynomial in cosines",
        letters={"a": lambda at: at["twice"] * HALF},
    ),
    silent_on="that Z_d(a) is infinite for 2a <= d - 1, as the integrand grows where a falls: so the invariant density "
    "has infinite mass for every d >= 3 (note)",
    uses=("daneshmand20.diffusion.invariant-density",),
).literal(kind="certified", most=20)
def finite_mass(at: At) -> object:
    return integral_of_power(at.d, at.a) / integral_of_power(at.d - 1, at.a)


@named("Z({0}, {1})", means="Z(d, a) = ∫ det(M)^(a − (d + 1)/2) dM over the correlation matrices of size d")
def integral_of_power(size: Any, a: Rational) -> arb:
    """Z of whole numbers `size` and 2a."""
    return _between_rows(whole(size), a) if size > 1 else arb(1)


@cache
def _ball() -> tuple[Symbol, Symbol, Expr]:
    """k, b, and the integral of (1 - |u|^2)^(b-1) over the unit ball of R^k: in polar coordinates, |u|^2 = v/(1+v)."""
    k, b = Symbol("k", integer=True, positive=True), Symbol("b", positive=True)
    r, v = sympy.symbols("r v", positive=True)
    sphere = pi ** (k / 2) / sympy.integrate(
        r ** (k - 1) * sympy.exp(-(r**2)), (r, 0, oo)
    )  # from the integral of e^(-|x|^2)
    square = v / (1 + v)
    by_radius = square ** ((k - 1) / Integer(2)) * (1 / (1 + v)) ** (b - 1) * sympy.diff(sympy.sqrt(square), v)
    return (
        k,
        b,
        sympy.simplify(
            sphere * sympy.integrate(sympy.powsimp(sympy.expand_power_base(sympy.simplify(by_radius))), (v, 0, oo))
        ),
    )


@finite_mass.exact(
    scope="every d and a: the last row by Cholesky's factor of the others, and a ball",
    argued="the last row ranges over a ball, once the others are written by Cholesky's factor",
)
def _by_the_last_row(predicted: Predicted) -> Compared:
    k, b, ball = _ball()
    # M = [[M', v], [v^T, 1]], M' = L L^T, v = L u, dv = |det L| du: det M = det M' (1 - |u|^2)
    L, u, one = MatrixSymbol("L", k, k), MatrixSymbol("u", k, 1), Identity(1)
    low = BlockMatrix([[L, ZeroMatrix(k, 1)], [u.T, one]])
    high = BlockMatrix([[L.T, u], [ZeroMatrix(1, k), one - u.T * u]])
    yield (
        "M in factors",
        bool(sympy.block_collapse(low * high) == BlockMatrix([[L * L.T, L * u], [u.T * L.T, one]])),
        True,
    )
    power = a - (d + 1) / 2
    yield "the power of det M', and |det L|", power + Rational(1, 2), power.subs(d, d - 1)
    yield "that of 1 - |u|^2, by b", power.subs({a: b + k / 2, d: k + 1}), b - 1
    yield "every d and 2a > d - 1", ball, predicted.subs({a: b + k / 2, d: k + 1})
    # infinite for b <= 0: it grows as b falls
    yield (
        "b -> 0",
        bool(sympy.limit(gamma(b), b, 0, "+") == oo and sympy.simplify(ball / gamma(b)).subs(b, 0).is_positive),
        True,
    )
    yield "d = 2, a = 1", predicted.subs(a, 1).subs(d, 2), pi
    yield "b at a = 1: 0 at d = 3, and falling", (1 - (d - 1) / 2).subs(d, k + 2), (1 - k) / 2


q, tau = sympy.symbols("q tau", real=True)


class Probe(NamedTuple):
    """Other rows in Z^k, and the exponents of a monomial of even degree in k variables."""

    rows: tuple[tuple[int, ...], ...]
    powers: tuple[int, ...]


@composite(
    ": other rows h_b in Z^k and a monomial f of even degree in k variables, k >= 2",
    has=lambda probe: (
        len(probe.powers) >= 2
        and sum(probe.powers) % 2 == 0
        and min(probe.powers) >= 0
        and all(len(g) == len(probe.powers) for g in probe.rows)
    ),
    size=lambda probe: len(probe.powers),
)
def probes(choose: Choose) -> Probe:
    """One to three rows, orthogonal to e_1 or any; degrees 2, 4 and 0."""
    k, free = choose(2, 5), choose(0, 1)
    rows = tuple((choose(-5, 5) * free, *(choose(-5, 5) for _ in range(k - 1))) for _ in range(choose(1, 3)))
    places = [choose(0, k - 1) for _ in range((2, 4, 0)[choose(0, 2)])]
    return Probe(rows, tuple(places.count(i) for i in range(k)))


def _mean(f: fmpq_mpoly, power: fmpq) -> fmpq:
    """E |h_1|^(2a) f(h)/E |h_1|^(2a), h uniform on the sphere: (h_i^2)_i has a law of Dirichlet's."""
    size, total = f.context().nvars(), fmpq(0)
    for exponents, factor in f.terms():
        if all(e % 2 == 0 for e in exponents):
            halves = [(power if i == 0 else 0) + fmpq(1, 2) for i in range(size)]
            above = prod((_rising(x, e // 2) for x, e in zip(halves, exponents, strict=True)), start=fmpq(1))
            total += factor * above / _rising(power + fmpq(size, 2), sum(exponents) // 2)
    return total


def _rising(x: fmpq, times: int) -> fmpq:
    return prod((x + i for i in range(times)), start=fmpq(1))


@cache
def _sphere(size: int) -> tuple[fmpq_mpoly, ...]:
    names = tuple(f"h_{i + 1}" for i in range(size))
    return tuple(fmpq_mpoly_ctx.get(names, Ordering.lex).gens())


def _moved_mean(rows: Any, powers: tuple[int, ...], power: fmpq) -> fmpq:
    """E p L f/E p, p = |h_1|^(2a), f the monomial: L f is the sum over the other rows g of the coefficient of w^2 of
    f((h + w g)/|h + w g|)."""
    h, total = _sphere(len(powers)), fmpq(0)
    for g in rows:
        along = sum((x * y for x, y in zip(g, h, strict=True)), 0 * h[0])
        f = in_w(1)
        for entry, times in zip(rescaled(h, g, along, sum(x * x for x in g)), powers, strict=True):
            for _ in range(times):
                f = f * entry
        total += _mean(f[2] + 0 * h[0], power)
    return total


@named("k", bare=True)
def variables(probe: Probe) -> Integer:
    """How many variables the monomial has."""
    return Integer(len(probe.powers))


OTHERS = "⟨g⟩ = ∫|h·e|^(2a) g(h) dσ/∫|h·e|^(2a) dσ, e = e₁, G = Σ h_b h_bᵀ"


@named("⟨f hᵀ G h⟩", r"\langle f\,h^\top Gh\rangle", bare=True, means=OTHERS)
def mean_form(probe: Probe, a: Any) -> Rational:
    """E p f h^T G h/E p, p = |h.e|^(2a)."""
    return _averages(probe, a)[0]


@named("⟨f tr(G)⟩", r"\langle f\operatorname{{tr}}G\rangle", bare=True, means=OTHERS)
def mean_trace(probe: Probe, a: Any) -> Rational:
    """E p f Tr G/E p."""
    return _averages(probe, a)[1]


def _averages(probe: Probe, a: Any) -> tuple[Rational, Rational]:
    rows, powers = probe
    h, power = _sphere(len(powers)), to_fmpq(a)
    f = prod((x**e for x, e in zip(h, powers, strict=True)), start=0 * h[0] + 1)
    form = sum((sum((x * y for x, y in zip(g, h, strict=True)), 0 * h[0]) ** 2 for g in rows), 0 * h[0])
    return to_sympy(_mean(f * form, power)), to_sympy(_mean(f, power) * sum(x * x for g in rows for x in g))


@Claim(
    "daneshmand20.diffusion.row-adjoint",
    source=CHAIN,
    says="row h on the sphere of R^k, G = sum of h_b h_b^T over the other rows: with the density |h.e|^(2a), G e = 0, "
    "the adjoint of (1/2) G_ij d_i d_j on it is (1/2)(k-2+2a)((k+2a) h^T G h - Tr G) times it. Without a density "
    "(a = 0) it vanishes for every G iff k = 2",
    silent_on="k = 1, where rows are signs; that of all 2 <= k <= d i.i.d. uniform rows are invariant on the rank-2 "
    "stratum alone (note)",
    predicts=(k - 2 + 2 * a) * ((k + 2 * a) * q - tau) / 2,
    over=grid(k=(2, 3, 4), a=(0, 1, 2), q=(Rational(1, 3), Rational(2, 5)), tau=(1, 2)),
    given=Given(
        {"probe": probes(), "a": Rationals(above=Rational(-1, 2))},
        lambda at: at["a"] == 0 or all(g[0] == 0 for g in at["probe"].rows),
        "e = e_1, G e = 0 if a != 0; q and tau the means of h^T G h and Tr G against p f",
        letters={
            "k": lambda at: variables(at["probe"]),
            "q": lambda at: mean_form(at["probe"], at["a"]),
            "tau": lambda at: mean_trace(at["probe"], at["a"]),
        },
    ),
    speaks_of=("rs",),
    twins=(Twin((k - 2 + 2 * a) * (k * q - tau) / 2, "the density forgotten in one place"),),
).literal(most=100)
def row_adjoint(at: At) -> object:
    return moved_mean(at.probe, at.a)


@named("⟨L f⟩", r"\langle Lf\rangle", bare=True, means=f"{OTHERS}; L f = Σ_b [w²] f((h + w h_b)/|h + w h_b|)")
def moved_mean(probe: Any, a: Any) -> object:
    rows, powers = probe
    return to_sympy(_moved_mean(rows, powers, to_fmpq(a)))


@row_adjoint.exact(
    scope="every k, G and a, by a calculus of fields G^m h, in a space whose spheres stay",
    argued="the divergence on a sphere is that of the fields in space which keep all spheres",
)
def _by_fields(predicted: Predicted) -> Compared:
    form, arguments = row_fields.form, (rescaled, k, tau)
    moved = row_fields.changes_of_length(row_fields.on_sphere(*arguments))
    yield "lengths stay", moved, (Integer(0),) * len(moved)
    flux, found = row_fields.of_line(*arguments, 2 * a)
    yield "the adjoint", found.subs(form(1), q), predicted
    # the flux is |h.e|^(2a) times sums of h and G h, and so through h.e = 0 a multiple of |h.e|^(2a + 1)
    yield "fields of the flux", set(flux) <= {0, 1}, True
    # one other row, of length 1: h^T G h is anything in [0, 1]
    alone = sympy.Poly(predicted.subs({a: 0, tau: 1}), q)
    yield "a = 0, k = 2", sympy.expand(predicted.subs({a: 0, k: 2})), Integer(0)
    yield "a = 0, where it vanishes", [sympy.solve(c, k) for c in alone.all_coeffs()], [[2], [2]]


@named(
    "E L h₁²",
    r"\mathbb E\,Lh_1^2",
    bare=True,
    means="h uniform on the sphere of ℝᵏ, L f = [w²] f((h + w e₁)/|h + w e₁|)",
)
def _L_of_first_square(k: Any) -> Expr:
    """One other row, e_1."""
    size = int(k)
    return to_sympy(_moved_mean([(1,) + (0,) * (size - 1)], (2,) + (0,) * (size - 1), fmpq(0)))


@Claim(
    "daneshmand20.diffusion.uniform-rows",
    source=CHAIN,
    status="reading",
    says="i.i.d. rows uniform on the sphere are invariant at every rank k: the adjoint of every row is 0 on 1",
    predicts=Integer(0),
    given=Given({"k": Integers(3)}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.diffusion.row-adjoint",),
    truth=(k - 1) * (k - 2) / (k * (k + 2)),  # the mean of h_1^2 (k h_1^2 - 1) (k - 2)/2
).literal(most=30)
def uniform_rows(at: At) -> object:
    return _L_of_first_square(at.k)
