"""Backpropagation against finite differences and theory; trained and equivalent networks on real data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.random import Generator
from sympy import Rational, oo

from numerics.training.backprop import Network, Norm, Parameters, initial, train
from theory.batchnorm import Neuron, Normalisation

NORMS = [None, *(Norm(p, centred, e) for p in (1, 1.5, 2, 3, np.inf) for centred in (True, False) for e in (0, 0.1))]


def shaken(widths: tuple[int, ...], R: int, rng: Generator) -> list[Parameters]:
    """Parameters none of which is at 0 or 1."""
    return [Parameters(*(a + 0.3 * rng.standard_normal(a.shape) for a in layer)) for layer in initial(widths, R, rng)]


@pytest.mark.parametrize("norm", NORMS)
def test_finite_differences(norm: Norm | None, rng: Generator) -> None:
    """Along a random direction in all parameters and the inputs, the derivative of the loss is <gradients, direction>.

    A direction across a kink of ReLU, |c| or the maximum is drawn again: three of four draws are to agree.
    """
    agree = []
    for _ in range(4):
        network = Network(norm)
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

    norm = Norm(float(p), centred, float(epsilon))
    layer = Parameters(*(np.array(v, dtype=float).reshape(1, 1, -1) for v in (w, 1 / 3, 2, -1)))
    X, back = np.array(A, dtype=float)[None], np.array(delta, dtype=float)[None, None]
    z, s = norm.forward(layer.W @ X + layer.b)
    assert (layer.gamma * z + layer.beta).ravel() == pytest.approx([float(v) for v in neuron(A)], rel=1e-12)
    through = norm.backward(z, s, layer.gamma * back)
    found = {
        "w": through @ np.swapaxes(X, 1, 2), "A": np.swapaxes(layer.W, 1, 2) @ through, "b": through.sum(),
        "gamma": (z * back).sum(), "beta": back.sum(),
    }  # fmt: skip
    for name, claimed in exact._asdict().items():
        flat = [float(v) for v in (claimed if name in "wA" else [claimed])]
        assert np.ravel(found[name]) == pytest.approx(flat, rel=1e-9, abs=1e-9), name
    weights, bias = neuron.equivalent(A)
    equivalent = Network(norm).equivalent([layer, initial((1, 2), 1, rng)[0]], X)[1][0]
    assert [*equivalent.W.ravel(), *equivalent.b.ravel()] == pytest.approx([float(v) for v in (*weights, bias)])


def test_equivalent_network_on_digits(rng: Generator) -> None:
    """10 layers, 600 digits: the outputs are the same to 1e-11, |w_eq|_S = gamma; other points go by frozen statistics,
    and not by their own."""
    from sklearn.datasets import load_digits

    images = load_digits().data[rng.permutation(1797)[:600]].T / 16
    X = ((images - images.mean()) / images.std())[None]
    network, parameters = Network(Norm(epsilon=1e-12)), shaken((64, *[50] * 9, 10), 1, rng)
    plain, equivalents = network.equivalent(parameters, X)
    outputs, frozen = network.forward(parameters, X)[0], plain.forward(equivalents, X)[0]
    unit = np.abs(outputs).max()
    assert np.abs(frozen - outputs).max() < 1e-11 * unit
    inputs = network.run(parameters, X, outputs).inputs
    for layer, equal, A in zip(parameters[:-1], equivalents, inputs, strict=False):
        A = A - A.mean(axis=-1, keepdims=True)
        S = A @ np.swapaxes(A, -1, -2) / A.shape[-1]
        assert np.sqrt(((equal.W @ S) * equal.W).sum(axis=-1)) == pytest.approx(np.abs(layer.gamma)[..., 0], rel=1e-6)
    half = plain.forward(equivalents, X[..., :300])[0]
    assert np.abs(half - outputs[..., :300]).max() < 1e-11 * unit
    assert np.abs(half - network.forward(parameters, X[..., :300])[0]).max() > 1e-3 * unit


def test_training() -> None:
    """A step of a linear network is W -> W - rate (softmax - one hot) x^T/n, a rate for each replicate; a network whose
    loss grows beyond 1e6 has diverged, and stays as it was."""
    rng = np.random.default_rng(1)  # an identity, and a network that does diverge
    X, targets = rng.standard_normal((2, 3, 5)), np.eye(4)[:, [0, 1, 2, 3, 3]][None]
    X[:, :, 4] = X[:, :, 0]  # of two labels: no W is right about both
    start, rates = initial((3, 4), 2, rng), np.array([0.1, 1e9])
    weights = np.exp(start[0].W @ X)
    slope = (weights / weights.sum(axis=1, keepdims=True) - targets) @ np.swapaxes(X, 1, 2) / 5
    once = train(Network(), start, X, targets, rate=rates, steps=1)
    assert np.allclose(once.parameters[0].W, start[0].W - rates[:, None, None] * slope)
    found = train(Network(), start, X, targets, rate=rates, steps=50)
    assert found.diverged.tolist() == [-1, 1]
    assert (np.diff(found.loss[:, 0]) < 0).all()
    assert np.isinf(found.loss[1:, 1]).all()
    assert np.array_equal(found.parameters[0].W[1], once.parameters[0].W[1])


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
