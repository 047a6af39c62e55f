"""Tests of limits for the checker: a true one has a proof, and of a false one the denial has."""

from dataclasses import replace
from typing import Any

import pytest
from sympy import Integer, Rational, Symbol

from bninit.prove import checker
from bninit.prove.checker import Asked
from bninit.prove.process import UnavailableError
from tests.exact.toys import toy
from theory.claim import Claim
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers
from theory.statement import NotExpressibleError, for_checker, problems, statement
from theory.statement.coq import coq
from theory.statement.problem import Goal
from theory.words import Within

s = Symbol("s", integer=True, positive=True)


def along(left: Any, limit: Any, **domains: Any) -> Claim:
    given = Given({"s": Index(1, listed=(1, 10, 100)), **domains})
    claim = toy(relation="->", predicts=limit, given=given)
    claim.literal(left)
    return claim


def near(at: Any) -> Within:
    return Within(Rational(3, 5) + 1 / at.s, 1 / s)


def turning(at: Any) -> Within:
    return Within((-1) ** at.s, Integer(1))


TRUE = """Theorem proof : statement.
Proof.
move=> R arch e e0; have [m em] := arch (1 / e); exists m => s ms s1; split; first by rewrite -lt0n.
have s0 : 0 < s%:R :> R by rewrite ltr0n.
rewrite addrK ger0_norm ?divr_ge0 ?ler01 ?ler0n // ler_pdivr_mulr // mulrC -ler_pdivr_mulr //.
by apply: le_trans (ltW em) _; rewrite ler_nat.
Qed."""
ELSEWHERE = """Theorem proof : statement.
Proof.
move=> R _ tends; have e0 : 0 < 20%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have [m far] := tends _ e0; have [_] := far m.+1 (leqnSn m) isT; rewrite ler_norml => /andP [_].
have -> : forall y : R, y + 3%:R / 5%:R + - (1 / 2%:R) = y + 20%:R^-1 + 20%:R^-1 by move=> y; field.
by rewrite ger_addr leNgt ltr_paddl // divr_ge0 ?ler01 ?ler0n.
Qed."""
TURNING = """Theorem proof : statement.
Proof.
move=> R _ tends; have e0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have [m far] := tends _ e0; have := far m.+1 (leqnSn m) isT.
by rewrite normrX normrN1 expr1n leNgt invf_lt1 ?ltr0n // ltr1n.
Qed."""


def test_a_limit_is_one_along_its_index() -> None:
    """For every positive number there is an index from which on, in any archimedean field; a bound plays no part."""
    claim = along(lambda at: Within(at.c / at.s, lambda: 1 / 0), Integer(0), c=Integers(2))
    stated = for_checker(claim)
    assert stated.scope == "any archimedean real closed field"
    head, body = stated.text.replace("\n", " ").split("(2 <= c)%N ->")
    assert "forall (R : rcfType) (c : nat),   (forall e_0 : R, exists m_0 : nat, e_0 < m_0%:R) ->" in head
    assert "0 < e_0 -> exists m_0, forall s, (m_0 <= s)%N ->     (1 <= s)%N -> ((s != 0)%N /\\ (`|" in body


def test_of_chosen_sizes_there_is_no_limit() -> None:
    """Solvers are asked for sizes, and of a limit no index is chosen; without an Index there is none."""
    with pytest.raises(NotExpressibleError):
        list(problems(along(near, Rational(3, 5)), 3))
    claim = toy(relation="->", predicts=Integer(0), given=Given({"s": Integers(1)}))
    claim.literal(near)
    with pytest.raises(NotExpressibleError, match="one Index"):
        statement(claim)


LIMITS = [
    (near, Rational(3, 5), False, TRUE),
    (near, Rational(1, 2), True, ELSEWHERE),
    (turning, Integer(0), True, TURNING),
]
"""Of (-1)^s there is no limit 0."""


def test_a_false_limit_has_a_false_statement() -> None:
    """Whatever its bound is: in no archimedean real closed field is it true."""
    asked = []
    for left, limit, denied, proof in LIMITS:
        problem = statement(along(left, limit))
        if denied:
            problem = replace(problem, goals=tuple(Goal((), one.goal.negation) for one in problem.goals))
        asked.append(Asked(coq(problem), proof))
    try:
        found = checker.checks(asked, checker.version())
    except UnavailableError as error:
        pytest.skip(str(error))
    for one in found:
        if isinstance(one, UnavailableError):
            pytest.skip(str(one))
        assert one.proved, one.why
