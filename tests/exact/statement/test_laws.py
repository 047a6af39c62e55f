"""Means over any law: which functions of a row have one, and what makes it a mean."""

from __future__ import annotations

from fractions import Fraction

import pytest

from theory.statement.coq import coq
from theory.statement.problem import Goal, Problem
from theory.term import AnyLaw, Cond, each, every, exchangeable, has_mean, mean, symmetric, total, variable

n = variable("n", "nat")
law = AnyLaw("u", n, lambda row: every(lambda e: e > 0, row))


def written(condition: Cond, *hypotheses: Cond) -> str:
    return coq(Problem((n,), hypotheses, (Goal((), condition),), laws=("u",)))


def test_a_mean_is_a_functional_of_a_function_of_the_row() -> None:
    """E of the sum of the row: a function of w_0; two variables, the functions and their mean."""
    text = written(mean(law, total) == 1)
    assert "(has_u : ((nat -> R) -> R) -> Prop) (mean_u : ((nat -> R) -> R) -> R)" in text
    assert r"(mean_u (fun w_0 => (\sum_(i_0 < n) w_0 i_0))) = 1" in text


def test_means_of_means_have_rows_of_two_names() -> None:
    """E_z E_y z_0 y_0."""
    assert "(fun w_1 => (mean_u (fun w_0 => (w_1 0%N * w_0 0%N))))" in written(
        mean(law, lambda z: mean(law, lambda y: z[0] * y[0])) >= 0
    )


def test_what_is_certain_of_the_row_stands_where_the_mean_is_positive() -> None:
    """Positive of what is so wherever all entries are."""
    text = written(has_mean(law, lambda z: z[0]), law.conditions, exchangeable(law))
    assert "(forall w_0, (forall j_0, (j_0 < n)%N -> (0 < w_0 j_0)) -> 0 < f w_0) -> 0 < mean_u f" in text
    assert "(has_u (fun w_0 => w_0 0%N))" in text
    assert "(i < n)%N -> (j < n)%N -> has_u f" in text


def test_the_law_of_the_negative_is_a_hypothesis() -> None:
    """Every function with a mean has it of the negative of the row, too."""
    text = written(mean(law, total) >= 0, symmetric(law))
    assert "has_u (fun z => f (fun k => - z k)) /\\ mean_u (fun z => f (fun k => - z k)) = mean_u f" in text
    assert "(~ (forall f" in written(symmetric(law).negation)


@pytest.mark.parametrize(
    ("rows", "same"),
    [(((1, 2), (-1, -2)), True), (((1, 2), (2, 1)), False), (((0, 0),), True), (((1,), (-1,), (1,)), False)],
)
def test_finitely_many_rows_and_their_negatives(rows: tuple[tuple[int, ...], ...], same: bool) -> None:
    """Each row is as probable as its negative, however often one is listed."""
    assert symmetric(tuple((Fraction(1, len(rows)), *row) for row in rows)) is same


def test_a_hypothesis_on_means_that_is_denied_is_that_denied() -> None:
    """Not has mean; and twice is once."""
    known = has_mean(law, lambda z: z[0])
    assert "(~ (has_u" in written(known.negation)
    assert known.negation.negation is known


@pytest.mark.parametrize(
    ("rows", "same"),
    [(((1, 2), (2, 1)), True), (((1, 2), (2, 2)), False), (((1, 1), (1, 1)), True), (((1, 2), (2, 1), (1, 2)), False)],
)
def test_finitely_many_rows_may_change_places(rows: tuple[tuple[int, int], ...], same: bool) -> None:
    """All orders of each row are as probable, however often one is listed."""
    shares = Fraction(1, len(rows))
    assert exchangeable(tuple((shares, *row) for row in rows)) is same
    assert mean(tuple((shares, *row) for row in rows), lambda row: total(each(lambda e: e - e, row)) + 1) == 1
