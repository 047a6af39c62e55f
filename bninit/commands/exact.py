"""Commands on exact and certified objects: tree, fixed-point, spectrum, phase-diagram, rank, expand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click

from bninit.input import batches, numbers
from bninit.input.cost import afford
from bninit.input.numbers import rational, rationals, whole
from bninit.input.options import file_option, json_option, rows_option, scheduler_option, seed_option
from bninit.input.paths import new_file
from bninit.input.refusal import BadInput

KINDS = ("symmetric", "outlier", "broken", "saddle", "escaped")


class NumbersFirst(click.Command):
    """A command whose argument may begin with a minus sign: "-1,0,5" is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {arg}" if re.match(r"-([\d.]|[^-].*,)", arg) else arg for arg in args])


@click.command(cls=NumbersFirst)
@click.argument("batch", metavar="X1,X2,...")
@click.option("--depth", type=int, default=6, show_default=True, help="Depth L of the leaves.")
@click.option("--digits", type=int, default=50, show_default=True, help="Digits of the limit.")
@file_option("--plot", help="Draw the first layers (.svg, .png, .pdf).")
@json_option
def tree(batch: str, depth: int, digits: int, plot: str | None, as_json: bool) -> None:
    """Exact tree of a batch of rational numbers.

    Prints the Gram matrix summed over the 2^L leaves at depth L, and c_min, c_max of its limit
    alpha^L G_L -> c_min O_min + c_max O_max.
    """
    from theory.tree import Tree

    numbers = rationals(batch)
    whole("depth", depth, 0)
    whole("digits", digits, 1)
    if plot:
        new_file(plot, (".svg", ".png", ".pdf"))
    figure = None
    try:
        grown = Tree(numbers)
        if plot:
            from bninit.draw.tree import tree_figure

            figure = tree_figure(grown)
        gram = [[entry.str() for entry in row] for row in grown.gram_flint(depth).tolist()]
        c_min, c_max, error = grown.limit(digits).strings()
        unstable = grown.unstable_leaves(depth)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    except OverflowError as refusal:
        raise BadInput("numbers beyond 1e308 cannot be drawn; leave out --plot") from refusal
    if plot and figure:
        from bninit.files import save_figure

        save_figure(figure, plot)
    data = {"batch": list(numbers), "depth": depth, "gram": gram, "c_min": c_min, "c_max": c_max,
            "c_error": error, "unstable_leaves": unstable}  # fmt: skip
    from bninit.show import objects as objects_shown

    objects_shown.show(objects_shown.tree_report, data, as_json, plot)


def _size(ctx: click.Context, param: click.Parameter, value: str) -> int | None:
    """A whole number, or None for an infinite batch."""
    if value in ("inf", "oo"):
        return None
    try:
        return int(value)
    except ValueError:
        raise BadInput(f"n = {value!r} is not a whole number; give one, or inf for an infinite batch") from None


kind_argument = click.argument("kind", type=click.Choice(KINDS), metavar="|".join(KINDS))
components_option = click.option("--components", default="rc,nl", show_default=True, help="Subset of rc,rs,nl.")
escaped_option = click.option("--k", type=int, default=1, show_default=True, help="Number of escaped points.")
digits_option = click.option("--digits", type=int, default=20, show_default=True, help="Digits, all correct.")


@click.command("fixed-point", short_help="Fixed points at infinite width, to any digits.")
@kind_argument
@click.option("--n", "size", required=True, callback=_size, help="Batch size; inf for symmetric.")
@components_option
@escaped_option
@digits_option
@json_option
def fixed_point(kind: str, size: int | None, components: str, k: int, digits: int, as_json: bool) -> None:
    """Fixed point of the infinite-width Gram map, exact or certified.

    symmetric: all points alike. outlier: k equal points orthogonal to the others. broken: one escaped point, stable.
    saddle: between broken and symmetric. escaped: k escaped points (saddle with --k: the other such point).
    """
    from theory.wide.fixed_points import NoFixedPoint, of_kind

    whole("digits", digits, 1)
    asked = {"kind": kind, "n": size, "components": [c.strip() for c in components.split(",")]}
    try:
        found = of_kind(kind, size, components, k)
        data = {"exists": True, **asked, "components": list(found.components), "k": found.k, **found.figures(digits)}
        data |= {"radius": found.radius(digits), "evidence": found.evidence}
    except NoFixedPoint as absence:
        data = {"exists": False, **asked, "k": k, "reason": absence.reason}
    except (ValueError, ArithmeticError) as refusal:
        raise BadInput(str(refusal)) from refusal
    from bninit.show import objects as objects_shown

    objects_shown.show(objects_shown.fixed_point_report, data, as_json)


@click.command(short_help="Stability of a fixed point.")
@kind_argument
@click.option("--n", "size", type=int, required=True, help="Batch size.")
@components_option
@escaped_option
@digits_option
@json_option
def spectrum(kind: str, size: int, components: str, k: int, digits: int, as_json: bool) -> None:
    """Eigenvalues of the Gram map's derivative at a fixed point, by representations, relative to its multiplier."""
    from theory.wide.fixed_ray import NoFixedPoint
    from theory.wide.spectrum import spectrum as spectrum_of

    whole("digits", digits, 1)
    asked = {"kind": kind, "n": size, "components": [c.strip() for c in components.split(",")], "k": k}
    try:
        data = {"exists": True, **spectrum_of(kind, size, components, k, digits).figures()}
    except NoFixedPoint as absence:
        data = {"exists": False, **asked, "reason": absence.reason}
    except (ValueError, ArithmeticError) as refusal:
        raise BadInput(str(refusal)) from refusal
    from bninit.show import objects as objects_shown

    objects_shown.show(objects_shown.spectrum_report, data, as_json)


@click.command("phase-diagram", short_help="All branches of fixed points against n.")
@components_option
@click.option("--nmax", type=int, default=30, show_default=True, help="Largest batch size.")
@click.option("--replicates", type=int, default=4, show_default=True, help="Simulated networks a size; 0 for none.")
@click.option("--width", type=int, default=300, show_default=True, help="Width of the simulated networks.")
@scheduler_option
@seed_option
@file_option("--plot", help="Draw it (.svg, .png, .pdf).")
@json_option
def phase_diagram(components: str, nmax: int, replicates: int, width: int, scheduler: str | None, seed: int | None,
                  plot: str | None, as_json: bool) -> None:  # fmt: skip
    """Norm ratio of every branch of fixed points against the batch size, with stability, saddle-node and networks."""
    from bninit.draw import phase
    from bninit.run.scheduler import threads_or
    from bninit.show import console as terminal
    from numerics.streams import fresh_seed

    whole("nmax", nmax, 3, 200)
    whole("replicates", replicates, 0, 100)
    whole("width", width, 1)
    if plot:
        new_file(plot, (".svg", ".png", ".pdf"))
    what = f"networks of width {width:,}, {replicates:,} for each batch size up to {nmax:,}"
    afford(what, phase.operations(nmax, replicates, width), "--replicates, --width or --nmax")
    seed = fresh_seed() if seed is None else seed
    try:
        with threads_or(scheduler) as executor, terminal.progress() as bar:
            task = bar.add_task("batch sizes", total=None)

            def tell(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total)

            data = phase.diagram(components, nmax, replicates, width, seed, tell, executor)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    if plot:
        from bninit.files import save_figure

        save_figure(phase.figure(data), plot)
    from bninit.show import objects as objects_shown

    objects_shown.show(objects_shown.phase_report, data, as_json, plot)


@click.command(cls=NumbersFirst, short_help="Rank of a random ReLU layer on a batch.")
@click.argument("points", required=False, metavar="[X1;X2;...]")
@file_option("--batch", "file", help="A .csv of exact rational numbers, columns = data points.")
@rows_option
@click.option("--width", type=int, help="Bound the failure probability at this width.")
@click.option("--failure", default="1/1000", show_default=True, help="Find the width that fails more seldom.")
@json_option
def rank(points: str | None, file: str | None, rows: bool, width: int | None, failure: str, as_json: bool) -> None:
    """Greatest rank of relu(WX), and how surely a Gaussian layer reaches it.

    Points are separated by semicolons, coordinates by commas: "1,0;1/2,1;0,1".
    """
    from theory.rank import Batch

    if (points is None) == (file is None):
        raise BadInput('give either points such as "1,0;0,1" or --batch FILE')
    if width is not None:
        whole("width", width, 1, 10**6)
    columns = numbers.points(points) if points is not None else batches.rational_file(str(file), rows)
    try:
        data = _rank_data(Batch.of_points(columns), width, failure)
    except (ValueError, ArithmeticError) as refusal:
        raise BadInput(str(refusal)) from refusal
    from bninit.show import objects as objects_shown

    objects_shown.show(objects_shown.rank_report, data, as_json)


def _rank_data(X: Any, width: int | None, failure: str) -> dict[str, Any]:
    """Diagnosis, growth constant and bounds of a batch as plain data; columns are counted from 0."""
    from theory import rank as ranks
    from theory.rank.bounds import failure_bound, p_star_lower, width_for
    from theory.rank.planar import p_star

    found = ranks.diagnose(X)
    data: dict[str, Any] = {
        "n": found.n,
        "k": X.k,
        "rank": found.rank,
        "max_rank": found.max_rank,
        "rays": found.rays,
        "lines": found.lines,
        "antipodal": found.antipodal,
        "antipodal_rank": found.antipodal_rank,
        "pairwise_non_collinear": found.pairwise_non_collinear,
        "zero_columns": found.zero_columns,
        "parallel": found.parallel,
        "antipodes": found.antipodes,
    }
    try:
        exact = p_star(X)
        decimal = exact.enclosure(20).str(12, radius=False)
        data |= {"p_star": str(exact.value), "p_star_decimal": decimal, "why": exact.says}
    except ValueError:  # neither planar nor independent: bounds are known
        data |= {"p_star_lower": p_star_lower(X).best.lower().str(8, radius=False)}
    if width is not None:
        data |= {"width": width, "failure_bound": failure_bound(X, width).upper().str(8, radius=False)}
    if found.reaches_n:
        target = rational(failure)
        if not 0 < target < 1:
            raise BadInput(f"--failure {failure} is no probability to stay below; give one between 0 and 1")
        data["failure"] = failure
        try:
            data["width_for_failure"] = width_for(X, target)
        except ValueError as beyond:
            data |= {"width_for_failure": None, "no_width": str(beyond)}
    return data


GRAPHS, MONOMIALS = 10_000, 5_000
"""The cost of `expand` that is still a matter of seconds."""


@click.command(short_help="One residual layer with BN, in powers of gamma.")
@click.option("--order", type=int, default=4, show_default=True, help="Highest power of gamma.")
@click.option("--d", "size", type=int, help="Width: 2 to 9. Left out: every d, by sums over the entries of M.")
@click.option("--latex", is_flag=True, help="Print LaTeX.")
@json_option
def expand(order: int, size: int | None, latex: bool, as_json: bool) -> None:
    """Expand E |M+|_F^2 and E (M+_ij)^2 in powers of gamma.

    M is the correlation matrix of the d rows of H, and M+ that of RS(H + gamma W H). The entries of W are independent,
    with mean 0, variance 1 and any higher moments.
    """
    from theory.expansion import graphs

    if latex and as_json:
        raise BadInput("--latex and --json together; JSON holds the LaTeX, so leave out --latex")
    whole("order", order, 0, 20)
    if (count := graphs(order)) > GRAPHS:
        raise BadInput(
            f"order {order} takes some {count:,} graphs; give a lower --order, up to {GRAPHS:,} are computed"
        )
    if size is not None:
        whole("d", size, 2, 9)
        if (count := 2 * size ** (order // 2 + 2)) > MONOMIALS:
            raise BadInput(
                f"order {order} at d = {size} has some {count:,} terms; give a lower --order or --d, or leave out --d "
                f"(up to {MONOMIALS:,} are computed)"
            )
    from bninit.show import objects as objects_shown

    objects_shown.show(objects_shown.expansion_report, _expansion_data(order, size), as_json, latex)


def _expansion_data(order: int, size: int | None) -> dict[str, Any]:
    """Coefficients of gamma^0..gamma^order as text and LaTeX; rows are counted from 1."""
    from itertools import combinations

    from sympy import factor

    from theory.expansion import by_moments, central_moment, frobenius, in_symbols, pair_moment
    from theory.expansion.brute_force import Pair
    from theory.expansion.index_sums import NAMES, latex, symbol

    norm, pair = [frobenius(k) for k in range(order + 1)], [pair_moment(k) for k in range(order + 1)]
    names = {}
    pairs: dict[tuple[Any, Any], list[Any]]
    if size is None:
        factors = {f for terms in (*norm, *pair) for product, _ in terms for f in product} - NAMES.keys()
        names = {symbol(f): latex(f) for f in factors}
        total, pairs = [in_symbols(terms) for terms in norm], {("i", "j"): [in_symbols(terms) for terms in pair]}
    else:
        ring = Pair(size, order)
        total = [ring.expression(ring.of(terms)) for terms in norm]
        pairs = {
            (i + 1, j + 1): [ring.expression(ring.of(terms, rows=(i, j))) for terms in pair]
            for i, j in combinations(range(size), 2)
        }
    arranged = factor if size == 2 else by_moments
    return {
        "d": "general" if size is None else size,
        "order": order,
        "coefficients": [_coefficient(k, arranged(e), names) for k, e in enumerate(total)],
        "moments": {str(central_moment(k)): f"E w^{k}" for k in range(3, order + 1)},
        "pairs": [
            {"i": i, "j": j, "coefficients": [_coefficient(k, arranged(e), names) for k, e in enumerate(terms)]}
            for (i, j), terms in pairs.items()
        ],
    }


def _coefficient(power: int, e: Any, names: Mapping[Any, str]) -> dict[str, Any]:
    """A polynomial as text and LaTeX; `names` holds the LaTeX of the sums over M, which are bracketed as one factor."""
    from sympy import Symbol, latex

    text = str(e.xreplace({s: Symbol(f"[{s}]") for s in names if " " in str(s)})).replace("**", "^")
    bracketed = {s: f"\\left[{name}\\right]" if " " in str(s) else name for s, name in names.items()}
    return {"power": power, "text": text, "latex": latex(e, symbol_names=bracketed)}
