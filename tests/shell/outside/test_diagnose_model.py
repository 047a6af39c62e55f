"""`diagnose --model MODULE:FACTORY`: a user's own module is run, looked at, told about; faults are sentences."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.shell.conftest import Run, strict_json

torch = pytest.importorskip("torch")

NETS = """
import os
import torch
from torch import nn

print("noise at import")

def stack(norm, shape=(6,), n=10):
    torch.manual_seed(1)
    layers = []
    for _ in range(6):
        layers += [nn.Linear(shape[0], 40), norm(40), nn.ReLU()]
        shape = (40,)
    return nn.Sequential(*layers)

def mlp():
    print("noise of the factory")
    return stack(nn.BatchNorm1d)

def both():
    return stack(nn.BatchNorm1d), torch.randn(10, 6)

def layer():
    return stack(nn.LayerNorm), torch.randn(10, 6)

def conv():
    torch.manual_seed(2)
    return nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 3), nn.BatchNorm2d(8))

def raises(): raise KeyError("weights.pt")
def leaves(): raise SystemExit(0)
def number(): return 7
def pair(): return nn.Linear(2, 2), "input"
def without(): return nn.Linear(6, 3), torch.randn(10, 6)
def single(): return stack(nn.BatchNorm1d), torch.randn(1, 6)
def hollow(): return stack(nn.BatchNorm1d), torch.full((10, 6), float("nan"))
def wrong(): return stack(nn.BatchNorm1d), torch.randn(10, 7)
constant_text = "no function"
"""


@pytest.fixture(autouse=True)
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A user's modules in the folder of the test, forgotten afterwards."""
    (tmp_path / "nets.py").write_text(NETS)
    (tmp_path / "broken.py").write_text("import torch\n1 / 0\n")
    (tmp_path / "greedy.py").write_text("import builtins\nbuiltins.len = None\ndef mlp(): pass\n")
    np.savetxt("x.csv", np.random.default_rng(3).standard_normal((10, 6)), delimiter=",")
    np.save("images.npy", np.random.default_rng(4).standard_normal((5, 3, 9, 9)))
    monkeypatch.setattr(sys, "path", [*sys.path])
    torch.set_num_threads(1)
    yield
    for name in ("nets", "broken", "greedy"):
        sys.modules.pop(name, None)


def test_sentences(run: Run) -> None:
    """A fresh MLP in train mode: the sentences, a row for each layer, 80 columns; the user's own noise is not in it."""
    done = run("diagnose", "--model", "nets:both", "--networks", 6, "--seed", 2)
    assert done.exit_code == 0, done.output
    text = " ".join(done.stdout.split())
    assert "nets:both as it is (training) on 10 points: what enters its 6 normalisation layers." in text
    assert "Taken together the numbers are" in text
    assert "meets: statistics of this batch (BatchNorm1d over the batch)" in text
    assert "recentring takes it away" in text
    assert "noise" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_batch_gives_the_input(run: Run) -> None:
    """--batch gives the input, rows or columns, or an array of more axes; the header replays the run."""
    rows = ("diagnose", "--model", "nets:mlp", "--batch", "x.csv", "--points", "rows", "--networks", 6)
    done = run(*rows, "--seed", 4)
    assert "on 10 points" in done.stdout
    header = done.stdout.partition("\n\n")[0].replace("\\\n", " ").removeprefix("bninit ")
    assert run(*shlex.split(header)).stdout == done.stdout
    images = run("diagnose", "--model", "nets:conv", "--batch", "images.npy", "--networks", 6, "--json")
    found = strict_json(images.stdout)
    assert found["network"]["names"] == ["layer 1", "layer 4"]
    broken = {row["says"] for row in found["hypotheses"] if row["met"] is False}
    assert broken == {"eps = 0", "fully connected layers alone"}


def test_eval_and_layer_norm(run: Run) -> None:
    """Eval mode, and LayerNorm: no theory here speaks of them; shuffled networks stand beside them all the same."""
    for given in (("nets:both", "--mode", "eval"), ("nets:layer",)):
        done = run("diagnose", "--model", *given, "--networks", 6, "--json", "--plot", "found.svg")
        found = strict_json(done.stdout)
        assert "No theory here speaks of such a model: no prediction stands beside its numbers." in found["says"]
        assert found["alike"] == 5
        assert found["speak"] == found["rays"] == []
        assert "gradient^2" in Path("found.svg").read_text()
        assert "statistics of this batch" in {row["says"] for row in found["hypotheses"] if row["met"] is False}


def test_compare(run: Run) -> None:
    """Two models on the input of the first."""
    done = run("diagnose", "--compare", "nets:both", "nets:layer", "--networks", 20, "--seed", 1)
    assert done.exit_code == 0, done.output
    assert "At the last layer nets:layer differs from nets:both in" in done.stdout


def test_at(run: Run) -> None:
    """What leaves the modules of a pattern; one that nothing matches is refused with names that there are."""
    done = run("diagnose", "--model", "nets:both", "--at", "1?", "--networks", 6)
    assert "what leaves its 8 layers like 1?" in " ".join(done.stdout.split())
    refused = run("diagnose", "--model", "nets:both", "--at", "blocks.*")
    assert "no layer of the model has a name like blocks.*; there are 0, 1, 2" in refused.stderr


REFUSED = {
    "no colon": (("nets",), "give --model MODULE:FACTORY"),
    "no module": (("absent:mlp",), "there is no module absent here"),
    "broken module": (("broken:mlp",), "(broken.py:2) raised ZeroDivisionError"),
    "builtin": (("greedy:mlp",), "replaces Python's own len"),
    "no factory": (("nets:absent",), "nets has no absent"),
    "no function": (("nets:constant_text",), "nets holds no function constant_text"),
    "raises": (("nets:raises",), "raised KeyError: 'weights.pt'"),
    "leaves": (("nets:leaves",), "raised SystemExit"),
    "number": (("nets:number",), "returned a int"),
    "text as input": (("nets:pair",), "returned a str as example input; wanted a tensor"),
    "no input": (("nets:mlp",), "returned no example input; give --batch FILE"),
    "one point": (("nets:single",), "a batch of 1 point"),
    "not finite": (("nets:hollow",), "is not finite: wanted finite numbers"),
    "shape": (("nets:wrong",), "the model raised RuntimeError on a batch of shape (10, 7)"),
    "device": (("nets:both", "--device", "warp:3"), "--device warp:3 is not to be had here"),
    "no file": (("nets:mlp", "--batch", "absent.npy"), "no such file"),
    "table": (("nets:mlp", "--batch", "x.csv"), "a table; which is a sample of it? Add --points rows"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str, run: Run) -> None:
    """Whatever is wrong with a model, its module, device, input: exit status 2 and a sentence, nothing on stdout."""
    given, says = REFUSED[case]
    done = run("diagnose", "--model", *given)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert says in done.stderr.splitlines()[-1]
    assert len(done.stderr) < 800


def test_without_torch(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without PyTorch a sentence says what to install."""
    monkeypatch.setitem(sys.modules, "torch", None)
    done = run("diagnose", "--model", "nets:both")
    assert done.exit_code == 2
    assert "--model needs PyTorch, which is not installed: pip install 'bninit[torch]'" in done.stderr
