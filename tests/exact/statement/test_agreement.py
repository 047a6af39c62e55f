"""What is printed of a statement, evaluated as it is printed, is what the literal check gives at the same instance."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest

from tests.exact.statement.in_numbers import (
    DIGITS,
    MEMBERS,
    WHOLE,
    Parts,
    UnboundError,
    holds,
    named,
    plain,
    same,
    value,
)
from theory import Claim, claims
from theory.exact.certify import precision
from theory.statement.face.on_terms import OnTerms, on_terms
from theory.statement.face.printed import readable
from theory.statement.problem import definition
from theory.term import Term
from theory.term.named import as_argument
from theory.words import At, Within

FEW = 3
"""Instances of each claim."""
LONG = ("daneshmand20", "daneshmand21", "morwani20", "nachum24")
PAPERS = ["components", "yang19", *(pytest.param(paper, marks=pytest.mark.slow) for paper in LONG)]


def bound(said: OnTerms, instance: Mapping[str, Any]) -> Parts:
    """The names of a statement on terms at an instance."""
    at = Parts({MEMBERS: {}, WHOLE: said.given.at(instance)})
    for name, shape in said.shapes.items():
        it = shape.value
        if isinstance(it, Term) and it.op == "var":
            at[it.args[0]] = instance[name]
        else:
            named(it, instance[name], at)
        with suppress(TypeError):
            at[MEMBERS][id(as_argument(it))] = instance[name]
    return at


def compared(claim: Claim, said: OnTerms, instance: Mapping[str, Any]) -> tuple[Any, Any]:
    """The left side as it is printed, and as the literal check gives it."""
    at = bound(said, instance)
    (case,) = [case for case in said.cases if all(holds(one, at) for one in case.asked)]
    letters = said.given.at(instance)
    found = definition(claim, ("exact", "certified"))(At(letters))
    for letter, term in said.letters.items():
        assert same(value(term, at), plain(letters[letter], {})), letter
    printed, literal = (one.value if isinstance(one, Within) else one for one in (case.left, found))
    return value(printed, at), plain(literal, {})


UNBOUND = {
    "morwani20.layers.bound", "morwani20.layers.bound-attained",
    "daneshmand20.breaking.angle-of-diameter", "daneshmand20.breaking.collapse",
    "daneshmand20.breaking.constant-weights", "daneshmand20.diffusion.planar-moments",
    "daneshmand20.breaking.contraction",
    "daneshmand20.chain.invariance", "daneshmand20.rank.lemma-1-cantelli", "daneshmand20.rank.lemma-1-constant",
    "daneshmand20.rank.lemma-1-soft", "daneshmand20.rank.singular-value-threshold",
    "daneshmand20.rank.theorem-2-averages", "daneshmand20.uniqueness.uniform-limit",
    "daneshmand20.vanilla.contracting", "daneshmand20.vanilla.depth-scaled", "daneshmand20.vanilla.finite-rank",
    "daneshmand20.vanilla.lemma-3-rate", "morwani20.convergence.bounded", "morwani20.convergence.linear-from-signs",
    "morwani20.rates.condition-attained", "morwani20.rates.condition-bound", "morwani20.rates.interlaced",
    "morwani20.rates.linear-convergence", "morwani20.rates.own-rate", "morwani20.rates.pseudo-determinant",
    "morwani20.rates.pseudo-inverse",
}  # fmt: skip
"""Claims on a domain whose general member has parts that no instance has at hand: they are not compared."""


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_printed_is_what_is_evaluated(paper: str) -> None:
    """At the first instances of each claim of a paper whose statement is printed."""
    wrong, unbound = [], set()
    for name, claim in claims(paper=paper).items():
        if readable(claim) is None:
            continue
        said = on_terms(claim)
        for instance in claim.instances(FEW):
            try:
                with precision(DIGITS):
                    sides = compared(claim, said, {domain: instance[domain] for domain in said.given.domains})
                if not same(*sides):
                    wrong.append(f"{name} at {instance}: {sides[0]} is printed, {sides[1]} evaluated")
            except UnboundError:
                unbound.add(name)
    assert not wrong, "\n".join(wrong)
    assert unbound <= UNBOUND


def test_every_paper_is_looked_at() -> None:
    """None is left out above."""
    assert {claim.paper for claim in claims().values()} == {"components", "yang19", *LONG}
