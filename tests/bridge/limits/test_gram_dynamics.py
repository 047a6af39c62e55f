"""The infinite-width maps in float64: against balls, closed forms and networks, symmetries, refusals."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from flint import arb, arb_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from numerics.limits.gram_dynamics import gram_map, iterate
from numerics.networks import Layer, observables
from numerics.statistics.betting import Bounded, Support, Variance
from numerics.statistics.decide import MarginTest
from numerics.streams import stream
from tests.refused import refused, whole
from tests.strategies import SETTINGS
from theory.wide.gram_maps import gram_map_balls

SUBSETS = [c for size in range(4) for c in combinations(("rc", "rs", "nl"), size)]
ONCE = settings(SETTINGS, max_examples=20)
seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("components", SUBSETS, ids="+".join)
@pytest.mark.parametrize(("n", "m"), [(2, 2), (5, 2), (6, 1), (7, 7)])
def test_floats_against_balls(n: int, m: int, components: tuple[str, ...]) -> None:
    """Entries within 1e-12 tr/n of the ball, for Gram matrices exact in float64; equal and antipodal points.

    Rounding: eps n in each of about 150 nodes with weights of sum 1, and a change n eps of G times the derivative of
    the map, n over the least nonzero eigenvalue: below 1e-12 where that is above 2e-3 n of the largest, as here.
    """
    x = np.round(16 * stream(20, "floats against balls", n, m).standard_normal((m, n))) / 16  # fixed: not a sample
    x[:, -1] = x[:, 0]
    if n > 4:
        x[:, 1] = -x[:, 2]
    if n == 2:
        x[:, 1] += [1.0, 0.0]
    g = x.T @ x
    balls = gram_map_balls(arb_mat(g.tolist()), components, 20)
    floats = gram_map(g, components)
    unit = 1.0 if "rs" in components else float(np.trace(g)) / n
    gap = max(abs(arb(float(floats[i, j])) - balls[i, j]) for i in range(n) for j in range(n))
    assert gap < arb(1e-12 * unit)


@ONCE
@given(seeds, st.integers(2, 8), st.integers(1, 12), st.sampled_from(SUBSETS))
def test_symmetries(seed: int, n: int, m: int, components: tuple[str, ...]) -> None:
    """Phi(c Pi^T G Pi) = c Pi^T Phi(G) Pi, without c under rs; a shift of all points is invisible under rc; with rs the
    image is symmetric to the last bit. Leading axes are replicates, and `iterate` scales each image to trace n."""
    rng = np.random.default_rng(seed)
    x, order = rng.standard_normal((m, n)), rng.permutation(n)
    g, permuted = observables.gram(x), np.ix_(order, order)
    image, unit = gram_map(g, components), 1.0 if "rs" in components else 2.0**40
    # rank <= 2 after rc: eigenvalues near n eps of 0 may count or not, with effect sqrt(n eps)
    near = {"rtol": 1e-6, "atol": 1e-6 if m < 3 else 1e-9}
    moved = observables.gram(x + rng.standard_normal((m, 1))) if "rc" in components else g
    stack = np.stack([g, 2.0**40 * g[permuted], moved])[None]
    images = gram_map(stack, components)
    assert np.allclose(images, [[image, unit * image[permuted], image]], **near)
    assert "rs" not in components or np.array_equal(image, image.T)
    second = gram_map(image * n / np.trace(image), components)
    assert np.allclose(iterate(g, 2, components), second * n / np.trace(second))


@ONCE
@given(seeds, st.integers(2, 6), st.sampled_from(SUBSETS))
def test_equal_columns_stay_equal(seed: int, n: int, components: tuple[str, ...]) -> None:
    """Bit by bit after 10 layers, for stacks of which some members have ties; with ReLU also cosine exactly 1."""
    x = np.random.default_rng(seed).standard_normal((3, 5, n))[..., [*range(n), 0, 1, 0]]
    x[1] = np.random.default_rng(seed + 1).standard_normal((5, n + 3))
    g = iterate((x[..., :, None] * x[..., None, :]).sum(axis=1), 10, components)  # entries by the same additions
    for member in (g[0], g[2]):
        assert np.array_equal(member[0], member[n])
        assert np.array_equal(member[1], member[n + 1])
        assert np.array_equal(member[:, 0], member[:, n + 2])
        if "nl" in components:
            assert member[0, n] == member[0, 0] == member[n + 2, n]


@ONCE
@given(seeds, st.integers(2, 6), st.floats(-1, 1))
def test_leaky_relu(seed: int, n: int, slope: float) -> None:
    """Slope 0 is ReLU and slope 1 no nonlinearity; closed form against Mehler's series of a kink."""
    g = observables.gram(np.random.default_rng(seed).standard_normal((4, n))) / n
    for components in (("nl",), ("rc", "nl"), ("rs", "nl")):
        assert np.array_equal(gram_map(g, components, "leaky_relu", slope=0.0), gram_map(g, components))
        identity = gram_map(g, components, "leaky_relu", slope=1.0, gain=1.0)
        assert np.allclose(identity, gram_map(g, components[:-1]), rtol=0, atol=1e-13)
    closed = gram_map(g, ("nl",), "leaky_relu", slope=slope)
    series = gram_map(g, ("nl",), lambda z: np.where(z > 0, z, slope * z))
    assert np.allclose(series, closed, rtol=0, atol=2e-4 * float(np.trace(g)))


def test_functions_by_hermite_series() -> None:
    """E sin u sin v = e^(-(a+b)/2) sinh c, E e^(u+v) = e^((a+b)/2 + c) for Var u, v = a, b and Cov = c; cubes."""
    g = observables.gram(np.random.default_rng(3).standard_normal((5, 4))) / 5
    a = np.diag(g)[:, None] + np.diag(g)
    for function, expected in (
        (np.sin, np.exp(-a / 2) * np.sinh(g)),
        (np.exp, np.exp(a / 2 + g)),
        (lambda z: z**3, 9 * g * np.outer(np.diag(g), np.diag(g)) + 6 * g**3),
    ):
        assert np.allclose(gram_map(g, ("nl",), function, gain=1.0), expected, rtol=1e-12, atol=1e-13)


X = np.array([[2.0, -1.0, 0.5, 1.0], [1.0, 1.0, -2.0, 0.0], [0.0, 3.0, 1.0, -1.0]])
WIDTH, DELTA = 256, 0.02
ENTRIES = ((0, 0), (0, 1), (1, 2), (2, 3))
FUNCTIONS: dict[str, Any] = {"tanh": np.tanh, "sin": np.sin}


@pytest.mark.parametrize(
    "layer",
    [*(Layer(components) for components in SUBSETS),
     *(Layer(components, "leaky_relu", slope=0.3) for components in (("rc", "nl"), ("rs", "nl"))),
     Layer(("rc", "nl"), "tanh", gain=200.0), Layer(("nl",), "sin", gain=200.0)],
    ids=lambda layer: "+".join((*layer.components, layer.activation)),
)  # fmt: skip
def test_against_networks(layer: Layer, rng: np.random.Generator) -> None:
    """E[Q'] = Phi(X^T X/m), Q' = Gram over the width, to 4% of (H_ii H_jj)^(1/2), or 2% of 1 where entries are bounded;
    maps with one component more or less, or with ReLU, are refuted where they are off by more than twice that.

    Var x_i x_j <= E z_i^2 z_j^2 <= 3 gain^2 H_ii H_jj for one neuron, and <= n^2/4 <= 3 * 4 with rs, where
    x_i^2 + x_j^2 <= n. False alarm 1e-9 for all tests of the module together: at most 1,000 of them.
    """
    g = X.T @ X / WIDTH
    h = gram_map(g, tuple(c for c in layer.components if c == "rc"))
    unit = 2 * np.sqrt(np.outer(np.diag(h), np.diag(h)))
    curved = layer.activation in FUNCTIONS
    if curved or "rs" in layer.components:
        unit = np.ones((4, 4))
    activation = FUNCTIONS.get(layer.activation, layer.activation)
    own = gram_map(g, layer.components, activation, slope=layer.slope, gain=layer.gain)
    others = [gram_map(g, layer.components, gain=layer.gain)]
    if layer.activation == "relu":
        toggled = [{*layer.components} ^ {component} for component in ("rc", "rs", "nl")]
        others = [gram_map(g, components, gain=layer.gain) for components in toggled]

    def support(i: int, j: int) -> Support:
        if "rs" in layer.components:
            return Bounded(0.0, 4.0) if i == j else Bounded(-2.0, 2.0)
        return Bounded(-1.0, 1.0) if curved else Variance(3 * float(unit[i, j]) ** 2 / WIDTH)

    threshold = 2 * MarginTest.nulls * 1000 / 1e-9
    tests = [[MarginTest(float(p[e]), DELTA * float(unit[e]), support(*e)) for e in ENTRIES] for p in (own, *others)]
    variances = [float(unit[e]) ** 2 * 3 / WIDTH for e in ENTRIES]
    size = max(test.plan(threshold, variance=v) for test, v in zip(tests[0], variances, strict=True))
    for _ in range(0, size, 1024):
        x = layer(np.repeat(X[None], 1024, axis=0), width=WIDTH, rng=rng)
        for (i, j), column in zip(ENTRIES, zip(*tests, strict=True), strict=True):
            sample = (x[..., i] * x[..., j]).mean(axis=1)
            for test in column:
                test.update(sample)
    assert [test.verdict(threshold) for test in tests[0]] == ["holds"] * 4
    far = [(e, test) for p, row in zip(others, tests[1:], strict=True) for e, test in zip(ENTRIES, row, strict=True)
           if abs(p[e] - own[e]) > 2 * DELTA * unit[e]]  # fmt: skip
    assert far
    assert all(test.verdict(threshold) == "refuted" for _, test in far)


test_refusals = refused(
    "What came, what was wanted, what to do.",
    ((np.eye(3), ("rc", "bn")), "components ('rc', 'bn'): wanted a tuple of any of rc, rs, nl"),
    ((np.eye(3), "rc"), "components 'rc': wanted a tuple of any of rc, rs, nl"),
    ((np.eye(3), ("nl",), "gelu"), "activation 'gelu': wanted 'relu', 'leaky_relu' or a function on arrays"),
    (
        (np.eye(3), ("rs", "nl"), np.tanh),
        "a function after rescaling is not an integral over one variable, for it is not homogeneous: take relu or "
        "leaky_relu, leave out 'rs', or simulate with numerics.networks.simulation",
    ),
    ((np.ones((2, 3)),), "Gram matrices have shape (..., n, n), came (2, 3)"),
    (
        (np.stack([np.eye(3), np.full((3, 3), 0.1)]), ("rc", "rs")),
        "1 of 2 Gram matrices are zero after recentring, up to rounding: rescaling is undefined",
    ),
    ((np.full((2, 2), np.nan), ("rc",)), "4 of 4 entries are not finite numbers"),
    (
        (1e8 * np.eye(2), ("nl",), np.tanh),
        "400 Hermite polynomials leave out 0.021 of the mean square of the function at standard deviations up to "
        "1.41e+04, more than 0.01: take more terms",
    ),
    ((np.zeros((2, 2)), ("rs",)), "1 of 1 Gram matrices are zero, up to rounding: rescaling is undefined"),
    of=lambda arguments: gram_map(*arguments),
    words=whole,
)
