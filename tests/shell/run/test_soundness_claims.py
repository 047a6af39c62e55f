"""False claims that honest mistakes let through, and true ones that they refuted: what a claims file now gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.shell.conftest import Run, strict_json

File = Callable[..., str]
GOOD = "good = make('good', count)"

MADE = {
    "under one name": "a = make('a', count)\na = make('b', count, predicts=n + 1)",
    "in a list": "several = [make(name, count, predicts=n + i) for i, name in enumerate('ab')]",
    "in a dict": "several = {name: make(name, count, predicts=n + i) for i, name in enumerate('ab')}",
    "in a function": "def several():\n    make('a', count)\n    make('b', count, predicts=n + 1)\nseveral()",
    "in a class": "class Several:\n    claims = (make('a', count), make('b', count, predicts=n + 1))",
    "and deleted": "a = make('a', count)\nb = make('b', count, predicts=n + 1)\ndel a, b",
    "by replacement": "import dataclasses\na = make('a', count)\nb = dataclasses.replace(a, id='mine.basic.b')",
}


@pytest.mark.parametrize("text", MADE.values(), ids=MADE)
def test_every_claim_that_is_made_is_checked(text: str, run: Run, claims_file: File) -> None:
    """Whatever name a claim is kept under, or none, it is checked, by every process, and is the file's."""
    done = run("check", "--claims", claims_file(text), "--json", "--no-ledger", "--jobs", 2)
    found = {claim["id"]: claim["verdict"] for claim in strict_json(done.stdout)["claims"]}
    assert list(found) == ["mine.basic.a", "mine.basic.b"]
    assert found["mine.basic.a"] == "holds"
    assert found["mine.basic.b"] != "holds"
    assert done.exit_code == 1


def test_claims_of_neighbours(run: Run, claims_file: File, tmp_path: Any) -> None:
    """Claims that an imported neighbour makes are the file's, too, with or without a name in it."""
    path = claims_file("import lemmas_beside", preamble="")
    (tmp_path / "lemmas_beside.py").write_text(f"from sympy import Integer\n{_conftest()}\n{GOOD}\n")
    assert "1 of 1 as expected" in run("check", "--claims", path, "--no-ledger").stdout


def _conftest() -> str:
    from tests.shell.conftest import CLAIMS

    return CLAIMS


def test_claims_made_too_late(run: Run, claims_file: File) -> None:
    """A claim that a check makes when it runs would go unchecked: the check has crashed, and the claim is named."""
    text = "def late(predicted):\n    make('late', count)\n    yield from count(predicted)\na = make('a', late)"
    done = run("check", "--claims", claims_file(text), "--no-ledger")
    assert done.exit_code == 3
    assert "mine.basic.late is made while mine.basic.a is checked" in " ".join(done.stdout.split())


REFUSED = {
    "a status": ("make('a', count, **{'silent_on': 3})", "mine.py, line 49: mine.basic.a: silent_on is 3"),
    "two of one id": ("make('a', count)\nmake('a', count)", "at mine.py, line 49 and at mine.py, line 50"),
    "a pole": ("make('a', count, predicts=1/(n - 2))", "line 49: mine.basic.a: predicts is 1/(n - 2), which"),
    "uses what is false": (
        "make('a', count, uses=('mine.basic.b',))\nmake('b', count, predicts=2*n, expected='refuted', truth=n)",
        "mine.basic.a (mine.py, line 49) uses mine.basic.b, which is registered as false",
    ),
    "uses the suite's false": (
        "make('a', count, uses=('daneshmand20.vanilla.limit-as-printed',))", "which is registered as false",
    ),
    "no truth": ("make('a', count, predicts=2*n, expected=Verdict.REFUTED)", "says nothing true instead: give truth="),
    "a model": (
        "from numerics.judging import BOOLEAN, sampled\nsampled(make('a', None), 's', at=({'n': 2},), support=BOOLEAN, "
        "notices=.1, models=('no centering',))", "no centring",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "says"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, says: str, refused: Callable[..., str], claims_file: File) -> None:
    """What is no claim is wrong use: one sentence with the file and line where it is made."""
    assert says in refused("check", "--claims", claims_file(text))


CHECKS = """
def wide(predicted):
    for k in range(1, 6):
        yield f"n = {k}", Integer(k), predicted.subs(n, k)
def spot(predicted):
    yield "n = 2", Integer(2), predicted.subs(n, 2)
def steps(predicted):
    yield "step", Integer(1), predicted.subs(n, n + 1) - predicted
def circular(predicted):
    yield "twice", 2*predicted, predicted + predicted
def first(predicted):
    yield "n", n, predicted[0]
def ratio(predicted):
    yield "n", Integer(1) / 2, predicted[0] / predicted[1]
def gap(predicted):
    yield "n", n, predicted[1] - predicted[0]
def total(predicted):
    yield "n", 3*n, predicted[0] + predicted[1]
def shown(predicted):
    yield "always", True, predicted
def form(predicted):
    yield "written out", predicted.is_Add, True
from sympy import elliptic_k
def elliptic(predicted):
    yield "n", elliptic_k(1/(n + 1)), predicted
def bounds(predicted):
    for k in range(1, 6):
        yield f"n = {k}", Integer(k), predicted.subs(n, k)
def returns(predicted):
    return True
def asserts(predicted):
    assert predicted == 3 * n
    yield "n", n, predicted
def stops(predicted):
    yield "n", n, next(iter(()))
def divides(predicted):
    yield "n", Integer(1) / 3 + 1 // 0, predicted
def both(claim, *others):
    for other in others:
        claim.exact(scope=other.__name__)(other)
"""

VERDICTS = {
    "a spot check beside a proof": ("both(make('a', wide), spot)", "holds", ""),
    "a step without a start": ("make('a', steps)", "undecided", "n + 1, n - 1: no check compares"),
    "a step and a start": ("both(make('a', steps), spot)", "holds", ""),
    "both sides from the prediction": ("both(make('a', wide), circular)", "undecided", "does not refute"),
    "an entry that no check compares": (
        "make('a', first, predicts=(n, n + 1))", "undecided", "no check compares entry 1 of the prediction, n + 1",
    ),
    "entries of which only the ratio is compared": (
        "make('a', ratio, predicts=(2*n, 4*n))", "undecided", "(4*n, 8*n): no check compares",
    ),
    "entries of which only the difference is compared": (
        "make('a', gap, predicts=(n, 2*n))", "undecided", "(n + 1, 2*n + 1), (n - 1, 2*n - 1): no check compares",
    ),
    "entries of which only the sum is compared": (
        "make('a', total, predicts=(n, 2*n))", "undecided", "(n + 1, 2*n - 1): no check compares",
    ),
    "a truth value": ("make('a', shown, predicts=True, over=({},))", "holds", ""),
    "a function of which no ball is known": ("make('a', elliptic, predicts=elliptic_k(1/(n + 1)))", "holds", ""),
    "a false form whose truth is equal to it": (
        "make('a', form, predicts=(n + 1)**2, expected='refuted', truth=n**2 + 2*n + 1)",
        "undecided", "what it names as true is equal to the false form",
    ),
    "a twin that is equal": ("make('a', wide, twins=(n*(n + 1) - n**2,))", "undecided", "hand-written twin"),
    "a twin with a pole": ("make('a', wide, twins=(1/(n - 2),))", "undecided", "has no value at a point of over"),
    "a twin that over cannot tell": (
        "make('a', spot, twins=(n + (n - 2)*(n - 3),))", "undecided", "is not shown to differ from the prediction",
    ),
    "a twin that a check can tell": ("make('a', wide, twins=(n + (n - 2)*(n - 3),))", "holds", ""),
    "a bound": ("make('a', bounds, predicts=n, relation='<=')", "holds", ""),
    "a twin that is a weaker bound": (
        "make('a', bounds, predicts=n, relation='<=', twins=(n + 3,))", "undecided", "follows from the claim",
    ),
    "a false form": ("make('a', wide, predicts=2*n, expected='refuted', truth=n)", "refuted", ""),
    "a false form whose truth is false": (
        "make('a', wide, predicts=2*n, expected='refuted', truth=3*n)", "undecided", "does not hold for what is true",
    ),
    "a false form with a check of its own bug": (
        "both(make('a', wide, predicts=2*n, expected='refuted', truth=n), lambda p: iter([('n', n + 1, p)]))"
        .replace("lambda p", "(lambda f: (setattr(f, '__name__', 'bug'), f)[1])(lambda p") + ")",
        "undecided", "the exact check on bug does not hold for what is true instead",
    ),
    "a false form, nothing true of which is": (
        "make('a', wide, predicts=2*n, expected='refuted', no_truth='there is none')", "refuted", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "verdict", "says"), VERDICTS.values(), ids=VERDICTS)
def test_verdict(text: str, verdict: str, says: str, run: Run, claims_file: File) -> None:
    """One verdict with its reason: it holds only if all twins that differ are shown false; else why not."""
    done = run("check", "--claims", claims_file(CHECKS + text), "--json", "--no-ledger")
    [claim] = strict_json(done.stdout)["claims"]
    assert (claim["verdict"], claim["error"]) == (verdict, "")
    assert claim["as_expected"] == (verdict != "undecided") == (done.exit_code == 0)
    assert bool(claim["reason"]) == (verdict == "undecided")
    assert says in claim["reason"]
    told = run("check", "--claims", claims_file(CHECKS + text), "--no-ledger").stdout
    assert "".join(says.split()) in "".join(told.split())


def test_control_is_told(run: Run, claims_file: File) -> None:
    """A refuted claim carries the verdict of each of its checks for what is true instead."""
    text = f"{CHECKS}\nboth(make('a', wide, predicts=2*n, expected='refuted', truth=n), spot)"
    [claim] = strict_json(run("check", "--claims", claims_file(text), "--json", "--no-ledger").stdout)["claims"]
    assert [(c["kind"], c["scope"], c["verdict"]) for c in claim["control"]] == [
        ("exact", "n = 1..5", "holds"),
        ("exact", "spot", "holds"),
    ]
    assert claim["twins"]["refuted"] > 3
    assert "control: 2 checks of it held" in run("check", "--claims", claims_file(text), "--no-ledger").stdout


@pytest.mark.parametrize("check", ["asserts", "stops", "divides", "returns"])
@pytest.mark.parametrize("expected", ["", ", predicts=2*n, expected='refuted', truth=n"])
def test_an_exception_is_no_verdict(check: str, expected: str, run: Run, claims_file: File) -> None:
    """A bug in a check neither holds nor refutes, whatever is expected: it has crashed, with the user's line."""
    done = run("check", "--claims", claims_file(f"{CHECKS}\nmake('a', {check}{expected})"), "--json", "--no-ledger")
    [claim] = strict_json(done.stdout)["claims"]
    assert done.exit_code == 3
    assert claim["verdict"] == "undecided"
    assert "(mine.py:" in claim["error"]


def test_suite_only_where_asked(run: Run, refused: Callable[..., str], claims_file: File) -> None:
    """--claims FILE is the file's claims alone; --with-suite adds the suite's; `show` finds both."""
    path = claims_file(GOOD)
    listed = strict_json(run("list", "--claims", path, "--json").stdout)
    assert [claim["id"] for claim in listed] == ["mine.basic.good"]
    assert len(strict_json(run("list", "--claims", path, "--with-suite", "--json").stdout)) > 400
    assert "add --with-suite" in refused("check", "nachum24.tree", "--claims", path)
    assert "give that, or leave it out" in refused("check", "nachum24.tree", "--with-suite")
    assert "nachum24.tree.limit" in run("show", "nachum24.tree.limit", "--claims", path).stdout
    done = run("check", "mine", "components.algebra", "--claims", path, "--with-suite", "--no-ledger")
    assert "5 claims from 2 papers" in done.stdout


@pytest.mark.parametrize("name", ["nope.csv", ".", "folder/nope.csv"])
def test_a_data_file_that_is_not_there(name: str, refused: Callable[..., str], claims_file: File) -> None:
    """`reads` names files beside the claims file; another name is refused with the claim's line."""
    said = refused("check", "--claims", claims_file(f"good = make('good', count, reads=('{name}',))"))
    assert f"mine.basic.good reads {name}, which is no file beside mine.py" in said
