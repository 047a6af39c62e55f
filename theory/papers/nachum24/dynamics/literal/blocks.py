"""How stable fixed rays of k points against p = n - k > k are, for all n, k and rays at once.

Both classes A, B have the angle theta inside, 0 < theta < theta_max, c = cos(theta), v = 1 - c, a = v + kc, b = v + pc;
across them the angle is T = pi - arctan(y), y^2 + 1 = PK with P = p/a, K = k/b, and |x_A|/|x_B| is h = sqrt(P/K) > 1.
The multiplier is mu = 1 - m/pi, m = (sin(theta) - theta c)/v. Perturbations of a kind are multiplied by a matrix, of
which `_quadratic` and `_cubic` have the characteristic polynomial, in l: eigenvalues times mu. That these kinds are
all, and that no eigenvalue is below -1, is in the note.

The ray is fixed where mu is a root for perturbations that keep both classes: E = 0. Let q = kappa'(cos theta), which is
below mu. The quadratic of a class has one root above q, which is above mu where the quadratic is negative there. The
cubic of what keeps both classes has two roots above q, of which one is mu: the other is smaller where the cubic rises
at mu, that is where E falls in theta. Other kinds have no root above q.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from math import prod
from typing import Any

from flint import arb
from sympy import QQ, Eq, Expr, Piecewise, Symbol, acos, diff, pi, simplify, sqrt, symbols
from sympy.polys.fields import field
from sympy.polys.matrices import DomainMatrix

from theory.choices import proved
from theory.exact.certify import precision
from theory.exact.expressions import Undefined
from theory.papers.nachum24.dynamics.literal.far import covered
from theory.papers.nachum24.dynamics.literal.layer import Alike, kernel, recentred

DIGITS = 15
FIELD, k, p, l, q, norm, q_across, from_a, from_b, c, theta, m, T, y, turn = field(
    "k p l q norm q_across from_A from_B c theta m T y pi", QQ
)
"""Derivatives of the kernel: q and norm inside a class, by the covariance and by both variances; q_across, from_A and
from_B across, by the covariance and, with norm ratios h_A/h_B as weights, by the variances."""

ONE, NONE = FIELD.one, FIELD.zero
n, v = k + p, 1 - c
a, b = v + k * c, v + p * c
P, K = p / a, k / b


def _moved(E: Alike, classes: str) -> Alike:
    """P dK[E] P of a centred E; `classes` says of which of both each smaller one is a part."""
    weight = {"A": from_a, "B": from_b}

    def entry(i: int, j: int) -> Any:
        if classes[i] == classes[j]:
            return q * E.across[i][j] + norm * (E.own[i] + E.own[j]) / 2
        return q_across * E.across[i][j] + (weight[classes[i]] * E.own[i] + weight[classes[j]] * E.own[j]) / 2

    return recentred(E.entries(lambda i: E.own[i], entry))


def _standard(size: Any, rest: Any) -> list[Alike]:
    """The first point of a class against its second, a basis; third and fourth are its others and the other class."""

    def along(x: Any, g: Any) -> Alike:
        f, z = (ONE, -ONE, NONE), -(x + (size - 2) * g) / rest
        rows = [[g * (s + t) for t in f] + [z * s] for s in f] + [[z * t for t in f] + [NONE]]
        return Alike((ONE, ONE, size - 2, rest), (*(x * t for t in f), NONE), tuple(map(tuple, rows)))

    return [along(ONE, NONE), along(NONE, ONE)]


def _keeping(k: Any) -> list[Alike]:
    """Both classes are kept; a class of one point has its diagonal entry from the row sum."""

    def along(x: Any, w: Any, z: Any) -> Alike:
        g = NONE if k == 1 else -(x + p * z) / (k - 1)
        own = (-p * z if k == 1 else x, w)
        return Alike((k, p), own, ((g, z), (z, -(w + k * z) / (p - 1))))

    basis = [along(NONE, ONE, NONE), along(NONE, NONE, ONE)]
    return basis if k == 1 else [along(ONE, NONE, NONE), *basis]


def _characteristic(basis: Sequence[Alike], classes: str, read: Callable[[Alike], Sequence[Any]]) -> Any:
    """In l; `read` has the coordinates of an image, and `Undefined` says that it has others."""
    columns = []
    for image in (_moved(E, classes) for E in basis):
        columns.append(read(image))
        for i, (entry, _) in enumerate(image.against(image)):
            if entry != sum((x * E.against(E)[i][0] for x, E in zip(columns[-1], basis, strict=True)), NONE):
                raise Undefined("the derivative leads out of a kind")
    size = len(basis)
    M = DomainMatrix([[column[i] for column in columns] for i in range(size)], (size, size), FIELD.to_domain())
    return sum((x * l ** (size - i) for i, x in enumerate(M.charpoly())), NONE)


def _quadratic(size: Any, rest: Any, weight: Any) -> Any:
    """Of the differences in a class."""
    lost = (size - 2) * (1 - q - norm) * (l - q_across) + rest * (1 - q_across - weight) * (l - q)
    return (l - q) * (l - q_across) - lost / n


def _cubic(k: Any) -> Any:
    """Of what keeps both classes, over (l - q)^2 (l - q_across), or with k = 1 over (l - q)(l - q_across)."""
    near, of_a, of_b = (1 - q - norm) / (l - q), *((1 - q_across - w) / (l - q_across) for w in (from_a, from_b))
    A, B = k - (k - 1) * near, p - (p - 1) * near
    return A * B + k * (1 - of_b) * A / 2 + p * (1 - of_a) * B / 2


def _put(f: Any, values: dict[Any, Any]) -> Any:
    """A rational function at other letters."""
    at = [values.get(letter, letter) for letter in FIELD.gens]

    def of(polynomial: Any) -> Any:
        terms = ((times * ONE, zip(at, powers, strict=True)) for powers, times in polynomial.terms())
        return sum((prod((x**e for x, e in factors if e), start=times) for times, factors in terms), NONE)

    return of(f.numer) / of(f.denom)


def _require(facts: dict[str, bool]) -> None:
    for name, holds in facts.items():
        if not holds:
            raise Undefined(f"not shown: {name}")


@cache
def spectra() -> None:
    """`Undefined` unless the kinds have these polynomials, their signs at mu where E = 0 are those said, and kernels
    have the derivatives that `mu` says."""

    def diagonal(image: Alike) -> Sequence[Any]:
        return image.own[0], image.across[0][2]

    def of_both(image: Alike) -> Sequence[Any]:
        return *image.own, image.across[0][1]

    single = _keeping(ONE)
    mu = {l: 1 - m / turn, q: 1 - theta / turn, norm: (m * v + theta * c) / turn, q_across: 1 - T / turn}
    mu |= {from_a: y / (turn * P), from_b: y / (turn * K)}
    E = T - m + y - m * (P + K) / 2
    by_m = (theta - m) / v  # the slope of m, falling c
    by_c = (P * K).diff(c) * y / (2 * P * K) + by_m * (1 + (P + K) / 2) - m * (P.diff(c) + K.diff(c)) / 2

    def where_fixed(left: Any, right: Any) -> bool:
        return bool((left - right).numer.rem([E.numer]) == 0)

    both, at_mu = _cubic(k), (theta - m) * (T - m) / (n * turn**2)
    apart = m * (P - K) / (2 * (T - m))  # positive
    _require(
        {
            "kernel": _of_the_kernel(),
            "differences in A": _characteristic(_standard(k, p), "AAAB", diagonal) == _quadratic(k, p, from_a),
            "differences in B": _characteristic(_standard(p, k), "BBBA", diagonal) == _quadratic(p, k, from_b),
            "both kept": _characteristic(_keeping(k), "AB", of_both) * n**2 == 2 * both * (l - q) ** 2 * (l - q_across),
            "k = 1": _characteristic(single, "AB", lambda image: of_both(image)[1:]) * (p + 1) ** 2
            == 2 * _cubic(ONE) * (l - q) * (l - q_across),
            "a fixed ray": _put(both, mu) * (T - m) == a * b * E,
            "B": where_fixed(_put(_quadratic(p, k, from_b), mu), at_mu * (v + b * apart)),
            "A": where_fixed(_put(_quadratic(k, p, from_a), mu), at_mu * (v - a * apart)),
            "its slope": where_fixed(_put(both.diff(l), mu) * (T - m) * (theta - m), turn * a * b * v * by_c),
            "A, in other words": where_fixed((a * apart - v) * (T - m) * 2 * a * b, UNSTABLE),
        }
    )


UNSTABLE = m * k * (n * c + 2 * v) * ((p - k) * c - v) + 2 * v * y * a * b
"""Positive where the differences in A have an eigenvalue above 1."""


def _of_the_kernel() -> bool:
    """Whether it has these derivatives: by the covariance, and twice by a variance."""
    own, other, cosine = symbols("own other cosine", positive=True)
    across = Symbol("across", real=True)
    K = kernel(own, other, across)
    by_both = (diff(K, across), 2 * diff(K, own))
    known = (1 - acos(cosine) / pi, sqrt(other / own) * sqrt(1 - cosine**2) / pi)
    at = {across: sqrt(own * other) * cosine}
    return all(simplify(found.subs(at) - said) == 0 for found, said in zip(by_both, known, strict=True))


@cache
def escaped_points_part() -> None:
    """`Undefined` unless `UNSTABLE` is positive at every fixed ray with 2 <= k < p.

    *c >= 0.* m <= sin(theta): the square of the last term is above that of the first, where (p - k)c < v.

    *c < 0.* sigma = -c < 1/(n-1), tau = 1/sqrt(PK), w = b/a < 1. UNSTABLE > 0 is m < sqrt(1 - tau^2) G, where G > 1 +
    (h-1)/(1+w). With f(x) = sqrt(1-x^2) + x (pi/2 + arcsin x), m = f(sigma)/(1+sigma) <= 1 + B sigma, B = pi/2 - 1. And
    E = 0 is f(tau)(1 + sigma) = f(sigma)(tau + (h + 1/h)/2), which makes h - 1 at least
    2h tau (h+w)(B + tau/2)/((h^2 - w) f(sigma)): more than what is wanted (`_enough`).
    """
    far = _room(k + 2, k + p + 3, 1 / (2 + p + l))  # k >= 2, p > k and (p - k) c < v, all letters at least 0
    ratio, w = k / p, b / a
    G_squared = 4 * w / ratio * ((1 - ratio * w) / ((1 + w) * (2 - w - ratio))) ** 2
    as_G = (2 * v * a * b) ** 2 * P * K / (k * (n * c + 2 * v) * (v - (p - k) * c)) ** 2
    # h = T, w = y, ratio = y/h^2
    above = 2 * T * (1 - y**2 / T**2) - (1 + y) * (2 - y - y / T**2) - (T - 1) * (2 - y - y / T**2)
    with precision(DIGITS):
        unit = arb(0).union(arb(1))
        enough = all(covered(partial(_enough, tau=arb(tau)), unit, unit) for tau in ("0", "0.41"))
    _require(
        {
            "c >= 0": all(times > 0 for part in (far.numer, far.denom) for times in part.coeffs()),
            "G": as_G == G_squared,
            "sigma": c**2 * P * K == (1 - w) ** 2 * ratio / (w * (1 - ratio) ** 2),
            "G above 1": above * T**2 == y * (T - 1) ** 2 * (T + y),
            "c < 0": enough,
        }
    )


def _room(k: Any, p: Any, c: Any) -> Any:
    """(2v y ab)^2 - (sin(theta) k (nc + 2v)(v - (p-k) c))^2, over v^2."""
    v = 1 - c
    a, b = v + k * c, v + p * c
    over_v = k * p * (1 + c) - (k + p) * c - v  # (kp - ab)/v
    return 4 * v * a * b * over_v - (1 + c) / v * (k * ((k + p) * c + 2 * v) * (v - (p - k) * c)) ** 2


def _enough(s: arb, w: arb, tau: arb) -> bool:
    """Of s = 1/h and w, for tau^2 <= 1/6, sigma <= 1/4: convex in tau, so that both ends are enough.

    1/sqrt(1 - tau^2) <= 1 + .58 tau^2 and f(sigma) <= 1.43; left and right over tau, times (1 - ws^2)(1 + w).
    """
    B, square = arb.pi() / 2 - 1, arb("0.58") * tau
    least = 2 * (B + tau / 2) * (1 + w * s) / arb("1.43")
    return proved(least - (1 + w) * ((1 - w * s * s) * square + B * (1 - w) * s * (1 + tau * square)), ">", 0)


def stability() -> tuple[Expr, Expr]:
    """Index of the most broken ray, and how many rays are stable, for every k and n with E < 0 at a right angle.

    There E, positive at 0, has fallen to 0 before. Two points of A are told from each other by k - 1 perturbations.
    With k = 1 there are none, and of the two zeros of E, both simple, it falls in one.
    """
    spectra()
    escaped_points_part()
    size = Symbol("k", integer=True, positive=True)
    return size - 1, Piecewise((1, Eq(size, 1)), (0, True))


def is_below(n: Any, k: Any) -> bool:
    """Whether E < 0 at theta = pi/2."""
    with precision(DIGITS):
        y = (arb(int(k)) * int(n - k) - 1).sqrt()
        return proved(2 * arb.pi() + 2 * (y - y.atan()), "<", int(n) + 2)
