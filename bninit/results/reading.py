"""Reading results.json, or any part of it: every value is looked at, and a refusal says where what is wrong stands."""

from __future__ import annotations

import json
import math
import os
import stat
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from bninit.results.document import Findings
from bninit.results.fingerprints import fingerprint_of
from bninit.results.located import Located
from bninit.results.result import Control, Plan, Result, TwinCount
from numerics.judging import LEVELS
from theory.claim import KINDS, Evidence, Status, Verdict

LARGEST_FILE = 2**26
"""Bytes of a results.json that are read; all claims together take half a mebibyte."""

ADDED = {"weaker", "untold"}
"""Counts of twins that version 0.1 did not write."""


def read(path: str) -> Findings:
    """A results.json, every value looked at: what `document` wrote comes back, what nobody wrote is refused.

    Keys that are unknown here are passed over, so that later versions may add some.

    Raises
    ------
    ValueError
        in one sentence, for a file that cannot be read, is no strict JSON (NaN, a key given twice), has another shape,
        or contradicts itself (a claim given twice, `as_expected` that does not follow from the verdict).
    """
    try:
        kind = os.stat(path)  # before it is opened: a pipe would wait for its writer
        if not stat.S_ISREG(kind.st_mode):
            raise ValueError("cannot be read (it is no regular file)")
        if kind.st_size > LARGEST_FILE:
            raise ValueError(f"holds more than {LARGEST_FILE >> 20} MiB")
        with open(path, encoding="utf-8") as file:
            return parsed(file.read(LARGEST_FILE))  # a file of stated size 0 may be without end (/proc)
    except OSError as error:
        raise ValueError(
            f"{path}: cannot be read ({error.strerror}); give a file made by `bninit check --json`"
        ) from None
    except (ValueError, RecursionError, OverflowError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else " ".join(str(error).split())
        raise ValueError(f"{path}: {why}; wanted the output of `bninit check --json`") from None


def parsed(text: str) -> Findings:
    """`read` from a string; its refusals do not name a file.

    >>> parsed('{"run": NaN}')
    Traceback (most recent call last):
        ...
    ValueError: NaN is not JSON
    """
    data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite)
    top = Located(data)
    run, error = top.object("run"), top.object("error")
    results = tuple(_result(claim) for claim in top.objects("claims"))
    for claim_id, count in Counter(result.id for result in results).most_common(1):
        if count > 1:
            raise ValueError(f"claim {claim_id!r} is given twice")
    alpha = error.number("alpha_run")
    if not 0 < alpha < 1:
        raise ValueError(f"error.alpha_run is {alpha}, which is no error probability")
    plan = Plan(run.one_of("level", tuple(LEVELS)), run.count("seed"), error.count("nulls"), alpha=alpha)
    packages = run.object("versions")
    made_with = {name: packages.text(name) for name in packages.value}
    for result in results:
        if contradiction := _contradiction(result):
            raise ValueError(f"claim {result.id} contradicts itself: {contradiction}")
    selection = run.texts("selection") if "selection" in run.value else None
    return Findings(results, plan, _time(run, "seconds"), run.boolean("interrupted"), made_with, selection)


def result_of(claim: Mapping[str, Any]) -> Result:
    """The inverse of `plain_claim`; `as_expected` may be left out. ValueError as for `read`."""
    return _result(Located(dict(claim)))


def _result(claim: Located) -> Result:
    counted = claim.object("twins")
    names = [field.name for field in fields(TwinCount) if field.name not in ("notes", *ADDED - counted.value.keys())]
    counts = {name: counted.count(name) for name in names}
    result = Result(
        id=claim.text("id"),
        paper=claim.text("paper"),
        group=claim.text("group"),
        status=claim.one_of("status", get_args(Status)),
        expected=claim.verdict("expected"),
        verdict=claim.verdict("verdict"),
        seconds=_time(claim, "seconds"),
        cpu=_time(claim, "cpu_seconds"),
        evidence=tuple(_evidence(item) for item in claim.objects("evidence")),
        twins=TwinCount(**counts, notes=counted.texts("notes")),
        warnings=claim.texts("warnings"),
        error=claim.text("error"),
        reason=claim.text("reason") if "reason" in claim.value else "",
        control=tuple(_control(item) for item in claim.objects("control")) if "control" in claim.value else (),
        no_truth=claim.text("no_truth") if "no_truth" in claim.value else "",
        relation=claim.text("relation") if "relation" in claim.value else "=",
        left=claim.text("left") if "left" in claim.value else "",
        statement=claim.text("statement") if "statement" in claim.value else "",
        fingerprint=fingerprint_of(claim.object("fingerprint")) if "fingerprint" in claim.value else None,
        literal=claim.boolean("literal") if "literal" in claim.value else False,
        noticed=_noticed(claim) if "noticed" in claim.value else {},
        reused=claim.count("reused") if "reused" in claim.value else None,
    )
    if not result.id.startswith(f"{result.paper}.{result.group}."):
        raise ValueError(f"claim {result.id!r} is put under {result.paper}.{result.group}")
    if "as_expected" in claim.value and claim.boolean("as_expected") is not result.as_expected:
        raise ValueError(f"as_expected of claim {result.id} does not follow from its verdict, error and twins")
    return result


def _noticed(claim: Located) -> dict[str, bool]:
    said = claim.object("noticed")
    return {name: said.boolean(name) for name in said.value}


def _control(item: Located) -> Control:
    kind: Any = item.one_of("kind", KINDS)
    return Control(kind, item.text("scope"), item.verdict("verdict"), item.text("witness"))


def _contradiction(result: Result) -> str:
    """What in a result cannot be true together; empty if nothing is."""
    twins, found = result.twins, {item.verdict for item in result.evidence}
    if twins.certified_false + twins.equal + twins.undefined + twins.unknown > twins.made:
        return f"more twins are classified than the {twins.made} that were made"
    if twins.refuted > twins.certified_false or twins.refuted + twins.accepted > twins.made:
        return (
            f"{twins.refuted} twins refuted and {twins.accepted} accepted of {twins.made} that were made, "
            f"{twins.certified_false} of them false"
        )
    if twins.models_refuted > twins.models:
        return f"{twins.models_refuted} of {twins.models} mutated models noticed"
    if result.error:
        return f"{result.verdict} although it crashed" if result.verdict is not Verdict.UNDECIDED else ""
    if Verdict.REFUTED in found:
        return f"{result.verdict} with evidence that refutes" if result.verdict is not Verdict.REFUTED else ""
    if result.verdict is Verdict.REFUTED:
        return "refuted without evidence that refutes"
    if result.verdict is Verdict.HOLDS and found != {Verdict.HOLDS}:
        return "holds with evidence that is undecided" if found else "holds without evidence"
    if result.verdict is Verdict.HOLDS and (not twins.certified_false or twins.accepted):
        return "holds without a false twin" if not twins.accepted else f"holds with {twins.accepted} twins accepted"
    if result.expected is Verdict.REFUTED and any(control.verdict is not Verdict.HOLDS for control in result.control):
        return f"{result.verdict} although its control does not hold" if result.verdict is not Verdict.UNDECIDED else ""
    return ""


def _time(place: Located, key: str) -> float:
    """Times are left out of the results in a report, which are the same for the same run."""
    return place.number(key) if key in place.value else 0.0


def _evidence(item: Located) -> Evidence:
    figures = {k: v for k, v in item.value.items() if k not in ("kind", "verdict", "scope", "witness")}
    for cell in item.objects("cells") if "cells" in figures else ():
        cell.object("at")
    if "undiscriminating" in figures:
        item.texts("undiscriminating")
    kind: Any = item.one_of("kind", KINDS)
    return Evidence(kind, item.verdict("verdict"), item.text("scope"), figures, item.text("witness"))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key[:40]!r} is given twice in one object")
        found[key] = value
    return found


def _no_number(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:40]} is out of the range of a double")
    return number
