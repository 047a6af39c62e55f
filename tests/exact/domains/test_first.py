"""Which values are listed, drawn and found nearby: the instances of all claims, which change on purpose alone."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from random import Random
from typing import Any

import pytest
from sympy import Rational, sqrt

from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.laws import even_laws, normal_laws
from theory.domains.listings import Index, Preceded
from theory.domains.matrices import (
    Correlations,
    gram_matrices,
    permutation_matrices,
    rational_matrices,
    sign_vectors,
    symmetric_matrices,
)
from theory.domains.numbers import Integers, Rationals, Values

KNOWN: dict[Any, str] = {
    Integers(1): "fbf95103",
    Integers(-3, 30): "195bae80",
    Integers(2, far=20): "f5f74a65",
    Rationals(): "d7ff9792",
    Rationals(above=-1): "1893b532",
    Rationals(most=Rational(7, 2), far=6): "4fbb2326",
    Rationals(least=-1, below=2): "22e44b26",
    Rationals(above=Rational(1, 3), below=Rational(1, 2)): "6ad4b746",
    Rationals(least=0, most=sqrt(2)): "6caf03e7",
    Rationals(least=1, most=1): "c9b84cf4",
    Values(1, -1, Rational(1, 2), "a"): "5c70d94b",
    Index(1, listed=(1, 16, 256)): "78fb8077",
    Preceded(Integers(2), (70,)): "76abc941",
    Batches(): "ce481a4e",
    Batches(Integers(2), AFFINE): "c8e9ae16",
    Batches(Integers(3, 5), distinct=True): "8e7df6c6",
    Batches(Integers(1, far=12), constant=True): "3a21a3d8",
    Correlations(): "29605101",
    Correlations(Integers(2, 9), full=True): "2859978a",
    symmetric_matrices(): "ed060f2b",
    gram_matrices(): "37c25dc1",
    rational_matrices(Integers(2, 4)): "af4db1a8",
    sign_vectors(): "e5502f8c",
    permutation_matrices(): "921fb71f",
    even_laws(): "9f50d75f",
    normal_laws(): "9a3c8b72",
}
"""Digests of what follows; a failure prints the new one, with the first that are listed, drawn and near."""


@pytest.mark.parametrize(("domain", "digest"), KNOWN.items(), ids=str)
def test_what_is_looked_at_is_what_it_was(domain: Any, digest: str) -> None:
    """The first ones that are listed; others for known choices; those beside them; the size of each; and what is said
    of any of them."""
    choose = Random(20261128).randint
    listed = list(islice(domain.small(), 40))
    drawn = [domain.draw(choose) for _ in range(30)]
    near = [list(islice(domain.near(value), 40)) for value in (*listed[:4], *drawn[:6])]
    sizes = [domain.size(value) for value in (*listed, *drawn)]
    shapes = [*domain.general("A"), *domain.abstract("A", 3)] if hasattr(domain, "abstract") else []
    said = [(one.variables, one.conditions, one.rows, one.size) for one in shapes]
    found = sha256(repr((listed, drawn, near, sizes, said)).encode()).hexdigest()[:8]
    assert found == digest, f"{listed[:6]}, {drawn[:6]}, {near[0][:6]}"


def test_instances_are_what_they_were() -> None:
    """Of two domains under a hypothesis, and of three without: pairs in which each goes on."""
    ordered = Given({"n": Integers(2, 40), "k": Integers(1)}, lambda at: at["k"] < at["n"], "k < n")
    free = Given({"x": Rationals(), "s": Values(1, -1), "M": Correlations()})
    choose = Random(20261128).randint
    found = [
        (given.some(60), given.spread(given.some(60)), [given.draw(choose) for _ in range(20)], next(given.near(at)))
        for given in (ordered, free)
        for at in given.some(3)
    ]
    assert sha256(repr(found).encode()).hexdigest()[:8] == "7100bfd0", found[0]
