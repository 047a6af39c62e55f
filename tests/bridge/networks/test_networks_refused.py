"""Random networks that are refused: what came, what was wanted, what to do."""

from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from numerics import networks
from numerics.networks import Layer, simulate
from tests.refused import refused, whole

GOOD: dict[str, Any] = {"width": 4, "depth": 2, "rng": default_rng}
X = [[0.0, 1.0, 5.0]]
SHAPE = "(k, n), data as columns, or (networks, k, n), with k >= 1 and n >= 2"


test_layer_refuses = refused(
    "What came, what was wanted.",
    (
        {"activation": "rleu"},
        "activation 'rleu' is not one of relu, leaky_relu, gelu, silu, tanh, erf, sin, identity, did you mean 'relu'?",
    ),
    ({"components": ("rc", "nk")}, "component 'nk' is not one of ws, rc, rs, ln, rms, gn, in, nl, did you mean 'nl'?"),
    ({"components": ("nl", "rc")}, "components ('nl', 'rc') must be in order, each once: ('rc', 'nl')"),
    ({"components": "rc"}, "components 'rc' is text, wanted a tuple such as ('rc', 'nl')"),
    ({"weights": "cauchy"}, f"weights 'cauchy' is not one of {', '.join(networks.WEIGHTS)}"),
    (
        {"weights": "uniform", "sampler": "gram"},
        "sampler 'gram' is exact for gaussian weights only, came 'uniform': take 'explicit'",
    ),
    ({"sampler": "grem"}, "sampler 'grem' is not one of auto, gram, explicit, did you mean 'gram'?"),
    ({"gain": float("nan")}, "gain nan must be a positive finite number"),
    ({"slope": float("inf")}, "slope inf must be a finite number"),
    ({"ddof": 2}, "ddof 2 must be 0 (biased) or 1 (Bessel)"),
    *(({"gamma": gamma}, f"gamma {gamma} must be from 0 to 1e+100, or inf for no skip connection")
      for gamma in (-1.0, float("nan"), 1e101, -float("inf"))),
    of=lambda fields: Layer(**fields),
    words=whole,
)  # fmt: skip


test_simulate_refuses = refused(
    "What came, what was wanted, what to do, before anything is drawn.",
    ([[0.0, np.nan]], {}, "batch of type float64: wanted finite numbers, all of them"),
    ([["a", "b"]], {}, "batch of type <U1: wanted finite numbers, all of them"),
    (np.zeros((0, 3)), {}, "batch of shape (0, 3): wanted " + SHAPE),
    ([[1.0]], {}, "batch of shape (1, 1): wanted " + SHAPE),
    ([1.0, 2.0], {}, "batch of shape (2,): wanted " + SHAPE),
    ([X, X], {}, "2 batches for 1 networks: wanted one, or one for each"),
    ([[0.1] * 3], {}, "batch is constant, up to rounding: recentring leaves nothing to propagate"),
    ([[0.1, 0.1, 0.1 + 1e-16]], {}, "batch is constant, up to rounding: recentring leaves nothing to propagate"),
    ([[0.0] * 3], {"layer": Layer(("rs",))}, "batch is zero: rescaling leaves nothing to propagate"),
    (X, {"depth": 10_001}, "depth 10001 must be an integer from 0 to 10000"),
    (X, {"width": 0}, "width 0 must be an integer from 1 to 10000000"),
    (
        [[1, 2], [3, 4]], {"width": 3, "layer": Layer(gamma=1.0)},
        "width 3 and a batch of 2 rows: a skip connection keeps the width",
    ),
    (X, {"networks": 1.5}, "networks 1.5 must be an integer from 1 to 10000000"),
    (X, {"rng": default_rng(0)}, "rng must be a function, replicate -> Generator, came a Generator"),
    (
        np.eye(50), {"width": 10**6, "layer": Layer(sampler="explicit"), "threads": 1},
        "width 1000000 with 50 points, explicit weights and results for 1 networks needs 0.82 GiB, the "
        "budget is 0.5 GiB: lower the width, points, networks, use the gram sampler, or raise the budget",
    ),
    (
        X, {"networks": 10**7, "threads": 1},
        "width 4 with 3 points, the gram sampler and results for 10000000 networks needs 3.212 GiB, the "
        "budget is 0.5 GiB: lower the width, points, networks, or raise the budget",
    ),
    of=lambda batch, changes: simulate(batch, **GOOD | {"memory": 2**29} | changes),
    words=whole,
)  # fmt: skip


def test_rows_without_variance_are_an_error() -> None:
    """Rescaling a constant (or zero) row raises, also where the row is constant up to rounding only."""
    stack = np.full((1, 2, 3), 0.1)
    stack[0, 1] = [1.0, 2.0, 4.0]
    size = np.ones((1, 1))
    for z in (stack - stack.mean(axis=-1, keepdims=True), stack - stack[..., :1] + 1e-17):
        with pytest.raises(FloatingPointError, match=r"^row 0 of replicate 0 .*: its 3 pre-act.* equal up to"):
            Layer(("rc", "rs")).finish(z.copy(), None, None, size)
    with pytest.raises(FloatingPointError, match=r"are zero up to rounding, rescaling is undefined$"):
        Layer(("rs",)).finish(stack * [[[0.0], [1.0]]], None, None, size)


def test_a_layer_takes_a_stack() -> None:
    """A batch without its axis of networks is refused, not broadcast; so is another width beside a skip."""
    with pytest.raises(ValueError, match=r"^a layer takes a stack \(R, k, n\) of batches, came shape \(1, 3\)$"):
        Layer()(np.array(X), width=2, rng=default_rng(0))
    with pytest.raises(ValueError, match=r"^width 4 after 3 rows: a skip connection \(gamma < inf\) keeps the width$"):
        Layer(gamma=1.0)(np.ones((1, 3, 2)), width=4, rng=default_rng(0))


def test_curved_networks_do_not_underflow_silently() -> None:
    """tanh at gain 1e-4: an error that says so, not a batch of zeros."""
    with pytest.raises(FloatingPointError, match=r"^after \d+ layers the largest entry is .*: tanh has a scale"):
        simulate(X, width=8, depth=1000, layer=Layer(("nl",), "tanh", gain=1e-4), rng=default_rng)
