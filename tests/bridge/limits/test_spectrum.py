"""Theory's spectra against the eigenvalues of the Jacobian of the full n x n float64 map, all multiplicities."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from sympy import Integer

from numerics.limits.gram_dynamics import gram_map
from theory.wide.fixed_points import escaped, symmetric
from theory.wide.spectrum import Spectrum, spectrum
from theory.wide.stability import escape_threshold

Floats = NDArray[np.float64]
ONE_SIDED = 1e-8


def centred(G: Floats) -> Floats:
    """PGP."""
    G = G - G.mean(axis=-1, keepdims=True)
    return G - G.mean(axis=-2, keepdims=True)


def differences(n: int) -> Floats:
    """(e_i - e_j)(e_i - e_j)^T for i < j: a basis of the centred symmetric matrices, shape (n(n-1)/2, n, n)."""
    i, j = np.triu_indices(n, 1)
    d = np.eye(n)[i] - np.eye(n)[j]
    return d[:, :, None] * d[:, None, :]


def off_diagonal(M: Floats) -> Floats:
    """Coordinates in that basis: a centred M is the sum of -M_ij (e_i - e_j)(e_i - e_j)^T."""
    i, j = np.triu_indices(M.shape[-1], 1)
    return -M[..., i, j]


def symmetric_basis(n: int) -> Floats:
    """E_ij + E_ji for i < j and E_ii: a basis of all symmetric matrices."""
    i, j = np.triu_indices(n)
    E = np.zeros((len(i), n, n))
    E[np.arange(len(i)), i, j] = E[np.arange(len(i)), j, i] = 1.0
    return E


def upper(M: Floats) -> Floats:
    """Coordinates in that basis."""
    i, j = np.triu_indices(M.shape[-1])
    return M[..., i, j]


def jacobian(
    f: Callable[[Floats], Floats], H: Floats, basis: Floats, coordinates: Callable[[Floats], Floats], step: float
) -> Floats:
    """Central differences of f at H: columns are images of the basis; error O(step^2) + rounding / step."""
    scale = step * np.diagonal(H).min()
    return (coordinates(f(H + scale * basis) - f(H - scale * basis)) / (2 * scale)).T


def expected(found: Spectrum) -> Floats:
    """All eigenvalues, repeated as often as they occur, upwards."""
    return np.sort([float(e.decimal(17)) for e in found.eigenvalues for _ in range(e.multiplicity)])


def centred_ray(n: int, k: int, rho: float) -> tuple[Floats, float]:
    """The centred S_k x S_(n-k) ray with correlation rho, and its multiplier, by the map itself."""
    inside_a, inside_b = 1 + (k - 1) * rho, 1 + (n - k - 1) * rho
    H = np.full((n, n), -inside_a * inside_b)
    H[:k, :k], H[k:, k:] = rho * (n - k) * inside_b, rho * k * inside_a
    np.fill_diagonal(H, [(n - k) * inside_b] * k + [k * inside_a] * (n - k))
    H /= np.trace(H) / n
    image = centred(gram_map(H))
    return H, float(np.trace(image) / n)


def measured(H: Floats, mu: float, components: Sequence[str] = ("rc", "nl")) -> Floats:
    """Eigenvalues of the full Jacobian on centred matrices, divided by mu, upwards.

    Two steps extrapolated to O(step^4); the distance of the two is asserted, and bounds the error amply.
    """
    n = len(H)
    coarse, fine = (
        np.sort(np.linalg.eigvals(jacobian(
            lambda G: centred(gram_map(G, components)), H, differences(n), off_diagonal, step) / mu).real)
        for step in (2e-4, 1e-4)
    )  # fmt: skip
    assert np.abs(fine - coarse).max() < 1e-6
    extrapolated = (4 * fine - coarse) / 3
    assert isinstance(extrapolated, np.ndarray)
    return extrapolated


@pytest.mark.parametrize("n", [3, 4, 7, 8, 10, 12])
def test_symmetric(n: int) -> None:
    """S1: the closed form, all n(n-1)/2 eigenvalues."""
    found = spectrum("symmetric", n)
    H, mu = centred_ray(n, 1, -1 / (n - 1))
    assert mu == pytest.approx(float(symmetric(n).multiplier), abs=1e-14)
    np.testing.assert_allclose(measured(H, mu), expected(found), atol=1e-8)


@pytest.mark.parametrize(
    ("kind", "n", "k"),
    [("broken", 7, 1), ("broken", 10, 1), ("broken", 12, 1), ("saddle", 7, 1), ("saddle", 12, 1),
     ("escaped", 10, 2), ("saddle", 10, 2), ("escaped", 12, 3), ("saddle", 12, 3)],
)  # fmt: skip
def test_escaped(kind: str, n: int, k: int) -> None:
    """S3 to S5: every block, the Morse index, and that the ray is fixed at all."""
    found = spectrum(kind, n, k=k)
    rho = escaped(n, k, "saddle" if kind == "saddle" else "broken").value("rho", 20)
    H, mu = centred_ray(n, k, float(rho.mid()))
    np.testing.assert_allclose(centred(gram_map(H)), mu * H, atol=1e-13)
    numbers = measured(H, mu)
    np.testing.assert_allclose(numbers, expected(found), atol=1e-8)
    assert int((numbers > 1 + 1e-4).sum()) == found.index


@pytest.mark.parametrize(("n", "k"), [(5, 1), (10, 1), (12, 1), (9, 2), (11, 4)])
def test_outlier(n: int, k: int) -> None:
    """I6 by one-sided differences, positive semidefinite: kappa(1 - d) = 1 - d + O(d^(3/2)) leaves O(step^(1/2))."""
    found = spectrum("outlier", n, k=k)
    H, mu = centred_ray(n, k, 1.0)
    scale = ONE_SIDED * np.abs(H).max()
    change = centred(gram_map(H + scale * differences(n)) - gram_map(H)) / scale
    numbers = np.sort(np.linalg.eigvals(off_diagonal(change).T / mu).real)
    np.testing.assert_allclose(numbers, expected(found), atol=20 * ONE_SIDED**0.5)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_full_bn(n: int) -> None:
    """S6: (n-1)/(n+1) times the spectrum of RC + ReLU, 0 for the scale; degree 0, so at the fixed point itself."""
    full = ("rc", "rs", "nl")
    H = centred(np.eye(n))
    H *= np.trace(centred(gram_map(H, full))) / np.trace(H)
    np.testing.assert_allclose(centred(gram_map(H, full)), H, atol=1e-9)
    np.testing.assert_allclose(measured(H, 1.0, full), expected(spectrum("symmetric", n, full)), atol=1e-7)


@pytest.mark.parametrize("n", [3, 5])
def test_rescaled(n: int) -> None:
    """S7: on all n(n+1)/2 symmetric matrices."""
    found = spectrum("symmetric", n, ("rs", "nl"))
    c = float(symmetric(n, ("rs", "nl")).value("cos_cluster", 17).mid())
    G = ((1 - c) * np.eye(n) + c) / 2
    np.testing.assert_allclose(gram_map(G, ("rs", "nl")), G, atol=1e-9)
    J = jacobian(lambda M: gram_map(M, ("rs", "nl")), G, symmetric_basis(n), upper, 1e-4)
    np.testing.assert_allclose(np.sort(np.linalg.eigvals(J).real), expected(found), atol=1e-6)


@pytest.mark.parametrize(("n", "constant"), [(3, 2.3050), (5, 1.6340), (7, 1.3878), (10, 1.2222), (20, 1.0464)])
def test_outlier_under_full_bn(n: int, constant: float) -> None:
    """F(s) ~ C sqrt(s) near the outlier: infinitely unstable; C to its digits."""
    for s in (1e-8, 1e-10):
        H = np.full((n, n), 1 - s)
        H[0] = H[:, 0] = -(n - 1)
        np.fill_diagonal(H, [(n - 1) ** 2] + [1 + s * (n - 2)] * (n - 1))
        image = centred(gram_map(H, ("rc", "rs", "nl")))
        image *= (n - 1) ** 2 / image[0, 0]
        assert (1 - image[1, 2]) / np.sqrt(s) == pytest.approx(constant, rel=30 * np.sqrt(s) + 5e-4)


@pytest.mark.parametrize("q", [-0.0005, 0.0, 0.3, 0.9])
def test_basin(q: float) -> None:
    """S4: norms 1, .., 1, 1 + eps and equal cosines q; one layer moves s away from n for eps > (pi-2)/n, back below."""
    n = 1000

    def distance(G: Floats) -> float:
        """n - s of the S_(n-1)-symmetric ray: H_oo/H_cc = (n-1)^2/(1 + s(n-2))."""
        H = centred(G)
        return n - float(((n - 1) ** 2 * H[1, 1] / H[0, 0] - 1) / (n - 2))

    for share, escapes in ((0.9, False), (1.1, True)):
        norms = np.ones(n)
        norms[0] += share * (float(escape_threshold(Integer(n))) - 1)
        G = ((1 - q) * np.eye(n) + q) * np.outer(norms, norms)
        assert (distance(gram_map(G)) > distance(G)) is escapes
