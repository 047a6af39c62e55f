"""The adjoint of one row that moves: rows i.i.d. uniform on a sphere, and densities |h.e|^(2a)."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any, NamedTuple

import sympy
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy import Expr, Integer, Rational, symbols

from theory.claim import At, Claim, Compared, Predicted, Twin, Verdict
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.expressions import grid
from theory.exact.rationals import to_fmpq, to_sympy
from theory.markov import row_fields
from theory.notation import k
from theory.papers.daneshmand20.diffusion.generator import in_w, rescaled
from theory.papers.daneshmand20.diffusion.setting import CHAIN
from theory.term.named import named

a, q, tau = symbols("a q tau", real=True)


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


@named(
    "⟨L f⟩",
    r"\langle Lf\rangle",
    bare=True,
    means=f"{OTHERS}; L f = Σ_b [w²] f((h + w h_b)/|h + w h_b|)",
)
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
