"""`python -m benchmarks.plain FILE WIDTH DEPTH NETWORKS`: what a user would write in place of `bninit diagnose`.

Explicit weights and autograd of PyTorch, the same numbers of each layer (leading eigenvalue, norms, angles, gap), least
and greatest of all networks at the last one. `python -m benchmarks.plain times` runs both, in turn, at six sizes, each
in a new process with its imports; seconds of processors.
"""

from __future__ import annotations

import math
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SIZES = ((16, 64, 10, 4), (16, 256, 30, 40), (64, 64, 30, 4), (64, 512, 30, 40), (256, 512, 30, 4), (256, 512, 30, 40))
"""Points, width, depth, networks."""


def numbers(state: Any) -> list[float]:
    """Of points in columns."""
    import torch

    gram = state.T @ state
    n = len(gram)
    lengths = gram.diagonal().sqrt()
    cosines = (gram / lengths[:, None] / lengths[None, :]).clamp(-1, 1)
    far = int(lengths.argmax())
    rest = torch.arange(n) != far
    angles = torch.rad2deg(torch.arccos(cosines))
    among = angles[rest][:, rest]
    trace = gram.trace()
    return [
        float(lengths[far] / lengths[rest].mean()), float(among.sum() / ((n - 1) * (n - 2))),
        float(angles[far, rest].mean()), float(trace**2 / gram.square().sum()),
        float(trace / torch.linalg.eigvalsh(gram)[-1]), float((gram / trace - torch.eye(n) / n).norm()),
    ]  # fmt: skip


def network(x: Any, width: int, depth: int) -> tuple[list[list[float]], list[float]]:
    """Along depth, and squared gradients."""
    import torch

    state, seen, entering = x, [], []
    for _ in range(depth):
        z = torch.randn(width, len(state), dtype=x.dtype) * math.sqrt(2 / width) @ state
        z.requires_grad_(True)
        z.retain_grad()
        entering.append(z)
        y = z - z.mean(1, keepdim=True)
        state = torch.relu(y / (y.square().mean(1, keepdim=True) + 1e-5).sqrt())
        seen.append(numbers(state.detach()))
    (state * torch.randn_like(state)).sum().backward()
    return seen, [float(z.grad.square().sum() * z.detach().square().mean()) for z in entering if z.grad is not None]


def spent(*command: str) -> float:
    """Seconds of processors of a new process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def times() -> None:
    """The table."""
    import numpy as np

    print(
        f"{'points':>7}{'width':>7}{'depth':>7}{'networks':>10}{'plain script':>14}{'bninit diagnose':>17}{'ratio':>7}"
    )
    for n, width, depth, count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            file = str(Path(folder, "x.csv"))
            np.savetxt(file, np.random.default_rng(n).standard_normal((n, n)), delimiter=",")
            theirs = spent("benchmarks.plain", file, str(width), str(depth), str(count))
            ours = spent("bninit", "diagnose", "--batch", file, "--width", str(width), "--depth", str(depth),
                         "--networks", str(count), "--seed", "1")  # fmt: skip
        row = f"{n:7}{width:7}{depth:7}{count:10}{theirs:14.1f}{ours:17.1f}{theirs / ours:7.1f}"
        print(row, flush=True)


def main() -> None:
    """One of both."""
    if sys.argv[1:] == ["times"]:
        times()
        return
    import numpy as np
    import torch

    file, width, depth, count = sys.argv[1], *map(int, sys.argv[2:5])
    x = torch.from_numpy(np.loadtxt(file, delimiter=","))
    found = [network(x, width, depth) for _ in range(count)]
    last = np.array([seen[-1] for seen, _ in found])
    print(last.min(axis=0), last.max(axis=0))


if __name__ == "__main__":
    main()
