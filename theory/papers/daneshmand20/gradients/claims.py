"""Proposition 19: gradients of the last layer on representations of rank one. Algorithm 1 is in `gradients_of_rank`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import sympy
from sympy import Expr, Integer, Matrix, Rational, sign

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.notation import k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.gradients.heads import Head, Heads, gradient_of, head
from theory.papers.daneshmand20.gradients.setting import V, gradient
from theory.papers.daneshmand20.layers import not_zero
from theory.term import each, number, size
from theory.term.matrices import inner

PROP_19 = Locator(DANESHMAND20, "Proposition 19")


RANK_ONE = "H_L = v c^T, column i is h_i = c_i v; logits z = V h_i; any differentiable loss"


e_i, e_j, c_i, c_j = sympy.symbols("e_i e_j c_i c_j", real=True)


SIGNS = (-2, 3)


v = Matrix([Rational(2, 3), -1])


def _of_head(of: Callable[[Head, Any], Any]) -> Callable[[Mapping[str, Any]], Any]:
    return lambda at: number(of(head(at["A"]), at["k"]))


def _not_zero(at: Mapping[str, Any]) -> bool:
    A, k = head(at["A"]), at["k"]
    return bool(k < size(A.V)) and all(x != 0 for x in (A.c_first, A.c_second, A.first[k], A.second[k]))


TWO_DATA = Given(
    {"A": Heads(), "k": Integers(0)},
    lambda at: _not_zero(at) and not_zero(head(at["A"]).v),
    "A is V, v, the two coefficients, and the derivatives of the two losses by all logits, k a neuron; v, the "
    "coefficients, and the errors of neuron k are not 0",
    {
        "e_i": _of_head(lambda A, k: A.first[k]),
        "e_j": _of_head(lambda A, k: A.second[k]),
        "c_i": _of_head(lambda A, k: A.c_first),
        "c_j": _of_head(lambda A, k: A.c_second),
    },
)


collinear = Claim(
    "daneshmand20.gradients.collinear",
    source=PROP_19,
    status="corrected",
    says="rank-one H_L: the gradients of neuron k of the last layer on any two data are collinear, with the sign of "
    "e_i e_j c_i c_j: errors e_i = dL_i/dz_ik, coefficients c_i of H_L = v c^T",
    tex=r"\cos\angle(\nabla_{V_k}L_i,\nabla_{V_k}L_j)=\mathrm{sgn}(e_ie_j\,c_ic_j)",
    hypotheses=(RANK_ONE, "e_i, e_j != 0", "c_i, c_j != 0: no representation is zero (not said in the paper)"),
    silent_on="biases, whose gradients are the numbers e_i; earlier layers",
    given=TWO_DATA,
    left=r"\cos^2\angle(\nabla_{V_k}L_i,\nabla_{V_k}L_j),\ \mathrm{sgn}\cos\angle",
    predicts=(Integer(1), sign(e_i) * sign(e_j) * sign(c_i) * sign(c_j)),
    twins=(
        Twin((Integer(1), Integer(1)), "P19.m1: the same direction"),
        Twin((Integer(1), sign(c_i) * sign(c_j)), "the sign of the representations alone"),
        Twin((Integer(1), sign(e_i) * sign(e_j)), "the sign of the errors alone"),
    ),
)


@collinear.literal(scope="logits differentiated by the entries of V_k, the losses by the logits", most=100)
def _cosine_of_two(at: At) -> tuple[Any, Any]:
    A = head(at.A)
    x = gradient_of(A.V, each(lambda a: number(A.c_first * a), A.v), A.first, at.k)
    y = gradient_of(A.V, each(lambda a: number(A.c_second * a), A.v), A.second, at.k)
    along = inner(x, y)
    return along**2 / (inner(x, x) * inner(y, y)), along / abs(along)


p, q, s, t = sympy.symbols("p q s t", real=True)  # entries of two representations

rank_two = Claim(
    "daneshmand20.gradients.rank-two",
    source=PROP_19,
    status="reading",
    says="low rank is enough: on representations of rank two the gradients are collinear, too (cos^2 = 1)",
    tex=r"\mathrm{rank}(H_L)=2\Rightarrow\cos^2=1",
    hypotheses=("softmax, whose errors are never 0",),
    given=Given(
        {name: Preceded(Rationals(), (first,)) for first, name in enumerate("pqst", 2)},
        lambda at: at["p"] * at["t"] != at["q"] * at["s"],
        "h_1 = (p, q) and h_2 = (s, t) independent",
    ),
    left=r"\cos^2\angle(\nabla_{V_k}L_1,\nabla_{V_k}L_2)",
    predicts=Integer(1),
    expected=Verdict.REFUTED,
    truth=(p * s + q * t) ** 2 / ((p**2 + q**2) * (s**2 + t**2)),  # of the representations: a gradient is e_i h_i
)


@rank_two.literal(scope="P19.m2: two data, neuron 0", most=30)
def _independent(at: At) -> Expr:
    x, y = (at_softmax(*h) for h in ((at.p, at.q), (at.s, at.t)))
    return x.dot(y) ** 2 / (x.dot(x) * y.dot(y))


@cache
def at_softmax(first: Rational, second: Rational) -> Matrix:
    """The gradient by row 0 of V of a datum of label 0."""
    return gradient(V, Matrix([first, second]))


dead_sample = Claim(
    "daneshmand20.gradients.dead-sample",
    source=PROP_19,
    status="reading",
    says="nonzero errors are enough for the normalised gradients to be collinear, also where a representation is zero, "
    "as behind a ReLU: both gradients have a direction",
    tex=r"e_i,e_j\ne0\Rightarrow\#\{i:\nabla L_i\ne0\}=2",
    hypotheses=("H_L = v c^T, softmax, whose errors are never 0",),
    given=Given(
        {"c_i": Rationals(least=0), "c_j": Rationals(least=0)},
        lambda at: any(at.values()),
        "H_L = v c^T, not 0, as behind a ReLU; k of the coefficients not 0",
        {"k": lambda at: Integer(sum(map(bool, (at["c_i"], at["c_j"]))))},
    ),
    left=r"\#\{i:\nabla L_i\ne0\}",
    predicts=Integer(2),
    expected=Verdict.REFUTED,
    truth=k,  # a gradient is e_i c_i v
)


@dead_sample.literal(scope="two data, neuron 0", most=60)
def _with_a_direction(at: At) -> Integer:
    return Integer(sum(any(entry != 0 for entry in at_softmax(*(c * v))) for c in (at.c_i, at.c_j)))
