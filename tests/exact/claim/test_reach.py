"""Tests of what a claim's checks reach, what a literal check may see, and which components are noticed."""

import sys
from fractions import Fraction
from types import ModuleType

import pytest
from flint import arb
from sympy import Integer, Rational, Symbol, sqrt

from tests.exact.toys import checked, toy
from tests.refused import refused
from theory import Claim, Twin, Verdict
from theory.batchnorm import batchnorm, dot, recentre, relu, rescale
from theory.claim.judge import judge
from theory.claim.setting import setting
from theory.claim.touch import noticed
from theory.claim.validation import InvalidClaimError
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Values
from theory.exact.expressions import grid
from theory.notation import k, n
from theory.primitive import COMPONENTS, replaced
from theory.tree.leaves import negative, positive
from theory.words import At

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
BATCHES = Given({"x": Batches()}, letters={"n": lambda at: Integer(len(at["x"]))})


def on_batches(**fields) -> Claim:
    """|BN x|^2 = n, or what else is said."""
    return toy(**({"predicts": n, "given": BATCHES, "twins": (Twin(n - 1),)} | fields))


def norm(at):
    y = batchnorm(at.x)
    return dot(y, y)


def test_a_literal_check_sees_an_instance_by_names() -> None:
    """And is compared with the prediction there."""
    claim = toy(over=grid(n=(2, 3), k=(1, 2)), predicts=n * k)

    def product(at):
        return sum(at.n for _ in range(at["k"]))

    assert claim.literal(product) is claim
    [check] = claim.checks
    assert check.definition is product
    assert judge(check, n * k).verdict is HOLDS
    found = judge(check, n + k)
    assert (found.verdict, found.witness.split(":")[0]) == (REFUTED, "n = 2, k = 1")


def test_components_that_a_claim_speaks_of_have_to_be_noticed() -> None:
    """In cases with shapes; |BN x|^2 = n is true without recentring, so the claim must not speak of that."""
    result = checked(on_batches(speaks_of=("rs", "divisor")).literal(norm))
    assert (result.verdict, result.reach, result.literal) == (HOLDS, "cases", True)
    assert result.noticed == {"rs": True, "divisor": True}
    assert result.evidence[0].figures["shapes"] == 40
    result = checked(on_batches(speaks_of=("rc",)).literal(norm))
    assert (result.verdict, result.noticed) == (UNDECIDED, {"rc": False})
    assert "recentring" in result.reason


def test_symbols_and_exhausted_domains_reach_what_is_stated() -> None:
    """The literal function on symbols, every instance of a finite domain; not balls that overlap at all of them."""
    s = Symbol("k", positive=True)
    one = toy(predicts=1 / (s + 1) + 1, given={"k": Integers(1)}, twins=(Twin(s),))
    assert checked(one.literal(lambda at: (at.k + 2) / (at.k + 1), symbols=True)).reach == "stated"
    two = checked(toy(predicts=2 * n, given={"n": Integers(2, 7)}).literal(lambda at: at.n + at.n))
    assert (two.reach, two.evidence[0].figures["comparisons"]) == ("stated", 6)
    for root, predicts, reach in (
        (lambda at: arb(2).sqrt(), sqrt(2), "cases"),
        (lambda at: arb(4).sqrt(), Integer(2), "stated"),
    ):
        result = checked(toy(predicts=predicts, given=Given(), over=({},)).literal(root, kind="certified"))
        assert (result.verdict, result.reach) == (HOLDS, reach)


def test_a_false_claim_is_refuted_at_an_instance() -> None:
    """A statement that holds for eight shapes and not for the ninth does not pass by a literal check."""
    claim = on_batches(predicts=Integer(4), relation="<=", twins=())
    assert checked(claim.literal(lambda at: max(batchnorm(at.x)) ** 2)).verdict is REFUTED


@pytest.mark.parametrize(
    ("said", "literal", "given", "verdict", "reach"),
    [
        ({"step": "the note says that it suffices"}, False, BATCHES, UNDECIDED, "step"),
        ({"stand_in": "infinite width"}, False, BATCHES, UNDECIDED, "stand-in"),
        ({"argued": "the note multiplies it out"}, False, BATCHES, UNDECIDED, "nothing"),
        ({"argued": "the note multiplies it out"}, False, None, UNDECIDED, "nothing"),
        ({"argued": "the note multiplies it out"}, True, None, HOLDS, "argued"),
        ({}, False, None, HOLDS, "cases"),
    ],
)
def test_what_is_said_of_a_check(said, literal, given, verdict, reach) -> None:
    """Evidence of a step, a stand-in or a derivation alone leaves a claim undecided, and the reason says what to
    attach; a check of which nothing is said compares instances that its author has listed."""
    claim = on_batches(given=given, over=({"n": 3},))
    claim.exact("every n", **said)(lambda predicted: iter([("all n", n, predicted)]))
    if literal:
        claim.literal(lambda at: norm(At({"x": tuple(range(at.n))})))
    result = checked(claim)
    assert (result.verdict, result.reach) == (verdict, reach)
    assert verdict is HOLDS or "literal" in result.reason


test_a_derivation_and_a_step_have_their_sentence = refused(
    "One of them, in words.",
    ({"step": "yes"}, "wanted the sentence"),
    ({"argued": True}, "wanted a string"),
    ({"argued": "by the note", "step": "by the note"}, "say one of them"),
    of=lambda said: on_batches().exact("every n", **said),
    error=InvalidClaimError,
)


HELD = n**2 - 1
made = None


@pytest.mark.parametrize(
    "run", [lambda at: made.predicts, lambda at: HELD, lambda: 3, lambda at, predicted: predicted, dot],
    ids=["predicts", "a global", "no instance", "two arguments", "another function"],
)  # fmt: skip
def test_literal_checks_do_not_see_the_prediction(run) -> None:
    """A literal check that names the prediction, or takes another shape than f(at), is refused."""
    with pytest.raises(InvalidClaimError, match="literal check"):
        on_batches(predicts=n**2 - 1).literal(run)


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
    claim = on_batches(given={"n": Values(3)}, twins=())
    claim.literal(lambda at: 3 if recentre([0, 1, 5])[0] == -2 else 1 / Rational(0).p)
    assert not noticed(setting(claim), "rc")


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
