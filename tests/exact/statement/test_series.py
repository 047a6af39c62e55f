"""What a statement says of data of any size is true of each data set of the domain: it is not weaker."""

from itertools import islice

import pytest
from sympy import Integer, eye

from tests.exact.statement.in_numbers import ALL, MEMBERS, holds
from theory.batchnorm import dot
from theory.domains.numbers import Integers
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20.data import ENDS, INVERSE, along_shortest_axis, data_sets, ends
from theory.papers.morwani20.rates.star_sets import STAR_ENDS, STAR_INVERSE, star_ends, star_pinv, with_middle_solution

ON_AXES = data_sets(Integers(2, far=3), on_axes=True, known=(ENDS, STAR_ENDS))
MIDDLE = with_middle_solution()
STARS = (ON_AXES, MIDDLE)
WITH_ENDS = (
    data_sets(Integers(1, 2), known=(ENDS,)), data_sets(on_axes=True, known=(ENDS,)), along_shortest_axis(), *STARS
)  # fmt: skip
PLAIN = (
    data_sets(known=(INVERSE,)),
    data_sets(centred=False),
    data_sets(Integers(2), level=True),
    data_sets(known=(INVERSE, STAR_INVERSE)),
)


def numbers(data, domain) -> dict[str, object]:
    """The rows, sizes and spectra of data by their names in a statement."""
    found = {"A": data.A, "y": data.y, "w": data.w, "v": data.v, "n": data.n, "d": len(data.A), "u": data.u}
    found |= {MEMBERS: {}, ALL: (data.w, data.u, (1, -2, 3), (0, 1, 1))}  # these stand for all
    if any(data.g):
        found |= {"K": data.inverse, "X": star_pinv(data)}
    if domain in WITH_ENDS:
        found |= dict(zip(("low", "high"), ends(data), strict=True))
    if domain in STARS:
        M, (least, greatest) = star(Problem.of(data.H, data.g)), star_ends(data)
        found |= {"least": least, "greatest": greatest, "p": eigenvector(M, least), "q": eigenvector(M, greatest)}
        found["between"] = data.form(data.u, data.u) / dot(data.u, data.u)
        found |= {"e": found["p"], "f": found["q"]}
    if domain is MIDDLE:
        found |= {"e": eigenvector(data.H, found["low"]), "f": eigenvector(data.H, found["high"])}
    return found


def eigenvector(M, value) -> tuple[Integer, ...]:
    return tuple((M - value * eye(M.rows)).nullspace()[0])


@pytest.mark.parametrize("domain", [*PLAIN, *WITH_ENDS], ids=str)
def test_what_is_said_of_data_of_any_size_is_true_of_each(domain) -> None:
    """Also of data with the ends of the spectrum of H, and of H* where these are rational."""
    (shape,) = domain.general("data")
    found = islice(domain.small(), 15 if domain in STARS else 6)
    looked = [data for data in found if domain not in STARS or star_ends(data)[0].is_Rational]
    assert len(looked) > 3
    for data in looked[:6]:
        at = numbers(data, domain)
        assert all(holds(condition, at) for condition in shape.conditions)
