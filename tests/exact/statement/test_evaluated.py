"""What is written for the proof checker, in numbers, beside the literal checks on the same numbers: every statement."""

import operator
import random
import re
from contextlib import nullcontext, suppress
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise, product

import pytest

from tests.exact.statement.in_numbers import ALL, KNOWN, MEMBERS, Parts, UnboundError, holds, is_true, named
from tests.exact.statement.test_reals import read, t
from theory import Claim, Twin, claims
from theory.claim.literal.statement import numbers
from theory.claim.twins import mutants
from theory.claim.validation import MOST_TWINS
from theory.comparison import compare
from theory.domains.numbers import Rationals
from theory.exact.certify import precision
from theory.exact.expressions import at_point
from theory.statement import NotExpressibleError, Problem, problem
from theory.statement.abstract import general
from theory.statement.content import Watch
from theory.statement.formal import on_fields
from theory.statement.problem import definition, statement
from theory.statement.reals import reals
from theory.term.scalar import TooManyTermsError, at_most, free
from theory.words import At, Predicted

ROWS = [tuple(map(Fraction, row)) * 4 for row in (*product((1, -1), repeat=3), (0, 2, Fraction(1, 3)))]
"""Signs of up to three neurons, and others; longer than any row that is asked for."""

FEW = 3
"""Instances of each claim."""

SOME = 1
"""Automatic twins of each claim, drawn from all of them; the seed is in what is said."""

SEED = random.SystemRandom().randrange(10**9)

TERMS = 250_000
"""Of a statement that is made: more than any that is proved or decided has."""

UNBOUND = {
    "daneshmand20.breaking.angle-of-diameter", "daneshmand20.breaking.collapse",
    "daneshmand20.breaking.constant-weights", "daneshmand20.diffusion.planar-moments",
    "daneshmand20.chain.invariance", "daneshmand20.rank.lemma-1-cantelli", "daneshmand20.rank.lemma-1-constant",
    "daneshmand20.rank.lemma-1-soft", "daneshmand20.rank.singular-value-threshold",
    "daneshmand20.rank.theorem-2-averages", "daneshmand20.uniqueness.other-width", "daneshmand20.uniqueness.rank-kept",
    "daneshmand20.uniqueness.uniform-limit", "daneshmand20.vanilla.contracting", "daneshmand20.vanilla.depth-scaled",
    "daneshmand20.vanilla.finite-rank", "daneshmand20.vanilla.lemma-3-rate", "morwani20.jacobian.p-norms",
    "morwani20.layers.any-normalisation", "morwani20.layers.bound", "morwani20.layers.bound-attained",
    "morwani20.convergence.bounded", "morwani20.convergence.decrease", "morwani20.convergence.largest-rate",
    "morwani20.convergence.largest-rate-as-printed", "morwani20.convergence.largest-rate-of-the-hessian",
    "morwani20.convergence.linear-from-signs",
    "morwani20.rates.condition-attained", "morwani20.rates.condition-bound", "morwani20.rates.interlaced",
    "morwani20.rates.linear-convergence", "morwani20.rates.planar-condition", "morwani20.rates.pseudo-determinant",
    "morwani20.rates.pseudo-inverse",
}  # fmt: skip
"""Statements with variables that no instance has at hand, such as an eigenvector, or the rank of balls."""

PAPERS = {"components": 1, "daneshmand20": 6, "daneshmand21": 3, "morwani20": 3, "nachum24": 3, "yang19": 1}
"""In how many parts the claims of each are looked at: processes that share them end at one time."""


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "part"), [(paper, part) for paper, of in PAPERS.items() for part in range(of)])
def test_a_statement_is_true_of_an_instance_where_the_literal_check_is(
    paper: str, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each claim with a statement, at its first instances: the hypotheses are met, and what is said of the claim and
    of each twin, with what that needs to have a value, is what the literal check says."""
    monkeypatch.setattr(problem, "watched", lambda: nullcontext(Watch()))  # what is assumed is tested elsewhere
    wrong, unbound, looked_at = [], set(), 0
    for name, claim in islice(claims(paper=paper).items(), part, None, PAPERS[paper]):
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
    for predicted in (claim.predicts, *(twin.predicts for twin in (*claim.twins, *automatic(claim)))):
        with suppress(NotExpressibleError, TooManyTermsError), at_most(TERMS):
            found.append((predicted, statement(claim, predicted)))
    return found


def automatic(claim: Claim) -> list[Twin]:
    """Some of the twins that are made."""
    every = list(islice(mutants(claim.predicts), MOST_TWINS - len(claim.twins)))
    return random.Random(f"{SEED} {claim.id}").sample(every, min(SOME, len(every)))


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
        valued = has_values(one, names)  # a twin may be asked for more than it needs: (1 - q)^(m - 1) for q != 1
        if (valued or predicted is claim.predicts) and (valued and is_true(one, names)) != bool(judged.yes):
            found.append(f"{predicted} is {judged.verdict} for the literal check alone (seed {SEED})")
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


SIGNS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "<>": operator.ne}


def test_a_statement_over_the_reals_is_true_where_the_literal_check_is() -> None:
    """Of each claim with such a statement and its twins, at its first instances: what is written for Coq."""
    wrong, looked_at = [], 0
    for name, claim in claims().items():
        if claim.quantified is None or on_fields(claim) or not is_over_reals(claim):
            continue
        for predicted in (claim.predicts, *(twin.predicts for twin in (*claim.twins, *automatic(claim)))):
            with suppress(NotExpressibleError):
                parts = reals(claim, predicted).removesuffix(").").partition("\n  (")[2].split(") /\\\n  (")
                for at in claim.instances(FEW):
                    looked_at += 1
                    with precision(60):
                        left = definition(claim, ("certified",))(At(at))
                        judged = compare(left, at_point(predicted, numbers(claim.symbols, at), True), claim.relation)
                    if is_so(parts[place(claim, at)], at) != bool(judged.yes):
                        wrong.append(f"{name} at {at}: {predicted} is {judged.verdict} alone (seed {SEED})")
    assert looked_at
    assert not wrong, "\n".join(wrong)


def is_over_reals(claim: Claim) -> bool:
    with suppress(NotExpressibleError):
        return bool(reals(claim))
    return False


def place(claim: Claim, at: dict[str, object]) -> int:
    """The part of a statement that is about an instance: there is one for each of the values that are listed."""
    assert claim.quantified is not None
    domains = claim.quantified.domains.items()
    listed = [[at[name]] if isinstance(domain, Rationals) else list(domain.small()) for name, domain in domains]
    return list(product(*listed)).index(tuple(at[name] for name, _ in domains))


def is_so(part: str, at: dict[str, object]) -> bool:
    """Whether all that a part says holds at an instance."""
    goals = part.rpartition("->\n")[2].split(" /\\\n")
    return all(map(partial(_holds, at=at), goals))


def _holds(goal: str, at: dict[str, object]) -> bool:
    first, *more = re.split(r" (<=|<|>=|>|=|<>) ", goal.strip())
    sides = [read(one).subs({t: at.get("t", t)}).evalf(50) for one in (first, *more[1::2])]
    pairs = zip(more[::2], pairwise(sides), strict=True)
    return all(abs(a - b) < 10**-40 if sign == "=" else SIGNS[sign](a, b) for sign, (a, b) in pairs)


def test_every_paper_is_looked_at() -> None:
    """None is left out above, and none is excused that is there no more."""
    assert {claim.paper for claim in claims().values()} == {*PAPERS}
    assert claims().keys() >= UNBOUND
