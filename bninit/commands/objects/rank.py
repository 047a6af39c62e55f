"""The command rank: of a random ReLU layer on a batch."""

from __future__ import annotations

from typing import Any

import click

from bninit.input import batches, numbers
from bninit.input.numbers import rational, whole
from bninit.input.options import NumbersFirst, file_option, json_option, points_option
from bninit.input.refusal import BadInput

MOST_LAWFUL = 2000
"""Width up to which the law of the rank is computed."""


@click.command(cls=NumbersFirst, short_help="Rank of a random ReLU layer on a batch.")
@click.argument("given", required=False, metavar="[X1;X2;...]")
@file_option("--batch", "file", help="A .csv of exact rational numbers, columns = data points.")
@points_option
@click.option("--width", type=int, help="Bound the failure probability at this width.")
@click.option("--failure", default="1/1000", show_default=True, help="Find a width that fails more seldom.")
@json_option
def rank(
    given: str | None, file: str | None, points: str | None, width: int | None, failure: str, as_json: bool
) -> None:
    """Greatest rank of relu(WX), and how surely a Gaussian layer reaches it.

    Points are separated by semicolons, coordinates by commas: "1,0;1/2,1;0,1".
    """
    from theory.rank import Batch

    if (given is None) == (file is None):
        raise BadInput('give either points such as "1,0;0,1" or --batch FILE')
    if width is not None:
        whole("width", width, 1, 10**6)
    if points is not None and file is None:
        raise BadInput("--points speaks of the file of --batch; give one, or leave out --points")
    columns = numbers.points(given) if given is not None else batches.rational_file(str(file), points)
    try:
        data = _rank_data(Batch.of_points(columns), width, failure)
    except (ValueError, ArithmeticError) as refusal:
        raise BadInput(str(refusal)) from refusal
    from bninit.show.console import show
    from bninit.show.objects import rank_report

    show(rank_report, data, as_json)


def _rank_data(X: Any, width: int | None, failure: str) -> dict[str, Any]:
    """Diagnosis, growth constant and bounds of a batch as plain data; columns are counted from 0."""
    from flint import arb

    from theory import rank as ranks
    from theory.exact.certify import decimal
    from theory.rank.bounds import MOST_POINTS, failure_bound, least_width, p_star_lower, width_for
    from theory.rank.law import deficiency
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
        digits = exact.enclosure(20).str(12, radius=False)
        data |= {"p_star": str(exact.value), "p_star_decimal": digits, "why": exact.says}
    except ValueError:  # neither planar nor independent: bounds are known
        data |= {"p_star_lower": p_star_lower(X).best.lower().str(8, radius=False)}
    if width is not None:
        data |= {"width": width, "failure_bound": failure_bound(X, width).upper().str(8, radius=False)}
    lawful = found.reaches_n and X.rank <= 2 and found.n <= MOST_POINTS
    if width is not None and lawful and width <= MOST_LAWFUL:
        data["failure_exact"] = decimal(arb(deficiency(X, width)), 8)
    if found.reaches_n:
        target = rational(failure)
        if not 0 < target < 1:
            raise BadInput(f"--failure {failure} is no probability to stay below; give one between 0 and 1")
        data["failure"] = failure
        try:
            data["width_for_failure"] = width_for(X, target)
        except ValueError as beyond:
            data |= {"width_for_failure": None, "no_width": str(beyond)}
        if lawful and (data["width_for_failure"] or MOST_LAWFUL + 1) <= MOST_LAWFUL:
            data["least_width"] = least_width(X, target)
    return data
