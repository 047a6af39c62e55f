"""`bninit history` and `bninit diff`: what changed, and exit 1 where something got weaker."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from bninit.cli import main
from bninit.results.compare import changes
from bninit.results.reading import LARGEST_FILE
from bninit.results.result import Result, TwinCount
from bninit.run.load import user_module
from tests.shell.conftest import CLAIMS, Run, strict_json
from theory.claim import Evidence, Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
EXACT = Evidence("exact", HOLDS, "every n")
SAMPLED = Evidence("sampled", HOLDS, "n = 10", {"notices": 0.06, "cells": []})
GOOD = Result("p.g.good", "p", "g", "new", HOLDS, HOLDS, 1.0, evidence=(EXACT, SAMPLED), twins=TwinCount(3, 3, 3))
FALSE = Result("p.g.false", "p", "g", "quoted", REFUTED, REFUTED, 1.0, evidence=(replace(EXACT, verdict=REFUTED),))


def reaching(reach: str) -> Result:
    """A claim that holds by a check of a reach; beside a derivation, or instead of one, by a literal check."""
    literal = replace(EXACT, figures={"reach": "cases" if reach == "argued" else reach, "shapes": 3})
    return replace(GOOD, evidence=(literal, replace(EXACT, figures={"reach": reach})))


CASES: dict[str, tuple[Result, Result, list[tuple[str, str]]]] = {
    "nothing but seconds": (GOOD, replace(GOOD, seconds=9.0), []),
    "no longer decided": (GOOD, replace(GOOD, verdict=UNDECIDED), [("verdict", "weaker")]),
    "decided again": (replace(GOOD, verdict=UNDECIDED), GOOD, [("verdict", "stronger")]),
    "refuted now": (GOOD, replace(GOOD, verdict=REFUTED), [("verdict", "weaker")]),
    "refuted, and declared so": (GOOD, replace(GOOD, verdict=REFUTED, expected=REFUTED), [("verdict", "weaker")]),
    "crashed": (GOOD, replace(GOOD, verdict=UNDECIDED, error="RuntimeError"), [("verdict", "weaker")]),
    "a twin accepted": (GOOD, replace(GOOD, twins=TwinCount(3, 3, 2, 1)), [("verdict", "weaker")]),
    "a false claim no longer refuted": (FALSE, replace(FALSE, verdict=UNDECIDED), [("verdict", "weaker")]),
    "a false claim holds": (FALSE, replace(FALSE, verdict=HOLDS), [("verdict", "weaker")]),
    "sampled alone": (GOOD, replace(GOOD, evidence=(SAMPLED,)), [("reach", "weaker"), ("evidence", "weaker")]),
    "one more kind": (replace(GOOD, evidence=(SAMPLED,)), GOOD, [("reach", "stronger"), ("evidence", "stronger")]),
    **{
        f"{more} and then {less}": (reaching(more), reaching(less), [("reach", "weaker")])
        for more, less in pairwise(("stated", "argued", "cases", "step", "stand-in"))
    },
    "argued and then stated": (reaching("argued"), reaching("stated"), [("reach", "stronger")]),
    "one kind for another": (
        replace(GOOD, evidence=(SAMPLED,)),
        replace(GOOD, evidence=(EXACT,)),
        [("reach", "stronger"), ("evidence", "weaker")],
    ),
    "a blunter check": (
        GOOD,
        replace(GOOD, evidence=(EXACT, replace(SAMPLED, figures={"notices": 0.12}))),
        [("notices", "weaker")],
    ),
    "a sharper check": (
        GOOD,
        replace(GOOD, evidence=(EXACT, replace(SAMPLED, figures={"notices": 0.015}))),
        [("notices", "stronger")],
    ),
}


@pytest.mark.parametrize(("before", "after", "found"), CASES.values(), ids=CASES)
def test_direction(before: Result, after: Result, found: list[tuple[str, str]]) -> None:
    """A claim got weaker if it is less decided, less as expected, has less evidence of a kind, or notices less."""
    assert [(change.what, change.direction) for change in changes([before], [after])] == found


def test_gone_and_new() -> None:
    """A claim that is no longer checked got weaker; a new one that is not as expected is no gain."""
    assert [(c.claim, c.what, c.direction) for c in changes([GOOD], [FALSE])] == [
        (GOOD.id, "gone", "weaker"),
        (FALSE.id, "new", "stronger"),
    ]
    assert [c.direction for c in changes([], [replace(GOOD, verdict=UNDECIDED)])] == ["other"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ledger of two runs: a claim that held is refuted in the second, and another one is gone;
    run-1.json is the first."""
    folder = tmp_path_factory.mktemp("two")
    texts = ("make('good', count)\nmake('other', count)", "make('good', count, predicts=n + 1)")
    for number, text in enumerate(texts, 1):
        (folder / "mine.py").write_text(CLAIMS + text)
        user_module.cache_clear()
        command = ["check", "mine", "--jobs", "1", "--claims", str(folder / "mine.py"), "--json"]
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)  # where the claims leave their files
            done = CliRunner().invoke(main, [*command, "--ledger", str(folder / "ledger.sqlite")])
        (folder / f"run-{number}.json").write_text(done.stdout)
    with closing(sqlite3.connect(folder / "ledger.sqlite")) as link:
        link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@pytest.fixture
def two_runs(made: Path) -> None:
    shutil.copy(made / "ledger.sqlite", os.environ["BNINIT_LEDGER"])
    shutil.copy(made / "run-1.json", ".")


@pytest.mark.usefixtures("two_runs")
def test_history(run: Run) -> None:
    """`history` lists runs and turns of verdicts with what made the claim start afresh; for one claim, its evidence."""
    told = run("history").stdout
    assert "2 hold" in told.splitlines()[0]
    assert "mine.basic.good holds -> refuted afresh, for changed: prediction" in " ".join(told.split())
    one = run("history", "mine.basic.good").stdout
    assert "holds · 1 exact" in one
    assert "refuted · 1 exact" in one
    assert all(len(line) <= 80 for line in (told + one).splitlines())
    found = strict_json(run("history", "--json").stdout)
    keys = {"run", "started", "ended", "level", "seed", "selection", "commit", "checked", "verdicts", "turns"}
    assert [set(row) for row in found] == [keys, keys]
    assert [row["run"] for row in found] == [1, 2]
    [turn] = found[1]["turns"]
    assert [(part["what"], part["how"]) for part in turn["statement"]] == [("prediction", "other")]
    assert (turn["before"], turn["verdict"], turn["claim"]) == ("holds", "refuted", "mine.basic.good")
    assert [row["run"] for row in strict_json(run("history", "--last", 1, "--json").stdout)] == [2]


@pytest.mark.usefixtures("two_runs")
@pytest.mark.parametrize("before", ["1", "run-1.json"])
def test_diff(before: str, run: Run) -> None:
    """`diff` of two runs, by number or from a file, tells what changed; exit 1 as something got weaker."""
    done = run("diff", before, 2)
    assert done.exit_code == 1
    flat = " ".join(done.stdout.split())
    assert "1 statement changed: other mine.basic.good prediction changed: another one What was found:" in flat
    assert "weaker mine.basic.good verdict: holds -> refuted (not as expected)" in flat
    assert "weaker mine.basic.other gone: holds" in flat
    assert "0 claims unchanged · 2 weaker · 0 stronger" in flat
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    found = strict_json(run("diff", before, 2, "--json").stdout)
    assert found["weaker"] == 2
    assert [set(change) for change in found["changes"]] == [
        {"claim", "what", "before", "after", "direction", "how"}
    ] * 3
    assert run("diff", 2, before).exit_code == 0  # it gets stronger
    assert run("diff", before, 1).exit_code == 0
    assert "2 claims unchanged" in run("diff", before, 1).stdout


@pytest.mark.usefixtures("two_runs")
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["diff", 1, 99], "there is no run 99; `bninit history` lists the runs"),
        (["diff", 1, "nowhere.json"], "nowhere.json: cannot be read"),
        (["diff", "mine.py", 2], "wanted the output of `bninit check --json`"),
        (["diff", 1, "-1"], "-1"),
        (["diff", 1], "RUN"),
        (["history", "mine.basic.god"], "did you mean mine.basic.good?"),
        (["history", "--last", 0], "--last"),
    ],
)
def test_wrong_use(args: list[object], says: str, refused: Callable[..., str]) -> None:
    """Runs and claims that are not there, and what is no results.json, are wrong use."""
    Path("mine.py").write_text("n = 1\n")
    assert says in refused(*args)


@pytest.mark.usefixtures("two_runs")
@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: os.mkfifo(path), "is no regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "is no regular file"),
        (lambda path: path.mkdir(), "is no regular file"),
        (lambda path: path.touch() or os.truncate(path, LARGEST_FILE + 1), "holds more than"),
    ],
    ids=["a fifo", "a device without end", "a folder", "too large"],
)
def test_regular_files_alone(make: Callable[[Path], object], says: str, refused: Callable[..., str]) -> None:
    """`diff` and `report --results` read regular files of a stated size; nothing else is opened."""
    make(Path("odd"))
    for command in (("diff", 1, "odd"), ("report", "--results", "odd")):
        assert says in refused(*command)


def test_not_checked_is_not_gone(run: Run, claims_file: Callable[..., str]) -> None:
    """A run of fewer claims is compared in those that both checked, by number and from a file; the rest is named."""
    path = claims_file("\n".join(f"c{k} = make('c{k}', count)" for k in range(3)))
    Path("all.json").write_text(run("check", "mine", "--claims", path, "--json", "--jobs", 1).stdout)
    Path("one.json").write_text(run("check", "mine.basic.c1", "--claims", path, "--json", "--jobs", 1).stdout)
    for before, after in ((1, 2), ("all.json", "one.json")):
        done = run("diff", before, after)
        assert done.exit_code == 0, done.output
        told = " ".join(done.stdout.split())
        assert f"2 claims not checked in {after}, and not compared: mine.basic.c0, mine.basic.c2" in told
        assert "1 claim unchanged" in told
        found = strict_json(run("diff", before, after, "--json").stdout)
        assert (len(found["only_before"]), found["only_after"], found["weaker"]) == (2, [], 0)
        assert run("diff", after, before).exit_code == 0


def test_turns_across_levels(run: Run, claims_file: Callable[..., str]) -> None:
    """A claim that was undecided at one level and holds at another has turned."""
    ways = "late = make('late', count if Path('go').exists() else blind)"
    run("check", "mine", "--claims", claims_file(ways), "--jobs", 1, "--level", "quick")
    Path("go").touch()
    user_module.cache_clear()
    run("check", "mine", "--claims", claims_file(ways), "--jobs", 1, "--level", "standard")
    assert "mine.basic.late undecided -> holds" in " ".join(run("history").stdout.split())
    user_module.cache_clear()
    only = run("history", "--claims", claims_file("other = make('other', count)"))
    assert "No runs yet" in only.stdout


TAMPERED = [
    "UPDATE run SET environment = 'x'",
    "UPDATE run SET environment = '{\"versions\": 3}'",
    "UPDATE run SET selection = '{'",
    "UPDATE checked SET outcome = '[]'",
    "UPDATE checked SET outcome = '{\"twins\": null}'",
    "UPDATE evidence SET figures = 'no'",
    "UPDATE checked SET name = 'x'",
    "UPDATE claim SET content = 'x'",
]


def test_tampered_rows_are_told(made: Path, run: Run) -> None:
    """Whatever somebody wrote into a ledger by hand, `history`, `diff` and `verify` answer in sentences."""
    for change in TAMPERED:
        shutil.copy(made / "ledger.sqlite", "bad.sqlite")
        with closing(sqlite3.connect("bad.sqlite")) as link:
            for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                link.execute(f"DROP TRIGGER {name}")
            link.executescript(change)
            link.commit()
        for command in (("history",), ("history", "mine.basic.good"), ("diff", 1, 2), ("ledger", "verify")):
            done = run(*command, "--ledger", "bad.sqlite")
            assert done.exit_code in (0, 1, 2), done.output
        assert "Not all as recorded" in done.stdout, change
        assert "history" in done.stdout, change  # what can still be saved
