"""Trees, fixed points, spectra and simulations as a person sees them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.console import console, dot

if TYPE_CHECKING:
    from numerics.networks import Simulation


def show(report: Callable[..., None], data: Mapping[str, Any], as_json: bool, *options: Any) -> None:
    """The report on an object, or its data as JSON."""
    if as_json:
        from bninit.plain import to_json

        click.echo(to_json(data))
    else:
        report(data, *options)


def plain_table() -> Table:
    """Columns two spaces apart, without lines."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")


def pairs(rows: Sequence[tuple[str, str]]) -> None:
    """Name and value, one per line; long values are wrapped."""
    out = console()
    wide = max(len(name) for name, _ in rows)
    for name, text in rows:
        for i, line in enumerate(textwrap.wrap(text, out.width - wide - 3, break_on_hyphens=False) or [""]):
            out.print(Text(f"{name if i == 0 else '':{wide}}  {line}"))


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
    error = data["c_error"]
    out.print("  exact: the tree settles" if error == "0" else f"  off by at most {error}")
    if plot:
        out.print(printable(f"picture: {plot}"))


def replicates(found: Simulation) -> list[dict[str, Any]]:
    """The observables of each network as plain data; `escaped` is None where no point has escaped."""
    return [
        {
            "norm_ratio": float(found.norm_ratio[r]),
            "cos_outlier_cluster": float(found.cos_outlier_cluster[r]),
            "cos_cluster": float(found.cos_cluster[r]),
            "escaped": int(found.escaped[r]) if found.escaped[r] >= 0 else None,
            "rank": int(found.rank[r]),
            "rank_tolerance": float(found.rank_tolerance[r]),
            "rank_kept": float(found.rank_kept[r]),
            "rank_dropped": float(found.rank_dropped[r]),
            "distinct_columns": int(found.columns[r]),
            "log_scale": float(found.log_scale[r]),
        }
        for r in range(len(found.norm_ratio))
    ]


def simulation_report(run: Mapping[str, Any], found: Simulation, out_file: str | None, plot: str | None) -> None:
    """One line per network, the first twenty."""
    out = console()
    parts = (
        f"n = {run['n']}",
        f"width {run['width']}",
        f"depth {run['depth']}",
        ",".join(run["components"]) or "linear",
    )
    out.print(Text(f" {dot()} ".join((*parts, f"seed {run['seed']}"))))
    made = f"{run['dtype']} on {run['device']}, normals by {run['generator']}: the same seed gives the same with these"
    out.print(Text(made, style="dim"))
    table = plain_table()
    for heading in ("network", "norm ratio", "cos outlier", "cos cluster", "escaped", "rank", "columns"):
        table.add_column(heading, justify="right")
    rows = replicates(found)
    for number, row in enumerate(rows[:20]):
        escaped = "none" if row["escaped"] is None else f"point {row['escaped']}"
        cosines = (f"{row[name]:.4f}" for name in ("cos_outlier_cluster", "cos_cluster"))
        table.add_row(
            str(number), f"{row['norm_ratio']:.4f}", *cosines, escaped, str(row["rank"]), str(row["distinct_columns"])
        )
    out.print(table)
    if len(rows) > 20:
        out.print(f"  and {len(rows) - 20} more: take --json")
    tolerance, dropped = (max(row[name] for row in rows) for name in ("rank_tolerance", "rank_dropped"))
    kept = min(row["rank_kept"] for row in rows)
    out.print(f"ranks are of floats: singular values above {tolerance:.1e} of the largest;")
    out.print(f"the least kept is {kept:.1e}, the greatest dropped {dropped:.1e}")
    for name, path in (("written", out_file), ("picture", plot)):
        if path:
            out.print(printable(f"{name}: {path}"))


def fixed_point_report(data: Mapping[str, Any]) -> None:
    """The figures of a fixed point, or why there is none."""
    if not data["exists"]:
        pairs([("none exists", data["reason"])])
        return
    shown = {"n": "inf" if data["n"] is None else str(data["n"]), "components": ", ".join(data["components"])}
    rows = {**data, **shown}
    pairs([(name.replace("_", " "), text) for name, text in rows.items() if isinstance(text, str)])


def spectrum_report(data: Mapping[str, Any]) -> None:
    """One line per eigenvalue, and the verdict."""
    if not data["exists"]:
        pairs([("none exists", data["reason"])])
        return
    out = console()
    out.print(Text(f"{data['kind']}, n = {data['n']}, {', '.join(data['components'])}; group {data['group']}"))
    table = plain_table()
    table.add_column("eigenvalue", overflow="fold")
    table.add_column("multiplicity", justify="right")
    table.add_column("representation", overflow="fold")
    for row in data["eigenvalues"]:
        scale = " (scale)" if row["scale"] else ""
        table.add_row(row["value"], str(row["multiplicity"]), row["representation"] + scale)
    out.print(table)
    out.print("stable" if data["stable"] else f"unstable, index {data['index']}")
    out.print(Text(f"evidence: {data['evidence']}"))
    if data["says"]:
        out.print(Text(data["says"]))


def phase_report(data: Mapping[str, Any], plot: str | None) -> None:
    """Norm ratios of the branches for each batch size."""
    out = console()
    table = plain_table()
    kinds = list(dict.fromkeys(row["kind"] for row in data["branches"]))
    table.add_column("n", justify="right")
    for kind in kinds:
        table.add_column(kind, justify="right")
    table.add_column("networks (median)", justify="right")
    medians = {row["n"]: f"{row['median']:.3f}" for row in data["networks"]}
    for size in dict.fromkeys(row["n"] for row in data["branches"]):
        rows = {row["kind"]: row for row in data["branches"] if row["n"] == size}
        cells = (
            f"{float(rows[kind]['norm_ratio']):.4f} {'s' if rows[kind]['stable'] else 'u'}" if kind in rows else dot()
            for kind in kinds
        )
        table.add_row(str(size), *cells, medians.get(size, dot()))
    out.print(table)
    out.print("s stable, u unstable")
    if data["saddle_node"]:
        out.print(f"saddle-node at n* = {data['saddle_node']['n']}")
    if data["networks"]:
        out.print(f"networks: width {data['width']}, depth {data['depth']}, seed {data['seed']}")
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
        rows.append((f"width {data['width']}", f"P(rank < n) at most {data['failure_bound']}"))
    if "width_for_failure" in data:
        needed = data["width_for_failure"] or data["no_width"]
        rows.append(("width needed", f"{needed} for P(rank < n) below {data['failure']}"))
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
    size = "every d" if data["d"] == "general" else f"d = {data['d']}"
    out.print(Text(f"H -> RS(H + gamma W H), {size}; M, M+ the correlation matrices of the rows"))
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
