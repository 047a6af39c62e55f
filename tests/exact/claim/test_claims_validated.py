"""What is refused when a claim is made or registered: every field, in a sentence that names it."""

from fractions import Fraction

import numpy as np
import pytest
import sympy
from sympy import Float, Integer, Matrix, Rational, Symbol, acos, log, nan, sqrt

from tests.exact.toys import SOURCE, toy
from theory import Claim, Twin, Verdict, claims
from theory.claim import made
from theory.claim.validation import InvalidClaimError
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.notation import k, n


def make(**fields: object) -> Claim:
    return toy(**({"predicts": n, "over": grid(n=(2, 3))} | fields))


REFUSED = {
    "id of two words": ({"id": "a.b"}, "wanted paper.group.name"),
    "id with a space": ({"id": "a.b.c d"}, "wanted paper.group.name"),
    "id that is no text": ({"id": 3}, "wanted paper.group.name"),
    "source that is a text": ({"source": "Lemma 1"}, "wanted Locator"),
    "status": ({"status": "proven"}, "status is 'proven': wanted one of quoted"),
    "expected": ({"expected": "true"}, "expected is 'true': wanted one of holds"),
    "expected that is no text": ({"expected": True}, "expected is True: wanted one of holds"),
    "relation": ({"relation": "=<"}, "relation is '=<': wanted one of ="),
    "hypotheses": ({"hypotheses": "n >= 2"}, "hypotheses is 'n >= 2': wanted a tuple of strings"),
    "a hypothesis": ({"hypotheses": (n >= 2,)}, "an entry of hypotheses"),
    "uses": ({"uses": "a.b.c"}, "uses is 'a.b.c': wanted a tuple of strings"),
    "reads": ({"reads": "data.csv"}, "reads is 'data.csv'"),
    "says": ({"says": None}, "says is None: wanted a string"),
    "no points": ({"over": ()}, "over has no points"),
    "one point alone": ({"over": {"n": 2}}, "wanted a tuple of points"),
    "a number for a point": ({"over": (2, 3)}, "a point of over is 2"),
    "a symbol without value": ({"predicts": n + k}, "the symbol k, to which over gives no value"),
    "a symbol misspelt": ({"over": grid(N=(2, 3))}, "the symbol n, to which over gives no value"),
    "a negative n": ({"over": grid(n=(2, -1))}, "over gives n the value -1, but the symbol is declared positive"),
    "a whole number": ({"predicts": Symbol("n", integer=False), "over": ({"n": 2},)}, "declared not integer"),
    "half an n": ({"over": ({"n": Rational(1, 2)},)}, "over gives n the value 1/2, but the symbol is declared integer"),
    "a float n": ({"over": ({"n": 2.0},)}, "wanted an exact rational number"),
    "a pole": ({"predicts": 1 / (n - 3)}, "no value at n = 3, a point of over"),
    "the logarithm of 0": ({"predicts": log(n - 2)}, "no value at n = 2, a point of over"),
    "the angle of 2": ({"predicts": acos(n)}, "no value at n = 2, a point of over"),
    "0/0": ({"predicts": (n - 2) / (n**2 - 4)}, "no value at n = 2, a point of over"),
    "the root of -1": ({"predicts": sqrt(2 - n)}, "no value at n = 3, a point of over"),
    "nan": ({"predicts": nan}, "no value"),
    "a float inside": ({"predicts": n * Float("0.5")}, "has a float"),
    "a NumPy float": ({"predicts": np.float64(0.5)}, "float"),
    "a float in a twin": ({"twins": (Twin(2.0),)}, "twin 1 has a float"),
    "a text": ({"predicts": "n + 1"}, "predicts is the text 'n [+] 1'"),
    "None": ({"predicts": None}, "wanted a SymPy expression"),
    "a list": ({"predicts": [n, n]}, "a list: wanted a SymPy expression or a tuple"),
    "a matrix": ({"predicts": Matrix([n])}, "wanted a SymPy expression or a tuple"),
    "an empty tuple": ({"predicts": ()}, "predicts is empty"),
    "a twin of another shape": ({"twins": (Twin((n, n)),)}, "twin 1 is a tuple of 2, predicts is one expression"),
    "a shorter twin": ({"predicts": (n, n, 1), "twins": (Twin((n, n)),)}, "twin 1 is a tuple of 2"),
    "one twin alone": ({"twins": Twin(n)}, "wanted a tuple of them"),
    "too many twins": ({"twins": tuple(Twin(n + i) for i in range(1, 402))}, "there are 401 hand-written twins"),
    "two symbols n": ({"twins": (Twin(Symbol("n") + 1),)}, "two different symbols are called n"),
    "a symbol pi": ({"predicts": Symbol("pi") * n}, "a symbol called pi: write sympy.pi"),
    "a symbol of a twin without a value": ({"twins": (Twin(n + Symbol("q")),)}, "twin 1 has the symbol q"),
    "a blank no_truth": ({"expected": "refuted", "no_truth": " "}, "no_truth is blank"),
    "truth of what holds": ({"truth": n + 1}, "truth is for a false form"),
    "no_truth of what holds": ({"no_truth": "none"}, "no_truth is for a false form"),
    "truth and none": ({"expected": "refuted", "truth": n + 1, "no_truth": "none"}, "contradict each other"),
    "truth that is the false form": ({"expected": "refuted", "truth": n}, "truth is the false form itself"),
    "truth of another shape": ({"expected": "refuted", "truth": (n, n)}, "truth is a tuple of 2"),
    "truth with a pole": ({"expected": "refuted", "truth": 1 / (n - 3)}, "truth is .* no value at n = 3"),
    "an interval of one end": ({"relation": "in"}, "two ends"),
    "a number for a condition": ({"relation": "iff"}, "a condition"),
    "a condition for a bound": ({"relation": "<=", "predicts": n > 3}, "numbers"),
    "a condition for a limit": ({"relation": "->", "predicts": n > 3}, "numbers"),
    "no instance": ({"given": {"n": Integers(3, 2)}}, "given is empty"),
    "no instance of the hypothesis": ({"given": Given({"n": Integers(1)}, lambda at: at["n"] < 0)}, "given is empty"),
    "a point outside": ({"given": {"n": Integers(3)}}, "not in its domain"),
    "a number for a domain": ({"given": {"n": 3}}, "wanted a domain"),
    "a number for domains": ({"given": 3}, "wanted domains by name"),
    "an unknown component": ({"speaks_of": ("recentring",)}, "an entry of speaks_of"),
    "one component alone": ({"speaks_of": "rc"}, "wanted a tuple"),
    "an integer of 5,000 digits": ({"predicts": n, "over": ({"n": -(10**5000)},)}, "declared positive"),
}  # fmt: skip


@pytest.mark.parametrize(("fields", "says"), REFUSED.values(), ids=REFUSED)
def test_refused(fields: dict, says: str) -> None:
    """What is not a claim is refused in one sentence that names the claim and the field; it is not registered."""
    before = made()
    with pytest.raises(InvalidClaimError, match=says) as refusal:
        make(**fields)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 400
    assert made() == before


def test_points_of_the_suite_are_looked_at_when_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that a module of a paper makes is refused then; any other at once."""
    monkeypatch.setattr("tests.exact.toys.__name__", "theory.papers.mine.toys")
    late = make(given={"n": Integers(3, 2)}, over=())
    with pytest.raises(InvalidClaimError, match=r"^mine\.toy\.one: given is empty"):
        list(late.over)


ACCEPTED = [
    {"expected": Verdict.REFUTED, "truth": n + 1},
    {"expected": "refuted", "no_truth": "nothing is"},
    {"hypotheses": ["a", "b"]},
    {"over": ({"n": i} for i in (2, 3))},
    {"over": ({n: 2},)},
    {"over": ({"n": "3"}, {"n": Fraction(4)}, {"n": Integer(5), "unused": Fraction(1, 2)})},
    {"predicts": Fraction(1, 3)},
    {"predicts": True, "over": ({},)},
    {"predicts": (sympy.oo, n)},
    {"predicts": 10**5000},
    {"twins": [n + 1]},
]


@pytest.mark.parametrize("fields", ACCEPTED, ids=range(len(ACCEPTED)))
def test_accepted(fields: dict) -> None:
    """What says the same in another form is taken in the claim's own: tuples, verdicts, twins, points kept."""
    claim = make(**fields)
    assert made()[-1] is claim
    assert list(claim.over) == list(claim.over) != []
    assert isinstance(claim.expected, Verdict)
    assert all(isinstance(twin, Twin) for twin in claim.twins)
    assert isinstance(claim.hypotheses, tuple)


def test_where_a_claim_is_made() -> None:
    """Its file and module are those of the line that makes it."""
    claim = Claim("mine.toy.one", source=SOURCE, status="new", says="..", tex="..", hypotheses=(), predicts=n,
                  over=({"n": 2},))  # fmt: skip
    assert (claim.file, claim.module) == (__file__, __name__)


@pytest.mark.parametrize(
    ("uses", "says"),
    [
        ((), r"two claims are called mine\.toy\.one, at toys\.py, line \d+"),
        (("mine.toy.two",), "use each other in a circle"),
        (("mine.toy.false",), "registered as false"),
    ],
)
def test_references(uses: tuple[str, ...], says: str) -> None:
    """Two claims of one id are refused with both places, and `uses` of what is false or is itself."""
    false = make(id="mine.toy.false", expected="refuted", truth=n + 1)
    two = make(id="mine.toy.two" if uses else "mine.toy.one", uses=uses)
    with pytest.raises(ValueError, match=says):
        claims([false, two, make()], suite=False)


def test_a_false_form_says_what_is_true() -> None:
    """By itself or by its one correction of the same form; else it is not registered."""
    false = make(id="mine.toy.false", expected="refuted", corrected_by=("mine.toy.one",))
    assert claims([false, make(predicts=n + 1)], suite=False)["mine.toy.false"].truth == n + 1
    with pytest.raises(ValueError, match="says nothing true instead"):
        claims([make(expected="refuted")], suite=False)
