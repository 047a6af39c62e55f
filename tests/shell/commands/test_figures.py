"""`bninit figures`: every figure draws, replays, says its numbers; what is drawn as theory is what theory computes."""

from __future__ import annotations

import hashlib
import math
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from bninit.draw import figures
from bninit.draw.style import Picture
from bninit.report.figures import showing
from numerics.streams import fresh_seed
from tests.shell.conftest import Run, strict_json
from theory.markov.mean_field import regularity
from theory.notation import n
from theory.orthogonality.threshold import rank_one_exponent_by_quadrature
from theory.papers.daneshmand20.figures import depth, frobenius
from theory.papers.daneshmand21.width.stationary import mean_gap, stationary_gap
from theory.papers.nachum24.figures import layer_30
from theory.registry import claims
from theory.wide.fixed_points import broken, saddle_node
from theory.wide.gram_maps import gram_map_balls

NAMES = [name for name, figure in figures.catalogue().items() if not figure.missing]
LONGEST = 1100
"""Characters of a caption that is still read."""


def drawn_lines(found: Picture, label: str) -> list[np.ndarray]:
    """Data (x, y) of all lines of the look and the kind of the labelled one, from all panels."""
    lines = [line for axes in found.figure.axes for line in axes.get_lines()]
    named = next(line for line in lines if str(line.get_label()).startswith(label))
    alike = [
        line for line in lines
        if (line.get_color(), line.get_linestyle(), line.get_marker())
        == (named.get_color(), named.get_linestyle(), named.get_marker())
    ]  # fmt: skip
    return [np.array(line.get_data(orig=True), dtype=float) for line in alike]


def tail(x: float) -> float:
    """P(g > x) for standard normal g."""
    return math.erfc(x / math.sqrt(2)) / 2


def heights(found: Picture, label: str) -> list[float]:
    """y of the labelled horizontal lines, each once."""
    return sorted({float(y[0]) for _, y in drawn_lines(found, label) if len(y) == 2 and y[0] == y[1]})


SEED = fresh_seed()
picture = cache(partial(figures.picture, seed=SEED))
"""Each is made once, by the process that has the tests of its paper."""


def of_paper(name: str) -> pytest.MarkDecorator:
    return pytest.mark.xdist_group(f"figures of {name}")


@pytest.mark.parametrize("name", [pytest.param(name, marks=of_paper(name.partition(".")[0])) for name in NAMES])
def test_draws(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Well-formed SVG of moderate size, a PNG wide enough for print, a caption with parameters and seed, an alternative
    text with the numbers."""
    monkeypatch.setattr(figures, "picture", lambda name, seed: picture(name))
    found = figures.draw(name, SEED)
    root = ElementTree.fromstring(found.svg)
    assert root.tag.endswith("svg"), name
    assert all(to.startswith(b"#") or to.startswith(b"data:") for to in re.findall(rb'href="([^"]*)"', found.svg))
    assert len(found.svg) < 250_000
    pixels = import_module("matplotlib.image").imread(BytesIO(found.png), format="png")
    height, width = pixels.shape[:2]
    edges = (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1])
    assert all((edge == 1).all() for edge in edges), f"{name}: something is clipped"
    assert 1280 <= width <= 2000
    assert height < 1.2 * width
    assert str(SEED) in found.caption, name
    assert len(re.findall(r"\d", found.caption.replace(str(SEED), ""))) >= 3, "parameters"
    assert len(found.caption) < LONGEST
    assert len(re.findall(r"\d+\.\d+|\d+", found.alt)) >= 5, "numbers"
    assert "nan" not in found.alt
    assert found.paper == name.partition(".")[0]


def test_needs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A figure whose packages are not there is refused by name, in a sentence, and left out of reports."""
    monkeypatch.setattr(figures, "find_spec", lambda name: None)
    done = run("figures", "morwani20.noise")
    assert done.exit_code == 2
    assert "morwani20.noise needs PyTorch: pip install 'bninit[torch]'" in done.stderr
    assert not showing({"morwani20.training.little-data"})
    monkeypatch.setattr(figures, "find_spec", lambda name: name)
    assert [figure.id for figure in showing({"morwani20.training.little-data"})] == ["morwani20.noise"]


@of_paper("daneshmand21")
def test_replay() -> None:
    """The bytes of a seed are the same in another process; another seed gives others."""
    name, seed = "daneshmand21.cosines", SEED + 1
    code = (
        "import hashlib, sys; from bninit.draw.figures import draw; found = draw(sys.argv[1], int(sys.argv[2]));"
        "print(hashlib.sha256(found.svg + found.png + (found.caption + found.alt).encode()).hexdigest())"
    )
    other = subprocess.run([sys.executable, "-c", code, name, str(seed)], capture_output=True, text=True, check=True)
    found = figures.draw(name, seed)
    mine = hashlib.sha256(found.svg + found.png + (found.caption + found.alt).encode()).hexdigest()
    assert other.stdout.strip() == mine
    assert found.alt != picture(name).alt


def test_catalogue() -> None:
    """Every figure shows claims that exist, of its paper, and a numbered figure is where one of them says it is."""
    known = claims()
    for name, figure in figures.catalogue().items():
        assert figure.claims, name
        assert all(claim in known for claim in figure.claims), name
        if figure.paper != figures.OWN:
            assert {claim.partition(".")[0] for claim in figure.claims} == {figure.paper}
        if figure.source.startswith("Figure") and name != "nachum24.tree":
            places = [known[claim].source.item for claim in figure.claims]
            assert any(re.match(rf"{figure.source}\b", place) for place in places), (name, places)


# ---- what is drawn as theory, against theory by another route where there is one


@of_paper("nachum24")
def test_theory_of_nachum24() -> None:
    """Angles of the fixed points, and the image of the broken one under the certified map; small activations."""
    cosines = [math.degrees(math.acos(float(c))) for c in layer_30.predicts]
    assert heights(picture("nachum24.angles"), "fixed point") == pytest.approx(sorted(cosines), abs=1e-9)
    gram = gram_map_balls(broken(20).gram("ball", 30), ("rc", "nl"), 25)
    across = math.degrees(math.acos(float((gram[0, 1] / (gram[0, 0] * gram[1, 1]).sqrt()).mid())))
    among = math.degrees(math.acos(float((gram[1, 2] / gram[1, 1]).mid())))
    escaped = picture("nachum24.escaped")
    assert heights(escaped, "broken fixed point") == pytest.approx(sorted((across, among)), abs=1e-6)
    (x, y), *_ = drawn_lines(picture("nachum24.histogram"), "theory")
    said = [1 - tail(tau * 20 / 19) / 20 - 19 * tail(20 * tau) / 20 for tau in x]
    assert y == pytest.approx(said, abs=1e-9)


@of_paper("daneshmand20")
def test_theory_of_daneshmand20() -> None:
    """The large-d law: r = sqrt(d), regularity constant 4/5, |M|_F^2 = d^(3/2); and the claimed numbers."""
    ranks = picture("daneshmand20.rank")
    assert heights(ranks, "large-d law") == pytest.approx([math.sqrt(32)])
    assert float(drawn_lines(ranks, "claimed mean of r")[0][1][0]) == float(depth.predicts[0])
    assert heights(picture("daneshmand20.regularity"), "large-d law") == [float(regularity(1))]
    norms = picture("daneshmand20.frobenius")
    x, y = drawn_lines(norms, "large-d law")[0]
    assert y == pytest.approx(x**1.5)
    assert list(drawn_lines(norms, "claimed means")[0][1]) == [float(value) for value in frobenius.predicts[:3]]


@of_paper("daneshmand21")
def test_theory_of_daneshmand21() -> None:
    """Plateau sqrt(1 - 1/n) and floors E V of the stationary law; the constant of the identity."""
    floors = [float(mean_gap.predicts.subs(n, 4)) / math.sqrt(width) for width in (32, 128, 512)]
    found = heights(picture("daneshmand21.gap-depth"), "plateau and floors")
    assert found == pytest.approx(sorted([math.sqrt(3 / 4), *floors]))
    constant = float(stationary_gap.predicts.subs(n, 4))
    spread = drawn_lines(picture("daneshmand21.activations"), "theory, identity")
    assert spread[0][1] == pytest.approx(np.sqrt(constant / spread[0][0]))


@of_paper("suite")
def test_theory_of_the_suite() -> None:
    """Branches of the phase diagram, the saddle-node, exact exponents and the measured law of the critical width."""
    phase = picture("suite.phase")
    x, y = drawn_lines(phase, "broken (stable)")[-1]
    assert y[list(x).index(10)] == pytest.approx(float(broken(10).value("norm_ratio", 15)))
    node = drawn_lines(phase, "saddle-node")[0][:, 0]
    assert node == pytest.approx([float(saddle_node().value(name, 15)) for name in ("n", "norm_ratio")])
    threshold = picture("suite.width-threshold")
    exact = drawn_lines(threshold, "exact")[0][1]
    assert exact == pytest.approx([float(rank_one_exponent_by_quadrature(width)) for width in (2, 3)], abs=1e-12)


# ---- the command


def test_command(run: Run) -> None:
    """Three files for each figure in a new folder; the second run replaces them; the text holds caption and claims."""
    done = run("figures", "tree", "yang19.escape", "--seed", 5, "--out", "drawn")
    assert done.exit_code == 0, done.output
    assert "2 figures, seed 5, in drawn" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    kinds = ("svg", "png", "txt")
    names = {f"{name}.{kind}" for name in ("nachum24.tree", "yang19.escape") for kind in kinds}
    assert {path.name for path in Path("drawn").iterdir()} == {".bninit"} | names
    text = Path("drawn/yang19.escape.txt").read_text()
    assert all(part in text for part in ("here 5", "yang19.outlier.symmetric"))
    first = Path("drawn/nachum24.tree.svg").read_bytes()
    data = strict_json(run("figures", "tree", "--seed", 6, "--out", "drawn", "--json").stdout)
    assert data["run"] == {"seed": 6, "out": "drawn"}
    assert data["figures"][0].keys() >= {"id", "source", "title", "claims", "caption", "alt"}
    assert Path("drawn/nachum24.tree.svg").read_bytes() == first, "exact: the same for every seed"


def test_list(run: Run) -> None:
    """Names, sources and titles; nothing is drawn."""
    done = run("figures", "--list")
    assert all(name in done.stdout for name in (*NAMES, "Figure 2b"))
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert not Path("bninit-figures").exists()
    assert [row["id"] for row in strict_json(run("figures", "morwani20", "--list", "--json").stdout)["figures"]] == [
        name for name in figures.catalogue() if name.startswith("morwani20")
    ]


def test_wrong_use(refused: Callable[..., str]) -> None:
    """An unknown figure, with a suggestion; a folder that bninit did not make, a file, a missing parent, a name that no
    system takes: one sentence, before anything is drawn."""
    everything = "`bninit figures --list` names them all"
    for name, hint in (
        ("daneshmand20.soft_rank", "did you mean daneshmand20.soft-rank?"),
        ("trea", "did you mean nachum24.tree?"),
        ("x" * 10_000, everything),
        ("", everything),
    ):
        assert hint in refused("figures", name)
    Path("mine").mkdir()
    Path("mine/thesis.tex").write_text("42")
    Path("file").write_text("42")
    for name in ("mine", "file", "."):
        assert "exists and was not made by bninit" in refused("figures", "tree", "--out", name)
    for name in ("no/such", "file/under", "n" * 300):
        assert "cannot be made" in refused("figures", "tree", "--out", name)
    assert "a name holds no NUL" in refused("figures", "tree", "--out", "nul\0")
