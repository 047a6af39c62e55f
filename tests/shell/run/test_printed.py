"""What checks print is shown on standard error up to a bound."""

from __future__ import annotations

from collections.abc import Callable

from bninit.run.printed import MOST
from tests.shell.conftest import strict_json
from tests.waiting import PATIENCE

FILE = """
import sys
WAYS = [print, lambda t: print(t, file=sys.stderr), lambda t: sys.stdout.write(t + "\\n"),
        lambda t: sys.stdout.buffer.write(t.encode() + b"\\n"), lambda t: sys.stderr.writelines([t, "\\n"])]
def loud(predicted):
    for way in WAYS if not Path("said").exists() else ():
        way("é" * 500_000)
    Path("said").touch()
    yield from count(predicted)
loud, quiet = make("loud", loud), make("quiet", warn)
"""


def test_no_more_is_shown(start: Callable[..., object], claims_file: Callable[..., str]) -> None:
    """Of 5 MB that a check prints, by whichever stream of Python's, 64 kB are shown, and a line that counts the rest;
    the verdict is the same, and the others' words are shown."""
    process = start("check", "--claims", claims_file(FILE), "--json", "--no-ledger", "--jobs", 1)
    out, err = process.communicate(timeout=PATIENCE)  # type: ignore[attr-defined]
    assert {claim["verdict"] for claim in strict_json(out)["claims"]} == {"holds"}
    assert len(err.encode()) < MOST + 2000
    left = 5 * 1_000_001 - MOST
    assert f"mine.basic.loud printed {left:,} bytes more, which are left out." in err.splitlines()
    assert "noise" in err.splitlines()
