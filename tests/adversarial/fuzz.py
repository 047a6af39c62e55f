"""Random claims on random domains, each with its truth by construction, judged through the public interface.

    python -m tests.adversarial.fuzz --claims 5000 --seed 7

A true one is tight: at an end of its domain, at a tie inside, or an identity. A false one is violated at one point, at
an end, beyond a threshold, or by next to nothing. Wrong: a true claim that is refuted, a false one that holds as
`stated` or `argued`. False ones that hold in cases are counted: their instances do not reach the violation.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from sympy import Abs, Expr, Integer, Rational, Symbol, expand, sqrt

from bninit.api import Batches, Integers, Rationals, Values, batchnorm, enclose
from tests.adversarial.making import Answer, Trap, summary

U, V = Symbol("u", real=True), Symbol("v", real=True)
W = Symbol("w", integer=True)
EPSILONS = (Rational(1, 100), Rational(1, 10**6), Rational(1, 10**12), Rational(1, 10**30))
Made = tuple[str, bool, str, Any, Any, Callable[..., Any], dict[str, Any]]
"""Template, truth, relation, prediction, domains, left side, options."""


def number(rng: random.Random) -> Rational:
    """Small as a rule; now and then huge or tiny."""
    if rng.random() < 0.1:
        return Rational(rng.choice((-1, 1)) * rng.randint(1, 9)) * Rational(10) ** rng.choice((-12, -6, 6, 12))
    return Rational(rng.randint(-9, 9), rng.choice((1, 1, 2, 3, 5, 7, 16)))


def positive(rng: random.Random) -> Rational:
    return abs(number(rng)) or Rational(1)


def interval(rng: random.Random, compact: bool = False) -> tuple[Rationals, Any, Any, bool, bool]:
    """A domain with its ends, None for none, and whether each belongs to it."""
    low = number(rng)
    high = low + positive(rng)
    closed, shut = (True, True) if compact and rng.random() < 0.7 else (rng.random() < 0.5, rng.random() < 0.5)
    has_low, has_high = (True, True) if compact else (rng.random() < 0.8, rng.random() < 0.6)
    ends = {}
    if has_low:
        ends["least" if closed else "above"] = low
    if has_high:
        ends["most" if shut else "below"] = high
    return Rationals(**ends), low if has_low else None, high if has_high else None, closed, shut


def inside(rng: random.Random, low: Any, high: Any) -> Rational:
    """A point of the open interval."""
    share = Rational(rng.randint(1, 96), 97) if rng.random() < 0.5 else Rational(rng.choice((1, 2, 3)), 4)
    if low is None and high is None:
        return number(rng)
    if low is None:
        return high - positive(rng)
    return low + positive(rng) if high is None else low + share * (high - low)


def style(rng: random.Random, compact: bool) -> dict[str, Any]:
    """How the left side is evaluated."""
    found: dict[str, Any] = {"most": rng.choice((6, 12, 24))}
    kind = rng.choice(("exact", "certified", "symbols", "boxes" if compact else "symbols"))
    if kind == "boxes":
        return found | {"kind": "certified", "boxes": rng.choice((1, 20, 60))}
    return found | ({"symbols": True} if kind == "symbols" else {"kind": kind})


def evaluated(form: Expr, options: dict[str, Any], *symbols: Symbol) -> Callable[[Any], Any]:
    """The left side of a form: by balls where the check is certified, else by putting values in."""

    def in_balls(at: Any) -> Any:
        return enclose(form, {symbol.name: at[symbol.name] for symbol in symbols}, 60)

    def exactly(at: Any) -> Any:
        return form.subs({symbol: at[symbol.name] for symbol in symbols}, simultaneous=True)

    return in_balls if options.get("kind") == "certified" else exactly


def touching(rng: random.Random) -> Made:
    """A parabola at most its peak, which is inside; strictly, or with a smaller bound, it is not."""
    compact = rng.random() < 0.6
    domain, low, high, *_ = interval(rng, compact)
    peak, height, steep = inside(rng, low, high), number(rng), positive(rng)
    options, how = style(rng, compact), rng.choice(("true", "true", "strict", "less"))
    bound = height - rng.choice(EPSILONS) if how == "less" else height
    run = evaluated(expand(height - steep * (U - peak) ** 2), options, U)
    return f"peak {how}", how == "true", "<" if how == "strict" else "<=", bound, {"u": domain}, run, options


def at_an_end(rng: random.Random) -> Made:
    """A line at most its value at an end; strictly just where the end is left out."""
    compact = rng.random() < 0.6
    domain, low, high, closed, shut = interval(rng, compact)
    if low is None and high is None:
        return at_an_end(rng)
    upper = high is not None and (low is None or rng.random() < 0.5)
    end, belongs, slope = (high, shut, positive(rng)) if upper else (low, closed, -positive(rng))
    options, how = style(rng, compact), rng.choice(("weak", "strict", "less"))
    gap = rng.choice(EPSILONS) if how == "less" else 0
    is_true = how == "weak" or (how == "strict" and not belongs)
    form, shift = slope * U, number(rng)
    run = evaluated(form + shift, options, U)
    where = "end" if belongs else "end left out"
    relation = "<" if how == "strict" else "<="
    return f"{where} {how}", is_true, relation, slope * end + shift - gap, {"u": domain}, run, options


def identity(rng: random.Random) -> Made:
    """A product multiplied out; or with a term more that vanishes at one point, or at the first integers."""
    compact = rng.random() < 0.5
    domain, low, high, *_ = interval(rng, compact)
    options, how = style(rng, False), rng.choice(("true", "true", "but for a point", "small integers"))
    a, b = number(rng), number(rng)
    more = {"true": Integer(0), "but for a point": rng.choice(EPSILONS) * (U - inside(rng, low, high))}
    root = Integer(1)
    for i in range(5):
        root *= U - i
    run = evaluated((U + a) * (U - b) + more.get(how, root), options, U)
    return f"identity {how}", how == "true", "=", U**2 + (a - b) * U - a * b, {"u": domain}, run, options


def pole(rng: random.Random) -> Made:
    """A factor that cancels: true where its zero is no point of the domain."""
    domain, low, high, closed, shut = interval(rng)
    outside = [low] if low is not None and not closed else []
    outside += [high] if high is not None and not shut else []
    outside += [low - positive(rng)] if low is not None else []
    is_true = bool(outside) and rng.random() < 0.5
    members = [inside(rng, low, high)]
    members += ([low] if closed and low is not None else []) + ([high] if shut and high is not None else [])
    at_which = rng.choice(outside if is_true else members)
    options = {"most": 12, "symbols": True} if rng.random() < 0.7 else {"most": 12}

    def run(at: Any) -> Any:
        return (at.u - at_which) * (at.u + 1) / (at.u - at_which)

    return "pole", is_true, "=", U + 1, {"u": domain}, run, options


def root(rng: random.Random) -> Made:
    """The root of a square without its absolute value: true on one side of its zero."""
    domain, low, high, *_ = interval(rng)
    is_true = low is not None and rng.random() < 0.5
    zero = low - rng.choice((0, 1)) * positive(rng) if is_true else inside(rng, low, high)
    options = style(rng, False)
    run = evaluated(sqrt((U - zero) ** 2) if rng.random() < 0.5 else Abs(U - zero), options, U)
    return "root of a square", is_true, "=", U - zero, {"u": domain}, run, options


def integers(rng: random.Random) -> Made:
    """1 from a threshold on, or at one integer: at most 0 where the domain ends before."""
    least = rng.choice((-5, 0, 1, 2, 10**6))
    most = rng.choice((None, least, least + 3, least + 11, least + 200))
    how = rng.choice(("one", "beyond", "last", "outside"))
    last = most if most is not None else least + 50
    at_which = {"one": rng.randint(least, last), "beyond": rng.randint(least, last), "last": last, "outside": last + 1}
    which, onwards = at_which[how], how == "beyond"
    if how == "outside" and most is None:
        which = least - 1
    is_true = which not in Integers(least, most)

    def run(at: Any) -> Any:
        return Integer(1) if at.w == which or (onwards and at.w > which) else Integer(0)

    short = "endless" if most is None else "short" if most - least < 12 else "long"
    return f"integers {short} {how}", is_true, "<=", Integer(0), {"w": Integers(least, most)}, run, {"most": 12}


def values(rng: random.Random) -> Made:
    """|u| = u on a list: true without a negative value."""
    found = {positive(rng) for _ in range(rng.randint(1, 12))}
    listed = [*sorted(found)]
    is_true = rng.random() < 0.5
    if not is_true:
        listed.insert(rng.randint(0, len(listed)), -positive(rng))
    sharp = Symbol("u", positive=True)  # knows more than the domain
    symbol = sharp if rng.random() < 0.5 else U
    options = {"most": 24, "symbols": True} if rng.random() < 0.7 else {"most": 24}

    def run(at: Any) -> Any:
        return sqrt(at.u**2)

    return "list", is_true, "=", symbol, {"u": Values(*listed)}, run, options


def corner(rng: random.Random) -> Made:
    """A product of two factors, bounded by its value at a corner; a finite product is violated at one pair."""
    high, far = positive(rng), positive(rng)
    options, how = style(rng, True), rng.choice(("true", "strict", "less"))
    domains = {"u": Rationals(least=0, most=high), "v": Rationals(least=0, most=far)}
    gap = rng.choice(EPSILONS) if how == "less" else 0
    run = evaluated(U * V, options, U, V)
    relation = "<" if how == "strict" else "<="
    return f"corner {how}", how == "true", relation, high * far - gap, domains, run, options


def pairs(rng: random.Random) -> Made:
    """One pair of a finite product, which a hypothesis leaves out or does not."""
    ends = rng.randint(1, 6), rng.randint(1, 6)
    which = rng.randint(0, ends[0]), rng.randint(0, ends[1])
    is_true = rng.random() < 0.5
    ways = {
        "u + v": lambda at: at["u"] + at["v"] != sum(which), "pair": lambda at: (at["u"], at["v"]) != which,
    } if is_true else {
        "u": lambda at: at["u"] >= which[0], "all": lambda at: True, "sum": lambda at: at["u"] + at["v"] == sum(which),
    }  # fmt: skip
    name = rng.choice(sorted(ways))

    def run(at: Any) -> Any:
        return Integer(1) if (at.u, at.v) == which else Integer(0)

    domains = {"u": Integers(0, ends[0]), "v": Integers(0, ends[1])}
    options = {"most": 60, "where": ways[name], "words": "as told"}
    return f"pairs {name}", is_true, "<=", Integer(0), domains, run, options


def rows(rng: random.Random) -> Made:
    """Statistics of batches: bounds with equality, symmetries that they have, and that they have not."""
    n = Symbol("n", integer=True, positive=True)
    sizes = Integers(rng.choice((2, 3)), rng.choice((3, 4, 5)))
    every = ("order", "shift", "scale", "reflection")

    def mean(at: Any) -> Any:
        total = sum(at.x)
        return Rational(total.numerator, total.denominator) / len(at.x)

    def greatest(at: Any) -> Any:
        return max(z**2 for z in batchnorm(at.x))

    def squares(at: Any) -> Any:
        return sum(z**2 for z in batchnorm(at.x))

    def first(at: Any) -> Any:
        return Rational((at.x[0] - at.x[-1]).numerator, (at.x[0] - at.x[-1]).denominator)

    small = rng.choice(EPSILONS)
    relation, predicts, run, is_true, has = rng.choice((
        ("<=", n - 1, greatest, True, every), ("<", n - 1, greatest, False, every), ("=", n, squares, True, every),
        ("<=", n - 1 - small, greatest, False, every), ("=", n + small, squares, False, every),
        (">=", Integer(0), mean, False, ()), ("<=", Integer(0), first, False, ()),
    ))  # fmt: skip
    named = tuple(name for name in every if rng.random() < 0.5)
    options = {"most": 12, "letters": {"n": lambda at: len(at["x"])}}
    fair = "fairly" if set(named) <= set(has) else "symmetries that it has not"
    return f"batches {run.__name__} {fair}", is_true, relation, predicts, {"x": Batches(sizes, named)}, run, options


TEMPLATES = (touching, at_an_end, identity, pole, root, integers, values, corner, pairs, rows)


def claims(seed: int, count: int) -> Iterator[Trap]:
    """So many claims, by a seed; each has a number of its own, so that one can be made again alone."""
    for i in range(count):
        rng = random.Random(f"{seed} {i}")
        template, is_true, relation, predicts, given, run, options = rng.choice(TEMPLATES)(rng)
        run.__doc__ = f"{template}, {'true' if is_true else 'false'}"
        trap = Trap(f"fuzz.s{seed}-{i}", is_true, relation, predicts, given, run, options, cases=True, open=True)
        yield replace(trap, room=template)


def told(trap: Trap, found: Answer) -> str:
    """A claim and its answer in a line."""
    given = ", ".join(f"{name} {domain}" for name, domain in trap.given.items())
    options = {name: option for name, option in trap.options.items() if name in ("kind", "symbols", "boxes", "most")}
    return (
        f"{trap.name} [{trap.room}] for {given}: left {trap.relation} {trap.predicts}, {options}: "
        f"{'true' if trap.is_true else 'false'}, {found.verdict} {found.reach} {found.said[:160]}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge random claims whose truth is known.")
    parser.add_argument("--claims", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=None)
    chosen = parser.parse_args()
    seed = secrets.randbelow(2**32) if chosen.seed is None else chosen.seed
    start = time.process_time()
    wrong_ones = summary(claims(seed, chosen.claims), lambda trap, found, bad: told(trap, found) if bad else "")
    each = (time.process_time() - start) / chosen.claims * 1000
    print(f"seed {seed}: {wrong_ones} of {chosen.claims} wrong; {each:.0f} ms of CPU each")
    return int(wrong_ones > 0)


if __name__ == "__main__":
    sys.exit(main())
