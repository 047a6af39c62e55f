"""Tests of the domains of matrices and signs: what they list, draw and find nearby belongs to them."""

from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from sympy import Rational

from theory.domains.matrices import Correlations, positive_semidefinite, sign_vectors, symmetric_matrices
from theory.domains.numbers import Integers
from theory.markov.diffusion import diffusion
from theory.papers.daneshmand20.diffusion.generator import generated

DOMAINS = (Correlations(), Correlations(full=True), symmetric_matrices(), sign_vectors(), Correlations(Integers(3, 3)))


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_what_is_listed_drawn_or_near_belongs(domain) -> None:
    """The first 30 listed are distinct; they, 20 drawn ones and their neighbours are all in the domain."""
    listed = list(islice(domain.small(), 30))
    assert len(set(listed)) == len(listed) == 30
    choose = Random(1).randint
    for value in (*listed, *(domain.draw(choose) for _ in range(20))):
        assert value in domain
        assert all(
            other in domain and other != value for other in islice(domain.near(value), 40 if len(value) < 8 else 4)
        )


@pytest.mark.parametrize(
    "value",
    [
        ((1, 2), (2, 1)),
        ((2, 0), (0, 1)),
        ((1, 0), (Fraction(1, 2), 1)),
        ((1,),),
        ((1, 0.5), (0.5, 1)),
        "M",
        ((1, 0), 3),
    ],
    ids=str,
)
def test_what_is_no_correlation_matrix_is_not_in_them(value) -> None:
    """Negative eigenvalues, another diagonal, asymmetry, a size too small, floats, and what is no matrix."""
    assert value not in Correlations()


def test_singular_ones_are_correlation_matrices_but_not_full() -> None:
    """The ones have rank one."""
    ones = ((1, 1), (1, 1))
    assert ones in Correlations()
    assert ones not in Correlations(full=True)
    assert positive_semidefinite(((0, 0), (0, 1)))
    assert not positive_semidefinite(((0, 1), (1, 1)))


def test_the_generator_by_one_weight_at_a_time_is_that_of_the_diffusion() -> None:
    """On every entry of three correlation matrices, d = 3: the drift of `diffusion`, found by another expansion."""
    chain = diffusion(3)
    for M in islice(Correlations(Integers(3, 3)).small(), 3):
        at = {chain.M[i, j]: Rational(M[i][j]) for i in range(3) for j in range(i)}
        for symbol, drift in zip(chain.entries, chain.drift, strict=True):
            i, j = next((i, j) for i in range(3) for j in range(i) if chain.M[i, j] == symbol)
            assert generated(M, lambda moved, i=i, j=j: moved[i][j][2]) == drift.subs(at)
