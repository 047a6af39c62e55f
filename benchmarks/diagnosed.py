"""`python -m benchmarks diagnosed [--batch N] [--size P]`: seconds and peak memory of `bninit diagnose` on a ResNet-18.

The network of torchvision's shape that the tests have, random weights, in a process of its own: with importing PyTorch,
39 networks drawn alike, and the report. Wanted: 60 s and 4 GiB on two cores. Beside it a random network of width 1,000.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

from numerics.parallel import cores
from numerics.streams import stream

ROOT = Path(__file__).resolve().parent.parent
SECONDS, GIB = 60.0, 4.0


def measured(arguments: list[str], environment: dict[str, str]) -> tuple[float, float, float]:
    """Seconds of the clock and of processors, and the greatest memory in GiB, of the largest process until now."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "bninit", *arguments], env=environment, capture_output=True, text=True,
                          check=False)  # fmt: skip
    if done.returncode:
        raise click.ClickException(done.stderr.strip())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - started, spent, after.ru_maxrss / 2**20


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--batch", type=click.IntRange(2), default=64, show_default=True, metavar="N", help="Images.")
@click.option("--size", type=click.IntRange(32), default=224, show_default=True, metavar="P", help="Of an image.")
def main(batch: int, size: int) -> None:
    """Seconds and peak memory; exit status 1 where ResNet-18 takes more than is wanted (seconds of cores, in all)."""
    import numpy as np

    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"PYTHONPATH": str(ROOT), "BNINIT_BATCH": f"{batch}x{size}"}
        table = Path(folder, "batch.csv")
        np.savetxt(table, stream(1, "benchmarks diagnosed").standard_normal((32, 32)), delimiter=",")
        runs = {
            "width 1,000, depth 100, n = 32": ["--batch", str(table), "--width", "1000", "--depth", "100"],
            f"ResNet-18, {batch} images of {size} x {size}": [
                "--model", "tests.bridge.training.torch.resnet:standard",
            ],
        }  # fmt: skip
        click.echo(f"{'':36}{'seconds':>9}{'of cores':>10}{'peak GiB':>10}   on {cores()} cores")
        for name, options in runs.items():
            seconds, spent, peak = measured(["diagnose", *options, "--seed", "1"], environment)
            click.echo(f"{name:36}{seconds:9.1f}{spent:10.1f}{peak:10.2f}")
    if spent > SECONDS or peak > GIB:
        click.echo(f"wanted: {SECONDS:.0f} s and {GIB:.0f} GiB")
        sys.exit(1)
