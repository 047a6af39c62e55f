"""The documentation in a real Chromium, from the disk: axe-core, phone and desk width, search, nothing from elsewhere.

Wants the documentation, built as README says; `pip install -e ".[browser]"`; and a Chromium. Skips without them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install -e '.[browser]'")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
BUILT = Path(__file__).parents[3] / "build" / "docs"
PAGES = (
    "index",
    "tutorials/lemma",
    "notebooks/claims",
    "notebooks/fixed-points",
    "reference/results-json",
    "reference/commands",
    "reference/api/wide",
    "reference/claims/daneshmand21-gap",
)

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium"),
    pytest.mark.skipif(not (BUILT / "index.html").is_file(), reason="no build/docs: README says how it is built"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def show(browser: Any) -> Iterator[Any]:
    """`show(page, width)` opens it; at the end nothing went wrong in it and nothing from elsewhere was asked for."""
    said: list[str] = []
    pages = []

    def open_page(name: str, width: int = 1280, query: str = "", **options: Any) -> Any:
        page = browser.new_page(viewport={"width": width, "height": 900}, **options)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url) if outside(request.url) else None)
        page.goto(f"{BUILT.as_uri()}/{name}.html{query}")
        pages.append(page)
        return page

    def outside(url: str) -> bool:
        return not url.startswith(("data:", BUILT.as_uri()))

    yield open_page
    for page in pages:
        page.close()
    assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", PAGES)
def test_axe(show: Any, name: str, width: int, scheme: str) -> None:
    """axe-core finds no violation, and no page is wider than its window."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe: pip install -e '.[browser]'")
    page = show(name, width, color_scheme=scheme)
    found = axe.Axe().run(page).response
    assert [(v["id"], [node["html"] for node in v["nodes"][:3]]) for v in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_search_from_the_disk(show: Any) -> None:
    """A word of one claim's note finds its page, and the link leads there."""
    page = show("search", query="?q=saddle-node")
    link = page.locator("#search-results a", has_text="nachum24.dynamics").first
    link.wait_for(timeout=20_000)
    link.click()
    assert "reference/claims/nachum24-dynamics.html" in page.url
