"""The infinite-width maps in float64: against balls, against networks, symmetry, fixed points, refusals."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from flint import arb, arb_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from numerics.limits.gram_dynamics import Activation, Floats, gram_map, iterate, kappa
from numerics.networks import Layer, observables
from numerics.statistics.betting import Bounded, Support, Variance
from numerics.statistics.decide import MarginTest
from numerics.streams import fresh_seed, stream
from theory.wide.fixed_points import broken, escape_border
from theory.wide.gram_maps import gram_map_balls

SUBSETS = [c for size in range(4) for c in combinations(("rc", "rs", "nl"), size)]
SEED = fresh_seed()
ONCE = settings(derandomize=True, database=None, deadline=None, max_examples=40)
seeds = st.integers(0, 2**32 - 1)


@ONCE
@given(st.floats(-1, 1))
def test_kappa(r: float) -> None:
    """kappa(r) - kappa(-r) = r, and the textbook formula."""
    assert float(kappa(np.array(r)) - kappa(np.array(-r))) == pytest.approx(r, abs=1e-15)
    assert kappa(np.array(r)) == pytest.approx((np.sqrt(1 - r * r) + (np.pi - np.arccos(r)) * r) / np.pi, abs=1e-14)


@ONCE
@given(seeds, st.integers(2, 8), st.integers(2, 8), st.floats(1e-50, 1e50))
def test_equivariance_homogeneity_trace(seed: int, n: int, m: int, c: float) -> None:
    """Phi(c Pi^T G Pi) = c Pi^T Phi(G) Pi; shift of all points invisible; tr Phi(G) = tr PGP."""
    rng = np.random.default_rng(seed)
    x, order = rng.standard_normal((m, n)), rng.permutation(n)
    g, permuted = observables.gram(x), np.ix_(order, order)
    image = gram_map(g)
    assert np.allclose(gram_map(c * g[permuted]) / c, image[permuted], rtol=1e-6, atol=1e-12)
    assert np.allclose(gram_map(observables.gram(x + rng.standard_normal((m, 1)))), image, rtol=1e-6, atol=1e-9)
    assert np.trace(image) == pytest.approx(np.trace(gram_map(g, ("rc",))), rel=1e-9)


@ONCE
@given(seeds, st.integers(2, 6))
def test_equal_columns_stay_equal(seed: int, n: int) -> None:
    """Equal rows of G are equal bit by bit after 30 layers, and of cosine exactly 1."""
    x = np.random.default_rng(seed).standard_normal((5, n))[:, [*range(n), 0, 1, 0]]
    g = (x[:, :, None] * x[:, None, :]).sum(axis=0)  # every entry by the same additions
    for _ in range(30):
        g = gram_map(g)
        assert np.array_equal(g[0], g[n])
        assert np.array_equal(g[1], g[n + 1])
        assert g[0, n] == g[0, 0] == g[0, n + 2]


@pytest.mark.parametrize("n", [3, 7, 50])
def test_symmetric_fixed_ray(n: int) -> None:
    """BSB1: cos = kappa(-1/(n-1)) is fixed, from every simplex (nachum24, S1)."""
    c = kappa(np.array(-1 / (n - 1)))
    fixed = (1 - c) * np.eye(n) + c
    assert np.allclose(iterate(np.eye(n), 1), fixed, rtol=0, atol=1e-14)
    assert np.allclose(iterate(fixed, 3), fixed, rtol=0, atol=1e-13)


def test_a_stack_is_its_members() -> None:
    """Leading axes are replicates."""
    x = np.random.default_rng(0).standard_normal((2, 3, 4, 6))  # no statistic is taken
    g = observables.gram(x)
    assert np.array_equal(iterate(g, 5)[1, 2], iterate(g[1, 2], 5))
    assert np.array_equal(gram_map(g, ())[0, 0], g[0, 0])


# --- rescaling, other activations


@ONCE
@given(seeds, st.integers(2, 8), st.integers(1, 12))
def test_traces_and_scale(seed: int, n: int, m: int) -> None:
    """With rs: trace n or n/2, Phi(cG) = Phi(G), psd and symmetric to the last bit; permutations go through."""
    rng = np.random.default_rng(seed)
    g = observables.gram(rng.standard_normal((m, n)))
    order = rng.permutation(n)
    for components in SUBSETS:
        if "rs" in components:
            image = gram_map(g, components)
            assert np.trace(image) == pytest.approx(n / 2 if "nl" in components else n, rel=1e-13)
            assert np.array_equal(image, image.T)
            assert np.linalg.eigvalsh(image)[0] > -1e-13 * n
            assert np.allclose(gram_map(2.0**40 * g, components), image, rtol=0, atol=1e-13)
            moved = gram_map(g[np.ix_(order, order)], components)
            # rank <= 2 after rc: eigenvalues near n eps of 0 may count or not, with effect sqrt(n eps)
            assert np.allclose(moved, image[np.ix_(order, order)], rtol=0, atol=1e-6 if m < 3 else 1e-9)


@pytest.mark.parametrize("components", SUBSETS, ids="+".join)
@pytest.mark.parametrize(("n", "m"), [(2, 2), (3, 3), (5, 2), (6, 1), (7, 7)])
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
@given(seeds, st.integers(2, 6), st.sampled_from(SUBSETS))
def test_equal_columns_stay_equal_under_every_subset(seed: int, n: int, components: tuple[str, ...]) -> None:
    """Bit by bit, for stacks of which some members have ties; with ReLU also cosine exactly 1."""
    x = np.random.default_rng(seed).standard_normal((3, 5, n))[..., [*range(n), 0, 1, 0]]
    x[1] = np.random.default_rng(seed + 1).standard_normal((5, n + 3))
    g = iterate((x[..., :, None] * x[..., None, :]).sum(axis=1), 3, components)
    for member in (g[0], g[2]):
        assert np.array_equal(member[0], member[n])
        assert np.array_equal(member[1], member[n + 1])
        assert np.array_equal(member[:, 0], member[:, n + 2])
        if "nl" in components:
            assert member[0, n] == member[0, 0] == member[n + 2, n]


def test_a_stack_is_its_members_with_rescaling() -> None:
    """To rounding: linear algebra libraries may treat a stack otherwise."""
    g = observables.gram(np.random.default_rng(0).standard_normal((2, 3, 4, 6)))  # no statistic is taken
    image = gram_map(g, ("rc", "rs", "nl"))
    assert image.shape == g.shape
    assert np.allclose(image[1, 2], gram_map(g[1, 2], ("rc", "rs", "nl")), rtol=0, atol=1e-10)


def test_rescaling_removes_the_escape() -> None:
    """Full BN: the exact outlier stays for 50 layers, one perturbed by 1e-6 goes to the symmetric ray."""
    n = 10
    g = np.ones((n, n))
    g[0, 1:] = g[1:, 0] = 0.0
    g[0, 0] = (n - 1.0) ** 2
    assert observables.norm_ratio(iterate(g, 50, ("rc", "rs", "nl"))) == pytest.approx(n - 1, rel=1e-9)
    nudged = iterate(g + 1e-6 * np.eye(n), 200, ("rc", "rs", "nl"))
    assert np.allclose(nudged, iterate(np.eye(n), 1), rtol=0, atol=1e-6)


@pytest.mark.parametrize("n", [7, 8, 13, 40])
def test_escape_border(n: int) -> None:
    """Of orthogonal points one is longer: 1 per cent within the border it comes back, 1 per cent beyond it escapes."""
    border = float(escape_border(n))
    for factor, escaped in ((0.99, False), (1.01, True)):
        square = np.ones(n)
        square[0] = (factor * border) ** 2
        ratio = float(observables.norm_ratio(iterate(np.diag(square), 100 * n)))
        assert ratio == pytest.approx(float(broken(n).value("norm_ratio", 15)) if escaped else 1.0, abs=1e-2)


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
    """E sin u sin v = e^(-(a+b)/2) sinh c, E e^(u+v) = e^((a+b)/2 + c) for Var u, v = a, b and Cov = c; cubes; tanh."""
    g = observables.gram(np.random.default_rng(3).standard_normal((5, 4))) / 5
    a = np.diag(g)[:, None] + np.diag(g)
    for function, expected in (
        (np.sin, np.exp(-a / 2) * np.sinh(g)),
        (np.exp, np.exp(a / 2 + g)),
        (lambda z: z**3, 9 * g * np.outer(np.diag(g), np.diag(g)) + 6 * g**3),
    ):
        assert np.allclose(gram_map(g, ("nl",), function, gain=1.0), expected, rtol=1e-12, atol=1e-13)
    tanh = gram_map(g, ("nl",), np.tanh)
    for i, j in ((0, 0), (1, 1), (0, 1), (2, 3)):  # the same by an equidistant rule in the plane
        z = np.arange(-12, 12, 0.05)
        root = np.linalg.cholesky(2 * g[np.ix_([i, j], [i, j])] + (1e-14 if i == j else 0) * np.eye(2))
        u, v = np.tanh(root @ np.stack(np.meshgrid(z, z)).reshape(2, -1))
        density = np.exp(-(z**2) / 2) * 0.05 / np.sqrt(2 * np.pi)
        assert tanh[i, j] == pytest.approx(u * v @ np.outer(density, density).ravel(), abs=1e-8)


# --- against networks

X = np.array([[2.0, -1.0, 0.5, 1.0], [1.0, 1.0, -2.0, 0.0], [0.0, 3.0, 1.0, -1.0]])
WIDTH, DELTA = 256, 0.02
ENTRIES = ((0, 0), (0, 1), (1, 2), (2, 3))


def decide(
    predictions: list[Floats], layer: Layer, support: Callable[[int, int], Support], unit: Floats, name: str
) -> list[list[str]]:
    """Verdicts on E[Q'_ij] = prediction to DELTA * unit_ij, by prediction and entry; Q' = Gram over the width.

    False alarm 1e-9 for all tests of the module together: at most 1,000 of them.
    """
    threshold = 2 * MarginTest.nulls * 1000 / 1e-9
    tests = [[MarginTest(float(p[e]), DELTA * float(unit[e]), support(*e)) for e in ENTRIES] for p in predictions]
    spread = [Variance(float(unit[e]) ** 2 * 3 / WIDTH).v for e in ENTRIES]  # Var x_i x_j <= 3 unit^2
    size = max(test.plan(threshold, variance=v) for test, v in zip(tests[0], spread, strict=True))
    for block in range(0, size, 1024):
        x = layer(np.repeat(X[None], 1024, axis=0), width=WIDTH, rng=stream(SEED, name, block))
        for e, column in zip(ENTRIES, zip(*tests, strict=True), strict=True):
            sample = (x[..., e[0]] * x[..., e[1]]).mean(axis=1)
            for test in column:
                test.update(sample)
    return [[test.verdict(threshold) for test in row] for row in tests]


def rescaled_support(i: int, j: int) -> Support:
    """x_i^2 + x_j^2 <= n after rescaling."""
    return Bounded(0.0, 4.0) if i == j else Bounded(-2.0, 2.0)


@pytest.mark.parametrize("components", SUBSETS, ids="+".join)
def test_every_subset_against_networks(components: tuple[str, ...]) -> None:
    """E[Q'] = Phi(X^T X / m) at gain 2, to 4% of (H_ii H_jj)^(1/2), or 2% of 1 with rs; maps with one component more or
    less are refuted where they are off by more than twice that.

    Var x_i x_j <= E z_i^2 z_j^2 <= 3 gain^2 H_ii H_jj for one neuron, and <= n^2/4 <= 3 * 4 with rs.
    """
    g = X.T @ X / WIDTH
    toggled = [tuple(c for c in ("rc", "rs", "nl") if (c in components) != (c == t)) for t in ("rc", "rs", "nl")]
    maps = [gram_map(g, c, gain=2.0) for c in (components, *toggled)]
    h = gram_map(g, tuple(c for c in components if c == "rc"))
    unit = 2 * np.sqrt(np.outer(np.diag(h), np.diag(h)))

    def support(i: int, j: int) -> Support:
        return rescaled_support(i, j) if "rs" in components else Variance(3 * float(unit[i, j]) ** 2 / WIDTH)

    unit = np.ones((4, 4)) if "rs" in components else unit
    own, *others = decide(maps, Layer(components), support, unit, "+".join(components) or "linear")
    assert own == ["holds"] * 4, f"seed {SEED}: {own}"
    far = [[abs(m[e] - maps[0][e]) > 2 * DELTA * unit[e] for e in ENTRIES] for m in maps[1:]]
    assert any(map(any, far))
    for verdicts, off in zip(others, far, strict=True):
        assert all(v == "refuted" for v, o in zip(verdicts, off, strict=True) if o), f"seed {SEED}: {others}"


@pytest.mark.parametrize(
    ("layer", "activation"),
    [
        (Layer(("rc", "nl"), "leaky_relu", slope=0.3), "leaky_relu"),
        (Layer(("rs", "nl"), "leaky_relu", slope=0.3), "leaky_relu"),
        (Layer(("rc", "nl"), "tanh", gain=200.0), np.tanh),
        (Layer(("nl",), "sin", gain=200.0), np.sin),
    ],
)  # fmt: skip
def test_other_activations_against_networks(layer: Layer, activation: Activation) -> None:
    """E[Q'] = Phi(X^T X / m) for leaky ReLU of slope 0.3 (at most |z|: ReLU's bounds), tanh and sin (at most 1)."""
    g = X.T @ X / WIDTH
    prediction = gram_map(g, layer.components, activation, slope=layer.slope, gain=layer.gain)
    relu = gram_map(g, layer.components, gain=layer.gain)
    h = gram_map(g, tuple(c for c in layer.components if c == "rc"))
    unit = 2 * np.sqrt(np.outer(np.diag(h), np.diag(h)))
    if activation != "leaky_relu" or "rs" in layer.components:
        unit = np.ones((4, 4))

    def support(i: int, j: int) -> Support:
        if "rs" in layer.components:
            return rescaled_support(i, j)
        return Variance(3 * float(unit[i, j]) ** 2 / WIDTH) if layer.activation == "leaky_relu" else Bounded(-1.0, 1.0)

    own, other = decide([prediction, relu], layer, support, unit, f"{layer.activation} {layer.components}")
    assert own == ["holds"] * 4, f"seed {SEED}: {own}"
    assert "refuted" in other, f"seed {SEED}: ReLU passes for {layer.activation}"


# --- refusals


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
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
    ],
)  # fmt: skip
def test_refusals(arguments: Any, message: str) -> None:
    """What came, what was wanted, what to do."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        gram_map(*arguments)
