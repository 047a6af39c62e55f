"""What cards say of a piece of evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bninit.show.evidence import PROVED, PROVED_BUT, in_words, proved, untested
from tests.shell.conftest import Run
from theory.claim import Evidence, Verdict


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ({"comparisons": 1}, "1 comparison"),
        ({"comparisons": 120, "shapes": 120}, "120 instances"),
        ({"comparisons": 8, "shapes": 8, "implied": "all others"}, "8 instances; all others"),
        ({"reach": "argued", "of": "n is even"}, "a derivation for all instances (n is even)"),
        ({"reach": "argued", "lacks": "its roots"}, "a derivation for all instances; its roots"),
        ({"greatest": {"n": 200, "d": 12}}, "up to n: 200, d: 12"),
        ({"distinct": {"n": 3}}, "distinct values of n: 3"),
        ({"gave_up": True}, "the list is not all: the search for further instances gave up"),
        ({"bound": "0.01"}, "bound at most 0.01 of the limit at the farthest index"),
        ({"side_conditions": ["n != 1", "x > 0"]}, "where n != 1, x > 0"),
        ({"witness": {"n": 7}}, "witness n: 7"),
        ({"slack": "0.5"}, "least slack 0.5"),
        ({"slack": "0", "slack_relative": 0.0, "slack_at": "n = 2"}, "attained at n = 2"),
        ({"slack": "1", "slack_relative": 0.123, "slack_at": "n = 2"}, "least slack 0.12 of the bound at n = 2"),
        ({"fails": "n = 3: 1, not 2"}, "fails: n = 3: 1, not 2"),
        ({"radius": "0", "radius_again": "0"}, "equal to within 0; at the second precision to within 0"),
        ({"radius": "1e-9", "radius_again": "1e-9"}, "equal to within 1e-9; not sharper at the second precision"),
        ({}, ""),
    ],
)
def test_in_words(figures: dict[str, Any], words: str) -> None:
    """Each figure that is there is said, and no other."""
    assert in_words(figures) == words


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ({}, (PROVED, [])),
        ({"lacks": "its roots"}, (PROVED_BUT, ["its roots"])),
        ({"taken": ["an integral"], "lacks": "its roots"}, (PROVED_BUT, ["assumed: an integral", "its roots"])),
    ],
)
def test_a_proof_says_what_it_assumes_and_lacks(figures: dict[str, Any], told: Any) -> None:
    assert proved(Evidence("formal", Verdict.HOLDS, "every n", figures)) == told


def test_a_bound_is_tested_where_one_check_comes_near() -> None:
    """Not where no evidence comes within a factor of ten; of equations and signs nothing is said."""

    def slack(*near: float) -> bool:
        return untested(Evidence("exact", Verdict.HOLDS, "n", {"slack_relative": part}) for part in near)

    assert slack(0.95)
    assert slack(1.5, 0.9)
    assert not slack(0.95, 0.89)
    assert not slack()


FAR = """
from theory import *
from theory.domains.numbers import Integers
from theory.notation import n
ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")
far = Claim("mine.far.bound", source=ME, status="new", says="n <= 20 n", tex="n", hypotheses=(), relation="<=",
    predicts=20 * n, given={"n": Integers(1, 9)}, left="n")
far.literal(lambda at: at.n)
"""


def test_show_tells_what_the_last_run_found(run: Run) -> None:
    """After a run in the ledger: instances, slack, and that the bound is not tested; before it nothing of that."""
    Path("far.py").write_text(FAR)
    where = ("--claims", "far.py", "--ledger", "own.sqlite")
    shown = ("show", "mine.far.bound", *where)
    before = run(*shown)
    assert before.exit_code == 0, before.output
    assert "Run" not in before.output
    run("check", "mine.far.bound", "--level", "quick", "--jobs", "1", *where)
    after = run(*shown).output
    assert max(map(len, after.splitlines())) <= 80
    for part in ("9 instances", "least slack 0.95 of the bound at n = 1", "not tested for sharpness"):
        assert part in " ".join(after.split())
