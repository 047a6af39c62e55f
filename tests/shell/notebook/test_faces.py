"""What a notebook shows of claims, results, fixed points, spectra, trees and simulations."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from bninit.api import (
    Layer,
    Tree,
    broken,
    check,
    claims,
    load,
    random_batch,
    saddle_node,
    simulate,
    spectrum,
    stream,
    symmetric,
)
from tests.shell.report.pages import Page

SUITE = load()
SHOWN: dict[str, Any] = {
    "claim": SUITE["nachum24.tree.limit"],
    "false claim": SUITE["nachum24.tree.limit-single"],
    "result": check(SUITE["nachum24.tree.limit-single"], "quick"),
    "sampled result": check(SUITE["components.gaussian.arc-cosine"], "quick", seed=1),
    "fixed point": broken(10),
    "exact fixed point": symmetric(5),
    "saddle-node": saddle_node(2),
    "spectrum": spectrum("saddle", 8, digits=6),
    "tree": Tree([0, 1, 2]),
    "limit": Tree([0, 2, 3]).limit(12),
    "simulation": simulate(
        random_batch(4, 4, stream(1, "data")), width=8, depth=2, layer=Layer(("rc", "nl")), replicates=12,
        rng=lambda r: stream(1, "weights", r),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
def test_html(name: str) -> None:
    """Well-formed HTML that loads nothing; every glyph of its formulas is there; images have text alternatives."""
    found = SHOWN[name]._repr_html_()
    page = Page(found)
    assert page.all("div", **{"class": "bninit"})
    assert not page.all("script")
    assert not page.all("link")
    drawn = {element.attributes["id"] for element in page.all("symbol")}
    assert {use.attributes["href"].removeprefix("#") for use in page.all("use")} <= drawn
    assert all(image.attributes["src"].startswith("data:") and image.attributes["alt"] for image in page.all("img"))
    assert all(image.attributes["aria-label"] for image in page.all("svg", role="img"))


@pytest.mark.parametrize("name", SHOWN)
def test_latex(name: str) -> None:
    """One formula between dollars, after a claim's domains in words: these have no markup. Braces are paired."""
    tex = SHOWN[name]._repr_latex_()
    words, formula, rest = tex.split("$")
    assert formula
    assert not rest
    assert not words or words.startswith("For all ")
    assert not re.search(r"(?<!\\)[_#%&^]", words)
    assert tex.replace(r"\{", "").count("{") == tex.replace(r"\}", "").count("}")


def test_what_is_said() -> None:
    """Digits, evidence, group, verdict and witness stand in the HTML."""
    for name, words in {
        "claim": ("nachum24.tree.limit", "Rely on"),
        "result": ("refuted", "as expected", "twins: "),
        "fixed point": ("7.4119970040652861531", "certified: exactly two such points"),
        "saddle-node": ("8.7739046596966001620", "Krawczyk"),
        "spectrum": ("representation of S_7", "unstable, index 1"),
        "limit": ("1.10856126962", "off by at most"),
        "simulation": ("rc + nl, n = 4, width 8, depth 2", "and 2 more"),
    }.items():
        found = SHOWN[name]._repr_html_()
        assert [word for word in words if word not in found] == [], name
    assert SHOWN["tree"]._repr_latex_().startswith(r"$\alpha^L G_L\to \frac{")


def test_claims_of_the_suite_have_faces() -> None:
    """A tenth of them: no formula is left as TeX where the report draws it."""
    for claim in list(claims().values())[::10]:
        assert Page(claim._repr_html_()).all("table")  # type: ignore[attr-defined]


def test_theory_alone_has_no_faces_of_the_shell() -> None:
    """`theory` does not import bninit; `%load_ext bninit` gives the faces."""
    said = (
        "import sys\nfrom theory import Claim\nassert not hasattr(Claim, '_repr_html_')\n"
        "assert 'bninit' not in sys.modules\nimport bninit\nbninit.load_ipython_extension(None)\n"
        "assert hasattr(Claim, '_repr_html_')"
    )
    subprocess.run([sys.executable, "-c", said], check=True)
