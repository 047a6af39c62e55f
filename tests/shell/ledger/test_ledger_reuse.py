"""What a claim depends on: verdicts are taken from earlier runs while none of it has changed, and never afterwards."""

from __future__ import annotations

import json
import os
import py_compile
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import theory.papers.nachum24 as paper
from bninit.ledger.depends import environment
from bninit.ledger.depends import sources as module
from bninit.ledger.depends.content import content, digest
from bninit.ledger.depends.sources import Sources
from bninit.ledger.depends.unwatched import unseen
from bninit.ledger.depends.watch import Seen, library, own_modules, watched
from bninit.ledger.record import begin
from bninit.ledger.reuse import OTHERWISE
from bninit.ledger.verify import verified
from bninit.results.result import Plan
from bninit.run.load import load, preload
from bninit.run.tasks import work
from tests.shell.conftest import Run, strict_json
from tests.shell.ledger.conftest import LEDGER, cells, rows
from theory.claim import Claim

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")

HEAD = """
import os, sys
from pathlib import Path
import numpy as np
from sympy import Integer, Rational
from numerics.judging import BOOLEAN, sampled
from theory import Claim, Locator, Paper
from theory.exact.expressions import grid
from theory.notation import n
HERE = Path(__file__).parent
{imports}

def factor():
    return {factor}

claim = Claim(
    "mine.basic.doubled", source=Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1"),
    status="new", says="in words", tex="", hypotheses=("n >= 1",), over=grid(n=(2, 3)), {fields}
"""
EXACT = HEAD + """
    predicts=2 * n,
)

@claim.exact(scope="n = 1..5")
def check(predicted):
    (HERE / "computed").touch()
    for k in range(1, 6):
        yield f"n = {{k}}", Integer(k * factor()), predicted.subs(n, k)
"""  # fmt: skip
COIN = HEAD + """
    predicts=Rational(1, 2),
)

@sampled(claim, "coins", at=({{"c": 1}},), notices=0.2, support=BOOLEAN, block=64, expects=lambda p, cell: float(p))
def flip(layer, cell, rng, size):
    (HERE / "computed").touch()
    return (rng.random(size) < 0.25 * factor()).astype(float)
"""  # fmt: skip
DATA = "int((HERE / 'data.txt').read_text())"
SEEN: dict[str, tuple[str, str]] = {
    "a module beside it": ("import far", "far.two"),
    "a helper of a helper": ("import helper", "helper.two"),
    "a package's __init__": ("from package import part", "part.two()"),
    "a relative import": ("def two():\n    from package.near import two\n    return two", "two()"),
    "a relative import from above": ("def two():\n    from package.below.far_up import two\n    return two", "two()"),
    "a namespace package": ("import space.part", "space.part.two"),
    "a module on sys.path": ("sys.path.insert(0, str(HERE / 'distant'))\nimport remote", "remote.two"),
    "a declared file": ("", DATA),
    "a file that is not declared": ("", DATA),
    "a file read when it is imported": (f"TWO = {DATA}", "TWO"),
    "an environment variable": ("", "int(os.environ.get('MY_TWO', '2'))"),
    "the whole environment": ("", "int(dict(os.environ).get('MY_TWO', '2'))"),
    "an environment variable at import": ("TWO = int(os.getenv('MY_TWO') or 2)", "TWO"),
    "a folder that is listed": ("", "len(list((HERE / 'folder').glob('*')))"),
    "a folder listed at import": ("TWO = len(os.listdir(HERE / 'folder'))", "TWO"),
    "a file that is only looked for": ("", "3 if (HERE / 'flag').exists() else 2"),
    "a file looked for at import": ("TWO = 3 if os.path.isfile(HERE / 'flag') else 2", "TWO"),
    "the size of a file": ("", "1 + os.path.getsize(HERE / 'size.txt')"),
}
"""What a claims file imports, and how its check comes by the number 2, which is 3 after the change. While nothing has
changed a verdict by these is taken."""

READS: dict[str, tuple[str, str]] = {
    "a module in a zip": ("sys.path.insert(0, 'far.zip')\nimport zipped", "zipped.two"),
    "byte code alone": ("sys.path.insert(0, 'bare')\nimport compiled", "compiled.two"),
    "a link that is resolved": ("", "len(Path('link').resolve().name)"),
    "a file behind a link": ("", "int(Path('link').read_text())"),
    "the times of a file": ("", "3 if Path('data.txt').stat().st_mtime_ns > 2 * 10**18 else 2"),
    "np.load": ("", "int(str(np.load('data.npy')))"),
    "np.memmap": ("", "int(np.memmap('data.txt', dtype='S1', mode='r')[0])"),
    "another program": ("import subprocess", "int(subprocess.run(['cat', 'data.txt'], stdout=-1).stdout)"),
    "the clock": ("import time", "3 if time.time_ns() > 4 * 10**18 else 2"),
    "a path from the working folder": ("", "int(open('data.txt').read())"),
    "the folder of the claims file": ("", "3 if 'other' in __file__ else 2"),
    "a file read and written": ("def two():\n    with open('data.txt', 'r+') as f:\n        return int(f.read())",
                                "two()"),
    "an optional helper": ("try:\n    from optional import two\nexcept ImportError:\n    two = 2", "two"),
}  # fmt: skip
"""By these it may have to be judged anew each time."""

CASES = [
    *((EXACT, name) for name in (*SEEN, *READS)),
    *((COIN, name) for name in ("a helper of a helper", "a file that is not declared", "an environment variable")),
]


def files(two: int) -> None:
    """All that a check may read."""
    for folder in ("bare", "space", "folder", "other", "package/below", "distant"):
        Path(folder).mkdir(parents=True, exist_ok=True)
    plain = f"two = {two}\nx = {'1' * two}\n"  # another size, too: byte code is known by time and size
    for name, text in {
        "far.py": plain, "helper.py": "from far import two", "package/__init__.py": plain, "space/part.py": plain,
        "package/part.py": "import package\ndef two(): return package.two", "distant/remote.py": plain,
        "package/beside.py": plain, "package/near.py": "from .beside import two",
        "package/below/__init__.py": "", "package/below/far_up.py": "from ..beside import two",
        "text.py": plain, "space/data.txt": f"{two}", "size.txt": "1" * (two - 1),
        "data.txt": f"{two}" if two == 2 else "3\n ",
    }.items():  # fmt: skip
        Path(name).write_text(text)
    with zipfile.ZipFile("far.zip", "w") as archive:
        archive.writestr("zipped.py", plain)
    py_compile.compile("text.py", "bare/compiled.pyc")
    for number in range(two):
        Path(f"folder/{number}").touch()
        Path("1" * (number + 1)).write_text(f"{two}")
    Path("link").unlink(missing_ok=True)
    Path("link").symlink_to("1" * two)
    np.save("data.npy", str(two))
    if two == 3:
        os.utime("data.txt", (3e9, 3e9))
        Path("optional.py").write_text("two = 3")


def elsewhere(patch: pytest.MonkeyPatch, name: str) -> None:
    """What is not in files comes to be another."""
    if "looked for" in name:
        Path("flag").touch()
    if "environment" in name:
        patch.setenv("MY_TWO", "3")
    if name == "a path from the working folder":
        shutil.copy("data.txt", "other")
        files(2)
        patch.chdir("other")
    if name == "the folder of the claims file":
        shutil.copy("mine.py", "other")
        patch.chdir("other")
    patch.setattr(time, "time_ns", lambda: 5 * 10**18)


def judged(claims_file: Path, ledger: Path) -> tuple[str, bool, str]:
    """Verdict, whether it was taken, and what went wrong; in a fork, so that nothing stays loaded."""
    read, write = os.pipe()
    if (pid := os.fork()) == 0:
        try:
            known = load(str(claims_file))
            claim, plan = known["mine.basic.doubled"], Plan("quick", 5, 0, str(claims_file))
            recording = begin(ledger, [claim], plan, None, known=known)
            found = [(result, True) for result in recording.taken]
            if not found:
                outcome = work(claim.id, plan, recording.task(claim.id))
                recording.receive(outcome)
                found = [(outcome.result, outcome.result.reused is not None)]
            recording.close(0.0, finished=True)
            (result, taken), *_ = found
            os.write(write, json.dumps([result.verdict.value, taken, result.error or recording.trouble]).encode())
        except BaseException as error:
            os.write(write, json.dumps(["", False, repr(error)[:500]]).encode())
        finally:
            os._exit(0)
    os.close(write)
    os.waitpid(pid, 0)
    with open(read, "rb") as pipe:
        verdict, taken, error = json.loads(pipe.read())
    return verdict, taken, error


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> Iterator[None]:
    """What each fork needs, and what the suite's own files import, which takes the longest and is looked up once."""
    ours, plain = Sources(), Sources.__init__
    content(load()["components.gaussian.arc-cosine"], ours, load())
    preload(suite=True)

    def made(self: Sources, *given: Any) -> None:
        plain(self, *given)
        self.imports, self.hashes, self.found = dict(ours.imports), dict(ours.hashes), dict(ours.found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sources, "__init__", made)
        yield


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """`mine(EXACT, imports, factor)` is a claims file."""
    monkeypatch.setattr(environment, "commit", lambda folder: "")  # it asks git, each time

    def write(template: str, imports: str = "", factor: str = "2", fields: str = "") -> Path:
        path = tmp_path / "mine.py"
        path.write_text(template.format(imports=imports, factor=factor, fields=fields))
        return path

    return write


@forks
@pytest.mark.parametrize(("template", "name"), CASES, ids=[name for _, name in CASES])
def test_the_verdict_is_the_fresh_one(
    template: str, name: str, mine: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unchanged claim's verdict is taken as it was where all that it reads is seen. After a change of what its check
    reads, by whatever means, no verdict is taken: it is judged anew, and false."""
    declared = "reads=('data.txt',)," if name == "a declared file" else ""
    path = mine(template, *(SEEN | READS)[name], declared)
    files(2)
    ledger = tmp_path / "ledger.sqlite"
    assert judged(path, ledger) == ("holds", False, "")
    if name in SEEN:
        assert judged(path, ledger) == ("holds", True, "")
    files(3)
    elsewhere(monkeypatch, name)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    path = Path("mine.py").resolve() if name == "the folder of the claims file" else path
    assert judged(path, ledger) == ("refuted", False, "")
    assert verified(ledger).faults == []


@forks
@pytest.mark.parametrize(
    ("factor", "verdict"),
    [
        ("__import__('warnings').warn('mind the gap') or 2", "holds"),
        ("1 // 0", "undecided"),
        ("int(__import__('subprocess').run(['echo', '2'], stdout=-1).stdout)", "holds"),
    ],
    ids=["a warning", "a crash", "another program"],
)
def test_never_taken(factor: str, verdict: str, mine: Callable[..., Path], tmp_path: Path) -> None:
    """A result with a warning or an error, or one that another program had a part in, is computed again."""
    path = mine(EXACT, factor=factor)
    for _ in range(2):
        assert judged(path, tmp_path / "ledger.sqlite")[:2] == (verdict, False)


NAMES = """
exec("two = 2"); import importlib; import sqlite3; import ctypes; import mmap; import random; import subprocess
os.fork(); os.readlink("link"); os.access("flag", 4); os.scandir("."); from importlib import resources
from multiprocessing.shared_memory import SharedMemory; from importlib.util import module_from_spec
from threading import Thread; from time import time_ns
import runpy; import glob; import pickle; import marshal; import locale; import platform; import site; import socket
import secrets; import uuid; import gc; import inspect; import tempfile; import _ctypes; import mylib
from builtins import open as look; from numpy import random; from operator import attrgetter; __import__("f" + "ar")
__builtins__; getattr(os, "stat"); vars(os); globals(); input(); id(n); hash("n"); eval("2"); compile("2", "", "eval")
f = os; n.__reduce__; ().__class__.__base__; np.core.os; np.random.default_rng(); np.random.rand(3)
np.ctypeslib.load_library("two", "."); os.stat("data.txt"); os.open("data.txt", 0); os.environb[b"MY_TWO"]
os.mkfifo("pipe"); os.times(); os.getpid(); os.cpu_count(); os.getcwd(); os.sched_getaffinity(0)
sys.argv; sys.modules; sys.stdin.read(); from time import time
"""


def test_what_names_lead_to() -> None:
    """A program that names a thing by which a number comes in that cannot be watched is never taken as it was."""
    plain = EXACT.format(imports="", factor="2", fields="")
    texts = NAMES.strip().replace("; ", "\n").splitlines()
    assert [text for text in ["", *texts] if not unseen(f"{plain}\n{text}".encode())] == [""]
    assert unseen(b"import time; time.sleep(1)") == []
    assert unseen(b"import time; time.time()") == ["time.time"]
    assert unseen(b"import time as t; f = t") == ["time as a value"]


def test_whose_a_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's own is what is neither ours nor a library's; a claim of ours depends on its packages and judges, and
    on nothing that tells or draws, nor on a paper beside it; a user's, on the versions of libraries, too."""
    file = str(tmp_path / "far.py")
    monkeypatch.setitem(sys.modules, "far", SimpleNamespace(__file__=file))
    assert [*own_modules(["far", "json", "theory.words", "numpy", "sys", "nobody"])] == [file]
    assert [library(path) for path in (file, json.__file__, np.__file__, "<string>", "")] == [False, *[True] * 4]
    names = {name for name, _ in Sources().of(load()["nachum24.tree.limit"])}
    assert names >= {
        "theory/__init__.py", "theory/papers/nachum24/__init__.py", "theory/papers/nachum24/tree/__init__.py",
        "theory/tree/limit.py", "theory/claim/judge.py", "theory/claim/twins.py", "numerics/judging/judge.py",
        "bninit/run/judging/verdict.py",
    }  # fmt: skip
    assert not [name for name in names if name.startswith(("bninit/show", "bninit/draw", "theory/papers/yang19"))]
    Path(file).write_text("import json, pytest")
    theirs = type("Theirs", (), {"module": "far", "checks": ()})()
    found = dict(Sources().of(theirs))
    assert "far.py" in found, "wherever it was found"
    assert found["pytest"] == pytest.__version__


def test_from_a_wheel_ours_is_not_the_user() -> None:
    """What bninit itself looks for is not what a user's claim reads, even where it lies beside the libraries."""
    look = compile("import os\nos.stat(os.sep)", "/venv/lib/site-packages/bninit/ledger/task.py", "exec")
    for name, found in (("bninit.ledger.task", set()), ("another.library", {"os.stat"})):
        seen = Seen()
        with watched(seen):
            thread = Thread(target=exec, args=(look, {"__name__": name}))  # below it is no frame of this test
            thread.start()
            thread.join()
        assert seen.outside == found


def test_what_is_watched_can_do_what_it_could() -> None:
    """Which functions of `os` take descriptors, folders and links is as without the watch."""
    looks = ("stat", "access", "readlink")
    with watched(Seen()):
        for able in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks, os.supports_effective_ids):
            for look in (getattr(os, name) for name in looks):
                assert (look in able) is (look.__wrapped__ in able)


def test_a_simulation_that_draws_otherwise(mine: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation that came to draw otherwise, nobody sees why, starts afresh, and the ledger says so."""
    file = str(mine(COIN))
    known = load(file)
    claim, plan = known["mine.basic.doubled"], Plan("quick", 5, 0, file)

    def here() -> tuple[str, bool, str]:
        recording = begin(Path("ledger.sqlite"), [claim], plan, None, known=known)
        outcome = work(claim.id, plan, recording.task(claim.id))
        recording.receive(outcome)
        recording.close(0.0, finished=True)
        return outcome.result.verdict.value, outcome.result.reused is not None, outcome.result.error

    assert [here(), here()] == [("holds", False, ""), ("holds", True, "")]
    monkeypatch.setattr(sys.modules[claim.module], "factor", lambda: 3)
    assert here() == ("refuted", False, "")
    assert rows("SELECT name FROM seen WHERE kind = 'probe'") == [(OTHERWISE,)]
    assert verified(Path("ledger.sqlite")).faults == []


@pytest.fixture
def checked(run: Run) -> Callable[..., Any]:
    """`check --json` of the claims file; what stderr said; whether anything was computed."""

    def check(*more: object) -> Any:
        done = run("check", "--claims", "mine.py", "--json", "--level", "quick", "--jobs", 1, *LEDGER, *more)
        found = strict_json(done.stdout)
        found |= {"said": " ".join(done.stderr.split()), "computed": Path("computed").exists()}
        Path("computed").unlink(missing_ok=True)
        return found

    return check


def test_what_is_not_seen_starts_afresh(checked: Callable[..., Any], mine: Callable[..., Path]) -> None:
    """A simulation that reads what nobody sees starts afresh, its samples too; stderr says why."""
    mine(COIN, "from time import time")
    assert checked()["claims"][0]["verdict"] == "holds"
    found = checked()
    assert found["run"]["reused"] == 0
    assert not any("seeds" in cell for cell in cells(found))
    assert "nobody sees whether what it reads is as it was: time.time" in found["said"]


def test_what_is_taken(checked: Callable[..., Any], mine: Callable[..., Path], run: Run) -> None:
    """An exact verdict is taken whatever seed and level are; all but its times is as it was. The summary counts
    verdicts that were taken, with the run that they are from, and says how to compute all."""
    mine(EXACT)
    first, second = checked("--seed", 5), checked("--seed", 6)
    assert (second["run"]["reused"], second["run"]["reused_from"], second["said"]) == (1, {"1": 1}, "")
    assert (first["computed"], second["computed"]) == (True, False)
    for found in (first, second):
        for key in ("seconds", "cpu_seconds", "reused"):
            found["claims"][0].pop(key, None)
    assert second["claims"] == first["claims"]
    assert checked("--level", "deep")["run"]["reused"] == 1
    told = run("check", "--claims", "mine.py", "--level", "quick", *LEDGER).stdout
    assert "1 of 1 verdict taken from run 1 of 20" in told
    assert "; --fresh computes all." in told
    assert all(len(line) <= 80 for line in told.splitlines())


def test_fresh_and_seeds(checked: Callable[..., Any], mine: Callable[..., Path]) -> None:
    """--fresh takes nothing; an explicit seed takes a sampled verdict of that seed alone, another level none of it."""
    mine(COIN)
    checked("--seed", 5)
    taken = {words: checked(*words)["run"]["reused"] for words in ((), ("--fresh",), ("--seed", 5), ("--seed", 6))}
    assert taken == {(): 1, ("--fresh",): 0, ("--seed", 5): 1, ("--seed", 6): 0}
    assert checked("--level", "standard")["run"]["reused"] == 0


# ---- the hash of a claim


def made_of(parts: Mapping[str, Any]) -> Claim:
    """A claim of these parts, that nobody validates and for which no simulation is registered."""
    claim = object.__new__(Claim)
    vars(claim).update(parts)
    return claim


def test_parts_of_a_statement() -> None:
    """Each is in the key by itself, whatever the sources' hashes are; of a file that is read, its bytes."""
    known, sources = load(), Sources()
    claim = known["nachum24.outlier.norm-ratio"]
    before = content(made_of(vars(claim)), sources, known)
    others = {"hypotheses": (*claim.hypotheses, "n = 7"), "says": "otherwise", "relation": "<",
              "predicts": claim.predicts + 1,
              "over": (), "twins": (), "checks": (), "reads": (Path(claim.file).name,)}  # fmt: skip
    for part, other in others.items():
        after = content(made_of(vars(claim) | {part: other}), sources, known)
        assert digest(after[part]) != digest(before[part]), part
    assert digest(content(made_of(vars(claim)), sources, known)) == digest(before)


def test_what_is_true_instead() -> None:
    """The prediction of the claim that corrects a false one is in the key of the false one."""
    known = load()
    false = next(c for c in known.values() if c.corrected_by and c.corrected_by[0] in known)
    name = false.corrected_by[0]
    true = made_of(vars(known[name]) | {"predicts": None})
    sources = Sources()
    plain, other = (digest(content(false, sources, among)) for among in (known, {**known, name: true}))
    assert plain != other


def hashes(paper: str = "") -> dict[str, str]:
    """Of a quarter of the claims."""
    known, sources = load(paper=paper), Sources()
    return {name: digest(content(known[name], sources, known)) for name in [*known][::4]}


def test_hash_is_of_content(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash of a claim is the same in every process (hash seed, order of import), and differs between claims. A
    change of one file of the suite is in the hashes of the claims that are made of it, and of no others."""
    before = hashes()
    assert len(set(before.values())) == len(before)
    code = "from tests.shell.ledger.test_ledger_reuse import *; print(json.dumps(hashes('nachum24')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          env=os.environ | {"PYTHONHASHSEED": "1"})  # fmt: skip
    assert json.loads(done.stdout) == hashes("nachum24")
    changed, plain = Path(paper.__file__).parent / "rank" / "six_directions.py", module.hashed
    assert changed.is_file()
    monkeypatch.setattr(module, "hashed", lambda path: "other" if Path(path) == changed.resolve() else plain(path))
    after = hashes()
    touched = {name for name in before if before[name] != after[name]}
    assert touched
    assert all(name.startswith("nachum24.rank") for name in touched), touched
