"""Three-valued nodes, the law of their unstable interval and its exponent."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast

from flint import acb, arb, fmpq
from sympy import Abs, Expr, Integer, Poly, Symbol, cancel, diff, factor, fraction, lambdify, log

from theory.batchnorm import recentre, relu
from theory.claim import At, Claim, Locator, Twin
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import Undefined, value
from theory.exact.rationals import to_fmpq
from theory.notation import j, k, l, t
from theory.papers.nachum24 import NACHUM24
from theory.term.named import named
from theory.tree.three_valued import ThreeValuedLaw

LAW = ThreeValuedLaw(k, j, l)
Y, Z = Symbol("y", positive=True), Symbol("z", positive=True)


@cache
def branches() -> tuple[tuple[Expr, Expr, Expr], ...]:
    """(t, T(t), length) below and above the split, all in z in (0, oo), k, j and l: one layer by the transformations.

    The batch has k numbers 0, j numbers t and l numbers 1. Its mean is t at t = l/(k + l); so t goes over one side of
    that as z goes over (0, oo). The child with three values is a multiple of (0, T(t), 1), up to order.
    """
    split = l / (k + l)
    found = []
    for place in (split / (1 + Z), (split + Z) / (1 + Z)):
        centred = recentre((Integer(0), place, Integer(1)), (k, j, l))
        children = [relu([sign * e for e in centred]) for sign in (1, -1)]
        unstable = [row for row in children if len(set(row)) == 3]
        if len(unstable) != 1:
            raise Undefined(f"{len(unstable)} children with three values")
        first, middle, last = unstable[0]
        found.append((place, cancel((middle - first) / (last - first)), Abs(factor(last - first))))
    return tuple(found)


def _root(e: Expr) -> Expr:
    """The z at which a quotient of linear functions is 0."""
    above = Poly(fraction(cancel(e))[0], Z)
    if above.degree() != 1:
        raise Undefined(f"not one zero of {e}")
    return -above.nth(0) / above.nth(1)


@cache
def preimages() -> tuple[tuple[Expr, int], ...]:
    """The t below and above the split that go to 1/(1 + Y) in a layer, and 1 if T increases there, else -1."""
    found = []
    for place, image, _ in branches():
        z = _root(image - 1 / (1 + Y))
        rising = factor(diff(image, Z) / diff(place, Z)).is_positive
        found.append((cancel(place.subs(Z, z)), 1 if rising else -1))
    return tuple(found)


@cache
def kept() -> tuple[tuple[Expr, Expr], ...]:
    """a and b of the length a + b t of the interval that holds t, t below and above the split."""
    found = []
    for place, _, length in branches():
        form = Poly(cancel(length.subs(Z, _root(place - t))), t)
        found.append((form.nth(0), form.nth(1)))
    return tuple(found)


@Claim(
    "nachum24.tree.three-valued-law",
    source=Locator(NACHUM24, "Definition 8"),
    says="on nodes with k data at 0, j at t and l at 1 a layer keeps the density j/(l + jt) + j/(k + j - jt) of t, "
    "for which logit m is uniform, m = (jt + l)/n",
    silent_on="any one rational batch: the law speaks of almost every t (the note proves it unique and ergodic)",
    predicts=j * LAW.density(t),
    given={"k": Integers(1), "j": Integers(1), "l": Integers(1), "t": Rationals(above=0, below=1)},
    speaks_of=("rc", "nl"),
    uses=("nachum24.tree.clip-intervals",),
    twins=(Twin(log((l + j) * (k + j) / (k * l)), "t uniform (Lebesgue measure)"),),
).literal(
    scope="over both preimages, the layer by the transformations on symbols",
    symbols="from the density after a layer as one fraction, which SymPy makes of both preimages",
    most=100,
)
def three_valued_law(at: At) -> Any:
    """d logit(m)/ds |ds/dt| over the preimages s of t, m the mean of the batch at s."""
    return density_after_a_layer(at.k, at.j, at.l, at.t)


ROW = "a row of k entries 0, j entries t and l entries 1 has mean m, and log(m/(1 − m)) is uniform"


@named("ρ₁({3})", r"\rho_1({3})", means=f"{ROW}; ρ₁ the density of t a layer later, not normed")
def density_after_a_layer(k: Any, j: Any, l: Any, t: Any) -> Any:
    """Of the place of the middle value between the others, in the child that has three."""
    return _transported()(k, j, l, t)


@cache
def _transported() -> Callable[..., Any]:
    """As a function of k, j, l and t: numbers, symbols or terms."""
    total = Integer(0)
    for s, rising in preimages():
        m = factor(((j * s + l) / (k + j + l)).subs(Y, 1 / t - 1))
        total += rising * diff(log(m) - log(factor(1 - m)), t)
    return cast(Callable[..., Any], lambdify((k, j, l, t), factor(total), modules="sympy"))


@Claim(
    "nachum24.tree.three-valued-exponent",
    source=Locator(NACHUM24, "Definition 8"),
    says="the length of the unstable interval shrinks by e^Lambda per layer (in the mean of its logarithm over the "
    "invariant law, and so for almost every t), Lambda = [Li2(-(k+j)/l) + Li2(-(l+j)/k) + pi^2/6 "
    "+ log(k/l)^2/2] / log((l+j)(k+j)/(kl)); n = 3: Lambda = -.886217748",
    hypotheses=("almost every t in (0, 1)",),
    predicts=LAW.exponent_formula,
    given={"k": Integers(1), "j": Integers(1), "l": Integers(1)},
    speaks_of=("rc", "nl"),
    uses=("nachum24.tree.three-valued-law",),
    twins=(Twin(2 * log(3) - 3 * log(2) - 1, "its value at n = 3 if t were uniform: off by .004"),),
).literal(kind="certified", scope="quadrature over the uniform logit, split at its kink", most=60)
def three_valued_exponent(at: At) -> arb:
    return mean_log_of_length(at.k, at.j, at.l)


@named(
    "E_{{{0},{1},{2}}} log(length of the child with three values)",
    r"\mathbb E_{{{0},{1},{2}}}\log(\text{{length of the child with three values}})",
    means=ROW,
)
def mean_log_of_length(k: Any, j: Any, l: Any) -> arb:
    """Of one layer's interval, t distributed so that log(m/(1-m)) is uniform; lengths by the transformations."""
    below, inside, above = int(k), int(j), int(l)
    n = below + inside + above
    ends = [(arb(p) / q).log() for p, q in ((above, below + inside), (above, below), (above + inside, below))]
    total = arb(0)
    for (a, b), start, end in zip(kept(), ends, ends[1:], strict=False):
        first, slope = (to_fmpq(value(e, {"k": below, "j": inside, "l": above})) for e in (a, b))

        def integrand(u: acb, analytic: bool, first: fmpq = first, slope: fmpq = slope) -> acb:
            t = (n / (1 + (-u).exp()) - above) / inside
            return (first + slope * t).log(analytic=analytic)

        total += acb.integral(integrand, start, end).real
    return total / (ends[2] - ends[0])
