"""`python -m benchmarks margins [--level L]`: how sharp the sampled checks are, by their declarations alone.

Nothing is drawn. For each level: the median margin as a part of the claimed value (of the range, where that is 0), the
share of cells above 10 %, the widest, the plans for the worst law that the declared supports allow, and the bound on
the probability that a run of true claims is undecided.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass

import click

from bninit.results.result import Plan, count_nulls
from bninit.run.load import load
from bninit.show.summary import often
from numerics.judging import LEVELS, sampled_checks
from numerics.judging.judge import plan, undecided_probability
from theory.claim import Claim, Twin, Verdict
from theory.claim.setting import setting
from theory.claim.twins import triage

SHOWN = 8
"""Of the widest margins and of the longest plans, so many are named."""


@dataclass(frozen=True)
class Row:
    """A cell: its margin as a part of the claimed value, whether its bias forces that, and the samples planned for."""

    name: str
    margin: float
    forced: bool
    networks: int


def rows(
    claims: list[Claim], twins: dict[str, dict[int, Twin]], level: str, budget: Plan
) -> tuple[list[Row], float, int]:
    """All cells, the probability of an undecided run, and how many checks of false forms that leaves out."""
    found, missed, uncovered = [], 0.0, 0
    for claim in claims:
        control = claim.truth if claim.expected is Verdict.REFUTED else None
        for check in sampled_checks(claim).values():
            cells = plan(claim, check, twins[claim.id], level, budget.budget, control)
            risk = undecided_probability(cells, len(check.options.models), claim.relation, claim.expected)
            missed, uncovered = missed + (risk or 0.0), uncovered + (risk is None)
            for number, cell in enumerate(cells):
                forced = cell.trial.delta <= 2 * cell.trial.off
                name = f"{claim.id}, {check.run.__name__}, cell {number}"
                found.append(Row(name, cell.trial.delta / cell.trial.unit, forced, cell.networks))
    return found, missed, uncovered


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--level", "levels", type=click.Choice(tuple(LEVELS)), multiple=True, help="Default: all of them.")
def main(levels: tuple[str, ...]) -> None:
    """Margins and power of the sampled checks, from their declarations; nothing is drawn."""
    suite = load()
    claims = [claim for claim in suite.values() if sampled_checks(claim)]
    twins = {
        c.id: {i: fate.twin for i, fate in enumerate(triage(setting(c))) if fate.state == "differs"} for c in claims
    }
    for level in levels or tuple(LEVELS):
        found, missed, uncovered = rows(claims, twins, level, Plan(level, 0, count_nulls(suite.values())))
        wide = [row for row in found if row.margin > 0.1]
        click.echo(f"{level}: {len(found)} cells, median margin {statistics.median(r.margin for r in found):.2%}")
        click.echo(f"  above 10 %: {len(wide)}, {sum(row.forced for row in wide)} of them by their bias")
        for row in sorted(wide, key=lambda row: -row.margin)[:SHOWN]:
            click.echo(f"    {row.margin:7.1%}{' (bias)' if row.forced else ''}  {row.name}")
        total = math.fsum(row.networks for row in found)
        click.echo(f"  planned for the worst laws, times the reserve: {total:.3g} networks")
        for row in sorted(found, key=lambda row: -row.networks)[:SHOWN]:
            click.echo(f"    {row.networks:9.2g}  {row.name}")
        click.echo(f"  undecided: {often(missed)} ({uncovered} checks of false forms not counted)")
