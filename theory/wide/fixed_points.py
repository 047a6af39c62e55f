"""Fixed points of infinite-width Gram maps, to any number of digits: exact where closed, otherwise certified.

For RC + ReLU: `symmetric` (BSB1, all points alike), `outlier` (k copies of one point, orthogonal to the others),
`broken` (BSB2, one point escapes) and `saddle` (on the border between them), `escaped` (the same for k points), and
`saddle_node`, the real n at which broken and saddle are born. RS + ReLU and RC + RS + ReLU have symmetric points.
Existence and non-existence are decided by root isolation in ball arithmetic (`wide.escaped`), never by iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Literal

from flint import arb, ctx
from sympy import Expr, Integer, Rational, acos, pi, sqrt

from theory.exact.certify import Function, Isolation, UnprovedError, digits_known, isolate_roots, newton, precision
from theory.exact.expressions import enclose
from theory.exact.rationals import afford
from theory.notation import alpha
from theory.wide.escaped import angle, figures_at, first_size, fold, roots
from theory.wide.fixed_ray import FixedPoint, NoFixedPoint, whole
from theory.wide.rescaled_cosine import rescaled_cosine_map, rescaled_cosine_slope

__all__ = [
    "FixedPoint",
    "NoFixedPoint",
    "broken",
    "escaped",
    "of_kind",
    "outlier",
    "saddle",
    "saddle_node",
    "symmetric",
]

MAX_POINTS = 10**12
COMPONENTS = ("rc", "rs", "nl")
KINDS = ("symmetric", "outlier", "broken", "saddle", "escaped")
RC_RELU, BN_RELU, RS_RELU = ("rc", "nl"), ("rc", "rs", "nl"), ("rs", "nl")


def of_kind(kind: str, n: int | None, components: str | Iterable[str] = RC_RELU, k: int = 1) -> FixedPoint:
    """The fixed point of a kind by name; broken and saddle with k > 1 are the two escaped points of k.

    >>> of_kind("saddle", 10, k=2).figures(10)["norm_ratio"]
    '1.331452210'
    """
    if kind not in KINDS:
        raise ValueError(f"kind {kind!r}: wanted one of {', '.join(KINDS)}")
    if kind == "symmetric":
        return symmetric(n, components)
    if n is None:
        raise ValueError("n = inf: only the symmetric point is known for an infinite batch; give a whole number")
    if kind == "outlier":
        return outlier(n, components, k)
    if kind == "escaped" or k != 1:
        return escaped(n, k, "saddle" if kind == "saddle" else "broken", components)
    return (broken if kind == "broken" else saddle)(n, components)


def symmetric(n: int | None, components: str | Iterable[str] = RC_RELU) -> FixedPoint:
    """BSB1, all points alike; n = None is an infinite batch.

    With recentring the cosine is b - a/(n-1), a = arccos(1/(n-1))/pi and b = sqrt(n(n-2))/(pi(n-1)) being kappa' and
    kappa - rho kappa' at rho = -1/(n-1) (nachum24.dynamics.symmetric-ray); rescaling keeps the ray. RS + ReLU without
    recentring divides by the root mean square; its cosine solves an integral equation.

    >>> symmetric(9).figures(8)["cos_cluster"]
    '0.25829994'
    >>> symmetric(None).cos_cluster
    1/pi
    >>> symmetric(10, ("rs", "nl")).figures(15)["cos_cluster"]
    '0.502346190117311'
    """
    n = n if n is None else _size(n, 2)
    chosen = _components("symmetric", components, (RC_RELU, BN_RELU, RS_RELU))
    if chosen == RS_RELU:
        evidence = (
            f"certified: exactly one such cosine in (1/16, 15/16), by {_rescaled_roots(n)}; digits by interval Newton"
        )
        return FixedPoint("symmetric", n, 0, chosen, evidence, {}, partial(_rescaled_figures, n))
    if n is None:
        cosine, multiplier = 1 / pi, 1 - 1 / pi
    else:
        size = Integer(n)
        a, b = acos(1 / (size - 1)) / pi, sqrt(size * (size - 2)) / (pi * (size - 1))
        cosine = b - a / (size - 1)
        multiplier = (1 - cosine) * (size - 1) / size
    if chosen == BN_RELU:
        multiplier = Rational(1, 2)
    return _closed("symmetric", n, 0, chosen, Integer(1), cosine, cosine, multiplier)


def outlier(n: int, components: str | Iterable[str] = RC_RELU, k: int = 1) -> FixedPoint:
    """The outlier ray: k equal points orthogonal to n - k equal points, norm ratio (n - k)/k (nachum24, I2 and S6).

    The multiplier is 1/alpha_k = (k^2 + (n-k)^2)/n^2; with rescaling, whose output has trace n/2, k/(2(n - k)).

    >>> outlier(3).gram()
    Matrix([
    [4, 0, 0],
    [0, 1, 1],
    [0, 1, 1]])
    """
    n = _size(n, 2)
    chosen = _components("outlier", components, (RC_RELU, BN_RELU))
    k = k if (n, k) == (2, 1) else _escaping(n, k)
    multiplier = 1 / alpha(Integer(n), Integer(k)) if chosen == RC_RELU else Rational(k, 2 * (n - k))
    return _closed("outlier", n, k, chosen, Rational(n - k, k), Integer(0), Integer(1), multiplier)


def broken(n: int, components: str | Iterable[str] = RC_RELU) -> FixedPoint:
    """BSB2, the stable fixed point with one escaped point; it exists from n = 7 on (nachum24, S2 and S3).

    Raises
    ------
    NoFixedPoint
        for n = 3 to 6, with the proof's certificate.

    >>> broken(5)
    Traceback (most recent call last):
        ...
    theory.wide.fixed_ray.NoFixedPoint: n = 5: no zero of F_n(s) - s on (0, n), certified by isolation in 25 boxes with
    balls of 33 digits; broken points exist from n = 7 on
    """
    return _escaped("broken", n, 1, 0, components)


def saddle(n: int, components: str | Iterable[str] = RC_RELU) -> FixedPoint:
    """The saddle between `broken` and `symmetric`, on the border of their basins; from n = 7 on (nachum24, S4).

    >>> saddle(10).figures(10)["norm_ratio"]
    '1.203230388'
    """
    return _escaped("saddle", n, 1, 1, components)


def escaped(
    n: int, k: int, branch: Literal["broken", "saddle"] = "broken", components: str | Iterable[str] = RC_RELU
) -> FixedPoint:
    """k points escape: the more broken of the two such fixed points, or the other, nearer to `symmetric`.

    >>> escaped(10, 2).figures(12)["cos_outliers"]
    '0.435774732406'
    """
    if branch not in ("broken", "saddle"):
        raise ValueError(f"branch {branch!r}: wanted broken (further from the symmetric point) or saddle")
    return _escaped("escaped", n, k, int(branch == "saddle"), components)


def escape_border(n: int, digits: int = 20) -> arb:
    """Norm of a point beside n - 1 others of norm 1, all orthogonal, beyond which it escapes (RC + ReLU, n >= 7).

    Recentring leaves of an S_(n-1)-symmetric Gram matrix two eigenvalues, on (n-1, -1, .., -1) and on the others that
    sum to 0, and the next ray depends on their ratio alone: the border is where it is that of the saddle. Greater norms
    go to the broken point, smaller ones to the symmetric, for the map of this ratio has no other fixed points.

    >>> print(escape_border(10, 12).str(10, radius=False))
    1.227423755
    """
    point = saddle(n)
    with precision(digits + 10):
        r, q, p = (point.value(name, digits + 5) for name in ("norm_ratio", "cos_outlier_cluster", "cos_cluster"))
        across = ((n - 1) * (r * r - 2 * r * q) + 1 + (n - 2) * p) / n
        return ((n * across / (1 - p) - 1) / (n - 1)).sqrt()


def saddle_node(k: int = 1) -> FixedPoint:
    """The real n*_k at which the two fixed points with k escaped points are born (nachum24, S2 and S5).

    >>> saddle_node().figures(32)["n"]
    '6.1070751248791860126647762453849'
    """
    k = whole("k", k, 1, 10_000)
    evidence = "certified: Krawczyk's operator for E = dE/dtheta = 0 in (n, theta)"
    return FixedPoint("saddle-node", None, k, RC_RELU, evidence, {}, partial(_fold_figures, k))


def _closed(
    kind: str, n: int | None, k: int, components: tuple[str, ...], ratio: Expr, across: Expr, inner: Expr, mu: Expr
) -> FixedPoint:
    exact = {"norm_ratio": ratio, "cos_outlier_cluster": across, "cos_cluster": inner, "multiplier": mu}
    if k > 1:
        exact["cos_outliers"] = Integer(1)
    evidence = "exact rational" if all(e.is_Rational for e in exact.values()) else "exact closed form"
    return FixedPoint(kind, n, k, components, evidence, exact, partial(_enclosures, exact))


def _enclosures(exact: Mapping[str, Expr], digits: int) -> dict[str, arb]:
    return {name: enclose(expression, {}, digits) for name, expression in exact.items()}


def _escaped(kind: str, n: int, k: int, branch: int, components: str | Iterable[str]) -> FixedPoint:
    n = _size(n, 3)
    k = _escaping(n, k)
    chosen = _components(kind, components, (RC_RELU,))
    found = roots(n, k)
    if not found.roots:
        first = first_size(k)
        where, more = f"n = {n}: no zero of F_n(s) - s on (0, n)", f"broken points exist from n = {first} on"
        if k > 1:
            where, more = f"n = {n}, k = {k}: no zero of E on (0, theta_max)", f"two exist at n = {first}"
        raise NoFixedPoint(f"{where}, certified by {found}; {more}", found)
    if len(found.roots) != 2:  # never seen
        raise UnprovedError(f"n = {n}, k = {k}: {len(found.roots)} zeros, so 'broken' and 'saddle' name nothing")
    evidence = f"certified: exactly two such points, by {found}; digits by interval Newton"
    return FixedPoint(kind, n, k, chosen, evidence, {}, partial(_branch_figures, n, k, branch), branch)


@lru_cache(maxsize=64)
def _branch_figures(n: int, k: int, branch: int, digits: int) -> Mapping[str, arb]:
    theta = angle(n, k, branch, digits)
    with precision(digits + 6 * len(str(n))):
        return figures_at(arb(n), k, theta)


@lru_cache(maxsize=16)
def _fold_figures(k: int, digits: int) -> Mapping[str, arb]:
    n, theta = fold(k, digits)
    with precision(digits + 6 * len(str(k)) + 6):
        return {"n": n} | figures_at(n, k, theta)


def _rescaled_equation(n: int | None) -> tuple[Function, Function]:
    """c' - c and its derivative for RS + ReLU; wide balls get no more digits than they can use."""

    def evaluate(function: Callable[[arb, int | None, int], arb], minus: Callable[[arb], arb], c: arb) -> arb:
        try:
            return function(c, n, max(8, min(ctx.dps, digits_known(c) + 8))) - minus(c)
        except ValueError:  # the ball is too wide
            return arb.nan()

    return partial(evaluate, rescaled_cosine_map, lambda c: c), partial(
        evaluate, rescaled_cosine_slope, lambda _: arb(1)
    )


@lru_cache(maxsize=256)
def _rescaled_roots(n: int | None) -> Isolation:
    with precision(12):
        found = isolate_roots(*_rescaled_equation(n), arb(1) / 16, arb(15) / 16)
    if len(found.roots) != 1:  # never seen
        raise UnprovedError(f"RS + ReLU, n = {n}: {len(found.roots)} cosines in (1/16, 15/16)")
    return found


@lru_cache(maxsize=16)
def _rescaled_figures(n: int | None, digits: int) -> Mapping[str, arb]:
    budget = 420 if n else 2100  # 10 s; the time grows like the third power
    afford(digits, budget, "RS + ReLU at {cost} digits takes too long")
    cosine = newton(*_rescaled_equation(n), _rescaled_roots(n).roots[0], digits)
    return {"norm_ratio": arb(1), "cos_outlier_cluster": cosine, "cos_cluster": cosine, "multiplier": arb(1) / 2}


def _size(n: int, least: int) -> int:
    try:
        return whole("n", n, least, MAX_POINTS)
    except ValueError as error:
        raise ValueError(f"{error}: the size of a batch with room for this fixed point") from None


def _escaping(n: int, k: int) -> int:
    k = whole("k", k, 1, MAX_POINTS)
    if not 2 * k < n:
        raise ValueError(f"k = {k}: fewer than half of n = {n} points can escape; the larger cluster is the rest")
    return k


def _components(kind: str, components: str | Iterable[str], allowed: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    named = [c.strip() for c in components.split(",")] if isinstance(components, str) else list(components)
    if unknown := [c for c in named if c not in COMPONENTS]:
        raise ValueError(f"component {unknown[0]!r}: wanted some of {', '.join(COMPONENTS)}")
    if twice := [c for c in COMPONENTS if named.count(c) > 1]:
        raise ValueError(f"component {twice[0]!r} is given {named.count(twice[0])} times; give it once")
    chosen = tuple(c for c in COMPONENTS if c in named)
    if chosen in allowed:
        return chosen
    asked = f"{kind} with {', '.join(chosen) or 'no components'}"
    if "nl" not in chosen:
        raise ValueError(f"{asked}: without nl, the ReLU, layers are linear and this kind makes no sense; add nl")
    if kind == "symmetric":
        why = "ReLU alone only has the collapsed batch: kappa(c) > c for every cosine c < 1, angles go like 3 pi/depth"
    elif kind == "outlier":
        why = "without recentring, orthogonal points have a positive cosine after one ReLU layer"
    elif "rc" not in chosen:
        why = "points escape through recentring (rc); without it no such fixed point is known"
    else:
        why = "rescaling removes the escape; only the outlier and the symmetric ray are known (nachum24, S6)"
    raise NoFixedPoint(f"{asked}: {why}")
