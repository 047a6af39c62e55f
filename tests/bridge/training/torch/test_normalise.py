"""Recentring and rescaling on tensors against the exact maps of theory."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.random import Generator
from sympy import Rational, oo

torch = pytest.importorskip("torch")

from numerics.training.nets.normalise import Norm  # noqa: E402
from theory.batchnorm import Neuron, Normalisation, recentre, relu, rescale  # noqa: E402


@pytest.fixture
def rng() -> Generator:
    seed = np.random.SeedSequence().entropy
    print(f"seed {seed}")
    return np.random.default_rng(seed)


def rows(rng: Generator, m: int, n: int) -> Any:
    """Distinct sixteenths, so that theory has them exactly, and no kink: (m, n)."""
    return np.stack([rng.choice(np.arange(-64, 64), n, replace=False) + 0.5 for _ in range(m)]) / 16


def exact(row: Any) -> list[Fraction]:
    return [Fraction(float(v)) for v in row]


@pytest.mark.parametrize(("first", "second", "nl"), [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)])
def test_components_one_by_one(first: int, second: int, nl: int, rng: Generator) -> None:
    """Any subset of recentring, rescaling and ReLU is what theory's RC, RS and NL are, to 1e-12."""
    x = rows(rng, 2, 7)
    found = Norm(bool(first), bool(second), epsilon=0.0)(torch.tensor(x))
    found = (torch.relu(found) if nl else found).numpy()
    for row, z in zip(x, found, strict=True):
        wanted: Any = exact(row)
        for on, step in ((first, recentre), (second, rescale), (nl, relu)):
            wanted = step(wanted) if on else wanted
        np.testing.assert_allclose(z, [float(v) for v in wanted], atol=1e-12)


@pytest.mark.parametrize("epsilon", [0, Rational(1, 8)])
@pytest.mark.parametrize("centred", [True, False])
@pytest.mark.parametrize("p", [1, Rational(3, 2), 2, 3, 4, oo])
def test_values_and_gradients_are_those_of_theory(p: Any, centred: bool, epsilon: Any, rng: Generator) -> None:
    """A whole neuron, N(w A + b) gamma + beta: its values, and all five gradients of a weighted sum, to 1e-9."""
    A, w, delta = rows(rng, 3, 5), rows(rng, 1, 3)[0], rows(rng, 1, 5)[0]
    b, gamma, beta = Rational(1, 4), Rational(3, 2), Rational(-1, 8)
    neuron = Neuron(exact(w), b, gamma, beta, Normalisation(p, centred, epsilon=epsilon if p != oo else 0))
    leaves = [torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in (w[None], A, [[float(b)]],
              [[float(gamma)]], [[float(beta)]])]  # fmt: skip
    W, X, shift, scale, offset = leaves
    y = Norm(centred, True, float(p), float(epsilon))(W @ X + shift, scale, offset)
    np.testing.assert_allclose(y.detach()[0], [float(v) for v in neuron([exact(r) for r in A])], atol=1e-9)
    found = torch.autograd.grad((y[0] * torch.tensor(delta)).sum(), leaves)
    wanted = neuron.gradients([exact(r) for r in A], exact(delta))
    flat = [wanted.w, wanted.A, [wanted.b], [wanted.gamma], [wanted.beta]]
    for got, exactly in zip(found, flat, strict=True):
        np.testing.assert_allclose(got.numpy().ravel(), [float(v) for v in exactly], atol=1e-9)


def test_the_fused_way_is_the_long_way(rng: Generator) -> None:
    """By the batch's own moments, given or not: the same values, many replicates at a time."""
    norm, x = Norm(), torch.tensor(rng.standard_normal((5, 3, 8)))
    gamma, beta = (torch.tensor(rng.standard_normal((5, 3, 1))) for _ in range(2))
    torch.testing.assert_close(norm(x, gamma, beta), norm(x, gamma, beta, norm.moments(x)), atol=1e-12, rtol=1e-12)


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
