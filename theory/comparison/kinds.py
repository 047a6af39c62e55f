"""What may be compared: numbers, expressions, balls, words, and containers of them; what has to be refused, and why."""

from __future__ import annotations

from collections.abc import Mapping, Set
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any

import sympy
from flint import acb, acb_mat, arb, arb_mat, fmpq, fmpq_mat, fmpq_poly, fmpz, fmpz_mat, fmpz_poly
from sympy import Basic, Expr, MatrixBase, Symbol
from sympy.logic.boolalg import Boolean

from theory.exact.rationals import to_sympy

Ball = arb | acb
EXACTLY = "write Rational(1, 3), Fraction(1, 3) or an exact expression such as sqrt(2), tanh(20), erf(7)"
FLINT_MATRICES = (arb_mat, acb_mat, fmpq_mat, fmpz_mat)


def plain(side: Any) -> Any:
    """A value as one of: bool, str, None, int, Fraction, Expr, polynomial, ball, tuple, dict, frozenset.

    Raises
    ------
    TypeError
        for a float of any make, whatever it stands in, and for other types.
    """
    kind = type(side)
    if kind in _AS_THEY_ARE:
        return side
    if isinstance(side, Basic):
        return _of_sympy(side)
    if isinstance(side, MatrixBase):
        return _rows(side.tolist())
    if isinstance(side, FLINT_MATRICES):
        return _rows(side.tolist())
    if isinstance(side, list | tuple):
        return tuple(map(plain, side))
    if isinstance(side, Mapping):
        return {key: plain(value) for key, value in side.items()}
    if isinstance(side, Set):
        return frozenset(map(plain, side))
    if _is_float(side):
        raise TypeError(f"got the float {_shown(side)}, a rounded number, where exact values are compared: {EXACTLY}")
    if isinstance(side, fmpz | fmpq):
        return to_sympy(side)
    if isinstance(side, Rational):  # of other libraries
        return Fraction(int(side.numerator), int(side.denominator))
    if hasattr(side, "tolist") and hasattr(side, "dtype"):
        return plain(side.tolist())
    raise TypeError(
        f"got {_shown(side)} of type {kind.__name__}; wanted numbers, SymPy expressions, balls (arb, acb), words, "
        "or lists, tuples, matrices, sets and dicts of them"
    )


def shape(side: Any) -> tuple[int, int]:
    """Rows and columns of a matrix; (0, 0) for anything else, which has no say."""
    if isinstance(side, MatrixBase):
        return side.rows, side.cols
    return (side.nrows(), side.ncols()) if isinstance(side, FLINT_MATRICES) else (0, 0)


_AS_THEY_ARE = frozenset({bool, str, type(None), int, Fraction, arb, acb, fmpq_poly, fmpz_poly})


def _rows(rows: list[list[Any]]) -> tuple[Any, ...]:
    """A matrix as a tuple of rows, a row or a column as a tuple of its entries: as people write vectors."""
    if len(rows) == 1 or all(len(row) == 1 for row in rows):
        return tuple(plain(entry) for row in rows for entry in row)
    return tuple(tuple(map(plain, row)) for row in rows)


def _of_sympy(side: Basic) -> Any:
    _refuse_rounded(side)
    if isinstance(side, sympy.Tuple):
        return tuple(map(plain, side))
    if isinstance(side, sympy.FiniteSet):
        return frozenset(map(plain, side))
    if isinstance(side, sympy.Dict):
        return {key: plain(value) for key, value in side.items()}
    if side in (sympy.true, sympy.false):
        return bool(side)
    if isinstance(side, MatrixBase):
        return _rows(side.tolist())
    if isinstance(side, sympy.MatrixExpr):
        return plain(side.as_explicit())
    if isinstance(side, Expr | Boolean | sympy.Set):
        return side
    raise TypeError(f"got {_shown(side)}, a SymPy {type(side).__name__}; wanted an expression or a number")


@lru_cache(maxsize=50_000)
def _refuse_rounded(e: Basic) -> None:
    """A Float anywhere in an expression is an error."""
    found = e.atoms(sympy.Float)
    if found:
        raise TypeError(
            f"got the Float {sorted(found, key=str)[0]} in {_shown(e)}, a rounded number, where exact values are "
            f"compared: {EXACTLY}"
        )


def _is_float(side: Any) -> bool:
    """float, complex, Decimal, mpmath's numbers that are rounded, and NumPy's, one or an array of them."""
    if isinstance(side, float | complex):
        return True
    module, name = type(side).__module__.split(".")[0], type(side).__name__
    if module == "numpy" and hasattr(side, "dtype"):
        return side.dtype.kind in "fc"
    return (module in ("mpmath", "gmpy2") and name not in ("mpz", "mpq")) or name in ("Decimal", "arf", "acf")


def same_names(*sides: Any) -> None:
    """Two symbols of one name are one symbol, or an error: they would differ without a visible reason."""
    found: dict[str, Symbol] = {}
    for side in sides:
        for symbol in side.free_symbols if isinstance(side, Basic) else ():
            if not isinstance(symbol, Symbol) or isinstance(symbol, sympy.Dummy):
                continue
            other = found.setdefault(symbol.name, symbol)
            if other != symbol:
                raise ValueError(
                    f"two symbols are called {symbol.name}, one {_assumed(other)}, one {_assumed(symbol)}: use one "
                    "and the same, as from theory.notation"
                )


def _assumed(symbol: Symbol) -> str:
    given = symbol._assumptions_orig
    return ", ".join(f"{key}={value}" for key, value in given.items()) or "without assumptions"


def _shown(side: Any) -> str:
    try:
        written = repr(side)
    except ValueError:  # an integer of more than 4,300 digits
        return "a value too long to write"
    return written if len(written) < 120 else f"{written[:100]}..."
