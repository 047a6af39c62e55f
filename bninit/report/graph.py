"""What uses what: an inline SVG for each connected part of the claims of a paper, every node a link to its card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from bninit.report.layout import Layered, Node, components, layered
from bninit.report.strength import GLYPHS, strongest
from bninit.results.result import Result
from theory.claim import Claim

ROW, HEIGHT, GAP, LETTER, BADGE, MARGIN = 27, 21, 34, 6.7, 44, 3
"""Pixels: distance of rows, height of a node, room between layers, width of a letter, of the badges, margin."""


@dataclass(frozen=True)
class Part:
    """One connected part: its drawing, and what it says in words."""

    svg: Markup
    size: int
    label: str


def parts(
    paper: str,
    claims: Mapping[str, Claim],
    results: Mapping[str, Result],
    weaker: Mapping[str, list[str]],
) -> list[Part]:
    """The claims of a paper that use or are used, with what they use of other papers; largest part first."""
    edges = [(used, c.id) for c in claims.values() for used in c.uses if c.id in results and used in results]
    edges = [edge for edge in edges if paper == claims[edge[1]].paper]
    touched = {name for edge in edges for name in edge}
    nodes = [name for name in claims if name in touched]
    drawn = []
    for part in components(nodes, edges):
        inside = [edge for edge in edges if edge[0] in part]
        groups = ", ".join(dict.fromkeys(claims[name].group for name in part if claims[name].paper == paper))
        label = f"{len(part)} claims ({groups}), {len(inside)} uses"
        drawn.append(Part(_svg(label, paper, layered(part, inside), claims, results, weaker), len(part), label))
    return drawn


def _svg(
    label: str,
    paper: str,
    found: Layered,
    claims: Mapping[str, Claim],
    results: Mapping[str, Result],
    weaker: Mapping[str, list[str]],
) -> Markup:
    left, widths = [], []
    x = float(MARGIN)
    for layer in found.layers:
        names = [_name(claims[node], paper) for node in layer if isinstance(node, str)]
        width = BADGE + LETTER * max(map(len, names), default=0)
        left.append(x)
        widths.append(width)
        x += width + GAP
    layer_of = {node: i for i, layer in enumerate(found.layers) for node in layer}
    width, height = x - GAP + MARGIN, (max(found.rows.values()) * ROW) + HEIGHT + 2 * MARGIN

    def middle(node: Node) -> float:
        return MARGIN + found.rows[node] * ROW + HEIGHT / 2

    lines = []
    for path in found.paths.values():
        steps: list[str] = []
        for one, other in pairwise(path):
            a, b = layer_of[one], layer_of[other]
            x0, x1, y0, y1 = left[a] + widths[a], left[b], middle(one), middle(other)
            bend = (x1 - x0) / 2
            start = f"M{x0:.0f} {y0:.1f}" if not steps else f"H{x0:.0f}"
            steps.append(f"{start}C{x0 + bend:.0f} {y0:.1f} {x1 - bend:.0f} {y1:.1f} {x1:.0f} {y1:.1f}")
        dashed = ' class="dashed"' if path[0] in weaker[path[-1]] else ""
        lines.append(f'<path{dashed} d="{"".join(steps)}"/>')
    boxes = [
        _node(claims[node], results[node], _name(claims[node], paper), left[i], middle(node), widths[i], weaker[node])
        for i, layer in enumerate(found.layers)
        for node in layer
        if isinstance(node, str)
    ]
    return Markup(
        f'<svg class="graph" role="group" aria-label="{escape(label)}" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}"><g class="edges">{"".join(lines)}</g>{"".join(boxes)}</svg>'
    )


def _node(claim: Claim, result: Result, name: str, x: float, y: float, width: float, weaker: list[str]) -> str:
    kind = strongest(result)
    words = f"{claim.id}: {claim.status}, {result.verdict}, evidence {kind}"
    if weaker:
        words += f"; rests on weaker evidence: {', '.join(weaker)}"
    classes = f"node {kind} {claim.status}" + (" dashed" if weaker else "")
    inner = (
        f'<rect class="inner" x="{x + 3:.1f}" y="{y - HEIGHT / 2 + 3:.1f}" width="{width - 6:.1f}" '
        f'height="{HEIGHT - 6}" rx="2"/>'
        if claim.status == "corrected"
        else ""
    )
    return (
        f'<a class="{classes}" href="#{escape(claim.id)}" aria-label="{escape(words)}"><title>{escape(words)}</title>'
        f'<rect x="{x:.1f}" y="{y - HEIGHT / 2:.1f}" width="{width:.1f}" height="{HEIGHT}" rx="4"/>{inner}'
        f'<text x="{x + 8:.1f}" y="{y + 4:.1f}">{GLYPHS[result.verdict]} {escape(name)}</text>'
        f'<text class="kind" x="{x + width - 7:.1f}" y="{y + 4:.1f}">{kind[0] if kind != "none" else ""}</text></a>'
    )


def _name(claim: Claim, paper: str) -> str:
    return claim.name if claim.paper == paper else f"{claim.paper}.{claim.name}"
