"""The judge of exact and certified checks: only evidence refutes, and nothing that is not shown is called equal."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import sympy
from flint import arb
from sympy import Rational, binomial, log, nan, sqrt, zoo

from tests.exact.claim.judging import HOLDS, REFUTED, UNDECIDED, constants, judged, of
from theory.exact.certify import decimal
from theory.exact.expressions import Undefined, enclose, value
from theory.notation import k, n


def test_all_comparisons_hold() -> None:
    """Holds, with the number of comparisons, whatever the forms; no witness."""
    found = judged(of((log(6), log(2) + log(3)), ([1, sqrt(n**2)], [1, n]), (binomial(n, 2), n * (n - 1) / 2)))
    assert (found.verdict, found.figures, found.witness) == (HOLDS, {"comparisons": 3, "reach": "cases"}, "")
    assert (found.kind, found.scope) == ("exact", "all")


def test_the_first_difference_refutes() -> None:
    """Refuted by the first comparison that is decided so; `witness=False` spares the text."""
    found = judged(of((n, n), (n, n + 1), (n, n + 2)))
    assert (found.verdict, found.figures) == (REFUTED, {"comparisons": 2, "reach": "cases"})
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
    assert (found.verdict, found.figures) == (UNDECIDED, {"comparisons": 0, "reach": "cases"})


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
    assert found.figures == {"comparisons": 1, "reach": "cases"}
    assert judged(by_value, predicted=1 / (3 - n), witness=False).witness == ""

    def said(predicted: Any) -> Iterator[Any]:
        yield "one", 1, 1
        raise Undefined("no direction")

    assert judged(said).verdict is REFUTED
    assert judged(lambda predicted: iter(map(value, [zoo], [{}]))).witness.startswith("after the first comparison: ")
    assert "undefined (no direction)" in judged(said, "certified").witness
    with pytest.raises(Undefined):
        value(zoo, {})


def test_the_worst_of_a_run_is_told() -> None:
    """The radius is the largest of all comparisons, the slack the least, in any order; exact ones have none."""
    balls = [(arb("1 +/- 1e-20"), 1), (arb("1 +/- 1e-16"), 1), (arb("1 +/- 1e-25"), 1), (3, 3)]
    numbers = [(1, 3), (Rational(5, 2), 3), (0, 3), ("a", "a")]
    for order in itertools.permutations(range(4)):
        found = judged(of(*(balls[i] for i in order)), "certified")
        assert found.figures == {"comparisons": 4, "radius": "1.0e-16", "radius_again": "1.0e-16", "reach": "cases"}
        found = judged(of(*(numbers[i] for i in order)), relation="<=")
        at = f"pair {order.index(1)}"
        assert found.figures == {
            "comparisons": 4, "slack": "0.5000", "slack_at": at, "slack_relative": 0.1667, "reach": "cases"
        }  # fmt: skip
    once = judged(of(*balls, (1, 2)), "certified")
    assert once.verdict is REFUTED
    assert "radius_again" not in once.figures


def test_relations() -> None:
    """An inequality holds, with its least slack, or is violated at a named place; equality is not asked for."""
    found = judged(of((1, 3), (Rational(5, 2), 3)), relation="<=")
    assert (found.verdict, found.figures["slack"]) == (HOLDS, "0.5000")
    found = judged(of((1, 3), (4, 3)), relation="<=")
    assert (found.verdict, found.witness) == (REFUTED, "pair 1: 4 and 3")
    assert judged(of((3, 3)), relation="<").verdict is REFUTED
    assert judged(of((n, 1)), relation=">=").verdict is HOLDS
    certified = judged(constants(lambda: arb(7).erf(), lambda: arb(1), 15), "certified", relation="<")
    assert certified.verdict is UNDECIDED  # 15 digits do not tell it from 1, and the first run counts
    certified = judged(constants(lambda: arb(7).erf(), lambda: arb(1), 30), "certified", relation="<")
    assert certified.verdict is HOLDS
    assert certified.figures["slack"].startswith("4.18")


def test_points_of_the_claim() -> None:
    """Given the claim's points, a symbolic comparison is refuted at those only."""
    off = of((abs(n - k), n - k))
    assert judged(off).verdict is REFUTED
    assert judged(off, over=[{"n": 5, "k": 2}]).verdict is UNDECIDED


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
