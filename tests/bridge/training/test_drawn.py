"""Passes through random networks without weights: of the law of explicit ones, and beside theory at every depth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from numerics.streams import stream
from numerics.studies.diagnosis.backward import growth_of
from numerics.studies.diagnosis.measure import NAMES, measured
from numerics.studies.diagnosis.predicted import along, laws
from numerics.studies.diagnosis.reference import Replicates, growth, replicates
from numerics.training.backprop import Norm
from numerics.training.drawn import Drawn, forward_and_back
from tests.bridge.chance import bound, distance

Floats = NDArray[np.float64]
CASES = [
    *((components, math.inf) for components in (("rc", "rs"), ("rc", "nl"), ("rs", "nl"), ("nl",), ("rs",))),
    *((components, 0.5) for components in (("rc", "rs", "nl"), ("rc", "nl"), ("rs",))),
]


def explicit(x: Floats, law: Drawn, seed: int, networks: int) -> tuple[Floats, Floats]:
    """Last Gram matrices, and relative squared gradients by each z, of networks whose weights are drawn and held."""
    rng = default_rng(seed)
    state = np.broadcast_to(x, (networks, *x.shape))
    kept = []
    norm = Norm(centred="rc" in law.components, epsilon=law.epsilon)
    for m in law.widths:
        W = rng.standard_normal((networks, m, state.shape[1])) * math.sqrt(2 / m)
        z = W @ state
        skip = np.isfinite(law.gamma) and m == state.shape[1]
        z = state + law.gamma * z if skip else z
        if "rs" in law.components:
            y, s = norm.forward(z)
        else:
            y, s = (z - z.mean(axis=-1, keepdims=True) if "rc" in law.components else z), np.ones(1)
        kept.append((W, z, y, s, skip))
        state = np.maximum(y, 0) if "nl" in law.components else y
    delta, found = rng.standard_normal(state.shape), []
    for W, z, y, s, skip in reversed(kept):
        delta = delta * (y > 0) if "nl" in law.components else delta
        if "rs" in law.components:
            delta = norm.backward(y, s, delta)
        elif "rc" in law.components:
            delta = delta - delta.mean(axis=-1, keepdims=True)
        found.append(np.square(delta).sum(axis=(1, 2)) * np.square(z).mean(axis=(1, 2)))
        back = np.swapaxes(W, 1, 2) @ delta
        delta = delta + law.gamma * back if skip else back
    return np.swapaxes(state, 1, 2) @ state, np.array(found[::-1])


@pytest.mark.parametrize(("components", "gamma"), CASES)
def test_law_of_explicit_weights(components: tuple[str, ...], gamma: float, seed: int) -> None:
    """Gradients at the first and second layer, and the norm ratio at the last, have the law that explicit weights give.

    Widths below and above n, so that the drawn part of W^T D is all, some and none of it; 4,000 networks each way.
    """
    networks = 4000
    x = default_rng(seed).standard_normal((9, 5))
    law = Drawn((9, 4, 9), components, 0.01, gamma)
    grams, wanted = explicit(x, law, seed + 1, networks)
    found = forward_and_back(x, law, [stream(seed, "passes", i) for i in range(networks)], measured)
    most = bound(networks, 3 * len(CASES))
    for layer in (0, 1):
        assert distance(np.log(found.gradient[layer] + 1e-99), np.log(wanted[layer] + 1e-99)) < most
    ranks, others = (np.nan_to_num(one.effective_rank) for one in (found.leaving[-1], measured(grams)))
    assert distance(ranks, others) < most


def test_equal_points_stay_equal(seed: int) -> None:
    """Equal points of a batch are equal after every layer, and a linear network of a batch of rank 2 keeps rank 2."""
    x = default_rng(seed).standard_normal((6, 4))[:, [0, 1, 2, 1, 3, 0]]
    found = forward_and_back(x, Drawn((50,) * 40), [default_rng(seed)], lambda G: G)
    for G in found.leaving:
        assert np.array_equal(G[0, 0], G[0, 5])
        assert np.array_equal(G[0, 1], G[0, 3])
    flat = default_rng(seed).standard_normal((2, 6))
    grams = forward_and_back(flat, Drawn((50,) * 60, ("rs",)), [default_rng(seed)], lambda G: G).leaving
    values = np.linalg.eigvalsh(grams[-1][0])
    assert values[-3] < 1e-12 * values[-1] < values[-2]


NETWORKS, WIDTH = 16, 1000


def beside(x: Floats, components: tuple[str, ...], depth: int, seed: int) -> tuple[Drawn, Replicates]:
    law = Drawn((WIDTH,) * depth, components)
    return law, replicates(x, law, NETWORKS, lambda r: stream(seed, "beside", r))


def near(found: Floats, wanted: float | Floats, share: float) -> bool:
    """Whether means over networks, the last axis, are those wanted up to a share, the stated bias, and ten standard
    errors."""
    error = found.std(axis=-1, ddof=1) / math.sqrt(NETWORKS)
    return bool(np.all(np.abs(found.mean(axis=-1) - wanted) <= share * wanted + 10 * error))


BIAS = {"norm_ratio": 0.15, "angle": 0.004, "outlier_angle": 0.008, "effective_rank": 0.025, "stable_rank": 0.015,
        "gap": 0.025}  # fmt: skip
"""Of means at width 1,000 against infinite width, as shares. Measured: 0.116, 0.002, 0.003, 0.015, 0.008 and 0.017 at
the worst depth (two runs of 24 networks, 12 points); the norm ratio is a maximum over points, which fluctuate."""


def test_depths_with_bn(rng: np.random.Generator, seed: int) -> None:
    """BN + ReLU, width 1,000, 12 points: at depths 1 to 40 means over networks are those of infinite width; gradients
    grow as at the symmetric fixed point, to 1%."""
    x = rng.standard_normal((12, 12))
    law, found = beside(x, ("rc", "rs", "nl"), 40, seed)
    wide = along(x, law.components, 40)
    assert wide is not None
    assert [name for name in NAMES if not near(found.seen.of(name), wide.seen.of(name)[1:], BIAS[name])] == []
    said = growth_of(x, law.components, ())
    assert said is not None
    assert near(growth(found.gradient), said.value, 0.01)


def test_gradients_without_rescaling(rng: np.random.Generator, seed: int) -> None:
    """Recentring and ReLU, width 1,000: gradients over signals grow as along the map of infinite width, to 2 per cent.

    Measured: up to 0.7 per cent in six runs of 40 networks of 20 layers.
    """
    x = rng.standard_normal((30, 10))
    law, found = beside(x, ("rc", "nl"), 20, seed)
    way = along(x, law.components, 20)
    assert way is not None
    said = growth_of(x, law.components, way.grams)
    assert said is not None
    assert near(growth(found.gradient), said.value, 0.02)


@pytest.mark.parametrize("components", [("rc", "rs", "nl"), ("rs",), ("nl",)], ids="+".join)
def test_explicit_weights_agree(components: tuple[str, ...], seed: int) -> None:
    """Weights drawn themselves and factors of Gram matrices are one law: means of angles and of logarithms of gradients
    over 300 networks agree within five of their standard errors (probability below 1e-5 otherwise)."""
    x = np.random.default_rng(3).standard_normal((9, 6))
    law, both = Drawn((14, 11, 14), components, 1e-3), []
    for number, explicit in enumerate((True, False)):
        rngs = [stream(seed, "explicit", number, i) for i in range(300)]
        found = forward_and_back(x, law, rngs, measured, entering=False, explicit=explicit)
        assert found.entering == []
        both.append(np.stack([found.leaving[-1].angle, found.leaving[-1].gap, np.log(found.gradient[0])]))
    errors = np.sqrt(sum(part.var(axis=1) / 300 for part in both))
    assert (np.abs(both[0].mean(axis=1) - both[1].mean(axis=1)) < 5 * errors).all()


@pytest.mark.parametrize("components", [("rs",), ("rc", "rs")], ids="+".join)
def test_laws_without_relu(components: tuple[str, ...], rng: np.random.Generator, seed: int) -> None:
    """Linear layers with rescaling, width 1,000: late layers have gap and effective rank of the laws.

    To 3 per cent; measured: up to 1.5 (40 networks of 100 layers, 6 and 12 points). The bound of the gap is one.
    """
    x = np.eye(12, 8) + 0.1 * rng.standard_normal((12, 8))
    law, found = beside(x, components, 40, seed)
    said = {(row.quantity, row.bound): row.value for row in laws(x, components, law.widths)}
    for quantity, power in (("gap", 2), ("effective_rank", 1)):
        late = (found.seen.of(quantity)[20:] ** power).mean(axis=0)
        assert near(late, said[quantity, False] ** power, 0.03 * power)
    assert np.square(found.seen.gap[-1]).mean() < said["gap", True] ** 2
