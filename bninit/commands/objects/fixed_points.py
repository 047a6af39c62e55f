"""The commands on fixed points at infinite width: fixed-point, spectrum, phase-diagram."""

from __future__ import annotations

from typing import Any

import click

from bninit.input.cost import afford
from bninit.input.numbers import whole
from bninit.input.options import (
    components_option,
    json_option,
    networks_option,
    picture_option,
    scheduler_option,
    seed_option,
)
from bninit.input.parts import parts
from bninit.input.refusal import BadInput

KINDS = ("symmetric", "outlier", "broken", "saddle", "escaped")


def _size(ctx: click.Context, param: click.Parameter, value: str) -> int | None:
    """A whole number, or None for an infinite batch."""
    if value in ("inf", "oo"):
        return None
    try:
        return int(value)
    except ValueError:
        raise BadInput(f"n = {value!r} is not a whole number; give one, or inf for an infinite batch") from None


kind_argument = click.argument("kind", type=click.Choice(KINDS), metavar="|".join(KINDS))
escaped_option = click.option("--k", type=int, default=1, show_default=True, help="Number of escaped points.")
digits_option = click.option("--digits", type=int, default=20, show_default=True, help="Digits, all correct.")


@click.command("fixed-point", short_help="Fixed points at infinite width, to any digits.")
@kind_argument
@click.option("--n", "size", required=True, callback=_size, help="Batch size; inf for symmetric.")
@components_option("rc,relu")
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
    asked = {"kind": kind, "n": size, "components": list(parts(components))}
    try:
        found = of_kind(kind, size, parts(components), k)
        data: dict[str, Any] = {
            "exists": True,
            **asked,
            "components": list(found.components),
            "k": found.k,
            **found.figures(digits),
        }
        data |= {"radius": found.radius(digits), "evidence": found.evidence, "exact": found.fractions()}
    except NoFixedPoint as absence:
        data = {"exists": False, **asked, "k": k, "reason": absence.reason}
    except (ValueError, ArithmeticError) as refusal:
        raise BadInput(str(refusal)) from refusal
    from bninit.show.console import show
    from bninit.show.fixed_points import fixed_point_report

    show(fixed_point_report, data, as_json)


@click.command(short_help="Stability of a fixed point.")
@kind_argument
@click.option("--n", "size", required=True, callback=_size, help="Batch size.")
@components_option("rc,relu")
@escaped_option
@digits_option
@json_option
def spectrum(kind: str, size: int | None, components: str, k: int, digits: int, as_json: bool) -> None:
    """Eigenvalues of the Gram map's derivative at a fixed point, by representations, relative to its multiplier."""
    from theory.wide.fixed_ray import NoFixedPoint
    from theory.wide.spectrum import spectrum as spectrum_of

    whole("digits", digits, 1)
    asked = {"kind": kind, "n": size, "components": list(parts(components)), "k": k}
    try:
        data = {"exists": True, **spectrum_of(kind, size, parts(components), k, digits).figures()}
    except NoFixedPoint as absence:
        data = {"exists": False, **asked, "reason": absence.reason}
    except (ValueError, ArithmeticError) as refusal:
        raise BadInput(str(refusal)) from refusal
    from bninit.show.console import show
    from bninit.show.fixed_points import spectrum_report

    show(spectrum_report, data, as_json)


@click.command("phase-diagram", short_help="All branches of fixed points against n.")
@components_option("rc,relu")
@click.option("--n", type=int, default=30, show_default=True, help="Largest batch size.")
@networks_option(4, "Simulated networks of each batch size; 0 for none.")
@click.option("--width", type=int, default=300, show_default=True, help="Width of the simulated networks.")
@scheduler_option
@seed_option
@picture_option("Draw it (.svg, .png, .pdf).")
@json_option
def phase_diagram(components: str, n: int, networks: int, width: int, scheduler: str | None, seed: int | None,
                  plot: str | None, as_json: bool) -> None:  # fmt: skip
    """Norm ratio of every branch of fixed points against the batch size, with stability, saddle-node and networks."""
    from bninit.plain import by_name
    from bninit.run.scheduler import threads_or
    from bninit.show import console as terminal
    from numerics.streams import fresh_seed
    from numerics.studies import phase

    whole("n", n, 3, 200)
    whole("networks", networks, 0, 100)
    whole("width", width, 1)
    what = f"networks of width {width:,}, {networks:,} for each batch size up to {n:,}"
    afford(what, phase.operations(n, networks, width), "--networks, --width or --n")
    seed = fresh_seed() if seed is None else seed
    try:
        with threads_or(scheduler) as executor, terminal.progress() as bar:
            task = bar.add_task("batch sizes", total=None)

            def tell(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total)

            found = phase.diagram(parts(components), n, networks, width, seed, tell, executor)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    if plot:
        from bninit.draw.phase import figure
        from bninit.files import save_figure

        save_figure(figure(found), plot)
    from bninit.show.console import show
    from bninit.show.fixed_points import phase_report

    show(phase_report, by_name(found), as_json, plot)
