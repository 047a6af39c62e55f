"""Tests of limits: what a bound has to be, and what is no bound."""

import pytest
from flint import arb
from sympy import Integer, Max, Piecewise, Rational, floor, log, oo, sqrt

from bninit.results.result import Plan
from bninit.run.judging.verdict import check_claim
from theory import Claim, Locator, Paper, Verdict
from theory.claim.literal.vanishing import vanishes
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers
from theory.notation import HALF, k, n
from theory.words import Within

ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")
FAR = Index(1, listed=(1, 2, 3, 10, 100))


def checked(left, predicts, **fields):
    """The result of a claim with one literal check, along n if nothing else is given."""
    found = Claim("mine.limits.one", source=ME, status="new", says="..", tex="..", hypotheses=(), relation="->",
                  left="..", predicts=predicts, **{"given": {"n": FAR}, **fields})  # fmt: skip
    found.literal(left)
    return check_claim(found, Plan("quick", 1, 0))


TRUE = {
    "1/n": (lambda at: Within(3 + 1 / at.n, 1 / n), 3),
    "geometric": (lambda at: Within(1 + Rational(-1, 2) ** at.n, Rational(1, 2) ** n), 1),
    "n r^n": (lambda at: Within(at.n * Rational(1, 3) ** at.n, 2 * n * Rational(1, 3) ** n), 0),
    "log n/sqrt n": (lambda at: Within(log(at.n) / (at.n * sqrt(at.n)), log(n + 1) / sqrt(n)), 0),
    "constant": (lambda at: Within(Integer(2), Integer(0)), 2),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_limit_with_a_bound_that_tends_to_0_holds(name) -> None:
    """Powers, geometric sums and logarithms; in cases, with the greatest bound at the farthest index."""
    left, predicts = TRUE[name]
    result = checked(left, Integer(predicts))
    assert result.verdict is Verdict.HOLDS, result.reason
    if name == "1/n":
        assert float(result.evidence[0].figures["bound"]) == pytest.approx(1 / 300, rel=0.02)


FALSE = {
    "bound 1": (lambda at: Within((-1) ** at.n, Integer(1)), 0, "a number"),
    "bound 1/5 + 1/n": (lambda at: Within(Rational(3, 5) + 1 / at.n, Rational(1, 5) + 1 / n), HALF, "not found"),
    "bound 1/10 + 1/n": (lambda at: Within(Rational(3, 5) + 1 / at.n, Rational(1, 10) + 1 / n), HALF, "not f"),
    "bound 2 + 1/n": (lambda at: Within((-1) ** at.n, 2 + 1 / n), 0, "not found"),
    "a piece": (lambda at: Within((-1) ** at.n, Piecewise((1, n <= 10**6), (1 / n, True))), 0, "not found"),
    "the greater": (lambda at: Within((-1) ** at.n, Max(1 - n / 10**6, 0) + 1 / n), 0, "not found"),
    "rounded down": (lambda at: Within((-1) ** at.n, 1 / floor(1 + n / 10**6)), 0, "not found"),
    "of a number": (lambda at: Within((-1) ** at.n, at.n / n), 0, "one expression"),
    "typed": (lambda at: Within((-1) ** at.n, 1 / at.n + 1), 0, "a number"),
    "oscillates": (lambda at: Within(Integer(1), 1 + (-1) ** n / n), 0, "not found"),
    "cancels": (lambda at: Within((-1) ** at.n, sqrt(n + 1) - sqrt(n)), 0, "not found"),
    "log of log": (lambda at: Within((-1) ** at.n, 5 / log(log(n + 20))), 0, "not found"),
    "no bound": (lambda at: Integer(int(at.n) // 200), 0, "is an index"),
    "grows": (lambda at: Within((-1) ** at.n, 10**9 * Rational(1001, 1000) ** n / n**50), 0, "not found"),
    "exponential of a square": (lambda at: Within((-1) ** at.n, 2 ** (2 - n**2)), 0, "not found"),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_a_bound_that_stays_shows_nothing(name) -> None:
    """Undecided, with a sentence that says what to write."""
    left, predicts, why = FALSE[name]
    result = checked(left, Integer(0) + predicts)
    assert result.verdict is Verdict.UNDECIDED
    assert why in result.reason


def test_a_bound_in_balls_is_refused() -> None:
    """A number of balls has no form."""
    with pytest.raises(TypeError, match="ball or a float"):
        checked(lambda at: Within(Integer(0), arb(1) / int(at.n)), Integer(0))


def test_a_limit_is_for_other_values_that_stay() -> None:
    """k <= n: along n, k/n tends to 0; along k, nothing goes to infinity. Neither is a domain with an end an index."""
    below = Given({"n": Integers(1), "k": Integers(1)}, lambda at: at["k"] <= at["n"], "k <= n")
    assert checked(lambda at: Within(at.k / at.n, at.k / n), Integer(0), given=below).verdict is Verdict.HOLDS
    along_k = checked(lambda at: Within((-1) ** at.k, 2 / k), Integer(0), given=below)
    assert "does not go to infinity" in along_k.reason
    both = checked(lambda at: Within(at.k / at.n, k / n), Integer(0), given=below)
    assert "symbols k, n" in both.reason
    short = checked(lambda at: Within((-1) ** at.n, 10 / n), Integer(0), given={"n": Integers(1, 10)})
    assert "without an end" in short.reason


def test_bounds_that_contradict_each_other_refute_nothing() -> None:
    """3 + 1/n -> 3 with the bound 1/n^2, which is wrong; with a bound that is right, another limit is refuted."""
    wrong = checked(lambda at: Within(3 + 1 / at.n, 1 / n**2), Integer(3))
    assert wrong.verdict is Verdict.UNDECIDED
    assert "a bound is wrong" in wrong.reason
    assert checked(lambda at: Within(3 + 1 / at.n, 1 / n), Integer(2), no_truth="..", expected=Verdict.REFUTED,
                   corrected_by=("mine.limits.two",)).verdict is Verdict.REFUTED  # fmt: skip


def test_a_bound_below_0_is_none() -> None:
    """1 - 1/n -> 1: the bound -1/n is negative, and refutes nothing."""
    assert checked(lambda at: Within(1 - 1 / at.n, -1 / n), Integer(1)).verdict is Verdict.UNDECIDED


def test_the_index_has_to_go_far_enough() -> None:
    """3 + 1/n -> 3 at n = 1, 2 has a bound that does not tell 3 from 4."""
    near = checked(lambda at: Within(3 + 1 / at.n, 4 / n), Integer(3), given={"n": Index(1, listed=(1, 2))})
    assert near.verdict is Verdict.UNDECIDED
    assert "take the index further" in near.reason


def test_one_member_of_a_sequence_shows_no_form() -> None:
    """A single index is listed: the bound could be any expression."""
    assert "no two members" in checked(lambda at: Within(Integer(3), 1 / n), Integer(3),
                                       given={"n": Index(1, listed=(100,))}).reason  # fmt: skip


def test_only_literal_checks_give_bounds() -> None:
    """In another check, a bound that is a number would be taken for one that tends to 0."""
    found = Claim("mine.limits.one", source=ME, status="new", says="..", tex="..", hypotheses=(), relation="->",
                  predicts=Integer(0), given={"n": Integers(1)})  # fmt: skip
    found.exact("n = 1")(lambda predicted: iter([("n = 1", Within(Integer(-1), Integer(1)), predicted)]))
    with pytest.raises(TypeError, match="only a literal check"):
        check_claim(found, Plan("quick", 1, 0))


def test_what_tends_to_0_by_its_form() -> None:
    """Against SymPy's limits, at rational functions, powers, exponentials and logarithms."""
    small = [1 / n, 1 / (n - 3), n**9 * Rational(1, 2) ** n, log(n) ** 3 / sqrt(n), 2 ** (-n / 3) + 1 / n,
             n / 3**n - 1 / n, log(2) / log(n), (2 * n + 1) / (n**2 + log(n)),
             (1 / sqrt(2)) ** n * 5, log(3**n + n) / n**2]  # fmt: skip
    large = [
        n,
        Integer(1),
        1 + 1 / n,
        3**n / 2**n,
        log(n),
        n / log(n),
        sqrt(n) / log(n) ** 5,
        (n + 1) / (2 * n),
        2**n / n**40,
    ]
    assert all(vanishes(form, n) and form.limit(n, oo) == 0 for form in small)
    assert not any(vanishes(form, n) for form in large)
