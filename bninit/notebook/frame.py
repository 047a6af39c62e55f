"""HTML for one output of a notebook: it needs no script and no style sheet, and takes the colours of what is around."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from bninit.report.formulas import Formulas

STYLE = (
    "<style>.bninit{overflow-x:auto}.bninit svg.tex{fill:currentColor;vertical-align:middle}.bninit th{text-align:left}"
    ".bninit .axis{stroke:currentColor;opacity:.4}.bninit .band{fill:currentColor;opacity:.18}"
    ".bninit .claimed{stroke:currentColor}.bninit .mean{fill:currentColor}</style>"
)


def framed(parts: Iterable[str], formulas: Formulas) -> str:
    """The parts, and the glyphs of their formulas."""
    glyphs = f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{formulas.glyphs()}</svg>'
    return f'<div class="bninit" role="group" aria-label="output" tabindex="0">{STYLE}{glyphs}{"".join(parts)}</div>'


def table(rows: Iterable[Sequence[object]], head: Sequence[object] = (), caption: str = "") -> Markup:
    """Text is escaped, Markup is not; the first cell of a row is its heading if there is no `head`."""
    top = Markup("<caption>{}</caption>").format(caption) if caption else Markup()
    if head:
        top += Markup("<tr>{}</tr>").format(Markup().join(Markup('<th scope="col">{}</th>').format(h) for h in head))
    body = Markup()
    for first, *rest in rows:
        cell = Markup("<td>{}</td>") if head else Markup('<th scope="row">{}</th>')
        body += Markup("<tr>{}{}</tr>").format(
            cell.format(first), Markup().join(Markup("<td>{}</td>").format(r) for r in rest)
        )
    return Markup("<table>{}{}</table>").format(top, body)


def paragraph(*parts: object) -> str:
    return f"<p>{Markup(' ').join(map(escape, parts))}</p>"


def picture(svg: bytes, label: str) -> Markup:
    """A drawing as an image, so that its ids meet no others."""
    from base64 import b64encode

    data = b64encode(svg).decode()
    return Markup('<img alt="{}" src="data:image/svg+xml;base64,{}">').format(label, data)
