"""What is written for the proof checker, in numbers, beside the literal checks on the same numbers."""

from fractions import Fraction
from itertools import product

import pytest
from sympy import Rational, sympify

from tests.exact.statement.in_numbers import ALL, MEMBERS, holds, is_true, named
from theory import claims
from theory.claim.literal.statement import numbers
from theory.comparison import compare
from theory.exact.expressions import at_point
from theory.statement.abstract import general
from theory.statement.problem import statement
from theory.words import At

ROWS = [tuple(map(Fraction, row)) * 4 for row in (*product((1, -1), repeat=3), (0, 2, Fraction(1, 3)))]
"""Signs of up to three neurons, and others; longer than any row that is asked for."""


NAMES = (
    "daneshmand20.chain.permutations", "daneshmand20.uniqueness.sign-symmetry", "daneshmand20.uniqueness.uniform-law",
    "daneshmand21.mean-map.fixed-points", "daneshmand21.mean-map.lemma-8", "daneshmand21.mean-map.lemma-8-slope",
    "daneshmand21.mean-map.local-rate", "daneshmand21.mean-map.majorisation-ends", "daneshmand21.mean-map.order-pairs",
    "morwani20.rates.tuned", "morwani20.rates.tuned-least", "nachum24.outlier.absorption-width-one",
    "nachum24.rank.independent-half", "nachum24.tree.gram", "nachum24.tree.limit-bound",
    "nachum24.tree.limit-bound-attained", "nachum24.tree.unstable-budget", "nachum24.tree.width-one",
)  # fmt: skip
ONCE = ("daneshmand20.uniqueness.exchangeable",)


@pytest.mark.parametrize(("name", "place"), [*product(NAMES, (4,)), *product(ONCE, (0,))])
def test_a_statement_is_true_of_an_instance_where_the_literal_check_is(name: str, place: int) -> None:
    """Its hypotheses are met there, and what it says of the claim and of each twin is what the literal check says."""
    claim = claims()[name]
    at = claim.instances(place + 1)[place]
    names = {ALL: ROWS, MEMBERS: {}}
    for symbol, domain in claim.quantified.domains.items():
        (shape,) = general(domain, symbol, claim.quantified.domains)
        named(shape.value, at[symbol], names)
    assert all(holds(one, names) for one in statement(claim).hypotheses)
    (run,) = [check.definition for check in claim.checks if check.definition is not None and check.kind == "exact"]
    left = run(At(at))
    assert is_true(statement(claim), names)
    for predicted in (claim.predicts, *(twin.predicts for twin in claim.twins)):
        if Rational(2, 5) in sympify(predicted).atoms(Rational):
            continue  # no power that an ordered field has
        found = compare(left, at_point(predicted, numbers(claim.symbols, at)), claim.relation)
        assert is_true(statement(claim, predicted), names) == bool(found.yes), predicted
