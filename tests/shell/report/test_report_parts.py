"""Parts of the report: the drawing of graphs, the pictures of cells, what rests on what."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import escape

from bninit.report.formulas import Formulas
from bninit.report.layout import components, layered, spaced
from bninit.report.page import what_to_do
from bninit.report.plots import cell
from bninit.report.strength import rank, strongest, weaker_ancestors
from bninit.results.result import Result
from bninit.run.load import load
from tests.strategies import SETTINGS
from theory.claim import KINDS, Evidence, Verdict


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], list[tuple[str, str]]]:
    """A connected acyclic graph: edges from lower to higher numbers, and a tree among them."""
    size = draw(st.integers(1, 12))
    tree = {(draw(st.integers(0, node - 1)), node) for node in range(1, size)}
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    more = {(min(pair), max(pair)) for pair in draw(st.lists(pairs, max_size=15)) if pair[0] != pair[1]}
    return [str(node) for node in range(size)], [(str(a), str(b)) for a, b in sorted(tree | more)]


@settings(SETTINGS, max_examples=40)
@given(graphs())
def test_layers(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    """Every edge goes to a later layer, through one place of each between; no two of a layer are nearer than a row."""
    nodes, edges = graph
    found = layered(nodes, edges)
    layer_of = {node: i for i, layer in enumerate(found.layers) for node in layer}
    assert set(nodes) <= layer_of.keys()
    assert found.paths.keys() == set(edges)
    for (tail, head), path in found.paths.items():
        assert (path[0], path[-1]) == (tail, head)
        assert [layer_of[node] for node in path] == list(range(layer_of[tail], layer_of[head] + 1))
    for layer in found.layers:
        assert layer
        assert all(found.rows[b] - found.rows[a] > 1 - 1e-9 for a, b in pairwise(layer))
    assert min(found.rows.values()) == 0
    assert layered(nodes, edges) == found


@settings(SETTINGS, max_examples=20)
@given(graphs(), graphs())
def test_components(one: tuple[list[str], list[tuple[str, str]]], two: tuple[list[str], list[tuple[str, str]]]) -> None:
    """Two connected graphs side by side are two components, the larger first."""
    nodes = [f"a{n}" for n in one[0]] + [f"b{n}" for n in two[0]]
    edges = [(f"a{t}", f"a{h}") for t, h in one[1]] + [(f"b{t}", f"b{h}") for t, h in two[1]]
    found = components(nodes, edges)
    assert sorted(map(len, found), reverse=True) == list(map(len, found))
    assert sorted(map(sorted, found)) == sorted([sorted(nodes[: len(one[0])]), sorted(nodes[len(one[0]) :])])


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=8))
def test_spaced(wanted: list[int]) -> None:
    """The places are 1 apart, keep the mean of the wanted ones, and no single move brings them nearer."""
    found = spaced(wanted)
    assert all(b - a > 1 - 1e-9 for a, b in pairwise(found))
    assert sum(found) == pytest.approx(sum(wanted))

    def cost(places: list[float]) -> float:
        return sum((place - want) ** 2 for place, want in zip(places, wanted, strict=True))

    for i in range(len(found)):
        for j in range(i, len(found)):  # moves of a run of neighbours are the extreme ones
            for step in (-0.01, 0.01):
                moved = [place + step * (i <= at <= j) for at, place in enumerate(found)]
                if all(b - a > 1 - 1e-9 for a, b in pairwise(moved)):
                    assert cost(moved) > cost(found) - 1e-9


def test_cells() -> None:
    """A mean inside of the picture is a dot at its place; far off it is an arrow; NaN is told and not drawn."""
    near = {"at": {"n": 3}, "claimed": 1.0, "mean": 1.1, "margin": 0.1, "networks": 9, "verdict": "holds"}
    assert 'cx="133.3"' in cell(near).svg
    far = cell(near | {"mean": -1e300})
    assert "<circle" not in far.svg
    assert "margins below" in far.svg
    assert {cell(near | broken).svg for broken in ({"mean": "nan"}, {"margin": 0.0}, {"claimed": "inf"})} == {""}
    assert cell({}).words == "claimed nan ± nan"
    assert "Kolmogorov distance 1.1" in cell(near | {"of": "Kolmogorov distance"}).words


def test_formulas() -> None:
    """TeX that cannot be set, an unknown command among it, stands as it is; it never becomes markup. A sign is nearer
    to its number than a minus between two; blackboard letters are not italic ones."""
    formulas = Formulas()
    for tex in (r"\nosuch{x}", r"\frac{1", "<b>&"):
        assert formulas.svg(tex) == f'<code class="tex">{escape(tex)}</code>'

    def width(tex: str) -> float:
        return float(formulas.svg(tex).split('width="')[1].split('"')[0])

    assert width("(-a)") < width("(0-a)") - width("0")
    assert formulas.svg(r"\mathbb E")[20:] != formulas.svg("E")[20:]


def test_weaker_ancestors() -> None:
    """A claim is told of every claim that it rests on, through others, too, with weaker evidence than its own."""
    claims = load()

    def result(name: str, kind: str) -> Result:
        claim = claims[name]
        evidence = (Evidence(kind, Verdict.HOLDS, ""),)  # type: ignore[arg-type]
        return Result(name, claim.paper, claim.group, claim.status, Verdict.HOLDS, Verdict.HOLDS, 0, 0, evidence)

    top, middle, bottom = (
        "nachum24.outlier.dispersion", "nachum24.outlier.mean-map", "components.gaussian.arc-cosine"
    )  # fmt: skip
    kinds = dict(zip((top, middle, bottom), ("exact", "exact", "sampled"), strict=True))
    results = {name: result(name, kind) for name, kind in kinds.items()}
    assert weaker_ancestors(claims, results) == {top: [bottom], middle: [bottom], bottom: []}
    assert [rank(result(top, kind)) for kind in KINDS] == [5, 4, 3, 2, 1]
    assert strongest(result(top, "certified")) == "certified"


def test_what_to_do_is_said_by_what_happened() -> None:
    """A crash says nothing of the claim, a witness is to be put into both sides, a reason has its page."""
    holds = Result("a.b.c", "a", "b", "new", Verdict.HOLDS, Verdict.HOLDS, 0.0)
    told = {
        "crashed": what_to_do(replace(holds, error="ZeroDivisionError")),
        "witness": what_to_do(replace(holds, verdict=Verdict.REFUTED)),
        "its checks hold": what_to_do(replace(holds, expected=Verdict.REFUTED)),
        "each reason": what_to_do(replace(holds, verdict=Verdict.UNDECIDED)),
        "no check shows": what_to_do(replace(holds, verdict=Verdict.UNDECIDED, expected=Verdict.REFUTED)),
        "warning": what_to_do(holds),
    }
    assert [words for words, said in told.items() if words not in said] == []
