"""The domain of data: what it lists, draws and calls near belongs to it, each matrix once."""

from itertools import islice
from random import Random

import pytest

from theory.domains.numbers import Integers
from theory.papers.daneshmand20.data import Data, diagonal

DOMAINS = (Data(), Data(Integers(2), Integers(3)), Data(Integers(1, 2), Integers(2, 2)))


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_members(domain: Data) -> None:
    """Listed, drawn and near matrices are members, none is listed twice, and -H is not listed beside H."""
    listed = list(islice(domain.small(), 150))
    assert len(set(listed)) == len(listed)
    assert all(H in domain for H in listed)
    assert not any(tuple(tuple(-x for x in row) for row in H) in listed for H in listed)
    choose = Random(3).randint
    for _ in range(30):
        H = domain.draw(choose)
        assert H in domain
        assert all(other in domain and other != H for other in domain.near(H))


def test_shapes() -> None:
    """Several shapes come early, small ones with ones on the diagonal first, large ones of either sign in between; 0
    and rows of unequal lengths are no members."""
    listed = list(islice(Data().small(), 120))
    shapes = {(len(H), len(H[0])) for H in listed}
    assert {(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (2, 3)} <= shapes
    assert {(6, 8), (1, 10), (10, 1)} <= shapes
    assert len({next(x for row in H for x in row if x) > 0 for H in listed if len(H) + len(H[0]) > 8}) == 2
    for d, N in ((d, N) for d, N in shapes if d + N < 6):
        assert next(H for H in listed if (len(H), len(H[0])) == (d, N)) == diagonal(d, N)
    assert ((0, 0), (0, 0)) not in Data()
    assert ((1, 0), (1,)) not in Data()
