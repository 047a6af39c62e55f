"""What a notebook shows of claims, results, fixed points, spectra, trees and simulations."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from bninit.api import (
    Layer,
    Tree,
    broken,
    check,
    load,
    random_batch,
    saddle_node,
    simulate,
    spectrum,
    stream,
    symmetric,
)
from numerics.streams import fresh_seed
from tests.shell.report.pages import Page

SHOWN: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "claim": (lambda: load()["nachum24.tree.limit"], ("nachum24.tree.limit", "Rely on")),
    "result": (
        lambda: check(load()["nachum24.tree.limit-single"], "quick"), ("refuted", "as expected", "twins: "),
    ),
    "sampled result": (lambda: check(load()["components.gaussian.arc-cosine"], "quick", seed=1), ("holds",)),
    "fixed point": (lambda: broken(10), ("7.4119970040652861531", "certified: exactly two such points")),
    "exact fixed point": (lambda: symmetric(5), ()),
    "saddle-node": (lambda: saddle_node(2), ("8.7739046596966001620", "Krawczyk")),
    "spectrum": (lambda: spectrum("saddle", 8, digits=6), ("representation of S_7", "unstable, index 1")),
    "tree": (lambda: Tree([0, 1, 2]), ()),
    "limit": (lambda: Tree([0, 2, 3]).limit(12), ("1.10856126962", "off by at most")),
    "simulation": (
        lambda: simulate(
            random_batch(4, 4, stream(1, "data")), width=8, depth=2, layer=Layer(("rc", "nl")), networks=12,
            rng=lambda r: stream(1, "weights", r),
        ),
        ("rc + nl, n = 4, width 8, depth 2", "and 2 more"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("make", "words"), SHOWN.values(), ids=SHOWN)
def test_faces(make: Callable[[], Any], words: tuple[str, ...]) -> None:
    """Well-formed HTML that loads nothing and has the digits, evidence, verdict and witness; every glyph of its
    formulas is there; images have text alternatives. In LaTeX one formula between dollars, after a claim's domains in
    words, which have no markup; braces are paired."""
    found = make()
    html, tex = found._repr_html_(), found._repr_latex_()
    assert [word for word in words if word not in html] == []
    page = Page(html)
    assert page.all("div", **{"class": "bninit"})
    assert not page.all("script")
    assert not page.all("link")
    drawn = {element.attributes["id"] for element in page.all("symbol")}
    assert {use.attributes["href"].removeprefix("#") for use in page.all("use")} <= drawn
    assert all(image.attributes["src"].startswith("data:") and image.attributes["alt"] for image in page.all("img"))
    assert all(image.attributes["aria-label"] for image in page.all("svg", role="img"))
    domains, formula, rest = tex.split("$")
    assert formula
    assert not rest
    assert not domains or domains.startswith("For all ")
    assert not re.search(r"(?<!\\)[_#%&^]", domains)
    assert tex.replace(r"\{", "").count("{") == tex.replace(r"\}", "").count("}")
    if isinstance(found, Tree):
        assert tex.startswith(r"$\alpha^L G_L\to \frac{")


def test_claims_of_the_suite_have_faces() -> None:
    """A few of them, others each time."""
    for claim in list(load().values())[fresh_seed() % 130 :: 130]:
        assert Page(claim._repr_html_()).all("table")  # type: ignore[attr-defined]


def test_theory_alone_has_no_faces_of_the_shell() -> None:
    """`theory` does not import bninit; `%load_ext bninit` gives the faces."""
    said = (
        "import sys\nfrom theory import Claim\nassert not hasattr(Claim, '_repr_html_')\n"
        "assert 'bninit' not in sys.modules\nimport bninit\nbninit.load_ipython_extension(None)\n"
        "assert hasattr(Claim, '_repr_html_')"
    )
    subprocess.run([sys.executable, "-c", said], check=True)
