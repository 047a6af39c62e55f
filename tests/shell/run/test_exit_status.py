"""Exit statuses: 0 as expected, 1 not as expected, 2 wrong use, 3 a check crashed; the run goes on to its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.shell.conftest import Run, strict_json

GOOD = "good = make('good', count)"

CASES = {
    "a claim that holds": (GOOD, [], 0, ["1 of 1 as expected"]),
    "a false claim": ("wrong = make('wrong', count, predicts=n + 1)", [], 1, ["refuted (expected: holds)", "1, not 2"]),
    "a false claim, registered so": (
        "wrong = make('wrong', count, predicts=n + 1, expected=Verdict.REFUTED, truth=n)",
        [],
        0,
        ["refuted (expected)"],
    ),
    "a true claim registered as false": (
        "wrong = make('wrong', count, expected=Verdict.REFUTED, no_truth='it is true')",
        [],
        1,
        ["no check refutes it"],
    ),
    "no check": ("none = make('none', None)", [], 1, ["undecided", "it has no check"]),
    "an open claim": (
        "o = make('o', lambda predicted: (), expected='undecided')",
        [],
        0,
        ["undecided (expected)", "its checks were run"],
    ),
    "an open claim without a check": (
        "o = make('o', None, expected='undecided')",
        [],
        0,
        ["undecided (expected)", "nothing of it was looked at"],
    ),
    "an open claim that a check refutes": (
        "o = make('o', count, predicts=n + 1, expected='undecided')",
        [],
        1,
        ["refuted (expected: undecided)"],
    ),
    "a check that accepts false twins": ("b = make('b', blind)", [], 1, ["undecided", "are accepted, -n, 2*n"]),
    "a check that compares nothing": ("b = make('b', lambda predicted: ())", [], 1, ["undecided"]),
    "a check that crashes": ("c = make('c', crash)", [], 3, ["crashed: RuntimeError: no", "mine.py:"]),
    "a check that exits": ("c = make('c', leave)", [], 3, ["crashed: SystemExit"]),
    "a warning": ("w = make('w', warn)", [], 0, ["holds", "warning: UserWarning: mind the gap"]),
    "a warning, --strict": ("w = make('w', warn)", ["--strict"], 1, ["warning: UserWarning: mind the gap"]),
}


@pytest.mark.parametrize(("text", "options", "status", "says"), CASES.values(), ids=CASES)
def test_status(
    text: str, options: list[str], status: int, says: list[str], run: Run, claims_file: Callable[..., str]
) -> None:
    """The exit status speaks of unexpected verdicts, and the reason stands below the verdict in words."""
    done = run("check", "mine", "--claims", claims_file(text), *options)
    assert done.exit_code == status, done.output
    flat = " ".join(done.stdout.split())
    assert all(part in flat for part in says), done.stdout
    assert "\x1b" not in done.output
    assert "noise" not in done.stdout


def test_a_crash_loses_no_other_claim(run: Run, claims_file: Callable[..., str]) -> None:
    """Where one check crashes the others are still reported, and a crash outranks a false claim."""
    path = claims_file(f"{GOOD}\nc = make('c', crash)\nwrong = make('wrong', count, predicts=n + 1)")
    done = run("check", "mine", "--claims", path, "--json")
    claims = strict_json(done.stdout)["claims"]
    assert done.exit_code == 3
    assert [(c["id"], c["verdict"], bool(c["error"])) for c in claims] == [
        ("mine.basic.good", "holds", False),
        ("mine.basic.c", "undecided", True),
        ("mine.basic.wrong", "refuted", False),
    ]


FILES = {
    "raises": ("1/0", "mine.py, line 1 raised ZeroDivisionError: division by zero"),
    "raises on two lines": ("raise ValueError('one\\ntwo\\x1b[31m')", r"ValueError: one two\x1b[31m"),
    "exits": ("raise SystemExit(0)", "raised SystemExit: 0"),
    "is no Python": ("x = (", "raised SyntaxError"),
    "holds no claim": ("x = 1", "makes no Claim of its own"),
    "is binary": ("\0\1\2", "mine.py raised"),
}


@pytest.mark.parametrize("command", [("check",), ("list",), ("show", "x")], ids=lambda command: command[0])
@pytest.mark.parametrize(("text", "says"), FILES.values(), ids=FILES)
def test_bad_claims_file(
    command: tuple[str, ...], text: str, says: str, refused: Callable[..., str], claims_file: Callable[..., str]
) -> None:
    """A claims file that cannot be used is wrong use: one sentence, with its line, whatever the command."""
    assert says in refused(*command, "--claims", claims_file(text, preamble=""))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{GOOD}\nagain = make('good', count)", "two claims are called mine.basic.good"),
        ("x = make('x', count, uses=('no.such.claim',))", "uses no.such.claim, which is no claim"),
        ("x = make('x', count, uses=('mine.basic.x',))", "in a circle"),
        ("import dataclasses\nx = dataclasses.replace(make('x', count), id='x')", "wanted paper.group.name"),
    ],
)
def test_bad_ids(text: str, says: str, refused: Callable[..., str], claims_file: Callable[..., str]) -> None:
    """Ids used twice, `uses` that name no claim or run in a circle, and malformed ids are wrong use."""
    assert says in refused("check", "--claims", claims_file(text))


@pytest.mark.parametrize("path", ["missing.py", "mine.txt", ".", "x" * 5000 + ".py"])
def test_unreadable_claims_file(path: str, refused: Callable[..., str]) -> None:
    """A claims file that is not there, or no Python file, is refused."""
    assert "wanted a readable Python file" in refused("check", "--claims", path)
