"""Where the mean map rests, and two ways in which it does not contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import arb
from sympy import And, Eq, Integer, Rational, pi, sqrt, symbols

from theory.choices import greatest_entry, least_entry
from theory.claim import Claim, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import ball
from theory.notation import n
from theory.papers.daneshmand21.domains import positive_spectra, spectra
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.setting import SLIDES
from theory.papers.daneshmand21.random_rows import (
    columns,
    exchangeable_laws_of_different,
    mean_shares,
    shares_have_means,
)
from theory.term import each, every, largest, number, one_if, places, size, smallest, some, total
from theory.words import At

POSITIVE = Rationals(above=0)
a, b, c = symbols("a b c", positive=True)


@Claim(
    "daneshmand21.mean-map.differences-contract",
    source=SLIDES,
    status="reading",
    says="differences of eigenvalues contract: |p_i - p_j| <= |lam_i - lam_j|, a quotient of at most 1: at n = 3 for "
    "the two least among others",
    relation="<=",
    predicts=Integer(1),
    given=Given(
        {"a": POSITIVE, "b": POSITIVE, "c": Preceded(POSITIVE, (Rational(10**6), Rational(10**9)))},
        lambda at: (at["a"] < at["b"]) & (at["b"] < at["c"]),
        "a < b < c",
    ),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.order",),
    truth=3 * pi * (a + b + c) / (16 * sqrt(c) * (a * b) ** Rational(1, 4)),  # integral of `order`: see the note
).literal(kind="certified", most=60)
def differences(at: At) -> arb:
    p = mean_spectrum((at.a, at.b, at.c))
    return (p[1] - p[0]) / ball((at.b - at.a) / (at.a + at.b + at.c))


@Claim(
    "daneshmand21.mean-map.hilbert-contracts",
    source=SLIDES,
    status="reading",
    says="n >= 3: Hilbert's distance to I/n, log lam_max/lam_min, contracts by n/(n+2) at every spectrum",
    relation="<=",
    predicts=n / (n + 2),
    given=Given(
        {"spectrum": positive_spectra(Integers(3))},
        lambda at: some(lambda e: e != at["spectrum"][0], at["spectrum"]),
        "not all equal",
        letters={"n": lambda at: number(size(at["spectrum"]))},
    ),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.order-ratios",),
    truth=Integer(1),
).literal(kind="certified", most=60)
def hilbert(at: At) -> arb:
    p = mean_spectrum(at.spectrum)
    return (greatest_entry(p) / least_entry(p)).log() / ball(largest(at.spectrum) / smallest(at.spectrum)).log()


apart, zeros = symbols("apart zeros", nonnegative=True)


def _with_means(at: Mapping[str, Any]) -> Any:
    return size(at["spectrum"]) == columns(at["law"]) and shares_have_means(at["spectrum"], at["law"])


def unequal(spectrum: Any) -> Any:
    """How many pairs there are of two eigenvalues that are neither 0 nor equal."""

    def counted(a: Any, b: Any) -> Any:
        return one_if(a != 0) * one_if(b != 0) * one_if(a != b)

    return total(each(lambda a: total(each(lambda b: counted(a, b), spectrum)), spectrum))


@Claim(
    "daneshmand21.mean-map.fixed-points",
    source=SLIDES,
    says="lam >= 0 of sum 1 is a fixed point of F if and only if its eigenvalues that are not 0 are equal",
    silent_on="how many there are: 2^n - 1, the uniform laws on the faces of the simplex; what attracts: by "
    "majorisation I/n attracts the open simplex, and each centre of a face its interior",
    relation="iff",
    predicts=Eq(apart, 0),
    given=Given(
        {"spectrum": spectra(Integers(1)), "law": exchangeable_laws_of_different(Integers(1))},
        _with_means,
        "law of n numbers",
        letters={
            "n": lambda at: number(size(at["spectrum"])),
            "apart": lambda at: number(unequal(at["spectrum"])),
            "zeros": lambda at: number(total(each(lambda e: one_if(e == 0), at["spectrum"]))),
        },
    ),
    uses=("daneshmand21.mean-map.order", "daneshmand21.mean-map.majorisation"),
    twins=(
        Twin(And(Eq(apart, 0), Eq(zeros, 0)), "the fixed point is unique"),
        Twin(Eq(zeros, 0), "every spectrum of full rank"),
    ),
).literal(most=60)
def fixed_points(at: At) -> Any:
    whole, p = total(at.spectrum), mean_shares(at.spectrum, at.law)
    return every(lambda i: p[i] * whole == at.spectrum[i], places(size(at.spectrum)))
