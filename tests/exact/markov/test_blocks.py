"""Block matrices of symbolic sizes against the matrices themselves."""

from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix, symbols

from theory.markov.blocks import Blocks

NUMBERS = st.integers(-3, 3)


def written_out(M: Blocks) -> Matrix:
    """The matrix entry by entry."""
    rows = [k for k, size in enumerate(M.sizes) for _ in range(size)]
    return Matrix(len(rows), len(rows), lambda i, j: M.diagonal[rows[i]] if i == j else M.entries[rows[i]][rows[j]])


@settings(max_examples=12, deadline=None)
@given(sizes=st.tuples(*[st.integers(1, 4)] * 3), diagonal=st.tuples(*[NUMBERS] * 3), above=st.tuples(*[NUMBERS] * 6))
def test_products(sizes: tuple[int, ...], diagonal: tuple[int, ...], above: tuple[int, ...]) -> None:
    """Powers of a block matrix, and their traces, are those of the matrix written out; with symbolic sizes, too."""
    a, b, c, d, e, f = above
    M = Blocks(sizes, diagonal, ((a, b, c), (b, d, e), (c, e, f)))
    explicit, cube = written_out(M), M @ M @ M
    assert written_out(cube) == explicit**3
    assert (M @ M).trace(2) == sum(x**2 for x in (explicit**2).diagonal())
    letters = symbols("n1:4")
    open_ended = Blocks(letters, M.diagonal, M.entries)
    at = dict(zip(letters, sizes, strict=True))
    assert (open_ended @ open_ended @ open_ended).trace().subs(at) == (explicit**3).trace()
