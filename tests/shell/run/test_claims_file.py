"""A user's claims file: which claims are its own, what of it is refused, and what it or a check changes for others."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bninit.api import check, load
from bninit.run.load import user_module
from bninit.run.printed import MOST
from tests.shell.conftest import CLAIMS, Run, strict_json
from tests.waiting import PATIENCE

File = Callable[..., str]
GOOD = "good = make('good', count)"

MADE = {
    "under one name": "a = make('a', count)\na = make('b', count, predicts=n + 1)",
    "in a list": "several = [make(name, count, predicts=n + i) for i, name in enumerate('ab')]",
    "in a function": "def several():\n    make('a', count)\n    make('b', count, predicts=n + 1)\nseveral()",
    "in a class": "class Several:\n    claims = (make('a', count), make('b', count, predicts=n + 1))",
    "by replacement": "import dataclasses\na = make('a', count)\nb = dataclasses.replace(a, id='mine.basic.b')",
    "by a neighbour": "import lemmas_beside",
    "and deleted": "a = make('a', count)\nb = make('b', count, predicts=n + 1)\ndel a, b",
}


def test_every_claim_that_is_made_is_checked(run: Run, claims_file: File) -> None:
    """Whatever name a claim is kept under, or none, it is the file's, and is checked, by every process."""
    Path("lemmas_beside.py").write_text(f"{CLAIMS}make('a', count)\nmake('b', count)\n")
    for way, text in MADE.items():
        user_module.cache_clear()
        listed = strict_json(run("list", "--claims", claims_file(text), "--json").stdout)
        assert [claim["id"] for claim in listed] == ["mine.basic.a", "mine.basic.b"], way
    done = run("check", "--claims", claims_file(text), "--json", "--no-ledger", "--jobs", 2)
    assert [claim["verdict"] for claim in strict_json(done.stdout)["claims"]] == ["holds", "refuted"]


def test_claims_made_too_late(run: Run, claims_file: File) -> None:
    """A claim that a check makes when it runs would go unchecked: the check has crashed, and the claim is named."""
    text = "def late(predicted):\n    make('late', count)\n    yield from count(predicted)\na = make('a', late)"
    done = run("check", "--claims", claims_file(text), "--no-ledger")
    assert done.exit_code == 3
    assert "mine.basic.late is made while mine.basic.a is checked" in " ".join(done.stdout.split())


def test_suite_only_where_asked(run: Run, refused: Callable[..., str], claims_file: File) -> None:
    """--claims FILE is the file's claims alone; --with-suite adds the suite's; `show` finds both."""
    path = claims_file(GOOD)
    listed = strict_json(run("list", "--claims", path, "--json").stdout)
    assert [claim["id"] for claim in listed] == ["mine.basic.good"]
    assert len(strict_json(run("list", "--claims", path, "--with-suite", "--json").stdout)) > 400
    assert "add --with-suite" in refused("check", "nachum24.tree", "--claims", path)
    assert "give that, or leave it out" in refused("check", "nachum24.tree", "--with-suite")
    assert "nachum24.tree.limit" in run("show", "nachum24.tree.limit", "--claims", path).stdout
    done = run("check", "mine", "components.algebra.rc-idempotent", "--claims", path, "--with-suite", "--no-ledger")
    assert "2 claims from 2 papers" in done.stdout


REFUSED = {
    "a field of another type": ("make('a', count, **{'silent_on': 3})", "line 49: mine.basic.a: silent_on is 3"),
    "two of one id": ("make('a', count)\nmake('a', count)", "at mine.py, line 49 and at mine.py, line 50"),
    "a pole": ("make('a', count, predicts=1/(n - 2))", r"line 49: mine.basic.a: predicts is 1/\(n - 2\), which"),
    "uses no claim": ("make('x', count, uses=('no.such.claim',))", "uses no.such.claim, which is no claim"),
    "uses itself": ("make('x', count, uses=('mine.basic.x',))", "in a circle"),
    "uses what is false": (
        "make('a', count, uses=('mine.basic.b',))\nmake('b', count, predicts=2*n, expected='refuted', truth=n)",
        r"mine.basic.a \(mine.py, line 49\) uses mine.basic.b, which is registered as false",
    ),
    "uses the suite's false": (
        "make('a', count, uses=('daneshmand20.vanilla.limit-as-printed',))", "which is registered as false",
    ),
    "a malformed id": ("import dataclasses\ndataclasses.replace(make('x', count), id='x')", "wanted paper.group.name"),
    "no truth": ("make('a', count, predicts=2*n, expected=Verdict.REFUTED)", "says nothing true instead: give truth="),
    "a model": (
        "from numerics.judging import BOOLEAN, sampled\nsampled(make('a', None), 's', at=({'n': 2},), support=BOOLEAN, "
        "notices=.1, models=('no centering',))", "no centring",
    ),
    "reads nothing": (f"{GOOD[:-1]}, reads=('nope.csv',))", "good reads nope.csv, which is no file beside mine.py"),
    "reads a folder": (f"{GOOD[:-1]}, reads=('.',))", "good reads ., which is no file beside mine.py"),
    "relu replaced": ("import theory.batchnorm\ntheory.batchnorm.relu = None\n" + GOOD, "relu"),
    "a sum replaced": ("import sympy\nsympy.Rational.__add__ = None\n" + GOOD, "__add__"),
}  # fmt: skip
ALONE = {
    "raises": ("1/0", "mine.py, line 1 raised ZeroDivisionError: division by zero"),
    "raises on two lines": ("raise ValueError('one\\ntwo\\x1b[31m')", r"ValueError: one two\\x1b\[31m"),
    "is no Python": ("x = (", "raised SyntaxError"),
    "holds no claim": ("x = 1", "makes no Claim of its own"),
    "is binary": ("\0\1\2", "mine.py raised"),
    "BaseException": ("x = 1\nraise BaseException('base')", r"mine.py, line 2,? raised BaseException: base"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", r"mine.py, line 1,? raised KeyboardInterrupt"),
    "SystemExit": ("import sys\nsys.exit(3)", r"mine.py, line 2,? raised SystemExit: 3"),
    "GeneratorExit": ("\n\nraise GeneratorExit", r"mine.py, line 3,? raised GeneratorExit"),
    "segfault": ("import ctypes\nctypes.string_at(0)", r"mine.py, line 2, cannot be imported: .* killed by SIGSEGV"),
    "kill": ("import os\nos.kill(os.getpid(), 9)", r"mine.py cannot be imported: .* killed by SIGKILL"),
    "exit": ("import os\nos._exit(0)", r"mine.py cannot be imported: its process exited with status 0"),
    "sleep": ("import time\n\ntime.sleep(1e6)", r"mine.py, line 3, was not imported within 1 s"),
    "loop": ("while True:\n    pass", r"mine.py, line [12], was not imported within 1 s"),
    "a builtin": ("import builtins\nbuiltins.len = lambda x: 0", r"mine.py, line 2 replaces Python's own len"),
    "deleted builtin": ("import builtins\ndel builtins.print", r"mine.py, line 2 replaces Python's own print"),
}


@pytest.mark.parametrize(
    ("text", "says", "preamble"),
    [*((*case, CLAIMS) for case in REFUSED.values()), *((*case, "") for case in ALONE.values())],
    ids=[*REFUSED, *ALONE],
)
def test_refused(
    text: str, says: str, preamble: str, refused: Callable[..., str], claims_file: File,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A claims file that is no such file, that hangs, exits, dies or replaces what bninit needs, or in which something
    is no claim, is wrong use: one sentence with the file and line."""
    monkeypatch.setattr("bninit.run.tried.LOADING", 1.0)
    assert re.search(says, refused("check", "--claims", claims_file(text, preamble=preamble)))


def test_refused_by_each_command(refused: Callable[..., str], claims_file: File) -> None:
    """One that cannot be used, is not there, or is no Python file."""
    path = claims_file("raise SystemExit(0)", preamble="")
    for command in (("list",), ("show", "x"), ("report",), ("hunt",)):
        assert "raised SystemExit: 0" in refused(*command, "--claims", path)
    for name in ("missing.py", "mine.txt", ".", "x" * 5000 + ".py"):
        assert "wanted a readable Python file" in refused("check", "--claims", name)


# ---- what reaches others

LOUD = """
import subprocess, sys
print('noise at import')
os.write(1, b'noise')
subprocess.run(['echo', 'noise'])
WAYS = [print, lambda t: print(t, file=sys.stderr), lambda t: sys.stdout.write(t + "\\n"),
        lambda t: sys.stdout.buffer.write(t.encode() + b"\\n"), lambda t: sys.stderr.writelines([t, "\\n"])]
def loud(predicted):
    for way in WAYS if not Path("said").exists() else ():
        way("é" * 500_000)
    Path("said").touch()
    yield from count(predicted)
loud, quiet = make("loud", loud), make("quiet", warn)
"""


def test_what_is_printed(start: Callable[..., Any], claims_file: File) -> None:
    """What a claims file prints when it is imported, by whatever means, is not among the results. Of 5 MB that a check
    prints, by whichever stream of Python's, 64 kB are shown on stderr, and a line that counts the rest."""
    process = start("check", "--claims", claims_file(LOUD), "--json", "--no-ledger", "--jobs", 1)
    out, err = process.communicate(timeout=PATIENCE)
    assert {claim["verdict"] for claim in strict_json(out)["claims"]} == {"holds"}
    assert len(err.encode()) < MOST + 2000
    left = 5 * 1_000_001 - MOST
    assert f"mine.basic.loud printed {left:,} bytes more, which are left out." in err.splitlines()
    assert "noise" in err.splitlines()


def test_a_claims_file_that_forks(start: Callable[..., Any], claims_file: File) -> None:
    """A copy of the process that a claims file makes prints nothing: there is one document."""
    process = start("check", "--claims", claims_file(f"os.fork()\n{GOOD}"), "--json", "--no-ledger")
    out, _ = process.communicate(timeout=PATIENCE)
    assert len(strict_json(out)["claims"]) == 1 if process.returncode == 0 else out == ""


CHANGES = {
    "relu": "theory.batchnorm.relu = lambda x: 7",
    "sum": "sympy.Rational.__add__ = lambda a, b: a",
    "environment": "os.environ['HOME'] = '7'",
    "folder": "os.chdir('/')",
    "path": "sys.path.insert(0, '7')",
    "numpy": "np.seterr(all='raise')",
    "precision": "flint.ctx.prec = 7",
    "builtin": "builtins.hex = None",
    "cache": "theory.tree.CHANGED = 7",
    "constant": "theory.notation.HALF = 7",
}

FILE = """
import builtins, os, sys
import flint, numpy as np, sympy, theory.batchnorm, theory.notation, theory.tree
from sympy import Rational
from numerics.judging import BOOLEAN, sampled
def state():
    return (theory.batchnorm.relu, sympy.Rational.__add__, os.environ['HOME'], os.getcwd(), sys.path[0],
            str(np.geterr()), flint.ctx.prec == 7, builtins.hex, hasattr(theory.tree, 'CHANGED'), theory.notation.HALF)
BEFORE = state()

def same(predicted):
    if state() != BEFORE:
        raise RuntimeError(f"changed: {[new for new, old in zip(state(), BEFORE) if new != old]}")
    yield from count(predicted)

def coin(name):
    claim = make(name, None, Rational(1, 2), ({},))
    @sampled(claim, "coins", at=({},), notices=0.2, support=BOOLEAN, block=512)
    def flip(layer, cell, rng, size):
        return rng.integers(0, 2, size).astype(float)
coin("heads"), coin("tails")
make("refuted", count, predicts=n + 1), make("crashed", crash)
"""


def test_changes_reach_no_other_claim(run: Run, claims_file: File) -> None:
    """Ten checks that change what their process has once: at 1 and 3 jobs all others find it as it was. With one
    seed, verdicts and figures, of simulations too, are the same."""
    parts = [FILE]
    for name, deed in CHANGES.items():
        parts += [f"make('{name}-before', same)", f"def change_{name}(predicted):", f"    {deed}",
                  "    yield from count(predicted)", f"make('{name}-deed', change_{name})"]  # fmt: skip
    mine, found = claims_file("\n".join([*parts, "make('last', same)"])), []
    for jobs in (1, 3):
        told = run("check", "--claims", mine, "--json", "--no-ledger", "--level", "quick", "--jobs", jobs, "--seed", 5)
        claims = strict_json(told.stdout)["claims"]
        found.append([{key: value for key, value in claim.items() if "seconds" not in key} for claim in claims])
    assert found[0] == found[1]
    by_name = {claim["id"].split(".")[-1]: claim for claim in found[0]}
    assert (by_name["refuted"]["verdict"], by_name["crashed"]["verdict"]) == ("refuted", "undecided")
    assert by_name["heads"]["evidence"][0]["cells"][0]["mean"]
    undisturbed = [claim for name, claim in by_name.items() if name.endswith("-before") or name == "last"]
    assert [(claim["verdict"], claim["error"]) for claim in undisturbed] == [("holds", "")] * 11
    for name in ("relu", "sum", "constant"):
        assert "which bninit itself needs" in by_name[f"{name}-deed"]["error"]


def test_in_this_process(claims_file: File) -> None:
    """`api.check` names what a check has replaced, and it stands for what it did before."""
    import theory.batchnorm

    plain = theory.batchnorm.relu
    claims = load(claims_file("import theory.batchnorm\ndef bad(predicted):\n    theory.batchnorm.relu = None\n"
                              "    yield from count(predicted)\nc = make('c', bad)"))  # fmt: skip
    with pytest.raises(RuntimeError, match=r"theory\.batchnorm\.relu"):
        check(claims["mine.basic.c"])
    assert theory.batchnorm.relu is plain
