"""Exact objects in words: trees, ranks, expansions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.console import console, pairs

if TYPE_CHECKING:
    pass


def tree_report(data: Mapping[str, Any], plot: str | None) -> None:
    """Gram matrix (where it fits) and limit of a tree."""
    out = console()
    gram = data["gram"]
    wide = max(len(entry) for row in gram for entry in row)
    n = len(gram)
    out.print(Text(f"batch ({', '.join(map(str, data['batch']))}), n = {n}"[: out.width]))
    out.print(f"Gram matrix over the leaves at depth {data['depth']}:")
    if n * (wide + 2) <= out.width:
        for row in gram:
            out.print(Text("  ".join(f"{entry:>{wide}}" for entry in row)))
    else:
        out.print(f"  {n} x {n} entries of up to {wide} characters: take --json, or a smaller --depth")
    out.print(f"unstable leaves: {data['unstable_leaves']}")
    out.print("limit alpha^L G_L -> c_min O_min + c_max O_max:")
    pairs([(f"  {name}", str(data[name])) for name in ("c_min", "c_max")])
    for name, places in data["tied"].items():
        out.print(f"  the {name} value {data['batch'][places[0]]} is that of {len(places)} points: none escapes")
    error = data["c_error"]
    out.print("  exact: the tree settles" if error == "0" else f"  off by at most {error}")
    if plot:
        out.print(printable(f"picture: {plot}"))


def rank_report(data: Mapping[str, Any]) -> None:
    """Greatest rank, what lowers it, growth constant and widths; columns are counted from 0."""
    doubled = f"{data['antipodal']} of both rays (rank {data['antipodal_rank']})"
    rows = [
        ("greatest rank", f"{data['max_rank']} of {data['n']}; rank X = {data['rank']}"),
        ("rays, lines", f"{data['rays']} rays on {data['lines']} lines, {doubled}"),
        ("non-collinear", "every pair" if data["pairwise_non_collinear"] else "no"),
    ]
    for name, label in (("zero_columns", "zero"), ("parallel", "parallel"), ("antipodes", "antipodal")):
        if data[name]:
            shown, more = ", ".join(str(entry) for entry in data[name][:12]), len(data[name]) - 12
            rows.append((label, f"columns {shown}" + (f" and {more} more" if more > 0 else "")))
    if "p_star" in data:
        decimal = f" = {data['p_star_decimal']}" if data["p_star"] != data["p_star_decimal"] else ""
        rows.append(("p*", f"{data['p_star']}{decimal} ({data['why']})"))
    else:
        rows.append(("p* at least", data["p_star_lower"]))
    if "failure_bound" in data:
        exact = f"P(rank < n) = {data['failure_exact']} by its law" if "failure_exact" in data else ""
        rows.append((f"width {data['width']}", exact or f"P(rank < n) at most {data['failure_bound']}"))
    if "width_for_failure" in data:
        needed = data["width_for_failure"] or data["no_width"]
        below = f"for P(rank < n) below {data['failure']}"
        if "least_width" in data:
            rows.append(("least width", f"{data['least_width']} {below}, by its law"))
        else:
            rows.append(("sufficient width", f"{needed} {below}, by a bound: fewer may do"))
    pairs(rows)


def expansion_report(data: Mapping[str, Any], latex: bool) -> None:
    """Coefficients of the powers of gamma, for the norm and for the first pair of rows."""
    out = console()
    first = data["pairs"][0]
    square = f"(M^{{+}}_{{{first['i']}{first['j']}}})^{{2}}"
    if latex:
        for left, terms in ((r"\|M^{+}\|_F^{2}", data["coefficients"]), (square, first["coefficients"])):
            powers = "\n  + ".join(rf"\gamma^{{{c['power']}}}\left({c['latex']}\right)" for c in terms)
            click.echo(rf"\mathbb{{E}}{left} = {powers} + O(\gamma^{{{data['order'] + 1}}})")
        return
    known = "".join(f", {name} = {moment}" for name, moment in data["moments"].items())
    size = "every width d" if data["d"] == "general" else f"width {data['d']}"
    out.print(Text(f"H -> RS(H + gamma W H), {size}; M, M+ correlation matrices of the rows"))
    pairs([("weights", f"independent, E w = 0, E w^2 = 1{known}")])
    for title, terms in (
        ("E |M+|_F^2", data["coefficients"]),
        (f"E (M+_{first['i']}{first['j']})^2", first["coefficients"]),
    ):
        out.print(title)
        pairs([(f"  gamma^{c['power']}", c["text"]) for c in terms])
    if data["d"] == "general":
        pairs([("where", "F = |M|_F^2, T = Tr M^3, D = sum_a (M^2)_aa^2; a sum in [ ] is one factor")])
    elif len(data["pairs"]) > 1:
        pairs([("other pairs", f"the same with the rows exchanged; --json lists all {len(data['pairs'])}")])
