"""Initialisations by law and by the batch; weights that bring a batch to a given Gram matrix."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import Generator, default_rng

from numerics.training.nets.configured import outlier, reaching, rotated
from numerics.training.nets.initial import LAWS, frames, orthogonalised
from tests.refused import refused
from theory.wide.outlier import outlier_gram

R = 3


def gram(H: np.ndarray) -> np.ndarray:
    return np.swapaxes(H, -1, -2) @ H


@pytest.mark.parametrize("law", LAWS)
def test_laws(law: str, rng: Generator) -> None:
    """Entries have the mean and the variance of their law, to 6 standard errors of a million (false alarm 1e-8)."""
    d = 100
    W = LAWS[law]((d, 10_000), 1, rng)[0].W
    a = d**-0.5
    variance = {"default": a**2 / 3, "he": 2 / d}[law]
    assert abs(W.mean()) < 6 * (variance / 1e6) ** 0.5
    assert abs(W.var() / variance - 1) < 6 * (2 / 1e6) ** 0.5
    assert law == "he" or np.abs(W).max() <= a


@pytest.mark.parametrize(("m", "r"), [(7, 4), (4, 7), (5, 5)])
def test_frames(m: int, r: int, rng: Generator) -> None:
    """Columns of a frame are orthonormal, or its rows where they are fewer."""
    Q = frames(R, m, r, rng)
    assert Q.shape == (R, m, r)
    product = gram(Q) if m >= r else gram(np.swapaxes(Q, -1, -2))
    np.testing.assert_allclose(product, np.broadcast_to(np.eye(min(m, r)), product.shape), atol=1e-12)


@pytest.mark.parametrize("power", [0.5, 1.0, -0.5])
@pytest.mark.parametrize("n", [4, 9])
def test_orthogonalised(n: int, power: float, rng: Generator) -> None:
    """In every layer W H has the singular values s^(1 - power) of H up to a factor, and the Frobenius norm of He."""
    widths, H = (6, 8, 8, 3), rng.standard_normal((R, 6, n))
    layers = orthogonalised(widths, H, rng, power=power)
    for layer in layers[:-1]:
        after = layer.W @ H
        before, behind = np.linalg.svd(H)[1], np.linalg.svd(after)[1]
        r = (before > 1e-9 * before[:, :1]).sum(axis=1).min()
        wanted = np.sort(before[:, :r] ** (1 - power), axis=1)[:, ::-1]
        np.testing.assert_allclose(behind[:, :r] / behind[:, :1], wanted / wanted[:, :1], rtol=1e-6)
        norms = [np.linalg.norm(x, axis=(1, 2)) for x in (after, H)]
        np.testing.assert_allclose(norms[0], np.sqrt(2 * 8 / H.shape[1]) * norms[1])
        H = np.maximum(after, 0)


def test_orthogonalised_leaves_he_where_the_batch_is_not(seed: int, rng: Generator) -> None:
    """On directions orthogonal to the batch W is that of He's law from the same state."""
    X = rng.standard_normal((R, 6, 2)) @ rng.standard_normal((R, 2, 4))
    layers = orthogonalised((6, 8, 3), X, default_rng(seed))
    he = LAWS["he"]((6, 8, 3), R, default_rng(seed))
    beside = np.eye(6) - X @ np.linalg.pinv(X)
    np.testing.assert_allclose(layers[0].W @ beside, he[0].W @ beside, atol=1e-12)
    np.testing.assert_array_equal(layers[1].W, he[1].W)


@pytest.mark.parametrize(("n", "equal"), [(12, False), (5, True)])
def test_sliced_frames_are_not_orthogonal(n: int, equal: bool, rng: Generator) -> None:
    """With V' sliced from V, n > d, power 1 does not make the singular values equal; with n = d it does."""
    X = rng.standard_normal((R, 5, n))
    s = np.linalg.svd(orthogonalised((5, 5, 2), X, rng, power=1.0, sliced=True)[0].W @ X)[1]
    assert bool(np.all(s[:, -1] / s[:, 0] > 1 - 1e-9)) is equal


@pytest.mark.parametrize("n", [2, 3, 8])
def test_outlier_configuration(n: int, rng: Generator) -> None:
    """relu(W H) has exactly the Gram matrix of the outlier; rows of W H have mean 0."""
    H, Z, wanted = rng.standard_normal((R, 10, n)), outlier(n, 7, R, rng), np.array(outlier_gram(n), dtype=float)
    after = reaching(H, Z, rng) @ H
    np.testing.assert_allclose(after, Z, atol=1e-9)
    np.testing.assert_allclose(after.mean(axis=-1), 0, atol=1e-9)
    np.testing.assert_allclose(gram(np.maximum(after, 0)), np.broadcast_to(wanted, (R, n, n)), atol=1e-7)


@pytest.mark.parametrize("rank", [1, 4])
def test_any_gram_matrix(rank: int, rng: Generator) -> None:
    """W H has any positive semidefinite Gram matrix, of full rank or less; W on what H does not span is free."""
    n, H = 4, rng.standard_normal((R, 6, 4))
    root = rng.standard_normal((rank, n))
    W = reaching(H, rotated(root.T @ root, 9, R, rng), rng)
    np.testing.assert_allclose(gram(W @ H), np.broadcast_to(root.T @ root, (R, n, n)), atol=1e-8)
    assert np.linalg.matrix_rank(W).min() > rank


test_refused = refused(
    "Too few points, features or neurons, no Gram matrix, a cosine out of range: a sentence each.",
    (lambda rng: orthogonalised((6, 8, 2), np.ones((R, 6, 3)), rng, sliced=True),
     "layer 1: a frame of 8 rows is sliced from V of 3"),
    (lambda rng: orthogonalised((6, 4, 2), np.ones((R, 6, 9)), rng),
     "layer 1: 4 neurons cannot keep rank 6 orthogonal"),
    (lambda rng: reaching(rng.standard_normal((R, 6, 9)), rng.standard_normal((R, 5, 9)), rng),
     "9 points have to be independent rows of 6 features"),
    (lambda rng: rotated(np.diag([1.0, -1.0]), 5, R, rng), "this one has -1"),
    (lambda rng: rotated(np.eye(3), 2, R, rng), "rank 3 needs as many neurons, and the layer has 2"),
    (lambda rng: outlier(1, 4, R, rng), "2 points and 2 neurons"),
    of=lambda call: call(default_rng()),
)  # fmt: skip
