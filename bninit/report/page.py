"""The report: one HTML page from recorded results, the claims, and pictures. No file is read but the proof notes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from bninit import notes
from bninit.input.refusal import printable
from bninit.plain import to_json
from bninit.report import graph, notation
from bninit.report.cards import Card, card, replay
from bninit.report.figures import Picture
from bninit.report.formulas import Formulas
from bninit.report.strength import GLYPHS, weaker_ancestors
from bninit.report.typeset import prose
from bninit.results.compare import changes
from bninit.results.document import Findings, document
from bninit.results.result import Result
from bninit.results.statements import Change
from bninit.show.statement import formula
from bninit.show.summary import MEASURED, REACHED
from numerics.judging import needing
from theory.claim import KINDS, Claim, Paper, Verdict

STATUSES = {
    "quoted": "words that we hold",
    "reconstructed": "our account of a statement whose text we do not hold",
    "reading": "a natural but false reading that no text we hold states",
    "corrected": "the true form of a false or ambiguous statement",
    "new": "in no text we hold",
    "measured": "a number of our own simulator: a regression, counted apart",
    "heuristic": "a law without a proof",
}
FIRST_SCREEN = 6
"""Of errata and changes so many are named at the top."""

EVIDENCE = {
    "formal": "the kernel of a proof assistant accepted it",
    "decided": "a decision procedure did, two solvers agreeing",
    "exact": "equal in exact arithmetic: the zero polynomial, equal fractions, or all cases of a stated range",
    "certified": "enclosed by ball arithmetic: finite, narrow balls that overlap, or are disjoint",
    "sampled": "simulated: “off by the margin or more” was rejected in both directions at the stated error",
    "none": "no evidence for a verdict",
}


@dataclass(frozen=True)
class Section:
    """The claims of one paper that were checked, by group."""

    key: str
    paper: Paper
    groups: Mapping[str, list[Card]]
    parts: list[graph.Part]
    pictures: list[Picture]

    @property
    def cards(self) -> list[Card]:
        return [found for group in self.groups.values() for found in group]


@dataclass(frozen=True)
class Earlier:
    """A run before, by its number in the ledger or its file: what is different now is told."""

    name: str
    run: Findings


@dataclass(frozen=True)
class Erratum:
    """A quoted statement that is refuted: what is printed, what is true, and the witness."""

    card: Card
    truths: list[tuple[str, Markup]]
    proof: str


HIDDEN = {
    code: f"\\u{code:04x}"
    for code in (*range(9), 11, 12, *range(14, 32), *range(127, 160), 0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F),
                 *range(0x2066, 0x206A), 0xFEFF)
}  # fmt: skip
"""Control characters, and those that turn the direction of text: a page shows them, and does not obey them."""


def render(
    run: Findings,
    claims: Mapping[str, Claim],
    pictures: Sequence[Picture] = (),
    made: str = "",
    earlier: Earlier | None = None,
) -> str:
    """The page.

    Parameters
    ----------
    run : recorded results; every claim of theirs is among `claims`.
    claims : all claims, by id, in their order.
    pictures : the figures of the papers, if there are any.
    made : when, in words; with the times of the run it stands on the one line that differs between two runs alike.
    earlier : the run with which this one is compared.
    """
    formulas = Formulas()
    results = {result.id: result for result in run.results}
    weaker = weaker_ancestors(claims, results)
    used_by: dict[str, list[str]] = {}
    for claim in claims.values():
        for used in claim.uses if claim.id in results else ():
            used_by.setdefault(used, []).append(claim.id)
    cards = {
        name: card(claims[name], results[name], run, formulas, used_by, weaker) for name in claims if name in results
    }
    sections = []
    for key in dict.fromkeys(found.claim.paper for found in cards.values()):
        groups: dict[str, list[Card]] = {}
        for found in cards.values():
            if found.claim.paper == key:
                groups.setdefault(found.claim.group, []).append(found)
        own = [picture for picture in pictures if picture.paper == key]
        paper = next(found.claim.source.paper for found in cards.values() if found.claim.paper == key)
        sections.append(Section(key, paper, groups, graph.parts(key, claims, results, weaker), own))
    listed = list(cards.values())
    page = _environment().get_template("page.html.j2").render(
        generator=f"bninit report {version('bninit')}",
        css=Markup(files("bninit.report").joinpath("page.css").read_text(encoding="utf-8")),
        run=run,
        made=made,
        counts=_counts(listed),
        earlier=earlier,
        changed=[change for change in _changes(earlier, run) if change.claim in cards],
        sections=sections,
        cards=cards,
        attention=[found for found in listed if _needs_attention(found)],
        open=[found for found in listed if found.result.as_expected and found.result.verdict is Verdict.UNDECIDED],
        again=replay,
        what_to_do=what_to_do,
        train=bool(needing(claims[name] for name in cards)),
        errata=[_erratum(found, cards, formulas) for found in listed if _refuted(found, "quoted")],
        readings=[found for found in listed if _refuted(found, "reading")],
        own_pictures=[p for p in pictures if p.paper not in {section.key for section in sections}],
        notation=notation.tables(),
        glyphs=GLYPHS,
        kinds=[*KINDS, "none"],
        statuses=STATUSES,
        evidence=EVIDENCE,
        known=len(claims),
        first=FIRST_SCREEN,
        results=_embedded(run),
        definitions=formulas.glyphs(),
    )  # fmt: skip
    return page.translate(HIDDEN)


@cache
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("bninit.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["linked"] = _linked
    found.filters["printable"] = printable
    found.filters["prose"] = prose
    return found


def _counts(cards: Sequence[Card]) -> dict[str, Any]:
    results = [found.result for found in cards]
    kinds = Counter(found.kind for found in cards)
    holding = [r for r in results if r.verdict is Verdict.HOLDS]
    beyond = [found for found in cards if found.result in holding and found.result.reach in ("argued", "cases")]
    reach = Counter(r.reach for r in holding if r.status != MEASURED)
    counted = {
        name: sum(getattr(result.twins, name) for result in results)
        for name in ("made", "certified_false", "refuted", "accepted", "equal", "undefined", "unknown", "models",
                     "models_refuted")
    }  # fmt: skip
    return {
        "claims": len(results),
        "expected": sum(result.as_expected for result in results),
        **{verdict.value: sum(result.verdict is verdict for result in results) for verdict in Verdict},
        "unexpected_refuted": sum(r.verdict is Verdict.REFUTED and not r.as_expected for r in results),
        "kinds": {kind: kinds[kind] for kind in (*KINDS, "none") if kinds[kind]},
        "reach": {REACHED[word]: reach[word] for word in REACHED if reach[word]},
        "measured": sum(r.status == MEASURED for r in holding),
        "by_hand": [found for found in beyond if notes.proved(found.claim) and not notes.unproved(found.claim)],
        "not_proved": [found for found in beyond if not notes.proved(found.claim) or notes.unproved(found.claim)],
        "twins": counted,
        "weaker": [found for found in cards if found.weaker],
    }


def _changes(earlier: Earlier | None, run: Findings) -> list[Change]:
    """What is different now, of the claims of this run; what got weaker first."""
    if earlier is None:
        return []
    found = changes(earlier.run.results, run.results, earlier.run.selection, run.selection)
    told = [change for change in found if change.what not in ("not checked", "not checked before")]
    return sorted(told, key=lambda change: change.direction != "weaker")


def _needs_attention(found: Card) -> bool:
    result = found.result
    return not result.as_expected or bool(result.warnings or result.twins.unknown)


def what_to_do(result: Result) -> str:
    """One sentence for a claim that needs attention."""
    if result.error:
        return "A check crashed, which says nothing of the claim: mend it at the line that is named."
    if not result.as_expected and result.verdict is Verdict.REFUTED:
        return (
            "Put the witness into both sides by hand. If they differ, the statement is false: state what is true, and "
            "keep this form with expected=Verdict.REFUTED. If not, the check computes something else."
        )
    if not result.as_expected and result.verdict is Verdict.HOLDS:
        return "It is registered as false or open, and its checks hold: find an instance that they miss, or expect it."
    if not result.as_expected and result.expected is Verdict.REFUTED:
        return "It is registered as false, and no check shows that: give an instance at which it fails, or expect it."
    if not result.as_expected:
        return "Nothing was found against it. Give what is missing: docs/howto/undecided.md has each reason."
    if result.twins.unknown:
        return "A false variant is neither told from the claim nor equal to it: give a point at which they differ."
    return "The verdict stands. A warning says that a check may compute something else: mend what warns."


def _refuted(found: Card, status: str) -> bool:
    return found.claim.status == status and found.result.verdict is Verdict.REFUTED


def _erratum(found: Card, cards: Mapping[str, Card], formulas: Formulas) -> Erratum:
    truths = [(name, formulas.svg(formula(cards[name].claim)[1])) for name in found.claim.corrected_by if name in cards]
    return Erratum(found, truths, notes.proved(found.claim))


ARXIV = re.compile(r"arXiv[: ]?(\d{4}\.\d{4,5})")


def _linked(reference: str) -> Markup:
    """A reference with its arXiv number as a link: a link is no resource that the page loads."""
    found = ARXIV.search(reference)
    if not found:
        return Markup("{}").format(reference)
    link = Markup('<a href="https://arxiv.org/abs/{}">{}</a>').format(found[1], found[0])
    return Markup("{}{}{}").format(reference[: found.start()], link, reference[found.end() :])


def _embedded(run: Findings) -> Markup:
    """The results as JSON that cannot end its script element; without times, and without what was taken from
    which run, so that the same verdicts are the same page."""
    results = [replace(result, reused=None) for result in run.results]
    data = document(results, run.plan, run.seconds, run.interrupted, run.versions)
    for key in ("seconds", "reused", "reused_from"):
        del data["run"][key]
    for claim in data["claims"]:
        del claim["seconds"], claim["cpu_seconds"]
    return Markup(to_json(data).replace("<", "\\u003c").replace("&", "\\u0026"))
