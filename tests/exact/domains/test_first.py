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
    Integers(1): "7b7a2bf1",
    Integers(-3, 30): "07b6ec93",
    Integers(2, far=20): "046de017",
    Rationals(): "cdd430b1",
    Rationals(above=-1): "51fa1379",
    Rationals(most=Rational(7, 2), far=6): "1a62a8f1",
    Rationals(least=-1, below=2): "96f008b6",
    Rationals(above=Rational(1, 3), below=Rational(1, 2)): "64fe7ec2",
    Rationals(least=0, most=sqrt(2)): "54dff193",
    Rationals(least=1, most=1): "1482fc7b",
    Values(1, -1, Rational(1, 2), "a"): "0ffcb354",
    Index(1, listed=(1, 16, 256)): "654a0b96",
    Preceded(Integers(2), (70,)): "3fb39e8e",
    Batches(): "a556076c",
    Batches(Integers(2), AFFINE): "08d330a5",
    Batches(Integers(3, 5), distinct=True): "c656f79a",
    Batches(Integers(1, far=12), constant=True): "704619b3",
    Correlations(): "6338b096",
    Correlations(Integers(2, 9), full=True): "43f2fbf8",
    symmetric_matrices(): "8c2e45a1",
    gram_matrices(): "e2859be4",
    rational_matrices(Integers(2, 4)): "025aa012",
    sign_vectors(): "dc7e1bc6",
    permutation_matrices(): "6701a531",
    even_laws(): "1c3a787e",
    normal_laws(): "5d185468",
}
"""Digests of what follows; a failure prints the new one, with the first that are listed, drawn and near."""


@pytest.mark.parametrize(("domain", "digest"), KNOWN.items(), ids=str)
def test_what_is_looked_at_is_what_it_was(domain: Any, digest: str) -> None:
    """The first ones that are listed; others for known choices; those beside them; the size of each."""
    choose = Random(20261128).randint
    listed = list(islice(domain.small(), 40))
    drawn = [domain.draw(choose) for _ in range(30)]
    near = [list(islice(domain.near(value), 40)) for value in (*listed[:4], *drawn[:6])]
    sizes = [domain.size(value) for value in (*listed, *drawn)]
    found = sha256(repr((listed, drawn, near, sizes)).encode()).hexdigest()[:8]
    assert found == digest, f"{listed[:6]}, {drawn[:6]}, {near[0][:6]}"


def test_instances_are_what_they_were() -> None:
    """Of two domains under a hypothesis, and of three without: pairs in which each goes on."""
    ordered = Given({"n": Integers(2, 40), "k": Integers(1)}, lambda at: at["k"] < at["n"], "k < n")
    free = Given({"x": Rationals(), "s": Values(1, -1), "M": Correlations()})
    found = [ordered.some(60), free.some(60), ordered.spread(ordered.some(60)), free.spread(free.some(60))]
    assert sha256(repr(found).encode()).hexdigest()[:8] == "69c726d0", found[2:]
