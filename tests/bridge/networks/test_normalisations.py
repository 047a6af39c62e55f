"""Layers of every kind: recentring, rescaling, normalisations over neurons, standardised weights, gain and shift,
activations, skips and residual schedules.

Without weights they are the exact functions; with them, explicit NumPy code with the same law, by Kolmogorov distances
whose tests share a false alarm of 1e-9.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from math import erf, exp, sin, sqrt, tanh
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sympy import Rational

from numerics.chains.walk import drawn, last, walk
from numerics.judging import MODELS
from numerics.networks import ACTIVATIONS, Layer, simulate
from numerics.networks.factors import triangular
from numerics.networks.mirrored import mirrored
from numerics.networks.normals import compiled
from numerics.streams import stream
from tests.bridge.chance import bound, distance
from tests.exact.toys import checked, toy
from tests.refused import refused, whole
from tests.simulated.judging.coins import coin
from theory import Twin, Verdict, activations
from theory.normalisations import affine, group_norm, instance_norm, layer_norm, rms_norm

Floats = NDArray[np.float64]

NETWORKS, WIDTH, DEPTH = 6000, 6, 3
BATCH = np.array([[1.0, 2.0, -1.0, 0.5, 1.0], [0.0, 1.0, 1.0, -2.0, 0.0], [1.0, -1.0, 0.25, 0.0, 1.0],
                  [0.3, 0.0, 2.0, 1.0, 0.3], [0.0, 1.0, 0.0, 1.0, 0.0], [2.0, 0.0, 0.5, -1.0, 2.0]])  # fmt: skip
"""The last column is the first."""

EPS = Rational(1, 8)
EXACT: dict[str, tuple[Layer, Callable[[Any], Any]]] = {
    "ln": (Layer(("ln",)), layer_norm),
    "ln eps": (Layer(("ln",), eps=1 / 8), lambda x: layer_norm(x, EPS)),
    "rms": (Layer(("rms",)), rms_norm),
    "rms eps": (Layer(("rms",), eps=1 / 8), lambda x: rms_norm(x, EPS)),
    "gn": (Layer(("gn",), groups=2), lambda x: group_norm(x, 2)),
    "in": (Layer(("in",), groups=3), lambda x: instance_norm(x, 3)),
    "gain": (Layer(("ln",), scale=3.0, shift=-0.5), lambda x: affine(layer_norm(x), 3, Rational(-1, 2))),
    "ln relu": (Layer(("ln", "nl")), lambda x: activations.ACTIVATIONS["relu"](layer_norm(x))),
    **{name: (Layer(("nl",), name), function) for name, function in activations.ACTIVATIONS.items()},
}


def test_activations_have_the_names_of_the_theory() -> None:
    """One table of names."""
    assert ACTIVATIONS.keys() == activations.ACTIVATIONS.keys()


@pytest.mark.parametrize("name", EXACT)
def test_without_weights_they_are_the_exact_functions(name: str, rng: np.random.Generator) -> None:
    """X + 0 W X: each column goes through the function of the theory; columns that are equal stay so."""
    layer, function = EXACT[name]
    x = BATCH + np.array([[0.0], [0.25], [1.0], [0.0625], [0.0], [0.5]])  # no channel is constant
    found = replace(layer, gamma=0.0)(x[None], width=6, rng=rng)[0]
    exact = [[float(v) for v in function([Rational(v) for v in column])] for column in x.T]
    assert np.abs(found.T - exact).max() < 1e-13
    assert (found[:, 0] == found[:, 4]).all()


SLOPE = 0.3
OF = {
    "relu": lambda v: max(v, 0.0), "leaky_relu": lambda v: v if v > 0 else SLOPE * v,
    "gelu": lambda v: v * (1 + erf(v / sqrt(2))) / 2, "silu": lambda v: v / (1 + exp(-v)), "tanh": tanh, "erf": erf,
    "sin": sin,
}  # fmt: skip


def explicit(layer: Layer, seed: int, gammas: tuple[float, ...] = ()) -> Floats:
    """The layers, written out, of weights that are drawn: (R, m, n). Nothing here is by `Layer` but its fields."""
    rng = stream(seed, "written out")
    x = np.broadcast_to(BATCH, (NETWORKS, *BATCH.shape))
    for depth in range(DEPTH):
        W = rng.standard_normal((NETWORKS, WIDTH, x.shape[1]))
        if "ws" in layer.components:
            W = (W - W.mean(2, keepdims=True)) / np.sqrt(W.var(2, keepdims=True) + layer.eps)
        z = W @ x * np.sqrt(layer.gain / WIDTH)
        z = x + gammas[depth] * z if gammas else z if layer.gamma == np.inf else x + layer.gamma * z
        if "rc" in layer.components:
            z = z - z.mean(2, keepdims=True)
        if "rs" in layer.components:
            z = z / np.sqrt((z**2).mean(2, keepdims=True) + layer.eps)
        if layer.over_neurons:
            z = z.reshape(NETWORKS, layer.groups, -1, z.shape[2])
            if layer.over_neurons != "rms":
                z = z - z.mean(2, keepdims=True)
            z = z / np.sqrt((z**2).mean(2, keepdims=True) + layer.eps)
            z = z.reshape(NETWORKS, WIDTH, -1)
        z = layer.scale * z + layer.shift
        x = np.vectorize(OF[layer.activation])(z) if "nl" in layer.components else z
    return x


LAYERS = [
    Layer(("ln", "nl")),
    Layer(("ln",), gamma=0.7),
    Layer(("rms", "nl"), "gelu"),
    Layer(("gn", "nl"), "silu", groups=2, scale=1.5, shift=0.25),
    Layer(("in", "nl"), "tanh", groups=3, eps=0.01),
    Layer(("rms",), groups=3, eps=0.3),
    Layer(("rc", "ln", "nl"), "erf"),
    Layer(("rc", "rs", "nl"), eps=0.2, scale=0.5, shift=0.5),
    Layer(("rs", "rms", "nl"), "leaky_relu", slope=SLOPE),
    Layer(("ws", "nl"), gain=1.0),
    Layer(("ws", "ln", "nl"), "gelu", eps=0.1),
    Layer(("nl",), shift=0.2),
    *(Layer(components, gain=1.0) for components in ((), ("rc",), ("rs",), ("rc", "rs"), ("rc", "nl"))),
    Layer(("nl",), "leaky_relu", gain=1.0, slope=SLOPE),
    Layer(("rc", "nl"), "tanh"),
    Layer(("rc", "rs", "nl"), "leaky_relu", slope=SLOPE),
    Layer(("rs", "nl"), "sin"),
    Layer(("rs",), gain=6.0, gamma=0.5),
    Layer(("rc", "rs", "nl"), gamma=1.0),
]
BOUND = bound(NETWORKS, 6 * 4 * len(LAYERS))


def statistics(gram: Floats, scale: Floats | float = 0.0) -> Floats:
    """Log of the trace, and of the scaled Gram matrix three entries: (4, R)."""
    trace = np.trace(gram, axis1=1, axis2=2)
    shape = gram / np.where(trace > 0, trace, 1.0)[:, None, None]
    size = np.where(trace > 0, np.log(np.where(trace > 0, trace, 1.0)) + scale, -np.inf)
    return np.stack([size, shape[:, 0, 0], shape[:, 0, 1], shape[:, 1, 2]])


def of_rows(x: Floats) -> Floats:
    return statistics(np.swapaxes(x, 1, 2) @ x)


def of_simulation(layer: Layer, seed: int, **options: Any) -> Floats:
    found = simulate(BATCH, width=WIDTH, depth=DEPTH, layer=layer, networks=NETWORKS, threads=1,
                     rng=partial(stream, seed, "simulate"), **options)  # fmt: skip
    return statistics(found.gram, found.log_scale)


def apart(one: Floats, other: Floats) -> float:
    return max(distance(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    "layer",
    [pytest.param(layer, marks=[pytest.mark.slow] * (i % 4 > 0)) for i, layer in enumerate(LAYERS)],
    ids=lambda layer: f"{'-'.join(layer.components)} {layer.activation} {layer.gamma}",
)
def test_law(layer: Layer, seed: int) -> None:
    """`simulate`, and layer on layer by both samplers, have the law of what is written out."""
    wanted = of_rows(explicit(layer, seed))
    assert apart(wanted, of_simulation(layer, seed, generator="numpy")) <= BOUND, seed
    samplers = ("explicit",) if "ws" in layer.components else ("explicit", "gram")
    for sampler in samplers:
        x = np.broadcast_to(BATCH, (NETWORKS, *BATCH.shape))
        step = drawn(replace(layer, sampler=sampler), stream(seed, sampler))
        assert apart(wanted, of_rows(last(walk(x, step, DEPTH)))) <= BOUND, (sampler, seed)
    for generator, there in (("numba", compiled() is not None), ("torch", find_spec("torch") is not None)):
        if there:  # layers that Numba's kernel does not know are not drawn by it
            assert apart(wanted, of_simulation(layer, seed, generator=generator)) <= BOUND, (generator, seed)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["no centring over neurons", "no rescaling over neurons", "other groups",
                                   "weights as drawn", "no gain and shift", "leaky slope"])  # fmt: skip
def test_another_model_is_noticed(model: str, seed: int) -> None:
    """The same distance tells each mutated model from the layer."""
    layer = Layer(("ws", "gn", "nl"), groups=3, eps=0.01, scale=1.5, shift=0.25)
    mutated = MODELS[model](layer)
    assert mutated != layer
    assert apart(of_rows(explicit(layer, seed)), of_simulation(mutated, seed)) > BOUND, seed


def test_another_layer_is_noticed(seed: int) -> None:
    """So are other gains, slopes, components and laws of weights told from RC + ReLU."""
    wanted = of_rows(explicit(Layer(), seed))
    for twin in (
        Layer(gain=2.3), Layer(("rc", "nl"), "leaky_relu", slope=0.2), Layer(("nl",)), Layer(weights="rademacher"),
    ):  # fmt: skip
        assert apart(wanted, of_simulation(twin, seed)) > BOUND, (twin, seed)


def test_models_leave_other_layers_alone() -> None:
    """A mutated model of what a layer does not have is the layer."""
    for model in ("no centring over neurons", "no rescaling over neurons", "other groups", "weights as drawn"):
        assert MODELS[model](Layer()) == Layer()
    assert MODELS["other groups"](Layer(("ln",))) == Layer(("gn",), groups=2)
    assert MODELS["other groups"](Layer(("in",), groups=3)) == Layer(("ln",))
    assert MODELS["no centring over neurons"](Layer(("gn",), groups=4)) == Layer(("rms",), groups=4)


SPOKEN = ("ln", "rms", "gn", "affine")


def test_a_claim_that_speaks_of_normalisations_needs_models_that_notice() -> None:
    """The squared mean of the first group, 1/4, is another one of each mutated model; all have to be named."""
    layer = Layer(("gn",), groups=2, eps=0.0, scale=2.0, shift=0.5)
    models = ("no centring over neurons", "no rescaling over neurons", "other groups", "no gain and shift")

    def squared_mean(layer: Layer, cell: Any, rng: np.random.Generator, size: int) -> Floats:
        x = np.broadcast_to([[1.0], [2.0], [0.5]], (size, 3, 1))
        return np.asarray(np.minimum(layer(x, width=4, rng=rng)[:, :2, 0].mean(axis=1) ** 2, 1.0))

    for named in (models, models[1:]):
        claim = toy(predicts=Rational(1, 4), over=({},), twins=(Twin(Rational(3, 4)),), speaks_of=SPOKEN)
        coin(Rational(1, 4), claim=claim, simulate=squared_mean, at=({},), notices=0.05, layer=layer, models=named)
        found = checked(claim)
        assert found.noticed == dict.fromkeys(SPOKEN, True) | {"ln": named is models}
        assert (found.verdict is Verdict.HOLDS) is (named is models), found.reason


def test_residual_schedules(seed: int) -> None:
    """1/l by a function, and by numbers on a walk, has the law of what is written out; equal ones are gamma."""
    layer, gammas = Layer(("ln", "nl"), gain=3.0), tuple(1 / l for l in range(1, DEPTH + 1))
    wanted = of_rows(explicit(layer, seed, gammas))
    assert apart(wanted, of_simulation(layer, seed, gammas=lambda l: 1 / l)) <= BOUND, seed
    x = np.broadcast_to(BATCH, (NETWORKS, *BATCH.shape))
    step = drawn(layer, stream(seed, "walk"), gammas=gammas)
    assert apart(wanted, of_rows(last(walk(x, step, DEPTH)))) <= BOUND, seed
    assert apart(wanted, of_simulation(layer, seed, gammas=(1.0,) * DEPTH)) > BOUND, seed
    with pytest.raises(ValueError, match="more layers than gammas"):
        step(x)
    alike = of_simulation(layer, seed, gammas=lambda l: 0.5), of_simulation(replace(layer, gamma=0.5), seed)
    assert (alike[0] == alike[1]).all()


@pytest.mark.parametrize(
    "layer", [Layer(("ln", "nl"), "gelu"), Layer(("ws", "rms", "nl"))], ids=lambda one: one.components
)
def test_parts_of_wide_networks(layer: Layer, seed: int) -> None:
    """A network of more rows than a block is normalised over all of them, the same on any number of threads."""
    options = {"width": 40_000, "depth": 2, "layer": replace(layer, activation="identity"), "networks": 1}
    if "ws" in layer.components:
        options |= {"width": 400}
    found = [simulate(BATCH, **options, threads=threads, rng=partial(stream, seed, "wide")).gram for threads in (1, 2)]
    assert (found[0] == found[1]).all()
    assert np.diagonal(found[0][0]) == pytest.approx(np.diagonal(found[0][0])[0], rel=1e-9)
    assert np.trace(found[0][0]) == pytest.approx(5.0, rel=1e-9) or np.trace(found[0][0]) == pytest.approx(
        options["width"] * 5.0
    )


def test_float32(seed: int) -> None:
    """In float32 too each column has mean square 1 after normalisation over neurons."""
    found = simulate(
        BATCH,
        width=50_000,
        depth=3,
        layer=Layer(("ln",)),
        dtype="float32",
        generator="numpy",
        rng=partial(stream, seed, "f"),
    )
    diagonal = np.diagonal(found.gram[0])
    assert diagonal / diagonal[0] == pytest.approx(np.ones(5), rel=1e-5)
    assert found.columns[0] == 4


def test_several_weak_pivots(rng: np.random.Generator) -> None:
    """Columns a, a + e/400, e + f/400, and one in their span: the factor has their rank, 3 of 4, by QR."""
    a, e, f, last = rng.standard_normal((4, 20_000, 3))
    v = np.stack([a, a + e / 400, e + f / 400, last], axis=2)
    R, _ = triangular(np.concatenate([v, -v], axis=1))
    values = np.linalg.svd(R, compute_uv=False)
    assert (values[:, 3] <= 1e-7 * values[:, 0]).all()


def test_mirrored_pairs(rng: np.random.Generator) -> None:
    """LN(-z) = -LN(z), so that without nonlinearity the pair adds up to 0; standardised weights too."""
    pair = mirrored(Layer(("ws", "ln")), BATCH[None], width=8, rng=rng)
    assert np.abs(pair.sum(axis=0)).max() < 1e-12
    assert np.abs((pair**2).mean(axis=2) - 1).max() < 1e-12


def test_scale_is_free_without_eps_alone() -> None:
    """layer(c x) = c layer(x) or layer(x): not with eps, a shift that nothing divides, or a curved activation."""
    for layer, free in (
        (Layer(("ln", "nl"), "gelu", shift=1.0), True), (Layer(("rms",), eps=1e-5), False),
        (Layer(("rs",), eps=1e-5), False),
        (Layer(("nl",), "silu"), False), (Layer(("ws", "nl"), eps=0.1), True), (Layer(("nl",), shift=1.0), False),
    ):  # fmt: skip
        assert layer.homogeneous is free, layer


test_layer_refuses = refused(
    "What came, what was wanted.",
    ({"components": ("rmz",)}, "component 'rmz' is not one of ws, rc, rs, ln, rms, gn, in, nl, did you mean 'rms'?"),
    ({"components": ("ln", "rms")}, "components ('ln', 'rms'): wanted one of ln, rms at most"),
    ({"components": ("ln",), "groups": 2}, "groups 2 are of 'gn', 'in' or 'rms', came components ('ln',)"),
    ({"components": ("gn",)}, "component 'gn' wants groups=2 or more; with one group it is 'ln'"),
    ({"components": ("gn",), "groups": 0}, "groups 0 must be a positive integer"),
    ({"eps": -1.0}, "eps -1.0 must be a finite number, 0 or more"),
    ({"scale": np.inf}, "scale inf must be a finite number"),
    ({"shift": np.nan}, "shift nan must be a finite number"),
    ({"activation": "gelo"}, f"activation 'gelo' is not one of {', '.join(ACTIVATIONS)}, did you mean 'gelu'?"),
    (
        {"components": ("ws",), "sampler": "gram"},
        "sampler 'gram' draws no weights that 'ws' could standardise: take 'explicit'",
    ),
    of=lambda fields: Layer(**fields),
    words=whole,
)


def run(layer: Layer, batch: Any = BATCH, **options: Any) -> None:
    simulate(batch, **{"width": 6, "depth": 2, "layer": layer, "rng": np.random.default_rng, **options})


test_runs_refuse = refused(
    "What came, what was wanted, what to do.",
    (Layer(("gn",), groups=4), {}, "groups 4 do not divide the width 6"),
    (Layer(gamma=1.0), {"gammas": [1, 2]}, "a layer of gamma 1.0 and a schedule of gammas: leave one of them out"),
    (Layer(), {"gammas": [1]}, "1 gammas for 2 layers: wanted one for each, or a function of l = 1, .., L"),
    (Layer(), {"gammas": lambda l: 1 - l}, "gamma -1 of layer 2 must be from 0 to 1e+100"),
    (Layer(), {"gammas": (1, np.inf)}, "gamma inf of layer 2 must be from 0 to 1e+100"),
    (
        Layer(("rms",)), {"batch": [[1.0, 0.0]]},
        "column 1 of replicate 0 of the stack: its 6 pre-activations are zero up to rounding, 'rms' is undefined "
        "without eps",
    ),
    (
        Layer(("in",), groups=6), {},
        "column 0 of replicate 0 of the stack: its 1 pre-activations in group 0 are equal up to rounding, 'in' is "
        "undefined without eps",
    ),
    (
        Layer(("ws",)), {"batch": [[1.0, 2.0]]},
        "the 1 weights of a neuron are equal, 'ws' is undefined without eps: take more inputs, or weights without "
        "atoms",
    ),
    of=lambda layer, options: run(layer, **options),
    error=(ValueError, FloatingPointError),
    words=whole,
)  # fmt: skip
