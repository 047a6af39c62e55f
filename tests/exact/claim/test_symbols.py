"""Tests of literal checks on symbols: which symbols they are, and what has to have a value."""

from fnmatch import fnmatchcase
from functools import cache, lru_cache

import pytest
from sympy import Integer, Rational, Symbol, apart, cancel, cos, exp, gamma, lambdify, log, sin, sqrt, sympify, tan

from bninit.results.result import Result
from tests.exact.toys import checked, toy
from theory import Twin, Verdict
from theory.claim.literal.symbols import is_so, pieces, symbol_of, zeros
from theory.claim.literal.values import Need, needs
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.notation import n

z = Symbol("z", real=True)
positive = Symbol("z", positive=True)
FROM_TWO = {"n": Integers(2)}
ABOVE_ZERO = {"z": Rationals(above=0)}
FROM_ZERO = {"z": Rationals(least=0)}


def on_symbols(left, predicts, given, relation="=") -> Result:
    """The verdict by a few instances and on symbols."""
    over = ({name: Integer(1) if 1 in domain else next(domain.small()) for name, domain in given.items()},)
    claim = toy(given=given, over=over, relation=relation, predicts=predicts, twins=(Twin(1000 * predicts + 77),))
    claim.literal(left, most=2, symbols=True)
    return checked(claim)


def stated(result: Result) -> bool:
    return result.verdict is Verdict.HOLDS and result.reach == "stated"


@pytest.mark.parametrize(
    ("domain", "wanted"),
    [
        (Rationals(least=Rational(-1, 10**6)), {"real": True, "nonnegative": None, "rational": None}),
        (Rationals(least=0), {"nonnegative": True, "positive": None}),
        (Rationals(above=0, below=1), {"positive": True}),
        (Rationals(most=0), {"nonpositive": True}),
        (Rationals(below=0), {"negative": True}),
        (Integers(-1000), {"integer": True, "nonnegative": None}),
        (Integers(0), {"nonnegative": True, "positive": None}),
        (Integers(2), {"integer": True, "positive": True}),
        (Values(*range(1, 201), -1), {"integer": True, "positive": None, "nonzero": True}),
        (Values(Rational(1, 2), 3), {"integer": None, "positive": True}),
    ],
)
def test_a_symbol_knows_what_its_domain_proves(domain, wanted) -> None:
    """And nothing else."""
    found = symbol_of("z", domain)
    assert {fact: getattr(found, f"is_{fact}") for fact in wanted} == wanted


@pytest.mark.parametrize(
    ("left", "predicts", "given"),
    [
        (lambda at: sqrt(at.z**2), positive, {"z": Rationals(least=Rational(-1, 10**6))}),
        (lambda at: abs(at.n), n, {"n": Integers(-1000)}),
        (lambda at: (at.n - 3) / (at.n - 3), Integer(1), FROM_TWO),
        (lambda at: cancel((at.n**2 - 9) / (at.n - 3)), n + 3, FROM_TWO),
        (lambda at: (at.n - 3) ** 0 * (at.n - 3) * (at.n - 3) ** -1, Integer(1), FROM_TWO),
        (lambda at: 0 / (at.n - 50), Integer(0), FROM_TWO),
        (lambda at: 1 / (1 / (at.n - 50)), n - 50, FROM_TWO),
        (lambda at: sqrt(at.z - 1) ** 2, z - 1, ABOVE_ZERO),
        (lambda at: log(at.z - 5) - log(at.z - 5), Integer(0), ABOVE_ZERO),
        (lambda at: tan(at.z) * cos(at.z), sin(z), ABOVE_ZERO),
        (lambda at: gamma(at.z + 1) / gamma(at.z) - at.z, Integer(0), {"z": Rationals()}),
        (lambda at: at.z / sqrt(at.z**2), Integer(1), FROM_ZERO),
        (lambda at: sum([(at.z**2 - 2) / (at.z**2 - 2)]), Integer(1), ABOVE_ZERO),
    ],
)
def test_what_has_no_value_somewhere_is_not_stated(left, predicts, given) -> None:
    """Poles, roots of negative numbers, and assumptions that the domain does not prove."""
    assert not stated(on_symbols(left, predicts, given))


@pytest.mark.parametrize(
    ("left", "predicts", "given", "condition"),
    [
        (lambda at: (2 * at.n - 7) / (2 * at.n - 7), Integer(1), FROM_TWO, "2*n - 7 != 0"),
        (lambda at: sqrt(at.z**2), z, FROM_ZERO, ""),
        (lambda at: sqrt(1 - at.z) ** 2, 1 - z, {"z": Rationals(least=0, most=1)}, "1 - z >= 0"),
        (lambda at: log(at.z**2 + at.z) - log(at.z), log(z + 1), ABOVE_ZERO, "z**2 + z > 0"),
        (lambda at: (at.z - 2) / (at.z - 2), Integer(1), {"z": Values(*map(Integer, (1, 3, 5)))}, "z - 2 != 0"),
        (lambda at: (at.z**2 - 2) / (at.z**2 - 2), Integer(1), {"z": Integers(0)}, "z**2 - 2 != 0"),
        (lambda at: at.z * at.n / (at.z + at.n), z * n / (z + n), ABOVE_ZERO | {"n": Integers(1)}, "n + z"),
        (lambda at: exp(at.z) / exp(at.z), Integer(1), {"z": Rationals()}, "exp(z) != 0"),
        (
            lambda at: sqrt(at.z**2 - 2 * at.z * at.n + at.n**2) ** 2,
            (z - n) ** 2,
            ABOVE_ZERO | {"n": Integers(1)},
            "n**2 - 2*n*z + z**2 >= 0",
        ),
    ],
)
def test_side_conditions_that_the_domain_shows_are_printed(left, predicts, given, condition) -> None:
    """The statement is shown as stated, and the evidence says what had to be different from 0, or positive."""
    result = on_symbols(left, predicts, given)
    assert stated(result)
    assert condition in "; ".join(result.evidence[-1].figures.get("side_conditions", ()))


def test_an_inequality_with_a_pole_is_no_statement() -> None:
    """n (n - 3)/(n - 3) >= 2 for n >= 2, with a pole at 3; with one at 1 it is stated."""
    assert not stated(on_symbols(lambda at: at.n * (at.n - 3) / (at.n - 3), Integer(2), FROM_TWO, ">="))
    assert stated(on_symbols(lambda at: at.n * (at.n - 1) / (at.n - 1), Integer(2), FROM_TWO, ">="))


def test_a_place_where_a_divisor_vanishes_is_an_instance() -> None:
    """The literal check may know it as a case of its own: then the statement is shown there, too."""
    result = on_symbols(lambda at: at.n + 3 if at.n == 3 else (at.n**2 - 9) / (at.n - 3), n + 3, FROM_TWO)
    assert stated(result)
    assert result.evidence[-1].figures["side_conditions"] == ["n != 3 but at n = 3", "n - 3 != 0 but at n = 3"]
    wrong = on_symbols(lambda at: Integer(5) if at.n == 3 else (at.n**2 - 9) / (at.n - 3), n + 3, FROM_TWO)
    assert wrong.verdict is Verdict.REFUTED


FIFTH = Rational(12345, 99991)
BRANCHES = [
    lambda at: 0 if at.z == FIFTH else 1,
    lambda at: 0 if (at.z,) == (FIFTH,) else 1,
    lambda at: 0 if at.z in {FIFTH} else 1,
    lambda at: {FIFTH: 0}.get(at.z, 1),
    lambda at: 0 if at.z.is_Rational and Rational(1, 8) < at.z < Rational(1, 7) else 1,
    lambda at: 0 if at.z.is_rational and at.z.q == 99991 else 1,
    lambda at: 0 if isinstance(at.z, Rational) and at.z.q == 99991 else 1,
    lambda at: 0 if type(at.z) is Rational and at.z.q == 99991 else 1,
    lambda at: 0 if hasattr(at.z, "q") and at.z.q == 99991 else 1,
    lambda at: 0 if getattr(at.z, "q", 1) == 99991 else 1,
    lambda at: 1 if at.z.free_symbols else int(at.z != FIFTH),
    lambda at: 1 if at.z - FIFTH else 0,
    lambda at: 1 if (at.z - FIFTH).is_zero is None else int(at.z != FIFTH),
    lambda at: 0 if at.z.equals(FIFTH) else 1,
]


@pytest.mark.parametrize("left", BRANCHES)
def test_a_branch_that_symbols_leave_open_is_no_statement(left) -> None:
    """1 but at z = 12345/99991 is not 1: what asks for that number is asked there, or has no answer."""
    result = on_symbols(left, Integer(1), {"z": Rationals(least=0, most=1)})
    assert result.verdict is Verdict.REFUTED or "open on symbols" in result.reason


def test_a_branch_that_the_domain_decides_is_taken() -> None:
    """Of z > 0 it is known that it is positive, not 0, and a number."""

    def left(at):
        return at.z if at.z > 0 and at.z.is_positive and at.z != 0 and isinstance(at.z, type(z).__mro__[1]) else 0

    assert stated(on_symbols(left, positive, ABOVE_ZERO))


@pytest.mark.parametrize(("more", "verdict"), [(0, Verdict.HOLDS), (1, Verdict.REFUTED)])
def test_a_letter_is_what_defines_it(more, verdict) -> None:
    """It is no symbol of its own, of which nothing would be known: what is true would be refuted."""
    square = Symbol("A", real=True) ** 2 + more
    given = Given({"z": Rationals()}, letters={"A": lambda at: at["z"] + 1})
    claim = toy(given=given, over=(), predicts=square, twins=(Twin(square + 7),))
    claim.literal(lambda at: at.z**2 + 2 * at.z + 1, most=2, symbols=True)
    found = checked(claim)
    assert found.verdict is verdict
    assert stated(found) is (not more)


@cache
def fraction():
    return lambdify(positive, apart(1 / (positive * (positive + 1))), modules="sympy")


@lru_cache
def power(k):
    return positive**k


@cache
def of_symbols(value):
    return value**2


REMEMBERED = {
    "fraction": lambda at: fraction()(at.z),
    "power": lambda at: power(1).subs(positive, at.z) + at.z**2,
    "": lambda at: of_symbols(at.z) + int(fnmatchcase("n", "[a-z]")),
}


@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
@pytest.mark.parametrize("helper", REMEMBERED)
def test_what_is_computed_apart_from_the_symbols_is_assumed(helper, again) -> None:
    """Also where a helper remembers it from the instances before; what it computes of the symbols is no assumption, nor
    is what Python's own modules remember."""
    left = REMEMBERED[helper]
    for _ in range(1 + again):
        found = on_symbols(left, left(type("At", (), {"z": positive})), ABOVE_ZERO)
    assert found.verdict is Verdict.HOLDS, found.reason
    assert found.reach == ("argued" if helper else "stated")
    told = [one for item in found.evidence for one in item.figures.get("taken", ())]
    assert told == ([f"what {helper} remembers"] if helper else [])


NEEDED = {
    "log(z)": "z > 0", "gamma(z)": "z > 0", "loggamma(z)": "z > 0", "digamma(z)": "z > 0", "polygamma(2, z)": "z > 0",
    "factorial(z)": "z >= 0", "harmonic(z)": "z >= 0", "harmonic(z, 2)": "z >= 0", "tan(z)": "cos(z) != 0",
    "sec(z)": "cos(z) != 0", "cot(z)": "sin(z) != 0", "csc(z)": "sin(z) != 0", "asin(z)": "1 - z >= 0, z + 1 >= 0",
    "acos(z)": "1 - z >= 0, z + 1 >= 0", "atanh(z)": "1 - z > 0, z + 1 > 0", "acosh(z)": "z - 1 >= 0",
    "1/z": "z != 0", "z^2": "", "sqrt(z)": "z >= 0", "1/sqrt(z)": "z > 0", "z^n": "", "n^z": "", "z^(-n)": "z != 0",
    "exp(z) + Abs(z)": "", "zeta(z)": "zeta(z) has a value", "Matrix([[1/z, 2]])": "z != 0", "(1/z, 2)": "z != 0",
    "Sum(1/j, (j, 2, n))": "", "Sum(1/(j - z), (j, 1, n))": "_j - z + 1 != 0", "Product(sqrt(j - 2), (j, 3, n))": "",
    "Sum(j, (j, 1, 1/z))": "z != 0",
}  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), NEEDED.items())
def test_what_an_expression_needs(text: str, wanted: str) -> None:
    """Of its arguments, to have a value; of the terms of a sum with the index counted from its end."""
    found: dict[Need, None] = {}
    needs(sympify(text, {"z": z, "n": n, "j": Symbol("j", integer=True)}), found, set())
    assert ", ".join(sorted(f"{e} {kind}" for e, kind in found if e.free_symbols)) == wanted


k, v = Symbol("k", integer=True), Symbol("v", integer=True)
DOMAINS = {"z": Rationals(), "n": Integers(1), "k": Integers(-3, 3), "v": Values(2, -1)}


@pytest.mark.parametrize(
    ("e", "kind", "shown"),
    [
        (n + 1, "> 0", True), (n - 1, "> 0", False), (n - 1, ">= 0", True), (z**2 + 1, "!= 0", True),
        (z**2 - 2, "!= 0", False), (k**2 + k + 1, "> 0", True), (k - 4, "!= 0", True), (k - 3, "!= 0", False),
        (v, "!= 0", True), (v - 2, "!= 0", False), (v + 2, "> 0", True), (Integer(0), ">= 0", True),
        (Integer(0), "> 0", False), (Integer(0), "!= 0", False), (sqrt(2) - 1, "!= 0", True), (z * n, "!= 0", False),
        ((n + 2) * (z**2 + 3), "!= 0", True), (z, "has a value", False), (n * z - 1, "!= 0", False),
    ],
)  # fmt: skip
def test_what_a_domain_shows_of_an_expression(e, kind: str, shown: bool) -> None:
    """By its pieces: a value from an end on, each of a few, none of a pole."""
    assert is_so(e, kind, DOMAINS) is shown


@pytest.mark.parametrize(
    ("e", "places"),
    [
        (n - 2, [2]), (n**2 - 4, [2]), (2 * n - 3, None), (z**2 - 2, None), (z - Rational(1, 2), [Rational(1, 2)]),
        (k**2 - 1, [-1, 1]), (k * (k - 1) * (k - 7), [0, 1]), (v - 2, [2]), (v**2 - v - 2, [2, -1]), (n * z, None),
        (n + 1, None), (sin(n), None), ((n - 2) * (n**2 - 2), [2]), (z * (z**2 - 2), None), ((z - 1) ** 2 / z, [1]),
    ],
)  # fmt: skip
def test_where_an_expression_is_0(e, places: list[object] | None) -> None:
    """All rational places of its domain, if there are few and no others."""
    assert zeros(e, DOMAINS) == places


@pytest.mark.parametrize(
    ("domain", "written"),
    [
        (Integers(2), "w_ + 2"), (Integers(2, 4), "2, 3, 4"), (Values(5, -1), "5, -1"), (Rationals(), "w_"),
        (Rationals(above=1), "w_ + 1"), (Rationals(most=1), "1 - w_, 1"),
        (Rationals(least=0, below=3), "3/(w_ + 1), 0"),
    ],
    ids=str,
)  # fmt: skip
def test_pieces_of_a_domain(domain, written: str) -> None:
    """Expressions in a positive letter, or one from 0 on, that make up the whole, and the ends that are in it."""
    w = Symbol("w")
    assert ", ".join(str(at["w"]) for at in pieces(Given({"w": domain}), {"w": w}, "<=")) == written
    assert list(pieces(None, {"w": w}, "<=")) == [{"w": w}]
