"""`python -m benchmarks seeds [--runs K] [--level L]`: how many fresh seeds leave all sampled checks as they should be.

Each run judges every sampled check of the suite on its twins, its mutated models and its control, at a seed of its own
from the system's entropy, in child processes, and remembers nothing. Exact and certified checks have no seed.
With --one-cell a run judges one cell of each check, the next run the next cell.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import click
from threadpoolctl import threadpool_limits

from bninit.results.result import Plan, count_nulls
from bninit.run.load import load
from numerics import judging as sampled
from numerics.streams import fresh_seed
from theory.claim import Check, Claim, Twin, Verdict
from theory.claim.setting import setting
from theory.claim.twins import triage

SUITE: list[tuple[Claim, dict[int, Twin]]] = []
"""The claims that have sampled checks, with their certified-false twins: made before the children are forked."""


def run(level: str, seed: int, nulls: int, cell: int | None) -> list[str]:
    """What is not as it should be at a seed."""
    faults = []
    with threadpool_limits(1):
        for claim, twins in SUITE:
            faults += [f"{claim.id}: {fault}" for fault in judged(claim, twins, Plan(level, seed, nulls), cell)]
    return faults


def judged(claim: Claim, twins: dict[int, Twin], plan: Plan, cell: int | None) -> list[str]:
    """The faults of one claim: of the verdict that its sampled checks are to give, of twins, models and control."""
    control = claim.truth if claim.expected is Verdict.REFUTED else None
    faults, verdicts = [], []
    for check in checks(claim, plan.level, cell):
        try:
            found = sampled.judge(claim, check, twins, plan.seed, plan.level, plan.budget, control=control)
        except Exception as error:
            return [f"crashed: {error}"]
        verdicts.append(found.evidence.verdict)
        faults += [f"{model} not noticed" for model, v in found.models.items() if v is not Verdict.REFUTED]
        faults += [f"accepts {twins[i].predicts}" for i, v in found.twins.items() if v is not Verdict.REFUTED]
        if found.control not in (None, Verdict.HOLDS):
            faults.append(f"its truth is {found.control}")
    good = Verdict.REFUTED in verdicts if claim.expected is Verdict.REFUTED else set(verdicts) == {claim.expected}
    return faults if good else [*faults, f"expected {claim.expected}, found {', '.join(verdicts)}"]


def checks(claim: Claim, level: str, cell: int | None) -> Iterator[Check]:
    """The sampled checks of a claim; of one that holds each with one of its cells, in turn, where one can fail."""
    for check in sampled.sampled_checks(claim).values():
        cells = check.options.cells(level)
        if cell is None or claim.expected is Verdict.REFUTED or check.options.models:
            yield check
        else:
            yield replace(check, options=replace(check.options, at=(cells[cell % len(cells)],)))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--runs", type=click.IntRange(1), default=200, show_default=True, metavar="K")
@click.option("--level", type=click.Choice(tuple(sampled.LEVELS)), default="quick", show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, metavar="N")
@click.option("--one-cell", is_flag=True, help="One cell of each check in a run, in turn.")
@click.argument("prefix", default="")
def main(runs: int, level: str, jobs: int, one_cell: bool, prefix: str) -> None:
    """Judge all sampled checks (of claims whose id starts with PREFIX) at fresh seeds; exit 1 unless all are green.

    Claims whose packages or data are not here are left out, and counted.
    """
    suite = load()
    absent = 0
    for claim in suite.values():
        if claim.id.startswith(prefix) and sampled.sampled_checks(claim):
            if sampled.unavailable(claim, level):
                absent += 1
                continue
            fates = enumerate(triage(setting(claim)))
            SUITE.append((claim, {i: fate.twin for i, fate in fates if fate.state == "differs"}))
    nulls, green, started = count_nulls(suite.values()), 0, time.perf_counter()
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        seeds = [fresh_seed() for _ in range(runs)]
        cells = list(range(runs)) if one_cell else [None] * runs
        for done, (seed, faults) in enumerate(
            zip(seeds, pool.map(run, [level] * runs, seeds, [nulls] * runs, cells), strict=True), 1
        ):
            green += not faults
            for fault in faults:
                click.echo(f"seed {seed}: {fault}")
            click.echo(f"{done}/{runs}: {green} green, {time.perf_counter() - started:.0f} s", err=True)
    left_out = f", {absent} left out for want of packages or data" if absent else ""
    click.echo(
        f"{green} of {runs} fresh seeds green at level {level}: {len(SUITE)} claims with sampled checks{left_out}"
    )
    raise SystemExit(0 if green == runs else 1)
