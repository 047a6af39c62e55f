"""Why a claim is undecided, or not as expected, in words: and what would decide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bninit.results.result import Result, some
from theory.claim import Evidence, Verdict


def reason(result: Result, missing: Sequence[str]) -> str:
    """One text, empty where the verdict is as expected and decided; `missing` is what keeps the claim from holding."""
    if result.verdict is result.expected and result.verdict is not Verdict.UNDECIDED:
        return ""
    if result.verdict is Verdict.REFUTED:
        return next(item.witness for item in result.evidence if item.verdict is Verdict.REFUTED)
    if result.verdict is Verdict.HOLDS:
        return f"its checks hold, and it is registered as {result.expected.value}"
    return "; ".join([*_failed(result), *_undecided(result.evidence), *missing])


def _failed(result: Result) -> Iterator[str]:
    for control in result.control:
        if control.verdict is not Verdict.HOLDS:
            why = f" ({control.witness})" if control.witness else ""
            yield (
                f"the {control.kind} check ({control.scope}) does not hold for what is true instead, either: "
                f"{control.verdict.value}{why}; mend the check, or the truth that the claim names"
            )


def _undecided(evidence: Sequence[Evidence]) -> Iterator[str]:
    for item in evidence:
        if item.verdict is not Verdict.UNDECIDED or "control" in item.figures:
            continue
        check = f"the {item.kind} check ({item.scope})"
        if blind := item.figures.get("undiscriminating"):
            yield f"{check} does not refute {some(blind)}, which would change what it compares"
        elif fails := item.figures.get("fails"):
            yield f"{check} fails ({fails}); it is a {item.figures['reach']} and refutes nothing: mend it, or the claim"
        elif "stuck" in item.figures:
            tried = f" ({item.figures['tried']})" if item.figures.get("tried") else ""
            stuck = f"{check} does not decide {item.figures['stuck']}{tried}"
            yield f"{stuck}; bring both sides to one form, or compare at points"
        elif wide := item.figures.get("too_wide"):
            yield f"{check}: {'; '.join(wide)}"
        elif limit := item.figures.get("limit"):
            yield f"{check}: {limit}"
        elif unfailable := item.figures.get("unfailable"):
            yield f"{check} cannot fail: {unfailable}; give it twins further off, `models=`, or a smaller `notices`"
        elif item.kind == "sampled":
            yield f"{check} does not decide with the samples of its level; `--level deep` takes more"
        else:
            yield f"{check} compares nothing: it has to yield (where, computed, predicted)"
