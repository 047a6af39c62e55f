"""Tests of limits: what a bound has to be, and what is no bound."""

import pytest
from flint import arb
from sympy import Integer, Max, Piecewise, Rational, exp, floor, log, oo, sqrt

from tests.exact.toys import checked, toy
from theory import Twin, Verdict
from theory.claim.literal.vanishing import vanishes
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers
from theory.notation import HALF, k, n
from theory.words import Within

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
FAR = {"n": Index(1, listed=(1, 2, 3, 10, 100))}
BELOW = Given({"n": Integers(1), "k": Integers(1)}, lambda at: at["k"] <= at["n"], "k <= n")


def found(left, predicts, given=FAR, **fields):
    """The result of a claim with one literal check, along n if nothing else is given."""
    claim = toy(relation="->", left="..", predicts=Integer(0) + predicts, given=given, **fields)
    claim.literal(left)
    return checked(claim)


def within(bound):
    """(-1)^n within a bound of 0, or of whatever is claimed."""
    return lambda at: Within((-1) ** at.n, bound)


@pytest.mark.parametrize(
    ("left", "predicts"),
    [
        (lambda at: Within(3 + 1 / at.n, 1 / n), 3),
        (lambda at: Within(1 + Rational(-1, 2) ** at.n, Rational(1, 2) ** n), 1),
        (lambda at: Within(at.n * Rational(1, 3) ** at.n, 2 * n * Rational(1, 3) ** n), 0),
        (lambda at: Within(log(at.n) / (at.n * sqrt(at.n)), log(n + 1) / sqrt(n)), 0),
        (lambda at: Within(Integer(2), Integer(0)), 2),
    ],
)
def test_a_limit_with_a_bound_that_tends_to_0_holds(left, predicts) -> None:
    """Powers, geometric sums and logarithms; in cases, with the greatest bound at the farthest index."""
    result = found(left, predicts)
    assert result.verdict is HOLDS, result.reason
    if predicts == 3:
        assert float(result.evidence[0].figures["bound"]) == pytest.approx(1 / 300, rel=0.02)


@pytest.mark.parametrize(
    ("left", "predicts", "given", "why"),
    [
        (within(Integer(1)), 0, FAR, "a number"),
        (lambda at: Within(Rational(3, 5) + 1 / at.n, Rational(1, 5) + 1 / n), HALF, FAR, "not found"),
        (within(Piecewise((1, n <= 10**6), (1 / n, True))), 0, FAR, "not found"),
        (within(Max(1 - n / 10**6, 0) + 1 / n), 0, FAR, "not found"),
        (within(1 / floor(1 + n / 10**6)), 0, FAR, "not found"),
        (lambda at: Within((-1) ** at.n, at.n / n), 0, FAR, "one expression"),
        (lambda at: Within((-1) ** at.n, 1 / at.n + 1), 0, FAR, "a number"),
        (within(5 / log(log(n + 20))), 0, FAR, "not found"),
        (lambda at: Integer(int(at.n) // 200), 0, FAR, "is an index"),
        (within(10**9 * Rational(1001, 1000) ** n / n**50), 0, FAR, "not found"),
        (lambda at: Within((-1) ** at.k, 2 / k), 0, BELOW, "does not go to infinity"),
        (lambda at: Within(at.k / at.n, k / n), 0, BELOW, "symbols k, n"),
        (within(10 / n), 0, {"n": Integers(1, 10)}, "without an end"),
        (lambda at: Within(3 + 1 / at.n, 1 / n**2), 3, FAR, "a bound is wrong"),
        (lambda at: Within(1 - 1 / at.n, -1 / n), 1, FAR, ""),
        (lambda at: Within(3 + 1 / at.n, 4 / n), 3, {"n": Index(1, listed=(1, 2))}, "take the index further"),
        (lambda at: Within(Integer(3), 1 / n), 3, {"n": Index(1, listed=(100,))}, "no two members"),
    ],
)
def test_a_bound_that_stays_or_is_wrong_shows_nothing(left, predicts, given, why) -> None:
    """Undecided, with a sentence that says what to write; bounds that contradict each other refute nothing."""
    result = found(left, predicts, given)
    assert result.verdict is UNDECIDED
    assert why in result.reason


@pytest.mark.parametrize("rest", [0, 1])
def test_an_index_may_be_even_or_odd(rest: int) -> None:
    """It goes to infinity among those, too."""
    given = Given(
        {"n": Index(1, listed=(2, 4, 100) if rest == 0 else (1, 3, 101))}, lambda at: at["n"] % 2 == rest, ".."
    )
    assert found(lambda at: Within(3 + 1 / at.n, 1 / n), 3, given).verdict is HOLDS


def test_other_values_stay_and_another_limit_is_refuted() -> None:
    """k <= n: along n, k/n tends to 0. Where the bound is right, 3 + 1/n does not tend to 2, nor to its twin 7/2."""
    assert found(lambda at: Within(at.k / at.n, at.k / n), 0, BELOW).verdict is HOLDS
    assert found(lambda at: Within(3 + 1 / at.n, 1 / n), 2, no_truth="..", expected=REFUTED,
                 corrected_by=("mine.toy.two",)).verdict is REFUTED  # fmt: skip
    assert found(lambda at: Within(3 + 1 / at.n, 1 / n), 3, twins=(Twin(Rational(7, 2)),)).verdict is HOLDS


def test_what_is_no_bound_is_refused() -> None:
    """A number of balls has no form; in a check that is not literal, a number would be taken for what tends to 0."""
    with pytest.raises(TypeError, match="ball or a float"):
        found(lambda at: Within(Integer(0), arb(1) / int(at.n)), 0)
    claim = toy(relation="->", predicts=Integer(0), given={"n": Integers(1)})
    claim.exact("n = 1")(lambda predicted: iter([("n = 1", Within(Integer(-1), Integer(1)), predicted)]))
    with pytest.raises(TypeError, match="only a literal check"):
        checked(claim)


def test_what_tends_to_0_by_its_form() -> None:
    """Against SymPy's limits, at rational functions, powers, exponentials and logarithms."""
    small = [1 / (n - 3), n**9 * Rational(1, 2) ** n, log(n) ** 3 / sqrt(n), 2 ** (-n / 3) + 1 / n, n / 3**n - 1 / n,
             log(2) / log(n), (2 * n + 1) / (n**2 + log(n)), (1 / sqrt(2)) ** n * 5, log(3**n + n) / n**2,
             Integer(0), n * exp(-n), log(2 + 1 / n) / n, exp(2 - n / 3) * 2 ** (n / 3), log(n**2) / n,
             exp(n) / 3**n, log(n) ** 3 / n]  # fmt: skip
    large = [n, Integer(1), 1 + 1 / n, 3**n / 2**n, n / log(n), sqrt(n) / log(n) ** 5, (n + 1) / (2 * n), 2**n / n**40,
             1 + (-1) ** n / n, sqrt(n + 1) - sqrt(n), 2 ** (2 - n**2), exp(n / 3) / n, log(1 - n) / n, log(log(n)) / n,
             log(1 + 1 / n), log(2 + 1 / n), sqrt(1 - n) / n**2, n**n, (-2) ** (-n),
             log(n) ** 3 / log(n**2)]  # fmt: skip
    assert all(vanishes(form, n) and form.limit(n, oo) == 0 for form in small)
    assert not any(vanishes(form, n) for form in large)
