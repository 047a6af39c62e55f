"""`python -m benchmarks.measured CLAIM [--networks N] [--seed S]`: the numbers that measured claims state, anew.

Means and standard errors over networks of the very simulations that the sampled checks run, cell by cell, with streams
of their own: `numpy.random.default_rng([seed, cell])`. What a claim states and the bias of its checks come from these.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import click
import numpy as np

from bninit.run.load import load
from numerics.judging import Cell, Sampled, numbers, sampled_checks
from theory.claim import Check, Claim


def measured(claim: Claim, check: Check, networks: int, seed: int) -> Iterator[tuple[Cell, int, float, float]]:
    """Cell, number of networks (whole blocks), mean and standard error of the samples on the claim itself."""
    options: Sampled = check.options
    for number, cell in enumerate(options.at):
        predicted: Any = numbers(claim.predicts, cell)
        block = options.block(predicted, cell) if callable(options.block) else options.block
        rng = np.random.default_rng([seed, number])
        samples = np.concatenate(
            [
                options.statistic(check.run(options.layer, cell, rng, block), predicted)
                for _ in range(-(-networks // block))
            ]
        )
        yield cell, samples.size, float(samples.mean()), float(samples.std(ddof=1) / np.sqrt(samples.size))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("pattern", metavar="CLAIM")
@click.option("--networks", type=click.IntRange(2), default=8000, show_default=True, help="At least, for each cell.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
def main(pattern: str, networks: int, seed: int) -> None:
    """Measure the cells of the sampled checks of CLAIM, an id, a group or a pattern."""
    chosen = [c for name, c in load().items() if fnmatchcase(name, pattern) or name.startswith(f"{pattern}.")]
    if not any(map(sampled_checks, chosen)):
        raise click.UsageError(f"no claim with a sampled check is called {pattern!r}: see `bninit list`")
    for claim in chosen:
        for check in sampled_checks(claim).values():
            click.echo(f"{claim.id}: {check.scope}")
            for cell, count, mean, error in measured(claim, check, networks, seed):
                claimed = check.options.expects(numbers(claim.predicts, cell), cell)
                click.echo(f"  {dict(cell)}: {mean:.6g} +- {error:.2g} ({count} networks), claimed {claimed}")


if __name__ == "__main__":
    main()
