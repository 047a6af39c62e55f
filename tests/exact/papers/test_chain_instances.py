"""Tests of the instances of claims on the chain: data and weights, positive matrices, orthonormal rows, laws."""

from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from sympy import Rational, oo

from theory.domains.matrices import permutation_matrices
from theory.domains.numbers import Integers
from theory.papers.daneshmand20.breaking.setting import condition, positive_matrices, positive_pairs
from theory.papers.daneshmand20.chain.symmetries import permutations
from theory.papers.daneshmand20.depths import equal_weight_chains, equal_weight_powers
from theory.papers.daneshmand20.layers import after, cosine, moved, signs_of
from theory.papers.daneshmand20.matrices import (
    boxed_matrices,
    data,
    data_sets,
    finite_laws,
    isotropic_laws,
    layers_on_data,
    orthogonal_matrices,
    orthonormal_rows,
    rational_matrices,
    square_matrices,
    weights,
)
from theory.papers.daneshmand20.random_weights import (
    random_signs,
    random_weights,
    random_weights_with,
)
from theory.papers.daneshmand20.rank.laws import balanced_laws
from theory.papers.daneshmand20.rank.spectra import correlation_sequences, equal_correlations
from theory.papers.daneshmand20.rank_one_chains import rank_one_chains
from theory.papers.daneshmand20.uniqueness.setting import PAIRS, SHIFTED
from theory.papers.daneshmand20.vanilla.networks import networks, random_networks

DOMAINS = {
    "square": square_matrices(),
    "rectangular": rational_matrices(Integers(2, 4), Integers(1)),
    "data": data_sets(),
    "box": boxed_matrices(),
    "layers": layers_on_data(),
    "wide": layers_on_data(Integers(2, 3), Integers(4)),
    "positive": positive_matrices(Integers(4)),
    "two rows": positive_pairs(),
    "orthonormal rows": orthonormal_rows(Integers(1, 4)),
    "orthogonal": orthogonal_matrices(Integers(2, 4)),
    "laws of a row": finite_laws(),
    "isotropic laws": isotropic_laws(),
    "permutations": permutation_matrices(),
    "independent weights": random_weights(),
    "signs": random_signs(),
    "weights beside others": random_weights_with("M correlations, s signs, X bounds"),
    "chains on rank one": rank_one_chains(),
    "chains of equal weights": equal_weight_chains(),
    "powers": equal_weight_powers(),
    "balanced laws": balanced_laws(),
    "equal correlations": equal_correlations(),
    "sequences": correlation_sequences(),
    "networks": networks(),
    "random networks": random_networks(),
}


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
def test_listed_drawn_and_near_ones_belong(domain) -> None:
    """The first 60 belong to the domain and nearly all differ; so do drawn ones, and those near them."""
    found = list(islice(domain.small(), 60))
    assert all(value in domain for value in found)
    assert len(set(found)) > 30
    random = Random(5)
    for _ in range(5):
        value = domain.draw(random.randint)
        assert value in domain
        assert all(other in domain and other != value for other in islice(domain.near(value), 20))


def test_what_does_not_belong() -> None:
    """Rows of unequal length, entries that are not positive, rows that are not orthonormal, floats."""
    half, one = Fraction(1, 2), Fraction(1)
    assert ((one, half), (one,)) not in square_matrices()
    assert ((one, half), (one, 0.5)) not in square_matrices()
    assert ((one, half, one), (one, half, one)) not in square_matrices()
    assert ((one, half), (one, half)) not in layers_on_data()
    assert ((one, 0 * one), (one, half)) not in positive_matrices(Integers(2))
    assert ((half, half),) not in orthonormal_rows(Integers(1, 2))
    assert ((one, 0 * one),) not in orthogonal_matrices(Integers(1, 2))
    assert ((0, 0), (0, 0)) not in data_sets()


def test_weights_and_data_are_taken_apart() -> None:
    """Two rows of W and H beside each other; the layer with a skip connection and without it; a cosine."""
    A = tuple(tuple(map(Fraction, row)) for row in ((1, 2, 3, 0), (0, 1, 0, 1)))
    assert weights(A) == ((1, 2), (0, 1))
    assert data(A) == ((3, 0), (0, 1))
    assert moved(data(A), weights(A), 2) == ((9, 4), (0, 3))
    assert moved(data(A), weights(A), oo) == ((3, 2), (0, 1))
    assert cosine(after(data(A), weights(A), oo), 0, 1) ** 2 == Rational(4, 13)
    assert signs_of(6, 3) == (1, -1, -1)


def test_the_condition_of_data() -> None:
    """The squared number of rows for orthogonal rows of one length, and None below full row rank."""
    assert condition(((Fraction(1), Fraction(1)), (Fraction(1), Fraction(-1)))) == 4
    assert condition(((Fraction(1), Fraction(1)), (Fraction(2), Fraction(2)))) is None


def test_laws_have_variance_one_and_symmetric_others() -> None:
    """All laws are of variance 1 and, but for one on the diagonal, of mean 0; the off-diagonal ones are symmetric."""
    for pair in PAIRS:
        for law in pair:
            mean = sum(value * share for value, share in law.items())
            assert sum(law.values()) == 1
            assert sum((value - mean) ** 2 * share for value, share in law.items()) == 1
            assert (mean == 0) is (law is not SHIFTED)
        assert all(pair[1][-value] == share for value, share in pair[1].items())


def test_every_size_comes_up() -> None:
    """The hundred instances of a symmetry have several shapes of data and weights, d = 2 to 5."""
    shapes = {(len(at["A"]), len(at["A"][0])) for at in permutations.instances(100)}
    assert len(shapes) >= 4
    assert {rows for rows, _ in shapes} >= {2, 3, 4, 5}
