"""Tests of terms: numbers that are not known, paths of functions of them, rows of unknown length; laws and matrices."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product as every_pair

import pytest
from sympy import Integer, Rational, SympifyError, sqrt, sympify

from theory.batchnorm import dot, recentre, relu
from theory.papers.daneshmand21.laws import laws_of_directions, of_order_two
from theory.papers.nachum24.outlier.clusters import over_networks
from theory.papers.nachum24.tree.nodes import leaves, narrow_network, over_leaves
from theory.term import (
    AnyLaw,
    Cond,
    Series,
    Term,
    TooManyPathsError,
    Vec,
    constant,
    different,
    each,
    every,
    exchangeable,
    explored,
    has_mean,
    independent,
    larger,
    largest,
    mean,
    one_if,
    over_draws,
    root,
    sign_symmetric,
    size,
    some,
    symmetric,
    total,
    variable,
)
from theory.term.limits import is_limit, limit_of, mentions
from theory.term.matrices import determinant, product, rank, trace
from theory.term.named import as_argument
from theory.term.scalar import written_parts
from theory.tree import negative, positive

x, y, z = map(variable, "xyz")


def put(term, at):
    """The value of a term, by its definition."""
    op, args = term.op, term.args
    if op == "const":
        return args[0]
    if op == "var":
        return at[args[0]]
    a, b = (put(part, at) for part in (args if len(args) == 2 else (*args, constant(0))))
    return {"+": a + b, "*": a * b, "max": max(a, b), "abs": abs(a)}[op]


@pytest.mark.parametrize("batch", [(0, 1, 5), (2, 2, -1), (Fraction(1, 3), 7, 0)])
def test_terms_are_what_they_are_made_of(batch) -> None:
    """The primitives on terms, with numbers put in, are the primitives on numbers."""
    at = dict(zip("xyz", map(Fraction, batch), strict=True))
    numbers = tuple(at.values())
    for primitive in (positive, negative, recentre, relu):
        assert [put(term, at) for term in primitive((x, y, z))] == [
            Fraction(int(value.numerator), int(value.denominator)) for value in primitive(numbers)
        ]
    assert put(dot((x, y, z), (x, y, z)), at) == dot(numbers, numbers)


@pytest.mark.parametrize("asked", [lambda a: a == "standard", lambda a: a != "standard"], ids=["=", "!="])
def test_a_term_is_no_text(asked: Callable[[Term], bool]) -> None:
    """Python would answer by what the two are, for all members of a domain at once."""
    with pytest.raises(TypeError, match="compared with the text 'standard'"):
        asked(variable("kind", "object"))


def test_equal_terms_are_one_object() -> None:
    """What is built twice is the same; constants fold; SymPy's numbers and Fractions mix in on both sides."""
    assert (x + 1) * y is (x + 1) * y
    assert constant(2) * 3 is constant(6)
    assert Integer(2) * x is x * 2 or str(Integer(2) * x) == str(x * 2)
    assert Rational(1, 2) + x is x + Fraction(1, 2)
    with pytest.raises(TypeError, match="rational"):
        constant(0.5)


def test_all_orders_of_three_numbers_are_paths() -> None:
    """`sorted` asks; each path's answer is sorted under its conditions, and every order is one of the answers."""
    found = [tuple(map(str, path.value)) for path in explored(lambda: sorted([x, y, z]))]
    assert set(found) == {tuple(order) for order in ("xyz", "xzy", "yxz", "yzx", "zxy", "zyx")}


def test_sets_of_terms_ask_for_equality() -> None:
    """How many different numbers there are, along each path; what is asked again, or denied, is known."""
    assert [path.value for path in explored(lambda: (bool(x > 0), bool(x <= 0)))] == [(True, False), (False, True)]
    assert [path.value for path in explored(lambda: len({x, y}))] == [1, 2]


def test_a_function_that_remembers_is_refused() -> None:
    """A cache makes the second run another one than the first."""
    asked = []

    def forgetful() -> bool:
        asked.append(1)
        return bool(x > len(asked)) and bool(y > 0)

    with pytest.raises(TooManyPathsError, match="another one asked"):
        list(explored(forgetful))


def test_paths_are_bounded_and_conditions_need_a_path() -> None:
    """More branches than are followed, and a branch outside `explored`."""
    with pytest.raises(TooManyPathsError, match="more than 8 paths"):
        list(explored(lambda: [bool(x > i) for i in range(9)], most=8))
    with pytest.raises(TooManyPathsError, match="neither true nor false"):
        bool(x > 0)


def test_rows_of_unknown_length() -> None:
    """Sums bind indices of their own; nothing asks for a length or for the entries one by one."""
    row = Vec.named("v", variable("n", "nat"))
    assert str(total(each(lambda a: a * total(row), row))) == "sum(i_1 < n: (v[i_1] * sum(i_0 < n: v[i_0])))"
    assert size(row) is variable("n", "nat")
    assert total(each(lambda e: e * 0, row)) is constant(0)
    assert str(larger(row[3], 0)) == "max(v[3], 0)"
    for ask in (len, list, sum):
        with pytest.raises(TypeError, match="not known"):
            ask(row)


def test_a_condition_at_every_place() -> None:
    """Of numbers a truth, of terms that are known by name all of them at once, of a row one condition with a bound
    index of its own; denied, it fails at some place."""
    assert every(lambda a, b: a < b, (1, 2), (2, 3))
    assert not every(lambda a: a > 1, (1, 2))
    assert str(every(lambda a: a > 1, (x, y))) == "(1 < x and 1 < y)"
    row = Vec.named("v", variable("n", "nat"))
    inside = every(lambda a: every(lambda b: a <= b, row), row)
    assert str(inside) == "every(j_1 < n: every(j_0 < n: v[j_1] <= v[j_0]))"
    assert str(~inside) == "some(j_1 < n: some(j_0 < n: v[j_0] < v[j_1]))"
    assert ~~inside is inside
    assert some(lambda a: a > 1, row) is ~every(lambda a: a <= 1, row)
    assert some(lambda a: a > 1, (1, 2))
    assert not some(lambda a: a > 2, (1, 2))


def test_numbers_that_tell_whether_a_condition_holds() -> None:
    """1 or 0, and no branch: how many of three numbers differ is one term, the same as the size of a set of them."""
    assert (one_if(2 > 1), one_if(x == x), one_if(x < x)) == (1, 1, 0)
    (path,) = explored(lambda: different((x, y, z)))
    assert path.conditions == ()
    assert str(path.value) == "((if(x != y) + 1) + if((x != z and y != z)))"
    assert different((1, 2, 1)) == 2


def test_matrices_of_numbers() -> None:
    """Ranks by elimination, with Fractions and with a root for each row; products, traces and determinants by hand."""
    rows = ((Fraction(1), Fraction(2)), (Fraction(2), Fraction(4)), (Fraction(0), Fraction(0)))
    assert rank(rows) == 1
    assert rank(tuple(tuple(entry * sqrt(i) for entry in row) for i, row in enumerate(rows, 2))) == 1
    assert rank(((Fraction(1), Fraction(2)), (Fraction(2), Fraction(5)))) == 2
    assert product(((1, 2), (0, 1)), ((3, 4), (5, 6))) == ((13, 16), (5, 6))
    assert trace(((5, 2), (2, 1))) == 6
    assert determinant(((5, 2), (2, 1))) == 1
    assert largest((3, 8, 5)) == 8
    assert over_draws((1, 0), 3, lambda drawn: sum(drawn)) == 0


def test_series() -> None:
    """sqrt(2 + t) and (1 + t)/(2 - t) up to t^2; the derivative of sum (x_i + t)^2 is sum (x_i + x_i)."""
    t = Series(Integer(0), Integer(1), Integer(0))
    assert root(t + 2).coefficients == (sqrt(2), sqrt(2) / 4, -sqrt(2) / 32)
    assert ((1 + t) / (2 - t)).coefficients == (Rational(1, 2), Rational(3, 4), Rational(3, 8))
    assert (t * 3).coefficients == (0, 3, 0)
    row = Vec.named("x", variable("n", "nat"))
    square = total(each(lambda a: a * a, each(lambda a: Series(a, Fraction(1)), row)))
    assert [str(c) for c in square.coefficients] == [f"sum(i_0 < n: (x[i_0] {sign} x[i_0]))" for sign in ("*", "+")]
    assert (row[0] - Series(Fraction(2), Fraction(1))).coefficients[1] == -1


def law(*rows):
    """Of these rows, equally probable."""
    return tuple((Fraction(1, len(rows)), *map(Fraction, row)) for row in rows)


@pytest.mark.parametrize(
    ("told", "rows", "same"),
    [
        (sign_symmetric, [(1, 0), (-1, 0)], True),
        (sign_symmetric, [(1, 2), (-1, -2)], False),
        (symmetric, [(1, 2), (-1, -2)], True),
        (symmetric, [(1, 2), (2, 1)], False),
        (symmetric, [(0, 0)], True),
        (symmetric, [(1,), (-1,), (1,)], False),
        (exchangeable, [(1, 2), (2, 1)], True),
        (exchangeable, [(1, 2), (2, 2)], False),
        (exchangeable, [(1, 1), (1, 1)], True),
        (exchangeable, [(1, 2), (2, 1), (1, 2)], False),
        (of_order_two, [(1, 0), (0, 1)], False),
    ],
)
def test_what_is_so_of_laws_of_finitely_many_rows(told, rows, same) -> None:
    """Each row as probable as its negative, or as all its orders, however often one is listed; moments of order 2."""
    assert told(law(*rows)) is same
    assert mean(law(*rows), lambda row: total(each(lambda e: e - e, row)) + 1) == 1


def test_laws_of_directions_have_the_moments() -> None:
    """E u_1 u_2 = 1/(n (n + 2)) for squares of a direction."""
    found = next(laws_of_directions().small())
    assert of_order_two(found)
    assert mean(found, lambda u: u[0] * u[1]) == Fraction(1, 8)


BATCH = tuple(map(Fraction, (0, 1, 3, 7)))


def test_a_sum_over_layers_is_the_sum_over_the_leaves() -> None:
    """Of their greatest entries, at depths 0 to 4, the leaves made one by one."""
    for depth in range(5):
        assert over_leaves(max, BATCH, depth) == sum(map(max, leaves(BATCH, depth)))


def test_a_mean_over_layers_is_the_mean_over_all_weights() -> None:
    """Of the sum of squares, three layers, weights +-1/2 and +-2 by their probabilities."""
    signs = ((Fraction(1, 2), Fraction(4, 5)), (Fraction(2), Fraction(1, 5)))
    wanted = Fraction(0)
    for draws in every_pair([(sign * w, p / 2) for w, p in signs for sign in (1, -1)], repeat=3):
        image = narrow_network(BATCH, [w for w, _ in draws])
        wanted += draws[0][1] * draws[1][1] * draws[2][1] * sum(e * e for e in image)
    assert over_networks(signs, lambda v: sum(e * e for e in v), BATCH, 3) == wanted


n = variable("n", "nat")
u, unknown = Vec.named("u", n), AnyLaw("w", n, lambda w: w[0] > 0)
LIMIT = limit_of(lambda k: 1 / (k + 1))

WRITTEN: dict[str, tuple[object, ...]] = {
    "x, x, x, x, 0, 0": (x + 0, 0 + x, x * 1, 1 * x, x * 0, 0 * x),
    "(x + (-1 * y)), (2 + (-1 * x)), (1/2 * x), (1 / x)": (x - y, 2 - x, x / 2, 1 / x),
    "(x * x), (1 / (x * x)), (x pow n), (2 pow n), sqrt(x), 1": (x**2, x**-2, x**n, 2**n, x ** Fraction(1, 2), x**0),
    "abs(x), 2, exp(x), 3, 3, max(x, 3)": (
        abs(x),
        abs(constant(-2)),
        x.exp(),
        larger(constant(2), 3),
        larger(constant(3), 2),
        larger(x, 3),
    ),
    "(y < x or z <= y), (x < y and z <= y)": (~((x <= y) & (y < z)), ~Cond("->", x < y, y < z)),
    "x != y, x = y, true, true, false, true": (~(x == y), ~(x != y), constant(1) < 2, x <= x, x < x, x == x),
    "every(j_0 < n: 0 < u[j_0]), some(j_0 < n: u[j_0] <= 0)": (every(lambda e: e > 0, u), ~every(lambda e: e > 0, u)),
    "(0 < x and 0 < y), if(x < y), 1, 0": (
        every(lambda e: e > 0, (x, 2, y)),
        one_if(x < y),
        one_if(x == x),
        one_if(x < x),
    ),
    "independent(w: n), exchangeable(w: n), symmetric(w)": tuple(
        known(unknown) for known in (independent, exchangeable, symmetric)
    ),
    "not independent(w: n), independent(w: n)": (~independent(unknown), ~~independent(unknown)),
    "has mean(w: w_0: w_0[0]), mean(w: w_0: (w_0[0] * x))": (
        has_mean(unknown, lambda w: w[0]),
        mean(unknown, lambda w: w[0] * x),
    ),
    "limit(l_0: (1 / (l_0 + 1)))": (LIMIT,),
    "eventually(e_0: l_0: true: abs(((1 / (l_0 + 1)) + (-1 * x))) <= e_0)": (is_limit(LIMIT, x),),
    "True, False": (mentions(x < y, x), mentions(x < y, z)),
    "if(x < y), row(a_0 < n: u[a_0]), (x, 2)": (as_argument(x < y), as_argument(u), as_argument((x, 2))),
    "n, size(A)": (size(u), size(variable("A", "object"))),
    "(if(x != y) + 1), sum(i_0 < n: if(every(j_0 < n: (i_0 <= j_0 or u[j_0] != u[i_0]))))": (
        different((x, y, x)),
        different(u),
    ),
    "sum(i_1 < n: sum(i_0 < n: (u[i_1] * u[i_0])))": (total(each(lambda e: total(each(lambda f: e * f, u)), u)),),
    "sum(i_0 < n: u[i_0]), sum(i_0 < n: (u[i_0] * 2))": total(each(lambda e: Series(e, 2 * e), u)).coefficients,
    "((-1 * x) + 1), -1": (1 - Series(x, 1)).coefficients,
    "((x * x) * x), ((x * x) + ((x + x) * x))": (Series(x, 1) ** 3).coefficients,
}


@pytest.mark.parametrize(("text", "made"), WRITTEN.items(), ids=WRITTEN)
def test_what_is_made_of_terms(text: str, made: tuple[object, ...]) -> None:
    """What is known is computed at once, and nothing else is: each is written as it is."""
    assert ", ".join(map(str, made)) == text


def test_parts_are_counted() -> None:
    """Each as often as it is written: what is longer than is read is told, and not written."""
    assert [written_parts(made) for made in (x, x + y, (x + y) * (x + y), x < y)] == [1, 3, 7, 3]
    long = x
    for _ in range(12):
        long = long + long
    assert str(long < y) == "(a long condition, < of others)"
    assert str(every(lambda e: e > 0, [long, y])).startswith("(a long condition, and of others)")


def test_only_numbers_are_sympys() -> None:
    """A term that is known is a number to SymPy; of others it would decide by their form what is equal."""
    assert sympify(constant(Fraction(2, 3))) == Rational(2, 3)
    with pytest.raises(SympifyError, match="x is a term: SymPy cannot decide what is equal to it"):
        sympify(x)
