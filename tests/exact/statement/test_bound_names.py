"""Names that sums, maps and quantifiers bind are told apart, inside conditions, too."""

from __future__ import annotations

from theory.statement.coq import coq
from theory.statement.problem import Goal, Problem
from theory.term import Vec, all_rows, each, every, one_if, over_draws, some, total, variable

n, m, d = (variable(name, "nat") for name in ("n", "m", "d"))
x, p = Vec.named("x", n), Vec.named("p", m)


def written(condition: object) -> str:
    rows = (("x", (n,)), ("p", (m,)))
    return coq(Problem((n, m, d), (), (Goal((), condition),), rows=rows)).replace("\n", " ")  # type: ignore[arg-type]


def test_a_sum_inside_a_condition_that_is_counted_has_another_name() -> None:
    """The number of i with sum_j x_j x_i > 0: two names."""
    text = written(total(each(lambda e: one_if(total(each(lambda f: f * e, x)) > 0), x)) == 1)
    assert r"\sum_(i_1 < n) (0 < (\sum_(i_0 < n) (x i_0 * x i_1)))%R%:R" in text


def test_a_quantifier_inside_a_number_that_is_quantified_over_has_another_name() -> None:
    """For all i the number of k for which some x_j is x_i: j_1 and j_0."""
    found = every(lambda e: total(each(lambda _: one_if(some(lambda f: f == e, x)), x)) > 0, x)
    assert r"forall j_1, (j_1 < n)%N" in written(found)
    assert r"1 - (\prod_(j_0 < n) (x j_0 != x j_1)%:R)" in written(found)


def test_a_mean_over_draws_is_a_sum_over_maps() -> None:
    """E of the sum of two values at d drawn places, one map inside the other."""
    values = Vec.named("x", m)

    def outer(drawn: Vec) -> object:
        return over_draws(p, d, lambda again: total(each(lambda a, b: values[a] * values[b], drawn, again)))

    text = written(over_draws(p, d, outer) == 0)
    assert r"\sum_(f_1 : {ffun 'I_d -> 'I_m})" in text
    assert r"\sum_(f_0 : {ffun 'I_d -> 'I_m})" in text
    assert "(x (f_1 i_0) * x (f_0 i_0))" in text
    assert over_draws((1, 0), 3, lambda drawn: sum(drawn)) == 0


def test_a_condition_for_all_rows_is_denied_by_one_row() -> None:
    """Not for all z: there is a z, and back; conditions of one kind inside each other have two names."""
    found = all_rows(n, lambda z: all_rows(n, lambda y: z[0] <= y[0]))
    assert r"(forall z_1 : nat -> R, (forall z_0 : nat -> R, (z_1 0%N <= z_0 0%N)))" in written(found)
    assert r"(exists z_1 : nat -> R, (exists z_0 : nat -> R, (z_0 0%N < z_1 0%N)))" in written(~found)
    assert ~~found is found


def test_places_of_two_sums_are_two_while_their_depth_is_looked_at() -> None:
    """sum_ij [i != j] is no 0, and what stands under two quantifiers is as deep as it is where they differ."""
    pairs = total(each(lambda a: total(each(lambda b: one_if(a != b), x)), x))
    assert r"\sum_(i_1 < n) (\sum_(i_0 < n) (x i_1 != x i_0)%:R)" in written(pairs == 0)
    found = every(lambda a: every(lambda b: (a == b) | every(lambda c: c > a + b, x), x), x)
    assert r"forall j_2, (j_2 < n)%N -> (forall j_1, (j_1 < n)%N" in written(found)
