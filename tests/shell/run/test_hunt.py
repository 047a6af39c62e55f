"""Tests of the hunt: a false claim is found, shrunk and reproduced; a true one is tried and kept."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bninit.cli import main

HEAD = """
from sympy import Integer, Rational
from theory import Claim, Locator, Paper
from theory.batchnorm import batchnorm
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.matrices import Correlations
from theory.domains.numbers import Integers
from theory.notation import n

def claim(name, given, predicts):
    return Claim(
        f"mine.hunt.{name}", source=Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1"),
        status="new", says="at most", tex="x", hypotheses=(), relation="<=", predicts=predicts, given=given,
    )
"""
PEAK = HEAD + """
size = Given({"x": Batches()}, letters={"n": lambda at: Integer(len(at["x"]))})
@claim("peak", size, PREDICTS).literal(most=8)
def _(at):
    return max(batchnorm(at.x)) ** 2
"""  # fmt: skip
FAR = HEAD + """
for name, domain in {"numbers": Integers(1), "batches": Batches(), "matrices": Correlations()}.items():
    @claim(name, Given({"x": domain}), Integer(46)).literal(most=8)
    def _(at):
        return Integer(at.x if isinstance(at.x, Integer) else len(at.x))
"""  # fmt: skip
GAVE_UP = HEAD + """
given = Given({"n": Integers(1)}, lambda at: at["n"] < 5 or at["n"] > 10**8, "n < 5 or n > 10^8")
@claim("up", given, Integer(5)).literal
def _(at):
    return at.n
"""  # fmt: skip


def hunted(text: str, *words: str, seconds: str = "0.4", file: str = "mine.py") -> Result:
    Path(file).write_text(text)
    return CliRunner().invoke(main, ["hunt", "--claims", file, "--seconds", seconds, "--jobs", "1", *words])


def rows(done: Result) -> Any:
    return json.loads(done.stdout)["claims"]


def checked(text: str) -> Any:
    Path("mine.py").write_text(text)
    words = ["check", "--claims", "mine.py", "--jobs", "1", "--no-ledger", "--json"]
    return rows(CliRunner().invoke(main, words))[0]


def test_a_false_bound_is_found_shrunk_and_reproduced(capsys: pytest.CaptureFixture[str]) -> None:
    """The bound 4 is first broken by six points; the program of the find is kept, and shows it when it is run."""
    done = hunted(PEAK.replace("PREDICTS", "Integer(4)"), "--json", "--out", "finds", seconds="60")
    assert done.exit_code == 1, done.output
    (row,) = rows(done)
    assert row["found"].endswith("n = 6")
    text = Path("finds/mine.hunt.peak.py").read_text()
    assert "Fraction(1, 1)" in text
    assert row["file"] == text
    runpy.run_path("finds/mine.hunt.peak.py", run_name="__main__")
    assert "verdict='violated'" in capsys.readouterr().out


def test_a_true_bound_survives() -> None:
    """n - 1 is attained by one point against the others: slack 0, many sizes, no find. Two hunts of one statement are
    counted together in the ledger; of a mended statement it begins anew. --keep writes a module that gives the literal
    checks of the claim one more case."""
    true = PEAK.replace("PREDICTS", "n - 1")
    one, two = (hunted(true, "--json", "--keep", "strongest_of_mine.py") for _ in range(2))
    (row,), (again,) = rows(one), rows(two)
    assert one.exit_code == 0, one.output
    assert row["tried"] == row["small"] + row["drawn"] + row["steered"] > 5
    assert (row["slack"], row["found"], row["sizes"] >= 2) == (0.0, "", True)
    tried = [json.loads(done.stdout)["run"]["tried"] for done in (one, two)]
    assert (row["in_all"], again["in_all"]) == (tried[0], sum(tried))
    mended = json.loads(hunted(PEAK.replace("PREDICTS", "n"), "--json", file="mended.py").stdout)["run"]
    assert mended["in_all"] == mended["tried"]
    assert CliRunner().invoke(main, ["ledger", "verify"]).exit_code == 0
    assert 'strongest("mine.hunt.peak", {"x": (' in Path("strongest_of_mine.py").read_text()
    assert checked(f"{true}\nimport strongest_of_mine\n")["evidence"][0]["shapes"] >= 8


def test_wrong_use() -> None:
    """Claims without domains, or false ones, cannot be hunted; a ledger has to be one; nan and inf are no times."""
    assert "makes no Claim" in hunted("x = 1\n").stderr
    true = PEAK.replace("PREDICTS", "n")
    false = true.replace("given=given,", "given=given, expected='refuted', truth=n - 1,")
    assert "has the counterexamples of false ones" in hunted(false, file="false.py").stderr
    Path("no.sqlite").write_text("not a ledger, but a text that is longer than a header of a hundred bytes" * 3)
    done = hunted(true, "--ledger", "no.sqlite")
    assert (done.exit_code, "is not a ledger" in done.stderr) == (2, True)
    assert [hunted(true, seconds=seconds).exit_code for seconds in ("nan", "inf", "0")] == [2] * 3


def test_a_bound_that_is_first_broken_far_out_is_found() -> None:
    """By numbers, batches and matrices of size 47 and more."""
    done = hunted(FAR, "--no-ledger", "--json", seconds="30")
    assert done.exit_code == 1, done.output
    assert [bool(row["found"]) for row in rows(done)] == [True] * 3


def test_a_search_that_gave_up_is_told() -> None:
    """Neither the hunt nor the check says that four instances are all; the table has words for it."""
    (row,) = rows(hunted(GAVE_UP, "--no-ledger", "--json"))
    assert (row["gave_up"], row["exhausted"]) == (True, False)
    told = hunted(GAVE_UP, "--no-ledger").output
    assert all(part in told for part in ("mine.hunt.up", "0 of 1 claims violated", "(gave up)"))
    (evidence,) = checked(GAVE_UP)["evidence"]
    assert (evidence["gave_up"], evidence["reach"]) == (True, "cases")
    assert (evidence["greatest"], evidence["distinct"]) == ({"n": 4}, {"n": 4})


@pytest.mark.parametrize("kind", ["exact", "certified"])
def test_hunt_and_check_have_one_judge(kind: str) -> None:
    """A difference of 1e-45 is violated in both."""
    near = PEAK.replace("PREDICTS", "n - 1 - Rational(1, 10**45)").replace("most=8", f"most=8, kind={kind!r}")
    near = near.replace("max(batchnorm(at.x)) ** 2", "Integer(len(at.x) - 1)")
    assert rows(hunted(near, "--no-ledger", "--json"))[0]["found"]
    assert checked(near)["verdict"] == "refuted"
