"""k points escape from a cluster of n - k: fixed rays of RC + ReLU as zeros of one function.

Of rays with this symmetry those are meant in which neither cluster has collapsed to one point (for k >= 2 there are
others, with k equal points; all that we know of are unstable).

A centred Gram matrix H, invariant under permutations inside A (k points) and inside B (n - k), has on its diagonal h_A
and h_B, and correlations rho_A, rho_B inside. On differences of two points of one cluster, H = P K(H) P / mu says
(1 - kappa(rho))/(1 - rho) = mu, which is strictly monotone: so rho_A = rho_B = rho (k = 1 has rho_B alone). With
theta = arccos rho, v = 1 - rho, a = 1 + (k-1) rho, b = 1 + (n-k-1) rho, centring leaves h_A/h_B = (n-k) b/(k a) and
-rho_AB = sqrt(a b/(k (n-k))) = 1/sqrt(1 + y^2), and on the contrast between the clusters the equation reads

    E(theta) = pi - (m/2) [n^2/(k (n-k)) + v ((n-k)(k-1)/(k a) + k (n-k-1)/((n-k) b))] + y - arctan y = 0

where m(theta) = (sin theta - theta cos theta)/(1 - cos theta), by kappa(rho) - rho = m v/pi. No 1 - kappa is left, so
nothing cancels near rho = 1. Rays run from theta = 0, where E = pi (collapsed clusters, the exact outlier), to
theta_max = arccos(-1/(n-1)), where E = 0 (the symmetric point); beyond it the k points are the shorter ones. For k = 1,
s = v/b turns E = 0 into F_n(s) = s, and E has the sign of F_n(s) - s. Source: nachum24, S2 and S5.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any

from flint import arb, arb_series

from theory.exact.certify import (
    Isolation,
    UnprovedError,
    at_each_precision,
    isolate_roots,
    krawczyk,
    krawczyk_step,
    newton,
    precision,
)

Number = Any
"""`arb`, or `arb_series` for derivatives."""


def mean_angle(theta: Number) -> Number:
    """m(theta) = (sin theta - theta cos theta)/(1 - cos theta), odd; 2 theta/3 near 0, pi/2 at pi.

    The mean of t on (0, theta) under the density sin t; so it grows up to pi (and falls beyond), and a ball goes to the
    hull of the values at its ends. m' = (theta - m) cot(theta/2).

    Parameters
    ----------
    theta : ball inside (-pi, 2 pi), or a series theta_0 + d x; terms up to x^2 are right.

    >>> print(mean_angle(arb.pi() / 2).str(10, radius=False))
    1.000000000
    """
    if isinstance(theta, arb_series):
        at, step = theta[0], theta - theta[0]
        m, half = mean_angle(at), at / 2
        first = (at - m) * half.cot()
        second = (1 - first) * half.cot() - (at - m) / (2 * half.sin() ** 2)
        return m + first * step + second * step * step / 2
    if not theta.is_exact():
        hull = mean_angle(theta.lower()).union(mean_angle(theta.upper()))
        return hull if theta < arb.pi() else hull.union(arb.pi() / 2)
    # sin t - t cos t = (t^3/3) 0F1(5/2; -t^2/4): all digits also near 0
    return 2 * theta / 3 * (-theta * theta / 4).hypgeom_0f1(arb(5) / 2) / (theta / 2).sinc() ** 2


def _geometry(n: Number, k: int, theta: Number) -> tuple[Number, Number, Number, Number]:
    """v, a, b and y; 1 - cos and k (n-k) - a b are written without cancellation."""
    sine = (theta / 2).sin()
    v = 2 * sine * sine
    a, b = k - (k - 1) * v, (n - k) - (n - k - 1) * v
    return v, a, b, sine * (2 * ((k - 1) * b + k * (n - k - 1)) / (a * b)).sqrt()


def balance(n: Number, k: int, theta: Number) -> Number:
    """E(theta), for balls or series n and theta; positive where a layer drives the k points further out.

    >>> print(balance(arb(10), 1, arb("0.88")).str(4, radius=False))
    -0.003704
    """
    v, a, b, y = _geometry(n, k, theta)
    weight = n * n / (k * (n - k)) + v * ((n - k) * (k - 1) / (k * a) + k * (n - k - 1) / ((n - k) * b))
    return arb.pi() - mean_angle(theta) * weight / 2 + y - y.atan()


def _taylor(n: arb, k: int, theta: arb, direction: tuple[int, int], order: int) -> list[arb]:
    """Coefficients of E along a direction in the (n, theta) plane, up to x^order."""
    along_n, along_theta = (
        arb_series([at, step], order + 1) if step else at for at, step in zip((n, theta), direction, strict=True)
    )
    try:
        series = balance(along_n, k, along_theta)
    except ValueError:  # the box is too wide for a, b > 0; python-flint raises here, where balls give nan
        return [arb.nan()] * (order + 1)
    return [series[i] for i in range(order + 1)]


def slope(n: arb, k: int, theta: arb) -> arb:
    """dE/dtheta."""
    return _taylor(n, k, theta, (0, 1), 1)[1]


@lru_cache(maxsize=1024)
def roots(n: int, k: int = 1) -> Isolation:
    """All zeros of E on (0, theta_max), that is all fixed rays between the collapsed and the symmetric one.

    E(theta_max) = 0 is divided out: E' < 0 is proved on [theta_max - delta, theta_max], so E > 0 before the end.

    Parameters
    ----------
    n, k : batch size and escaped points, 1 <= k < n/2, n >= 3.

    >>> [len(roots(n).roots) for n in (5, 6, 7, 100)]
    [0, 0, 2, 2]
    """
    size = arb(n)
    with precision(_digits_lost(n) + 30):
        top = (-1 / (size - 1)).acos()
        last = _halved(top, -top.mid() / 2, lambda near: slope(size, k, near) < 0)
        equation = partial(balance, size, k), partial(slope, size, k)
        return isolate_roots(*equation, arb(0), last, max_boxes=100_000)


@cache
def none_beyond(n: int, k: int = 1) -> Isolation:
    """No zero between theta_max and the end b = 0: no fixed ray has its k points nearer to the origin than the others.

    >>> none_beyond(10).roots
    ()
    """
    size = arb(n)

    def bound(theta: arb) -> arb:  # at least b E, by arctan y >= 0; E -> -oo at the end
        v, a, b, _ = _geometry(size, k, theta)
        kept = size * size * b / (k * (size - k)) + v * (size - k) * (k - 1) * b / (k * a)
        root = (theta / 2).sin() * (2 * ((k - 1) * b + k * (size - k - 1)) * b.abs_upper() / a).sqrt()
        return arb.pi() * b - mean_angle(theta) * (kept + v * k * (size - k - 1) / (size - k)) / 2 + root

    with precision(_digits_lost(n) + 30):
        top, end = (-1 / (size - 1)).acos(), (-1 / (size - k - 1)).acos()
        start = _halved(top, (end - top).mid() / 4, lambda near: slope(size, k, near) < 0)
        stop = _halved(end, (top - end).mid() / 4, lambda near: bound(near) < 0)
        found = isolate_roots(partial(balance, size, k), partial(slope, size, k), start, stop)
    if found.roots:
        raise UnprovedError(f"n = {n}, k = {k}: there is a fixed ray with shorter escaped points")
    return found


def _halved(end: arb, step: arb, holds: Callable[[arb], bool]) -> arb:
    """An exact point near `end`, such that the statement holds between the two."""
    while not holds(end.union(end + step)):
        step /= 2
        if abs(step) < abs(end.rad()) * 1000:
            raise UnprovedError(f"nothing is proved next to {end.str(8)}; more precision may help")
    return (end + step).mid()


def _digits_lost(n: int) -> int:
    """The saddle differs from the symmetric point by O(n^-3) in theta."""
    return 3 * len(str(n))


@lru_cache(maxsize=256)
def angle(n: int, k: int, branch: int, digits: int) -> arb:
    """theta of a zero, the most broken one first, to a radius below 10^-digits."""
    size = arb(n)
    box = roots(n, k).roots[branch]
    return newton(partial(balance, size, k), partial(slope, size, k), box, digits + _digits_lost(n))


def figures_at(n: arb, k: int, theta: arb) -> dict[str, arb]:
    """Norms and cosines after the layer, for the zero theta.

    norm_ratio = |x_A|/|x_B|; cos_outlier_cluster between A and B; cos_cluster = kappa(rho), inside A and inside B;
    multiplier = mu at He gain; rho; and s, for k = 1.
    """
    v, a, b, y = _geometry(n, k, theta)
    m = mean_angle(theta)
    figures = {
        "norm_ratio": ((n - k) * b / (k * a)).sqrt(),
        "cos_outlier_cluster": (y - y.atan()) / (arb.pi() * (1 + y * y).sqrt()),
        "cos_cluster": 1 - v * (1 - m / arb.pi()),
        "multiplier": 1 - m / arb.pi(),
        "rho": 1 - v,
    }
    return figures | ({"s": v / b} if k == 1 else {"cos_outliers": figures["cos_cluster"]})


@cache
def first_size(k: int = 1) -> int:
    """A batch size at which two such rays exist while none exists one below; both are certified.

    >>> [first_size(k) for k in (1, 2, 3)]
    [7, 9, 12]
    """
    without, size = 2 * k, 4 * k + 4
    while not roots(size, k).roots:
        without, size = size, 2 * size
    while size - without > 1:
        middle = (size + without) // 2
        without, size = (without, middle) if roots(middle, k).roots else (middle, size)
    return size


@at_each_precision
def fold(k: int, digits: int) -> tuple[arb, arb]:
    """The saddle-node in real n at which the two zeros are born: (n, theta) with E = dE/dtheta = 0.

    Certified by Krawczyk in two unknowns, with second derivatives from series along three directions.

    >>> print(fold(1, 20)[0].str(15, radius=False))
    6.10707512487919
    """

    def system(box: Any) -> tuple[list[arb], list[list[arb]]]:
        n, theta = box
        value, e_t, half_tt = _taylor(n, k, theta, (0, 1), 2)
        _, e_n, half_nn = _taylor(n, k, theta, (1, 0), 2)
        mixed = _taylor(n, k, theta, (1, 1), 2)[2] - half_tt - half_nn
        return [value, e_t], [[e_n, e_t], [mixed, 2 * half_tt]]

    size = first_size(k)
    with precision(40 + _digits_lost(size)):
        point = [arb(size), sum(roots(size, k).roots, arb(0)).mid() / 2]
        for _ in range(30):
            point = [x.mid() for x in krawczyk_step(system, point)]
        box = [x + arb(0, arb(10) ** (-8 - _digits_lost(size))) for x in point]
        n, theta = krawczyk(system, box, digits + _digits_lost(size))
    return n, theta
