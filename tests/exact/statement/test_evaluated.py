"""What is written for the proof checker, in numbers, beside the literal checks on the same numbers: every statement."""

from contextlib import nullcontext, suppress
from fractions import Fraction
from itertools import product

import pytest

from tests.exact.statement.in_numbers import ALL, KNOWN, MEMBERS, Parts, UnboundError, holds, is_true, named
from theory import Claim, claims
from theory.claim.literal.statement import numbers
from theory.comparison import compare
from theory.exact.expressions import at_point
from theory.statement import NotExpressibleError, Problem, problem
from theory.statement.abstract import general
from theory.statement.content import Watch
from theory.statement.formal import on_fields
from theory.statement.problem import definition, statement
from theory.term.scalar import TooManyTermsError, at_most, free
from theory.words import At, Predicted

ROWS = [tuple(map(Fraction, row)) * 4 for row in (*product((1, -1), repeat=3), (0, 2, Fraction(1, 3)))]
"""Signs of up to three neurons, and others; longer than any row that is asked for."""

FEW = 3
"""Instances of each claim."""

TERMS = 250_000
"""Of a statement that is made: more than any that is proved or decided has."""

UNBOUND = {
    "daneshmand20.breaking.angle-of-diameter", "daneshmand20.breaking.constant-weights",
    "daneshmand20.chain.invariance", "daneshmand20.rank.lemma-1-cantelli", "daneshmand20.rank.lemma-1-constant",
    "daneshmand20.rank.lemma-1-soft", "daneshmand20.rank.singular-value-threshold",
    "daneshmand20.rank.theorem-2-averages", "daneshmand20.uniqueness.rank-kept",
    "daneshmand20.uniqueness.uniform-limit", "daneshmand20.vanilla.contracting", "daneshmand20.vanilla.depth-scaled",
    "daneshmand20.vanilla.finite-rank", "morwani20.layers.bound", "morwani20.layers.bound-attained",
    "morwani20.rates.condition-attained", "morwani20.rates.condition-bound", "morwani20.rates.interlaced",
    "morwani20.rates.linear-convergence", "morwani20.rates.pseudo-determinant", "morwani20.rates.pseudo-inverse",
}  # fmt: skip
"""Statements with variables that no instance has at hand, such as an eigenvector, or the rank of balls."""

PAPERS = ("components", "daneshmand20", "daneshmand21", "morwani20", "nachum24", "yang19")


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_a_statement_is_true_of_an_instance_where_the_literal_check_is(
    paper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each claim with a statement, at its first instances: the hypotheses are met, and what is said of the claim and
    of each twin, with what that needs to have a value, is what the literal check says."""
    monkeypatch.setattr(problem, "watched", lambda: nullcontext(Watch()))  # what is assumed is tested elsewhere
    wrong, unbound, looked_at = [], set(), 0
    for name, claim in claims(paper=paper).items():
        if not (made := statements(claim)):
            continue
        looked_at += 1
        try:
            for at in claim.instances(FEW):
                wrong += [f"{name} at {at}: {what}" for what in differing(claim, made, at)]
        except UnboundError:
            unbound.add(name)
    assert looked_at
    assert not wrong, "\n".join(wrong)
    assert unbound <= UNBOUND


def statements(claim: Claim) -> list[tuple[Predicted, Problem]]:
    """Of the claim and of its twins, each with what it predicts; those that make none are left out."""
    if claim.quantified is None or not on_fields(claim) or not any(check.definition for check in claim.checks):
        return []
    if claim.relation == "->":  # no instance decides a limit: tests/shell/prove/test_limits_proved.py
        return []
    found = []
    for predicted in (claim.predicts, *(twin.predicts for twin in claim.twins)):
        with suppress(NotExpressibleError, TooManyTermsError), at_most(TERMS):
            found.append((predicted, statement(claim, predicted)))
    return found


def differing(claim: Claim, made: list[tuple[Predicted, Problem]], at: dict[str, object]) -> list[str]:
    """Where a statement is not what the literal check finds at an instance, in words."""
    assert claim.quantified is not None
    names = Parts({ALL: ROWS, MEMBERS: {}, KNOWN: {}})
    for symbol, domain in claim.quantified.domains.items():
        (shape,) = general(domain, symbol, claim.quantified.domains)
        named(shape.value, at[symbol], names)
    left = definition(claim)(At(at))
    found = []
    for predicted, one in made:
        if not all(holds(hypothesis, names) for hypothesis in one.hypotheses):
            found.append("its hypotheses are not met")
        judged = compare(left, at_point(predicted, numbers(claim.symbols, at)), claim.relation)
        if (is_true(one, names) and has_values(one, names)) != bool(judged.yes):
            found.append(f"{predicted} is {judged.verdict} for the literal check alone")
    return found


def has_values(one: Problem, names: Parts) -> bool:
    """Whether what it needs along the path of these numbers holds, as far as it is not within a sum or a mean."""
    for goal in one.goals:
        needs = [need for need in goal.needs if not free(need)]
        for need in needs if all(holds(assumed, names) for assumed in goal.assumed) else ():
            with suppress(UnboundError):
                if not holds(need, names):
                    return False
    return True


def test_every_paper_is_looked_at() -> None:
    """None is left out above, and none is excused that is there no more."""
    assert {claim.paper for claim in claims().values()} == {*PAPERS}
    assert claims().keys() >= UNBOUND
