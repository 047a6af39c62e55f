"""Families of random expressions, and the rules of SymPy's that rewrite them: for `benchmarks.comparison`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import sympy
from sympy import (
    Abs,
    Expr,
    Integer,
    Max,
    Min,
    Product,
    Rational,
    Sum,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    binomial,
    cos,
    cosh,
    cot,
    exp,
    factorial,
    gamma,
    log,
    pi,
    root,
    sign,
    sin,
    sinh,
    sqrt,
    symbols,
    tan,
    tanh,
)

Rng = random.Random
Rule = Callable[[Expr], Expr]

x, y = symbols("x y", positive=True)
r, s = symbols("r s", real=True)
z, w = symbols("z w")
n, k = symbols("n k", integer=True, positive=True)
N = sympy.Symbol("N", integer=True, nonnegative=True)
j = sympy.Symbol("j", integer=True)


def small(rng: Rng) -> Rational:
    return Rational(rng.choice([1, 2, 3, 4, 5, 6, 7, -1, -2, -3]), rng.choice([1, 1, 1, 2, 3]))


def positive(rng: Rng) -> Integer:
    return Integer(rng.randint(1, 9))


def combined(parts: list[Expr], rng: Rng) -> Expr:
    """A sum of products of a few parts, sometimes a quotient."""
    a, b, c = (rng.choice(parts) for _ in range(3))
    shape = rng.randrange(6)
    if shape == 0:
        return a * b + small(rng) * c
    if shape == 1:
        return (a + small(rng) * b) ** 2
    if shape == 2:
        return (a + small(rng)) * (b - small(rng) * c)
    if shape == 3:
        return small(rng) * a + small(rng) * b
    if shape == 4:
        return a / (b + 7 + positive(rng))
    return (a + b) * (a - b) + small(rng) * c


def radicals(rng: Rng) -> Expr:
    inner = [sqrt(positive(rng)), sqrt(positive(rng) + 1), root(positive(rng) + 1, 3)]
    nested = sqrt(positive(rng) + 5 + rng.choice([-1, 1, 2]) * inner[1])
    square = sqrt(sympy.expand((inner[0] + positive(rng) * inner[1]) ** 2))
    return combined([*inner, nested, square], rng)


def angles(rng: Rng) -> Expr:
    turn = pi * Rational(rng.randint(1, 11), rng.choice([3, 4, 5, 6, 7, 8, 10, 12]))
    other = pi * Rational(rng.randint(1, 8), rng.choice([3, 5, 7, 9, 12]))
    return combined([cos(turn), sin(other), cos(other), sin(turn) * cos(other), sqrt(positive(rng))], rng)


def symbolic_radicals(rng: Rng) -> Expr:
    a, c = rng.choice([x, y, n]), positive(rng)
    return combined(
        [
            sqrt(a),
            sqrt(a + c),
            sqrt(a * (a + c)),
            sqrt(sympy.expand((a + c) ** 2)),
            root(a, 3),
            a,
            1 / (sqrt(a + c) + sqrt(a)),
            sqrt(a**2 + c),
        ],
        rng,
    )


def circular(rng: Rng) -> Expr:
    a = rng.choice([r, s, 2 * r, r + s, r - s, 3 * r])
    return combined([sin(a), cos(a), sin(r) * cos(s), sin(r) ** 2, cos(2 * s), tan(r), cot(s)], rng)


def hyperbolic(rng: Rng) -> Expr:
    a = rng.choice([r, s, 2 * r, r + s])
    return combined([sinh(a), cosh(a), exp(a), tanh(r), exp(-s), cosh(r) ** 2], rng)


def logarithms(rng: Rng) -> Expr:
    a, b = Integer(rng.randint(2, 30)), Integer(rng.randint(2, 30))
    parts = [log(a), log(b), log(a * b), log(Rational(a, b + 1)), log(1 + sqrt(positive(rng))), log(sqrt(a) + sqrt(b))]
    return small(rng) * rng.choice(parts) + small(rng) * rng.choice(parts) + rng.choice(parts) * rng.choice([0, 1])


def symbolic_logarithms(rng: Rng) -> Expr:
    c = positive(rng)
    parts = [
        log(x),
        log(y),
        log(c * x * y),
        log(x / y),
        log(x**2 * y),
        log(x + c),
        log((x + c) * y),
        log(x**r),
        exp(2 * log(x)),
    ]
    return combined(parts, rng)


def inverse(rng: Rng) -> Expr:
    a, b = Rational(1, rng.randint(2, 7)), Rational(rng.randint(1, 4), rng.randint(5, 9))
    return small(rng) * rng.choice([acos(a), atan(a), asin(b), acos(b)]) + small(rng) * rng.choice(
        [atan(b), asin(a), asin(sqrt(1 - a**2)), acos(sqrt(1 - b**2)), atan((a + b) / (1 - a * b)), atan(1 / a)]
    )


def symbolic_inverse(rng: Rng) -> Expr:
    parts = [
        asin(r),
        acos(r),
        atan(r),
        asinh(r),
        atan(x),
        acosh(x + 1),
        atanh(r),
        cos(atan(r)),
        sin(acos(r)),
        cos(2 * asin(r)),
    ]
    return combined(parts, rng)


def powers(rng: Rng) -> Expr:
    c, d = Integer(rng.randint(2, 12)), Integer(rng.randint(2, 12))
    parts = [
        c**n,
        d**n,
        (c * d) ** n,
        c ** (2 * n),
        d ** (n + 1),
        x**n,
        (x * y) ** n,
        x ** (n + k),
        (-c) ** n,
        exp(n * log(d)),
        c**k,
    ]
    return combined(parts, rng)


def factorials(rng: Rng) -> Expr:
    c = rng.randint(1, 3)
    parts = [
        factorial(n + c),
        factorial(n),
        binomial(n + c, 2),
        gamma(n + c),
        binomial(2 * n, n),
        gamma(n + Rational(1, 2)),
    ]
    a, b = rng.choice(parts), rng.choice(parts)
    wide = [binomial(n, k), binomial(n + 1, k), binomial(n + k, k), factorial(n + k)]
    return rng.choice(
        [a / b, a * b, a / b + small(rng), a + small(rng) * b, small(rng) * rng.choice(wide) / rng.choice(wide), a * n]
    )


def sums(rng: Rng) -> Expr:
    c = rng.randint(1, 3)
    low, high = rng.choice([(1, n), (0, N), (1, n + 1), (2, n + 1), (1, 2 * n)])
    terms = [j, j**2, j * (j + 1), j**3, Integer(c), c**j, j * c**j, 1 / ((j + 1) * (j + 2)), x**j, (j + c) ** 2]
    return small(rng) * Sum(small(rng) * rng.choice(terms) + rng.choice([0, 1]) * j, (j, low, high)) + rng.choice(
        [0, 1, n]
    )


def products(rng: Rng) -> Expr:
    terms = [j, 2 * j, (j + 1) / j, j + 2, x, Integer(3), j**2]
    return small(rng) * Product(rng.choice(terms), (j, 1, n)) + rng.choice([0, 1, n])


def signs(rng: Rng) -> Expr:
    parts = [
        Abs(r),
        Abs(s),
        sign(r),
        Max(r, s),
        Min(r, s),
        Abs(r - s),
        Abs(r * s),
        sqrt(r**2),
        r,
        Abs(n - k),
        Max(r, 0),
    ]
    return combined(parts, rng)


def rational_functions(rng: Rng) -> Expr:
    return combined([x, y, n, 1 / x, n / (n + 1), 1 / (x + y), pi, (x**2 - y**2) / (x - y), 1 / (n + x)], rng)


def complex_values(rng: Rng) -> Expr:
    a = rng.choice([z, w, z * w, z**2, -z, 1 / z, z + 1])
    return rng.choice(
        [
            sqrt(a),
            log(a),
            a ** Rational(1, 3),
            a ** Rational(3, 2),
            (a**2) ** Rational(1, 2),
            log(a**2),
            exp(log(a) / 2),
            sqrt(a) * sqrt(w),
            log(exp(z)),
            (a**w),
            log(z) + log(w),
            sqrt(z + 1) * sqrt(z - 1),
            acos(cos(z)),
            atan(tan(r)),
            (z**r) ** 2,
            asin(sin(r)),
            Abs(z) ** 2,
            (r**2) ** Rational(1, 2),
        ]
    ) + rng.choice([0, 1, z])


def _rewriting(f: Any) -> Rule:
    return lambda e: e.rewrite(f)


def rewriting(*names: Any) -> list[tuple[str, Rule]]:
    return [(f"rewrite({getattr(f, '__name__', f)})", _rewriting(f)) for f in names]


GENERAL: list[tuple[str, Rule]] = [
    ("expand", sympy.expand),
    ("factor", sympy.factor),
    ("together", sympy.together),
    ("cancel", sympy.cancel),
    ("expand+factor", lambda e: sympy.factor(sympy.expand(e))),
    ("powsimp", sympy.powsimp),
    ("radsimp", sympy.radsimp),
    ("sqrtdenest", sympy.sqrtdenest),
    ("doit", lambda e: e.doit()),
    ("simplify", sympy.simplify),
]
TRIG: list[tuple[str, Rule]] = [
    ("trigsimp", sympy.trigsimp),
    ("expand_trig", sympy.expand_trig),
    ("fu", sympy.fu),
    *rewriting(exp, cos, sin, tan),
]
LOGS: list[tuple[str, Rule]] = [
    ("expand_log", sympy.expand_log),
    ("logcombine", sympy.logcombine),
    ("powdenest", sympy.powdenest),
    ("expand_power", sympy.expand_power_exp),
    ("expand_base", sympy.expand_power_base),
]
FORCED: list[tuple[str, Rule]] = [
    ("expand_log, forced", lambda e: sympy.expand_log(e, force=True)),
    ("logcombine, forced", lambda e: sympy.logcombine(e, force=True)),
    ("powdenest, forced", lambda e: sympy.powdenest(e, force=True)),
    ("powsimp, forced", lambda e: sympy.powsimp(e, force=True)),
    ("expand_base, forced", lambda e: sympy.expand_power_base(e, force=True)),
    ("posify", lambda e: _posified(e)),
]
GAMMAS: list[tuple[str, Rule]] = [
    ("gammasimp", sympy.gammasimp),
    ("combsimp", sympy.combsimp),
    ("expand_func", sympy.expand_func),
    *rewriting(gamma, factorial, binomial),
]
INVERSES: list[tuple[str, Rule]] = [*rewriting(log, atan, acos, asin, sqrt), *TRIG[:2]]
PIECES: list[tuple[str, Rule]] = [*rewriting(sympy.Piecewise, sign, Abs, sympy.Heaviside)]


def _posified(e: Expr) -> Expr:
    """Simplified as if everything were positive."""
    other, back = sympy.posify(e)
    return sympy.simplify(other).subs(back)


FAMILIES: dict[str, tuple[Callable[[Rng], Expr], list[tuple[str, Rule]]]] = {
    "radicals": (radicals, GENERAL),
    "roots of polynomials": (symbolic_radicals, GENERAL),
    "angles": (angles, [*GENERAL, *TRIG]),
    "circular functions": (circular, [*GENERAL[:6], *TRIG]),
    "hyperbolic functions": (hyperbolic, [*GENERAL[:6], *TRIG[:3], *rewriting(exp, tanh, cosh)]),
    "logarithms of numbers": (logarithms, [*GENERAL, *LOGS]),
    "logarithms": (symbolic_logarithms, [*GENERAL, *LOGS, *FORCED[:2]]),
    "inverse functions of numbers": (inverse, [*GENERAL, *INVERSES]),
    "inverse functions": (symbolic_inverse, [*GENERAL[:6], *INVERSES]),
    "powers": (powers, [*GENERAL, *LOGS]),
    "factorials and binomials": (factorials, [*GENERAL, *GAMMAS]),
    "sums": (sums, GENERAL),
    "products": (products, [*GENERAL, *GAMMAS[:3]]),
    "absolute values": (signs, [*GENERAL, *PIECES]),
    "rational functions": (rational_functions, GENERAL),
    "branch cuts": (complex_values, [*GENERAL, *LOGS, *FORCED, *rewriting(exp, log)]),
}
