"""Normals of every generator, factors of Gram matrices, and the same code on PyTorch's arrays.

What needs Numba, PyTorch or a GPU is skipped, with its reason, where that is missing.
"""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import norm

from numerics.networks import Layer, observables, random_batch, simulate
from numerics.networks.factors import combined, contrasts, triangular
from numerics.networks.normals import Draws, chosen, compiled  # noqa: F401 (the condition below is a text)
from numerics.networks.stack import ROWS
from numerics.statistics.betting import Bounded
from numerics.statistics.decide import MarginTest
from numerics.statistics.laws import law_plan, law_test
from numerics.streams import fresh_seed, stream
from tests.bridge.chance import ALPHA, bound, distance
from tests.strategies import SETTINGS

SEED = fresh_seed()
ONCE = settings(SETTINGS, max_examples=20)
seeds = st.integers(0, 2**32 - 1)

numba = pytest.param("numba", marks=pytest.mark.skipif("not compiled()", reason="Numba is not installed"))
torch = pytest.param("torch", marks=pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed"))


with_gpu = bool(find_spec("torch")) and import_module("torch").cuda.is_available()
cuda = pytest.param("cuda", marks=pytest.mark.skipif(not with_gpu, reason="no PyTorch that sees a CUDA device"))


def drawn(generator: str, dtype: str, size: int, device: str = "cpu") -> NDArray[Any]:
    """Normals as the sampler gets them: times the factor 1."""
    draws = Draws([stream(SEED, generator + dtype)], "gaussian", generator, dtype, device)
    unit = draws.array(np.ones((1, 1, 1), dtype=dtype))
    out = draws.empty((1, size, 1), unit.dtype)
    found = draws.times(slice(0, 1), unit, out)
    return np.asarray(found if isinstance(found, np.ndarray) else found.cpu())[0, :, 0]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("generator", ["numpy", numba, torch])
def test_normals_are_normal(generator: str, dtype: str) -> None:
    """N(0, 1) to 0.01 in Kolmogorov distance, false alarm 1e-9; and signs of neighbours are uncorrelated to 0.02."""
    test = MarginTest(0.0, 0.02, Bounded(-1, 1))
    size = max(law_plan(0.01, ALPHA, miss=ALPHA), 2 * test.plan(8 / ALPHA, variance=1.0, miss=ALPHA))
    x = drawn(generator, dtype, size).astype(np.float64)
    assert law_test(x, norm.cdf, norm.cdf, 0.01, ALPHA).verdict == "holds", f"seed {SEED}"
    assert law_test(1.1 * x, norm.cdf, norm.cdf, 0.01, ALPHA).verdict == "refuted", f"seed {SEED}: a twin"
    signs = np.sign(x[: size // 2 * 2]).reshape(-1, 2).prod(axis=1)
    test.update(signs)
    assert test.verdict(8 / ALPHA) == "holds", f"seed {SEED}"


@pytest.mark.parametrize("generator", ["numpy", numba, torch])
def test_replicates_and_parts_have_streams_of_their_own(generator: str) -> None:
    """No two of 3 replicates are equal, nor the two parts of one wide layer."""
    x = random_batch(3, 4, stream(SEED, "own"))
    found = simulate(x, width=9, depth=1, networks=3, rng=partial(stream, SEED, "own"), generator=generator)
    assert len(np.unique(found.log_scale)) == 3, f"seed {SEED}"
    wide = simulate(x, width=2 * ROWS, depth=1, rng=partial(stream, SEED, "own"), generator=generator)
    half = simulate(x, width=ROWS, depth=1, rng=partial(stream, SEED, "own"), generator=generator)
    assert not np.allclose(wide.gram, half.gram, rtol=1e-6), f"seed {SEED}: the parts repeat each other"


@ONCE
@given(seeds, st.integers(2, 9), st.integers(0, 40), st.booleans(), st.sampled_from([1.0, 1e-3, 1e-7, 1e-12, 0.0]))
def test_triangular_factor(seed: int, n: int, more: int, turned: bool, small: float) -> None:
    """R^T R = (X T)^T X T, R upper triangular, and |R v| = |X T v| to eps |X| for every v, however near the columns."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((3, n + more, n))
    x[1:, :, -1] = x[1:, :, 0] + small * x[1:, :, -1]
    basis = contrasts(n) if turned else None
    factor, free = triangular(x, basis)
    y = x if basis is None else x @ basis
    assert np.array_equal(np.triu(factor), factor)
    assert np.allclose(factor.swapaxes(-1, -2) @ factor, y.swapaxes(-1, -2) @ y, rtol=1e-12, atol=1e-12)
    v = np.linalg.svd(y)[2][..., -1, :, None]  # the direction that most is lost of
    lengths = [np.linalg.norm(z @ v, axis=(-1, -2)) for z in (factor, y)]
    assert np.allclose(*lengths, rtol=1e-7, atol=1e-13 * n)
    assert not free[1:].any() or small > 1e-7, "columns that coincide are told"


@ONCE
@given(seeds, st.integers(2, 12))
def test_contrasts(seed: int, n: int) -> None:
    """T^T T = 1, T T^T is RC; and the factor of several blocks of rows is that of all."""
    basis, x = contrasts(n), np.random.default_rng(seed).standard_normal((4, n))
    assert np.allclose(basis.T @ basis, np.eye(n - 1), atol=1e-13)
    assert np.allclose(x @ basis @ basis.T, x - x.mean(axis=1, keepdims=True), atol=1e-13)
    parts = triangular(np.stack([np.vstack([x] * n)] * 2), basis)[0]
    assert np.allclose(combined(parts).T @ combined(parts), 2 * n * (x @ basis).T @ (x @ basis), atol=1e-9)


@ONCE
@given(seeds, st.sampled_from([1e3, 1e8, 1e12]), st.integers(3, 40))
def test_a_large_mean_is_recentred(seed: int, offset: float, width: int) -> None:
    """Rows of the batch far from 0: RC takes their mean away before anything is rounded."""
    x = np.round(random_batch(3, 9, np.random.default_rng(seed)), 3)
    near, far = (simulate(batch, width=width, depth=2, rng=np.random.default_rng) for batch in (x, x + offset))
    assert np.allclose(near.gram, far.gram, rtol=1e-3 * (1 + offset / 1e9), atol=1e-15 * offset + 1e-9)


@pytest.mark.parametrize("components", [("rc", "nl"), ("rs", "nl"), ("rc", "rs", "nl"), ("rc", "rs")])
@pytest.mark.parametrize("ddof", [0, 1])
def test_equal_points_are_one_with_a_count(components: tuple[str, ...], ddof: int) -> None:
    """Explicit weights, three of four points coincide: `simulate`, on the distinct ones, is the layer itself."""
    x = random_batch(2, 5, stream(SEED, "count"))[:, [0, 1, 0, 0]]
    layer = Layer(components, sampler="explicit", ddof=ddof)
    found = simulate(x, width=6, depth=1, layer=layer, rng=lambda _: stream(SEED, "count", 1), generator="numpy")
    g = observables.gram(layer(x[None], width=6, rng=[stream(SEED, "count", 1)]))
    assert np.allclose(np.exp(found.log_scale)[:, None, None] * found.gram, g, rtol=1e-11, atol=1e-12), f"seed {SEED}"
    assert found.columns[0] == 2


@pytest.mark.parametrize("width", [5, 30, 50_000])
def test_float32_is_float64_rounded(width: int) -> None:
    """Explicit weights, or those of one layer: the same numbers, rounded, to 1e-4."""
    x = random_batch(6, 5, stream(SEED, "round"))
    layer = Layer(("rc", "rs", "nl"), weights="uniform")
    one, other = (
        simulate(x, width=width, depth=1 if width > 99 else 4, layer=layer, rng=partial(stream, SEED, "round"), dtype=t)
        for t in ("float64", "float32")
    )
    assert np.allclose(one.gram, other.gram, atol=1e-4), f"seed {SEED}"


@pytest.mark.parametrize("device", [pytest.param("cpu", marks=torch.marks), cuda])
@pytest.mark.parametrize(
    "layer",
    [
        Layer(("rc", "rs", "nl"), weights="uniform"),
        Layer(("rc", "nl"), "leaky_relu", weights="laplace"),
        Layer(("rs",), weights="rademacher", gamma=0.5),
        Layer(("nl",), "tanh", weights="student", gain=4.0),
        Layer(("rc", "rs", "nl"), "sin", sampler="explicit", ddof=1),
    ],
    ids=lambda layer: f"{'-'.join(layer.components)} {layer.activation} {layer.weights}",
)
def test_the_same_weights_on_a_device(layer: Layer, device: str) -> None:
    """Weights that NumPy draws give the same networks on PyTorch's arrays, equal points and lost rank included."""
    if layer.weights == "gaussian":
        layer = dataclasses.replace(layer, weights="beta")
    x = random_batch(6, 12, stream(SEED, "device"))[:, [0, 1, 2, 3, 4, 5, 0, 2]]
    one, other = (
        simulate(x, width=12, depth=3, networks=3, layer=layer, rng=partial(stream, SEED, "device"), **where)
        for where in ({"generator": "numpy"}, {"generator": "torch", "device": device})
    )
    assert np.allclose(one.gram, other.gram, rtol=1e-9, atol=1e-9), f"seed {SEED}"
    assert np.allclose(one.log_scale, other.log_scale), f"seed {SEED}"
    assert np.array_equal(one.columns, other.columns)
    assert np.array_equal(one.rank, other.rank)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(("generator", "device"), [pytest.param(*numba.values, "cpu", marks=numba.marks),
                                                   pytest.param(*torch.values, "cpu", marks=torch.marks),
                                                   pytest.param("torch", *cuda.values, marks=cuda.marks)])  # fmt: skip
def test_generators_agree_in_law(generator: str, device: str, dtype: str) -> None:
    """After 3 layers the cosine of two points has the law that NumPy's normals give it; layers without recentring are
    noticed."""
    x, size = random_batch(4, 6, stream(SEED, "law")), 2000

    def cosines(name: str, layer: Layer, **where: Any) -> NDArray[Any]:
        rng = partial(stream, SEED, name)
        found = simulate(x, width=8, depth=3, networks=size, layer=layer, rng=rng, dtype=dtype, **where)
        return np.asarray(observables.cosines(found.gram)[:, 0, 1])

    there = cosines("there", Layer(), generator=generator, device=device)
    assert distance(there, cosines("here", Layer(), generator="numpy")) <= bound(size), f"seed {SEED}"
    assert distance(there, cosines("here", Layer(("nl",)), generator="numpy")) > bound(size), f"seed {SEED}"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="elsewhere the peak is that of what started it, too")
def test_no_layer_is_held() -> None:
    """A process that runs two layers of 2 10^6 neurons on 16 points, 122 MiB each, has a peak of memory within 48 MiB
    of that for 1,000 neurons."""
    code = """
import numpy as np
from numerics.networks.simulation import simulate
for width in (1000, 2 * 10**6):
    simulate(np.eye(16), width=width, depth=2, rng=np.random.default_rng, dtype="float32", threads=2)
    print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0])
"""
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    few, many = map(int, found.stdout.split())
    assert many - few < 48 * 2**10  # KiB


@pytest.mark.parametrize(
    ("generator", "device", "message"),
    [
        ("nunba", "cpu", "generator 'nunba' is not one of auto, numpy, numba, torch, did you mean 'numba'\\?"),
        ("numpy", "cuda", "generator 'numpy' fills arrays of the CPU; on device 'cuda' take 'torch'"),
    ],
)
def test_generators_refused(generator: str, device: str, message: str) -> None:
    """What came, what was wanted; or, of a device, that PyTorch is missing, or knows no such device."""
    with pytest.raises(ValueError, match=f"^{message}$"):
        chosen(generator, device)
    with pytest.raises(ValueError, match=r"^PyTorch is not installed; .*|^device 'nowhere' is not to be had: "):
        simulate([[0.0, 1.0]], width=2, depth=1, rng=np.random.default_rng, device="nowhere")
