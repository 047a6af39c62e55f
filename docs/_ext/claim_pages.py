"""A page for each group of claims, made from the registry and the proof notes, with the formulas of the report.

The pages lie in reference/claims/ and are made anew by each build; a page that is as it was is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from markupsafe import Markup, escape

from bninit import notes
from bninit.report.formulas import Formulas
from bninit.report.page import STATUSES
from bninit.report.typeset import markdown, pieces, prose
from bninit.run.load import load
from bninit.show import coverage, ladder, reach
from bninit.show.note import evaluated
from bninit.show.statement import formula, left_side, rest, unsaid
from numerics.judging import checks_of
from theory.claim import Claim, Verdict
from theory.registry import sources

FOLDER = "reference/claims"


def setup(app: Any) -> dict[str, bool]:
    app.connect("builder-inited", lambda app: write(Path(app.srcdir) / FOLDER))
    app.connect("doctree-read", scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def scripts(app: Any, page: Any) -> None:
    """Indices and powers in the words of claims and notes, set as in the report."""
    if not app.env.docname.startswith((FOLDER, "reference/notation")):
        return
    tags = {
        "": nodes.Text,
        "sub": lambda text: nodes.subscript("", text),
        "sup": lambda text: nodes.superscript("", text),
    }
    for text in list(page.findall(nodes.Text)):
        if not isinstance(text.parent, nodes.literal | nodes.literal_block | nodes.raw | nodes.title):
            text.parent.replace(text, [tags[tag](part) for tag, part in pieces(str(text)) if part])


def write(folder: Path) -> None:
    """Every page, and the list of them."""
    groups: dict[tuple[str, str], list[Claim]] = {}
    for claim in load().values():
        groups.setdefault((claim.paper, claim.group), []).append(claim)
    pages = {f"{paper}-{group}.md": page(paper, group, claims) for (paper, group), claims in groups.items()}
    every = [claim for claims in groups.values() for claim in claims]
    pages |= {"index.md": index(groups), "reach.md": reach.page(every), "evidence.md": ladder.page(every)}
    pages["sources.md"] = coverage.page(every, sources())
    folder.mkdir(exist_ok=True)
    for old in set(folder.glob("*.md")) - {folder / name for name in pages}:
        old.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def index(groups: dict[tuple[str, str], list[Claim]]) -> str:
    """The papers, and a table of contents for each."""
    lines = ["# Claims", ""]
    every = [claim for claims in groups.values() for claim in claims]
    false = sum(claim.expected is Verdict.REFUTED for claim in every)
    lines += [f"All {len(every)} claims of the suite, {false} of them registered as false: statement, formula, what",
              "one may rely on, and the proof note. A page is a group. `bninit check` settles them.", "",
              "```{toctree}", ":maxdepth: 1", "", "sources", "reach", "evidence", "```", ""]  # fmt: skip
    for key in dict.fromkeys(paper for paper, _ in groups):
        paper = next(claim.source.paper for claim in every if claim.paper == key)
        lines += [
            f"## {key}",
            "",
            f"{literal(paper.authors)}: {literal(paper.title)} ({literal(paper.reference)}).",
            "",
        ]
        own = [group for paper, group in groups if paper == key]
        lines += ["```{toctree}", ":maxdepth: 1", ""]
        lines += [*(f"{key}.{group} ({len(groups[key, group])}) <{key}-{group}>" for group in own), "```", ""]
    return "\n".join(lines)


def page(paper: str, group: str, claims: Iterable[Claim]) -> str:
    """Each claim with its record and note, and above them, folded, the head of the group's note."""
    formulas = Formulas()
    path = notes.folder() / paper / f"{group}.md"
    head = path.read_text(encoding="utf-8").split("\n## ")[0].split("\n", 1)[1].strip() if path.is_file() else ""
    folded = [
        raw("<details><summary>Letters and conventions of this page</summary>"),
        markdown(head),
        raw("</details>"),
    ]
    own = [part for claim in claims for part in told(claim, formulas)]
    parts = [f"# {paper}.{group}", *(folded if head else ()), *own]
    glyphs = f'<svg class="definitions" aria-hidden="true" width="0" height="0">{formulas.glyphs()}</svg>'
    return "\n\n".join([*parts, raw(glyphs)]) + "\n"


def told(claim: Claim, formulas: Formulas) -> Iterator[str]:
    """One claim: a target of its id, the statement, what it says in words, the record, the note."""
    yield f"({claim.id})=\n## {claim.name}"
    front, tex = formula(claim)
    if tex:
        yield raw(f'<p class="formula">{prose(front)}{formulas.svg(tex)}</p>')
    place, source = left_side(claim)
    if source:
        yield raw(f"<details><summary>The left side, by definition: <code>{escape(place)}</code></summary>")
        yield f"``````python\n{source}\n``````"
        yield raw("</details>")
    false = "**✗ Registered as false:** " if claim.expected is Verdict.REFUTED else ""
    yield false + literal(claim.says[0].upper() + claim.says[1:]) + "."
    rows = [
        ("Claim", f"`{claim.id}`"),
        ("Source", literal(f"{claim.paper}, {claim.source.item} · {claim.status} ({STATUSES[claim.status]})")),
        ("Hypotheses", literal(unsaid(claim))),
        ("Silent on", literal(claim.silent_on)),
        ("Checks", "".join(f"\n  - {literal(words)}" for words in (*map(evaluated, checks_of(claim)), rest(claim)))),
        ("Uses", linked(claim.uses)),
        ("True is", linked(claim.corrected_by)),
        ("Stated in", code(notes.statement(claim))),
    ]
    yield "\n".join(f"- **{label}:** {text}" for label, text in rows if text)
    if note := notes.section(claim):
        yield markdown(note.split("\n", 1)[1].strip())


def linked(ids: Iterable[str]) -> str:
    return ", ".join(f"[{name}](#{name})" for name in ids)


def code(text: str) -> str:
    return f"`` {text} ``" if text else ""


def literal(text: str) -> str:
    """Words in which nothing is markup."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", " ".join(text.split()))


def raw(html: str | Markup) -> str:
    """HTML as it is; the names of glyphs, of which a page has thousands, are short."""
    return f"```{{raw}} html\n{html}\n```".replace("STIXTwoMathRegular_", "g")
