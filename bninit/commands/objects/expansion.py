"""The command expand: one residual layer with BN, in powers of gamma."""

from __future__ import annotations

import click

from bninit.input.numbers import whole
from bninit.input.options import json_option
from bninit.input.refusal import BadInput

GRAPHS, MONOMIALS = 10_000, 5_000
"""The cost of `expand` that is still a matter of seconds."""


@click.command(short_help="One residual layer with BN, in powers of gamma.")
@click.option("--order", type=int, default=4, show_default=True, help="Highest power of gamma.")
@click.option("--width", type=int, help="2 to 9. Left out: every width, by sums over the entries of M.")
@click.option("--latex", is_flag=True, help="Print LaTeX.")
@json_option
def expand(order: int, width: int | None, latex: bool, as_json: bool) -> None:
    """Expand E |M+|_F^2 and E (M+_ij)^2 in powers of gamma.

    M is the correlation matrix of the rows of H, one a neuron, and M+ that of RS(H + gamma W H). The entries of W are
    independent, with mean 0, variance 1 and any higher moments.
    """
    from theory.expansion import graphs

    if latex and as_json:
        raise BadInput("--latex and --json together; JSON holds the LaTeX, so leave out --latex")
    whole("order", order, 0, 20)
    if (count := graphs(order)) > GRAPHS:
        raise BadInput(
            f"order {order} takes some {count:,} graphs; give a lower --order, up to {GRAPHS:,} are computed"
        )
    if width is not None:
        whole("width", width, 2, 9)
        if (count := 2 * width ** (order // 2 + 2)) > MONOMIALS:
            raise BadInput(
                f"order {order} at width {width} has some {count:,} terms; give a lower --order or --width, or "
                f"leave out --width (up to {MONOMIALS:,} are computed)"
            )
    from bninit.plain import by_name
    from bninit.show.console import show
    from bninit.show.objects import expansion_report
    from theory.expansion.tables import table

    show(expansion_report, by_name(table(order, width)), as_json, latex)
