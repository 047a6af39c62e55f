"""`python -m benchmarks.stability [--seed N]`: how steady the sentences of `diagnose` are, and whether intervals cover.

First, near each threshold of a verdict: 40 diagnoses of 40 networks each, all with fresh seeds. A verdict
is said where 30 of 40 networks agree, else "undecided". Then nine laws of networks: how many of 200 that plain PyTorch
draws, with explicit weights and gradients by autograd, lie in the intervals of 40 diagnoses, which promise 95 per cent.
"""

from __future__ import annotations

from collections import Counter

import click
import numpy as np
import torch
from numpy.typing import NDArray

from numerics.networks import random_batch
from numerics.streams import fresh_seed, stream
from numerics.studies.diagnosis.measure import NAMES, measured
from numerics.studies.diagnosis.reference import growth, replicates
from numerics.studies.diagnosis.study import drawn
from numerics.training.drawn import Drawn

Floats = NDArray[np.float64]

SEEDS, NETWORKS, WIDTH, EPSILON = 40, 200, 48, 1e-5

NEAR: dict[str, tuple[int, tuple[tuple[int, Drawn], ...]]] = {
    "ReLU, 8 points, by depth: collapses from some depth on": (
        8, tuple((depth, Drawn((200,) * depth, ("nl",))) for depth in (2, 4, 5, 6, 7, 9, 14))),
    "recentring + ReLU, 12 points, by depth: throws a point out": (
        12, tuple((depth, Drawn((200,) * depth, ("rc", "nl"))) for depth in (5, 10, 15, 20, 30, 60))),
    "rescaling, 6 points, by width: orthogonalises when wide": (
        6, tuple((width, Drawn((width,) * 25, ("rs",))) for width in (30, 60, 90, 120, 200, 600))),
    "BN + ReLU, 12 points, by depth: stays": (
        12, tuple((depth, Drawn((100,) * depth, epsilon=EPSILON)) for depth in (5, 20, 50))),
}  # fmt: skip
"""Title, number of points, and for each size a law."""

LAWS = {
    "nothing": ((), np.inf), "ReLU": (("nl",), np.inf), "rc": (("rc",), np.inf), "rs": (("rs",), np.inf),
    "rc, ReLU": (("rc", "nl"), np.inf), "rs, ReLU": (("rs", "nl"), np.inf), "BN": (("rc", "rs"), np.inf),
    "BN, ReLU": (("rc", "rs", "nl"), np.inf), "BN, ReLU, skip": (("rc", "rs", "nl"), 1.0),
}  # fmt: skip


def said(points: int, law: Drawn, seed: int) -> Counter[str]:
    """What 40 diagnoses say."""
    found: Counter[str] = Counter()
    for number in range(SEEDS):
        x = random_batch(points, points, stream(seed, "stability: data"))
        study = drawn(x, law, lambda r, s=number: stream(seed, "stability", s, r))  # type: ignore[misc]
        found[next(iter(study.votes)) if study.decided else "undecided"] += 1
    return found


def explicit(x: Floats, components: tuple[str, ...], gamma: float, depth: int, seed: int) -> Floats:
    """Six numbers of the last layer, and the growth of squared gradients, of one network in plain PyTorch."""
    generator = torch.Generator().manual_seed(seed)
    state = torch.from_numpy(x.copy())
    entering = []
    for _ in range(depth):
        m, k = WIDTH, state.shape[0]
        weights = torch.randn(m, k, generator=generator, dtype=torch.float64) * (2 / m) ** 0.5
        z = weights @ state if not np.isfinite(gamma) or m != k else state + gamma * (weights @ state)
        z.requires_grad_(True)
        z.retain_grad()
        entering.append(z)
        y = z - z.mean(1, keepdim=True) if "rc" in components else z
        if "rs" in components:
            y = y / (y.square().mean(1, keepdim=True) + EPSILON).sqrt()
        state = torch.relu(y) if "nl" in components else y
    (state * torch.randn(state.shape, generator=generator, dtype=torch.float64)).sum().backward()
    sizes = [float(z.grad.square().sum() * z.detach().square().mean()) for z in entering if z.grad is not None]
    late = state.detach()
    seen = measured((late.T @ late).numpy())
    return np.array([*(float(seen.of(name)) for name in NAMES), float(growth(np.array(sizes)))])


def coverage(name: str, seed: int) -> Floats:
    """Of seven quantities: share of explicit networks inside, over the intervals of 40 diagnoses."""
    (components, gamma), depth = LAWS[name], 12
    x = random_batch(8, 8, stream(seed, "coverage: data", len(name)))
    law = Drawn((WIDTH,) * depth, components, EPSILON if "rs" in components else 0.0, gamma)
    own = np.array([explicit(x, components, gamma, depth, seed + number) for number in range(NETWORKS)])
    inside = []
    for number in range(SEEDS):
        found = replicates(x, law, 39, lambda r, s=number: stream(seed, "coverage", s, r))  # type: ignore[misc]
        every = np.stack([*(found.seen.of(quantity)[-1] for quantity in NAMES), growth(found.gradient)])
        low, high = every.min(axis=1), every.max(axis=1)
        inside.append(((low <= own) & (own <= high)).mean(axis=0))
    return np.asarray(np.mean(inside, axis=0))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seed", type=int, help="Of everything; default: fresh.")
def main(seed: int | None) -> None:
    """Both tables."""
    torch.set_num_threads(1)
    seed = fresh_seed() % 10**6 if seed is None else seed
    click.echo(f"seed {seed}; {SEEDS} diagnoses of 40 networks each: what they say")
    for title, (points, laws) in NEAR.items():
        click.echo(f"\n{title}")
        for size, law in laws:
            counts = ", ".join(f"{count} {word}" for word, count in said(points, law, seed).most_common())
            click.echo(f"{size:6}  {counts}")
    names = (*NAMES, "growth")
    click.echo(f"\ncoverage: share of {NETWORKS} explicit networks in intervals of level .95 ({SEEDS} diagnoses each)")
    click.echo(f"{'':16}" + "".join(f"{name.replace('_', ' '):>15}" for name in names))
    for name in LAWS:
        click.echo(f"{name:16}" + "".join(f"{share:15.3f}" for share in coverage(name, seed)))


if __name__ == "__main__":
    main()
