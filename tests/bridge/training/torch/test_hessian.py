"""Eigenvalues by Lanczos on Hessian-vector products against the dense Hessian."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import Generator

torch = pytest.importorskip("torch")

from numerics.training.backprop import initial  # noqa: E402
from numerics.training.hessian import top  # noqa: E402
from numerics.training.nets.mlp import MLP, Weights, placed  # noqa: E402
from numerics.training.nets.normalise import Norm  # noqa: E402
from numerics.training.sgd import cross_entropy  # noqa: E402

R = 2


@pytest.mark.parametrize("norm", [None, Norm(), Norm(recentre=False, p=3.0)])
def test_greatest_eigenvalues_are_those_of_the_dense_hessian(norm: Norm | None, rng: Generator) -> None:
    """The ten greatest by W and b of all layers, and gamma and beta of those before the last; each replicate's own, to
    1e-7 of the greatest; and each is within its bound of one."""
    net, points = MLP(norm), torch.tensor(rng.standard_normal((1, 12, 3)))
    labels = torch.tensor(rng.integers(3, size=(R, 12)))
    layers = placed(initial((3, 4, 4, 3), R, rng), dtype=torch.float64)
    shapes = [tensor[0].shape for layer in layers for tensor in layer]

    def loss(of: list[Weights], r: slice = slice(None)) -> torch.Tensor:
        return cross_entropy(net(of, points), labels[r])

    found = top(loss, layers, 10, rng, steps=95, tolerance=1e-9)
    early = top(loss, layers, 3, rng, steps=6)
    for r in range(R):

        def of_vector(vector: torch.Tensor, r: int = r) -> torch.Tensor:
            parts = torch.split(vector, [shape.numel() for shape in shapes])
            tensors = iter([part.reshape(1, *shape) for part, shape in zip(parts, shapes, strict=True)])
            return loss([Weights(*(next(tensors) for _ in layer)) for layer in layers], slice(r, r + 1)).sum()

        start = torch.cat([tensor[r].flatten() for layer in layers for tensor in layer])
        exact = np.sort(np.linalg.eigvalsh(torch.autograd.functional.hessian(of_vector, start).numpy()))[::-1]
        np.testing.assert_allclose(found.values[r], exact[:10], atol=1e-7 * exact[0])
        nearest = np.abs(early.values[r][:, None] - exact).min(axis=1)
        assert np.all(nearest <= early.bounds[r] + 1e-9 * exact[0])


def test_repeated_eigenvalues_and_invariant_subspaces(rng: Generator) -> None:
    """Of the quadratic form with eigenvalues 3, 1, 1, .., 1 it finds 3 and 1 although two products span a subspace."""
    diagonal = torch.tensor([3.0, 1, 1, 1, 1], dtype=torch.float64)
    layer = (torch.tensor(rng.standard_normal((R, 5))), torch.ones(R, 1))
    found = top(lambda of: (diagonal * of[0][0] ** 2).sum(dim=1) / 2, [layer], 4, rng)
    np.testing.assert_allclose(found.values, np.tile([3.0, 1, 1, 1], (R, 1)), atol=1e-9)
    assert found.steps <= 5


def test_one_replicate_without_numbers(rng: Generator) -> None:
    """A replicate that has diverged has eigenvalues NaN, and the other keeps its own."""
    layer = (torch.tensor([[1.0, 2.0], [np.inf, 0.0]], dtype=torch.float64),)
    found = top(lambda of: (of[0][0] ** 4).sum(dim=1), [layer], 1, rng)
    np.testing.assert_allclose(found.values[0], 48.0)
    assert np.isnan(found.values[1]).all()
    with pytest.raises(ValueError, match="3 eigenvalues of a Hessian of 2 parameters"):
        top(lambda of: (of[0][0] ** 2).sum(dim=1), [layer], 3, rng)
