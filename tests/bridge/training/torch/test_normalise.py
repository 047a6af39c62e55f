"""Recentring and rescaling on tensors against NumPy, whose gradients `test_backprop` compares with theory's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.random import Generator

torch = pytest.importorskip("torch")

from numerics.training import backprop  # noqa: E402
from numerics.training.nets.normalise import Norm  # noqa: E402


@pytest.mark.parametrize("epsilon", [0.0, 0.125])
@pytest.mark.parametrize("centred", [True, False])
@pytest.mark.parametrize("p", [1.0, 1.5, 2.0, 4.0, math.inf, None])
def test_values_and_gradients(p: float | None, centred: bool, epsilon: float, rng: Generator) -> None:
    """gamma z + beta and its gradients, by NumPy's formulas, many replicates at a time; p None is no rescaling. By the
    batch's own moments, given or not, the values are the same."""
    x, delta = rng.standard_normal((2, 5, 3, 8))
    gamma, beta = rng.standard_normal((2, 5, 3, 1))
    norm = Norm(centred, epsilon=epsilon, rescale=False) if p is None else Norm(centred, True, p, epsilon)
    leaves = [torch.tensor(array, requires_grad=True) for array in (x, gamma, beta)]
    y = norm(*leaves)
    found = [tensor.numpy() for tensor in torch.autograd.grad((y * torch.tensor(delta)).sum(), leaves)]
    if p is None:
        z = x - centred * x.mean(axis=-1, keepdims=True)
        back = gamma * (delta - centred * delta.mean(axis=-1, keepdims=True))
    else:
        theirs = backprop.Norm(p, centred, epsilon if p < math.inf else 0.0)
        z, s = theirs.forward(x)
        back = theirs.backward(z, s, gamma * delta)
    np.testing.assert_allclose(y.detach(), gamma * z + beta, atol=1e-12)
    wanted = back, (delta * z).sum(axis=-1, keepdims=True), delta.sum(axis=-1, keepdims=True)
    for one, exactly in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, exactly, atol=1e-9)
    torch.testing.assert_close(y, norm(*leaves, norm.moments(leaves[0])), atol=1e-12, rtol=1e-12)


@pytest.mark.parametrize("wrong", [{"p": 0.5}, {"p": float("nan")}, {"epsilon": -1.0}, {"epsilon": float("inf")}])
def test_what_is_no_norm_is_refused(wrong: dict[str, float]) -> None:
    """A power below 1 and a negative or infinite epsilon are refused with what is wanted."""
    with pytest.raises(ValueError, match="wanted"):
        Norm(**wrong)


def test_one_point_has_no_spread() -> None:
    """A batch of one point is refused in a sentence where its mean is taken off, and is normalised where it is not."""
    with pytest.raises(ValueError, match="a batch of 1 point has no spread"):
        Norm()(torch.ones(2, 3, 1))
    assert Norm(recentre=False, epsilon=0.0)(torch.full((2, 3, 1), -5.0)).unique().tolist() == [-1.0]
