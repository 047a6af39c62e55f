"""What a piece of evidence says of itself, in words: as on the cards of `show`, of the report and of notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from theory.words import Evidence, Reach

SHARP = "the statement itself, in networks and at the number that it states"
"""What samples show that are tested without a margin."""

PROVED = "the statement itself, everywhere, by a proof that Coq accepted"

TAKEN = "assumed, as it was computed before the statement was seen"

PROVED_BUT = "the statement on an assumption, by a proof that Coq accepted"


def proved(proof: Evidence) -> tuple[str, list[str]]:
    """What a proof shows, in words, what it assumes, what it lacks, and what it has as known."""
    but = [*(f"assumed: {one}" for one in proof.figures.get("taken", [])), *_lacking(proof.figures)]
    return PROVED_BUT if but else PROVED, [*but, *_known(proof.figures)]


def _known(figures: Mapping[str, Any]) -> Iterable[str]:
    """The facts on elementary functions and normal numbers that a proof has as known."""
    if figures.get("facts"):
        yield f"known: {'; '.join(figures['facts'])}"


def _lacking(figures: Mapping[str, Any]) -> Iterable[str]:
    if figures.get("lacks"):
        yield str(figures["lacks"])


SHOWN: dict[Reach | None, str] = {
    "stated": "the statement itself, everywhere",
    "argued": "a derivation for all instances",
    "cases": "the statement itself, at instances",
    "step": "a step",
    "stand-in": "a stand-in",
    None: "the statement itself, in networks and within margins",
}
"""What a check of a reach shows."""

BLUNT = 0.9
"""Least slack, relative to the bound, from which on a bound is not tested for sharpness: no value comes within a factor
of ten of it."""


def untested(evidence: Iterable[Evidence]) -> bool:
    """Whether none of the evidence, of an inequality, comes near the bound."""
    found = [item.figures["slack_relative"] for item in evidence if "slack_relative" in item.figures]
    return bool(found) and min(found) >= BLUNT


def in_words(figures: Mapping[str, Any]) -> str:
    """What it reaches, how much was compared and where, how near to the bound, and what kept it from deciding."""
    words = [*_reach(figures), *_compared(figures), *_slack(figures)]
    if figures.get("recorded"):
        words.append(f"as {figures['checker']} found, recorded with the proof")
    if "unavailable" in figures:
        words.append(f"unavailable: {figures['unavailable']}")
    elif isinstance(figures.get("networks"), int):
        words.append(f"{figures['networks']:,} networks")
    if isinstance(figures.get("notices"), int | float):
        words.append(f"notices a deviation of {figures['notices']:.3g} of its unit")
    if "fails" in figures:
        words.append(f"fails: {figures['fails']}")
    if "stuck" in figures:
        words.append(f"stuck at {figures['stuck']}" + (f": {figures['tried']}" if figures.get("tried") else ""))
    if figures.get("undiscriminating"):
        words.append("does not refute " + ", ".join(map(str, figures["undiscriminating"])))
    return "; ".join(words)


def _reach(figures: Mapping[str, Any]) -> Iterable[str]:
    if figures.get("reach"):
        of = f" ({figures['of']})" if figures.get("of") else ""
        yield f"{SHOWN.get(figures['reach'], figures['reach'])}{of}"
    if figures.get("taken"):
        yield f"{TAKEN}: {', '.join(figures['taken'])}"
    yield from _lacking(figures)
    yield from _known(figures)


def _compared(figures: Mapping[str, Any]) -> Iterable[str]:
    count = figures.get("comparisons")
    if isinstance(count, int):
        word = "instance" if "shapes" in figures else "comparison"
        yield f"{count:,} {word}" + "s" * (count != 1)
    for name, words in (("greatest", "up to"), ("distinct", "distinct values of")):
        if figures.get(name):
            yield f"{words} {_by_factor(figures[name])}"
    if figures.get("gave_up"):
        yield f"the list is not all: {_text(figures['gave_up'], 'the search for further instances gave up')}"
    for name, words in (
        ("bound", "bound at most {} of the limit at the farthest index"),
        ("implied", "{}"),
        ("side_conditions", "where {}"),
        ("witness", "witness {}"),
        ("radius", "equal to within {}"),
    ):
        if figures.get(name):
            yield words.format(_text(figures[name]))
    if figures.get("radius_again") == figures.get("radius", "0") != "0":
        yield "not sharper at the second precision"
    elif "radius_again" in figures:
        yield f"at the second precision to within {figures['radius_again']}"


def _slack(figures: Mapping[str, Any]) -> Iterable[str]:
    if "slack_relative" in figures:
        near = figures["slack_relative"]
        how = "attained" if near == 0 else f"least slack {near:.2g} of the bound"
        yield f"{how} at {figures['slack_at']}"
    elif "slack" in figures:
        yield f"least slack {figures['slack']}"


def _by_factor(found: Any) -> str:
    if isinstance(found, Mapping):
        return ", ".join(f"{name}: {_text(value)}" for name, value in found.items())
    return _text(found)


def _text(value: Any, otherwise: str = "yes") -> str:
    if value is True:
        return otherwise
    if isinstance(value, Mapping):
        return _by_factor(value)
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
