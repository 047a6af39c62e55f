"""Claims and results."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup

from bninit.notebook.frame import framed, paragraph, table
from bninit.report.formulas import Formulas
from bninit.report.plots import cell
from bninit.report.strength import GLYPHS
from bninit.results.result import Result
from bninit.show.claims import reasons
from bninit.show.evidence import in_words
from bninit.show.statement import formula, rely, unsaid
from theory.claim import Claim, Verdict
from theory.claim.record import made


def claim_latex(claim: Claim) -> str:
    front, tex = formula(claim)
    words = MARKUP.sub(r"\\\g<0>", front).replace("^", r"\^{}")
    return rf"{words}$\displaystyle {tex}$"


MARKUP = re.compile(r"[#$%&_{}]")
"""What words must escape in LaTeX."""


def claim_html(claim: Claim) -> str:
    """The statement, what it says in words, its hypotheses, and what one may rely on."""
    formulas = Formulas()
    source = claim.source
    front, tex = formula(claim)
    rows = [
        ("Source", f"{source.paper.key}, {source.item} ({claim.status})"),
        ("Hypotheses", unsaid(claim)),
        ("Silent on", claim.silent_on),
        ("Rely on", rely(claim)),
    ]
    expected = "" if claim.expected is Verdict.HOLDS else f" · expected: {claim.expected}"
    says = claim.says[0].upper() + claim.says[1:]
    shown = [Markup("{}{}").format(front, formulas.svg(tex))] if tex else []
    heading = Markup("<strong>{}</strong>{}").format(claim.id, expected)
    return framed([*map(paragraph, [heading, *shown, f"{says}."]), table(row for row in rows if row[1])], formulas)


def result_latex(result: Result) -> str:
    glyph = {Verdict.HOLDS: r"\checkmark", Verdict.REFUTED: r"\times", Verdict.UNDECIDED: "?"}[result.verdict]
    return rf"${glyph}\ \text{{{result.verdict}: {result.id}}}$"


def result_html(result: Result) -> str:
    """Verdict, evidence, twins; the formula is that of the claim of that id which this process made last, if any."""
    formulas = Formulas()
    expected = "as expected" if result.as_expected else f"expected: {result.expected}"
    verdict = Markup("{} <strong>{}</strong> ({})").format(GLYPHS[result.verdict], result.verdict, expected)
    tex = next((formula(claim)[1] for claim in reversed(made()) if claim.id == result.id), "")
    twins = result.twins
    counts = ("made", "certified_false", "refuted", "accepted")
    told = ", ".join(f"{getattr(twins, name)} {name.replace('_', ' ')}" for name in counts)
    parts = [
        paragraph(verdict, Markup("<code>{}</code>").format(result.id)),
        *([paragraph(formulas.svg(tex))] if tex else []),
        *map(paragraph, reasons(result)),
        *_evidence(result),
        paragraph(f"twins: {told}"),
    ]
    return framed(parts, formulas)


def _evidence(result: Result) -> Iterator[str]:
    """A line for each check, and one with a picture for each instance of a simulation."""
    rows = [(e.kind, f"{GLYPHS[e.verdict]} {e.verdict}", e.scope, in_words(e.figures)) for e in result.evidence]
    if rows:
        yield table(rows, ("evidence", "verdict", "of what", "figures"))
    cells = [cell(data) for e in result.evidence for data in e.figures.get("cells", ())]
    if cells:
        instances = [(c.at, c.svg, c.words, c.verdict) for c in cells]
        yield table(instances, ("instance", "claimed ± margin, mean", "in numbers", "verdict"))
