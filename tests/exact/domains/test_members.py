"""What a domain lists, draws and finds nearby belongs to it, and what is of another kind does not."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest
from sympy import Rational, sqrt

from numerics.streams import fresh_seed
from theory.domains.batches import Batches
from theory.domains.matrices import (
    Correlations,
    permutation_matrices,
    positive_semidefinite,
    sign_vectors,
    symmetric_matrices,
)
from theory.domains.numbers import Integers, Rationals, Values
from theory.papers.daneshmand20 import depths, matrices, random_weights
from theory.papers.daneshmand20.breaking.laws import positive_matrices, positive_pairs
from theory.papers.daneshmand20.depths import rank_one_chains
from theory.papers.daneshmand20.rank import any_law, spectra
from theory.papers.daneshmand20.vanilla import limits
from theory.papers.daneshmand21 import laws as laws_of_rows

MANY: list[Any] = [
    Integers(2), Integers(0, 3), Rationals(), Rationals(above=0), Rationals(least=-1, below=1),
    Rationals(above=Rational(1, 3), below=Rational(1, 2)), Values(1, Rational(1, 2)), Batches(),
    Batches(Integers(3, 5), distinct=True), Batches(constant=True, up_to=()),
]  # fmt: skip
SOME: list[Any] = [
    Correlations(), Correlations(full=True), symmetric_matrices(), sign_vectors(), permutation_matrices(),
    matrices.square_matrices(), matrices.rational_matrices(Integers(2, 4), Integers(1)), matrices.data_sets(),
    matrices.boxed_matrices(), matrices.layers_on_data(Integers(2, 3), Integers(4)), positive_matrices(Integers(4)),
    positive_pairs(), matrices.orthonormal_rows(Integers(1, 4)), matrices.orthogonal_matrices(Integers(2, 4)),
    matrices.finite_laws(), matrices.isotropic_laws(), random_weights.random_weights(), random_weights.random_signs(),
    random_weights.random_weights_with("M correlations, s signs, X bounds"), depths.equal_weight_chains(),
    depths.equal_weight_powers(), spectra.equal_correlations(), spectra.correlation_sequences(), limits.networks(),
    limits.random_networks(),
]  # fmt: skip
SLOW = [rank_one_chains(), spectra.balanced_laws(), any_law.nets()]
LOOKED_AT = [(one, 300, 75) for one in MANY] + [(one, 24, 30) for one in SOME] + [(one, 8, 2) for one in SLOW]


@pytest.mark.slow
@pytest.mark.parametrize(("domain", "most", "near"), LOOKED_AT, ids=str)
def test_listed_drawn_and_near_ones_belong(domain: Any, most: int, near: int) -> None:
    """The first ones listed differ; they, drawn ones, and those near them are members."""
    listed = list(islice(domain.small(), most))
    assert len(set(listed)) == len(listed) == min(most, getattr(domain, "count", None) or most)
    seed = fresh_seed()
    choose = Random(seed).randint
    drawn = [domain.draw(choose) for _ in range(max(2, most // 12))]
    for value in (*listed, *drawn):
        assert value in domain, seed
    for value in drawn:
        assert all(other in domain and other != value for other in islice(domain.near(value), near)), seed


HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)
STRANGERS: list[tuple[Any, Any]] = [
    (1, Integers(2)), (Rational(5, 2), Integers(2)), (4, Integers(0, 3)), (None, Integers(0)), (3, Values(1, 2)),
    (sqrt(-1), Rationals()), (float("nan"), Rationals()), (0, Rationals(above=0)), (1, Rationals(below=1)),
    (2, Rationals(most=1)), ("2", Batches()), ((ONE, ONE), Batches()), ((ONE,), Batches()), ((0.5, 1.0), Batches()),
    ((ONE, ONE, TWO), Batches(distinct=True)),
    (((1, 2), (2, 1)), Correlations()), (((2, 0), (0, 1)), Correlations()), (((1, 0), (HALF, 1)), Correlations()),
    (((1,),), Correlations()), (((1, 0.5), (0.5, 1)), Correlations()), ("M", Correlations()),
    (((1, 0), 3), Correlations()), (((1, 1), (1, 1)), Correlations(full=True)),
    (((ONE, HALF), (ONE,)), matrices.square_matrices()), (((ONE, HALF), (ONE, 0.5)), matrices.square_matrices()),
    (((ONE, HALF, ONE),) * 2, matrices.square_matrices()), (((ONE, HALF),) * 2, matrices.layers_on_data()),
    (((ONE, 0 * ONE), (ONE, HALF)), positive_matrices(Integers(2))),
    (((HALF, HALF),), matrices.orthonormal_rows(Integers(1, 2))),
    (((ONE, 0 * ONE),), matrices.orthogonal_matrices(Integers(1, 2))), (((0, 0), (0, 0)), matrices.data_sets()),
    (((ONE, HALF, HALF),), laws_of_rows.laws_of_directions()),
    (((HALF, ONE, TWO), (HALF, ONE, ONE)), laws_of_rows.exchangeable_laws()),
    (((ONE, ONE, ONE),), laws_of_rows.exchangeable_laws_of_different()),
]  # fmt: skip


@pytest.mark.parametrize(("value", "domain"), STRANGERS, ids=str)
def test_strangers_are_told(value: Any, domain: Any) -> None:
    """What is of another kind or size, outside the ends, rounded, or against what the domain asks does not belong."""
    assert value not in domain


@pytest.mark.parametrize(
    ("value", "domain"),
    [
        (((1, 1), (1, 1)), Correlations()),
        (((ONE, ONE, ONE),), laws_of_rows.exchangeable_laws()),
        (((HALF, ONE, TWO), (HALF, TWO, ONE)), laws_of_rows.exchangeable_laws_of_different()),
    ],
)
def test_members_at_the_edge(value: Any, domain: Any) -> None:
    """A correlation matrix of rank one; a row of equal numbers; all orders with one probability."""
    assert value in domain


def test_a_pivot_that_is_0() -> None:
    """Its row has to be 0, too, in a positive semidefinite matrix."""
    assert positive_semidefinite(((0, 0), (0, 1)))
    assert not positive_semidefinite(((0, 1), (1, 1)))


@pytest.mark.parametrize(
    "domain",
    [Integers(1), Batches(), Batches(distinct=True), Correlations(), symmetric_matrices(), sign_vectors()],
    ids=str,
)
def test_draws_and_neighbours_grow(domain: Any) -> None:
    """Some of 600 draws are larger than 40, and each value has a neighbour that is larger."""
    choose = Random(3).randint
    assert any(domain.size(domain.draw(choose)) > 40 for _ in range(600))
    value = next(iter(domain.small()))
    assert any(domain.size(other) > domain.size(value) for other in domain.near(value))
