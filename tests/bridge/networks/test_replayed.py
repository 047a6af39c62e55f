"""What a seed replays, to some digits on any machine; and what a run is said to need, to the last one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from numerics.networks import Layer, estimate, simulate
from numerics.networks.mirrored import mirrored
from numerics.networks.normals import compiled
from numerics.networks.rows import blocks, joined
from numerics.networks.sampler import State

BATCH = np.array([[0.0, 1.0, 1.0, 4.0, -2.0], [2.0, -1.0, -1.0, 0.5, 3.0]])

RUNS: dict[str, tuple[Layer, dict[str, Any], tuple[float, ...]]] = {
    "numpy": (Layer(), {}, (0.3687586, 0.09002731, 0.06674225, 0.5368504, 0.04628839, 2.285412, 0.6902853)),
    "numba": (
        Layer(("rc", "rs", "nl")),
        {"generator": "numba"},
        (0.8611044, 0.1005979, 0.1908595, 0.3745884, 0.1114042, 1.445204, 5.006132),
    ),
    "numba, many neurons": (
        Layer(("rc", "nl")),
        {"generator": "numba", "width": 40_000, "networks": 1},
        (0.4565293, 0.0813872, 0.08739102, 0.4611681, 0.0501181, 1.962279, 0.9271865),
    ),
    "numba in float32": (
        Layer(("nl",)),
        {"generator": "numba", "dtype": "float32"},
        (0.6872932, 0.2020907, 0.866812, 0.9399833, 0.3646685, 1.992144, 2.207748),
    ),
    "explicit": (
        Layer(("rs", "nl"), weights="uniform"),
        {},
        (0.8901398, 0.2387007, 0.6406538, 0.754447, 0.2825417, 1.410025, 5.017029),
    ),
    "beside a skip": (
        Layer(("rc", "rs"), gamma=0.5),
        {"width": 2},
        (0.376744, -0.7100015, 0.7323529, 0.9592557, -1.030767, 2.063109, 0.6931472),
    ),
    "a schedule": (
        Layer(("rc", "rs")),
        {"width": 2, "gammas": lambda l: 1 / l},
        (0.3529644, -0.6302566, 0.5591079, 0.7840005, -0.7512331, 1.835439, 0.6931472),
    ),
    "over neurons": (
        Layer(("gn", "nl"), groups=4),
        {"width": 60},
        (1.04473, 0.6240197, 0.730347, 0.8346825, 0.5912884, 0.9827398, 3.451025),
    ),
    "tanh": (
        Layer(("rc", "rs", "nl"), activation="tanh", gain=1.5),
        {},
        (0.8987008, -0.8168195, -0.06088919, 0.6351867, -0.5259191, 1.095368, 4.954084),
    ),
}
"""Layer, options beside those of the test, and entries of the first and the last Gram matrix, with the last scale."""


@pytest.mark.parametrize(("layer", "more", "seen"), RUNS.values(), ids=RUNS)
def test_what_a_seed_gives(layer: Layer, more: dict[str, Any], seen: tuple[float, ...]) -> None:
    options = {"width": 300, "depth": 3, "networks": 3, "generator": "numpy"} | more
    if options["generator"] == "numba" and not compiled():
        pytest.skip("no Numba")
    found = simulate(BATCH, layer=layer, rng=lambda replicate: np.random.default_rng([20261128, replicate]), **options)
    told = (*found.gram[0, 0, [0, 1, 3]], *found.gram[-1, 4, [0, 2, 4]], found.log_scale[-1])
    assert told == pytest.approx(seen, rel=1e-3, abs=1e-6)


@pytest.mark.parametrize(
    ("of", "seen"),
    [
        ("a layer", (0.002474474, 0, 0, 0.01025198, 0, 149.0921, 168.3744, 168.3744, 315.2799, 354.6767)),
        ("a pair", (0, 0.8212881, 0.8212881, 0.7149513, 0, 3.145705, 2.6624, 2.6624, 5.761096, 7.940191)),
    ],
)
def test_what_a_generator_gives(of: str, seen: tuple[float, ...]) -> None:
    """A layer of so many neurons that its normals are made in pieces; both of an antithetic pair."""
    rng = np.random.default_rng(20261128)
    if of == "a layer":
        (y,) = Layer(("rc", "nl"))(BATCH[None], width=30_000, rng=rng)
    else:
        y = np.concatenate(mirrored(Layer(("rc", "rs", "nl")), BATCH[None], width=5, rng=rng)[:, 0])
    assert (*y[-1], *y.sum(axis=0)) == pytest.approx(seen, rel=1e-3, abs=1e-6)


@pytest.mark.parametrize(
    ("layer", "shape", "width", "needs"),
    [
        (Layer(), (4, 10), 100, (17_696, 3_248_768, 2_310_000)),
        (Layer(), (40, 10), 10**6, (17_696, 5_776_768, 16_800_630_000)),
        (Layer(sampler="explicit"), (4, 10), 100, (17_696, 3_358_528, 8_820_000)),
        (Layer(("ln", "nl")), (4, 300), 5000, (15_120_896, 397_763_328, 56_070_000_000)),
        (Layer(gamma=1.0), (40, 7), 40, (9_128, 3_214_720, 615_930)),
    ],
)
def test_what_a_run_needs(layer: Layer, shape: tuple[int, int], width: int, needs: tuple[int, int, int]) -> None:
    """Bytes of the results and of a thread, and operations, of seven networks of three layers."""
    assert estimate(shape, width, 3, layer, 7) == needs


@pytest.mark.parametrize(
    ("of", "count", "first", "last"),
    [
        ((3, 5000, 40, 7), 6, (0, 1, 0, 3276), (2, 3, 3276, 5000)),
        ((5, 20, 2, 7), 1, (0, 5, 0, 20), (0, 5, 0, 20)),
        ((100, 2**10, 3, 5), 4, (0, 25, 0, 1024), (75, 100, 0, 1024)),
        ((1, 70, 2**21, 2), 18, (0, 1, 0, 4), (0, 1, 68, 70)),
    ],
)
def test_blocks(of: tuple[int, ...], count: int, first: tuple[int, ...], last: tuple[int, ...]) -> None:
    """Networks and rows of them that fit the cache."""
    found = [(a.start, a.stop, b.start, b.stop) for a, b in blocks(*of)]
    assert (len(found), found[0], found[-1]) == (count, first, last)


def test_columns_tie_where_they_do_in_every_block() -> None:
    """Two blocks of rows: the first two columns are equal in both, the third in one alone."""
    roots = np.eye(4)[None], 2 * np.eye(4)[None]
    ties = np.array([[0, 0, 0, 3]]), np.array([[0, 0, 2, 3]])
    one, other = (
        State(None, root, tie, np.array([size])) for root, tie, size in zip(roots, ties, (1.0, 3.0), strict=True)
    )
    found = joined([one, other])
    assert found.ties.tolist() == [[0, 0, 2, 3]]
    assert found.size == 3
    np.testing.assert_allclose(found.root[0].T @ found.root[0], 5 * np.eye(4))
    assert joined([one]) is one
