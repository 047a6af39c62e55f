"""`python -m benchmarks.comparison [--pairs N] [--seed S]`: pairs of expressions with known answers through `compare`.

Equal pairs are a random expression and what SymPy's own rules make of it (expand, factor, trigsimp, gammasimp, ..),
unequal ones a perturbed expression, or what rules make that hold on one side of a branch cut only. What is true is
settled by a third engine, mpmath through `evalf` at random points of the domain; SymPy's rules are not trusted.
"""

from __future__ import annotations

import random
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import click
import sympy
from sympy import Expr, I, Integer, Rational, log, sin, sqrt

from benchmarks.expressions import FAMILIES, Rng
from theory.comparison import compare


@dataclass(frozen=True)
class Pair:
    """Two expressions, the family that they are of, and whether they are equal on their domain."""

    family: str
    a: Expr
    b: Expr
    equal: bool
    how: str


def perturbed(e: Expr, rng: Rng) -> tuple[str, Expr]:
    """An expression beside e that is hardly ever equal to it."""
    choice = rng.randrange(5)
    if choice == 0:
        return "plus a little", e + Rational(rng.choice([1, -1]), 10 ** rng.randint(0, 6))
    if choice == 1:
        return "times", e * Rational(rng.choice([2, -1, 3]), rng.choice([1, 5]))
    numbers = sorted((a for a in e.atoms(Rational) if a not in (1, -1)), key=str)
    if choice == 2 and numbers:
        old = rng.choice(numbers)
        return "another number", e.xreplace({old: old + 1})
    free = sorted(e.free_symbols, key=str)
    if choice == 3 and free:
        old = rng.choice(free)
        return "another argument", e.subs(old, old + 1)
    return "plus a part", e + rng.choice([sqrt(2) - Rational(7, 5), *free, sin(1), log(2)]) / 3


def value_at(symbol: Any, rng: Rng) -> Expr:
    """A random number that the symbol may be."""
    if symbol.is_integer:
        return Integer(rng.randint(1 if symbol.is_positive else 0, 8))
    size = Rational(rng.randint(1, 400), rng.choice([7, 60, 100]))
    if rng.random() < 0.2:  # where signs change
        size = Integer(rng.choice([1, 2] if symbol.is_positive else [0, 1, 2]))
    if symbol.is_positive:
        return size
    if symbol.is_real:
        return rng.choice([1, -1]) * size
    return rng.choice([1, -1]) * size + rng.choice([0, 1, -1]) * I * Rational(rng.randint(1, 400), 37)


def true_relation(a: Expr, b: Expr, rng: Rng, points: int = 8) -> bool | None:
    """Whether a = b at random points, by evalf; None where values do not settle it."""
    symbols_ = sorted(a.free_symbols | b.free_symbols, key=str)
    seen = 0
    for _ in range(3 * points if symbols_ else 1):
        here = true_at(a, b, {symbol: value_at(symbol, rng) for symbol in symbols_})
        if here is False:
            return False
        seen += here is True
        if seen == points:
            return True
    return True if seen >= (4 if symbols_ else 1) else None


def true_at(a: Expr, b: Expr, place: Any) -> bool | None:
    """Whether a = b at a point, to 30 digits; None where a side has no value there, or for 15 to 30 digits."""
    try:
        p, q = (sympy.N(side.subs(place).doit(), 40, maxn=400) for side in (a, b))
    except (TypeError, ValueError, ZeroDivisionError, RecursionError):
        return None
    if not all(part.is_Float or part.is_Rational for v in (p, q) for part in v.as_real_imag()):
        return None
    gap, scale = sympy.Abs(p - q).n(20), 1 + sympy.Abs(p).n(20)
    if gap > Rational(1, 10**15) * scale:
        return False
    return True if gap < Rational(1, 10**30) * scale else None


class _TooLongError(Exception):
    """A rule of SymPy's takes its time."""


def within(seconds: float, work: Callable[[], Any]) -> Any:
    """The result, or None after so many seconds."""

    def stop(*_: Any) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return work()
    except _TooLongError:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def pairs(count: int, seed: int) -> Iterator[Pair]:
    """So many pairs with known answers, families in turn."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        for family, (make, rules) in FAMILIES.items():
            a = make(rng)
            if a.has(sympy.nan, sympy.zoo, sympy.oo):
                continue
            name, rule = rng.choice(rules)
            try:
                b = within(2, partial(rule, a))
            except Exception:  # a fault of SymPy's, of which there are some
                continue
            if not isinstance(b, Expr) or b.has(sympy.nan, sympy.zoo, sympy.oo, sympy.Float):
                continue
            if rng.random() < 0.4:
                how, b = perturbed(b, rng)
                name = f"{name}, {how}"
            elif a == b and rng.random() < 0.9:
                continue
            truth = within(5, partial(true_relation, a, b, rng))
            if truth is None or made == count:
                continue
            made += 1
            yield Pair(family, a, b, truth, name)


@dataclass
class Tally:
    """What became of a family's pairs."""

    equal: int = 0
    different: int = 0
    undecided_equal: int = 0
    undecided_different: int = 0
    wrong: int = 0
    seconds: float = 0.0

    @property
    def pairs(self) -> int:
        return self.equal + self.different

    @property
    def decided(self) -> float:
        return 1 - (self.undecided_equal + self.undecided_different) / max(1, self.pairs)


def judged(pair: Pair, tally: Tally) -> str:
    """Compare a pair and count; the line to print where it is undecided or wrong."""
    start = time.perf_counter()
    found = compare(pair.a, pair.b)
    tally.seconds += time.perf_counter() - start
    tally.equal += pair.equal
    tally.different += not pair.equal
    if found.verdict == "undecided":
        tally.undecided_equal += pair.equal
        tally.undecided_different += not pair.equal
        return (
            f"undecided, truly {'equal' if pair.equal else 'different'}: {pair.family}, {pair.how}: {pair.a} | {pair.b}"
        )
    if found.no and pair.equal and found.place is not None and true_at(pair.a, pair.b, found.place) is False:
        # random points missed where they differ, and the third engine agrees that they do
        tally.equal -= 1
        tally.different += 1
    elif found.yes is not pair.equal:
        tally.wrong += 1
        return f"WRONG, {found.verdict}: {pair.family}, {pair.how}: {pair.a} | {pair.b}: {found.proof}"
    return ""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--pairs", "count", type=click.IntRange(1), default=20_000, show_default=True, metavar="N")
@click.option("--seed", type=click.IntRange(0), metavar="S", help="Default: fresh.")
@click.option("--verbose", is_flag=True, help="Print what stays undecided.")
def main(count: int, seed: int | None, verbose: bool) -> None:
    """Compare pairs with known answers and print, by family, how many are decided, and whether any is wrong."""
    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    tallies: dict[str, Tally] = defaultdict(Tally)
    how: Counter[str] = Counter()
    for pair in pairs(count, seed):
        line = judged(pair, tallies[pair.family])
        how[pair.how.split(",")[0]] += 1
        if line and (verbose or line.startswith("WRONG")):
            click.echo(line)
    click.echo(
        f"{'family':<30} {'equal':>7} {'different':>9} {'decided':>8} {'of equal':>9} {'wrong':>6} {'ms each':>8}"
    )
    for name, t in [*tallies.items(), ("all", total(tallies.values()))]:
        of_equal = 1 - t.undecided_equal / max(1, t.equal)
        each = 1000 * t.seconds / max(1, t.pairs)
        click.echo(
            f"{name:<30} {t.equal:>7,} {t.different:>9,} {t.decided:>8.1%} {of_equal:>9.1%} {t.wrong:>6} {each:>8.1f}"
        )
    click.echo(f"seed {seed}; rules: {', '.join(f'{rule} {times}' for rule, times in how.most_common(40))}")
    sys.exit(any(t.wrong for t in tallies.values()))


def total(tallies: Any) -> Tally:
    """All families together."""
    found = Tally()
    for t in tallies:
        for name in vars(found):
            setattr(found, name, getattr(found, name) + getattr(t, name))
    return found


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.comparison")
