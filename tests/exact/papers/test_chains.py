"""What claims on the chain of a paper are evaluated with: data and weights, laws, generators, products, depths."""

from fractions import Fraction
from itertools import islice

import pytest
from flint import arb, fmpq
from sympy import Rational, oo

from numerics.checks.daneshmand20.vanilla import KAPPA
from theory import claims
from theory.domains.matrices import Correlations
from theory.domains.numbers import Integers
from theory.exact.certify import precision
from theory.exact.rationals import to_fmpq
from theory.markov.diffusion import diffusion
from theory.orthogonality.closed_forms import one_against_ball
from theory.orthogonality.mean_map import orbit as by_integral
from theory.papers.daneshmand20.breaking.laws import condition
from theory.papers.daneshmand20.diffusion.generator import generated
from theory.papers.daneshmand20.layers import after, cosine, moved, signs_of
from theory.papers.daneshmand20.matrices import data, weights
from theory.papers.daneshmand20.random_weights import SHIFTED
from theory.papers.daneshmand20.vanilla.products import (
    LAWS,
    contraction,
    layers,
    products_of,
)
from theory.papers.daneshmand21.theorem.infinite_width import orbit, share

HALF, ONE = Fraction(1, 2), Fraction(1)
STRETCH = (((fmpq(1, 2), fmpq(0), fmpq(0), fmpq(2)), fmpq(1)),)
"""The law of diag(1/2, 2) alone."""


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
    assert condition(((ONE, ONE), (ONE, -ONE))) == 4
    assert condition(((ONE, ONE), (ONE + 1, ONE + 1))) is None


def test_laws_have_variance_one_and_symmetric_others() -> None:
    """All laws are of variance 1 and, but for one on the diagonal, of mean 0; the off-diagonal ones are symmetric."""
    from theory.papers.daneshmand20.uniqueness.signs import PAIRS  # makes claims, for a second

    for pair in PAIRS:
        for law in pair:
            mean = sum(value * share for value, share in law)
            assert sum(share for _, share in law) == 1
            assert sum((value - mean) ** 2 * share for value, share in law) == 1
            assert (mean == 0) is (law is not SHIFTED)
        assert dict(pair[1]) == {-value: share for value, share in pair[1]}


def test_every_size_comes_up() -> None:
    """The first instances of a symmetry have several shapes of data and weights, d = 2 to 5."""
    permutations = claims(paper="daneshmand20")["daneshmand20.chain.permutations"]
    shapes = {(len(at["A"]), len(at["A"][0])) for at in permutations.instances(100)}
    assert len(shapes) >= 4
    assert {rows for rows, _ in shapes} >= {2, 3, 4, 5}


def test_the_generator_by_one_weight_at_a_time_is_that_of_the_diffusion() -> None:
    """On every entry of three correlation matrices, d = 3: the drift of `diffusion`, found by another expansion."""
    chain = diffusion(3)
    places = {chain.M[i, j]: (i, j) for i in range(3) for j in range(i)}
    for M in islice(Correlations(Integers(3, 3)).small(), 3):
        at = {symbol: Rational(M[i][j]) for symbol, (i, j) in places.items()}
        for symbol, drift in zip(chain.entries, chain.drift, strict=True):
            i, j = places[symbol]
            assert generated(M, lambda moved, i=i, j=j: moved[i][j][2]) == drift.subs(at)


def test_the_contraction_of_random_products() -> None:
    """What the simulation has typed in for weights +-1 at gamma = 1/4 is no less than the certified bound; of
    diag(1/2, 2) the greatest |det Y|/|Y u|^2 is 4, at e_1, whose root is 2 and fourth root sqrt 2."""
    assert contraction(layers(LAWS["±1"], Fraction(1, 4)), 2, 10_000) <= KAPPA < 1
    assert 2 <= contraction(STRETCH, 1, 1000) <= Rational(201, 100)
    assert contraction(STRETCH, 2, 1000) ** 2 > 2


def test_products() -> None:
    """Probabilities of products add up to 1, equal ones are put together."""
    law = layers(LAWS["±1"], HALF)
    assert len(law) == 16
    found = products_of(law, 2)
    assert sum((chance for _, chance in found), fmpq(0)) == 1
    assert len(found) <= 256


@pytest.mark.parametrize(("size", "ratio"), [(2, "1/1000"), (4, "1"), (6, "11/10"), (16, "100000"), (16, "1/3")])
def test_share_is_the_hypergeometric_one(size: int, ratio: str) -> None:
    """The share of one eigenvalue against n - 1 equal ones: a narrow ball that meets 2F1's, also near a pole."""
    with precision(40):
        ball = arb(to_fmpq(Fraction(ratio)))
        found = share(ball, size)
        assert found.overlaps(one_against_ball(ball, size))
        assert found.rad() < arb("1e-25")


def test_orbits_agree() -> None:
    """Layers by the trapezoidal rule and by the integral of the mean map."""
    others = islice(by_integral([1, 3], 30, multiplicities=[1, 3]), 6)
    for (low, _), (other, _) in zip(orbit(4, Rational(1, 10), 5, 40), others, strict=True):
        assert low.overlaps(other)
