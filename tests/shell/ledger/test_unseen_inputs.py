"""A verdict is the fresh one after an input has changed, by whatever means a check comes by it."""

from __future__ import annotations

import json
import os
import py_compile
import random
import shutil
import sqlite3
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest

from bninit.ledger.depends import environment
from bninit.ledger.depends.unwatched import unseen
from bninit.ledger.record import begin
from bninit.results.result import Plan
from bninit.run.load import load
from bninit.run.tasks import work
from tests.shell.ledger.test_ledger_reuse import EXACT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")

FROM = "from importlib.util import module_from_spec, spec_from_file_location\n"
BUILT = (
    "spec = spec_from_file_location('far', HERE / 'far.py')\nfar = module_from_spec(spec)\nspec.loader.exec_module(far)"
)
HOME = "from pathlib import Path\nHERE = Path(__file__).parent\n"

READS: dict[str, tuple[str, str]] = {
    "a module by its file": (HOME + FROM + BUILT, "far.two"),
    "exec": ("scope = {}\nexec(open('far.py').read(), scope)", "scope['two']"),
    "a computed import": ("import importlib", "importlib.import_module('f' + 'ar').two"),
    "a module in a zip": ("sys.path.insert(0, 'far.zip')\nimport zipped", "zipped.two"),
    "byte code alone": ("sys.path.insert(0, 'bare')\nimport compiled", "compiled.two"),
    "a data base": ("import sqlite3", "sqlite3.connect('data.sqlite').execute('SELECT two FROM t').fetchone()[0]"),
    "a library of C": ("import ctypes", "__import__('ctypes').CDLL(None).atoi(open('data.txt', 'rb').read())"),
    "a thread": ("from threading import Thread\ndef read(found):\n    found.append(int(Path('data.txt').read_text()))\n"
                 "def two():\n    found = []\n    t = Thread(target=read, args=(found,))\n    t.start()\n    t.join()\n"
                 "    return found[0]", "two()"),
    "a fork": ("def two():\n    r, w = os.pipe()\n    pid = os.fork()\n    if not pid:\n"
               "        os.write(w, Path('data.txt').read_bytes())\n        os._exit(0)\n    os.waitpid(pid, 0)\n"
               "    return int(os.read(r, 9))", "two()"),
    "another program": ("import subprocess", "int(subprocess.run(['cat', 'data.txt'], stdout=-1).stdout)"),
    "a link that is read": ("", "len(os.readlink('link'))"),
    "a link that is resolved": ("", "len(Path('link').resolve().name)"),
    "a file behind a link": ("", "int(Path('link').read_text())"),
    "os.access": ("", "3 if os.access('flag', os.R_OK) else 2"),
    "the times of a file": ("", "3 if Path('data.txt').stat().st_mtime_ns > 2 * 10**18 else 2"),
    "os.scandir": ("", "len(list(os.scandir('folder')))"),
    "Path.glob": ("", "len(list(Path('folder').glob('*')))"),
    "mmap": ("import mmap", "int(mmap.mmap(os.open('data.txt', os.O_RDONLY), 0, access=1)[:1])"),
    "np.load": ("", "int(str(np.load('data.npy')))"),
    "np.memmap": ("", "int(np.memmap('data.txt', dtype='S1', mode='r')[0])"),
    "the clock": ("import time", "3 if time.time_ns() > 4 * 10**18 else 2"),
    "a random number": ("import random", "int(random.random() * 2) + 2"),
    "a path from the working folder": ("", "int(open('data.txt').read())"),
    "the folder of the claims file": ("", "3 if 'other' in __file__ else 2"),
    "a resource": ("from importlib import resources", "int((resources.files('space') / 'data.txt').read_text())"),
    "shared memory": ("from multiprocessing.shared_memory import SharedMemory",
                      "SharedMemory('bninit-two', create=False).buf[0]"),
    "a file read and written": ("def two():\n    with open('data.txt', 'r+') as f:\n        return int(f.read())",
                                "two()"),
    "an optional helper": ("try:\n    from optional import two\nexcept ImportError:\n    two = 2", "two"),
}  # fmt: skip
"""What a claims file imports, and how its check comes by the number 2, which is 3 after the change."""


def files(two: int) -> None:
    """All that a check may read."""
    Path("far.py").write_text(f"two = {two}\nx = {'1' * two}\n")
    Path("data.txt").write_text(f"{two}" if two == 2 else "3\n ")
    with zipfile.ZipFile("far.zip", "w") as archive:
        archive.writestr("zipped.py", f"two = {two}")
    for folder in ("bare", "space", "folder", "other"):
        Path(folder).mkdir(exist_ok=True)
    Path("space/part.py").write_text(f"two = {two}\nx = {'1' * two}\n")
    Path("space/data.txt").write_text(f"{two}")
    Path("text.py").write_text(f"two = {two}")
    py_compile.compile("text.py", "bare/compiled.pyc")
    Path("data.sqlite").unlink(missing_ok=True)
    with sqlite3.connect("data.sqlite") as link:
        link.execute("CREATE TABLE t AS SELECT ? AS two", (two,))
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
    Path("flag").touch()
    if name == "a path from the working folder":
        shutil.copy("data.txt", "other")
        files(2)
        patch.chdir("other")
    if name == "the folder of the claims file":
        shutil.copy("mine.py", "other")
        patch.chdir("other")
    patch.setattr(time, "time_ns", lambda: 5 * 10**18)
    patch.setattr(random, "random", lambda: 0.6)


def judged(claims_file: str, ledger: Path) -> tuple[str, bool, str]:
    """Verdict, whether it was taken, and what went wrong; in a fork, so that nothing stays loaded."""
    read, write = os.pipe()
    if (pid := os.fork()) == 0:
        try:
            known = load(claims_file)
            claim, plan = known["mine.basic.doubled"], Plan("quick", 5, 0, claims_file)
            recording = begin(ledger, [claim], plan, None, known=known)
            found = [(result, True) for result in recording.taken]
            if not found:
                outcome = work(claim.id, plan, recording.task(claim.id))
                recording.receive(outcome)
                found = [(outcome.result, False)]
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


SAME = {"a random number", "shared memory"}
"""Here nothing is changed for certain: the verdict must be computed again, whatever it is."""


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> None:
    """What each fork needs."""
    load()


@pytest.mark.parametrize("name", READS)
def test_the_verdict_is_the_fresh_one(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of what a check reads, by whatever means, no verdict is taken: it is judged anew, and false."""
    imports, factor = READS[name]
    Path("mine.py").write_text(EXACT.format(imports=imports, factor=factor, fields=""))
    files(2)
    monkeypatch.setattr(environment, "commit", lambda folder: "")  # it asks git, each time
    ledger = tmp_path / "ledger.sqlite"
    first = judged(str(tmp_path / "mine.py"), ledger)
    if name not in SAME:
        assert first == ("holds", False, ""), first
    files(3)
    elsewhere(monkeypatch, name)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    verdict, taken, error = judged(str(Path("mine.py").resolve() if name == "the folder of the claims file"
                                       else tmp_path / "mine.py"), ledger)  # fmt: skip
    assert not taken
    if name not in SAME:
        assert (verdict, error) == ("refuted", "")


NAMES = """
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
