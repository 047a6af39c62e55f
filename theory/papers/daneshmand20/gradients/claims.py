"""Proposition 19: gradients of the last layer on representations of rank one. Algorithm 1 is in `gradients_of_rank`."""

from __future__ import annotations

from itertools import product

import sympy
from sympy import Integer, Matrix, Rational, sign

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.expressions import grid
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.gradients.setting import V, cosine, gradient

PROP_19 = Locator(DANESHMAND20, "Proposition 19")


RANK_ONE = "H_L = v c^T, column i is h_i = c_i v; logits z = V h_i; any differentiable loss"


e_i, e_j, c_i, c_j = sympy.symbols("e_i e_j c_i c_j", real=True)


SIGNS = (-2, 3)


v, ONE = Matrix([Rational(2, 3), -1]), Matrix([1, 1])


collinear = Claim(
    "daneshmand20.gradients.collinear",
    source=PROP_19,
    status="corrected",
    says="rank-one H_L: the gradients of neuron k of the last layer on any two data are collinear, with the sign of "
    "e_i e_j c_i c_j: errors e_i = dL_i/dz_ik, coefficients c_i of H_L = v c^T",
    tex=r"\cos\angle(\nabla_{V_k}L_i,\nabla_{V_k}L_j)=\mathrm{sgn}(e_ie_j\,c_ic_j)",
    hypotheses=(RANK_ONE, "e_i, e_j != 0", "c_i, c_j != 0: no representation is zero (not said in the paper)"),
    silent_on="biases, whose gradients are the numbers e_i; earlier layers",
    predicts=(Integer(1), sign(e_i) * sign(e_j) * sign(c_i) * sign(c_j)),
    over=grid(e_i=SIGNS, e_j=SIGNS, c_i=SIGNS, c_j=SIGNS),
    twins=(
        Twin((Integer(1), Integer(1)), "P19.m1: the same direction"),
        Twin((Integer(1), sign(c_i) * sign(c_j)), "the sign of the representations alone"),
        Twin((Integer(1), sign(e_i) * sign(e_j)), "the sign of the errors alone"),
    ),
)


@collinear.exact(
    "softmax and a cubic loss, neurons 0 and 1 of 3, all labels of these, c in {-2, 3}: derivatives by V", reach="cases"
)
def _two_data(predicted: Predicted) -> Compared:
    for softmax, neuron, labels in product((True, False), range(2), product(range(2), repeat=2)):
        found = {(label, c): gradient(V, c * v, neuron, label, softmax) for label in labels for c in SIGNS}
        for c, other in product(SIGNS, repeat=2):
            error, x = found[labels[0], c]
            another, y = found[labels[1], other]
            at = {e_i: error, e_j: another, c_i: c, c_j: other}
            where = f"{'softmax' if softmax else 'cubic'}, neuron {neuron}, labels {labels}, c = {c}, {other}"
            yield where, cosine(x, y), tuple(part.subs(at) for part in predicted)


rank_two = Claim(
    "daneshmand20.gradients.rank-two",
    source=PROP_19,
    status="reading",
    says="low rank is enough: on representations of rank two the gradients are collinear, too (cos^2 = 1)",
    tex=r"\mathrm{rank}(H_L)=2\Rightarrow\cos^2=1",
    hypotheses=("h_1 = (2/3, -1), h_2 = (1, 1), softmax",),
    predicts=Integer(1),
    over=({},),
    expected=Verdict.REFUTED,
    truth=v.dot(ONE) ** 2 / (v.dot(v) * ONE.dot(ONE)),  # of the representations: a gradient is e_i h_i
)


@rank_two.exact("P19.m2: two data, neuron 0")
def _independent(predicted: Predicted) -> Compared:
    gradients = [gradient(V, h, 0, 0, True)[1] for h in (v, ONE)]
    yield "cos^2", cosine(gradients[0], gradients[1])[0], predicted


dead_sample = Claim(
    "daneshmand20.gradients.dead-sample",
    source=PROP_19,
    status="reading",
    says="nonzero errors are enough for the normalised gradients to be collinear, also where a representation is zero, "
    "as behind a ReLU: both gradients have a direction",
    tex=r"e_i,e_j\ne0\Rightarrow\#\{i:\nabla L_i\ne0\}=2",
    hypotheses=("H_L = v c^T with c = (1, 0), softmax",),
    predicts=Integer(2),
    over=({},),
    expected=Verdict.REFUTED,
    truth=Integer(1),  # the gradient e_i h_i of the one representation that is not zero
)


@dead_sample.exact("c = (1, 0): the errors are not 0, but a gradient is, and has no direction")
def _zero_column(predicted: Predicted) -> Compared:
    (first, x), (second, y) = (gradient(V, c * v, 0, 0, True) for c in (1, 0))
    yield "errors not zero", (first != 0, second != 0), (True, True)
    yield "gradients with a direction", Integer(sum(any(entry != 0 for entry in g) for g in (x, y))), predicted
