"""Normalisations, layer gradients and the equivalent network of `theory.batchnorm`, at random rational instances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sympy import Integer, Rational, Symbol, cancel, diff, oo

from theory.batchnorm import NORMALISATIONS, Neuron, Normalisation, batchnorm, dot, jacobian, rescale

SMALL = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
ENTRIES = st.fractions(-5, 5, max_denominator=4).map(lambda v: Rational(v.numerator, v.denominator))
FIVE = st.tuples(*[ENTRIES] * 5)
NORMS = st.builds(
    Normalisation,
    p=st.sampled_from([1, Rational(3, 2), 2, 3, 4, oo]),
    centred=st.booleans(),
    divisor=st.sampled_from(NORMALISATIONS),
    epsilon=st.sampled_from([0, Rational(1, 7)]),
)


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


@SMALL
@given(norm=NORMS, x=rows(), h=rows())
def test_jacobian(norm: Normalisation, x: tuple[Any, ...], h: tuple[Any, ...]) -> None:
    """J h is the derivative along h; `pull_back` is its transpose; J 1 = 0 if centred, J x = 0 if epsilon = 0."""
    J = norm.jacobian(x)
    forward = [dot(tuple(J.row(i)), h) for i in range(3)]
    assert [float(v) for v in forward] == pytest.approx(difference(norm, x, h), rel=1e-9, abs=1e-9)
    back = norm.pull_back(x, h)
    assert [float(v) for v in back] == pytest.approx([float(dot(tuple(J.col(i)), h)) for i in range(3)], abs=1e-12)
    if norm.centred:
        assert float(sum(back)) == pytest.approx(0, abs=1e-12)
    if norm.p == oo or not norm.epsilon:
        assert float(dot(back, x)) == pytest.approx(0, abs=1e-12)


@SMALL
@given(x=rows(), divisor=st.sampled_from(NORMALISATIONS))
def test_special_cases(x: tuple[Any, ...], divisor: str) -> None:
    """p = 2 is batch normalization, without centring rescaling; the two Jacobians agree."""
    assert Normalisation(divisor=divisor)(x) == batchnorm(x, divisor)
    assert Normalisation(centred=False)(x) == rescale(x)
    assert jacobian(x, divisor) == Normalisation(divisor=divisor).jacobian(x)


def test_norms() -> None:
    """sum |z|^p = nu; max |z| = 1 for p = oo."""
    x = (0, 1, 5, 7)
    for p in (1, 2, 3, 4):
        for divisor, nu in zip(NORMALISATIONS, (4, 3, 1), strict=True):
            assert cancel(sum(abs(v) ** p for v in Normalisation(p, divisor=divisor)(x))) == nu
    assert max(map(abs, Normalisation(oo)(x))) == 1


NEURONS = st.builds(
    Neuron, w=st.tuples(ENTRIES, ENTRIES), b=ENTRIES, gamma=ENTRIES, beta=ENTRIES, normalisation=NORMS
)  # fmt: skip


@SMALL
@given(neuron=NEURONS, A=st.tuples(rows(), rows()), delta=st.tuples(ENTRIES, ENTRIES, ENTRIES))
def test_gradients(neuron: Neuron, A: tuple[Any, ...], delta: tuple[Any, ...]) -> None:
    """All five gradients are derivatives of <delta, Y>."""
    x = neuron.preactivation(A)
    assume(smooth(neuron.normalisation, x))
    found = neuron.gradients(A, delta)
    flat = (*neuron.w, neuron.b, neuron.gamma, neuron.beta, *A[0], *A[1])

    def loss(v: Any) -> list[Any]:
        moved = Neuron(tuple(v[:2]), v[2], v[3], v[4], neuron.normalisation)
        return [dot(moved([v[5:8], v[8:]]), delta)]

    slopes = [
        difference(loss, flat, tuple(Integer(int(i == k)) for i in range(len(flat))))[0] for k in range(len(flat))
    ]
    claimed = [float(v) for v in (*found.w, found.b, found.gamma, found.beta, *found.A)]
    assert claimed == pytest.approx(slopes, rel=1e-8, abs=1e-8)


@SMALL
@given(neuron=NEURONS, A=st.tuples(FIVE, FIVE))
def test_equivalent(neuron: Neuron, A: tuple[Any, ...]) -> None:
    """The equivalent layer has the same outputs on the batch, in every normalisation."""
    x = neuron.preactivation(A)
    assume(any(neuron.normalisation.centre(x)))
    weights, bias = neuron.equivalent(A)
    outputs = [dot(weights, column) + bias for column in zip(*A, strict=True)]
    assert [float(v) for v in outputs] == pytest.approx([float(v) for v in neuron(A)], abs=1e-12)


@SMALL
@given(w=st.tuples(ENTRIES, ENTRIES), A=st.tuples(FIVE, FIVE), delta=FIVE)
def test_bound(w: tuple[Any, ...], A: tuple[Any, ...], delta: tuple[Any, ...]) -> None:
    """|dL/dA|^2 lambda_min(S) <= gamma^2 |delta|^2, in exact arithmetic: S - ratio I is not positive definite."""
    neuron = Neuron(w, gamma=3)
    assume(any(Normalisation().centre(neuron.preactivation(A))))
    square = cancel(sum(v**2 for v in neuron.gradients(A, delta).A))
    p, q = map(Normalisation().centre, A)
    S = [dot(p, p) / 5, dot(p, q) / 5, dot(q, q) / 5]
    assume(square != 0)
    ratio = 9 * dot(delta, delta) / square
    assert not ((S[0] - ratio) * (S[2] - ratio) - S[1] ** 2 > 0 and ratio < (S[0] + S[2]) / 2)


def test_degree() -> None:
    """dL/dA has degree 0 in w, dL/dw degree -1 and is orthogonal to w: for every tau > 0 at once."""
    tau = Symbol("tau", positive=True)
    A, delta = [[0, 0, 2, 2], [0, 2, 0, 2]], (1, 0, -2, 5)
    one, scaled = (Neuron((4 * s, 3 * s)).gradients(A, delta) for s in (Integer(1), tau))
    assert scaled.A == one.A
    assert scaled.w == tuple(v / tau for v in one.w)
    assert dot(one.w, (4, 3)) == 0
    assert diff(scaled.b, tau) == scaled.b == 0


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Normalisation(Rational(1, 2)), "p = 1/2: wanted a rational number from 1 on"),
        (lambda: Normalisation(Symbol("p")), "p = p"),
        (lambda: Normalisation(divisor="bessel"), "wanted one of biased, unbiased, norm"),
        (lambda: Normalisation(3)([2, 2]), "its points must differ"),
        (lambda: Normalisation(oo).jacobian([1, -1, 0]), r"reached at places \[0, 1\]"),
        (lambda: Normalisation(1).jacobian([1, -1, 0]), "no derivative at c = 0, place 2"),
        (lambda: Neuron((1, 2))([[1, 2, 3]]), "2 weights for inputs of 1 rows"),
    ],
)
def test_refusals(wrong: Any, says: str) -> None:
    """What came and what was wanted."""
    with pytest.raises(ValueError, match=says):
        wrong()


def test_fractions() -> None:
    """Fractions are as welcome as SymPy's rationals."""
    assert Normalisation()([Fraction(1, 2), Fraction(3, 2)]) == (-1, 1)
