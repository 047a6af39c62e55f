"""Tests of certificates: what they may refute, what they must not, and how statements become polynomials."""

from dataclasses import replace
from fractions import Fraction
from shutil import which

import pytest
from sympy import Integer, Symbol, sqrt

from bninit.prove import csdp, decide
from bninit.prove.decide import decided
from bninit.prove.solvers import Answer, Asked
from theory import Claim, Locator, Paper, Verdict, claims
from theory.batchnorm import batchnorm
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.statement import problems
from theory.statement.polynomial import Certificate, NotPolynomialError, certificate, formula, questions, refutes
from theory.statement.polynomial.certificate import Part
from theory.statement.problem import Goal, Problem
from theory.term import Term, larger, root, variable

ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")
x, y, z = (Symbol(name, real=True) for name in "xyz")
REALS = Given({"x": Rationals(), "y": Rationals(), "z": Rationals()})
POSITIVE = Given({"x": Rationals(above=0), "y": Rationals(above=0), "z": Rationals(least=0)})

needs_csdp = pytest.mark.skipif(which("csdp") is None, reason="csdp is not installed")


def claim(literal, **fields) -> Claim:
    fields = {"predicts": Integer(0), "over": ({"x": 1, "y": 1},), "relation": ">="} | fields
    made = Claim("mine.certificate.one", source=ME, status="new", says="..", tex="..", hypotheses=(), **fields)
    made.literal(literal)
    return made


def certified(made: Claim, most: int = 2) -> bool:
    found = [question for problem in problems(made, most) for question in questions(problem)]
    return all(certificate(question, csdp.solve) is not None for question in found)


def motzkin(at):
    return (at.x**4 * at.y**2 + at.x**2 * at.y**4 - 3 * at.x**2 * at.y**2 + 1) * (at.x**2 + at.y**2)


TRUE = {
    "a square that vanishes": (lambda at: at.x**2 - 2 * at.x * at.y + at.y**2, {"given": REALS}),
    "Schur's, through facets": (
        lambda at: at.x**4 + at.y**4 + at.z**4 - at.x**2 * at.y * at.z - at.y**2 * at.x * at.z - at.z**2 * at.x * at.y,
        {"given": REALS},
    ),
    "not a sum of squares, but times x^2 + y^2": (motzkin, {"given": REALS}),
    "with hypotheses": (lambda at: (at.x + at.y) * (1 / at.x + 1 / at.y), {"given": POSITIVE, "predicts": Integer(4)}),
    "strictly": (lambda at: at.x**2 - at.x + 1, {"given": REALS, "relation": ">"}),
    "greater and less": (lambda at: larger(at.x, at.y) - at.x, {"given": REALS}),
    "roots": (lambda at: root(at.x * at.y), {"given": POSITIVE, "relation": "<=", "predicts": (x + y) / 2}),
    "a root of a square": (lambda at: root(at.x**2), {"given": REALS, "relation": "=", "predicts": abs(x)}),
}  # fmt: skip


FALSE = {
    "a square less a little": (lambda at: (at.x - at.y) ** 2, {"given": REALS, "relation": ">"}),
    "wrong constant": (lambda at: (at.x + at.y) * (1 / at.x + 1 / at.y), {"given": POSITIVE, "predicts": Integer(5)}),
    "a divisor that may be 0": (lambda at: at.x**2 / at.z, {"given": POSITIVE}),
    "a root that may not be there": (lambda at: root(at.x), {"given": REALS}),
    "the greater is less": (lambda at: larger(at.x, at.y), {"given": REALS, "relation": "<=", "predicts": x}),
    "a root without its sign": (lambda at: root(at.x**2), {"given": REALS, "relation": "=", "predicts": x}),
}


@needs_csdp
@pytest.mark.parametrize("name", [*TRUE, *FALSE])
def test_true_inequalities_are_certified(name) -> None:
    """By exact identities, also where equality is reached; false ones are not: what a value needs is part of what has
    to be certified."""
    literal, fields = (TRUE | FALSE)[name]
    assert certified(claim(literal, **fields)) is (name in TRUE)


def test_a_numerical_answer_is_not_believed() -> None:
    """Whatever the solver makes of it, a false statement has no certificate."""
    made = claim(lambda at: at.x**2 - at.y, given=REALS)
    (problem,) = problems(made, 1)
    for value in (0.0, 1.0, -3.5, float("nan"), 1e300):

        def lying(asked, value=value):
            return [[[value] * n for _ in range(n)] for n in asked.sizes]

        assert all(certificate(question, lying) is None for question in questions(problem))


def test_certificates_are_checked() -> None:
    """x^2 - 2x + 1 < 0 is refuted by (x - 1)^2; not with a negative weight, another root, or no strict part."""
    (problem,) = problems(claim(lambda at: at.x**2 - 2 * at.x + 1, given=REALS), 1)
    (question,) = questions(problem)
    v = question.one.context().gens()[0]
    square, denied = Part(Fraction(1), v - 1, ()), Part(Fraction(1), question.one, (0,), strict=True)
    assert refutes(Certificate((square, denied)), question)
    for parts in (
        (square,),
        (denied,),
        (replace(square, weight=Fraction(-1)), denied),
        (replace(square, root=v + 1), denied),
        (square, replace(denied, strict=False)),
        (replace(square, weight=Fraction(0)), replace(denied, weight=Fraction(0))),
    ):
        assert not refutes(Certificate(parts), question)


@needs_csdp
def test_normalisation_of_two_points() -> None:
    """|BN x|^2 = n through a root and a quotient, at n = 2; it is not n + 1."""
    given = Given({"x": Batches(Integers(2, 2))})
    for norm, is_one in ((2, True), (3, False)):
        fields = {"given": given, "relation": "=", "predicts": Integer(norm), "over": ({},)}
        assert certified(claim(lambda at: sum(e * e for e in batchnorm(at.x)), **fields)) is is_one


def test_what_is_no_polynomial_is_refused() -> None:
    """A claim of the suite gives questions; where there are too many cases it says so. Ranks, powers and sums of
    unknown length are no polynomials; nothing else is taken for a quotient."""
    made = claims()
    (problem,) = problems(made["daneshmand21.theorem.vacuous-widths"], 1)
    assert list(questions(problem))
    *_, wide = problems(made["nachum24.tree.distinct-values"], 5)
    v = variable("v")
    for one, why in (
        (wide, "choices"),
        (Problem((v,), (), (Goal((), Term("rank", v, v) >= 0),)), "no polynomial"),
        (Problem((v,), (), (Goal((), Term("pow", v, v) >= 0),)), "no polynomial"),
    ):
        with pytest.raises(NotPolynomialError, match=why):
            list(questions(one))


def test_formulas_for_qepcad() -> None:
    """Roots come with their squares, and all variables are bound."""
    (problem,) = problems(claim(lambda at: root(at.y), given=POSITIVE, predicts=sqrt(2)), 1)
    *_, last = questions(problem)
    text = formula(last)
    assert text.count("(E ") == len(text.splitlines()[1].split(","))
    assert "^2 - v1 = 0" in text


def test_whole_numbers_are_whole() -> None:
    """(2k - 3)^2 >= 1 for whole k alone: at k = 3/2, where solvers find it false, nothing is refuted."""
    pytest.importorskip("z3")
    pytest.importorskip("cvc5")
    given = Given({"k": Integers(1), "n": Integers(1)}, lambda at: at["k"] < at["n"])
    over = ({"k": 1, "n": 2},)
    between = claim(lambda at: (2 * at.k - 3) ** 2, given=given, predicts=Integer(1), over=over)
    assert decided(between, list(problems(between, 1))).verdict is Verdict.UNDECIDED
    above = claim(lambda at: at.n - at.k, given=given, predicts=Integer(1), over=over)
    assert decided(above, list(problems(above, 1))).verdict is Verdict.HOLDS
    wrong = claim(lambda at: at.n - at.k, given=given, predicts=Integer(2), over=over)
    assert decided(wrong, list(problems(wrong, 1))).verdict is Verdict.REFUTED


@pytest.mark.skipif(which("qepcad") is None, reason="qepcad is not installed")
@pytest.mark.parametrize(
    ("says", "constant", "verdict"),
    [
        (("unsat", "unknown"), 0, Verdict.HOLDS),
        (("unknown", "unsat"), 0, Verdict.HOLDS),
        (("unsat", "unknown"), 1, Verdict.UNDECIDED),
        (("unknown", "unknown"), 0, Verdict.UNDECIDED),
        (("unsat", "sat"), 0, Verdict.UNDECIDED),
    ],
)
def test_a_third_opinion(monkeypatch: pytest.MonkeyPatch, says, constant, verdict) -> None:
    """QEPCAD stands in for one solver that does not know, and for no more; here nobody looks for certificates."""
    monkeypatch.setattr(decide.solvers, "ask", lambda name, scripts, _: Asked("1.0", (Answer(said[name]),)))
    monkeypatch.setattr(decide, "CERTIFYING", -1.0)
    said = dict(zip(("z3", "cvc5"), says, strict=True))
    made = claim(lambda at: at.x**2 - 2 * at.x * at.y + at.y**2, given=REALS, predicts=Integer(constant))
    found = decided(made, list(problems(made, 1)))
    assert found.verdict is verdict
    if verdict is Verdict.HOLDS:
        assert set(found.figures["methods"]) == {f"{'z3' if says[0] == 'unsat' else 'cvc5'} and qepcad"}


@needs_csdp
@pytest.mark.parametrize(
    "name",
    ["daneshmand20.breaking.angle-attained", "daneshmand20.one-step.skew-limit", "daneshmand21.gap.two-samples",
     "daneshmand21.width.moebius", "yang19.outlier.bn-scale"],
)  # fmt: skip
def test_false_twins_of_the_suite_are_not_certified(name) -> None:
    """Claims of the suite are, as a whole; none of their twins is."""
    made = claims()[name]
    for predicted in (made.predicts, *(twin.predicts for twin in made.twins)):
        (problem,) = problems(made, 1, predicted)
        assert problem.whole
        found = all(certificate(question, csdp.solve) is not None for question in questions(problem))
        assert found is (predicted is made.predicts)
