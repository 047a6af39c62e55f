"""The registry and its notes: what a newcomer relies on to find a claim, its check and its proof."""

import re
from fractions import Fraction

import pytest
from sympy import Integer, Symbol, log, nan

from bninit.notes import folder, section
from bninit.show.statement import formula
from numerics.checks import attach
from numerics.judging import checks_of
from theory import Claim, Locator, Paper, Twin, Verdict, claims
from theory.claim.judge import judge
from theory.claim.setting import setting
from theory.claim.twins import mutants, triage
from theory.notation import n

attach()
ALL = claims()
PAPER = Paper("test", "A test", "Nobody", 2026, "none")


def claim(predicts: object, **options: object) -> Claim:
    """A claim of this file's own."""
    fields: dict = {"over": ({"n": 2}, {"n": 3}), "status": "new", "says": "", "tex": "", "hypotheses": ()} | options
    return Claim("test.group.name", source=Locator(PAPER, "1"), predicts=predicts, **fields)


@pytest.mark.parametrize("name", ALL)
def test_record(name: str) -> None:
    """Every claim has a statement, hypotheses or domains, a source, a note, and a check where it is settled; readings
    fail, and what fails is a reading or a quotation: nothing else false is registered."""
    record = ALL[name]
    for field in (record.says, formula(record)[1], record.hypotheses or record.given, record.source.item):
        assert field
    assert checks_of(record) or record.expected is Verdict.UNDECIDED
    false = record.expected is Verdict.REFUTED
    assert false if record.status == "reading" else not false or record.status == "quoted"
    note = section(record)
    for part in ("**Proof.**", "**Not proved.**"):
        assert part in note, f"the note of {name} lacks {part}"
    for part in ("**Statement", "**Checked", "**Reach"):
        assert part not in note, f"the note of {name} has {part}**, which is made from the record"


def test_notes_and_registry_agree() -> None:
    """The headings of a group's note are the names of its claims, no more and no fewer."""
    for paper, group in {(c.paper, c.group) for c in ALL.values()}:
        text = (folder() / paper / f"{group}.md").read_text()
        names = [c.name for c in ALL.values() if (c.paper, c.group) == (paper, group)]
        assert sorted(re.findall(r"^## (\S+)$", text, re.M)) == sorted(names)


@pytest.mark.parametrize("name", ALL)
def test_twins_differ(name: str) -> None:
    """What is true by a claim has twins that differ from it at some point, none stays unknown, and of those written by
    hand every one is such."""
    fates = triage(setting(ALL[name]))
    states = [fate.state for fate in fates]
    assert ("differs" in states) == (setting(ALL[name]).true is not None)
    assert "unknown" not in states
    assert {fate.state for fate in fates if fate.by_hand} <= {"differs"}


@pytest.mark.parametrize("name", [name for name, record in ALL.items() if record.expected is Verdict.REFUTED])
def test_false_forms(name: str) -> None:
    """Every false form says what is true in its place, or why nothing of its form is."""
    assert (ALL[name].truth is None) == bool(ALL[name].no_truth)


def test_references() -> None:
    """Two claims of one id are refused with both places, and `uses` of what is no claim, is false, or is itself."""
    with pytest.raises(ValueError, match=r"two claims are called test\.group\.name, at test_claims\.py, line \d+"):
        claims([claim(n), claim(n)])
    with pytest.raises(ValueError, match=r"uses no\.such\.claim, which is no claim"):
        claims([claim(n, uses=("no.such.claim",))])
    with pytest.raises(ValueError, match="use each other in a circle"):
        claims([claim(n, uses=("test.group.name",))])
    with pytest.raises(ValueError, match="registered as false"):
        claims([claim(n, uses=("daneshmand20.vanilla.limit-as-printed",))])


def test_mutants() -> None:
    """(n-1)^2 has among its twins n^2, (n-2)^2, -(n-1)^2, n-1 and (n-1)^3, and never itself."""
    made = {twin.predicts for twin in mutants((n - 1) ** 2)}
    assert {n**2, (n - 2) ** 2, -((n - 1) ** 2), n - 1, (n - 1) ** 3} <= made
    assert {(n - 1) ** 2 + 1, (n - 1) ** 2 - 1, 2 * (n - 1) ** 2} <= made
    assert (n - 1) ** 2 not in made


def test_triage() -> None:
    """A twin differs by a witness, is equal by canonical form, ill-defined at a pole, and otherwise unknown."""
    twins = (Twin(n**2 - 2 * n + 1), Twin(n), Twin(1 / (n - 2)), Twin((n - 1) ** 2 + (n - 2) * (n - 3)))
    found = triage(setting(claim((n - 1) ** 2, twins=twins)))[:4]
    assert [fate.state for fate in found] == ["equal", "differs", "undefined", "unknown"]
    assert found[1].witness == "n = 2: 1 against 2"


def test_a_check_that_compares_nothing() -> None:
    """No comparison, no verdict."""
    record = claim(n)
    record.exact("nothing")(lambda predicted: iter(()))
    assert judge(record.checks[0], n).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("computed", "predicted", "verdict"),
    [
        (Fraction(1, 3), Integer(1) / 3, Verdict.HOLDS),
        ((1, 2), (1, 2), Verdict.HOLDS),
        ((1, 2), (1, 2, 3), Verdict.REFUTED),
        (nan, nan, Verdict.UNDECIDED),
        (log(6), log(2) + log(3), Verdict.HOLDS),
        (n / n, Integer(1), Verdict.HOLDS),
        (Symbol("a") + 1, Symbol("a"), Verdict.REFUTED),
    ],
)
def test_exact_comparisons(computed: object, predicted: object, verdict: Verdict) -> None:
    """Equality is of normal forms; NaN equals nothing, and differs from nothing."""
    record = claim(n)
    record.exact("one")(lambda _: iter([("here", computed, predicted)]))
    assert judge(record.checks[0], n).verdict is verdict


@pytest.mark.parametrize(
    ("computed", "verdict"),
    [
        ("1 +/- 1e-20", Verdict.HOLDS),
        ("1 +/- 0.1", Verdict.UNDECIDED),
        ("1.1 +/- 1e-3", Verdict.REFUTED),
        ("nan", Verdict.UNDECIDED),
    ],
)
def test_certified_comparisons(computed: str, verdict: Verdict) -> None:
    """Balls hold if they overlap and are narrow, refute if disjoint, and decide nothing if wide or not finite."""
    from flint import arb

    record = claim(n)
    record.certified("one")(lambda _: iter([("here", arb(computed), arb(1))]))
    assert judge(record.checks[0], n).verdict is verdict
