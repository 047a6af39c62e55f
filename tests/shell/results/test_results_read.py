"""results.json read back: what was written returns, and nothing else is taken for results."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bninit.plain import to_json
from bninit.results.document import document
from bninit.results.reading import parsed, read
from bninit.results.result import Plan, Result, TwinCount
from tests.strategies import SETTINGS
from theory import claims
from theory.claim import KINDS, Evidence, Verdict
from theory.statement.fingerprint import fingerprint

FEW = ("components.algebra.rc-idempotent", "nachum24.outlier.norm-ratio")
words = st.text('abc \u00e9<&"\\\n\x00\u2028\U0001d7d9', max_size=20)
counts = st.integers(0, 10**12)
figures = st.dictionaries(
    st.sampled_from(["comparisons", "gap", "networks", "radius"]),
    st.one_of(counts, words, st.floats(allow_nan=False, allow_infinity=False), st.lists(counts, max_size=3)),
)
evidence = st.builds(Evidence, st.sampled_from(KINDS), st.sampled_from(Verdict), words, figures, words)


@st.composite
def twins(draw: st.DrawFn) -> TwinCount:
    """Counts that add up."""
    refuted, accepted, more, equal, undefined, unknown, rest, missed, seen = (draw(counts) for _ in range(9))
    false = refuted + accepted + more
    made = false + equal + undefined + unknown + rest
    notes = tuple(draw(st.lists(words, max_size=2)))
    return TwinCount(made, false, refuted, accepted, equal, undefined, unknown, seen + missed, seen, notes)


def sound(result: Result) -> Result:
    """With a verdict that its evidence allows."""
    found = {item.verdict for item in result.evidence}
    if result.error:
        verdict = Verdict.UNDECIDED
    elif Verdict.REFUTED in found:
        verdict = Verdict.REFUTED
    else:
        tested = result.twins.certified_false and not result.twins.accepted
        verdict = Verdict.HOLDS if found == {Verdict.HOLDS} and tested else Verdict.UNDECIDED
    return replace(result, verdict=verdict)


results = st.builds(
    Result,
    id=st.integers(0, 10**6).map(lambda number: f"p.g.c{number}"),
    paper=st.just("p"),
    group=st.just("g"),
    status=st.sampled_from(["quoted", "new"]),
    expected=st.sampled_from(Verdict),
    verdict=st.sampled_from(Verdict),
    seconds=st.integers(0, 10**6).map(lambda ms: ms / 1000),
    cpu=st.integers(0, 10**6).map(lambda ms: ms / 1000),
    evidence=st.lists(evidence, max_size=3).map(tuple),
    twins=twins(),
    warnings=st.lists(words, max_size=2).map(tuple),
    error=words,
    fingerprint=st.deferred(lambda: st.sampled_from([None, *(fingerprint(claims()[name]) for name in FEW)])),
).map(sound)


def example() -> dict[str, Any]:
    """One sound document."""
    found = Result("p.g.c", "p", "g", "new", Verdict.HOLDS, Verdict.HOLDS, 0.5, 0.5,
                   (Evidence("exact", Verdict.HOLDS, "every n", {"comparisons": 3}),),
                   TwinCount(made=2, certified_false=2, refuted=2))  # fmt: skip
    return document([found], Plan("quick", 7, 4), 1.25)


@settings(SETTINGS, max_examples=40)
@given(st.lists(results, max_size=4, unique_by=lambda result: result.id), st.integers(0, 2**63 - 1), st.booleans())
def test_round_trip(some: list[Result], seed: int, interrupted: bool) -> None:
    """What `document` writes, `parsed` gives back, result by result and byte by byte."""
    text = to_json(document(some, Plan("deep", seed, 12), 3.5, interrupted))
    found = parsed(text)
    assert found.results == tuple(some)
    assert found.plan == Plan("deep", seed, 12)
    again = document(found.results, found.plan, found.seconds, found.interrupted, found.versions)
    assert to_json(again) == text


def test_exact_numbers_and_infinities_are_strings() -> None:
    """Fractions, NaN and infinities among the figures travel as strings, so that the file stays strict JSON."""
    data = example()
    data["claims"][0]["evidence"][0] |= {"gap": Fraction(1, 3), "mean": float("nan")}
    assert parsed(to_json(data)).results[0].evidence[0].figures["gap"] == "1/3"
    assert parsed(to_json(data)).results[0].evidence[0].figures["mean"] == "nan"


def broken(change: Callable[[dict[str, Any]], Any]) -> str:
    data = copy.deepcopy(example())
    change(data)
    return json.dumps(data)


WRONG = {
    "NaN": (lambda d: d["run"].update(seconds=float("nan")), "NaN is not JSON"),
    "no run": (lambda d: d.pop("run"), "the whole has no 'run'"),
    "seed negative": (lambda d: d["run"].update(seed=-1), "run.seed is -1, not a whole number from 0 on"),
    "seconds negative": (lambda d: d["run"].update(seconds=-1.0), "run.seconds is -1.0, not a number from 0 on"),
    "level": (lambda d: d["run"].update(level="slow"), "run.level is 'slow', not one of quick, standard, deep"),
    "verdict": (lambda d: d["claims"][0].update(verdict="true"), "claims[0].verdict is 'true', not one of holds, "),
    "notes": (lambda d: d["claims"][0]["twins"].update(notes=[1]), "claims[0].twins.notes is a list, not a list of s"),
    "claim twice": (lambda d: d["claims"].append(d["claims"][0]), "claim 'p.g.c' is given twice"),
    "another group": (lambda d: d["claims"][0].update(group="h"), "claim 'p.g.c' is put under p.h"),
    "as expected": (lambda d: d["claims"][0].update(as_expected=False), "does not follow from its verdict"),
    "twin accepted": (lambda d: d["claims"][0]["twins"].update(accepted=1), "does not follow from its verdict"),
    "blind": (lambda d: d["claims"][0]["evidence"][0].update(undiscriminating="n"), "undiscriminating is 'n', not a "),
    "seconds": (lambda d: d["run"].update(seconds=10**400), "too large"),
    "refuted evidence of what holds": (
        lambda d: d["claims"][0]["evidence"][0].update(verdict="refuted"), "holds with evidence that refutes",
    ),
    "undecided evidence of what holds": (
        lambda d: d["claims"][0]["evidence"][0].update(verdict="undecided"), "holds with evidence that is undecided",
    ),
    "holds without evidence": (lambda d: d["claims"][0].update(evidence=[]), "holds without evidence"),
    "no false twin": (
        lambda d: d["claims"][0]["twins"].update(certified_false=0, refuted=0), "holds without a false twin",
    ),
    "too many twins refuted": (lambda d: d["claims"][0]["twins"].update(refuted=500), "500 twins refuted"),
    "too many twins false": (lambda d: d["claims"][0]["twins"].update(certified_false=3), "than the 2 that were made"),
    "too many models": (lambda d: d["claims"][0]["twins"].update(models_refuted=1), "1 of 0 mutated models"),
    "refuted without evidence": (
        lambda d: d["claims"][0].update(verdict="refuted", expected="refuted"), "without evidence that refutes",
    ),
    "crashed and holds": (
        lambda d: d["claims"][0].update(error="x", as_expected=False), "holds although it crashed",
    ),
    "claim a word": (lambda d: d.update(claims=["x"]), "claims[0] is 'x', not an object"),
}  # fmt: skip


TEXTS = {
    "": "Expecting value",
    "{": "Expecting property name",
    '{"run": 1, "run": 2}': "the key 'run' is given twice in one object",
    '{"run": 1e999}': "1e999 is out of the range of a double",
    "[" * 100_000: "nested too deeply",
    '{"run": ' + "9" * 5000 + "}": "Exceeds the limit",
    "[]": "the whole is a list, not an object",
    "\ud800": "utf-8",
}


def test_refused(tmp_path: Path) -> None:
    """Another shape, or a contradiction, is refused by one sentence that names the file and the place; so are keys
    given twice, numbers out of range, broken, endless or undecodable text."""
    path = tmp_path / "results.json"
    for text, wanted in [*((broken(change), wanted) for change, wanted in WRONG.values()), *TEXTS.items()]:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        with pytest.raises(ValueError, match="wanted the output of `bninit check --json`") as refusal:
            read(str(path))
        said = str(refusal.value)
        assert wanted in said
        assert said.startswith(f"{path}: ")
        assert "\n" not in said
        assert len(said) < len(str(path)) + 300
    for missing in (tmp_path / "none.json", tmp_path):
        with pytest.raises(ValueError, match=r"cannot be read \((No such file|it is no regular file)"):
            read(str(missing))


def test_unknown_keys_are_passed_over() -> None:
    """Keys that later versions may add are no reason to refuse."""
    assert parsed(broken(lambda d: (d.update(more=1), d["run"].update(host="x")))).results[0].id == "p.g.c"
