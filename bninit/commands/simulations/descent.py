"""The command ols: gradient descent on least squares with and without BN, beside what the theorems predict."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from typing import Any

import click

from bninit.input.numbers import points, rational, whole
from bninit.input.options import json_option, picture_option, scheduler_option, seed_option
from bninit.input.refusal import BadInput, shortened

LARGEST_D = 20
"""Exact spectra of random problems, whose entries have 50 bits, take seconds beyond."""

MOST_STEPS = 10**5

MOST_KAPPA = 1e10


def _vector(name: str, text: str, d: int) -> list[Fraction]:
    rows = points(text)
    if len(rows) != 1 or len(rows[0]) != d:
        raise BadInput(f'--{name} "{shortened(text, 40)}": wanted {d} numbers separated by commas')
    return list(rows[0])


def _positive(name: str, given: str) -> Fraction:
    rate = rational(given)
    if rate <= 0:
        raise BadInput(f"--{name} {given}: a learning rate is positive")
    return rate


@click.command(short_help="Least squares with and without BN: rates, speed, trajectories.")
@click.option("--dim", type=int, help="Dimension of x in a random problem.")
@click.option("--kappa", type=float, help="Condition number of its H, eigenvalues 1/kappa to 1.")
@click.option("--matrix", metavar="A,B;C,D", help="Your own H = E x x^T, rows separated by semicolons.")
@click.option("--g", "cross", metavar="A,B", help="Your own g = E x y.")
@click.option("--start", metavar="A,B", help="Weights w_0 to start from; a random unit vector by default.")
@click.option("--scale", default="1", show_default=True, help="BN's scale to start from.")
@click.option("--loss", type=click.Choice(["printed", "half"]), default="printed", show_default=True,
              help="E(y - prediction)^2, or half of it.")  # fmt: skip
@click.option("--eta", help="Learning rate without BN; the best one by default.")
@click.option("--eta-bn", help="Learning rate with BN; half of the limit for the scale by default.")
@click.option("--eta-scale", help="Another learning rate for BN's scale.")
@click.option("--steps", type=int, default=10_000, show_default=True, help="Most steps of a run.")
@click.option("--tolerance", type=float, default=1e-10, show_default=True, help="Residual that counts as converged.")
@click.option("--trajectories", is_flag=True, help="Residuals and weights of every step, with --json.")
@scheduler_option
@seed_option
@json_option
@picture_option("Draw residuals and weights along the way.")
def ols(dim: int | None, kappa: float | None, matrix: str | None, cross: str | None, start: str | None, scale: str,
        loss: str, eta: str | None, eta_bn: str | None, eta_scale: str | None, steps: int, tolerance: float,
        trajectories: bool, scheduler: str | None, seed: int | None, as_json: bool,
        plot: str | None) -> None:  # fmt: skip
    """Gradient descent on least squares, plain and with batch normalisation.

    The prediction is x.v, or s x.w/sqrt(w.Hw) with scale s and w learned at once. Both runs start from the same
    prediction. Beside each outcome stands what the theorems say: rates outside the proven region are run, too.
    """
    import numpy as np

    from bninit.plain import by_name
    from bninit.run.scheduler import cluster
    from bninit.show.console import show
    from bninit.show.simulations import descent as ols_shown
    from numerics.streams import fresh_seed, stream
    from numerics.studies import descent as study
    from numerics.studies.least_squares import beside_theorems
    from numerics.training.descent import random_problems, sphere
    from theory.least_squares.critical import condition_number
    from theory.least_squares.problem import HALVED, PRINTED, Problem

    whole("steps", steps, 1, MOST_STEPS)
    if not 0 < tolerance < 1:
        raise BadInput(f"tolerance {tolerance} is no residual to reach; give one above 0 and below 1")
    if trajectories and not as_json:
        raise BadInput("--trajectories is for --json; take --plot to see them")
    seed = fresh_seed() if seed is None else seed
    try:
        if matrix is not None or cross is not None:
            if matrix is None or cross is None:
                raise BadInput("--matrix and --g make a problem together; give both")
            if dim is not None or kappa is not None:
                raise BadInput("--dim and --kappa speak of a random problem; leave them out with --matrix")
            rows = points(matrix)
            d = whole("dim", len(rows), 2, LARGEST_D)
            if any(len(row) != d for row in rows):
                raise BadInput(f"--matrix has {d} rows; give {d} numbers in each")
            problem = Problem.of([list(row) for row in rows], _vector("g", cross, d))
            if not condition_number(problem) < MOST_KAPPA:
                raise BadInput(f"H has a condition number above {MOST_KAPPA:.0e}, which floats do not resolve; scale x")
            problems = study.floats(problem)
        else:
            if dim is None or kappa is None:
                raise BadInput("give --dim D and --kappa K for a random problem, or --matrix and --g for your own")
            d = whole("dim", dim, 2, LARGEST_D)
            if not 1 <= kappa <= MOST_KAPPA:
                raise BadInput(f"kappa {kappa} is out of range; give 1 to {MOST_KAPPA:.0e}")
            problems = random_problems(d, kappa, 1, stream(seed, "bninit ols: problem"))
            problem = study.exact(problems)
        w = (
            sphere(1, d, stream(seed, "bninit ols: start"))
            if start is None
            else np.array([_vector("start", start, d)], dtype=float)
        )
        begin = rational(scale)
        q = HALVED if loss == "half" else PRINTED
        rates = study.Rates.of(
            problem, q, *(None if given is None else _positive(name, given)
                          for name, given in (("eta", eta), ("eta-bn", eta_bn), ("eta-scale", eta_scale)))
        )  # fmt: skip
        with cluster(scheduler) if scheduler is not None else nullcontext() as executor:
            found = study.compare(problem, problems, float(begin), w, rates, q, steps, tolerance, executor)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    except OverflowError as refusal:
        raise BadInput("a number is too large for floats; give numbers below 1e300") from refusal
    run: dict[str, Any] = {
        "dim": d, "loss": loss, "matrix": problems.H[0].tolist(), "g": problems.g[0].tolist(), "start": w[0].tolist(),
        "scale": float(begin), "steps": steps, "tolerance": tolerance, "seed": seed,
    }  # fmt: skip
    data = {"run": run, **by_name(beside_theorems(found))}
    if trajectories:
        data["trajectories"] = ols_shown.trajectories(found)
    if plot:
        from bninit.draw.descent import picture
        from bninit.files import save_figure

        save_figure(picture(found), plot)
    show(ols_shown.report, data, as_json, plot)
