"""Tests of what a claim is for, what its checks reach, and which components they notice."""

import sys
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from flint import arb
from sympy import Integer, Rational, Symbol, sqrt

from bninit.results.result import Plan
from bninit.run.judging.verdict import check_claim
from theory import Claim, Locator, Paper, Twin, Verdict
from theory.batchnorm import batchnorm, dot, recentre, relu, rescale
from theory.claim.setting import setting
from theory.claim.touch import noticed
from theory.claim.validation import InvalidClaimError
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Values
from theory.notation import n
from theory.primitive import COMPONENTS, replaced
from theory.tree.leaves import negative, positive
from theory.words import At

ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")
N = {"n": lambda at: Integer(len(at["x"]))}


def claim(**fields) -> Claim:
    given = {"predicts": n, "given": Given({"x": Batches()}, letters=N), "twins": (Twin(n - 1),)} | fields
    return Claim("mine.reach.norm", source=ME, status="new", says="|BN x|^2 = n", tex="n", hypotheses=(), **given)


def norm(at):
    y = batchnorm(at.x)
    return dot(y, y)


def checked(claim: Claim):
    return check_claim(claim, Plan("quick", 1, 0))


def test_a_literal_check_holds_in_cases_with_shapes() -> None:
    """Distinct instances are counted, and the replaced component is noticed."""
    found = claim(speaks_of=("rs", "divisor"))
    found.literal(norm)
    result = checked(found)
    assert result.verdict is Verdict.HOLDS
    assert result.reach == "cases"
    assert result.literal
    assert result.noticed == {"rs": True, "divisor": True}
    assert result.evidence[0].figures["shapes"] == 40


def test_a_component_that_nobody_notices_keeps_it_from_holding() -> None:
    """|BN x|^2 = n is true without recentring, so the claim must not speak of it."""
    found = claim(speaks_of=("rc",))
    found.literal(norm)
    result = checked(found)
    assert result.verdict is Verdict.UNDECIDED
    assert result.noticed == {"rc": False}
    assert "recentring" in result.reason


@pytest.mark.parametrize(
    ("reach", "said"),
    [
        ("step", {"step": "the note says that it suffices"}),
        ("stand-in", {"stand_in": "infinite width"}),
        ("nothing", {"argued": "the note multiplies it out"}),
    ],
)
def test_what_does_not_see_the_statement_settles_nothing(reach: str, said: dict[str, str]) -> None:
    """Evidence of a step, a stand-in or a derivation alone leaves the claim undecided."""
    found = claim()

    @found.exact("everywhere", **said)
    def _(predicted):
        yield "by a formula", n, predicted

    result = checked(found)
    assert result.verdict is Verdict.UNDECIDED
    assert result.reach == reach
    assert "literal" in result.reason


def test_symbols_and_exhausted_domains_reach_what_is_stated() -> None:
    """The literal function on symbols, and every instance of a finite domain."""
    k = Symbol("k", positive=True)
    one = claim(predicts=1 / (k + 1) + 1, given={"k": Integers(1)}, twins=(Twin(k),))
    one.literal(lambda at: (at.k + 2) / (at.k + 1), symbols=True)
    assert checked(one).reach == "stated"
    two = claim(predicts=2 * n, given={"n": Integers(2, 7)}, twins=())
    two.literal(lambda at: at.n + at.n)
    result = checked(two)
    assert result.reach == "stated"
    assert result.evidence[0].figures["comparisons"] == 6


def test_all_instances_that_do_not_show_the_statement_are_cases() -> None:
    """Of a domain with one instance, where both sides are balls that overlap: that is no equality."""
    found = claim(predicts=sqrt(2), given=Given(), over=({},), twins=())
    found.literal(lambda at: arb(2).sqrt(), kind="certified")
    result = checked(found)
    assert (result.verdict, result.reach) == (Verdict.HOLDS, "cases")
    exact = claim(predicts=Integer(2), given=Given(), over=({},), twins=())
    exact.literal(lambda at: arb(4).sqrt(), kind="certified")
    assert checked(exact).reach == "stated"


def test_a_false_claim_is_refuted_at_an_instance() -> None:
    """A statement that holds for eight shapes and not for the ninth does not pass by a literal check."""
    found = claim(predicts=Integer(4), relation="<=", twins=())
    found.literal(lambda at: max(batchnorm(at.x)) ** 2)
    assert checked(found).verdict is Verdict.REFUTED


@pytest.mark.parametrize("literal", [False, True])
def test_a_derivation_needs_a_literal_check(literal: bool) -> None:
    """Without one the claim is undecided, and the reason says what to attach; also where no `given` asks for one."""
    found = claim(given=None, over=({"n": 3},))
    found.exact("every n", argued="n entries of mean square 1")(lambda predicted: iter([("all n", n, predicted)]))
    if literal:
        found.literal(lambda at: norm(At({"x": tuple(range(at.n))})))
    result = checked(found)
    assert (result.verdict, result.reach) == ((Verdict.HOLDS, "argued") if literal else (Verdict.UNDECIDED, "nothing"))
    assert literal or "attach one with @claim.literal" in result.reason


def test_comparisons_by_hand_are_cases() -> None:
    """A check of which nothing is said compares instances that its author has listed."""
    found = claim(given=None, over=({"n": 3},))

    @found.exact("n = 3")
    def _(predicted):
        yield "n = 3", norm(type("At", (), {"x": (0, 1, 5)})), predicted.subs(n, 3)

    assert checked(found).verdict is Verdict.HOLDS
    assert checked(found).reach == "cases"


HELD = n**2 - 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"given": {"n": Integers(3, 2)}, "over": ({"n": 3},)}, "given is empty"),
        ({"given": Given({"n": Integers(1)}, lambda at: at["n"] < 0)}, "given is empty"),
        ({"given": {"n": Integers(3)}, "over": ({"n": 2},)}, "not in its domain"),
        ({"given": {"n": 3}}, "wanted a domain"),
        ({"given": 3}, "wanted domains by name"),
        ({"speaks_of": ("recentring",)}, "an entry of speaks_of"),
        ({"speaks_of": "rc"}, "wanted a tuple"),
    ],
)
def test_bad_domains_are_refused_when_the_claim_is_made(fields, words: str) -> None:
    """Empty domains, cases outside them, and what is no domain or component: a sentence."""
    with pytest.raises(InvalidClaimError, match=words):
        claim(**fields)


@pytest.mark.parametrize(
    "run", [lambda at: made.predicts, lambda at: HELD, lambda: 3, lambda at, predicted: predicted, dot],
    ids=["predicts", "a global", "no instance", "two arguments", "another function"],
)  # fmt: skip
def test_literal_checks_do_not_see_the_prediction(run) -> None:
    """A literal check that names the prediction, or takes another shape than f(at), is refused."""
    with pytest.raises(InvalidClaimError, match="literal check"):
        claim(predicts=n**2 - 1).literal(run)


made = None


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"step": "yes"}, "wanted the sentence"),
        ({"argued": True}, "wanted a string"),
        ({"argued": "by the note", "step": "by the note"}, "say one of them"),
    ],
)
def test_a_derivation_and_a_step_have_their_sentence(said: dict[str, Any], words: str) -> None:
    """One of them, in words."""
    with pytest.raises(InvalidClaimError, match=words):
        claim().exact("every n", **said)


def test_primitives_come_back() -> None:
    """Each replaced primitive gives another value inside, and its own after."""
    row = (Fraction(0), Fraction(1), Fraction(5))
    for component, functions in {
        "rc": (recentre, positive, negative), "rs": (rescale,), "nl": (relu, positive, negative), "split": (positive,),
    }.items():  # fmt: skip
        for function in functions:
            start = tuple(-x for x in row) if function is relu else row
            before = function(start)
            with replaced(component) as calls:
                assert function(start) != before
                assert calls() == 1
            assert function(start) == before
    assert set(COMPONENTS) >= {"rc", "rs", "nl", "split", "divisor"}


def test_what_raises_notices_nothing() -> None:
    """A check that cannot be evaluated with a component replaced is no witness for it."""
    found = claim(given={"n": Values(3)}, predicts=n, twins=())
    found.literal(lambda at: 3 if recentre([0, 1, 5])[0] == -2 else 1 / Rational(0).p)
    assert not noticed(setting(found), "rc")


class Obliging(ModuleType):
    """A module that has any attribute, and not one that works: as `torch.classes`."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    @property
    def cache_clear(self) -> object:
        raise RuntimeError("no such thing is registered")


def test_modules_that_oblige(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that makes up its attributes, or none in its place, is passed over where primitives are replaced."""
    obliging = Obliging("obliging")
    obliging.itself = obliging
    monkeypatch.setitem(sys.modules, "obliging", obliging)
    monkeypatch.setitem(sys.modules, "absent", None)
    with replaced("rc"):
        assert recentre((Fraction(0), Fraction(2))) == (0, 2)
