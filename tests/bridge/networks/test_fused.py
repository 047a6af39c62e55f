"""The kernel of Numba: its normals, its networks against NumPy in float64, and what it leaves to be drawn again.

Skipped where Numba is missing. The tests of a kind share a false alarm of 1e-9.
"""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2, norm

from numerics.networks import Layer, random_batch, simulate
from numerics.networks.fused_stack import FusedStack, fits
from numerics.networks.normals import compiled
from numerics.networks.stack import ROWS, Run
from numerics.streams import fresh_seed, stream
from tests.bridge.chance import bound, distance

pytestmark = pytest.mark.skipif("not compiled()", reason="Numba is not installed")

ALPHA = 1e-9
SEED = fresh_seed()
Floats = NDArray[np.float64]


def normals(size: int, name: str = "normals") -> Floats:
    """In float64, by the kernel."""
    out = np.empty(size, dtype=np.float32)
    compiled().fill(compiled().state_of(stream(SEED, name)), out)
    return out.astype(np.float64)


@pytest.fixture(scope="module")
def X() -> Floats:
    return normals(2**24)


@pytest.mark.slow
def test_chi_squared(X: Floats) -> None:
    """Counts in 1,000 cells of equal probability, and in the tails to 10^-6."""
    tail = norm.isf([1e-4, 1e-5, 1e-6])
    edges = np.concatenate([-tail[::-1], norm.ppf(np.arange(1, 1000) / 1000), tail])
    expected = np.diff(np.concatenate([[0], norm.cdf(edges), [1]])) * X.size
    counts = np.bincount(np.searchsorted(edges, X), minlength=edges.size + 1)
    statistic = (np.square(counts - expected) / expected).sum()
    assert chi2.sf(statistic, edges.size) > ALPHA, f"seed {SEED}"
    assert chi2.cdf(statistic, edges.size) > ALPHA, f"seed {SEED}: too even"


def test_lags(X: Floats) -> None:
    """z_i z_(i+lag) and (z_i^2 - 1)(z_(i+lag)^2 - 1) have mean 0: 64 generators, two normals of each word."""
    for x, variance in ((X, 1.0), (np.square(X) - 1, 4.0)):
        for lag in (1, 2, 8, 15, 16, 63, 64, 65, 127, 128, 129, 192, 256, 3840):
            mean = float(np.dot(x[lag:], x[:-lag])) / (X.size - lag)
            assert abs(mean) < 7.2 * math.sqrt(variance / X.size), f"seed {SEED}, lag {lag}"


def test_words_at_both_ends() -> None:
    """-2 log u for u next to 0 and next to 1, and angles next to the axes: no 0, no infinity, no more than 6.7."""
    state = np.zeros(5 * 64, dtype=np.uint64)
    words = np.array([a | b << 32 for a in (0, 1, 2, 2**31, 2**32 - 1, 2**32 - 2) for b in (0, 1, 2**30, 2**32 - 1)],
                     dtype=np.uint64)  # fmt: skip
    state[: words.size] = words  # the first word of each generator is the sum of its seeds
    out = np.empty(128, dtype=np.float32)
    compiled().fill(state, out)
    seen = out[np.concatenate([np.arange(words.size), 64 + np.arange(words.size)])]
    assert np.isfinite(seen).all()
    assert (seen != 0).all()
    assert 6.6 < np.abs(seen).max() < 6.7
    low = words & np.uint64(2**32 - 1)
    u = (low >> np.uint64(1)).astype(np.float64) + 0.5
    r = np.sqrt(-2 * np.where(u < 2**30, np.log(u / 2**31), np.log1p((u - 2**31) / 2**31)))
    assert np.allclose(np.hypot(out[: words.size], out[64 : 64 + words.size]), r, rtol=1e-6)


def test_each_normal_is_that_of_its_word() -> None:
    """r cos a and r sin a of 12,800 random words, in float64: to 4e-7 of themselves, and r^2 without bias to 1e-8."""
    words = stream(SEED, "words").integers(2**64, size=(200, 64), dtype=np.uint64)
    state, out = np.zeros(5 * 64, dtype=np.uint64), np.empty((200, 2, 64), dtype=np.float32)
    for seeds, normals_of in zip(words, out, strict=True):
        state[:] = 0
        state[:64] = seeds
        compiled().fill(state, normals_of.reshape(-1))
    low, high = words & np.uint64(2**32 - 1), words >> np.uint64(32)
    u = ((low >> np.uint64(1)).astype(np.float64) + 0.5) / 2**31
    r = np.sqrt(-2 * np.where(u < 0.5, np.log(u), np.log1p(u - 1)))
    angle = ((high << np.uint64(2)).astype(np.uint32).view(np.int32) + 2.0) * (np.pi / 2**33)
    sign, swap = np.where(high >> np.uint64(31), -1, 1), (high >> np.uint64(30) & np.uint64(1)).astype(bool)
    sides = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    exact = (sign * r)[:, None] * np.where(swap[:, None], sides[:, ::-1], sides)
    assert np.abs(out / exact - 1).max() < 4e-7
    assert abs((np.square(out.astype(np.float64)).sum(axis=1) / np.square(r) - 1).mean()) < 1e-8


def test_seeds_replay_and_differ() -> None:
    """The same stream gives the same numbers, another one others; no number of one is at its place in the other."""
    one, again, other = (normals(1280, name) for name in ("one", "one", "other"))
    assert np.array_equal(one, again)
    assert np.count_nonzero(one == other) < 3


LAYERS = [
    Layer(),
    Layer(("rc", "rs", "nl")),
    Layer(("nl",), "leaky_relu", slope=0.2),
    Layer(("rs", "nl"), "leaky_relu", slope=-0.5, ddof=1),
    Layer(("rc", "rs")),
    Layer(()),
]
NETWORKS, STATISTICS = 3000, 4
SHAPES = [(3, 5, 4), *(pytest.param(shape, marks=pytest.mark.slow) for shape in ((6, 40, 3), (17, 300, 2)))]
BOUND = bound(NETWORKS, STATISTICS * 2 * len(LAYERS) * len(SHAPES) + 4)


def seen(layer: Layer, generator: str, dtype: str, shape: tuple[int, int, int], **options: Any) -> Floats:
    """Entries of the Gram matrix and the log of its size, (4, R), after a few layers."""
    n, width, depth = shape
    x = random_batch(n, 5, stream(7, "fixed batch"))
    found = simulate(
        x, width=width, depth=depth, layer=layer, networks=NETWORKS, generator=generator, dtype=dtype,
        rng=partial(stream, SEED, f"{generator} {dtype}"), **options,
    )  # fmt: skip
    gram = found.gram
    size = np.where(np.isfinite(found.log_scale), found.log_scale, -1e9)
    return np.round(np.stack([size, gram[:, 0, 0], gram[:, 0, 1], gram[:, -1, -1]]), 5)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: f"{'-'.join(layer.components)} {layer.activation}")
def test_networks_against_numpy_in_float64(layer: Layer, shape: tuple[int, int, int]) -> None:
    """Kolmogorov distances of Gram entries and sizes, in both precisions, with weak pivots at widths near n."""
    expected = seen(layer, "numpy", "float64", shape)
    for dtype in ("float32", "float64"):
        for one, other in zip(expected, seen(layer, "numba", dtype, shape), strict=True):
            assert distance(one, other) <= BOUND, f"seed {SEED}, {dtype}"


def test_another_law_is_noticed() -> None:
    """The same distance tells RC + ReLU from other slopes, no recentring, and one layer more."""
    expected = seen(Layer(), "numpy", "float64", (6, 40, 3))
    for layer, depth in ((Layer(("rc", "nl"), "leaky_relu", slope=0.2), 3), (Layer(("nl",)), 3), (Layer(gain=2.2), 3)):
        found = seen(layer, "numba", "float32", (6, 40, depth))
        assert max(distance(a, b) for a, b in zip(expected, found, strict=True)) > BOUND, f"seed {SEED}"


def stack(layer: Layer, x: Floats, width: int, depth: int, dtype: str = "float32", **options: Any) -> FusedStack:
    """One network on a batch of distinct points."""
    n = x.shape[-1]
    rng = partial(stream, SEED, "stack")
    run = Run(layer, width, depth, dtype, "numba", "cpu", rng, np.arange(n), np.ones(n, dtype=np.int64))
    assert fits(run)
    return FusedStack(run, 0, 1, x[None], **options)


@pytest.mark.parametrize("near", [1e-2, 1e-4, 1e-6, 1e-9, 0.0])
def test_weak_pivots_are_drawn_again(near: float) -> None:
    """Two columns at a relative distance: the Gram matrix of the next layer knows it, below float32 and sqrt(eps), too.

    E |z_0 - z_1|^2 = gain |x_0 - x_1|^2; of a linear layer of 2,000 neurons to 40 %, that is 12 standard errors.
    """
    x = random_batch(3, 5, stream(SEED, "near"))
    x[:, 1] = x[:, 0] + near * x[:, 2]
    for dtype in ("float32", "float64"):
        made = stack(Layer((), gain=1.0), x, 2000, 2, dtype)
        made.through(lambda count: None)
        root = made.state.root[0] * 2.0 ** float(made.exponent[0])
        found, wanted = np.linalg.norm(root[:, 1] - root[:, 0]), near * np.linalg.norm(x[:, 2])
        assert abs(found**2 - wanted**2) <= 0.4 * wanted**2 + 1e-26, f"seed {SEED}, {dtype}"
        assert (made.state.ties is not None) == (near == 0)


def test_a_layer_that_is_drawn_again_has_the_same_weights() -> None:
    """One network, its pivots taken for weak: rows by NumPy give the Gram matrix of the kernel, to rounding."""
    x = random_batch(6, 6, stream(SEED, "same"))
    for layer in (Layer(), Layer(("rc", "rs", "nl"), ddof=1), Layer(("nl",), "leaky_relu")):
        roots = []
        for tied in (False, True):
            made = stack(layer, x, 700, 1, "float64")
            if tied:  # as if the batch had equal columns: then nothing is left to Numba
                made._advance = lambda nets, tell: nets.status.fill(compiled().WEAK)
            made.through(lambda count: None)
            roots.append(made.state.root[0] * 2.0 ** float(made.exponent[0]))
        assert np.allclose(roots[0].T @ roots[0], roots[1].T @ roots[1], rtol=1e-9, atol=1e-12), f"seed {SEED}"


def test_points_that_count_more_than_once() -> None:
    """Equal points of the batch are one with a count: RC and RS know it, in law, as NumPy's do."""
    x = random_batch(4, 5, stream(7, "counted"))[:, [0, 1, 1, 2, 1, 3]]
    for layer in (Layer(), Layer(("rc", "rs", "nl"))):
        found = [
            simulate(x, width=30, depth=2, layer=layer, networks=NETWORKS, rng=partial(stream, SEED, g), generator=g)
            for g in ("numpy", "numba")
        ]
        for one, other in zip(*(np.stack([f.gram[:, 0, 0], f.gram[:, 0, 1]]) for f in found), strict=True):
            assert distance(one, other) <= BOUND, f"seed {SEED}"


def test_a_neuron_without_variance_is_refused() -> None:
    """RS of a network whose rows are zero up to rounding: the same message as NumPy's, with the network's number."""
    x = np.array([[1e16, 1e16, 1e16], [0.0, 1.0, 2.0]])
    with pytest.raises(FloatingPointError, match=r"row \d+ of replicate 0 of the stack: its 3 pre-activations"):
        simulate(x, width=9, depth=2, layer=Layer(("rc", "rs")), rng=partial(stream, SEED, "flat"), generator="numba")


def test_threads_change_nothing() -> None:
    """One network in parts on a pool, and without: bit by bit; and two networks of a stack are those alone."""
    x = random_batch(5, 5, stream(SEED, "threads"))
    with ThreadPoolExecutor(2) as pool:
        made = [stack(Layer(), x, 2 * ROWS + 77, 2, pool=each) for each in (None, pool)]
        for one in made:
            one.through(lambda count: None)
    assert np.array_equal(made[0].state.root, made[1].state.root), f"seed {SEED}"
    options = {"width": 50, "depth": 9, "networks": 5, "generator": "numba", "rng": partial(stream, SEED, "alone")}
    one, other = (simulate(x, threads=threads, **options) for threads in (1, 3))
    assert np.array_equal(one.gram, other.gram), f"seed {SEED}"
    assert one.generator == "numba"


def test_without_numba() -> None:
    """A process in which Numba cannot be imported: `auto` is NumPy, and layers and networks are drawn."""
    code = (
        "import sys; sys.modules['numba'] = None; import numpy as np; from numerics.networks import Layer, simulate;"
        "found = simulate([[0, 1, 5]], width=8, depth=3, rng=np.random.default_rng); print(found.generator);"
        "print(Layer()(np.ones((2, 1, 2)) * [[0, 1]], width=3, rng=np.random.Generator(np.random.SFC64(1))).shape)"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.split("\n")[:2] == ["numpy", "(2, 3, 2)"]


def test_where_nothing_may_be_written(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No place for the cache: the function is compiled, for this process alone."""
    import numba

    real: Callable[..., Any] = numba.njit

    def refusing(function: Any, cache: bool = False, **options: Any) -> Any:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return real(function, **options)

    monkeypatch.setattr(numba, "njit", refusing)
    assert compiled().compiled(lambda x: x + 1)(1) == 2
