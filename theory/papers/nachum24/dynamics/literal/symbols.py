"""The symmetric ray for every n at once: the literal layer and its derivative on classes of points, in symbols."""

from __future__ import annotations

from functools import cache

from sympy import Add, Expr, Integer, Symbol, acos, cancel, diff, factor, pi, simplify, sqrt, symbols

from theory.exact.expressions import Undefined
from theory.notation import HALF
from theory.papers.nachum24.dynamics.literal.orbits import Alike, layer, one_class, perturbations, recentred
from theory.papers.nachum24.dynamics.setting import arccos, kernel

m = Symbol("m", integer=True, nonnegative=True)  # n - 3, so that roots have the signs of n >= 3


@cache
def ray(n: Symbol) -> tuple[Expr, Expr]:
    """Cosine and multiplier: whatever the cosine c of a class of n points is, so is the next one.

    >>> ray(Symbol("n"))[0]
    sqrt(n)*sqrt(n - 2)/(pi*(n - 1)) - acos(1/(n - 1))/(pi*(n - 1))
    """
    gap = Symbol("gap", positive=True)
    c = 1 - gap  # any cosine below 1
    image = layer(one_class(m + 3, c))
    cosine, power = image.across[0][0] / image.own[0], cancel(image.own[0] / (1 - c))
    cosine = Add(*(part / pi for part in Add.make_args(pi * cosine)))
    if gap in (cosine * power).free_symbols:
        raise Undefined("the image depends on the cosine by more than a factor")
    return cosine.subs(m, n - 3), (power * (1 - cosine)).subs(m, n - 3)


@cache
def spectrum(n: Symbol) -> tuple[Expr, Expr]:
    """Eigenvalues over the multiplier, n >= 4: along P Diag(1, -1, 0, ..) P, and u w^T + w u^T on four points.

    The kernel's derivatives at the ray are put in as letters, for which the image is a multiple of the perturbation
    identically; the image of the ray itself, by homogeneity, is its derivative along it.
    """
    own, other, across = symbols("own other across", positive=True)
    slopes = symbols("twice_own across_slope", positive=True)
    H = recentred(one_class(m + 3, Integer(0)))
    K = kernel(own, other, across)
    at = {own: H.own[0], other: H.own[0], across: H.across[0][0]}
    known = [_in_order(simplify(times * diff(K, v).subs(at))) for v, times in ((own, 2), (across, 1))]

    def moved(E: Alike) -> Alike:
        by_norm, by_cosine = slopes
        return recentred(
            E.entries(lambda i: E.own[i], lambda i, j: by_norm * (E.own[i] + E.own[j]) / 2 + by_cosine * E.across[i][j])
        )

    mu = _multiple(moved(H), H)
    standard, mixed = (_multiple(moved(E), E) for E in perturbations(m + 3, Integer))
    put = dict(zip(slopes, known, strict=True))
    below = ray(n)[1]
    gap = cancel((m + 3) * (mu - standard)).subs(put).subs(m, n - 3)
    return 1 - gap / (n * below), mixed.subs(put).subs(m, n - 3) / below


def _in_order(e: Expr) -> Expr:
    """Roots of products as products of roots, and arccos(-t) as pi - arccos(t)."""
    e = e.replace(lambda part: part.is_Pow and part.exp == HALF, lambda part: sqrt(factor(part.base)))
    return factor(e.replace(lambda part: isinstance(part, acos), lambda part: arccos(part.args[0])))


def _multiple(image: Alike, E: Alike) -> Expr:
    """The c with image = c E on all entries between different points and on the diagonal."""
    places = [(i, j) for i, size in enumerate(E.sizes) for j in range(i + 1) if i != j or size != 1]
    pairs = [*zip(image.own, E.own, strict=True), *((image.across[i][j], E.across[i][j]) for i, j in places)]
    found = next(cancel(a / b) for a, b in pairs if cancel(b) != 0)
    if any(cancel(a - found * b) != 0 for a, b in pairs):
        raise Undefined("the image is no multiple of the perturbation")
    return found
