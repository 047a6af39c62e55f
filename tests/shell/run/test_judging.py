"""From evidence and twins to a verdict, the whole table without running a check; then verdicts of a user's claims, with
their reasons, and the exit status: 0 as expected, 1 not as expected, 3 a check crashed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from io import StringIO
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner
from sympy import Integer, Min

from bninit import notes
from bninit.cli import main
from bninit.results.reading import parsed
from bninit.results.result import Control, Plan
from bninit.run.judging import verdict as module
from bninit.run.judging.reach import controlled, settled, verdict_of
from bninit.run.judging.trials import WITHIN, Trials, counted
from bninit.run.judging.verdict import check_claim
from bninit.show.evidence import in_words
from bninit.show.summary import summary
from numerics.judging import BOOLEAN, sampled
from tests.shell.conftest import CLAIMS, Run, strict_json
from theory import Claim, Locator, Paper, Twin, Verdict, claims
from theory.claim import Check, Evidence
from theory.claim.falsity import Fate
from theory.claim.setting import setting
from theory.claim.twins import Triage
from theory.domains.numbers import Integers
from theory.notation import n
from theory.term import Term

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
SEES = {None: True, "stated": True, "cases": True, "argued": False, "step": False, "stand-in": False}
"""Whether evidence of a reach sees the statement itself; None is that of simulations."""
ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")


def of(reach: str | None, verdict: Verdict, kind: Any = "exact") -> Evidence:
    return Evidence(kind, verdict, "here", {"reach": reach} if reach else {}, "n = 3" * (verdict is REFUTED))


@pytest.mark.parametrize("kind", ["formal", "decided", "exact", "certified", "sampled"])
@pytest.mark.parametrize(("reach", "said"), [*product(SEES, Verdict)])
def test_one_piece_of_evidence(reach: str | None, said: Verdict, kind: Any) -> None:
    """What sees the statement refutes it; what does not never does, and keeps its witness, whatever is beside it."""
    item = of(reach, said, kind)
    wanted = UNDECIDED if said is REFUTED and not SEES[reach] else said
    assert verdict_of(settled([item]), []) is wanted
    beside = settled([of("cases", HOLDS), item])
    assert verdict_of(beside, []) is wanted
    assert (beside[1].figures.get("fails"), beside[1].witness) == (
        ("n = 3", "") if wanted is not said else (None, item.witness)
    )
    assert settled([of("cases", REFUTED), item]) == [of("cases", REFUTED), item]
    assert verdict_of([of("cases", REFUTED), item], []) is REFUTED


def test_a_claim_holds_by_all_of_its_evidence() -> None:
    """One that is undecided, something that is missing, or none at all: undecided. Refuted, whatever is missing."""
    good = [of("stated", HOLDS), of(None, HOLDS, "sampled")]
    assert verdict_of(good, []) is HOLDS
    assert verdict_of(good, ["a twin"]) is UNDECIDED
    assert verdict_of([*good, of("cases", UNDECIDED)], []) is UNDECIDED
    assert verdict_of([], []) is UNDECIDED
    assert verdict_of([*good, of("cases", REFUTED)], ["a twin"]) is REFUTED


@pytest.mark.parametrize("control", Verdict)
def test_a_control_that_fails_refutes_nothing(control: Verdict) -> None:
    """A false form is refuted only if its checks hold for what is true."""
    found = controlled([of("cases", REFUTED)], [Control("exact", "here", HOLDS), Control("exact", "there", control)])
    assert verdict_of(settled(found), []) is (REFUTED if control is HOLDS else UNDECIDED)


def claim(**fields: Any) -> Claim:
    made: dict[str, Any] = {"predicts": n, "given": {"n": Integers(1)}, "source": ME, "status": "new", **fields}
    return Claim("mine.judging.one", says="s", tex="n", hypotheses=(), **made)


@pytest.mark.parametrize("said", [{"step": "the sum"}, {"stand_in": "the sum"}, {"argued": "the sum is n"}])
def test_what_fails_beside_the_statement(said: dict[str, str]) -> None:
    """A true claim with a check at its side that fails: undecided, and the reason has its witness."""
    found = claim()
    found.literal(lambda at: at.n)
    found.exact("all n", **said)(lambda predicted: iter([("all n", predicted, predicted + 1)]))
    result = check_claim(found, Plan("quick", 1, 0))
    assert result.verdict is UNDECIDED
    assert "refutes nothing" in result.reason


CHECK = Check("exact", "here", print)
FALSE, PASSED, SILENT = Fate("false"), Fate("accepted", "alike"), Fate("silent")
NEAR, OPEN = Fate("open", WITHIN), Fate("open", "raises")


@pytest.mark.parametrize(
    ("relation", "state", "by_hand", "fates", "accepted", "words"),
    [
        ("=", "differs", False, [FALSE], 0, []),
        ("=", "differs", False, [FALSE, PASSED], 1, ["accepted"]),
        ("=", "differs", False, [PASSED], 1, ["accepted", "no twin"]),
        ("=", "differs", False, [SILENT], 1, ["accepted", "no twin"]),
        ("=", "differs", False, [OPEN], 1, ["accepted", "no twin"]),
        ("=", "differs", False, [NEAR], 0, ["no twin"]),
        ("=", "differs", True, [NEAR], 1, ["accepted", "no twin"]),
        ("<=", "differs", False, [SILENT], 0, ["no twin"]),
        ("<=", "differs", True, [SILENT], 0, ["hand-written", "no twin"]),
        ("<=", "differs", True, [FALSE], 0, []),
        ("=", "unknown", False, [SILENT], 0, ["no twin"]),
        ("=", "unknown", True, [SILENT], 0, ["hand-written", "no twin"]),
        ("=", "unknown", True, [FALSE], 0, []),
        ("=", "unknown", False, [PASSED], 1, ["accepted", "no twin"]),
        ("=", "equal", True, [], 0, ["hand-written", "no twin"]),
        ("=", "undefined", True, [], 0, ["hand-written", "no twin"]),
        ("<=", "weaker", True, [], 0, ["hand-written", "no twin"]),
        ("=", "equal", False, [], 0, ["no twin"]),
    ],
)
def test_twins(relation: Any, state: Any, by_hand: bool, fates: list[Fate], accepted: int, words: list[str]) -> None:
    """What became of one twin, and what keeps the claim from holding: of an equation all that differ have to be shown
    false, of an inequality those written by hand."""
    trials = Trials(setting(claim(relation=relation)), [Triage(Twin(Integer(7)), state, by_hand=by_hand)])
    for fate in fates:
        trials.say(0, CHECK, fate)
    count, missing = counted(trials, [of("cases", HOLDS)])
    assert (count.made, count.accepted, count.certified_false) == (1, accepted, int(FALSE in fates))
    assert count.unknown == int(state == "unknown" and fates == [SILENT])
    assert count.refuted == int(FALSE in fates and PASSED not in fates)
    assert len(missing) == len(words)
    assert all(any(word in text for text in missing) for word in words)


def test_without_evidence() -> None:
    """A claim without a check lacks one; a false form lacks a refutation, until there is one."""
    assert "has no check" in counted(Trials(setting(claim()), []), [])[1][0]
    false = Trials(setting(claim(expected=REFUTED, no_truth="there is none")), [])
    assert "no check refutes it" in counted(false, [of("cases", HOLDS)])[1][0]
    assert counted(false, [of("cases", REFUTED)])[1] == []


@pytest.mark.parametrize(("as_expected", "share"), [(True, [3]), (False, [3, 1])])
def test_a_second_run_at_level_quick(as_expected: bool, share: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """At level quick a claim that is not as expected by fewer instances is judged again by all of them."""
    one = claim()
    one.literal(lambda at: at.n)
    result = check_claim(one, Plan("quick", 5, 0))
    now, asked = [1], []

    @contextmanager
    def fewer(share: int) -> Iterator[None]:
        now.append(share)
        yield
        now.pop()

    def found(*_: Any) -> Any:
        asked.append(now[-1])
        return result if as_expected else replace(result, verdict=Verdict.UNDECIDED, expected=Verdict.HOLDS)

    monkeypatch.setattr(module, "fewer", fewer)
    monkeypatch.setattr(module, "checked", found)
    check_claim(one, Plan("quick", 5, 0))
    assert asked == share


def test_samples_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that is judged again by all instances keeps what its simulation has shown."""
    one = claim(predicts=n / 2, twins=(Twin(Min(n / 2, 30)),))
    one.literal(lambda at: at.n / 2)

    @sampled(one, "coins", at=({"n": 1},), notices=0.2, support=BOOLEAN, block=64)
    def tossed(layer: Any, cell: Any, rng: Any, size: int) -> Any:
        return rng.integers(0, 2, size).astype(float)

    asked: list[str] = []
    judge = module.sampled.judge
    monkeypatch.setattr(module.sampled, "judge", lambda *given, **named: asked.append("") or judge(*given, **named))
    result = check_claim(one, Plan("quick", 5, 4))  # the twin differs from n/2 at 61 for the first time
    assert result.as_expected
    assert len(asked) == 1
    assert result.evidence[0].figures["comparisons"] == 120


def proved(monkeypatch: pytest.MonkeyPatch, **options: Any) -> Claim:
    """A claim of which a proof is said to be recorded."""
    monkeypatch.setattr(module, "is_proved", lambda _: True)
    return claim(**options)


@pytest.mark.parametrize(("level", "instances"), [("quick", 8), ("standard", 120)])
def test_beside_a_proof(level: str, instances: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At level quick the truth is looked at in the first instances, and the card says so; the twins in as many as it
    takes: the last one differs from n at 21 for the first time."""
    one = proved(monkeypatch, twins=(Twin(Min(n, 20)),))
    one.literal(lambda at: at.n)
    result = check_claim(one, Plan(level, 5, 0))
    (item,) = result.evidence
    assert result.as_expected
    assert item.figures["comparisons"] == instances
    assert result.twins.refuted == result.twins.made
    assert ("all others, by the proof" in in_words(item.figures)) is (level == "quick")


def test_a_left_side_that_is_wrong_beside_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is so on terms and not on numbers, as by a fault of what makes statements, is refuted at first instances."""
    one = proved(monkeypatch)
    one.literal(lambda at: at.n if isinstance(at.n, Term) else at.n + 1)
    assert check_claim(one, Plan("quick", 5, 0)).verdict is REFUTED


def test_a_proof_of_another_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recorded hash that is not that of the statement lets nothing be left out."""
    one = claims()["components.algebra.rc-idempotent"]
    first = check_claim(one, Plan("quick", 5, 0))
    assert module.is_proved(one)
    assert (first.evidence[0].figures["comparisons"], first.reach) == (8, "stated")
    entry = {**(notes.recorded(one) or {}), "shown_sha256": "0" * 64}
    monkeypatch.setattr(notes, "recorded", lambda _: entry)
    again = check_claim(one, Plan("quick", 5, 0))
    assert not module.is_proved(one)
    assert (again.evidence[0].figures["comparisons"], again.reach) == (40, "cases")


CHECKS = """
def wide(predicted):
    for k in range(1, 6):
        yield f"n = {k}", Integer(k), predicted.subs(n, k)
def spot(predicted):
    yield "n = 2", Integer(2), predicted.subs(n, 2)
def steps(predicted):
    yield "step", Integer(1), predicted.subs(n, n + 1) - predicted
def circular(predicted):
    yield "twice", 2*predicted, predicted + predicted
def first(predicted):
    yield "n", n, predicted[0]
def ratio(predicted):
    yield "n", Integer(1) / 2, predicted[0] / predicted[1]
def gap(predicted):
    yield "n", n, predicted[1] - predicted[0]
def shown(predicted):
    yield "always", True, predicted
def form(predicted):
    yield "written out", predicted.is_Add, True
def bug(predicted):
    yield "n", n + 1, predicted
def returns(predicted):
    return True
def asserts(predicted):
    assert predicted == 3 * n
    yield "n", n, predicted
def stops(predicted):
    yield "n", n, next(iter(()))
def divides(predicted):
    yield "n", Integer(1) / 3 + 1 // 0, predicted
def both(claim, *others):
    for other in others:
        claim.exact(scope=other.__name__)(other)
"""
FALSE_FORM = "predicts=2*n, expected='refuted', truth=n"
VERDICTS = {
    "a true claim": ("make(A, count)", "holds", ""),
    "a warning": ("make(A, warn)", "holds", ""),
    "a false claim": ("make(A, count, predicts=n + 1)", "refuted", ""),
    "a true claim registered as false": (
        "make(A, count, expected=Verdict.REFUTED, no_truth='it is true')", "undecided", "no check refutes it",
    ),
    "no check": ("make(A, None)", "undecided", "it has no check"),
    "an open claim": ("make(A, lambda predicted: (), expected='undecided')", "undecided", "its checks were run"),
    "an open claim that a check refutes": ("make(A, count, predicts=n + 1, expected='undecided')", "refuted", ""),
    "a check that accepts false twins": ("make(A, blind)", "undecided", "are accepted, -n, 2*n"),
    "a check that compares nothing": ("make(A, lambda predicted: ())", "undecided", "compares"),
    "a spot check beside a proof": ("both(make(A, wide), spot)", "holds", ""),
    "a step without a start": ("make(A, steps)", "undecided", "n + 1, n - 1: no check compares"),
    "a step and a start": ("both(make(A, steps), spot)", "holds", ""),
    "both sides from the prediction": ("both(make(A, wide), circular)", "undecided", "does not refute"),
    "an entry that no check compares": (
        "make(A, first, predicts=(n, n + 1))", "undecided", "no check compares entry 1 of the prediction, n + 1",
    ),
    "entries of which only the ratio is compared": (
        "make(A, ratio, predicts=(2*n, 4*n))", "undecided", "(4*n, 8*n): no check compares",
    ),
    "entries of which only the difference is compared": (
        "make(A, gap, predicts=(n, 2*n))", "undecided", "(n + 1, 2*n + 1), (n - 1, 2*n - 1): no check compares",
    ),
    "a truth value": ("make(A, shown, predicts=True, over=({},))", "holds", ""),
    "a false form whose truth is equal to it": (
        "make(A, form, predicts=(n + 1)**2, expected='refuted', truth=n**2 + 2*n + 1)",
        "undecided", "what it names as true is equal to the false form",
    ),
    "a twin with a pole": ("make(A, wide, twins=(1/(n - 2),))", "undecided", "has no value at a point of over"),
    "a twin that over cannot tell": (
        "make(A, spot, twins=(n + (n - 2)*(n - 3),))", "undecided", "is not shown to differ from the prediction",
    ),
    "a twin that a check can tell": ("make(A, wide, twins=(n + (n - 2)*(n - 3),))", "holds", ""),
    "a false form whose truth is false": (
        "make(A, wide, predicts=2*n, expected='refuted', truth=3*n)", "undecided", "does not hold for what is true",
    ),
    "a false form with a check of its own bug": (
        f"both(make(A, wide, {FALSE_FORM}), bug)",
        "undecided", "the exact check (bug) does not hold for what is true instead",
    ),
    "a false form with two checks": (f"both(make(A, wide, {FALSE_FORM}), spot)", "refuted", ""),
    "a false form, nothing true of which is": (
        "make(A, wide, predicts=2*n, expected='refuted', no_truth='there is none')", "refuted", "",
    ),
}  # fmt: skip
CRASHES = {
    f"{check}{expected}": (f"make(A, {check}{expected})", error)
    for check, error in {"asserts": "AssertionError", "stops": "StopIteration", "divides": "ZeroDivisionError",
                         "returns": "TypeError", "crash": "RuntimeError: no", "leave": "SystemExit"}.items()
    for expected in ("", f", {FALSE_FORM}")
}  # fmt: skip


def named(number: int) -> str:
    return f"c{number:02}"


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """All of them in one run: exit status, the document's claims by the text that makes them, and their words on the
    terminal."""
    path = tmp_path_factory.mktemp("judged") / "mine.py"
    texts = [text for text, *_ in (*VERDICTS.values(), *CRASHES.values())]
    made = [text.replace("(A, ", f"({named(number)!r}, ") for number, text in enumerate(texts)]
    path.write_text(CLAIMS + CHECKS + "\n".join(made))
    command = ["check", "--claims", str(path), "--no-ledger", "--jobs", "1", "--json"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path.parent)
        done = CliRunner().invoke(main, command)
    found = parsed(done.stdout)
    with redirect_stdout(StringIO()) as told:
        summary(found.results, found.plan, found.seconds, len(texts))
    claims = strict_json(done.stdout)["claims"]
    return done.exit_code, dict(zip(texts, claims, strict=True)), "".join(told.getvalue().split())


@pytest.mark.parametrize(("text", "verdict", "says"), VERDICTS.values(), ids=VERDICTS)
def test_verdict(text: str, verdict: str, says: str, judged: Any) -> None:
    """One verdict with its reason: it holds only if all twins that differ are shown false; else why not."""
    _, claims, told = judged
    claim = claims[text]
    assert (claim["verdict"], claim["error"]) == (verdict, "")
    assert claim["as_expected"] is (verdict == claim["expected"])
    assert bool(claim["reason"]) == (verdict == "undecided" or not claim["as_expected"])
    assert says in claim["reason"]
    assert "".join(says.split()) in told


@pytest.mark.parametrize(("text", "error"), CRASHES.values(), ids=CRASHES)
def test_an_exception_is_no_verdict(text: str, error: str, judged: Any) -> None:
    """A bug in a check neither holds nor refutes, whatever is expected: it has crashed, with the user's line. The
    others are reported, and the crash outranks false claims."""
    status, claims, told = judged
    assert status == 3
    assert (claims[text]["verdict"], claims[text]["as_expected"]) == ("undecided", False)
    assert error in claims[text]["error"]
    assert "(mine.py:" in claims[text]["error"]
    assert f"crashed:{''.join(error.split())}" in told


def test_what_is_told(judged: Any) -> None:
    """A refuted claim carries the verdict of each of its checks for what is true instead; a witness, a warning and what
    is expected stand in words; control characters do not."""
    _, claims, told = judged
    claim = claims[VERDICTS["a false form with two checks"][0]]
    assert [(c["kind"], c["scope"], c["verdict"]) for c in claim["control"]] == [
        ("exact", "n = 1..5", "holds"), ("exact", "spot", "holds"),
    ]  # fmt: skip
    assert claim["twins"]["refuted"] > 3
    for part in ("control:2checksofitheld", "refuted(expected:holds)", "1,not2", "refuted(expected)",
                 "undecided(expected)", "refuted(expected:undecided)", "warning:UserWarning:mindthegap"):  # fmt: skip
        assert part in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        ("make('a', count)", [], 0),
        ("make('a', count, predicts=n + 1)", [], 1),
        ("make('a', None)", [], 1),
        (f"make('a', count, {FALSE_FORM})", [], 0),
        ("make('a', None, expected='undecided')", [], 0),
        ("make('a', warn)", [], 0),
        ("make('a', warn)", ["--strict"], 1),
    ],
)
def test_exit_status(text: str, options: list[str], status: int, run: Run, claims_file: Callable[..., str]) -> None:
    """The exit status speaks of unexpected verdicts."""
    done = run("check", "mine", "--claims", claims_file(text), *options)
    assert done.exit_code == status, done.output
    assert f"{1 - status} of 1 as expected" in done.stdout or options
