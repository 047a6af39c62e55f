"""Tests of statements made from records: in SMT-LIB, decided by z3 where it is there, and for Coq."""

import pytest
import sympy
from sympy import And, Integer, Rational, Symbol

from tests.exact.toys import toy
from tests.refused import refused
from theory import Claim, claims
from theory.batchnorm import batchnorm, dot, recentre
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.notation import n
from theory.statement import NotExpressibleError, Problem, for_checker, problems, statement
from theory.statement.coq import coq
from theory.statement.smtlib import smtlib
from theory.term import Vec, different, each, every, one_if, places, size, total, variable

z3 = pytest.importorskip("z3")
t, s = Symbol("t", real=True), Symbol("s", real=True)


def claim(literal, **fields) -> Claim:
    return toy(**({"predicts": Integer(0), "over": ({"n": 2},)} | fields)).literal(literal)


def answers(made: Claim, most: int = 3) -> set[str]:
    found = set()
    for problem in problems(made, most):
        solver = z3.Solver()
        solver.from_string(smtlib(problem))
        found.add(str(solver.check()))
    return found


SIZES = {"n": Integers(1), "more": Integers(0)}
BATCH = Given({"x": Batches()}, letters={"n": lambda at: size(at["x"])})


@pytest.mark.parametrize(
    ("literal", "fields", "answer"),
    [
        (lambda at: dot(recentre(at.x), recentre(at.x)), {"relation": ">", "given": BATCH}, "unsat"),
        (lambda at: dot(recentre(at.x), recentre(at.x)), {"relation": ">=", "predicts": n, "given": BATCH}, "sat"),
        (lambda at: len(set(at.x)), {"relation": "in", "predicts": (Integer(2), n), "given": BATCH}, "unsat"),
        (lambda at: different(at.x), {"relation": "<", "predicts": n, "given": BATCH}, "sat"),
        (lambda at: sorted(at.x)[0] * 3, {"relation": "<=", "predicts": t, "given":
            Given({"x": Batches(Integers(3, 3))}, letters={"t": lambda at: sum(at["x"])})}, "unsat"),
        (lambda at: at.t / at.s, {"predicts": t / s, "given": {"t": Rationals(), "s": Rationals(above=0)}}, "unsat"),
        (lambda at: at.t / at.s, {"predicts": t / s, "given": {"t": Rationals(), "s": Rationals(least=0)},
                                  "over": ({"t": 1, "s": 1},)}, "sat"),
        (lambda at: at.t**2 < 1, {"relation": "iff", "predicts": And(t > -1, t < 1), "given": {"t": Rationals()},
                                  "over": ({"t": 0},)}, "unsat"),
    ],
)  # fmt: skip
def test_solvers_are_asked_what_the_record_says(literal, fields, answer) -> None:
    """Unsatisfiable iff the statement is true; a divisor that may be 0 is a value that is not there."""
    fields = {"over": ({"t": 1, "s": 1, "n": 2},)} | fields
    assert answers(claim(literal, **fields)) >= {answer}
    if answer == "unsat":
        assert answers(claim(literal, **fields)) == {"unsat"}


def test_the_unit_of_batch_normalization_is_decided() -> None:
    """|BN x|^2 = n through a square root and a division, at n = 2; a row of zeros is no batch."""
    made = claim(lambda at: dot(y := batchnorm(at.x), y), predicts=n, given=Given(
        {"x": Batches(Integers(2, 2))}, letters={"n": lambda at: size(at["x"])}), over=({"n": 2},))  # fmt: skip
    assert answers(made) == {"unsat"}


def test_sizes_are_told_and_the_whole_is_not_claimed_of_some() -> None:
    """Batches of all sizes are never decided as a whole; listed values and numbers are."""
    some = list(problems(claim(lambda at: dot(at.x, at.x), relation=">", given=BATCH, over=({"n": 2},)), 4))
    assert [problem.words for problem in some] == ["x: 2", "x: 3", "x: 4"]
    assert not any(problem.whole for problem in some)
    listed = {"t": Rationals(), "s": Values(1, 2)}
    assert all(p.whole for p in problems(claim(lambda at: at.t**2 * at.s, relation=">=", given=listed), 1))


test_what_cannot_be_said_is_said = refused(
    "In a sentence, with the reason.",
    (lambda at: at.t, {"given": None}, "names no domains"),
    (lambda at: "word", {"given": {"t": Rationals()}}, "no number"),
    (lambda at: at.t, {"relation": "->", "given": {"t": Rationals()}}, "->"),
    (lambda at: len(at.x), {"given": BATCH}, "in general"),
    (lambda at: at.t, {"given": {"t": Rationals()}, "predicts": Integer(2) ** Rational(1, 3)}, "power"),
    of=lambda literal, fields: statement(claim(literal, **({"over": ({"n": 2},)} | fields))),
    error=NotExpressibleError,
)


def test_a_certified_check_makes_no_statement_over_fields() -> None:
    """An exact literal check does, and one in balls of means over normal numbers (test_facts.py)."""
    made = toy(predicts=t**2, given={"t": Rationals()}, over=({"t": 1},)).literal(
        lambda at: abs(at.t), kind="certified"
    )
    with pytest.raises(NotExpressibleError, match="no literal check of kind exact"):
        for_checker(made)


def test_a_statement_for_every_batch_size() -> None:
    """The suite's own claim, unfolded to sums and maxima; a twin makes another statement."""
    one = claims()["nachum24.tree.difference"]
    text = coq(statement(one))
    assert "forall (R : rcfType) (n : nat)" in text
    assert "(2 <= n)%N ->" in text
    assert r"\sum_(i_0 < n) batch i_0" in text
    assert text != coq(statement(one, one.twins[0].predicts))


def test_what_holds_at_every_place() -> None:
    """Quantified for Coq, and no question for a solver; the suite's claim on the two ends of a row."""
    found = statement(claims()["nachum24.tree.split-range"])
    assert "(forall j_0, (j_0 < n)%N -> ((v p <= v j_0) /\\ (v j_0 <= v q)))" in coq(found)
    with pytest.raises(ValueError, match="choose its size"):
        smtlib(Problem((), (every(lambda a: a > 0, Vec.named("v", variable("n", "nat"))),), ()))


@pytest.mark.parametrize(
    ("literal", "given", "parts"),
    [
        (
            lambda at: total(at.x) / size(at.x) + at.p[0] / at.n,
            {"n": Integers(2), "x": Batches(), "p": Batches(Integers(2, 2), distinct=True)},
            ["(n : nat) (size_ : nat) (p0 : R) (p1 : R) (x : nat -> R)",
             "(\\sum_(i_0 < size_) x i_0) / size_%:R) + (p0 / n%:R)"],
        ),
        (lambda at: total(each(lambda v: one_if(v == 0), at.x)), {"x": Batches()}, ["\\sum_(i_0 < n) (x i_0 == 0)%:R"]),
        (lambda at: total(each(lambda i: i, places(at.n + at.more))), SIZES, ["(\\sum_(i_0 < (n + more)%N) i_0%:R)"]),
    ],
)  # fmt: skip
def test_sizes_are_kept_apart_and_written_whole(literal, given, parts) -> None:
    """A row beside a number n has a length of another name, a row of two entries is two numbers; comparisons of reals
    are booleans; a row of n + more entries is summed over all of them."""
    text = coq(statement(claim(literal, given=Given(given))))
    assert [part for part in parts if part not in text] == []


def test_a_size_is_a_whole_number() -> None:
    """One that is none is refused."""
    half = claim(lambda at: total(each(lambda i: i, places(at.n / 2))), given=Given(SIZES))
    with pytest.raises(ValueError, match="no natural number"):
        coq(statement(half))


def test_two_batches_are_of_one_length_only_where_that_is_said() -> None:
    """In general they have one n between them, which a hypothesis has to say."""
    two = {"x": Batches(), "y": Batches()}
    tied = Given(two, lambda at: size(at["x"]) == size(at["y"]), "of one length")
    assert "forall" in coq(statement(claim(lambda at: dot(at.x, at.y) ** 2, relation=">=", given=tied)))
    with pytest.raises(NotExpressibleError, match="of one length"):
        statement(claim(lambda at: dot(at.x, at.y) ** 2, relation=">=", given=two))


def test_a_statement_that_is_true_is_none() -> None:
    """Where both sides are one form before a prover sees them, there is nothing to prove or decide."""
    for literal, fields in (
        (lambda at: Integer(3) - 3, {"given": Given()}),
        (lambda at: at.t, {"predicts": t, "given": {"t": Rationals()}, "over": ({"t": 1},)}),
    ):
        made = claim(literal, **fields)
        with pytest.raises(NotExpressibleError, match="its statement is True"):
            statement(made)
        with pytest.raises(NotExpressibleError, match="its statement is True"):
            list(problems(made, 1))


def test_an_identity_is_no_statement() -> None:
    """What is left of it, whatever the claim is about, holds in every field."""
    made = claim(lambda at: (at.t + 1) ** 2 - at.t**2, predicts=2 * t + 1, given={"t": Rationals()}, over=({"t": 1},))
    for attempt in (statement, lambda one: list(problems(one, 1))):
        with pytest.raises(NotExpressibleError, match="an identity of rational functions"):
            attempt(made)
    assert statement(claim(lambda at: (at.t - 1) ** 2, predicts=0, relation=">=", given={"t": Rationals()})).goals


@pytest.mark.parametrize(
    ("literal", "given", "said"),
    [
        (lambda at: at["i"] - at["i_"], {"i": Integers(0), "i_": Integers(0)}, "i and i_ have one name in Coq"),
        (lambda at: total(each(lambda v: v + at["i_0"], at.x)), {"x": Batches(), "i_0": Rationals()}, "take another"),
        (lambda at: 1 if at.t in Rationals(0, 1) else 0, {"t": Rationals()}, "cannot be told of a term"),
        (lambda at: 1 if at.x in Batches() else 0, {"x": Batches()}, "cannot be told of a term"),
        (lambda at: sympy.sqrt(at.t), {"t": Rationals()}, "cannot be run in general"),
        (lambda at: at.t**at.m, {"t": Rationals(above=0), "m": Integers(-3)}, "is no natural number in Coq"),
        (lambda at: {}["no such key"], {"t": Rationals()}, "cannot be run in general"),
    ],
)  # fmt: skip
def test_what_makes_no_statement_says_why(literal, given, said) -> None:
    with pytest.raises(NotExpressibleError, match=said):
        for_checker(claim(literal, given=given, relation="<="))


def test_negative_integers_are_integers() -> None:
    made = claim(lambda at: at.m * at.m - at.m, relation=">=", given={"m": Integers(-9)})
    text = for_checker(made).text
    assert "(m : int)," in text
    assert "((- 9%:R) <= m%:~R :> R) ->" in text
