"""Statements as they are printed: made from what is evaluated, and written so that they can be read."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from sympy import Symbol, im

from bninit.report.formulas import Formulas
from numerics.streams import fresh_seed
from tests.exact.toys import toy
from theory import Claim, claims
from theory.batchnorm import batchnorm, dot, recentre, relu
from theory.domains import Given, Rationals
from theory.statement.face import TEX, TEXT, Printed, UnwrittenError, printed, readable
from theory.statement.face.terms import Writer
from theory.term import Term, TooManyPathsError, Vec, each, explored, total, variable
from theory.term.matrices import product, rank, square
from theory.term.named import as_argument, names_kept
from theory.words import At

pytestmark = pytest.mark.xdist_group("faces")  # that each claim is printed once

X, A, B = (
    Vec.named("x", variable("n", "nat")),
    *(Vec.named(m, variable("d", "nat"), variable("n", "nat")) for m in "AB"),
)
c, b = variable("c"), variable("b")


def made(name: str) -> Printed | None:
    try:
        return printed(claims()[name])
    except UnwrittenError:
        return None


WRITTEN = [
    (lambda: batchnorm(each(lambda e: c * e + b, X)), "BN(c x + b)", r"\operatorname{BN}\left(c x + b\right)"),
    (
        lambda: relu(recentre(X))[1],
        "ReLU(RC(x))₁",
        r"\operatorname{ReLU}\left(\operatorname{RC}\left(x\right)\right)_{1}",
    ),
    (lambda: dot(X, X) / 2, "⟨x, x⟩/2", r"\frac{\langle x,x\rangle}{2}"),
    (lambda: total(X) / X.n, "Σ_{i<n} xᵢ/n", r"\frac{\sum_{i<n} x_{i}}{n}"),
    (lambda: rank(square(A)), "rank(A Aᵀ)", r"\operatorname{rank}\left(A A^T\right)"),
    (lambda: product(A, B), "A B", "A B"),
    (lambda: c - (b - c) * 3, "c − 3 (b − c)", r"c - 3 \left(b - c\right)"),
    (lambda: (c * c * b) ** 2, "c⁴ b²", "c^{4} b^{2}"),
    (lambda: -(c + 1) / (b * 2), "−(c + 1)/(2 b)", r"-\frac{c + 1}{2 b}"),
    (lambda: abs(c) ** variable("k", "nat"), "|c|ᵏ", r"\left|c\right|^{k}"),
]


@pytest.mark.parametrize(("term", "text", "tex"), WRITTEN, ids=[text for _, text, _ in WRITTEN])
def test_written(term: Any, text: str, tex: str) -> None:
    """Functions of the notation by name, rows and matrices whole, brackets where they are needed and nowhere else."""
    with names_kept():
        found = as_argument(next(iter(explored(term))).value)
    assert (Writer(TEXT).term(found).text, Writer(TEX).term(found).text) == (text, tex)


def test_a_name_changes_no_value() -> None:
    """Outside `names_kept` a function of the notation gives what it computes, on terms as on numbers."""
    assert batchnorm([1, 3]) == (-1, 1)
    assert dot((1, 2), (3, 4)) == 11
    with names_kept():
        assert isinstance(dot((1, 2), (3, 4)), Term)
    assert dot((1, 2), (3, 4)) == 11


def test_every_made_formula_is_set() -> None:
    """The TeX of a body is set by the report's own typesetting."""
    formulas = Formulas()
    for name, one in list(claims().items())[fresh_seed() % 40 :: 40]:
        if (text := readable(one)) is not None:
            assert '<code class="tex">' not in formulas.svg(text.tex), name


PLAIN = {
    "daneshmand20.vanilla.no-limit": "the determinant of a commutator of 2 x 2 matrices, multiplied out",
    "morwani20.rates.condition-attained": "the ends of the spectrum of H* are letters",
    "morwani20.rates.condition-bound": "the ends of the spectrum of H* are letters",
}
"""Left sides that are numbers put together by + - * / and roots, and why; no other claim may join them."""

CONSTANT = {
    "daneshmand20.uniqueness.any-start": "a mean over sign matrices from one start",
    "daneshmand20.uniqueness.odd-triple": "a mean over sign matrices from one start",
    "daneshmand20.uniqueness.start-forgotten": "means over sign matrices from two starts",
}
"""Left sides that come out as numbers, and of what: they are shown by the source of the literal check."""


@pytest.mark.slow
def test_what_is_made_of_all_claims() -> None:
    """As many as before, or more, are shown by a statement made from what is evaluated. A left side has a primitive, a
    sum, a law or an entry in it: else the statement is arithmetic, or a number."""
    shown = {name: text for name, one in claims().items() if (text := readable(one)) is not None}
    assert len(shown) >= 441
    every = shown | {name: text for name in claims().keys() - shown.keys() if (text := made(name)) is not None}
    assert {name for name, text in every.items() if text.constant} <= CONSTANT.keys()
    assert {name for name, text in every.items() if text.arithmetic and not text.constant} <= PLAIN.keys()


def test_a_loop_that_ends_with_numbers_alone() -> None:
    """A left side that counts down, and would go on for ever on a term, is given up."""

    def counted() -> int:
        left, steps = c, 0
        while left > 0:
            left, steps = left - 1, steps + 1
        return steps

    with pytest.raises(TooManyPathsError, match="a path decides more than 1,000 conditions"):
        list(explored(counted))


def test_that_there_is_a_value_is_stated() -> None:
    """What a left side has no value without is said with "and": an instance without it refutes the claim."""
    assert " = 1/n and RC(RC(x))ᵢ = RC(x)ᵢ and " in str(made("components.algebra.rc-idempotent"))


def claim(literal: Any, relation: str = "=", predicts: Any = 1, **more: Any) -> Claim:
    return toy(tex="", relation=relation, predicts=predicts, over=(), **more).literal(literal)


def test_a_term_that_is_made_in_a_loop_is_given_up() -> None:
    """Each turn uses the last one's term three times: as a tree it has 3^200 parts. It is counted, not written."""

    def literal(at: Any) -> Any:
        y = at.x
        for _ in range(200):
            y = y + at.x / (y * y + 1)
        return y

    with pytest.raises(UnwrittenError, match="too long to write"):
        printed(claim(literal, given={"x": Rationals(above=0)}))


def test_there_is() -> None:
    """An `exists` is for all of the domains without a witness; there is one of those with it."""
    found = printed(claim(lambda at: at.a + at.b, "exists", 0, given={"a": Rationals(), "b": Rationals()},
                          witness={"b": lambda at: -at.a}))  # fmt: skip
    assert str(found) == "For all a ∈ ℝ there is b ∈ ℝ: a + b = 0"


@cache
def remembered(n: int) -> Any:
    return recentre((0, n))


def test_what_is_remembered_of_a_value_is_no_name() -> None:
    """A cached function gives names where the statement is printed, numbers where it is evaluated, in any order."""
    one = claim(lambda at: remembered(2)[1] + at.a, given={"a": Rationals()})
    (check,) = one.checks
    for _ in range(2):
        assert str(printed(one)) == "For all a ∈ ℝ: RC(0, 2)₁ + a = 1"
        assert check.definition is not None
        assert check.definition(At({"a": 3})) == 4


def test_sympy_compares_no_terms() -> None:
    """SymPy's cache has terms as keys: it never asks whether two of them are equal, now or when it drops one."""
    found = printed(claim(lambda at: im(at.a) + im(at.b) + im(at.a + at.b), given={"a": Rationals(), "b": Rationals()}))
    assert " if " not in str(found)
    for place in range(3000):
        im(Symbol(f"z{place}"))


def test_letters_differ_by_case() -> None:
    """A letter that is another term in each case has no single definition to print."""
    given = Given({"a": Rationals()}, letters={"p": lambda at: at["a"] if at["a"] > 0 else -at["a"]})
    with pytest.raises(UnwrittenError, match="the letter p is not one term in all cases"):
        printed(claim(lambda at: at.a, predicts=Symbol("p"), given=given))
