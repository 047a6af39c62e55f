"""Protocols of morwani20: what arms share, and what is measured, against NumPy and by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.random import Generator

torch = pytest.importorskip("torch")

from numerics.training import backprop  # noqa: E402
from numerics.training.nets.mlp import MLP, Weights, placed  # noqa: E402
from numerics.training.nets.normalise import Norm  # noqa: E402
from numerics.training.protocols import drawn, noise, norms, rate_one  # noqa: E402
from numerics.training.sgd import accuracy  # noqa: E402

R = 3


def shaken(widths: tuple[int, ...], rng: Generator) -> list[Weights]:
    """Parameters none of which is at 0 or 1."""
    return [Weights(*(t + 0.3 * torch.tensor(rng.standard_normal(t.shape)) for t in layer))
            for layer in placed(backprop.initial(widths, R, rng), dtype=torch.float64)]  # fmt: skip


@pytest.mark.parametrize(("p", "centred"), norms.ARMS)
def test_equivalent_network(p: float, centred: bool, rng: Generator) -> None:
    """Without normalization it computes the same on the batch, to 1e-9, and another thing on other points."""
    net, layers = MLP(rate_one.norm(p, centred)), shaken((5, 7, 6, 3), rng)
    points, others = (torch.tensor(rng.standard_normal((R, 12, 5))) for _ in range(2))
    without, same = net.equivalent(layers, points)
    assert without.norm is None
    torch.testing.assert_close(without(same, points), net(layers, points), atol=1e-9, rtol=1e-9)
    assert (without(same, others) - net(layers, others)).abs().max() > 1e-3
    with pytest.raises(ValueError, match=r"residual strength 0\.5: what a skip adds is normalised"):
        MLP(Norm(), residual=0.5).equivalent(layers, points)


@pytest.mark.parametrize("normalised", [True, False])
def test_norms_are_those_of_numpy(normalised: bool, rng: Generator) -> None:
    """Greatest activation, greatest gradient by one, weights of the hidden layers and gradients by them, against
    backpropagation."""
    X, labels = rng.standard_normal((R, 4, 10)), rng.integers(3, size=(R, 10))
    start = backprop.initial((4, 6, 5, 3), R, rng)
    theirs = backprop.Network(backprop.Norm(epsilon=1e-5) if normalised else None)
    passed = theirs.run(start, X, np.swapaxes(np.eye(3)[labels], 1, 2))
    wanted = [
        np.max([np.linalg.norm(a, axis=(1, 2)) for a in part[1:]], axis=0) for part in (passed.inputs, passed.deltas)
    ]
    for layers in (start, passed.gradients):
        wanted.append(np.sqrt(sum(np.linalg.norm(layer.W, axis=(1, 2)) ** 2 for layer in layers[:-1])))
    net = MLP(Norm(epsilon=1e-5) if normalised else None)
    found = rate_one.sizes(net, placed(start, dtype=torch.float64), torch.tensor(X).mT, torch.tensor(labels))
    np.testing.assert_allclose(found, np.stack(wanted, axis=1), rtol=1e-8)


def test_pairs_begin_alike(rng: Generator) -> None:
    """Both networks of a pair have one loss at the start; norms are NaN from divergence on and not before."""
    deep = rate_one.Deep(images=40, layers=5, width=10, rate=1e4, steps=6)
    found = rate_one.pair(deep, Norm(), 12, rng, watched=True)
    np.testing.assert_allclose(found.bn.loss[0], found.vanilla.loss[0], rtol=1e-3)
    assert (found.vanilla.diverged >= 0).any()  # each with .95
    for run, seen in ((found.bn, found.bn_norms), (found.vanilla, found.vanilla_norms)):
        until = np.where(run.diverged >= 0, run.diverged, 7)
        finite = np.isfinite(seen) & ~np.isnan(seen)
        assert seen.shape == (7, 12, 4)
        assert (finite == (np.arange(7)[:, None] < until)[..., None]).all()


def test_a_rate_of_nothing_changes_nothing(rng: Generator) -> None:
    """At rate 0 nothing diverges, no norm grows, all accuracies are those of the start, no distance is made; at 10^12 a
    network diverges: its distance is inf, and its eigenvalues are no numbers."""
    deep = rate_one.Deep(images=40, layers=4, width=10, rate=0.0, steps=2)
    assert (rate_one.only_vanilla_diverges(deep, Norm(), R, rng) == 0).all()
    vanilla, bn = rate_one.grown(deep, R, rng)
    assert np.isnan(vanilla).all()
    np.testing.assert_allclose(bn, 1.0, rtol=1e-5)
    shares = rate_one.accuracies(deep, (0.0, 0.0), R, rng)
    np.testing.assert_array_equal(shares[:, 0], shares[:, 1])
    sizes = norms.Shallow(images=40, width=10, batch=20, epochs=2, rate=0.0)
    assert (norms.ends(sizes, norms.ARMS[:2], R, rng, curved=False).distance == 0).all()
    wild = norms.ends(replace(sizes, rate=1e12, eigenvalues=1), norms.ARMS[:1], R, rng)
    gone = np.isinf(wild.distance[0]).all(axis=0)  # all of 75
    assert gone.any()
    assert (np.isnan(wild.eigenvalues[0, :, 0]) == gone).all()


def test_arms_of_one_kind_are_alike(rng: Generator) -> None:
    """The same normalisation twice ends at the same distance, eigenvalues (to their tolerance) and accuracy."""
    sizes = norms.Shallow(images=60, width=8, batch=20, epochs=3, hessian=30, eigenvalues=3)
    found = norms.ends(sizes, [(2.0, True), (2.0, True), (np.inf, False)], 2, rng)
    assert found.distance.shape == (3, 4, 2)
    np.testing.assert_array_equal(found.distance[0], found.distance[1])
    np.testing.assert_allclose(found.eigenvalues[0], found.eigenvalues[1], atol=0.03 * found.eigenvalues.max())
    np.testing.assert_array_equal(found.accuracy[0], found.accuracy[1])
    assert (found.distance[2] != found.distance[0])[1:].all()
    assert (norms.spread(found.distance[:2, -1]) == 0).all()


def test_spread() -> None:
    """log2 of the greatest over the least; 2 where it is more, infinite or no number."""
    values = np.array([[1.0, 1.0, 1.0, np.nan, -1.0], [2.0, 9.0, np.inf, 1.0, 1.0]])
    np.testing.assert_array_equal(norms.spread(values), [1, 2, 2, 2, 2])


def test_accuracy_is_counted_as_everywhere(rng: Generator) -> None:
    """With the moments of the same points it is the accuracy that training counts; other moments give another."""
    net, layers = MLP(Norm()), shaken((5, 7, 3), rng)
    points, labels = torch.tensor(rng.standard_normal((200, 5))), torch.tensor(rng.integers(3, size=200))
    places = drawn.members(200, 50, R, rng)
    assert all(len(set(row)) == 50 for row in places)
    own = points[torch.as_tensor(places)]
    found = drawn.right(net, layers, own, labels[torch.as_tensor(places)], net.moments(layers, own))
    np.testing.assert_allclose(found, accuracy(net, layers, points, labels, places))
    with pytest.raises(ValueError, match="201 of 200 images"):
        drawn.members(200, 201, R, rng)


def test_noisy_data(rng: Generator) -> None:
    """Useful features are about +-m with deviation .3, the others N(0, 1), in training and validation about the same
    means; every class has its share. Averages over 10^5 numbers, to 6 standard errors."""
    law = noise.Noisy(0.6, each=8, features=300, held_out=30)
    points, labels, fresh, marks = noise.sample(law, R, rng)
    assert points.shape == (R, 40, 300)
    assert (np.bincount(labels[0]) == 8).all()
    assert (np.bincount(marks[0]) == 30).all()
    useless = fresh[:, :, 100:].ravel()
    assert abs(useless.mean()) < 6 / len(useless) ** 0.5
    assert abs(useless.var() - 1) < 6 * (2 / len(useless)) ** 0.5
    of_class = [np.stack([part[0][kind[0] == c][:, :100].mean(axis=0) for c in range(5)])
                for part, kind in ((points, labels), (fresh, marks))]  # fmt: skip
    np.testing.assert_allclose(np.abs(of_class[1]), 0.6, atol=6 * 0.3 / 30**0.5)
    assert (np.sign(of_class[0]) == np.sign(of_class[1])).mean() > 0.99
    assert abs((fresh[0][marks[0] == 0][:, :100] - of_class[1][0]).std() - 0.3) < 0.03


def test_noise_is_learned(rng: Generator) -> None:
    """With clear classes both networks are right about all new data; who is ahead counts 1, equal 1/2, behind 0."""
    law = noise.Noisy(2.0, each=20, features=60, useful=30, width=20, epochs=10, held_out=10)
    assert np.all(noise.best(law, R, rng) > 0.9)
    np.testing.assert_array_equal(noise.ahead(np.array([[1, 0.5, 0.2], [0.5, 0.5, 0.3]])), [1, 0.5, 0])
