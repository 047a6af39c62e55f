"""Gradients of the rank bound at random rational matrices."""

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Matrix, Rational

from theory.papers.daneshmand20.gradients.claims import collinear
from theory.papers.daneshmand20.gradients.of_rank import rank_gradient
from theory.papers.daneshmand20.gradients.setting import (
    POINTS,
    F,
    N,
    T,
    cosine,
    derivative,
    gradient,
    h,
    inner,
    m,
    powers,
    r,
)

ENTRIES = st.integers(-4, 4)


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    """Nonzero integer matrices of at most 3 x 3."""
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    H = Matrix(rows, columns, draw(st.lists(ENTRIES, min_size=rows * columns, max_size=rows * columns)))
    assume(any(H))
    return H


@settings(max_examples=25, deadline=None)
@given(H=matrices())
def test_gradient_of_rank(H: Matrix) -> None:
    """The closed gradient is the derivative, orthogonal to H, and 1 <= r <= rank."""
    M, first, second, _ = powers(H)
    entry = rank_gradient.predicts[0].subs({T: first, F: second, N: H.cols})
    found = derivative(H)
    assert list(found) == [entry.subs({h: own, m: other}) for own, other in zip(H, M * H, strict=True)]
    assert inner(found, H) == 0
    assert 1 <= r(H) <= H.rank()


def test_ascent() -> None:
    """A small step along the gradient raises r, and the loss falls."""
    for H in POINTS[:3]:
        assert r(H + derivative(H) / 1000) > r(H)


@settings(max_examples=25, deadline=None)
@given(
    v=st.tuples(ENTRIES, ENTRIES),
    c=st.tuples(*[st.fractions(-3, 3, max_denominator=3)] * 2),
    labels=st.tuples(st.integers(0, 2), st.integers(0, 2)),
    neuron=st.integers(0, 2),
    softmax=st.booleans(),
)
def test_collinear_gradients(
    v: tuple[int, int], c: tuple[Fraction, Fraction], labels: tuple[int, int], neuron: int, softmax: bool
) -> None:
    """P19: cos^2 = 1 and the sign of e_i e_j c_i c_j, wherever both gradients are not zero."""
    V = Matrix([[1, -2], [3, 1], [-1, 2]])
    scales = [Rational(x.numerator, x.denominator) for x in c]
    found = [gradient(V, x * Matrix(v), neuron, y, softmax) for x, y in zip(scales, labels, strict=True)]
    assume(all(any(g) for _, g in found))
    at = dict(zip(("e_i", "e_j", "c_i", "c_j"), (found[0][0], found[1][0], *scales), strict=True))
    square, sign = (part.subs({s: at[s.name] for s in part.free_symbols}) if part.free_symbols else part
                    for part in collinear.predicts)  # fmt: skip
    assert cosine(found[0][1], found[1][1]) == (square, sign)
