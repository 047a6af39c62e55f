"""One layer H -> RS(H + gamma W H) on explicit matrices, against NumPy and under its symmetries."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from flint import arb
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import oo

from tests.strategies import SETTINGS
from theory.exact.certify import precision
from theory.exact.rationals import to_fmpq
from theory.markov.residual import (
    Matrix,
    ZeroRowError,
    correlation,
    covariance,
    layer,
    moment,
    rank_one,
    signed_squares,
    squares,
)

STRENGTHS = st.sampled_from((Fraction(1, 3), Fraction(2), oo))


def arrays(rows: int, columns: int) -> st.SearchStrategy[Matrix]:
    """Matrices of small rationals."""
    entries = st.integers(-9, 9).map(lambda k: Fraction(k, 3))
    row = st.lists(entries, min_size=columns, max_size=columns).map(tuple)
    return st.lists(row, min_size=rows, max_size=rows).map(tuple)


@settings(SETTINGS, max_examples=25)
@given(st.data())
def test_layer(data: st.DataObject) -> None:
    """RS by its definition in floats: Z_ij/sqrt(q_i) and M+ with its signs; moments are C = A M A^T, q its diagonal.

    The enclosure of M+_ij |M+_ij| contains its exact value.
    """
    d, N = data.draw(st.integers(2, 3)), data.draw(st.integers(1, 4))
    H, W, gamma = data.draw(arrays(d, N)), data.draw(arrays(d, d)), data.draw(STRENGTHS)
    assume(all(any(row) for row in layer(H, W, gamma)[0]))
    Z, q = layer(H, W, gamma)
    C = covariance(moment(H), W, gamma)
    assert moment(Z) == C
    assert q == tuple(C[i][i] for i in range(d))
    exact = signed_squares(C)
    assert squares(C) == tuple(tuple(map(abs, row)) for row in exact)

    x, w = np.array(H, dtype=float), np.array(W, dtype=float)
    z = w @ x if gamma == oo else x + float(gamma) * w @ x
    rescaled = z / np.sqrt(np.square(z).mean(axis=1, keepdims=True))
    found = [[e / sqrt(q_i) for e in row] for row, q_i in zip(Z, q, strict=True)]
    np.testing.assert_allclose(found, rescaled, atol=1e-12)
    M = rescaled @ rescaled.T / N
    np.testing.assert_allclose(np.array(exact, dtype=float), np.sign(M) * M**2, atol=1e-12)

    with precision(30):
        balls = correlation([[arb(to_fmpq(c)) for c in row] for row in C])
        assert all(
            (balls[i][j] * abs(balls[i][j])).overlaps(arb(to_fmpq(exact[i][j]))) for i in range(d) for j in range(d)
        )


def test_zero_row() -> None:
    """Where a row vanishes the layer is undefined, and says which row."""
    C = covariance(rank_one((1, -1)), ((1, -1), (1, 1)), oo)
    for of in (squares, signed_squares, correlation):
        with pytest.raises(ZeroRowError, match="row 1 of"):
            of(C)
