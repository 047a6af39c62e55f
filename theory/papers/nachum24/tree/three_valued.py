"""Three-valued nodes, the law of their unstable interval and its exponent."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from flint import acb, arb, fmpq
from sympy import Abs, Expr, Integer, Poly, Rational, Symbol, cancel, factor, fraction, log, symbols

from theory.batchnorm import recentre, relu
from theory.claim import At, Claim, Locator, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.numbers import Choose, Integers
from theory.exact.expressions import Undefined, grid, value
from theory.exact.rationals import to_fmpq
from theory.notation import j, k, l, t
from theory.papers.nachum24 import NACHUM24
from theory.term import Shape, number, one_if, variable
from theory.term.named import named
from theory.tree.three_valued import ThreeValuedLaw

LAW = ThreeValuedLaw(k, j, l)
Z = Symbol("z", positive=True)


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
def kept() -> tuple[tuple[Expr, Expr], ...]:
    """a and b of the length a + b t of the interval that holds t, t below and above the split."""
    found = []
    for place, _, length in branches():
        form = Poly(cancel(length.subs(Z, _root(place - t))), t)
        found.append((form.nth(0), form.nth(1)))
    return tuple(found)


def _mean(sizes: Any, t: Any) -> Any:
    k, j, l = sizes
    return (j * number(t) + l) / (k + j + l)


@named("{2} after a layer", r"T_{{{1}}}({2})", means="T(t): k data at 0, j at t and l at 1 in the child with 3 values")
def place_after(sizes: Any, sign: int, t: Any) -> Any:
    """Of the middle value between the others, in the child T_+ or T_- of the batch."""
    centred = recentre((Integer(0), number(t), Integer(1)), sizes)
    first, middle, last = relu([sign * e for e in centred])
    return (middle - first) / (last - first)


@named("odds({1})", means="odds(t) = m/(1 − m), m the mean of the batch with t")
def odds(sizes: Any, t: Any) -> Any:
    m = _mean(sizes, t)
    return m / (1 - m)


def _is_pair(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 7 and all(isinstance(e, int | Fraction) for e in value)):
        return False
    *sizes, low, high, below, above = value
    if not all(isinstance(e, int) and e > 0 for e in sizes):
        return False
    split = Fraction(sizes[2], sizes[0] + sizes[2])
    inside = all(0 < t < split for t in (low, below)) and all(split < t < 1 for t in (high, above))
    return inside and bool(place_after(sizes, -1, low) == place_after(sizes, 1, high))


def _any_pair(name: str) -> Shape:
    sizes = tuple(variable(size, "nat") for size in "kjl")
    low, high, below, above = places = tuple(variable(one) for one in ("low", "high", "below", "above"))
    k, _, l = map(number, sizes)
    inside = (*(t > 0 for t in (low, below)), *((k + l) * t < l for t in (low, below)),
              *(t < 1 for t in (high, above)), *((k + l) * t > l for t in (high, above)))  # fmt: skip
    alike = place_after(tuple(map(number, sizes)), -1, low) == place_after(tuple(map(number, sizes)), 1, high)
    conditions = (*(size >= 1 for size in sizes), *inside, alike)
    return Shape((*sizes, *places), (*sizes, *places), conditions)


@composite(
    "= (k, j, l, s, s', r, r'), whole k, j, l >= 1, s and r in (0, l/(k + l)), s' and r' in (l/(k + l), 1), and one "
    "layer takes s and s' to one t",
    has=_is_pair,
    general=_any_pair,
)
def pairs(choose: Choose) -> tuple[Any, ...]:
    """From t, at which s and s' are quotients of linear functions."""
    k, j, l = (choose(1, 5) for _ in range(3))
    t, r, above = (Fraction(choose(1, 11), 12) for _ in range(3))
    split, n = Fraction(l, k + l), k + j + l
    return k, j, l, t * l / (n - j * t), (t * (k + j) + l) / (k + l + j * t), r * split, split + above * (1 - split)


def _sizes(at: Any) -> tuple[Any, Any, Any]:
    k, j, l = map(number, at["at"][:3])
    return k, j, l


less, more = symbols("less more", integer=True, nonnegative=True)


@Claim(
    "nachum24.tree.three-valued-law",
    source=Locator(NACHUM24, "Definition 8"),
    says="on nodes with k data at 0, j at t and l at 1 a layer keeps the density j/(l + jt) + j/(k + j - jt) of t, "
    "for which logit m is uniform, m = (jt + l)/n: it increases below the split, where t = m, and above it, and of s "
    "and s' that it takes to t the odds m/(1 - m) have (l + jt)/(k + j - jt), those of t, times those at the split "
    "as their product",
    silent_on="any one rational batch: the law speaks of almost every t (the note proves it unique and ergodic)",
    predicts=((l + j * t) / (k + j - j * t), less, more),
    over=grid(k=(1, 2), j=(1, 3), l=(1, 2), t=(Rational(1, 3),), less=(0, 1), more=(0, 1)),
    given=Given(
        {"at": pairs()},
        letters={
            "k": lambda at: _sizes(at)[0],
            "j": lambda at: _sizes(at)[1],
            "l": lambda at: _sizes(at)[2],
            "t": lambda at: place_after(_sizes(at), -1, at["at"][3]),
            "less": lambda at: one_if(at["at"][5] < at["at"][3]),
            "more": lambda at: one_if(at["at"][6] < at["at"][4]),
        },
    ),
    speaks_of=("nl",),
    uses=("nachum24.tree.clip-intervals",),
    twins=(
        Twin(((l + j * t) / (k + l + j), less, more), "the mean in the place of its odds"),
        Twin(((l + j * t) / (k + j - j * t), 1 - less, more), "it falls below the split"),
    ),
).literal(scope="the layer by the transformations, at pairs of places with one image", most=100)
@named("odds(s) odds(s')/odds(l/(k + l)), [r to the left of s], [r' to the left of s']", shape=lambda *_: (3,))
def three_valued_law(at: At) -> Any:
    *sizes, low, high, below, above = at.at
    k, _, l = sizes = tuple(map(number, sizes))
    t = place_after(sizes, -1, low)
    found = odds(sizes, low) * odds(sizes, high) / odds(sizes, l / (k + l))
    return found, one_if(place_after(sizes, -1, below) < t), one_if(place_after(sizes, 1, above) < t)


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


ROW = "a row of k entries 0, j entries t and l entries 1 has mean m, and log(m/(1 − m)) is uniform"


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
