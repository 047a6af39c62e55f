"""Observables: the definitions on configurations that are known exactly, and their invariances."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerics.networks import observables as obs

ONCE = settings(derandomize=True, database=None, deadline=None, max_examples=60)
seeds = st.integers(0, 2**32 - 1)


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
@given(seeds, st.integers(2, 8), st.integers(1, 8), st.floats(1e-100, 1e100))
def test_permutation_and_scale(seed: int, n: int, m: int, c: float) -> None:
    """Observables of G and of c Pi^T G Pi agree, the index going with the point."""
    rng = np.random.default_rng(seed)
    x, order = rng.standard_normal((m, n)), rng.permutation(n)
    one, other = obs.gram(x), c * obs.gram(x[:, order])
    for of in (obs.norm_ratio, obs.cos_outlier_cluster, obs.cos_cluster):
        assert np.allclose(of(one), of(other), rtol=1e-9, atol=1e-12)
    assert order[obs.outlier(other)] == obs.outlier(one)
    assert obs.rank(x).rank == obs.rank(c * x[:, order]).rank == min(m, n)


@ONCE
@given(seeds, st.integers(2, 7), st.integers(1, 5))
def test_by_hand(seed: int, n: int, m: int) -> None:
    """Ratio and mean cosines against loops over the columns, for a stack of replicates."""
    x = np.random.default_rng(seed).standard_normal((3, m, n))
    g = obs.gram(x)
    assert np.array_equal(g, np.swapaxes(g, -1, -2))
    for r in range(3):
        columns = list(x[r].T)
        length = [float(np.linalg.norm(c)) for c in columns]
        o = int(np.argmax(length))
        cos = x[r].T @ x[r] / np.outer(length, length)
        rest = [j for j in range(n) if j != o]
        assert obs.norm_ratio(g)[r] == pytest.approx(length[o] / np.mean([length[j] for j in rest]), rel=1e-9)
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
@given(st.integers(1, 6), st.integers(1, 9), st.data())
def test_equal_columns_are_found_exactly(m: int, n: int, data: st.DataObject) -> None:
    """first_equal against comparison of all pairs, on integers (many ties), with signs of zero and stacks."""
    size, few = 2 * m * n, st.sampled_from([0.0, -0.0, 1.0, 2.0, 1 + 2**-52])
    x = np.array(data.draw(st.lists(few, min_size=size, max_size=size))).reshape(2, m, n)
    for r in range(2):
        pairs = (x[r][:, :, None] == x[r][:, None, :]).all(axis=0)
        assert obs.first_equal(x)[r].tolist() == pairs.argmax(axis=0).tolist()
        assert obs.distinct_columns(x)[r] == len(set(pairs.argmax(axis=0)))


def test_equal_sums_are_not_equal_columns() -> None:
    """Columns that are permutations of each other share every sum, and differ."""
    assert obs.distinct_columns(np.array([[1.0, 2.0, 1.0], [2.0, 1.0, 2.0]])) == 2


def test_rank_shows_its_tolerance() -> None:
    """Singular values 1, 1e-3, 1e-20: rank 2, the gap around the tolerance, at any scale."""
    for scale in (1.0, 1e-300, 1e300):
        found = obs.rank(scale * np.diag([1.0, 1e-3, 1e-20]))
        assert found.rank == 2
        assert [float(figure) for figure in found[1:]] == pytest.approx(
            [3 * np.finfo(float).eps, 1e-3, 1e-20], rel=1e-9
        )
