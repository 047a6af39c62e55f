"""The contrast without BN, H' = W H: the gap tends to sqrt(1 - 1/n), over about d layers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import product
from math import prod
from operator import mul
from typing import Any

from sympy import polygamma, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.matrices import unit_row
from theory.domains.numbers import Choose, Integers
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_sympy
from theory.markov.products import log_length
from theory.notation import L, d, n
from theory.orthogonality.wishart import trace_moments
from theory.papers.daneshmand21 import DANESHMAND21, laws
from theory.papers.daneshmand21.domains import ONE_ON, Matrix, is_matrix, matrices
from theory.papers.daneshmand21.measures import gap_of_spectrum, gram_of, main_diagonal, squares
from theory.term import Shape, each, every, number, one_if, places, size, total
from theory.term import matrices as matrix
from theory.term.named import named
from theory.words import At

CONTRAST = Locator(DANESHMAND21, "slides: without BN, E orth. gap(H'_inf) = Theta(1)")
LINEAR = ("H'_(l+1) = W_l H'_l, d x d weights, entries i.i.d. N(0, 1/d)",)
NORMAL = "normal weights themselves, of which only these moments enter, too"


def _general(name: str) -> Shape:
    (found,) = laws.row_laws(ONE_ON).general(name)
    _, n, *others = found.conditions
    p, rows, s = laws.shares(found.value), laws.atoms(found.value), variance(found.value)
    known = [c for c in others if c.op != "every" or c.args[1] is not found.variables[0] or c.args[2].op != "some"]
    return replace(found, conditions=(found.conditions[0], n, *known, s > 0, *is_normal(p, rows, s).args))


def _has(law: Any) -> bool:
    if not is_matrix(law) or sum(laws.shares(law)) != 1 or min(laws.shares(law)) <= 0:
        return False
    return variance(law) > 0 and bool(is_normal(laws.shares(law), laws.atoms(law), variance(law)))


@composite(
    "a finite law of rows of Q^n, not 0, n >= 1, with second and fourth moments of independent N(0, s)",
    has=_has,
    general=_general,
)
def normal_laws(choose: Choose) -> Matrix:
    """Of one weight, or two: independent 0, c and -c with probabilities 2/3, 1/6 and 1/6, two of them also turned."""
    c, entries, turn = Fraction(choose(1, 9), choose(1, 9)), choose(1, 2), choose(0, 3)
    chances = {Fraction(0): Fraction(2, 3), c: Fraction(1, 6), -c: Fraction(1, 6)}
    law = tuple((prod((chances[w] for w in row), start=Fraction(1)), *row) for row in product(chances, repeat=entries))
    if entries == 1 or not turn:
        return law
    first, second = unit_row((turn + 1,))
    return tuple((row[0], *matrix.combined(row[1:], ((first, second), (-second, first)))) for row in law)


def variance(law: Any) -> Any:
    """E w_0^2."""
    return total(each(lambda p, w: p * (w[0] * w[0]), laws.shares(law), laws.atoms(law)))


def is_normal(p: Any, rows: Any, s: Any) -> Any:
    """Whether the second and fourth moments are those of independent normal numbers of variance s."""
    at = places(size(rows[0]))

    def mean(*of: Any) -> Any:
        return total(each(lambda share, w: share * reduce(mul, (w[i] for i in of)), p, rows))

    def pairings(i: Any, j: Any, k: Any, m: Any) -> Any:
        return sum(one_if(a == b) * one_if(c == e) for a, b, c, e in ((i, j, k, m), (i, k, j, m), (i, m, j, k)))

    second = every(lambda i: every(lambda j: mean(i, j) == s * one_if(i == j), at), at)
    fourth = every(
        lambda i: every(
            lambda j: every(
                lambda k: every(lambda m: mean(i, j, k, m) == s * s * pairings(i, j, k, m), at), at
            ), at
        ), at
    )  # fmt: skip
    return second & fourth


def next_gram(law: Any, H: Any, width: Any, observe: Any) -> Any:
    """The mean of an observable of G' = H^T W^T W H for `width` independent rows of W of variance 1/width."""
    images, s = laws.after(law, H), variance(law)
    of_rows = each(lambda row: each(lambda G: each(lambda x: x / s, G), laws.squared(row)), laws.atoms(images))
    return laws.next_gram(images, of_rows, width, observe)


limit = Claim(
    "daneshmand21.vanilla.limit",
    source=CONTRAST,
    says="without BN the gap tends to sqrt(1 - 1/n) almost surely, its greatest value: the Theta(1) of the slides",
    hypotheses=(*LINEAR, "H'_0 != 0, l -> inf at fixed d"),
    silent_on="how deep: see fixed-depth",
    predicts=sqrt(1 - 1 / n),
    given={"n": Integers(2)},
    left=r"\lim_\ell\mathrm{gap}(H'_\ell)",
    uses=("daneshmand21.gap.range-ends", "daneshmand21.vanilla.angle"),
)


@limit.exact("n = 2..6: V of rank one", step="the columns become parallel (angle), and V is continuous")
def _rank_one(predicted: Predicted) -> Compared:
    for points in range(2, 7):
        yield f"n = {points}", sqrt(to_sympy(gap_of_spectrum((Fraction(1),), points - 1))), predicted.subs(n, points)


angle = Claim(
    "daneshmand21.vanilla.angle",
    source=CONTRAST,
    says="between two columns (1/l) log sin^2 -> -(psi(d/2) - psi((d-1)/2)) ~ -1/d: .1530 at d = 8, .0689 at d = 16",
    hypotheses=(*LINEAR, "d >= 2, the columns linearly independent"),
    silent_on="depths below d, where the angle has hardly changed",
    predicts=polygamma(0, (d - 1) / 2) - polygamma(0, d / 2),
    given={"d": Integers(2)},
    left=r"\lim_\ell\tfrac1\ell\log\sin^2\angle",
    over=grid(d=(3, 4, 8)),
    twins=(
        Twin(-1 / d, "the leading order as an equality"),
        Twin((polygamma(0, (d - 1) / 2) - polygamma(0, d / 2)) / 2, "sin for sin^2"),
    ),
)


@angle.certified(
    "d = 3..10: twice E log of a length, of d - 1 less of d normal coordinates",
    step="by the law of large numbers the rate is E log of one layer, a ratio of lengths",
)
def _lengths(predicted: Predicted) -> Compared:
    for width in range(3, 11):
        # area over both lengths: the part of one column orthogonal to the other has d - 1 coordinates
        yield f"d = {width}", 2 * (log_length(width - 1) - log_length(width)), enclose(predicted, {"d": width}, 20)


a, b = symbols("a b", positive=True)  # tr G^2 and (tr G)^2

FROM_ANY = Given(
    {"H": matrices(rows=Integers(1, far=2)), "w": normal_laws(), "d": Integers(1, far=3)},
    lambda at: size(at["H"]) == laws.columns(at["w"]),
    "w the law of a row of W, of variance s, W over sqrt(d s); as many rows in H as entries in w",
    letters={
        "a": lambda at: number(squares(gram_of(at["H"]))),
        "b": lambda at: number(total(main_diagonal(gram_of(at["H"]))) ** 2),
    },
)
"""a = tr G^2, b = tr^2 G."""


def observed(text: str, tex: str, of: Callable[[Any], Any]) -> Callable[[Any, Any, Any], Any]:
    """The mean of an observable of G' = H^T W^T W H, by the law of a row of W, H and the width, with its name."""
    means = "G_d = HᵀWᵀWH, W of d independent rows of law w, over √(d E w₁²)"

    @named(f"E[{text}]", rf"\mathbb E[{tex}]", means=means)
    def mean(law: Any, H: Any, width: Any) -> Any:
        return next_gram(law, H, width, of)

    return mean


def squared_trace(G: Any) -> Any:
    return total(main_diagonal(G)) ** 2


SQUARE, TRACE = (("‖G_{2}‖²", r"\|G_{{{2}}}\|_F^2"), ("tr²G_{2}", r"\mathrm{{tr}}^2G_{{{2}}}"))
of_square = observed(*SQUARE, squares)
of_trace = observed(*TRACE, squared_trace)
of_sum, of_difference = (
    observed(f"2{SQUARE[0]} + {TRACE[0]}", f"2{SQUARE[1]}+{TRACE[1]}", lambda G: 2 * squares(G) + squared_trace(G)),
    observed(f"{TRACE[0]} − {SQUARE[0]}", f"{TRACE[1]}-{SQUARE[1]}", lambda G: squared_trace(G) - squares(G)),
)


@Claim(
    "daneshmand21.vanilla.annealed",
    source=CONTRAST,
    says="(E tr G'^2, E tr^2 G') = [[1 + 1/d, 1/d], [2/d, 1]] (tr G^2, tr^2 G)",
    silent_on=NORMAL,
    predicts=((1 + 1 / d) * a + b / d, 2 * a / d + b),
    given=FROM_ANY,
    twins=(Twin((a + b / d, 2 * a / d + b), "complex weights: tr G^2 + tr^2 G/d"),),
).literal(most=40)
def annealed(at: At) -> tuple[Any, Any]:
    return of_square(at.w, at.H, at.d), of_trace(at.w, at.H, at.d)


@Claim(
    "daneshmand21.vanilla.modes",
    source=CONTRAST,
    says="2 tr G^2 + tr^2 G grows by 1 + 2/d per layer in the mean, tr^2 G - tr G^2 shrinks by 1 - 1/d",
    silent_on=NORMAL,
    predicts=((1 + 2 / d) * (2 * a + b), (1 - 1 / d) * (b - a)),
    given=FROM_ANY,
    uses=("daneshmand21.vanilla.annealed",),
).literal(most=40)
def modes(at: At) -> tuple[Any, Any]:
    return of_sum(at.w, at.H, at.d), of_difference(at.w, at.H, at.d)


@Claim(
    "daneshmand21.vanilla.fixed-depth",
    source=CONTRAST,
    says="from orthonormal columns E[(tr G_L)^2 V_L^2]/(tr G_0)^2 = (1-1/n)(1+2/n) ((1+2/d)^L - (1-1/d)^L)/3",
    silent_on="that this is ~ (1-1/n)(1+2/n) L/d, V = O(sqrt(L/d)): the contrast needs L of the order of d",
    predicts=(1 - 1 / n) * (1 + 2 / n) / 3 * ((1 + 2 / d) ** L - (1 - 1 / d) ** L),
    given={"n": Integers(2), "d": Integers(1), "L": Integers(1)},
    uses=("daneshmand21.vanilla.modes",),
    twins=(
        Twin(1 - 1 / n, "Theta(1) at a fixed depth"),
        Twin((1 - 1 / n) * (1 + 2 / n) * L / d, "first order in 1/d"),
        Twin(n * L / d, "O(sqrt(l n/d)) with constant 1"),
    ),
).literal(most=100, scope="small n, d and L: all pairings of half-edges, layer by layer")
def fixed_depth(at: At) -> Any:
    return (mean_trace((2,), at.n, at.d, at.L) - mean_trace((1, 1), at.n, at.d, at.L) / at.n) / at.n**2


@named(
    "E p_{0}(G_{3})",
    r"\mathbb E\,p_{{{0}}}(G_{{{3}}})",
    means="p₍₂₎(G) = tr G², p₍₁,₁₎(G) = tr² G, G_L = H_LᵀH_L, H_{l+1} = W_l H_l, W_l of N(0, 1/d), H₀ᵀH₀ = I",
)
def mean_trace(powers: Any, n: Any, d: Any, layers: Any) -> Any:
    """E of the products of tr G_L^p over these p, from G_0 = I of size n, rows of W normal of variance 1/d."""
    return to_sympy(trace_moments(int(n), int(d), int(layers), 2)[tuple(map(int, powers))])
