"""What a check computes with is watched while it runs: rounded numbers, points of balls, open questions."""

from __future__ import annotations

import bisect
import cmath
import functools
import heapq
import importlib
import itertools
import math
import operator
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath
import numpy as np
import pytest
import sympy
from flint import acb, arb, arb_mat
from sympy import Integer, Matrix, Poly, Rational, Symbol, sqrt

from tests.exact.claim import near
from tests.exact.claim.judging import HOLDS, UNDECIDED, judged
from theory.choices import greater, least, one_if
from theory.exact.certify import at_each_precision, guess, precision
from theory.exact.watched.comparisons import UndecidedComparison

X = Symbol("x")
HALF = 0.5


def _half(x: Any = np.float64(0.5)) -> Any:  # noqa: B008
    return x


@dataclass
class Weighted:
    weight: Any = 0.25

    def doubled(self) -> Any:
        return 2 * self.weight


@dataclass(frozen=True)
class Rooted:
    x: int

    @property
    def root(self) -> int:
        return round(math.sqrt(self.x))

    def __add__(self, other: int) -> int:
        return int(math.exp(other))

    def __iter__(self) -> Iterator[int]:
        yield int(self.x / 3)


class Held:
    share = 0.1


@functools.cache
def remembered(x: int) -> int:
    return int(x / 3)


def wrapped(f: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(f)
    def inner(*arguments: Any) -> Any:
        return f(*arguments)

    return inner


@wrapped
def decorated(x: int) -> int:
    return int(x**-1)


@contextmanager
def surrounded() -> Iterator[int]:
    yield int(1 / 2)


def some() -> Iterator[int]:
    yield from (round(x / 3) for x in range(3))


def caught() -> int:
    try:
        return int(1 / 2)
    except TypeError:
        return 0


def with_context() -> int:
    with surrounded() as x:
        return x


def divided(x: int) -> int:
    x /= 3  # type: ignore[assignment]
    return round(x)


def matched(x: int) -> int:
    match x / 2:
        case y if y > 1:
            return 1
        case _:
            return 0


EXACT = [[2, 0], [0, 1]]
POLY = Poly(X**2 - 2)

ROUNDED: dict[str, Callable[[], Any]] = {
    "division": lambda: int(1 / 2),
    "global": lambda: Rational(HALF),
    "class attribute": lambda: int(Held.share * 10),
    "data class": lambda: int(Weighted().doubled()),
    "property": lambda: Rooted(4).root,
    "operator of a class": lambda: Rooted(4) + 1,
    "iteration of a class": lambda: sum(Rooted(4)),
    "default": lambda: int(_half()),
    "remembered": lambda: remembered(4),
    "decorated": lambda: decorated(2),
    "context": with_context,
    "generator": lambda: sum(some()),
    "caught": caught,
    "divided in place": lambda: divided(3),
    "match": lambda: matched(3),
    "helper": lambda: int(near.root(4)),
    "two modules away": lambda: near.rank(EXACT),
    "callback": lambda: sum(1 for _ in map(math.sqrt, [4])),
    "callback of reduce": lambda: functools.reduce(lambda x, y: int(x / y), [4, 2]),
    "partial": lambda: int(functools.partial(math.pow, 2)(3)),
    "getattr": lambda: int(getattr(math, "sqrt")(4)),  # noqa: B009
    "attrgetter": lambda: int(operator.attrgetter("sqrt")(math)(4)),
    "import": lambda: int(__import__("math").sqrt(4)),
    "importlib": lambda: int(importlib.import_module("math").sqrt(4)),
    "cmath": lambda: cmath.isclose(1, 1),
    "sum": lambda: int(sum([0.1, 0.9])),
    "accumulate": lambda: [int(x) for x in itertools.accumulate([4, 2], operator.truediv)],
    "format": lambda: Fraction(f"{Fraction(1):.3f}"),
    "percent": lambda: Fraction("%.3f" % 2),  # noqa: UP031
    "str.format": lambda: Fraction("{:.3f}".format(2)),  # noqa: UP032
    "format()": lambda: Fraction(format(2, ".3f")),
    "eval": lambda: eval("int(1 / 3)"),  # noqa: S307
    "decimal": lambda: Fraction(Decimal(1) / 3),
    "mpmath": lambda: int(mpmath.sqrt(4)),
    "numpy rank": lambda: int(np.linalg.matrix_rank(np.array(EXACT))),
    "numpy near": lambda: np.allclose([1], [1]),
    "numpy product": lambda: int(np.prod([2**40, 2**40])),
    "numpy objects": lambda: int(np.argmax(np.array([1, 2], dtype=object))),
    ".n()": lambda: int(sqrt(2).n()),
    "chopped": lambda: (sqrt(2) ** 2 - 2).evalf(chop=True) == 0,
    "sympify": lambda: Rational(sympy.sympify("0.1")),
    "Rational of a float": lambda: Rational(0.1),
    "lambdify": lambda: int(sympy.lambdify(X, sympy.sin(X))(0)),
    "nroots": lambda: len(POLY.nroots()),
    "nsimplify": lambda: sympy.nsimplify(sqrt(2)),
    "decided by evalf": lambda: all(x.evalf() >= 0 for x in Matrix(EXACT).eigenvals()),
    "complex": lambda: int(abs(3 + 4j)),
    "float of a ball": lambda: int(float(arb(2).sqrt())),
    "median": lambda: int(statistics.median([1, 2])),
    "order of floats": lambda: sorted([1, 2], key=float)[0],
    "one byte": lambda: int(np.array([100, 100], dtype=np.int8).sum(dtype=np.int8)),
    "array of floats": lambda: int(np.array([2, Fraction(1, 2)], dtype="d").max()),
    "ball of a float": lambda: arb(float(Rational(1, 2))),
    "middle": lambda: arb(2).sqrt().mid(),
    "upper end": lambda: arb(2).sqrt().upper().ceil(),
    "middle, by name": lambda: operator.methodcaller("mid")(arb(2).sqrt()),
    "middle of many": lambda: list(map(arb.mid, [arb(2).sqrt()])),
    "middle of a matrix": lambda: arb_mat([[arb(2).sqrt()]]).mid(),
    "middle as text": lambda: arb(arb(2).sqrt().str(10, radius=False)),
}


@pytest.mark.parametrize("compute", ROUNDED.values(), ids=ROUNDED)
def test_rounded_numbers_are_errors_where_they_arise(compute: Callable[[], Any]) -> None:
    """Whatever rounds is an error with its line, although what is yielded is whole, in both kinds of checks."""
    for kind in ("exact", "certified"):
        with pytest.raises(TypeError, match=r"computes with .* \(.*(test_traced|near|far|lambdify).*, line \d+\)"):
            judged(lambda p: [("here", str(compute()), "")], kind)


def test_exact_computations_pass() -> None:
    """Whole functions of math, types that are asked for, arrays of objects, lambdify for exact values, and classes."""

    def run(predicted: Any) -> Iterator[Any]:
        yield "math", math.isqrt(17) + math.comb(4, 2) + round(Fraction(7, 2)), 14
        yield "types", isinstance(1, float) or int is float, False
        yield "objects", np.array([Integer(1), Integer(2)], dtype=object).dot(np.array([1, 2], dtype=object)), 5
        yield "lambdify", sympy.lambdify(X, X**2 + 1, modules="sympy")(Integer(2)), 5
        yield "class", Weighted(Rational(1, 2)).doubled(), 1
        yield "chain", 0 < (y := 3) < 2 * y < 7, True
        yield "power", 2**10 + divmod(7, 2)[1], 1025
        yield "sorted", sorted([3, 1, 2], key=lambda x: -x), [3, 2, 1]
        yield "text", f"{Fraction(1, 3)} {7:>3}", "1/3   7"

    assert judged(run).verdict is HOLDS


def wide() -> arb:
    return arb("1 +/- 0.1")


class Pair(NamedTuple):
    a: Any
    b: Any


@dataclass(order=True)
class Sized:
    size: Any


def _sort() -> list[Any]:
    values = [wide(), arb(1)]
    values.sort()
    return values


def _with_except() -> bool:
    try:
        return bool(wide() < 1)
    except Exception:
        return True


def _if() -> int:
    if wide() > 1:
        return 1
    return 0


def _while() -> int:
    x = wide()
    while x < 1:
        x += 1
    return 1


OPEN: dict[str, Callable[[], Any]] = {
    "equal": lambda: wide() == 1,
    "unequal": lambda: wide() != 1,
    "chain": lambda: 0 < wide() < 1,
    "truth": lambda: bool(wide() - 1),
    "if": _if,
    "while": _while,
    "not": lambda: not (wide() - 1),
    "and": lambda: (wide() - 1) and 1,
    "ternary": lambda: 1 if wide() - 1 else 0,
    "comprehension": lambda: [1 for x in [wide() - 1] if x],
    "max": lambda: max(wide(), arb(1)),
    "min by key": lambda: min([wide(), arb(1)], key=lambda x: -x),
    "sorted": lambda: sorted([wide(), arb(1)]),
    "sort": _sort,
    "filter": lambda: list(filter(None, [wide() - 1])),
    "operator": lambda: operator.lt(wide(), 1),
    "map operator": lambda: list(map(operator.lt, [wide()], [arb(1)])),
    "reduce": lambda: functools.reduce(max, [wide(), arb(1)]),
    "method": lambda: wide().__lt__(arb(1)),
    "heap": lambda: heapq.nlargest(1, [wide(), arb(1)]),
    "bisect": lambda: bisect.bisect([arb(1)], wide()),
    "in": lambda: wide() in [arb(1)],
    "index": lambda: [arb(1), wide()].index(wide()),
    "tuples": lambda: (1, wide()) < (1, arb(1)),
    "named tuples": lambda: Pair(1, wide()) == Pair(1, arb(1)),
    "map bool": lambda: list(map(bool, [wide() - 1])),
    "data classes": lambda: Sized(wide()) < Sized(arb(1)),
    "complex": lambda: acb(wide(), 0) == acb(1),
    "matrix": lambda: arb_mat([[wide()]]) == arb_mat([[1]]),
    "helper": lambda: near.larger(wide(), arb(1)),
    "overlap": lambda: wide().overlaps(arb(1)),
    "being inside": lambda: wide().contains(1),
    "whole number": lambda: wide().unique_fmpz(),
    "being 0": lambda: (wide() - 1).is_zero(),
    "caught widely": _with_except,
    "not a number": lambda: arb("nan") < 1,
}


@pytest.mark.parametrize("ask", OPEN.values(), ids=OPEN)
def test_open_questions_leave_a_check_undecided(ask: Callable[[], Any]) -> None:
    """The truth of a comparison of balls that overlap is no value: the check is undecided, and says what to write."""
    found = judged(lambda p: [("here", bool(ask()) in (True, False), True)], "certified")
    assert found.verdict is UNDECIDED
    assert any(word in found.figures["tried"] for word in ("greater(a, b)", "proved(a", "`"))


def test_decided_questions_have_answers() -> None:
    """Where balls decide, Python's answers are theirs, also of entries, in chains and orders."""

    def run(predicted: Any) -> Iterator[Any]:
        x = arb(2).sqrt()
        yield "less", [x < 2, x > 2, x == 2, x != 2, 1 < x < 2, not x], [True, False, False, True, True, False]
        yield "order", [max(x, arb(1)) is x, sorted([x, arb(1)])[1] is x, any([x, x - x])], [True] * 3
        yield "integral", acb.integral(lambda z, _: z if 4 * z.real < 9 else 0 * z, 0, 2).real, 2
        yield "entries", [(1, x) < (1, arb(2)), Pair(2, x) == Pair(1, x), x in [x]], [True, False, True]

    assert judged(run, "certified").verdict is HOLDS


def test_an_open_question_may_be_caught_by_its_name() -> None:
    """Who knows that a comparison may be open can say what to do then."""

    def run(predicted: Any) -> Iterator[Any]:
        try:
            yield "here", bool(wide() < 1), True
        except UndecidedComparison:
            yield "here", 1, 1

    assert judged(run, "certified").verdict is HOLDS


def test_choices_enclose() -> None:
    """The greater and the least of balls hold both, 1 or 0 is the ball of both while that is open."""
    x = wide()
    assert [greater(x, 1).contains(y) for y in (arb("1.05"), 1)] == [True, True]
    assert least(x, 2, 3).contains(x)
    assert [one_if(x, "<", 2), one_if(x, ">", 2), one_if(2, ">=", 2), one_if(sqrt(2), "<", 2)] == [1, 0, 1, 1]
    assert [one_if(x, "<", 1).contains(y) for y in (0, 1)] == [True, True]
    with pytest.raises(ValueError, match="wanted one of <"):
        one_if(1, "<>", 2)


@at_each_precision
def _starting() -> arb:
    x = arb(2).sqrt()
    return guess(x)


def test_a_guess_is_a_point_by_name() -> None:
    """A point near a ball, to start an iteration from, has a name of its own."""

    def run(predicted: Any) -> Iterator[Any]:
        m = _starting()
        with precision(60):
            square = m - (m * m - 2) / (2 * m)
        yield "near", abs(square * square - 2) < arb("1e-20"), True

    assert judged(run, "certified").verdict is HOLDS


def test_code_of_text_is_refused() -> None:
    """A check without source is an error in words."""
    names: dict[str, Any] = {}
    exec("def run(predicted):\n    yield 'here', 1, 1\n", names)  # noqa: S102
    with pytest.raises(TypeError, match="write the check in a file"):
        judged(names["run"])


def test_functions_are_as_before() -> None:
    """Nothing is left of the guards when a check has run."""
    before = remembered.__wrapped__.__code__, near.root.__code__
    judged(lambda p: [("here", near.larger(2, 1), 2)])
    assert (remembered.__wrapped__.__code__, near.root.__code__) == before
    assert near.root(4) == 2.0
