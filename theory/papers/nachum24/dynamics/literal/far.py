"""One point against n - 1 alike, for all n >= 40 at once: the literal layer's equation with 1/n for a real number.

H_oo = (n-1)^2, H_oc = -(n-1), H_cc = u = 1 + s(n-2), y^2 = u - 1, cos(theta) = (1-s)/u. A layer makes s greater where

    E = pi + y - arctan y - (m/2) (n^2 + y^2)/(n-1),    m = (sin theta - theta cos theta)/(1 - cos theta),

is positive (`as_equation`). 0 < s < n is 0 < y^2 < n(n-2), where E is pi and 0 at the ends. With e = 1/n in [0, 1/40]:
for y <= 2 E falls; from there to y^2 = .64 n(n-2) it is negative; beyond, y^2 = (1-t)(1-2e)/e^2, 0 <= t <= .36, eE is
concave in t, and rises from 0 at t = 0. So there is one zero on both sides of the middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from flint import arb, arb_series
from sympy import Expr, Symbol, acos, atan, cancel, cos, diff, factor, pi, sin, sqrt, symbols

from theory.choices import proved
from theory.exact.certify import guess, in_both, lower_end, precision, radius, upper_end
from theory.exact.expressions import Undefined
from theory.papers.nachum24.dynamics.literal.orbits import one_against, recentred, relu_gram
from theory.wide.escaped import mean_angle

LEAST = 40
SPLIT = "0.36"
DIGITS = 15

more, s = Symbol("more", integer=True, nonnegative=True), Symbol("s", positive=True)
"""n - 3, and s."""
y, turn, _theta, _sine = symbols("y arctan theta sine", positive=True)


def named(e: Expr) -> Expr:
    """With y, arctan y, theta and u sin(theta) as letters."""
    e = e.replace(lambda part: isinstance(part, acos), lambda part: turn if part.args[0].is_Pow else pi - _theta)
    return e.subs(sqrt(more * s + 2), _sine / (sqrt(s) * sqrt(more + 2))).subs(sqrt(more + 1), y / sqrt(s))


@cache
def as_equation() -> tuple[Expr, Expr, Expr, Expr]:
    """p, q, r and c with F_n(s) - s = p E/((n-2) q), |x_o|^2/|x_c|^2 = r and cos(x_o, x_c) = c, of the literal layer.

    p is positive, and q a diagonal entry of a Gram matrix, too. The cosine in the cluster after the layer is
    1 - (1 - cos theta)(1 - m/pi).

    >>> as_equation()[0]
    2*s*(more + 1)*(more + 2)**3/(pi*(more + 3)**2)
    """
    n, u = more + 3, 1 + s * (more + 1)
    H = recentred(one_against(n, s))
    K = relu_gram(H.entries(lambda i: factor(H.own[i]), lambda i, j: factor(H.across[i][j])))
    image = recentred(K)
    own, other = (named(part) for part in image.own)
    change = (n - 1) ** 2 * other - own * u  # H_cc/H_oo = (1 + s(n-2))/(n-1)^2
    mean = (_sine / u - _theta * (1 - s) / u) / (1 - (1 - s) / u)
    p = factor(-diff(change, turn))
    rest = change - p * (pi + y - turn - mean / 2 * (n**2 + u - 1) / (n - 1))
    letters = (y, turn, _theta, _sine)
    if any(factor(diff(rest, v)) != 0 for v in letters) or factor(rest.subs(dict.fromkeys(letters, 0))) != 0:
        raise Undefined("the layer's change of s is no multiple of E")
    inside = named(K.across[1][1] / K.own[1])
    if cancel(1 - inside - (1 - (1 - s) / u) * (1 - mean / pi)) != 0:
        raise Undefined("the layer's cosine in the cluster is another")
    cosine = named(K.across[0][1]) / sqrt(factor(K.own[0] * K.own[1]))
    cosine = cosine.subs(s, y**2 / (more + 1)).replace(lambda e: e.is_Pow, lambda e: factor(e.base) ** e.exp)
    return p, own, factor(K.own[0] / K.own[1]), cosine


@cache
def zeros_far() -> int:
    """How many zeros E has in 0 < s < n, for every n >= 40; both are simple.

    >>> zeros_far()
    2
    """
    as_equation()
    scaled, _, t = _on_symbols()
    if _at_the_end() != 0 or diff(scaled, t).subs(HERE) != 0:
        raise Undefined("the symmetric ray is not fixed, or eE has a slope at e = t = 0")
    with precision(DIGITS):
        end, nothing = _from_zero(arb(1) / LEAST), arb(0)
        parts = {
            "E falls": (falls, _from_zero(arb(2)), arb(1).union(arb(LEAST - 1) / (LEAST - 2))),
            "E < 0": (negative, _from_zero(arb(1) / 2), _from_zero(arb("0.8"))),
            "eE is concave": (concave, end, _from_zero(arb(SPLIT))),
            "eE rises": (rises, end, nothing),
        }
        for name, (holds, *box) in parts.items():
            if not covered(holds, *box):
                raise Undefined(f"not shown for every n >= {LEAST}: {name}")
    return 2


def _at_the_end() -> Expr:
    """E at s = n: y^2 = n(n-2), cos(theta) = -1/(n-1), sin(theta) = y/(n-1), arctan y = pi - theta."""
    n, square, cosine = more + 3, (more + 3) * (more + 1), -1 / (more + 2)
    mean = (y / (n - 1) - _theta * cosine) / (1 - cosine)
    return cancel(pi + y - (pi - _theta) - mean / 2 * (n**2 + square) / (n - 1))


def _from_zero(end: arb) -> arb:
    return arb(0).union(end)


def covered(holds: Callable[[arb, arb], bool], x: arb, y: arb, depth: int = 24) -> bool:
    """Whether something holds on a box, or on its halves."""
    if holds(x, y):
        return True
    if not depth:
        return False
    halves = [(part, y) for part in _halves(x)] if radius(x) > radius(y) else [(x, part) for part in _halves(y)]
    return all(covered(holds, *half, depth - 1) for half in halves)


def _halves(x: arb) -> Iterator[arb]:
    for low, high in ((lower_end(x), guess(x)), (guess(x), upper_end(x))):
        yield low.union(high)


def falls(y: arb, ratio: arb) -> bool:
    """Whether dE/dy < 0 for all n >= 40; ratio is (n-1)/(n-2). (n^2 + y^2)/(n-1) > n, and -m y is left out."""
    u = 1 + y * y
    x = (ratio / (2 * u)).sqrt() * y  # sin(theta/2)
    theta = 2 * x.asin()
    slope = 2 * (ratio / 2).sqrt() / (u * u.sqrt()) / (1 - x * x).sqrt()
    # m' = (theta - m) cot(theta/2), m = (2 theta/3) h
    sinc = (theta / 2).sinc()
    h = (-theta * theta / 4).hypgeom_0f1(arb(5) / 2) / sinc**2
    by_theta = 2 * (1 - 2 * h / 3) * (theta / 2).cos() / sinc
    return proved(y * y / u - by_theta * slope * LEAST / 2, "<", 0)


def negative(q: arb, w: arb) -> bool:
    """Whether eE < 0 at y = 1/q = w/e, or e = qw is above 1/40."""
    e, last = q * w, arb(1) / LEAST
    if proved(e, ">", last):
        return True
    e = in_both(e, _from_zero(last))
    z = (1 - e) / (1 - 2 * e) / (1 + q * q)  # 1 - cos(theta)
    theta = 2 * (z / 2).sqrt().asin()
    half = mean_angle(theta) / 2 if proved(theta, "<", arb.pi()) else arb.nan()
    return proved(e * (arb.pi() / 2 + q.atan()) + w - half * (1 + w * w) / (1 - e), "<", 0)


def near_the_end(e: arb_series, t: arb_series) -> arb_series:
    """eE at y^2 = (1-t)(1-2e)/e^2, along a line."""
    square = (1 - t) * (1 - 2 * e)
    y, theta = square.sqrt(), ((e * e - e * (1 - t)) / (e * e + square)).acos()
    return e * (arb.pi() / 2 + (e / y).atan()) + y - mean_angle(theta) / 2 * (1 + square) / (1 - e)


def _second(e: arb, t: arb, along: tuple[int, int]) -> arb:
    """Half of its second derivative in a direction."""
    try:
        return near_the_end(*(arb_series([at, step], 3) for at, step in zip((e, t), along, strict=True)))[2]
    except ValueError:  # a ball too wide for a root or an arccos
        return arb.nan()


def concave(e: arb, t: arb) -> bool:
    return proved(_second(e, t, (0, 1)), "<", 0)


def rises(e: arb, t: arb) -> bool:
    """Whether its slope by t, which is 0 at e = t = 0, grows with e."""
    return proved(_second(e, t, (1, 1)) - _second(e, t, (1, 0)) - _second(e, t, (0, 1)), ">", 0)


_E, _T = symbols("e t", real=True)
HERE = {_E: 0, _T: 0}


@cache
def _on_symbols() -> tuple[Expr, Expr, Expr]:
    """eE at y^2 = (1-t)(1-2e)/e^2, e and t."""
    e, t = _E, _T
    square = (1 - t) * (1 - 2 * e)
    theta = acos((e**2 - e * (1 - t)) / (e**2 + square))
    mean = (sin(theta) - theta * cos(theta)) / (1 - cos(theta))
    return e * (pi / 2 + atan(e / sqrt(square))) + sqrt(square) - mean / 2 * (1 + square) / (1 - e), e, t


@cache
def saddle_limits(c: Symbol) -> tuple[Expr, Expr, Expr]:
    """Limits for n -> oo: n (F_n(n-c) - (n-c)); n - s at the zero next to s = n, and n (|x_o|/|x_c| - 1) there.

    There eE is analytic in e and t = ce, and 0 with both first derivatives; divided by t it has one zero (`zeros_far`).
    """
    scaled, e, t = _on_symbols()
    if any(diff(scaled, v).subs(HERE) != 0 for v in (e, t)) or zeros_far() != 2:
        raise Undefined("the equation is not of second order next to the symmetric ray")
    mixed, twice = diff(scaled, e, t).subs(HERE), diff(scaled, t, 2).subs(HERE)
    p, q, ratio, _ = as_equation()
    over_n, over_square = symbols("over_n over_square", positive=True)  # ey and e^2 u sin(theta), which tend to 1
    far = {more: 1 / e - 3, s: 1 / e - c, y: over_n / e, _sine: over_square / e**2}
    at_end = {turn: pi / 2, _theta: pi / 2, over_n: 1, over_square: 1}
    # quotients of polynomials, which are continuous at e = 0, whatever these letters are
    leading = [cancel(part.subs(far) * e**power).subs(e, 0).subs(at_end) for part, power in ((p, 3), (q, 2))]
    form = leading[0] / leading[1] * (c * mixed + c**2 * twice / 2)
    gap = -2 * mixed / twice
    norms = diff(sqrt(cancel(ratio.subs(far))), e).subs(e, 0)
    return factor(form), factor(gap), factor(norms.subs(c, gap))
