"""Tests of the hunt: a false claim is found, shrunk and reproduced; a true one is tried and kept."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bninit.cli import main

HEAD = """
from sympy import Integer, Rational
from theory import Claim, Locator, Paper
from theory.batchnorm import batchnorm
from theory.domains.batches import Batches
from theory.domains.numbers import Integers
from theory.domains.given import Given
from theory.notation import n

claim = Claim(
    "mine.hunt.peak", source=Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1"),
    status="new", says="the greatest squared entry", tex="x", hypotheses=(), relation="<=", predicts={predicts},
    given=Given({{"x": Batches()}}, letters={{"n": lambda at: Integer(len(at["x"]))}}),
)

@claim.literal(most=8)
def _(at):
    return max(batchnorm(at.x)) ** 2
"""


def hunted(predicts: str, *words: str, seconds: str = "0.5", file: str = "mine.py"):
    Path(file).write_text(HEAD.format(predicts=predicts))
    command = ["hunt", "--claims", file, "--seconds", seconds, "--jobs", "1", "--ledger", "hunts.sqlite", *words]
    return CliRunner().invoke(main, command)


def test_a_false_bound_is_found_shrunk_and_reproduced() -> None:
    """The bound 4 is first broken by six points; the program of the find is kept, and shows it when it is run."""
    done = hunted("Integer(4)", "--json", "--out", "finds", seconds="60")
    assert done.exit_code == 1, done.output
    (row,) = json.loads(done.stdout)["claims"]
    assert row["found"].endswith("n = 6")
    text = Path("finds/mine.hunt.peak.py").read_text()
    assert "Fraction(1, 1)" in text
    assert row["file"] == text
    ran = subprocess.run([sys.executable, "finds/mine.hunt.peak.py"], capture_output=True, text=True, check=True)
    assert "verdict='violated'" in ran.stdout


def test_a_true_bound_survives_and_tells_its_least_slack() -> None:
    """n - 1 is attained by one point against the others: slack 0, many sizes, no find."""
    done = hunted("n - 1", "--json")
    assert done.exit_code == 0, done.output
    (row,) = json.loads(done.stdout)["claims"]
    assert row["tried"] == row["small"] + row["drawn"] + row["steered"] > 5
    assert row["slack"] == 0.0
    assert row["sizes"] >= 2
    assert row["found"] == ""


def test_the_ledger_adds_up_what_was_tried() -> None:
    """Two hunts of one statement are counted together; of a mended statement it begins anew."""
    tried = [json.loads(hunted("n - 1", "--json", "--ledger", "all.sqlite", seconds="0.3").stdout) for _ in range(2)]
    assert tried[0]["run"]["in_all"] == tried[0]["run"]["tried"]
    assert tried[1]["claims"][0]["in_all"] == sum(one["run"]["tried"] for one in tried)
    mended = json.loads(hunted("n", "--json", "--ledger", "all.sqlite", seconds="0.3", file="mended.py").stdout)
    assert mended["run"]["in_all"] == mended["run"]["tried"]
    done = CliRunner().invoke(main, ["ledger", "verify", "--ledger", "all.sqlite"])
    assert done.exit_code == 0, done.output


def test_wrong_use() -> None:
    """Claims without domains cannot be hunted; a ledger that was named has to be one; nan and inf are no times."""
    Path("none.py").write_text("x = 1\n")
    assert "makes no Claim" in CliRunner().invoke(main, ["hunt", "--claims", "none.py"]).stderr
    Path("no.sqlite").write_text("not a ledger, but a text that is longer than a header of a hundred bytes" * 3)
    done = hunted("n - 1", "--ledger", "no.sqlite")
    assert (done.exit_code, "is not a ledger" in done.stderr) == (2, True)
    assert [hunted("n", seconds=seconds).exit_code for seconds in ("nan", "inf", "0")] == [2] * 3


def test_the_closest_instances_become_cases() -> None:
    """--keep writes a module that gives the literal checks of the claim one more case."""
    done = hunted("n - 1", "--keep", "strongest_of_mine.py")
    assert done.exit_code == 0, done.output
    text = Path("strongest_of_mine.py").read_text()
    assert 'strongest("mine.hunt.peak", {"x": (' in text
    Path("mine.py").write_text(HEAD.format(predicts="n - 1") + "\nimport strongest_of_mine\n")
    checked = CliRunner().invoke(main, ["check", "--claims", "mine.py", "--json", "--no-ledger", "--jobs", "1"])
    (row,) = json.loads(checked.stdout)["claims"]
    assert row["evidence"][0]["shapes"] >= 8


FAR = """
from sympy import Integer
from theory import Claim, Locator, Paper
from theory.domains.batches import Batches
from theory.domains.numbers import Integers
from theory.domains.given import Given
from theory.domains.matrices import Correlations

def claim(name, domain):
    found = Claim(
        f"mine.far.{name}", source=Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1"),
        status="new", says="true below 47", tex="x", hypotheses=(), relation="<=", predicts=Integer(46),
        given=Given({"x": domain}),
    )
    @found.literal(most=8)
    def _(at):
        return Integer(at.x if isinstance(at.x, Integer) else len(at.x))

claim("numbers", Integers(1))
claim("batches", Batches())
claim("matrices", Correlations())
"""


def test_a_bound_that_is_first_broken_far_out_is_found() -> None:
    """By numbers, batches and matrices of size 47 and more."""
    Path("far.py").write_text(FAR)
    words = ["hunt", "--claims", "far.py", "--seconds", "20", "--jobs", "1", "--no-ledger", "--json"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1, done.output
    assert all(row["found"] for row in json.loads(done.stdout)["claims"])


GAVE_UP = """
from sympy import Integer
from theory import Claim, Locator, Paper
from theory.domains.numbers import Integers
from theory.domains.given import Given
from theory.notation import n

claim = Claim(
    "mine.gave.up", source=Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1"),
    status="new", says="small", tex="x", hypotheses=(), relation="<=", predicts=Integer(5),
    given=Given({"n": Integers(1)}, lambda at: at["n"] < 5 or at["n"] > 10**8, "n < 5 or n > 10^8"),
)

@claim.literal
def _(at):
    return at.n
"""


def test_a_search_that_gave_up_is_told() -> None:
    """Neither the hunt nor the check says that four instances are all."""
    Path("up.py").write_text(GAVE_UP)
    words = ["--claims", "up.py", "--jobs", "1", "--no-ledger", "--json"]
    (row,) = json.loads(CliRunner().invoke(main, ["hunt", "--seconds", "0.5", *words]).stdout)["claims"]
    assert (row["gave_up"], row["exhausted"]) == (True, False)
    told = CliRunner().invoke(main, ["hunt", "--seconds", "0.5", *words[:-1]]).output
    assert all(part in told for part in ("mine.gave.up", "0 of 1 claims violated", "(gave up)"))
    (row,) = json.loads(CliRunner().invoke(main, ["check", *words]).stdout)["claims"]
    (evidence,) = row["evidence"]
    assert (evidence["gave_up"], evidence["reach"]) == (True, "cases")
    assert (evidence["greatest"], evidence["distinct"]) == ({"n": 4}, {"n": 4})


@pytest.mark.parametrize("kind", ["exact", "certified"])
def test_hunt_and_check_have_one_judge(kind: str) -> None:
    """A difference of 1e-45 is violated in both."""
    text = HEAD.format(predicts="n - 1 - Rational(1, 10**45)").replace("most=8", f"most=8, kind={kind!r}")
    Path("near.py").write_text(text.replace("max(batchnorm(at.x)) ** 2", "Integer(len(at.x) - 1)"))
    words = ["--claims", "near.py", "--jobs", "1", "--no-ledger", "--json"]
    assert json.loads(CliRunner().invoke(main, ["hunt", "--seconds", "0.3", *words]).stdout)["claims"][0]["found"]
    assert json.loads(CliRunner().invoke(main, ["check", *words]).stdout)["claims"][0]["verdict"] == "refuted"
