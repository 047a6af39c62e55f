"""How a statement changed, by fingerprints alone: narrower, wider, looser, tighter, weaker, dropped, or otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sympy import Rational, Symbol, pi, sqrt

from bninit.plain import to_json
from bninit.results.document import document
from bninit.results.reading import parsed
from bninit.results.result import Plan, Result
from bninit.results.statements import of_statement
from bninit.results.subsets import bounds
from bninit.run.load import user_module
from tests.exact.statement.test_fingerprint import few_of, of
from tests.shell.conftest import Run, strict_json
from theory.domains import Batches, Given, Integers, Rationals, Values
from theory.term import total
from theory.words import At, Verdict

n, k = Symbol("n"), Symbol("k")


def result(relation: str = "=", printed: str = "", **fields: Any) -> Result:
    """A result with nothing but its statement, written and read back."""
    found = of(lambda at: sum(vars(at).values()), relation=relation, **fields)
    one = Result("p.g.c", "p", "g", "new", Verdict.HOLDS, Verdict.UNDECIDED, 0.0, relation=relation, statement=printed,
                 fingerprint=found)  # fmt: skip
    return parsed(to_json(document([one], Plan("quick", 7, 4), 1.0))).results[0]


def told(old: Result, new: Result) -> list[tuple[str, str, str]]:
    return [(change.what, change.how, change.direction) for change in of_statement(old, new)]


INTERVALS = [
    (Integers(2), Integers(3), "narrower"),
    (Integers(2), Integers(2, 9), "narrower"),
    (Integers(2, 9), Integers(1, 8), "other"),
    (Integers(2, far=9), Integers(2), None),
    (Rationals(), Rationals(above=0), "narrower"),
    (Rationals(least=0), Rationals(above=0), "narrower"),
    (Rationals(above=0, below=1), Rationals(above=0, most=1), "wider"),
    (Rationals(most=sqrt(2)), Rationals(below=sqrt(2)), "narrower"),
    (Rationals(most=pi), Rationals(most=Rational(22, 7)), "wider"),
    (Rationals(least=2), Integers(2), "narrower"),
    (Integers(2, 4), Values(2, 4), "narrower"),
    (Values("relu", "tanh"), Values("relu"), "narrower"),
    (Values(2, 4), Values(4, 6), "other"),
    (Values(Rational(1, 2), 2), Integers(1), "other"),
    (Batches(), Batches(distinct=True), "narrower"),
    (Batches(), Batches(constant=True), "wider"),
    (Batches(Integers(2)), Batches(Integers(3)), "narrower"),
    (Batches(Integers(3, 3), up_to=("order",)), Batches(Integers(3, 3)), None),
    (Batches(Integers(3)), Batches(Integers(2), distinct=True), "other"),
    (few_of(), few_of(Integers(3)), "narrower"),
    (few_of(Integers(2, 5)), few_of(Integers(1, 9)), "wider"),
    (few_of(), few_of(least=1), "other"),
]


@pytest.mark.parametrize(("old", "new", "how"), INTERVALS)
def test_domains(old: Any, new: Any, how: str | None) -> None:
    """A domain is narrower if it is a subset; of what exists, that is more."""
    direction = {"narrower": "weaker", "wider": "stronger"}.get(how or "", "other")
    before, after = (result(quantified=Given({"n": one})) for one in (old, new))
    assert [part for part in told(before, after) if part[0] == "domain"] == (
        [("domain", how, direction)] if how else []
    )
    before, after = (result("exists", quantified=Given({"n": one}), witness={"n": 7}) for one in (old, new))
    back = {"narrower": "stronger", "wider": "weaker"}.get(how or "", "other")
    assert [part for part in told(before, after) if part[0] == "domain"] == ([("domain", how, back)] if how else [])


TWO = {"n": Integers(2), "k": Integers(0)}
CONDITIONS: list[tuple[Any, Any, str | None]] = [
    (None, lambda at: at["k"] < at["n"], "narrower"),
    (lambda at: at["k"] < at["n"], None, "wider"),
    (lambda at: at["k"] < at["n"], lambda at: (at["k"] < at["n"]) & (at["k"] > 0), "narrower"),
    (lambda at: at["k"] < at["n"] and at["k"] > 0, lambda at: at["k"] < at["n"], "wider"),
    (lambda at: at["k"] < at["n"], lambda at: at["k"] <= at["n"], "other"),
    (lambda at: at["k"] < at["n"], lambda it: it["n"] > it["k"], None),
]


@pytest.mark.parametrize(("old", "new", "how"), CONDITIONS)
def test_conditions(old: Any, new: Any, how: str | None) -> None:
    """One condition more is narrower."""
    before, after = (result(quantified=Given(TWO, one, "so")) for one in (old, new))
    assert [part[:2] for part in told(before, after)] == ([("condition", how)] if how else [])


OVER = tuple({"n": value} for value in (2, 3, 7))
BOUNDS: list[tuple[str, Any, Any, str]] = [
    ("<=", n, n + 1, "looser"),
    ("<=", n + 1, n, "tighter"),
    ("<", sqrt(n), sqrt(n + 1), "looser"),
    (">=", n, n + 1, "tighter"),
    (">", n, n - Rational(1, 10**20), "looser"),
    ("<=", n**2, 2 * n, "tighter"),
    ("<=", n**2, 3 * n, "other"),
    ("<=", sqrt(n) ** 2 + 1, pi * n, "looser"),
    ("in", (0, n), (-1, n), "looser"),
    ("in", (0, n), (1, n), "tighter"),
    ("in", (0, n), (1, n + 1), "other"),
    ("<=", (n, n), (n + 1, n), "looser"),
    ("<=", n, n + (n - 2) * (n - 3) * (n - 7), "other"),
    ("<=", n, (n, n), "other"),
]


@pytest.mark.parametrize(("relation", "old", "new", "how"), BOUNDS)
def test_bounds(relation: str, old: Any, new: Any, how: str) -> None:
    """A bound is looser if it lets no less pass at every instance that both have, and more at one."""
    fields: dict[str, Any] = {"quantified": Given({"n": Integers(2)}), "over": OVER}
    found = told(*(result(relation, predicts=one, **fields) for one in (old, new)))
    assert found == [("bound", how, {"looser": "weaker", "tighter": "stronger"}.get(how, "other"))]


def test_what_is_not_known() -> None:
    """Where two runs have no instance in common nothing is known of a bound but that it differs; of an older file,
    which has no fingerprint, only the printed statement is compared."""
    given = Given({"n": Integers(2)})
    one, other = (result("<=", predicts=e, over=({"n": at},), quantified=given) for e, at in ((n, 2), (n + 1, 3)))
    assert told(one, other) == [("bound", "other", "other")]
    assert told(one, result("<=", predicts=n, over=OVER, quantified=given)) == []
    one, other = (Result("p.g.c", "p", "g", "new", Verdict.HOLDS, Verdict.UNDECIDED, 0.0, statement=s) for s in "ab")
    assert told(one, other) == [("statement", "other", "other")]
    assert told(one, result()) == []


RELATIONS = [
    ("=", "<=", "weaker"), ("<", "<=", "weaker"), (">", ">=", "weaker"), ("=", ">=", "weaker"), ("<=", ">=", "other"),
    ("<=", "<", "stronger"), ("<=", "=", "stronger"), ("=", "->", "other"), ("iff", "=", "other"),
    (">=", ">", "stronger"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "how"), RELATIONS)
def test_relations(old: str, new: str, how: str) -> None:
    """Of two relations the one that follows from the other is weaker."""
    fields: dict[str, Any] = {"quantified": Given({"n": Integers(2)}), "over": OVER}
    assert told(result(old, **fields), result(new, **fields)) == [("relation", how, how)]


NARROWER, WIDER = ("domain", "narrower", "weaker"), ("domain", "wider", "stronger")
OTHERS: list[tuple[dict[str, Any], dict[str, Any], list[tuple[str, str, str]]]] = [
    ({"speaks_of": ("rc", "nl")}, {"speaks_of": ("nl",)}, [("component", "dropped", "weaker")]),
    ({"speaks_of": ()}, {"speaks_of": ("nl",)}, [("component", "added", "stronger")]),
    ({"predicts": n}, {"predicts": 2 * n}, [("prediction", "other", "other")]),
    ({"quantified": Given(TWO)}, {"quantified": Given({"n": Integers(2)})}, [("domain", "other", "other")]),
    ({"quantified": Given(TWO)}, {"quantified": Given({"n": Integers(3), "k": Integers(-1)})}, [NARROWER, WIDER]),
    (
        {"quantified": Given(TWO)},  # of other names
        {"quantified": Given({"m": Integers(2), "j": Integers(1)}), "predicts": Symbol("m")},
        [NARROWER],
    ),
    ({"printed": "a = b"}, {"printed": "a = c"}, []),  # the words of a statement that is the same
]


@pytest.mark.parametrize(("old", "new", "found"), OTHERS)
def test_other_changes(old: dict[str, Any], new: dict[str, Any], found: list[tuple[str, str, str]]) -> None:
    """Components, predictions, factors that come and go or have other names."""
    assert told(result(**old), result(**new)) == found


def test_left_sides() -> None:
    """Left sides are compared by their terms, or by source where one of them does not run on terms any more."""
    given = {"quantified": Given({"x": Batches()}), "predicts": 0}

    def made(left: Callable[[At], Any]) -> Result:
        one = of(left, **given)
        return Result("p.g.c", "p", "g", "new", Verdict.HOLDS, Verdict.UNDECIDED, 0.0, fingerprint=one)

    def by_term(at: At) -> Any:
        return total(at.x)

    def in_turn(at: At) -> Any:
        return sum(e for e in at.x)

    assert told(made(by_term), made(lambda at: total(at.x) * 1)) == []
    assert told(made(by_term), made(lambda at: total(at.x) * 2)) == [("left side", "other", "other")]
    assert told(made(by_term), made(in_turn)) == [("left side", "other", "other")]
    assert told(made(in_turn), made(in_turn)) == []


@pytest.mark.parametrize(
    "text", ["1e999999999", "__import__('os')", "1/0", "0x10", "nan", "inf", "", "2 ", "9" * 300, "１"]
)
def test_numbers_are_data(text: str) -> None:
    """What is no number as it is written has no value; nothing of it is evaluated."""
    assert bounds(text) is None


SPOILT: list[tuple[tuple[str, ...], Any]] = [
    (("sha256",), "x"), (("domains", "n", "least"), "2"), (("domains", "n", "kind"), "all"), (("domains", "n"), None),
    (("sides",), {}), (("sides", "proof"), {}), (("sides", "source", "left"), "f" * 17), (("values",), {"n = 2": "3"}),
    (("components",), "rc"), (("domains", "n", "digest"), 7),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), SPOILT)
def test_spoilt_fingerprints_are_refused(path: tuple[str, ...], value: Any) -> None:
    """A fingerprint that nobody wrote is refused in a sentence."""
    one = Result("p.g.c", "p", "g", "new", Verdict.HOLDS, Verdict.UNDECIDED, 0.0,
                 fingerprint=of(lambda at: at.n, quantified=Given({"n": Integers(2)})))  # fmt: skip
    data = json.loads(to_json(document([one], Plan("quick", 7, 4), 1.0)))
    inner = data["claims"][0]["fingerprint"]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(ValueError, match=r"claims\[0\]"):
        parsed(json.dumps(data))


CLAIM = """
from bninit.api import *
from theory.notation import n
SOURCE = Locator(Paper("mine", "Mine", ("I",), 2026, "here"), "Lemma 1")
bound = Claim("mine.basic.bound", source=SOURCE, status="new", says="n is at most its square", hypotheses=(),
              given={{"n": Integers({least})}}, relation="{relation}", predicts={bound})

@bound.literal
def _(at):
    return at.n
"""


def test_terminal(run: Run, tmp_path: Path) -> None:
    """`diff` and `history` say first which statements changed and how, in 80 columns; what is weaker exits with 1."""
    file = tmp_path / "mine.py"
    for least, relation, bound in ((2, "<", "n**2"), (3, "<=", "n**2 + 1")):
        file.write_text(CLAIM.format(least=least, relation=relation, bound=bound))
        user_module.cache_clear()
        run("check", "mine", "--claims", "mine.py", "--jobs", 1)
    done = run("diff", 1, 2)
    assert done.exit_code == 1
    flat = " ".join(done.stdout.split())
    assert "1 statement changed: weaker mine.basic.bound domain narrower: integer n ≥ 2 -> integer n ≥ 3" in flat
    assert "weaker mine.basic.bound relation weaker: < -> <=" in flat
    assert "weaker mine.basic.bound bound looser: 9 -> 10 (at n = 3)" in flat
    past = run("history").stdout
    assert "weaker mine.basic.bound bound looser: 9 -> 10 (at n = 3)" in " ".join(past.split())
    assert all(len(line) <= 80 for line in (done.stdout + past).splitlines())
    [one, *_] = strict_json(run("diff", 1, 2, "--json").stdout)["changes"]
    assert (one["what"], one["how"], one["direction"]) == ("domain", "narrower", "weaker")
    assert run("diff", 2, 1).exit_code == 0
