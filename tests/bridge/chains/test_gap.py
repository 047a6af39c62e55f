"""The orthogonality gap along depth, from a spectrum: against the batch itself; slopes and averages by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from numerics.chains.chain import Estimate
from numerics.chains.gap import across, follow, operations, slope, start
from tests.bridge.chance import bound, distance

Floats = NDArray[np.float64]

BATCHES = {
    "full rank": [[1.0, 2.0, 0.0], [0.0, 1.0, -1.0], [0.5, 0.0, 3.0], [1.0, 1.0, 1.0]],
    "rank two": [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, -1.0, 0.0]],
    "nearly collinear": [[1.0, 1.0, 1.0], [0.0, 1e-3, 0.0], [0.0, 0.0, 1e-4]],
}


def plainly(batch: Floats, width: int, depth: int, size: int, rng: Generator) -> tuple[Floats, Floats]:
    """V and the least eigenvalue of C after so many layers of weights that are drawn, of all columns: (size,) each."""
    h = np.broadcast_to(batch, (size, *batch.shape))
    for _ in range(depth):
        z = rng.standard_normal((size, width, h.shape[1])) @ h
        h = z / np.linalg.norm(z, axis=2, keepdims=True)
    C = np.swapaxes(h, 1, 2) @ h
    C = C / np.trace(C, axis1=1, axis2=2)[:, None, None]
    n = batch.shape[1]
    return np.sqrt(np.square(C - np.eye(n) / n).sum(axis=(1, 2))), np.linalg.eigvalsh(C)[:, 0]


@pytest.mark.parametrize("name", BATCHES)
def test_gaps_have_the_law_of_the_batch(name: str, rng: Generator) -> None:
    """V at depths 1 and 3, and the least eigenvalue at full rank, as from all columns and explicit weights."""
    batch, size, width = np.array(BATCHES[name]), 4000, 6
    found = follow(start(batch), width, 3, size, rng)
    for depth in (1, 3):
        gap, least = plainly(batch, width, depth, size, rng)
        assert distance(found.gap[:, depth], gap) <= bound(size, 12)
        if name != "rank two":  # there the plain one is 0, up to rounding
            assert distance(found.least[:, depth], least) <= bound(size, 12)
    assert np.allclose(found.gap[:, 0], plainly(batch, width, 0, 1, rng)[0])


def test_widths_do_not_depend_on_each_other() -> None:
    """`across` is `follow` for each width with its generator, in the order given; a run stops when it is told; `late`
    is over layers, its error over networks."""
    begin, widths = start(np.eye(3)), (4, 9, 6)
    together = across(begin, widths, 5, 2, [default_rng(i) for i in range(3)])
    for i, (width, run) in enumerate(zip(widths, together, strict=True)):
        alone = follow(begin, width, 5, 2, default_rng(i))
        assert run.width == width
        assert np.array_equal(run.gap, alone.gap)
        assert np.array_equal(run.least, alone.least)
    layers = iter([False, False, True])
    stopped = follow(begin, 4, 5, 2, default_rng(0), done=lambda: next(layers))
    assert np.array_equal(stopped.gap, together[0].gap[:, :3])
    each = np.square(stopped.gap[:, 1:]).mean(axis=1)
    assert stopped.late(1, 2) == pytest.approx((each.mean(), each.std(ddof=1) / np.sqrt(2)))


def test_slope() -> None:
    """c d^-p has slope -p; the error is that of three lines by hand, to first order in the errors."""
    widths, c, p = (8, 32, 128), 3.0, 0.7
    exact = [c * d**-p for d in widths]
    errors = [0.1, 0.02, 0.05]
    found = slope(widths, [Estimate(mean, error) for mean, error in zip(exact, errors, strict=True)])
    assert found.mean == pytest.approx(-p, rel=1e-12)
    moved = []
    for i in range(3):
        logs = np.log(exact)
        logs[i] += errors[i] / exact[i]
        moved.append(np.polyfit(np.log(widths), logs, 1)[0] + p)
    assert found.error == pytest.approx(np.linalg.norm(moved), rel=1e-9)


def test_operations_grow_with_what_is_done() -> None:
    """Twice the networks or the depth is twice the work; a wider or richer start is more."""
    base = operations(3, 100, 10, 4)
    assert operations(3, 100, 20, 4) == operations(3, 100, 10, 8) == 2 * base
    assert operations(3, 101, 10, 4) > base < operations(4, 100, 10, 4)
