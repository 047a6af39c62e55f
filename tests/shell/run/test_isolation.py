"""What a check, or a claims file, changes in its process reaches no other claim."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bninit.api import check, load
from tests.shell.conftest import Run, strict_json
from tests.waiting import PATIENCE

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
def state():
    return (theory.batchnorm.relu, sympy.Rational.__add__, os.environ['HOME'], os.getcwd(), sys.path[0],
            str(np.geterr()), flint.ctx.prec == 7, builtins.hex, hasattr(theory.tree, 'CHANGED'), theory.notation.HALF)
BEFORE = state()

def same(predicted):
    if state() != BEFORE:
        raise RuntimeError(f"changed: {[new for new, old in zip(state(), BEFORE) if new != old]}")
    yield from count(predicted)
"""


def deeds() -> str:
    parts = [FILE]
    for number, (name, deed) in enumerate(CHANGES.items()):
        parts += [f"def change_{name}(predicted):\n    {deed}\n    yield from count(predicted)",
                  f"c{number}a = make('{number}a', same)\nc{number}b = make('{number}b', change_{name})"]  # fmt: skip
    return "\n".join([*parts, "z = make('z', same)"])


def test_changes_reach_no_other_claim(run: Run, claims_file: Callable[..., str]) -> None:
    """Ten checks that change what their process has once: at 1, 2 and 4 jobs all others find it as it was."""
    mine, found = claims_file(deeds()), []
    for jobs in (1, 2, 4):
        told = run("check", "--claims", mine, "--json", "--no-ledger", "--level", "quick", "--jobs", jobs, "--seed", 5)
        claims = strict_json(told.stdout)["claims"]
        found.append({claim["id"]: (claim["verdict"], claim["error"]) for claim in claims})
    assert found[0] == found[1] == found[2]
    assert {i: how for i, how in found[0].items() if not i.endswith("b") and how != ("holds", "")} == {}
    assert {i for i, (_, error) in found[0].items() if "which bninit itself needs" in error} >= {
        f"mine.basic.{list(CHANGES).index(name)}b" for name in ("relu", "sum", "constant")
    }


COINS = """
from sympy import Rational
from numerics.judging import BOOLEAN, sampled
def coin(name):
    claim = make(name, None, Rational(1, 2), ({},))
    @sampled(claim, "coins", at=({},), notices=0.2, support=BOOLEAN, block=512)
    def flip(layer, cell, rng, size):
        return rng.integers(0, 2, size).astype(float)
    return claim
heads, tails = coin("heads"), coin("tails")
a, b, c = make("a", count), make("b", count, predicts=n + 1), make("c", crash)
"""


def test_as_many_processes_as_may_be(run: Run, claims_file: Callable[..., str]) -> None:
    """With one seed, verdicts and figures of two simulations and three exact claims are those of 1 job at 2 and 4."""
    mine, found = claims_file(COINS), []
    for jobs in (1, 2, 4):
        told = run("check", "--claims", mine, "--json", "--no-ledger", "--level", "quick", "--jobs", jobs, "--seed", 5)
        claims = strict_json(told.stdout)["claims"]
        found.append([{key: value for key, value in claim.items() if "seconds" not in key} for claim in claims])
    assert found[0] == found[1] == found[2]
    verdicts = {claim["id"].split(".")[-1]: claim["verdict"] for claim in found[0]}
    assert (verdicts["a"], verdicts["b"], verdicts["c"], len(verdicts)) == ("holds", "refuted", "undecided", 5)


@pytest.mark.parametrize("deed", ["theory.batchnorm.relu = None", "sympy.Rational.__add__ = None"])
def test_a_claims_file_that_replaces_ours(
    deed: str, refused: Callable[..., str], claims_file: Callable[..., str]
) -> None:
    """A claims file that replaces a function of bninit, or of what it rests on, is refused by name."""
    text = claims_file(f"import sympy, theory.batchnorm\n{deed}\ngood = make('good', count)")
    assert deed.split(" =")[0].split(".")[-1] in refused("list", "--claims", text)


def test_a_claims_file_that_forks(run: Run, start: Callable[..., object], claims_file: Callable[..., str]) -> None:
    """A copy of the process that a claims file makes prints nothing: there is one document."""
    process = start("check", "--claims", claims_file("os.fork()\ngood = make('good', count)"), "--json", "--no-ledger")
    out, _ = process.communicate(timeout=PATIENCE)  # type: ignore[attr-defined]
    if process.returncode == 0:  # type: ignore[attr-defined]
        assert len(strict_json(out)["claims"]) == 1
    else:
        assert out == ""


def test_in_this_process(claims_file: Callable[..., str]) -> None:
    """`api.check` names what a check has replaced, and it stands for what it did before."""
    import theory.batchnorm

    plain = theory.batchnorm.relu
    claims = load(claims_file("import theory.batchnorm\ndef bad(predicted):\n    theory.batchnorm.relu = None\n"
                              "    yield from count(predicted)\nc = make('c', bad)"))  # fmt: skip
    with pytest.raises(RuntimeError, match=r"theory\.batchnorm\.relu"):
        check(claims["mine.basic.c"])
    assert theory.batchnorm.relu is plain
