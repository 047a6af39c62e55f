"""The judge of exact and certified checks: only evidence refutes, and nothing that is not shown is called equal."""

from __future__ import annotations

import gc
import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy
from flint import acb, arb, ctx
from sympy import Rational, Symbol, binomial, log, nan, sqrt, zoo

from theory.certify import DIGITS, decimal, digits_now, precision, raised
from theory.comparison import compare
from theory.expressions import Undefined, enclose, value
from theory.judge import judge
from theory.notation import k, n
from theory.quadrature import half_line
from theory.records import Check, Evidence, Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED


def judged(run: Callable[[Any], Any], kind: Any = "exact", predicted: Any = n, **options: Any) -> Evidence:
    """The evidence of one check."""
    return judge(Check(kind, "all", run), predicted, **options)


def of(*pairs: tuple[Any, Any]) -> Callable[[Any], Iterator[Any]]:
    """A check that compares these pairs."""
    return lambda predicted: iter([(f"pair {i}", a, b) for i, (a, b) in enumerate(pairs)])


def test_all_comparisons_hold() -> None:
    """Holds, with the number of comparisons, whatever the forms; no witness."""
    found = judged(of((log(6), log(2) + log(3)), ([1, sqrt(n**2)], [1, n]), (binomial(n, 2), n * (n - 1) / 2)))
    assert (found.verdict, found.figures, found.witness) == (HOLDS, {"comparisons": 3}, "")
    assert (found.kind, found.scope) == ("exact", "all")


def test_the_first_difference_refutes() -> None:
    """Refuted by the first comparison that is decided so; `witness=False` spares the text."""
    found = judged(of((n, n), (n, n + 1), (n, n + 2)))
    assert (found.verdict, found.figures) == (REFUTED, {"comparisons": 2})
    assert found.witness == "pair 1: n, not n + 1 (at n = 2)"
    assert judged(of((n, n + 1)), witness=False).witness == ""
    assert judged(of((n, n + 1)), witness=False).verdict is REFUTED


def test_undecided_stays_undecided() -> None:
    """The first comparison that is not decided stops the check, is named, and refutes nothing."""
    strange = sympy.Function("f")(n)
    found = judged(of((n, n), (strange, n), (n, n + 1)))
    assert found.verdict is UNDECIDED
    assert found.figures["comparisons"] == 1
    assert found.figures["stuck"] == "pair 1"
    assert "f(n) and n; tried" in found.figures["tried"]
    for undefined in (nan, zoo):
        assert judged(of((undefined, undefined))).verdict is UNDECIDED


@pytest.mark.parametrize("kind", ["exact", "certified"])
def test_nothing_compared(kind: str) -> None:
    """No comparison, no verdict."""
    found = judged(of(), kind)
    assert (found.verdict, found.figures) == (UNDECIDED, {"comparisons": 0})


@pytest.mark.parametrize("kind", ["exact", "certified"])
@pytest.mark.parametrize(
    "error", [ZeroDivisionError, ArithmeticError, ValueError, TypeError, KeyError, AssertionError, IndexError]
)
def test_an_exception_is_no_evidence(kind: str, error: type[Exception]) -> None:
    """A fault of the check, as 0/0 or an empty mean, goes through; before or after comparisons."""

    def run(predicted: Any) -> Iterator[Any]:
        yield "one", 1, 1
        raise error("of its own")

    with pytest.raises(error, match="of its own"):
        judged(run, kind)

    def at_once(predicted: Any) -> Any:
        raise error("of its own")

    with pytest.raises(error, match="of its own"):
        judged(at_once, kind)


def test_a_place_that_cannot_be_told() -> None:
    """A fault in writing the place is the check's own."""

    class Place:
        def __str__(self) -> str:
            raise KeyError("of its own")

    with pytest.raises(KeyError, match="of its own"):
        judged(lambda predicted: iter([(Place(), 1, 2)]))


def test_only_undefined_refutes() -> None:
    """A predicted value that does not exist, met by `value` or said by the check, refutes."""

    def by_value(predicted: Any) -> Iterator[Any]:
        yield "n = 2", 1, value(predicted, {"n": 2})
        yield "n = 3", 1, value(predicted, {"n": 3})

    found = judged(by_value, predicted=(n - 3) ** 0 / (3 - n))
    assert found.verdict is REFUTED
    assert found.witness == "after n = 2: undefined (1/(3 - n) divides by zero at {'n': 3})"
    assert found.figures == {"comparisons": 1}
    assert judged(by_value, predicted=1 / (3 - n), witness=False).witness == ""

    def said(predicted: Any) -> Iterator[Any]:
        yield "one", 1, 1
        raise Undefined("no direction")

    assert judged(said).verdict is REFUTED
    assert judged(lambda predicted: iter(map(value, [zoo], [{}]))).witness.startswith("after the first comparison: ")
    assert "undefined (no direction)" in judged(said, "certified").witness
    with pytest.raises(Undefined):
        value(zoo, {})


@pytest.mark.parametrize(
    "rounded",
    [math.tanh(20.0), mpmath.erf(7), sympy.N(sympy.tanh(20)), 1.0 * n, [1, 1.0], complex(1), mpmath.mpf(1) / 3],
    ids=repr,
)
@pytest.mark.parametrize("kind", ["exact", "certified"])
def test_floats_are_errors(kind: str, rounded: Any) -> None:
    """A rounded number on either side is an error, in both kinds of checks."""
    for pair in ((rounded, 1), (1, rounded)):
        with pytest.raises(TypeError, match="rounded number"):
            judged(of(pair), kind)


@pytest.mark.parametrize("side", [arb(1), acb(1), [1, arb(1)], (arb(1), arb(1))], ids=str)
def test_balls_want_a_certified_check(side: Any) -> None:
    """Balls in an exact check are an error that names the other kind."""
    for pair in ((side, side), (1, side), (side, 1)):
        with pytest.raises(TypeError, match="attach it with `certified`"):
            judged(of(pair), "exact")


@pytest.mark.parametrize(
    "made",
    [None, 3, [1, 2, 3], "abc", [("a", 1)], iter([("a", 1, 1, 1)])],
    ids=["none", "number", "numbers", "text", "pair", "four"],
)
def test_a_check_yields_triples(made: Any) -> None:
    """`return` for `yield`, or a pair for a triple, is an error in words."""
    with pytest.raises(TypeError, match=r"a check has to yield \(where, computed, predicted\)"):
        judged(lambda predicted: made)


def _constants(a: Any, b: Any, digits: int | None) -> Callable[[Any], Iterator[Any]]:
    """Both enclosed at a precision of the check's own, or at the one that it finds."""

    def run(predicted: Any) -> Iterator[Any]:
        if digits is None:
            yield "here", a(), b()
            return
        with precision(digits):
            yield "here", a(), b()

    return run


@pytest.mark.parametrize("digits", [15, 30, 50, None])
def test_near_numbers_are_told_apart(digits: int | None) -> None:
    """erf(7) is not 1, nor are two numbers 2e-31 apart equal, at whatever precision the check asks for."""
    false = [
        (lambda: arb(7).erf(), lambda: arb(1)),
        (lambda: arb(2).sqrt(), lambda: arb(2).sqrt() + arb("2e-31")),
        (lambda: arb(20).tanh(), lambda: arb(1)),
        (lambda: (arb.pi() * arb(163).sqrt()).exp(), lambda: arb(640320**3 + 744)),
    ]
    for a, b in false:
        assert judged(_constants(a, b, digits), "certified").verdict is REFUTED
        assert judged(_constants(a, b, digits), "certified", witness=False).verdict is REFUTED


def test_equal_to_within() -> None:
    """Certified equality states its radii at both precisions; the second is far smaller where the check lets it be."""
    found = judged(_constants(lambda: arb(6).log(), lambda: arb(2).log() + arb(3).log(), 20), "certified")
    assert found.verdict is HOLDS
    first, again = arb(found.figures["radius"]), arb(found.figures["radius_again"])
    assert 0 < first < arb("1e-18")
    assert 0 < again < arb("1e-78")
    fixed = judged(of((arb("1 +/- 1e-20"), arb(1))), "certified")
    assert fixed.verdict is HOLDS
    assert fixed.figures["radius"] == fixed.figures["radius_again"] == "1.0e-20"


@pytest.mark.parametrize(
    ("pair", "verdict"),
    [
        ((arb("1 +/- 1e-20"), arb(1)), HOLDS),
        ((arb("1 +/- 0.1"), arb(1)), UNDECIDED),
        ((arb(1), arb("1 +/- 0.1")), UNDECIDED),
        ((arb("1.1 +/- 1e-3"), arb(1)), REFUTED),
        ((arb("nan"), arb(1)), UNDECIDED),
        ((arb(1), arb("inf")), UNDECIDED),
        ((acb(1, 2), acb(1, 2)), HOLDS),
        ((acb(1, 2), acb(1, 3)), REFUTED),
        (((arb(1), 2), (1, arb(2))), HOLDS),
        (([arb(1), arb(2)], [1, 3]), REFUTED),
        ((arb(2), Fraction(2)), HOLDS),
        ((True, True), HOLDS),
        ((2, 3), REFUTED),
    ],
    ids=str,
)
def test_certified_comparisons(pair: tuple[Any, Any], verdict: Verdict) -> None:
    """Balls hold if they overlap and are narrow, refute if disjoint, and decide nothing if wide or not finite."""
    assert judged(of(pair), "certified").verdict is verdict


def test_the_wide_run_is_not_forgotten() -> None:
    """Wide at the first precision is undecided, however narrow at the second: equality is shown at both."""

    def run(predicted: Any) -> Iterator[Any]:
        yield "here", arb(1, arb(10) ** (-ctx.dps // 4)), arb(1)

    found = judged(run, "certified")
    assert found.verdict is UNDECIDED
    assert "wide" in found.figures["tried"]


WIDE, NARROW, OFF, EXACT = arb("1 +/- 0.1"), arb("1 +/- 1e-20"), arb(2), 1


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ([NARROW], [NARROW], HOLDS),
        ([NARROW], [WIDE], UNDECIDED),
        ([NARROW], [arb("nan")], UNDECIDED),
        ([NARROW], [], UNDECIDED),
        ([NARROW], [OFF], REFUTED),
        ([WIDE], [NARROW], UNDECIDED),
        ([WIDE], [], UNDECIDED),
        ([WIDE], [OFF], REFUTED),
        ([], [NARROW], UNDECIDED),
        ([], [OFF], REFUTED),
        ([NARROW, WIDE], [NARROW, NARROW], UNDECIDED),
        ([EXACT], [NARROW], HOLDS),
        ([NARROW], [EXACT], HOLDS),
    ],
    ids=str,
)
def test_both_runs_have_to_hold(first: list[Any], second: list[Any], verdict: Verdict) -> None:
    """A certified check holds if both of its runs do, is refuted by either, and is undecided otherwise."""

    def run(predicted: Any) -> Iterator[Any]:
        yield from (("here", ball, 1) for ball in (first if ctx.dps == DIGITS else second))

    found = judged(run, "certified")
    assert found.verdict is verdict


def test_the_worst_of_a_run_is_told() -> None:
    """The radius is the largest of all comparisons, the slack the least, in any order; exact ones have none."""
    balls = [(arb("1 +/- 1e-20"), 1), (arb("1 +/- 1e-16"), 1), (arb("1 +/- 1e-25"), 1), (3, 3)]
    numbers = [(1, 3), (Rational(5, 2), 3), (0, 3), ("a", "a")]
    for order in itertools.permutations(range(4)):
        found = judged(of(*(balls[i] for i in order)), "certified")
        assert found.figures == {"comparisons": 4, "radius": "1.0e-16", "radius_again": "1.0e-16"}
        found = judged(of(*(numbers[i] for i in order)), relation="<=")
        assert found.figures == {"comparisons": 4, "slack": "0.5000"}
    once = judged(of(*balls, (1, 2)), "certified")
    assert once.verdict is REFUTED
    assert "radius_again" not in once.figures


def test_comparing_is_no_part_of_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the check's own digits are raised; the proof is written if a witness is asked for."""
    seen = []

    def spy(*given: Any, prove: bool = True) -> Any:
        seen.append((digits_now(50), prove))
        return compare(*given, prove=prove)

    monkeypatch.setattr("theory.judge.compare", spy)
    judged(of((1, 1)), "certified")
    judged(of((1, 1)), witness=False)
    assert seen == [(50, True), (50, True), (50, False)]


def test_two_precisions() -> None:
    """A certified check runs at DIGITS and far above; what it asks for is raised, too; what falls, once."""
    seen: list[tuple[int, int]] = []

    def run(predicted: Any) -> Iterator[Any]:
        before = ctx.dps
        with precision(15):
            seen.append((before, ctx.dps))
        yield "here", arb(1), predicted

    judged(run, "certified", arb(1))
    assert seen == [(DIGITS, 15), (4 * DIGITS, 100)]
    seen.clear()
    judged(run, "certified", arb(2))
    assert seen == [(DIGITS, 15)]
    with raised(4), precision(50):
        assert ctx.dps == 200


def test_quadrature_is_raised() -> None:
    """An integral cut off for 20 digits is cut off for 80 at the second precision."""
    with raised(4):
        ball = half_line(lambda u: u**2, lambda T: (T + 1) * (-T * T / 2).exp(), 20)
    assert ball.rad() < arb("1e-75")


def test_global_precision_is_put_back() -> None:
    """A check may change the libraries' precision, and leave a `with` open, without any other check noticing."""
    before = ctx.prec, ctx.cap, mpmath.mp.prec

    libraries = [ctx, mpmath.mp]  # not by name, which an exact check may not even say

    def spoil() -> None:
        for library in libraries:
            library.dps = 3
        ctx.cap = 2

    def run(predicted: Any) -> Iterator[Any]:
        spoil()
        with precision(7):
            yield "here", 1, 2
            yield "there", 1, 1

    for kind in ("exact", "certified"):
        judged(run, kind)
        assert (ctx.prec, ctx.cap, mpmath.mp.prec) == before

    def fails(predicted: Any) -> Iterator[Any]:
        spoil()
        yield "here", 1, 1
        raise KeyError

    with pytest.raises(KeyError):
        judged(fails)
    assert (ctx.prec, ctx.cap, mpmath.mp.prec) == before

    def inside(predicted: Any) -> Iterator[Any]:
        with precision(7):
            yield "here", object(), 1

    with pytest.raises(TypeError, match="of type object") as error:  # its traceback keeps the check alive
        judged(inside)
    del error
    gc.collect()
    assert (ctx.prec, ctx.cap, mpmath.mp.prec) == before
    seen = []
    judged(lambda predicted: iter([seen.append(ctx.dps) or ("here", 1, 1)]))
    assert seen == [DIGITS]


def test_relations() -> None:
    """An inequality holds, with its least slack, or is violated at a named place; equality is not asked for."""
    found = judged(of((1, 3), (Rational(5, 2), 3)), relation="<=")
    assert (found.verdict, found.figures) == (HOLDS, {"comparisons": 2, "slack": "0.5000"})
    found = judged(of((1, 3), (4, 3)), relation="<=")
    assert (found.verdict, found.witness) == (REFUTED, "pair 1: 4 and 3")
    assert judged(of((3, 3)), relation="<").verdict is REFUTED
    assert judged(of((n, 1)), relation=">=").verdict is HOLDS
    certified = judged(_constants(lambda: arb(7).erf(), lambda: arb(1), 15), "certified", relation="<")
    assert certified.verdict is UNDECIDED  # 15 digits do not tell it from 1, and the first run counts
    certified = judged(_constants(lambda: arb(7).erf(), lambda: arb(1), 30), "certified", relation="<")
    assert certified.verdict is HOLDS
    assert certified.figures["slack"].startswith("4.18")


def test_points_of_the_claim() -> None:
    """Given the claim's points, a symbolic comparison is refuted at those only."""
    off = of((abs(n - k), n - k))
    assert judged(off).verdict is REFUTED
    assert judged(off, over=[{"n": 5, "k": 2}]).verdict is UNDECIDED


def test_symbols_and_long_integers() -> None:
    """Two symbols of one name are an error; `Symbol("pi")` is not pi; more than 4,300 digits are told in few words."""
    with pytest.raises(ValueError, match="two symbols are called n"):
        judged(of((2 * n, 2 * Symbol("n"))))
    assert judged(of((Symbol("pi") + 1, sympy.pi + 1))).verdict is REFUTED
    found = judged(lambda predicted: iter([((10**5000,), 10**5000, 10**5000 + 1)]))
    assert found.verdict is REFUTED
    assert found.witness.startswith("a place too long to write: ")
    assert len(found.witness) < 1000


def test_enclosures_of_every_kind() -> None:
    """Real values through complex ones: sqrt(-2) sqrt(-8) = -4; trigonometric, hyperbolic, special functions."""
    for e, expected in (
        (sqrt(-2) * sqrt(-8, evaluate=False), "-4.000000000"),
        (sympy.sin(1), "0.8414709848"),
        (sympy.tanh(2), "0.9640275801"),
        (binomial(Rational(5, 2), 2), "1.875000000"),
        (sympy.erf(1), "0.8427007929"),
        (sympy.zeta(3), "1.202056903"),
        (sympy.besselj(0, 1), "0.7651976866"),
        (sympy.Sum(1 / k, (k, 1, n)), "1.833333333"),
        (sympy.Piecewise((1, n > 2), (0, True)), "1.000000000"),
    ):
        assert decimal(enclose(e, {"n": 3}, 30), 10) == expected
    assert not enclose(sqrt(-n), {"n": 3}).is_finite()


@pytest.mark.parametrize("digits", [10, 20, 25])
def test_precision_set_by_hand(digits: int) -> None:
    """erf(8) = 1 to 20 digits: what sets the precision past `precision`, and would have it twice, is an error."""

    def run(predicted: Any) -> Iterator[Any]:
        ctx.dps = digits
        yield "here", arb(8).erf(), predicted

    with pytest.raises(ValueError, match="write `with precision"):
        judged(run, "certified", arb(1))


def helper() -> int:
    return round(math.tanh(20))


@pytest.mark.parametrize(
    "run",
    [
        lambda p: [("rounded", round(0.9999999), p)],
        lambda p: [("whole part", int(math.tanh(20)), p)],
        lambda p: [("helper", helper(), p)],
        lambda p: [("near", math.isclose(1, 2), False)],
        lambda p: [("guessed", sympy.nsimplify(sqrt(2)), p)],
        lambda p: [("a number's own", sqrt(2).evalf() > 1, True)],
        lambda p: [("text", str(int(float(1))), p)],
        lambda p: [("other precision", int(mpmath.erf(7)), p)],
        lambda p: [("deep", [int(x + 0.5) for x in range(2)], p)],
    ],
    ids=["constant", "math", "helper", "isclose", "nsimplify", "evalf", "float", "mpmath", "nested"],
)
def test_floats_that_leave_no_trace(run: Callable[[Any], Any]) -> None:
    """A float in the code of an exact check, or of a function of its module, is an error though it is rounded away."""
    with pytest.raises(TypeError, match=r"an exact check computes with .* \(.*test_judge.py, line \d+\)"):
        judged(run)


def test_whole_numbers_of_math_are_exact() -> None:
    """gcd, comb and their like give whole numbers, and may be used."""
    assert judged(lambda p: [("comb", math.comb(4, 2) + math.gcd(4, 6) + round(Fraction(7, 2)), 12)]).verdict is HOLDS
