"""Rational functions as quotients of flint polynomials, against SymPy's own polynomials."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Expr, Rational, cancel, log, pi, sqrt, symbols, together

from tests.strategies import SETTINGS
from theory.exact.rational_functions import NotRationalFunctionError, quotient

a, b, n = symbols("a b n", positive=True)

leaves = st.sampled_from([a, b, n, pi, Rational(1), Rational(-2, 3), Rational(5)])


def unless_undefined(make: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return make.filter(lambda e: not e.has(sympy.zoo, sympy.nan, sympy.oo))


expressions = st.recursive(
    leaves,
    lambda inner: unless_undefined(
        st.one_of(
            st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
            st.tuples(inner, inner).map(lambda pair: pair[0] * pair[1]),
            st.tuples(inner, st.sampled_from([-2, -1, 2, 3])).map(lambda pair: pair[0] ** pair[1]),
        )
    ),
    max_leaves=8,
)


@settings(SETTINGS, max_examples=50)
@given(expressions, expressions)
def test_zero_exactly_where_sympy_cancels_to_zero(e: Expr, other: Expr) -> None:
    """e + other - (the same, over one denominator) is zero; e - other is zero exactly if SymPy's numerator is."""
    try:
        assert quotient(e + other - together(e + other))[0].is_zero()
        assert quotient(e - other)[0].is_zero() == (cancel(together(e - other)) == 0)
    except NotRationalFunctionError:  # a denominator that is zero, as in 1/(a + b - (a + b))
        assert not cancel(together(e + other)).is_finite or not cancel(together(e - other)).is_finite


@pytest.mark.parametrize("e", [log(n), sqrt(n), n**a, sympy.I * n, sqrt(2) * n])
def test_refuses_what_is_no_rational_function(e: Expr) -> None:
    """Logarithms, roots and symbolic powers are no rational functions over QQ."""
    with pytest.raises(NotRationalFunctionError):
        quotient(e)
