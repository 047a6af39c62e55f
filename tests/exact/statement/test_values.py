"""What a value needs: closed over what binds its parts, and a statement of its own for Coq."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy import Symbol

from bninit.api import Claim, Given, Integers, Locator, Paper, Rationals
from theory.domains.batches import Batches
from theory.statement import NotExpressibleError, for_checker
from theory.statement.coq import defined
from theory.statement.problem import Goal, Problem
from theory.term import (
    AnyLaw,
    Vec,
    each,
    every,
    explored,
    largest,
    mean,
    over_draws,
    over_layers,
    places,
    product_of,
    root,
    total,
    variable,
)
from theory.term.matrices import determinant

n, m, L = (variable(name, "nat") for name in ("n", "m", "L"))
a = variable("a")
x, p, v, A = Vec.named("x", n), Vec.named("p", m), Vec.named("v", m), Vec.named("A", n, n)
law = AnyLaw("u", n, lambda row: every(lambda e: e > 0, row))

NEEDS = {
    "a sum": (lambda: total(each(lambda e: 1 / e, x)), ["every(i_0 < n: x[i_0] != 0)"]),
    "a product": (lambda: product_of(each(root, x)), ["every(i_0 < n: 0 <= x[i_0])"]),
    "the greatest": (lambda: largest(each(lambda e: 1 / e, x)), ["every(i_0 < n: x[i_0] != 0)", "0 < n", "x[0] != 0"]),
    "a condition": (lambda: every(lambda e: 1 / e > a, x), ["every(j_0 < n: x[j_0] != 0)"]),
    "a sum in a sum": (
        lambda: total(each(lambda i: total(each(lambda j: 1 / (x[i] - x[j]), places(n))), places(n))),
        ["every(i_1 < n: every(i_0 < n: (x[i_1] + (-1 * x[i_0])) != 0))"],
    ),
    "what is no part of the sum": (lambda: total(each(lambda e: 0 * (1 / e), x)), ["every(i_0 < n: x[i_0] != 0)"]),
    "a sum in what is no part of the sum": (
        lambda: total(each(lambda i: i + 0 * total(each(lambda e: 1 / (e - x[i]), x)), places(n))),
        ["every(i_1 < n: every(i_0 < n: (x[i_0] + (-1 * x[i_1])) != 0))"],
    ),
    "what is the same at each place": (lambda: total(each(lambda e: e / a, x)), ["a != 0"]),
    "a matrix": (
        lambda: determinant(each(lambda row: each(lambda e: 1 / e, row), A)),
        ["every(r_0 < n: every(c_0 < n: A[r_0, c_0] != 0))"],
    ),
    "a mean": (
        lambda: mean(law, lambda row: 1 / row[0]),
        ["0 < n", "all rows(w_0: every(j_0 < n: 0 < w_0[j_0]) -> w_0[0] != 0)"],
    ),
    "draws": (
        lambda: over_draws(p, n, lambda drawn: total(each(lambda place: 1 / v[place], drawn))),
        ["every(i_0 < n: v[f_0(i_0)] != 0)"],
    ),
    "layers": (
        lambda: over_layers(lambda f, row: f(each(lambda e: e / row[0], row)), L, lambda row: row[0], x),
        ["0 < n", "all rows(row_0: row_0[0] != 0)"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NEEDS)
def test_what_is_under_a_bound_name_is_needed_for_all_that_it_stands_for(name: str) -> None:
    value, wanted = NEEDS[name]
    (path,) = explored(value)  # type: ignore[arg-type]
    found = [str(need) for need in path.needs]
    if name == "draws":
        assert [need.op for need in path.needs] == ["all maps"]
        assert found[0].endswith(wanted[0])
    else:
        assert found == wanted


def _claim(left: Callable[[Any], Any], given: Given) -> Claim:
    source = Locator(Paper("own", "Values", "A. Theorist", 2026, "draft"), "Lemma 1")
    claim = Claim(
        "own.values.one", source=source, says="a number is above another one", relation=">=", given=given,
        predicts=Symbol("b"),
    )  # fmt: skip
    claim.literal(left)
    return claim


B = {"b": Rationals()}
UNDEFINED = {
    "a divisor": (
        lambda at: 1 / (at.m - 3) - at.b**2 + at.b**2,
        Given({"m": Integers(2), **B}),
        "(2 <= m)%N ->\n  (((m%:R + (- 3%:R)) != 0 :> R)).",
    ),
    "a root": (
        lambda at: root(at.m - 5) + at.b,
        Given({"m": Integers(2), **B}),
        "(2 <= m)%N ->\n  ((0 <= (m%:R + (- 5%:R)) :> R)).",
    ),
    "a divisor in a sum": (
        lambda at: total(each(lambda e: e / (e - at.b), at.x)),
        Given({"x": Batches(), **B}),
        "((forall i_0, (i_0 < n)%N -> ((x i_0 - b) != 0))).",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNDEFINED)
def test_that_a_side_has_a_value_is_a_statement_of_its_own(name: str) -> None:
    left, given, wanted = UNDEFINED[name]
    found = for_checker(_claim(left, given)).defined
    assert found.startswith("Definition defined : Prop :=")
    assert found.endswith(wanted)


def test_nothing_is_asked_where_nothing_is_needed() -> None:
    assert for_checker(_claim(lambda at: at.b**2, Given(B))).defined == ""


def test_a_path_that_is_none_needs_nothing() -> None:
    """That its conditions contradict each other is for `statement` to say."""
    from theory.term.scalar import FALSE

    assert defined(Problem((a,), (), (Goal((a > 0,), FALSE, (a != 0,)),))) == ""


def test_what_is_needed_of_all_layers_is_refused() -> None:
    """Of what a layer makes no more is known than what its terms say."""

    def left(at: Any) -> Any:
        return over_layers(lambda f, row: 1 / f(row), at.L, lambda row: row[0] + at.b, at.x)

    with pytest.raises(NotExpressibleError, match="which its value needs"):
        for_checker(_claim(left, Given({"x": Batches(), "L": Integers(1), **B})))


def test_the_library_is_no_more_than_lemmas_and_tactics() -> None:
    from bninit.prove.checker import library, refused

    assert not refused(library())
