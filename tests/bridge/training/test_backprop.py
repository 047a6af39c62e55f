"""Backpropagation against finite differences and theory; trained and equivalent networks on real data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.random import Generator
from sympy import Rational, oo

from numerics.training.backprop import LOSSES, Floats, Network, Norm, Parameters, initial, train
from theory.batchnorm import Neuron, Normalisation

NORMS = [None, *(Norm(p, centred, e) for p in (1, 1.5, 2, 3, np.inf) for centred in (True, False) for e in (0, 0.1))]


@pytest.fixture
def rng() -> Generator:
    seed = np.random.SeedSequence().entropy
    print(f"seed {seed}")
    return np.random.default_rng(seed)


def shaken(widths: tuple[int, ...], R: int, rng: Generator) -> list[Parameters]:
    """Parameters none of which is at 0 or 1."""
    return [Parameters(*(a + 0.3 * rng.standard_normal(a.shape) for a in layer)) for layer in initial(widths, R, rng)]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("norm", NORMS)
def test_finite_differences(norm: Norm | None, loss: str, rng: Generator) -> None:
    """Along a random direction in all parameters and the inputs, the derivative of the loss is <gradients, direction>.

    A direction across a kink of ReLU, |c| or the maximum is drawn again: three of four draws are to agree.
    """
    agree = []
    for _ in range(4):
        network = Network(norm, last=bool(rng.integers(2)), loss=loss)
        parameters, X = shaken((3, 6, 5, 4), 2, rng), rng.standard_normal((2, 3, 9))
        targets = np.eye(4)[:, rng.integers(4, size=9)][None]
        step = [Parameters(*(rng.standard_normal(a.shape) for a in layer)) for layer in parameters]
        for place, applied in enumerate(network.norms(3)):
            if applied is None:  # gamma and beta are no parameters then
                step[place] = step[place]._replace(gamma=np.zeros((2, 1, 1)), beta=np.zeros((2, 1, 1)))
        side = rng.standard_normal(X.shape)
        found = network.run(parameters, X, targets)
        claimed = sum((a * b).sum(axis=(-2, -1)) for by, h in zip(found.gradients, step, strict=True)
                      for a, b in zip(by, h, strict=True)) + (found.deltas[0] * side).sum(axis=(-2, -1))  # fmt: skip
        values = []
        for t in (-1e-6, 1e-6):
            moved = [Parameters(*(a + t * b for a, b in zip(layer, h, strict=True)))
                     for layer, h in zip(parameters, step, strict=True)]  # fmt: skip
            values.append(network.run(moved, X + t * side, targets).loss)
        slope = (values[1] - values[0]) / 2e-6
        agree.append(bool(np.all(np.abs(slope - claimed) <= 1e-6 * (1 + np.abs(claimed)))))
    assert sum(agree) >= 3


@pytest.mark.parametrize("p", [1, Rational(3, 2), 2, 3, oo])
@pytest.mark.parametrize("centred", [True, False])
def test_theory(p: Any, centred: bool, rng: Generator) -> None:
    """One neuron: outputs, all gradients and the equivalent layer are those of `theory.batchnorm`."""
    A = [[Rational(int(v), 7) for v in row] for row in rng.integers(-99, 99, (3, 5))]
    w, delta = ([Rational(int(v), 9) for v in rng.integers(1, 99, size)] for size in (3, 5))
    epsilon = Rational(1, 4) if rng.integers(2) else 0
    neuron = Neuron(w, Rational(1, 3), 2, -1, Normalisation(p, centred, epsilon=epsilon))
    exact = neuron.gradients(A, delta)

    def column(value: float) -> Floats:
        return np.full((1, 1, 1), float(value))

    network = Network(Norm(float(p), centred, float(epsilon)), last=True, loss="squares")
    layer = Parameters(np.array(w, dtype=float)[None, None], column(1 / 3), column(2), column(-1))
    X = np.array(A, dtype=float)[None]
    outputs = network.forward([layer], X)[0]
    # targets for which the gradient of the squares by the outputs is delta
    found = network.run([layer], X, outputs - np.array(delta, dtype=float) * 5 / 2)
    assert outputs[0, 0] == pytest.approx([float(v) for v in neuron(A)], rel=1e-12)
    for name, claimed in exact._asdict().items():
        computed = found.deltas[0] if name == "A" else getattr(found.gradients[0], "W" if name == "w" else name)
        flat = [float(v) for v in (claimed if name in "wA" else [claimed])]
        assert computed.ravel() == pytest.approx(flat, rel=1e-9, abs=1e-9), name
    weights, bias = neuron.equivalent(A)
    equivalent = network.equivalent([layer], X)[1][0]
    assert [*equivalent.W.ravel(), *equivalent.b.ravel()] == pytest.approx([float(v) for v in (*weights, bias)])


def digits(size: int, rng: Generator) -> tuple[Floats, Floats]:
    """Images (1, 64, size), standardised as a whole, and one-hot labels (1, 10, size)."""
    from sklearn.datasets import load_digits

    images, labels = load_digits(return_X_y=True)
    chosen = rng.permutation(len(images))[:size]
    X = images[chosen].T / 16
    return ((X - X.mean()) / X.std())[None], np.eye(10)[:, labels[chosen]][None]


DEEP = (64, *[50] * 9, 10)
BN = Network(Norm(epsilon=1e-12))


def relative(a: Floats, b: Floats) -> float:
    return float(np.abs(a - b).max() / np.abs(b).max())


def test_equivalent_network_on_digits(rng: Generator) -> None:
    """10 layers, 600 digits: the outputs are the same to 1e-11, |w_eq|_S = gamma, and in every layer dL/dw is
    (gamma/sigma)(I - S w w^T/sigma^2)(A delta - abar sum delta).

    Gradients of the equivalent network have the same delta in the last normalised layer alone: below, its own layers
    see other ones, and gradient descent takes another path.
    """
    X, targets = digits(600, rng)
    parameters = shaken(DEEP, 1, rng)
    plain, equivalents = BN.equivalent(parameters, X)
    here, there = BN.run(parameters, X, targets), plain.run(equivalents, X, targets)
    assert relative(there.outputs, here.outputs) < 1e-11
    for place, (layer, equal, by, A) in enumerate(
        zip(parameters[:-1], equivalents, here.gradients, here.inputs, strict=False)
    ):
        mean = A.mean(axis=-1, keepdims=True)
        S = (A - mean) @ np.swapaxes(A - mean, -1, -2) / A.shape[-1]
        Sw = layer.W @ S
        variance = (Sw * layer.W).sum(axis=-1, keepdims=True)
        delta = here.deltas[place + 1] * (here.inputs[place + 1] > 0)
        G = delta @ np.swapaxes(A, -1, -2)
        tilted = G - delta.sum(axis=-1, keepdims=True) * np.swapaxes(mean, -1, -2)
        along = (layer.W * tilted).sum(axis=-1, keepdims=True)
        assert relative(layer.gamma / np.sqrt(variance) * (tilted - Sw * along / variance), by.W) < 1e-8
        assert np.sqrt(((equal.W @ S) * equal.W).sum(axis=-1)) == pytest.approx(np.abs(layer.gamma)[..., 0], rel=1e-6)
        other = relative(there.gradients[place].W, G)
        assert other < 1e-10 if place == len(parameters) - 2 else other > 1e-2
    half = X[..., :300]
    assert relative(plain.forward(equivalents, half)[0], BN.forward(parameters, half)[0]) > 1e-3  # own statistics
    assert relative(plain.forward(equivalents, half)[0], here.outputs[..., :300]) < 1e-11  # frozen ones


@pytest.mark.parametrize("norm", [n for n in NORMS if n is not None and n.epsilon == 0])
def test_scale_invariance_on_digits(norm: Norm, rng: Generator) -> None:
    """w -> 100 w, b -> 100 b in every normalised layer: same outputs and gradients by inputs, dL/dw over 100; and
    w.dL/dw + b dL/db = 0."""
    X, targets = digits(200, rng)
    network = Network(norm, relu=False)
    parameters = shaken((64, 20, 20, 10), 1, rng)
    grown = [layer._replace(W=100 * layer.W, b=100 * layer.b) for layer in parameters[:-1]] + [parameters[-1]]
    before, after = network.run(parameters, X, targets), network.run(grown, X, targets)
    assert relative(after.outputs, before.outputs) < 1e-10
    assert relative(after.deltas[0], before.deltas[0]) < 1e-9
    for layer, old, new in zip(parameters[:-1], before.gradients, after.gradients, strict=False):
        assert relative(100 * new.W, old.W) < 1e-8
        radial = (layer.W * old.W).sum(axis=-1) + (layer.b * old.b)[..., 0]
        assert np.abs(radial).max() <= 1e-9 * np.abs(layer.W).max() * np.abs(old.W).sum(axis=-1).max()


def test_range_on_digits(rng: Generator) -> None:
    """Section 3 on 300 digits, five networks: at rate 1 BN learns and the equivalent vanilla network diverges; at .1 it
    does not, and has the lower loss after 40 steps: range, not speed. Medians where luck could enter."""
    X, targets = (np.repeat(a, 5, axis=0) for a in digits(300, rng))
    parameters = initial(DEEP, 5, rng)
    plain, equivalents = BN.equivalent(parameters, X)
    fast = train(BN, parameters, X, targets, rate=1.0, steps=40)
    assert (fast.diverged == -1).all()
    assert (fast.loss[-1] < 0.1 * fast.loss[0]).all()
    assert (fast.activations.max(axis=0) < 2 * fast.activations[0]).all()
    assert np.median(train(plain, equivalents, X, targets, rate=1.0, steps=40).diverged) > 0
    slow, vanilla = (
        train(network, start, X, targets, rate=0.1, steps=40).loss[-1]
        for network, start in ((BN, parameters), (plain, equivalents))
    )
    assert np.median(vanilla) < np.median(slow) < np.inf


def test_other_normalisations_learn(rng: Generator) -> None:
    """Section 4 on 300 digits: at rate 1 ten layers with p = 3/2, 2, 3 stay bounded, centred or not, and learn if
    centred: losses end below .005 of the first (40 networks each). Uncentred, some do not within 60 steps."""
    X, targets = digits(300, rng)
    parameters = initial((64, *[30] * 9, 10), 1, rng)
    for norm in (Norm(p, centred, 1e-9) for p in (1.5, 2.0, 3.0) for centred in (True, False)):
        found = train(Network(norm), parameters, X, targets, rate=1.0, steps=60)
        assert found.diverged[0] == -1, norm
        assert np.isfinite(found.loss).all(), norm
        assert not norm.centred or found.loss[-1, 0] < 0.1 * found.loss[0, 0], norm


def test_training() -> None:
    """A linear network on squares is least squares: w -> w - 2 eta (x x^T w - ..)/n; it converges below 1/lambda_max(H)
    and diverges above; a rate for each replicate; diverged networks stay as they were."""
    x = np.array([[[1.0, -1.0, 2.0, -2.0]]])  # H = 10/4
    start = [Parameters(*(np.full((2, 1, 1), v) for v in (3.0, 0.0, 1.0, 0.0)))]
    found = train(Network(loss="squares"), start, x, 0.5 * x, rate=np.array([0.99, 1.01]) / 2.5, steps=2000)
    assert list(found.diverged > 0) == [False, True]
    assert found.loss[-1, 0] < 1e-20
    assert found.loss[-1, 1] == np.inf
    assert found.parameters[0].W[0, 0, 0] == pytest.approx(0.5)
    assert np.isfinite(found.parameters[0].W).all()
    step = train(Network(loss="squares"), start, x, 0.5 * x, rate=0.1, steps=1).parameters[0].W
    assert step.ravel() == pytest.approx([3 - 0.1 * 2 * 2.5 * 2.5] * 2)


@pytest.mark.parametrize(
    ("wrong", "says", "error"),
    [
        (lambda: Norm(0.5), "p = 0.5: wanted a number from 1 on", ValueError),
        (lambda: Norm(float("nan")), "p = nan", ValueError),
        (lambda: Norm(epsilon=-1.0), "epsilon = -1.0", ValueError),
        (lambda: Norm().forward(np.ones((1, 2, 3))), "take an epsilon > 0", FloatingPointError),
    ],
)
def test_refusals(wrong: Any, says: str, error: type[Exception]) -> None:
    """What came and what was wanted."""
    with pytest.raises(error, match=says):
        wrong()
