"""Trained networks: against backpropagation in NumPy, and many at a time against one after the other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import Generator

torch = pytest.importorskip("torch")

from numerics.training import backprop  # noqa: E402
from numerics.training.nets.mlp import MLP, Weights, placed  # noqa: E402
from numerics.training.nets.normalise import Norm  # noqa: E402
from numerics.training.sgd import accuracy, minibatches, train  # noqa: E402

R, N, CLASSES = 3, 20, 4
EVERYTHING = np.tile(np.arange(N), (R, 1))


def data(rng: Generator) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.tensor(rng.standard_normal((N, 6))), torch.tensor(rng.integers(CLASSES, size=N))


def start(rng: Generator, dtype: torch.dtype = torch.float64) -> list[Weights]:
    return placed(backprop.initial((6, 5, 5, CLASSES), R, rng), dtype=dtype)


@pytest.mark.parametrize("norm", [None, (2.0, True), (1.5, False), (np.inf, False)])
def test_gradient_descent_is_that_of_numpy(norm: tuple[float, bool] | None, rng: Generator) -> None:
    """Five full-batch steps from the same weights end at the same weights and losses, to 1e-8, rates one by one."""
    points, labels = data(rng)
    initial = backprop.initial((6, 5, 5, CLASSES), R, rng)
    rates = np.array([0.0, 0.05, 0.1])
    theirs = backprop.Network(None if norm is None else backprop.Norm(*norm, 1e-3))
    X, targets = points.numpy().T[None], np.eye(CLASSES)[:, labels.numpy()][None]
    wanted = backprop.train(theirs, initial, X, targets, rate=rates, steps=5)
    own = MLP(None if norm is None else Norm(norm[1], True, norm[0], 1e-3 if norm[0] < np.inf else 0.0))
    weights = placed(initial, dtype=torch.float64)
    found = train(own, weights, points, labels, [EVERYTHING] * 5, rate=rates)
    np.testing.assert_allclose(found.loss, wanted.loss[:5], rtol=1e-8)
    for layer, exactly in zip(found.parameters, wanted.parameters, strict=True):
        for tensor, array in zip(layer, exactly, strict=True):
            np.testing.assert_allclose(tensor, array, atol=1e-8)


@pytest.mark.parametrize(("norm", "residual"), [(None, None), (Norm(), 0.5), (Norm(recentre=False), None), (None, 0.5)])
def test_many_at_a_time_are_each_as_if_alone(norm: Norm | None, residual: float | None, rng: Generator) -> None:
    """Replicates end where each ends that is trained alone on the same minibatches: 1e-9."""
    points, labels = data(rng)
    net, weights = MLP(norm, residual), start(rng)
    order = list(minibatches(rng, EVERYTHING, 8, 4))
    together = train(net, weights, points, labels, order, rate=0.1)
    for place in range(R):
        r = slice(place, place + 1)
        alone = [Weights(*(t[r] for t in layer)) for layer in weights]
        one = train(net, alone, points, labels, [o[r] for o in order], rate=0.1)
        np.testing.assert_allclose(together.loss[:, place], one.loss[:, 0], rtol=1e-9)
        for many, single in zip(together.parameters, one.parameters, strict=True):
            torch.testing.assert_close(many.W[place], single.W[0], atol=1e-9, rtol=1e-9)


@pytest.mark.parametrize("residual", [None, 0.5])
def test_layers_by_hand(residual: float | None, rng: Generator) -> None:
    """relu(W H + b), or relu(H + g (W H + b)) where the width stays; logits W H + b. By the moments of the batch itself
    the logits with a norm are the same; by those of others they are not."""
    points, _ = data(rng)
    layers = [Weights(*(t + 0.1 * torch.tensor(rng.standard_normal(t.shape)) for t in layer)) for layer in start(rng)]
    H = points.numpy().T[None]
    for layer in layers[:-1]:
        z = layer.W.numpy() @ H + layer.b.numpy()
        H = np.maximum(H + residual * z if residual and z.shape[1] == H.shape[1] else z, 0)
    np.testing.assert_allclose(MLP(None, residual).hidden(layers, points[None])[-1], H, atol=1e-12)
    logits = layers[-1].W.numpy() @ H + layers[-1].b.numpy()
    np.testing.assert_allclose(MLP(None, residual)(layers, points[None]), logits, atol=1e-12)
    net, first, second = MLP(Norm(), residual), points[None, :10], points[None, 10:]
    own = net.moments(layers, first)
    torch.testing.assert_close(net(layers, first), net(layers, first, own), atol=1e-9, rtol=1e-9)
    assert not torch.allclose(net(layers, second), net(layers, second, own))


def test_minibatches_go_through_all_members(rng: Generator) -> None:
    """Each epoch of a replicate has its own members, each once, in another order than before and than its neighbour."""
    members = np.stack([np.arange(0, 40), np.arange(40, 80)])
    seen = np.stack(list(minibatches(rng, members, 10, 8)))  # (steps, R, batch)
    for r in range(2):
        epochs = seen[:, r].reshape(2, 40)
        assert all(sorted(epoch) == list(members[r]) for epoch in epochs)
        assert (epochs[0] != epochs[1]).any()
    assert (seen[:, 0] + 40 != seen[:, 1]).any()
    with pytest.raises(ValueError, match="minibatches of 41 from 40 points"):
        next(minibatches(rng, members, 41, 1))


def test_divergence_is_an_outcome(rng: Generator) -> None:
    """A rate that makes the loss infinite stops that network where it is, with loss inf; its neighbours go on. Points
    that are all 0 cannot be rescaled without an epsilon: diverged at once, no crash; with one they train."""
    points, labels = data(rng)
    weights = start(rng, torch.float32)
    found = train(MLP(), weights, points.float(), labels, [EVERYTHING] * 30, rate=[0.01, 1e9, 0.01])
    assert list(found.diverged >= 0) == [False, True, False]
    assert np.isinf(found.loss[found.diverged[1] :, 1]).all()
    assert np.isfinite(found.loss[:, [0, 2]]).all()
    every = train(MLP(), weights, points.float(), labels, [EVERYTHING] * 30, rate=1e9)
    assert every.loss.shape == (30, R)
    assert (every.diverged >= 0).all()
    alike = torch.zeros(N, 6)
    assert train(MLP(Norm(epsilon=0.0)), weights, alike, labels, [EVERYTHING], rate=0.1).diverged.tolist() == [0] * R
    assert np.isfinite(train(MLP(Norm()), weights, alike, labels, [EVERYTHING] * 3, rate=0.1).loss).all()


@pytest.mark.parametrize("rate", [-0.1, float("nan"), float("inf")])
def test_a_rate_is_a_number(rate: float, rng: Generator) -> None:
    """Negative and infinite rates are refused."""
    with pytest.raises(ValueError, match="wanted finite numbers"):
        train(MLP(), start(rng), *data(rng), [], rate=rate)


def test_accuracy_counts_what_is_strictly_greatest(rng: Generator) -> None:
    """Of three nets that give the label, nothing, and no number, the first alone is right, part by part or at once."""
    labels = data(rng)[1]

    def net(parameters: list[tuple[torch.Tensor]], given: torch.Tensor) -> torch.Tensor:
        return given.mT * parameters[0][0][:, None, None]

    one_hot = torch.nn.functional.one_hot(labels, CLASSES).double()
    factor = [(torch.tensor([1.0, 0.0, float("nan")], dtype=torch.float64),)]
    assert accuracy(net, factor, one_hot, labels, EVERYTHING).tolist() == [1.0, 0.0, 0.0]
