"""Observables: the definitions on configurations that are known exactly, and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from numerics.networks import observables as obs
from tests.strategies import SETTINGS

ONCE = settings(SETTINGS, max_examples=30)


@ONCE
@given(st.integers(2, 40), st.integers(0, 39))
def test_outlier_configuration(n: int, o: int) -> None:
    """O_o = (n-1)^2 e_o e_o^T + (1-e_o)(1-e_o)^T: ratio n-1, cosines 0 and 1, o escaped iff n - 1 > 2."""
    o %= n
    ones = np.ones(n)
    ones[o] = 0
    g = np.outer(ones, ones) + (n - 1) ** 2 * np.outer(1 - ones, 1 - ones)
    assert obs.norm_ratio(g) == pytest.approx(n - 1, rel=1e-14)
    assert obs.cos_outlier_cluster(g) == 0
    assert obs.cos_cluster(g) == pytest.approx(1, rel=1e-14)
    assert obs.escaped(g) == (o if n > 3 else -1)
    assert obs.outlier(g) == (o if n > 2 else 0)


@ONCE
@given(st.integers(0, 2**32 - 1), st.integers(2, 7), st.integers(1, 5), st.sampled_from([1.0, 1e-100, 1e100]))
def test_by_hand(seed: int, n: int, m: int, scale: float) -> None:
    """Ratio and mean cosines against loops over the columns, for a stack of replicates, at any scale."""
    x = np.random.default_rng(seed).standard_normal((3, m, n))
    g = scale * obs.gram(x)
    assert np.array_equal(g, np.swapaxes(g, -1, -2))
    for r in range(3):
        length = np.linalg.norm(x[r], axis=0)
        o = int(np.argmax(length))
        cos = x[r].T @ x[r] / np.outer(length, length)
        rest = [j for j in range(n) if j != o]
        assert obs.norm_ratio(g)[r] == pytest.approx(length[o] / np.mean(length[rest]), rel=1e-9)
        assert obs.cos_outlier_cluster(g)[r] == pytest.approx(np.mean([cos[o, j] for j in rest]), abs=1e-9)
        pairs = [cos[i, j] for i in rest for j in rest if i < j] or [1.0]
        assert obs.cos_cluster(g)[r] == pytest.approx(np.mean(pairs), abs=1e-9)


def test_zero_vectors() -> None:
    """A zero vector has cosine 0 with everything; all zero: ratio 1, none escaped; one not zero: ratio inf."""
    zero, one = np.zeros((3, 3)), np.diag([0.0, 3.0, 0.0])
    assert not obs.cosines(zero).any()
    assert [float(of(zero)) for of in (obs.norm_ratio, obs.escaped)] == [1, -1]
    assert [float(of(one)) for of in (obs.norm_ratio, obs.escaped)] == [np.inf, 1]
    assert [float(figure) for figure in obs.rank(zero)] == [0, 3 * np.finfo(float).eps, 0, 0]


@ONCE
@given(st.integers(1, 4).flatmap(lambda m: st.lists(
    st.lists(st.sampled_from([0.0, -0.0, 1.0, 2.0, 1 + 2**-52]), min_size=2 * m, max_size=2 * m),
    min_size=1, max_size=9)))  # fmt: skip
@example([[1.0, 2.0, 0.0, 0.0], [2.0, 1.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0]])  # permutations share every sum
def test_equal_columns_are_found_exactly(columns: list[list[float]]) -> None:
    """first_equal against comparison of all pairs, on few numbers (many ties), with signs of zero and stacks."""
    x = np.array(columns).T.reshape(2, -1, len(columns))
    for r in range(2):
        pairs = (x[r][:, :, None] == x[r][:, None, :]).all(axis=0)
        assert obs.first_equal(x)[r].tolist() == pairs.argmax(axis=0).tolist()
        assert obs.distinct_columns(x)[r] == len(set(pairs.argmax(axis=0)))


@pytest.mark.parametrize("scale", [1.0, 1e-300, 1e300])
def test_rank_shows_its_tolerance(scale: float) -> None:
    """Singular values 1, 1e-3, 1e-20: rank 2, the gap around the tolerance, at any scale."""
    found = obs.rank(scale * np.diag([1.0, 1e-3, 1e-20]))
    assert found.rank == 2
    assert [float(figure) for figure in found[1:]] == pytest.approx([3 * np.finfo(float).eps, 1e-3, 1e-20], rel=1e-9)
