"""BN, its Taylor expansion, every normalisation, layer gradients, the equivalent layer; at random rational instances.

That recentring is a projection, that BN forgets scale and shift, its norm, and the bounds on gradients are claims.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sympy import Integer, Rational, Symbol, cancel, oo

from tests.refused import refused
from theory.batchnorm import NORMALISATIONS, Neuron, Normalisation, batchnorm, dot, jacobian, recentre, relu, rescale
from theory.expansion import taylor

FEW = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
ENTRIES = st.fractions(-5, 5, max_denominator=4).map(lambda v: Rational(v.numerator, v.denominator))
FIVE = st.tuples(*[ENTRIES] * 5)
NORMS = st.builds(
    Normalisation,
    p=st.sampled_from([1, Rational(3, 2), 2, 3, 4, oo]),
    centred=st.booleans(),
    divisor=st.sampled_from(NORMALISATIONS),
    epsilon=st.sampled_from([0, Rational(1, 7)]),
)
NEURONS = st.builds(
    Neuron, w=st.tuples(ENTRIES, ENTRIES), b=ENTRIES, gamma=ENTRIES, beta=ENTRIES, normalisation=NORMS
)  # fmt: skip


@st.composite
def rows(draw: st.DrawFn, size: int = 3) -> tuple[Any, ...]:
    """Rows whose entries, centred entries and absolute values of these all differ from 0 and from each other."""
    x = tuple(draw(st.lists(ENTRIES.filter(bool), min_size=size, max_size=size, unique_by=abs)))
    assume(smooth(Normalisation(), x))
    return x


def smooth(norm: Normalisation, x: tuple[Any, ...]) -> bool:
    """Whether no normalisation has a kink at x."""
    sizes = [abs(v) for v in norm.centre(x)]
    return 0 not in sizes and len(set(sizes)) == len(x)


def difference(f: Any, x: tuple[Any, ...], h: tuple[Any, ...]) -> list[float]:
    """Derivative of a map of rows along h by a central difference in 40 digits: right to about 20 of them."""
    step = Rational(1, 10**12)
    up, down = (f([a + sign * step * b for a, b in zip(x, h, strict=True)]) for sign in (1, -1))
    return [
        float(((Integer(1) * a).n(40) - (Integer(1) * b).n(40)) / (2 * step)) for a, b in zip(up, down, strict=True)
    ]


@pytest.mark.parametrize("normalisation", NORMALISATIONS)
def test_taylor(normalisation: str) -> None:
    """The terms are those of SymPy's series of BN along a line on which |x + th| is irrational."""
    t = Symbol("t")
    x, h = [0, 1, 4, 2], [Rational(1, 2), -1, Rational(2, 3), 0]
    curve = batchnorm([a + t * b for a, b in zip(x, h, strict=True)], normalisation)
    terms = taylor(x, h, 4, normalisation)
    for i in (0, 2):
        series = sympy.series(curve[i], t, 0, 5).removeO()
        assert all(sympy.simplify(series.coeff(t, order) - terms[order][i]) == 0 for order in range(5))


def test_norms() -> None:
    """sum |z|^p = nu; max |z| = 1 for p = oo; Fractions are as welcome as SymPy's rationals."""
    x = (0, 1, 5, 7)
    for p in (1, 2, 3, 4):
        for divisor, nu in zip(NORMALISATIONS, (4, 3, 1), strict=True):
            assert cancel(sum(abs(v) ** p for v in Normalisation(p, divisor=divisor)(x))) == nu
    assert max(map(abs, Normalisation(oo)(x))) == 1
    assert Normalisation()([Fraction(1, 2), Fraction(3, 2)]) == (-1, 1)
    assert relu([-1, 0, Rational(1, 2)]) == (0, 0, Rational(1, 2))


@FEW
@given(x=rows(), divisor=st.sampled_from(NORMALISATIONS))
def test_special_cases(x: tuple[Any, ...], divisor: str) -> None:
    """p = 2 is batch normalization, without centring rescaling; the two Jacobians agree."""
    assert Normalisation(divisor=divisor)(x) == batchnorm(x, divisor)
    assert Normalisation(centred=False)(x) == rescale(x)
    assert jacobian(x, divisor) == Normalisation(divisor=divisor).jacobian(x)


@FEW
@given(norm=NORMS, x=rows(), h=rows())
def test_jacobian(norm: Normalisation, x: tuple[Any, ...], h: tuple[Any, ...]) -> None:
    """J h is the derivative along h; `pull_back` is its transpose."""
    J = norm.jacobian(x)
    forward = [dot(tuple(J.row(i)), h) for i in range(3)]
    assert [float(v) for v in forward] == pytest.approx(difference(norm, x, h), rel=1e-9, abs=1e-9)
    back = norm.pull_back(x, h)
    assert [float(v) for v in back] == pytest.approx([float(dot(tuple(J.col(i)), h)) for i in range(3)], abs=1e-12)


@FEW
@given(neuron=NEURONS, A=st.tuples(rows(), rows()), delta=st.tuples(ENTRIES, ENTRIES, ENTRIES))
def test_gradients(neuron: Neuron, A: tuple[Any, ...], delta: tuple[Any, ...]) -> None:
    """All five gradients are derivatives of <delta, Y>: along one direction that moves everything."""
    assume(smooth(neuron.normalisation, neuron.preactivation(A)))
    found = neuron.gradients(A, delta)
    flat = (*neuron.w, neuron.b, neuron.gamma, neuron.beta, *A[0], *A[1])
    direction = tuple(Integer(i) for i in (3, -7, 4, 6, -5, 1, -2, 9, 8, -11, 10))

    def loss(v: Any) -> list[Any]:
        moved = Neuron(tuple(v[:2]), v[2], v[3], v[4], neuron.normalisation)
        return [dot(moved([v[5:8], v[8:]]), delta)]

    claimed = float(dot((*found.w, found.b, found.gamma, found.beta, *found.A), direction))
    assert claimed == pytest.approx(difference(loss, flat, direction)[0], rel=1e-8, abs=1e-8)


@FEW
@given(neuron=NEURONS, A=st.tuples(FIVE, FIVE))
def test_equivalent(neuron: Neuron, A: tuple[Any, ...]) -> None:
    """The equivalent layer has the same outputs on the batch, in every normalisation."""
    assume(any(neuron.normalisation.centre(neuron.preactivation(A))))
    weights, bias = neuron.equivalent(A)
    outputs = [dot(weights, column) + bias for column in zip(*A, strict=True)]
    assert [float(v) for v in outputs] == pytest.approx([float(v) for v in neuron(A)], abs=1e-12)


test_refusals = refused(
    "What came and what was wanted.",
    (lambda: recentre([]), "an empty row has no mean: give at least one point"),
    (lambda: recentre(["1"]), "1"),  # strings are never evaluated
    (lambda: rescale([0, 0]), "a row of zeros cannot be rescaled"),
    (lambda: batchnorm([1, 1]), "a row of zeros cannot be rescaled"),
    (lambda: batchnorm([1, 2], "sample"), "wanted one of biased, unbiased, norm"),
    (lambda: taylor([1, 2], [1], 2), "a batch of 2 points and a direction of 1: wanted the same number"),
    (lambda: taylor([1, 2], [1, 0], -1), "order -1: wanted 0 or more"),
    (lambda: taylor([1, 1], [1, 0], 1), "is constant: BN is not defined around it"),
    (lambda: Normalisation(Rational(1, 2)), "p = 1/2: wanted a rational number from 1 on"),
    (lambda: Normalisation(Symbol("p")), "p = p"),
    (lambda: Normalisation(divisor="bessel"), "wanted one of biased, unbiased, norm"),
    (lambda: Normalisation(3)([2, 2]), "its points must differ"),
    (lambda: Normalisation(oo).jacobian([1, -1, 0]), r"reached at places \[0, 1\]"),
    (lambda: Normalisation(1).jacobian([1, -1, 0]), "no derivative at c = 0, place 2"),
    (lambda: Neuron((1, 2))([[1, 2, 3]]), "2 weights for inputs of 1 rows"),
    error=(ValueError, sympy.SympifyError),
)
