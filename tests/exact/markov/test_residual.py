"""One layer H -> RS(H + gamma W H) on explicit matrices, against NumPy and under its symmetries."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest
from flint import arb
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Symbol, oo

from tests.strategies import SETTINGS
from theory.exact.certify import precision
from theory.exact.rationals import to_fmpq
from theory.markov.residual import (
    Matrix,
    ZeroRowError,
    correlation,
    covariance,
    identity,
    layer,
    mixing,
    moment,
    rank_one,
    sign_vectors,
    signed_squares,
    squares,
    times,
)

FEWER = settings(SETTINGS, max_examples=40)
STRENGTHS = st.sampled_from((Fraction(1, 3), Fraction(2), oo))


def arrays(rows: int, columns: int) -> st.SearchStrategy[Matrix]:
    """Matrices of small rationals."""
    entries = st.integers(-9, 9).map(lambda k: Fraction(k, 3))
    row = st.lists(entries, min_size=columns, max_size=columns).map(tuple)
    return st.lists(row, min_size=rows, max_size=rows).map(tuple)


@st.composite
def layers(draw: st.DrawFn) -> tuple[Matrix, Matrix, Any]:
    """(H, W, gamma) without a zero row after the layer."""
    d, N = draw(st.integers(2, 3)), draw(st.integers(1, 4))
    H, W, gamma = draw(arrays(d, N)), draw(arrays(d, d)), draw(STRENGTHS)
    assume(all(any(row) for row in layer(H, W, gamma)[0]))
    return H, W, gamma


@FEWER
@given(layers())
def test_against_numpy(drawn: tuple[Matrix, Matrix, Any]) -> None:
    """RS by its definition, in floats: entries Z_ij/sqrt(q_i), and M+ with its signs."""
    H, W, gamma = drawn
    Z, q = layer(H, W, gamma)
    x, w = np.array(H, dtype=float), np.array(W, dtype=float)
    z = w @ x if gamma == oo else x + float(gamma) * w @ x
    rescaled = z / np.sqrt(np.square(z).mean(axis=1, keepdims=True))
    np.testing.assert_allclose(
        [[e / sqrt(q_i) for e in row] for row, q_i in zip(Z, q, strict=True)], rescaled, atol=1e-12
    )
    M = rescaled @ rescaled.T / x.shape[1]
    found = np.array(signed_squares(covariance(moment(H), W, gamma)), dtype=float)
    np.testing.assert_allclose(found, np.sign(M) * M**2, atol=1e-12)


@FEWER
@given(layers())
def test_gram_level(drawn: tuple[Matrix, Matrix, Any]) -> None:
    """The moments of H + gamma W H are C = A M A^T, and its mean squares the diagonal of C."""
    H, W, gamma = drawn
    Z, q = layer(H, W, gamma)
    C = covariance(moment(H), W, gamma)
    assert moment(Z) == C
    assert q == tuple(C[i][i] for i in range(len(C)))
    assert squares(C) == tuple(tuple(map(abs, row)) for row in signed_squares(C))
    assert all(squares(C)[i][i] == 1 and max(squares(C)[i]) <= 1 for i in range(len(C)))


@FEWER
@given(layers(), st.data())
def test_scale_of_rows(drawn: tuple[Matrix, Matrix, Any], data: st.DataObject) -> None:
    """Rescaling: positive factors on the rows of what it is applied to do not matter."""
    H, W, gamma = drawn
    Z, _ = layer(H, W, gamma)
    factors = data.draw(st.tuples(*[st.integers(1, 20).map(lambda k: Fraction(k, 7))] * len(H)))
    scaled = [[c * z for z in row] for c, row in zip(factors, Z, strict=True)]
    assert signed_squares(moment(scaled)) == signed_squares(moment(Z))


@FEWER
@given(layers())
def test_balls(drawn: tuple[Matrix, Matrix, Any]) -> None:
    """The enclosure of M+_ij |M+_ij| contains its exact value."""
    H, W, gamma = drawn
    C = covariance(moment(H), W, gamma)
    with precision(30):
        M = correlation([[arb(to_fmpq(c)) for c in row] for row in C])
        for row, exact in zip(M, signed_squares(C), strict=True):
            for entry, square in zip(row, exact, strict=True):
                assert (entry * abs(entry)).overlaps(arb(to_fmpq(square)))


def test_zero_row() -> None:
    """Where a row vanishes the layer is undefined, and says which row."""
    C = covariance(rank_one((1, -1)), ((1, -1), (1, 1)), oo)
    for of in (squares, signed_squares, correlation):
        with pytest.raises(ZeroRowError, match="row 1 of"):
            of(C)


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_rank_one(d: int) -> None:
    """There are 2^(d-1) correlation matrices of rank one; s and -s give the same."""
    states = {rank_one(s) for s in sign_vectors(d)}
    assert len(states) == 2 ** (d - 1)
    assert states == {rank_one(tuple(-e for e in s)) for s in sign_vectors(d)}


def test_symbols() -> None:
    """Symbols pass through: no weights, no change; products in the usual order."""
    x = Symbol("x")
    assert mixing(((0, 0), (0, 0)), x) == identity(2)
    assert covariance(((1, x), (x, 1)), ((1, 0), (0, 0)), x)[0][1].equals((1 + x) * x)
    assert times(((1, x),), ((x,), (1,))) == ((2 * x,),)
