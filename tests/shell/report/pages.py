"""Pages to test: results as a run would give them, without the run, and a reader of HTML."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

from bninit.results.document import Findings
from bninit.results.result import Plan, Result, TwinCount
from numerics.judging import checks_of
from theory.claim import Claim, Evidence, Verdict

VOID = {"meta", "link", "img", "br", "input", "hr"}
CELLS = [
    {"at": {"n": 3}, "of": "mean", "claimed": 1.0, "mean": 1.01, "margin": 0.1, "networks": 4096, "verdict": "holds"},
    {"at": {"n": 9}, "of": "mean", "claimed": 2.0, "mean": 9.0, "margin": 0.1, "networks": 64, "verdict": "refuted"},
]


def as_if_run(claims: Iterable[Claim], seconds: float = 1.5) -> Findings:
    """Every claim as expected by all of its checks; nothing is simulated."""
    return Findings(tuple(map(_result, claims)), Plan("quick", 7, 8), seconds, False, {"python": "3", "bninit": "0"})


def _result(claim: Claim) -> Result:
    evidence = tuple(
        Evidence(
            check.kind,
            claim.expected,
            check.scope,
            {"networks": 4160, "notices": 0.2, "cells": CELLS} if check.kind == "sampled" else {"comparisons": 3},
            "n = 2: 1, not 2" if claim.expected is Verdict.REFUTED else "",
        )
        for check in checks_of(claim)
    )
    twins = TwinCount(made=9, certified_false=8, refuted=8, equal=1)
    found = Result(
        claim.id, claim.paper, claim.group, claim.status, claim.expected, claim.expected, 0.1, 0.1, evidence, twins
    )
    return found if claim.expected is Verdict.HOLDS else replace(found, twins=TwinCount())


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces)


@dataclass
class Page(HTMLParser):
    """All elements of a page in order; open and close tags must match."""

    source: str
    elements: list[Element] = field(default_factory=list)
    stack: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.source)
        self.close()
        assert not self.stack, f"never closed: {[element.tag for element in self.stack]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in <{tag}>: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.stack, f"</{tag}> closes nothing"
        assert self.stack[-1].tag == tag, f"</{tag}> closes <{self.stack[-1].tag}>"
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        for element in self.stack:
            element.pieces.append(data)

    def all(self, tag: str, **wanted: Any) -> list[Element]:
        return [e for e in self.elements if e.tag == tag and all(e.attributes.get(k) == v for k, v in wanted.items())]

    def at(self, name: str) -> Element:
        return next(e for e in self.elements if e.attributes.get("id") == name)

    def __hash__(self) -> int:
        return id(self)
