"""Fixed rays of RC + ReLU with k points against n - k alike, found as zeros of the literal layer's own equation.

Centred, with correlation cos(theta) inside both classes, 0 < theta < theta_max = arccos(-1/(n-1)). The next layer,
recentred, multiplies distances inside the p = n - k by q and the diagonal at the k by g + q: fixed just where g = 0
(`fixed_where_zero`). At theta_max all points are alike, and g = 0 there; towards 0 the classes collapse.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any

from flint import arb, arb_series
from sympy import QQ, Integer
from sympy.polys.fields import field

from theory.choices import proved
from theory.exact import certify
from theory.exact.certify import Isolation, UnprovedError, at_each_precision, guess, is_bounded, is_point, precision
from theory.exact.expressions import Undefined
from theory.papers.nachum24.dynamics.literal.layer import Alike, apart, recentred, relu_of_two, two_classes
from theory.term.named import named
from theory.wide.rescaling import relu_entry

DIGITS = 30
ORDER = 10
"""Of Taylor's formula: from 10 on so few boxes are enough that a greater one saves none."""
MOST_BOXES = 4000


def at_angle(n: Any, k: int, theta: Any) -> Alike:
    """The centred matrix of the family."""
    return two_classes(k, n - k, theta.cos())


def mismatch(n: Any, k: int, theta: Any) -> Any:
    """g(theta), for a ball or a series."""
    H = at_angle(n, k, theta)
    image = recentred(relu_of_two(H, theta))  # H is centred
    return image.own[0] / H.own[0] - apart(image, 1) / apart(H, 1)


@cache
def fixed_where_zero() -> None:
    """`Undefined` unless R = image - q H is constant on pairs of classes, with row sums 0: R_11 = g H_11 says it all.

    In a field of rational functions: of ReLU only that it takes h on the diagonal to h, and inside a class to h times
    one number.
    """
    of, k, p, h, other, rho, across, inside = field("k p h other rho across inside", QQ)
    H = Alike((k, p), (h, of.one), ((h * rho, across), (across, rho)))
    image = recentred(Alike(H.sizes, H.own, ((h * inside, other), (other, inside))))
    q = apart(image, 1) / apart(H, 1)
    if any(e != 0 for e in (apart(image, 0) - q * apart(H, 0), *image.row_sums())):
        raise Undefined("a zero of g need not be a fixed ray")


class Equation:
    """g and its derivative on balls, by Taylor's formula about the middle; both are found at once."""

    def __init__(self, n: int, k: int) -> None:
        self.n, self.k = arb(n), k
        self._last: tuple[arb, tuple[arb, arb]] | None = None

    def value(self, theta: arb) -> arb:
        return mismatch(self.n, self.k, theta) if is_point(theta) else self._both(theta)[0]

    def slope(self, theta: arb) -> arb:
        return self._both(theta)[1]

    def _both(self, theta: arb) -> tuple[arb, arb]:
        if self._last is None or self._last[0] is not theta:
            self._last = theta, self._around(theta)
        return self._last[1]

    def _around(self, theta: arb) -> tuple[arb, arb]:
        step = theta - guess(theta)
        terms = [*self._series(guess(theta), ORDER), self._series(theta, ORDER + 1)[ORDER]]
        value, slope = arb(0), arb(0)
        for power in range(ORDER, 0, -1):
            value = value * step + terms[power]
            slope = slope * step + power * terms[power]
        return value * step + terms[0], slope

    def _series(self, theta: arb, terms: int) -> list[arb]:
        try:
            found = mismatch(self.n, self.k, arb_series([theta, 1], terms))
        except ValueError:  # a ball too wide for a root or an arccos: balls give nan there, series raise
            return [arb.nan()] * terms
        return [found[i] for i in range(terms)]


@cache
def zeros(n: int, k: int) -> Isolation:
    """All zeros of g on (0, theta_max), by exhaustion."""
    fixed_where_zero()
    equation = Equation(n, k)
    with precision(DIGITS):
        top, low = (-1 / arb(n - 1)).acos(), guess(1 / arb(n))
        step = guess(top) / 4
        while not proved(equation.slope(top.union(top - step)), ">", 0):
            step /= 2
            if step < arb(10) ** -9:
                raise Undefined(f"n = {n}, k = {k}: no slope is certain next to the symmetric ray")
        if not _collapsing(n, k, low):
            raise Undefined(f"n = {n}, k = {k}: no sign is certain next to collapsed classes")
        try:
            return certify.isolate_roots(equation.value, equation.slope, low, guess(top - step), max_boxes=MOST_BOXES)
        except UnprovedError as error:
            raise Undefined(str(error)) from None


def _collapsing(n: int, k: int, high: arb) -> bool:
    """Whether g < 0 on (0, high]: q is at least kappa'(cos high) = 1 - high/pi by the mean value theorem."""
    H = at_angle(arb(n), k, arb(0).union(high))
    entries = H.entries(lambda i: H.own[i], lambda i, j: relu_entry(H.own[i], H.own[j], H.across[i][j]))
    return bool(recentred(entries).own[0] / H.own[0] < 1 - high / arb.pi())


@at_each_precision
def angle(n: int, k: int, branch: int, digits: int) -> arb:
    """theta of the more broken ray (branch 0) or the other, to a radius below 10^-digits."""
    found = zeros(n, k).roots
    if len(found) != 2:
        raise Undefined(f"n = {n}, k = {k}: {len(found)} such rays, so there is no more broken one")
    equation = Equation(n, k)
    return certify.newton(equation.value, equation.slope, found[branch], digits)


@at_each_precision
def far_angle(n: int, saddle: bool, digits: int) -> arb:
    """theta of a fixed ray with one escaped point, n >= 100: g changes sign, at exact points, within 10^-digits of it.

    Secants from a guess near the broken ray or near the saddle; `Undefined` where they lead to no change of sign.
    """
    with precision(digits + 20 + 5 * len(str(n))):
        if saddle:  # s = n - 2
            rho = (3 - arb(n)) / (1 + (arb(n) - 2) * (n - 2))
            before, step = guess(rho.acos()), arb(n) ** -3
        else:
            before, step = guess(9 / arb(n)), arb(n) ** -2
        now, last = guess(before + step), guess(mismatch(n, 1, before))
        while abs(now - before) > arb(10) ** (-digits - 8):
            value = guess(mismatch(n, 1, now))
            before, now, last = now, guess(now - value * (now - before) / (value - last)), value
            if not is_bounded(now):
                break
        ends = [guess(now + sign * arb(10) ** -digits) for sign in (-1, 1)]
        if not mismatch(n, 1, ends[0]) * mismatch(n, 1, ends[1]) < 0:
            raise Undefined(f"n = {n}: no change of sign near theta = {now.str(8)}")
        return ends[0].union(ends[1])


@named(
    "#{{H ∝ P K(H) P: {1} points against {0} − {1}}}",
    r"\#\{{H\propto P\,K(H)\,P:{1}\text{{ points against }}{0}-{1}\}}",
)
def number_of_rays(n: int, k: int) -> Integer:
    """How many fixed rays H of RC + ReLU have k points against n - k, like points not at one place, not all alike."""
    return Integer(len(zeros(int(n), int(k)).roots))


FIRST_SIZE = (
    "min{{n > 2 {0}: some H ∝ P K(H) P of {0} points against n − {0}}}",
    r"\min\{{n>2{0}:\text{{some }}H\propto P\,K(H)\,P\text{{ of }}{0}\text{{ points against }}n-{0}\}}",
)


@named(*FIRST_SIZE)
@cache
def first_size(k: int) -> Integer:
    """The least n > 2k with such rays, all smaller ones looked at."""
    return next(Integer(n) for n in count(2 * int(k) + 1) if number_of_rays(n, k))


def fold(start: int, digits: int) -> tuple[arb, arb]:
    """Real n and theta with g = dg/dtheta = 0, one escaped point, below a size at which there are two rays.

    Sizes of classes are real here. Certified by Krawczyk's operator, derivatives by series along three directions.
    """

    def along(box: Sequence[arb], direction: tuple[int, int]) -> list[arb]:
        n, theta = (arb_series([at, step], 3) for at, step in zip(box, direction, strict=True))
        try:
            found = mismatch(n, 1, theta)
        except ValueError:  # a ball too wide
            return [arb.nan()] * 3
        return [found[i] for i in range(3)]

    def system(box: Sequence[arb]) -> tuple[list[arb], list[list[arb]]]:
        value, by_theta, half_tt = along(box, (0, 1))
        _, by_n, half_nn = along(box, (1, 0))
        mixed = along(box, (1, 1))[2] - half_tt - half_nn
        return [value, by_theta], [[by_n, by_theta], [mixed, 2 * half_tt]]

    with precision(40):
        point = [arb(start), guess(sum(zeros(start, 1).roots, arb(0))) / 2]
        for _ in range(30):
            point = [guess(x) for x in certify.krawczyk_step(system, point)]
        box = [x + arb(0, arb(10) ** -8) for x in point]
        n, theta = certify.krawczyk(system, box, digits)
    return n, theta


def digits_at(size: int) -> int:
    """Digits for cluster angles of order 1/n, and distances of order n^-3 from the symmetric ray."""
    return 20 + 8 * len(str(size))
