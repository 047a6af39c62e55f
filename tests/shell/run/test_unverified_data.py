"""Data that may be anything: said wherever they are judged on, and no ground for the words of a source."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.bridge.training.test_data import write_idx
from tests.shell.conftest import Run, strict_json

CLAIMS = """
from sympy import Rational

from bninit.api import BOOLEAN, Claim, Locator, Paper, Twin, sampled

PAPER = Paper("my", "Mine", "I. Myself", 2026, "in preparation")


def trained(name, status):
    claim = Claim(
        f"my.training.{name}", source=Locator(PAPER, "1"), status=status, says="a coin is fair", tex="p = 1/2",
        hypotheses=(), predicts=Rational(1, 2), over=({},), twins=(Twin(Rational(3, 4)),),
    )

    @sampled(claim, "coins", at=({"data": "fashion"},), notices=0.2, support=BOOLEAN, block=512, needs=("json",))
    def flip(layer, cell, rng, size):
        return rng.integers(0, 2, size).astype(float)


trained("quoted", "quoted")
trained("measured", "measured")
"""


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Random bytes under the names of Fashion-MNIST, unpacked, and two claims about them."""
    write_idx(tmp_path / "data" / "fashion", np.random.default_rng())
    monkeypatch.setenv("BNINIT_DATA", str(tmp_path / "data"))
    (tmp_path / "mine.py").write_text(CLAIMS)
    return ["--claims", str(tmp_path / "mine.py"), "--ledger", str(tmp_path / "l.sqlite")]


def test_random_bytes(run: Run, known: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quoted claim is refused; another says in header, figures and card that its data are not verified. Other bytes
    of the same name share neither verdict nor samples with them."""
    check = ("check", "--train", "--level", "quick", *known)
    assert "data not verified: fashion" in run(*check).stdout
    said = {claim["id"]: claim for claim in strict_json(run(*check, "--json").stdout)["claims"]}
    quoted, measured = said["my.training.quoted"], said["my.training.measured"]
    assert quoted["verdict"] == "undecided"
    assert "needs verified data: the files of fashion have no checksum" in quoted["reason"]
    assert "reused" in measured
    assert list(measured["evidence"][0]["cells"][0]["unverified"]) == ["fashion"]
    write_idx(tmp_path / "others" / "fashion", np.random.default_rng())
    monkeypatch.setenv("BNINIT_DATA", str(tmp_path / "others"))
    other = run("train", "measured", *known).stdout
    assert "Data not verified: fashion" in other
    assert "taken from" not in other
    assert "samples of earlier runs" not in other
    assert run("ledger", "verify", *known[2:]).exit_code == 0
