"""Random networks: exact identities, equivariance, the law of a layer, accounts of scale, refusals."""

import dataclasses
from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from numerics import networks
from numerics.networks import Layer, observables, random_batch, simulate
from numerics.networks.simulation import DTYPES
from numerics.processes.pool import Processes
from numerics.statistics.betting import Variance
from numerics.statistics.decide import MarginTest
from numerics.streams import fresh_seed, stream

Floats = NDArray[np.float64]

ALPHA = 1e-9  # false alarm of a statistical test here, and as much for missing a true statement
THRESHOLD = 2 * 4 / ALPHA
SEED = fresh_seed()
SAMPLERS = ("gram", "explicit")
ONCE = settings(derandomize=True, database=None, deadline=None, max_examples=40)
seeds = st.integers(0, 2**32 - 1)


def source(name: str, cell: int = 0) -> Callable[[int], Generator]:
    """One stream for every replicate."""
    return lambda replicate: stream(SEED, name, cell, replicate)


# --- exact identities


@pytest.mark.parametrize("sampler", SAMPLERS)
@pytest.mark.parametrize("layer", [Layer(), Layer(("rc", "rs", "nl"), "tanh"), Layer(("nl",), "sin", gain=9.0)])
def test_equal_columns_stay_equal_bit_by_bit(layer: Layer, sampler: str) -> None:
    """x_i = x_j => x_i = x_j after 30 layers, n = 50 with 20 repeats and a pair of zeros of either sign."""
    layer = dataclasses.replace(layer, sampler=sampler)
    x = random_batch(50, 30, stream(SEED, "equal", 0))
    same = stream(SEED, "equal", 1).integers(0, 30, 20)
    x[:, 30:] = x[:, same]
    x[:, 0], x[:, 49] = 0.0, -0.0
    first = observables.first_equal(x)
    x = x[None]
    for block in range(30):
        x = layer(x, width=37, rng=stream(SEED, "equal", 2, block))
        assert np.array_equal(x, x[..., first]), f"seed {SEED}, layer {block}"
    assert observables.distinct_columns(x)[0] == len(set(first)), f"seed {SEED}"


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_zero_column_stays_zero_without_recentring(sampler: str) -> None:
    """W 0 = 0 exactly, and no -0.0 leaves a ReLU."""
    x = random_batch(6, 9, stream(SEED, "zero"))[None]
    x[..., 2] = 0.0
    layer = Layer(("nl",), sampler=sampler)
    for block in range(5):
        x = layer(x, width=8, rng=stream(SEED, "zero", 1, block))
        assert np.array_equal(x[..., 2], np.zeros((1, 8))), f"seed {SEED}"
        assert not np.signbit(x).any(), f"seed {SEED}"


@ONCE
@given(seeds, st.integers(1, 9), st.integers(1, 12))
def test_two_clusters_become_orthogonal_exactly(seed: int, k: int, width: int) -> None:
    """Two clusters under RC + ReLU: disjoint supports, so <x_o, x_c> = 0 bit by bit (nachum24, I1)."""
    rng = default_rng(seed)
    points = random_batch(2, 3, rng)
    x = Layer()(points[None][..., [0] * k + [1] * (10 - k)], width=width, rng=rng)[0]
    assert not (x[:, 0] * x[:, -1]).any()


@ONCE
@given(seeds, st.integers(2, 12), st.integers(1, 12))
def test_rescaled_outlier_has_quantised_norms(seed: int, n: int, width: int) -> None:
    """n - 1 equal points and one other, RC + RS + ReLU: |x_o|^2 = (n-1) N_+, |x_c|^2 = N_-/(n-1) (nachum24, I5).

    By n - 1 (Bessel) in place of n: times (n-1)/n.
    """
    points = random_batch(2, 3, default_rng(seed))[None][..., [0] + [1] * (n - 1)]
    for ddof in (0, 1):
        x = Layer(("rc", "rs", "nl"), ddof=ddof)(points, width=width, rng=default_rng(seed))[0]
        active = np.count_nonzero(x[:, 0])
        expected = np.array([(n - 1) * active, (width - active) / (n - 1)]) * (1 if ddof == 0 else (n - 1) / n)
        assert np.allclose(np.square(x[:, :2]).sum(axis=0), expected, rtol=1e-12, atol=1e-12)


@ONCE
@given(seeds, st.integers(2, 12))
def test_normalised_rows_are_bounded(seed: int, n: int) -> None:
    """RC + RS: each row has mean 0, mean square 1 and entries of size at most sqrt(n-1)."""
    rng = default_rng(seed)
    z = Layer(("rc", "rs"), weights="student")(random_batch(n, 7, rng)[None], width=5, rng=rng)
    assert np.allclose(z.mean(axis=-1), 0, atol=1e-12)
    assert np.allclose(np.square(z).mean(axis=-1), 1, rtol=1e-12)
    assert (np.abs(z) <= np.sqrt(n - 1) * (1 + 1e-12)).all()


LAYERS = st.builds(
    Layer,
    components=st.sampled_from([c for r in range(4) for c in combinations(("rc", "rs", "nl"), r)]),
    activation=st.sampled_from(["relu", "leaky_relu", "identity"]),
    weights=st.sampled_from(["gaussian", "uniform", "laplace", "student"]),
    sampler=st.sampled_from(["auto", "explicit"]),
)


@ONCE
@given(LAYERS, seeds, st.integers(2, 7), st.integers(1, 7))
def test_permutation_equivariance(layer: Layer, seed: int, n: int, k: int) -> None:
    """layer(X Pi) = layer(X) Pi for the same weights (k <= n or explicit: X itself is multiplied)."""
    x, order = random_batch(n, k, default_rng(seed))[None], default_rng(seed).permutation(n)
    layer = dataclasses.replace(layer, sampler="explicit" if k > n else layer.sampler)
    one, other = (layer(y, width=6, rng=default_rng(seed)) for y in (x, x[..., order]))
    assert np.allclose(one[..., order], other, rtol=1e-9, atol=1e-9)


@ONCE
@given(LAYERS, seeds, st.integers(-900, 900), st.integers(2, 7))
@example(Layer(("rc", "nl")), 3, 511, 7)  # squares in range, their sum out of it
@example(Layer(("rc", "rs", "nl")), 3, -530, 7)
def test_scale_of_the_batch(layer: Layer, seed: int, power: int, k: int) -> None:
    """simulate(2^p X) has the Gram matrix of X bit by bit; log_scale moves by 2p log 2, by 0 under RS."""
    x = random_batch(4, k, default_rng(seed))
    one, other = (simulate(y, width=5, depth=3, layer=layer, rng=default_rng) for y in (x, np.ldexp(x, power)))
    assert np.array_equal(one.gram, other.gram)
    moved = 0.0 if "rs" in layer.components else 2 * power * np.log(2)
    assert np.allclose(other.log_scale - one.log_scale, moved, rtol=1e-12, atol=1e-9)


# --- laws


def decide(test: MarginTest, samples: Floats) -> str:
    test.update(samples)
    return test.verdict(THRESHOLD)


FOURTH = {"gaussian": 3, "uniform": 1.8, "rademacher": 1, "laplace": 6, "student": 9, "skew": 3.25, "exponential": 9,
          "beta": 3 - 6 / 3.4, "positive": 1.8}  # fmt: skip


@pytest.mark.parametrize("law", FOURTH)
def test_weights_are_standard(law: str) -> None:
    """E w = 0 (sqrt 3 for positive weights) and E (w - E w)^2 = 1, to 0.05; error 1e-9 each."""
    mean = np.sqrt(3) if law == "positive" else 0.0
    square = MarginTest(1.0, 0.05, Variance(max(FOURTH[law] - 1, 0.01)))
    first = MarginTest(mean, 0.05, Variance(1.0))
    for test, power in ((first, 1), (square, 2)):
        count = test.plan(THRESHOLD, miss=ALPHA)
        draw = networks.WEIGHTS[law](stream(SEED, law, power), (1, count))[0]
        assert decide(test, draw if power == 1 else np.square(draw - mean)) == "holds", f"seed {SEED}"


@pytest.mark.parametrize(("name", "degrees"), [("student", 5), ("student3", 3)])
def test_student_weights(name: str, degrees: int) -> None:
    """Student's law over its standard deviation, to 0.02 in Kolmogorov distance; error 1e-9."""
    from scipy.stats import t

    from numerics.statistics.laws import law_plan, law_test

    law = t(degrees, scale=np.sqrt((degrees - 2) / degrees))
    draw = networks.WEIGHTS[name](stream(SEED, name), (law_plan(0.02, ALPHA, miss=ALPHA),))
    assert law_test(draw, law.cdf, law.cdf, 0.02, ALPHA).verdict == "holds", f"seed {SEED}"


def test_rademacher_weights() -> None:
    """Signs, and both of them: 64 equal ones have probability 2^-63."""
    assert set(networks.WEIGHTS["rademacher"](stream(SEED, "signs"), (8, 8)).flat) == {-1.0, 1.0}, f"seed {SEED}"


# --- skip connections


def test_skip_connection() -> None:
    """Layer = RS(X + gamma W X) for the W drawn; gamma = 0 only rescales."""
    x = random_batch(5, 7, stream(SEED, "skip"))[None]
    for gamma in (0.0, 0.3, 1e80):
        layer = Layer(("rs",), gain=7.0, sampler="explicit", gamma=gamma)
        W = stream(SEED, "skip", 1).standard_normal((7, 7))
        z = x[0] + gamma * (W @ x[0])
        found = layer(x, width=7, rng=[stream(SEED, "skip", 1)])[0]  # one for each replicate: NumPy's own normals
        assert np.allclose(found, z / np.sqrt(np.square(z).mean(axis=1, keepdims=True)), rtol=1e-12), f"seed {SEED}"


# --- simulate


@pytest.mark.parametrize(("width", "layer"), [(20, Layer()), (40_000, Layer()), (20, Layer(weights="uniform"))])
@pytest.mark.parametrize("dtype", DTYPES)
def test_results_do_not_depend_on_the_workers(width: int, layer: Layer, dtype: str) -> None:
    """Bit by bit the same on one thread, on two, on processes, and for a replicate alone: several in a block, or one
    in several.
    """
    x, options = (
        random_batch(7, 12, stream(SEED, "workers")),
        {"width": width, "depth": 6, "layer": layer, "dtype": dtype},
    )
    rng = partial(stream, SEED, "workers", 1)
    with Processes(2) as pool:
        runs = [
            simulate(x, networks=7, rng=rng, **options, **workers)
            for workers in ({"threads": 1}, {"threads": 2}, {"executor": pool})
        ]
    alone = simulate(x, rng=lambda _: stream(SEED, "workers", 1, 4), **options)
    for field in dataclasses.fields(observables.Observed):
        arrays = [getattr(run, field.name) for run in runs]
        assert all(np.array_equal(arrays[0], array) for array in arrays), f"seed {SEED}, {field.name}"
        assert np.array_equal(arrays[0][4], getattr(alone, field.name)[0]), f"seed {SEED}, {field.name}"
        assert len(arrays[0]) == 7


def test_a_batch_for_each_replicate_and_progress() -> None:
    """(R, k, n) batches; progress counts layers up to replicates * depth."""
    x = stream(SEED, "stack").standard_normal((3, 5, 4))
    seen: list[tuple[int, int]] = []
    found = simulate(
        x, width=33_000, depth=2, networks=3, rng=source("stack", 1),
        progress=lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    assert seen == sorted({*seen}), "layers of several networks may be told at once"
    assert seen[-1] == (6, 6)
    last = simulate(x[2], width=33_000, depth=2, rng=lambda _: stream(SEED, "stack", 1, 2))
    assert np.array_equal(found.gram[2], last.gram[0]), f"seed {SEED}"


def test_depth_zero_is_the_batch() -> None:
    """No layer: the observables of the batch itself."""
    found = simulate([[3.0, 0.0, 0.0], [0.0, 1.0, 1.0]], width=1, depth=0, rng=default_rng)
    assert found.norm_ratio[0] == pytest.approx(3)
    assert (found.escaped[0], found.columns[0], found.rank[0]) == (0, 2, 2)
    assert np.exp(found.log_scale[0]) * found.gram[0, 0, 0] == pytest.approx(9)


@pytest.mark.parametrize("activation", ["relu", "leaky_relu", "identity"])
def test_deep_networks_keep_their_account_of_scale(activation: str) -> None:
    """Depth 1000 at gain 2 and 2^-9: the same directions bit by bit, log_scale lower by 1000 * 10 log 2."""
    x = random_batch(4, 3, stream(SEED, "deep"))
    layer = Layer(("nl",) if activation == "identity" else ("rc", "nl"), activation)
    one, other = (
        simulate(x, width=12, depth=1000, layer=dataclasses.replace(layer, gain=gain), rng=source("deep", 1))
        for gain in (2.0, 2.0**-9)
    )
    assert np.isfinite(one.log_scale).all(), f"seed {SEED}"
    assert np.array_equal(one.gram, other.gram), f"seed {SEED}"
    assert np.allclose(one.log_scale - other.log_scale, 10_000 * np.log(2), rtol=1e-12), f"seed {SEED}"


def test_a_dead_network_is_finite() -> None:
    """ReLU alone at width 1 dies: Gram 0, every observable a number, no point escapes."""
    x = random_batch(3, 4, stream(SEED, "dead"))
    found = simulate(x, width=1, depth=200, layer=Layer(("nl",)), rng=source("dead", 1))
    assert not found.gram.any(), f"seed {SEED}: alive after 200 layers has probability 2^-199"
    assert np.isfinite([found.log_scale, found.norm_ratio, found.cos_cluster]).all()
    assert (found.escaped[0], found.rank[0], found.columns[0]) == (-1, 0, 1)
