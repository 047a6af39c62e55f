"""What is refused when a claim is made: every field, in a sentence that names it."""

from fractions import Fraction

import numpy as np
import pytest
import sympy
from sympy import Float, Integer, Matrix, Rational, Symbol, acos, log, nan, sqrt, zoo

from theory import Claim, Locator, Paper, Twin, Verdict
from theory.claim import made
from theory.claim.validation import InvalidClaimError
from theory.exact.expressions import grid
from theory.notation import k, n

SOURCE = Locator(Paper("test", "A test", "Nobody", 2026, "none"), "Lemma 1")
x = Symbol("x", real=True)


def make(**fields: object) -> Claim:
    given: dict = {
        "id": "test.group.name", "source": SOURCE, "status": "new", "says": "", "tex": "", "hypotheses": (),
        "predicts": n, "over": grid(n=(2, 3)),
    } | fields  # fmt: skip
    return Claim(**given)


REFUSED = {
    "id of two words": ({"id": "a.b"}, "wanted paper.group.name"),
    "id of four words": ({"id": "a.b.c.d"}, "wanted paper.group.name"),
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
    "corrected_by": ({"corrected_by": "a.b.c"}, "corrected_by is 'a.b.c'"),
    "reads": ({"reads": "data.csv"}, "reads is 'data.csv'"),
    "says": ({"says": None}, "says is None: wanted a string"),
    "no points": ({"over": ()}, "over has no points"),
    "an empty generator": ({"over": ({"n": i} for i in ())}, "over has no points"),
    "one point alone": ({"over": {"n": 2}}, "wanted a tuple of points"),
    "a number for a point": ({"over": (2, 3)}, "a point of over is 2"),
    "a symbol without value": ({"predicts": n + k}, "the symbol k, to which over gives no value"),
    "a symbol misspelt": ({"over": grid(N=(2, 3))}, "the symbol n, to which over gives no value"),
    "a negative n": ({"over": grid(n=(2, -1))}, "over gives n the value -1, but the symbol is declared positive"),
    "half an n": ({"over": ({"n": Rational(1, 2)},)}, "over gives n the value 1/2, but the symbol is declared integer"),
    "a float n": ({"over": ({"n": 2.0},)}, "wanted an exact rational number"),
    "a pole": ({"predicts": 1 / (n - 3)}, "no value at n = 3, a point of over"),
    "the logarithm of 0": ({"predicts": log(n - 2)}, "no value at n = 2, a point of over"),
    "the angle of 2": ({"predicts": acos(n)}, "no value at n = 2, a point of over"),
    "0/0": ({"predicts": (n - 2) / (n**2 - 4)}, "no value at n = 2, a point of over"),
    "the root of -1": ({"predicts": sqrt(2 - n)}, "no value at n = 3, a point of over"),
    "nan": ({"predicts": nan}, "no value"),
    "zoo": ({"predicts": (n, zoo)}, r"predicts\[1\] is zoo"),
    "a float": ({"predicts": 0.1}, "has a float"),
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


ACCEPTED = [
    {"expected": "holds"},
    {"expected": Verdict.REFUTED, "truth": n + 1},
    {"expected": "refuted", "no_truth": "nothing is"},
    {"hypotheses": ["a", "b"]},
    {"over": ({"n": i} for i in (2, 3))},
    {"over": grid(n=range(2, 600))},
    {"over": ({n: 2},)},
    {"over": ({"n": "3"}, {"n": Fraction(4)}, {"n": Integer(5), "unused": Fraction(1, 2)})},
    {"predicts": Integer(3), "over": ({},)},
    {"predicts": Fraction(1, 3)},
    {"predicts": True, "over": ({},)},
    {"predicts": (sympy.oo, n)},
    {"predicts": 10**5000},
    {"twins": [n + 1]},
    {"relation": "<="},
]


@pytest.mark.parametrize("fields", ACCEPTED, ids=range(len(ACCEPTED)))
def test_accepted(fields: dict) -> None:
    """What says the same in another form is taken in the claim's own: tuples, verdicts, twins, points kept."""
    claim = make(**fields)
    assert made()[-1] is claim
    assert list(claim.over) == list(claim.over) != []
    assert isinstance(claim.expected, Verdict)
    assert all(isinstance(twin, Twin) for twin in claim.twins)
    assert (claim.file, claim.module) == (__file__, __name__)


def test_literal() -> None:
    """The definition at a point sees the values by name, and is compared with the prediction there."""
    from theory.claim.judge import judge

    claim = make(over=grid(n=(2, 3), k=(1, 2)), predicts=n * k)

    def product(at: object) -> int:
        return sum(at.n for _ in range(at["k"]))  # type: ignore[attr-defined, index]

    assert claim.literal(product) is claim
    [check] = claim.checks
    assert check.definition is product
    assert judge(check, n * k).verdict is Verdict.HOLDS
    found = judge(check, n + k)
    assert (found.verdict, found.witness.split(":")[0]) == (Verdict.REFUTED, "n = 2, k = 1")
