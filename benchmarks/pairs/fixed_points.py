"""Certified fixed points: digits against time, beside mpmath's root finder, which certifies nothing."""

from __future__ import annotations

from typing import Any

import mpmath

from benchmarks.records import Group, Growth, Pair, Side, Work, ours
from theory.wide import fixed_points
from theory.wide.escaped import angle, first_size, none_beyond, roots
from theory.wide.fixed_points import broken, saddle, saddle_node, symmetric

N = 10
DIGITS = (15, 50, 150, 500, 1000)
SECANT = (
    f"All figures of the broken point, n = {N}. mpmath.findroot (secant) runs at the same precision on the same "
    "equation from two given starts near the root: it certifies neither digits nor existence nor that there are two "
    "roots, and finds this root because it was told where; but it takes any function. Ours isolates all roots first, "
    "from nothing; caches are empty."
)


def secant(digits: float) -> dict[str, Any]:
    """The figures of `broken(10)` by mpmath: E(theta) = 0 of `theory.wide.escaped` at k = 1, written out once more."""
    mp = mpmath.mp.clone()
    mp.dps = int(digits) + 5

    def parts(theta: Any) -> tuple[Any, Any, Any, Any]:
        v = 2 * mp.sin(theta / 2) ** 2
        b = (N - 1) - (N - 2) * v
        return v, b, mp.sin(theta / 2) * mp.sqrt(2 * (N - 2) / b), (mp.sin(theta) - theta * mp.cos(theta)) / v

    def balance(theta: Any) -> Any:
        v, b, y, m = parts(theta)
        return mp.pi - m / 2 * (mp.mpf(N * N) / (N - 1) + v * (N - 2) / ((N - 1) * b)) + y - mp.atan(y)

    theta = mp.findroot(balance, (mp.mpf("0.8"), mp.mpf("0.85")), solver="secant")
    v, b, y, m = parts(theta)
    return {
        "norm_ratio": mp.sqrt((N - 1) * b),
        "cos_outlier_cluster": (y - mp.atan(y)) / (mp.pi * mp.sqrt(1 + y * y)),
        "cos_cluster": 1 - v * (1 - m / mp.pi),
        "multiplier": 1 - m / mp.pi,
    }


def certified(digits: float) -> Work:
    """All figures of broken(10)."""
    return lambda: broken(N).figures(int(digits))


def against_secant(digits: int) -> Pair:
    """The same figures by both."""
    return Pair(
        f"secant-{digits}",
        f"broken, n = {N}, {digits:,} digits",
        ours(certified(digits), first=True),
        Side("findroot", lambda: lambda: secant(digits)),
        compared=SECANT,
    )


def timings() -> tuple[tuple[str, str, Work, float | None, bool], ...]:
    """Name, title, work, limit in seconds by issue 3 where it set one, whether it is heavy."""

    def both(n: int) -> Work:
        return lambda: (broken(n).figures(40), saddle(n).figures(40))

    return (
        ("broken-40", "broken, n = 10, 40 digits", certified(40), 0.3, False),
        ("broken-1000", "broken, n = 10, 1,000 digits", certified(1000), 3, False),
        ("broken-10000", "broken, n = 10, 10,000 digits", certified(10_000), None, False),
        ("counts", "counts certified, n = 3..60", lambda: [roots(n) for n in range(3, 61)], 20, True),
        ("beyond", "none beyond, n = 3..60", lambda: [none_beyond(n) for n in range(3, 61)], None, True),
        ("both-1e12", "broken, saddle, n = 10^12", both(10**12), None, False),
        ("fold-1000", "saddle-node, 1,000 digits", lambda: saddle_node().figures(1000), None, True),
        ("folds", "saddle-nodes, k = 1..10", lambda: [saddle_node(k).figures(30) for k in range(1, 11)], None, True),
        ("sizes", "first sizes, k = 11..60", lambda: [first_size(k) for k in range(11, 61)], None, True),
        ("rs-10", "RS + ReLU, n = 10, 40 digits", lambda: symmetric(10, "rs,nl").figures(40), None, False),
        ("rs-inf", "RS + ReLU, n = inf, 40 digits", lambda: symmetric(None, "rs,nl").figures(40), None, True),
    )


def group() -> Group:
    """The records."""
    ours_, theirs = broken(N).figures(15), secant(15)
    assert all(abs(float(ours_[name]) - float(theirs[name])) < 1e-13 * float(theirs[name]) for name in theirs)
    return Group(
        "fixed-points",
        "certified fixed points",
        (
            *map(against_secant, DIGITS),
            *(
                Pair(name, title, ours(work, first=True), seconds, rounds=3, heavy=heavy)
                for name, title, work, seconds, heavy in timings()
            ),
            Growth(
                "growth", "broken, ours",
                ("digits",), ((1250,), (2500,), (5000,), (10_000,)), _more_digits,
                "Of the digits alone: the roots are isolated before.", heavy=True,
            ),
            Growth(
                "growth-findroot", "broken, findroot", ("digits",), ((500,), (1000,), (2000,), (4000,)),
                lambda d: lambda: secant(d), heavy=True,
            ),
        ),
    )  # fmt: skip


def _more_digits(digits: float) -> Work:
    roots(N)

    def work() -> object:
        angle.cache_clear()
        fixed_points._branch_figures.cache_clear()
        return broken(N).figures(int(digits))

    return work
