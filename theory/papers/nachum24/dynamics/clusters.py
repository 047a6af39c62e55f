"""Fixed rays of RC + ReLU with k escaped points, and what all clusters of a fixed ray have in common."""

from __future__ import annotations

from typing import Any

from sympy import Eq, Expr, Integer, Piecewise, Rational, Symbol, acos, expand, pi, symbols

from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import enclose, grid
from theory.notation import HALF
from theory.papers.nachum24.dynamics.literal.orbits import Alike, apart
from theory.papers.nachum24.dynamics.literal.orbits import recentred as recentred_alike
from theory.papers.nachum24.dynamics.literal.orbits import relu_gram as relu_alike
from theory.papers.nachum24.dynamics.literal.rays import first_size, number_of_rays
from theory.papers.nachum24.dynamics.literal.stability import index_of_broken, index_of_saddle
from theory.papers.nachum24.dynamics.setting import ABSTRACT, DIGITS, INFINITE, NEW, READING
from theory.term.named import named
from theory.wide.kernels import kappa
from theory.words import At

FIRST = (7, 9, 12, 14, 17, 19)
"""The least batch with such rays, k = 1, .., 6."""

k = Symbol("k", integer=True, positive=True)


@named("min{{n > 2 {0}: some H ∝ P K(H) P of {0} points against n − {0}}}",
       r"\min\{{n>2{0}:\text{{some }}H\propto P\,K(H)\,P\text{{ of }}{0}\text{{ points against }}n-{0}\}}")  # fmt: skip
def least_size(k: Any) -> int:
    """The least batch with fixed rays of k escaped points, as k-escaped-count has it."""
    return FIRST[int(k) - 1]


@Claim(
    "nachum24.dynamics.k-escaped-count",
    source=ABSTRACT,
    says="the least batch with fixed rays of k < n/2 escaped points has n = 7, 9, 12, 14, 17, 19 points for k = 1..6, "
    "and two such rays",
    hypotheses=("the points of a cluster do not coincide, and clusters are equally tight", *INFINITE),
    silent_on="larger n, for which the note proves at least two; k > 6",
    predicts=(
        Piecewise(*((size, Eq(k, place)) for place, size in enumerate(FIRST[:-1], 1)), (FIRST[-1], True)),
        Integer(2),
    ),
    given={"k": Integers(1, 6)},
    uses=("nachum24.dynamics.one-escaped-count", "nachum24.dynamics.equal-cosines"),
).literal(kind="certified", scope="all zeros of the literal layer's own equation, from n = 2k + 1 on")
def k_escaped_count(at: At) -> tuple[Integer, Integer]:
    size = first_size(at.k)
    return size, number_of_rays(size, at.k)


k_escaped_index = Claim(
    "nachum24.dynamics.k-escaped-index",
    **NEW,
    says="with k escaped points the more broken ray has Morse index k - 1 and the other k: of these, only the single "
    "escaped point is stable",
    silent_on="(n, k) not in the scope of a check",
    predicts=(k - 1, k),
    given=Given(
        {"k": Integers(1, 6), "n": Integers(7)},
        lambda at: at["n"] >= least_size(at["k"]),
    ),
    uses=("nachum24.dynamics.k-escaped-count", "nachum24.dynamics.one-escaped-index"),
    twins=(Twin((Integer(0), k), "the more broken one is stable"),),
)


def _both(at: At) -> tuple[Integer, ...]:
    return index_of_broken(at.n, at.k), index_of_saddle(at.n, at.k)


k_escaped_index.literal(
    _both,
    kind="certified",
    scope="eigenvalues of the derivative in the full n(n-1)/2 dimensions, by Gershgorin",
    most=5,
)


@Claim(
    "nachum24.dynamics.two-escaped-stable",
    **READING,
    says="two points can escape together stably: the more broken ray with k = 2 has no eigenvalue above 1, index 0",
    predicts=Integer(0),
    given={"n": Integers(9)},
    corrected_by=("nachum24.dynamics.k-escaped-index",),
    truth=Integer(1),
).literal(kind="certified", scope="the derivative in the full space", most=2)
def two_stable(at: At) -> Integer:
    return index_of_broken(at.n, 2)


rho = Symbol("rho", real=True)


@Claim(
    "nachum24.dynamics.equal-cosines",
    source=ABSTRACT,
    says="a layer multiplies the squared distance of two exchangeable points by (1 - kappa(rho))/(1 - rho), rho their "
    "centred correlation, and their cosine is kappa(rho) then",
    hypotheses=("two clusters of exchangeable points, at least two in this and not all equal", *INFINITE),
    silent_on="that at a fixed ray the factor is mu for every pair, so that all clusters of exchangeable points have "
    "the same inner cosine",
    predicts=((1 - kappa(rho)) / (1 - rho), kappa(rho)),
    over=grid(rho=(Rational(-1, 5), Rational(1, 3), HALF)),
    given={"rho": Rationals(above=-1, below=1)},
    speaks_of=("nl",),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((1 - acos(rho) / pi, kappa(rho)), "mu = kappa'"),),
).literal(kind="certified", scope="a class of q points of any norm, any other class beside it", symbols=True, most=16)
def equal_cosines(at: At) -> tuple[Any, Any]:
    return growth_of_distance(at.rho), cosine_of_image(at.rho)


def _in_a_class(rho: Any) -> tuple[Alike, Alike, Expr]:
    """H of two classes, K(H), and the diagonal of H at the first, in which the correlation is rho."""
    q, r, h, other, v, w = symbols("q r h other v w", positive=True)
    inside, across = ((s - 1) / (s + 1) for s in (v, w))  # any two cosines between -1 and 1
    H = Alike((q, r), (h**2, other**2), ((h**2 * rho, h * other * across), (h * other * across, other**2 * inside)))
    return H, relu_alike(H), h**2


@named(
    "|y_i − y_j|²/|x_i − x_j|² at cos(x_i, x_j) = {0}",
    r"\frac{{|y_i-y_j|^2}}{{|x_i-x_j|^2}}\Big|_{{\cos(x_i,x_j)={0}}}",
)
def growth_of_distance(rho: Any) -> Any:
    """A layer takes the Gram matrix H of x_1, .. to P K(H) P of y_1, ..; i and j are like points, not of one place."""
    _, K, norm = _in_a_class(rho)
    return enclose(expand(apart(recentred_alike(K), 0) / norm) / (1 - rho), {}, DIGITS)


@named("cos_ij K(H) at cos_ij H = {0}", r"\cos_{{ij}}K(H)\big|_{{\cos_{{ij}}H={0}}}")
def cosine_of_image(rho: Any) -> Any:
    """The cosine of two like points after a layer, before recentring."""
    _, K, _ = _in_a_class(rho)
    return enclose(K.across[0][0] / K.own[0], {}, DIGITS)
