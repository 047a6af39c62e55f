"""The report and the documentation in a real Chromium, as a person meets them: axe-core, keyboard, phone, dark, print.

Wants `pip install -e ".[browser]"` and a Chromium (Debian: apt-get install chromium), and for the documentation that it
is built as README says; skips without them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bninit.report import render
from bninit.run.load import load
from tests.shell.report.pages import as_if_run

sync_api = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install -e '.[browser]'")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
BUILT = Path(__file__).parents[3] / "build" / "docs"
REPORT = "report"
DOCS = (
    "index",
    "tutorials/lemma",
    "notebooks/claims",
    "reference/results-json",
    "reference/commands",
    "reference/api/wide",
    "reference/claims/daneshmand21-gap",
)
GROUPS = {"components.algebra", "morwani20.jacobian", "morwani20.experiments", "nachum24.outlier"}
TALL, PHONE, DESKTOP = 900, 390, 1280

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of some claims, as a file: no server."""
    claims = load()
    chosen = [claim for claim in claims.values() if f"{claim.paper}.{claim.group}" in GROUPS]
    folder: Path = tmp_path_factory.mktemp("report")
    (folder / f"{REPORT}.html").write_text(render(as_if_run(chosen), claims), encoding="utf-8")
    return folder


@pytest.fixture
def show(browser: Any, report: Path) -> Iterator[Any]:
    """`show(width)` opens the report, or another page; at the end nothing went wrong in it, nothing was said on the
    report's console, and nothing from elsewhere was asked for."""
    said: list[str] = []
    pages = []

    def open_page(width: int = DESKTOP, name: str = REPORT, query: str = "", **options: Any) -> Any:
        home = (report if name == REPORT else BUILT).as_uri()
        if name != REPORT and not (BUILT / "index.html").is_file():
            pytest.skip("no build/docs: README says how it is built")
        page = browser.new_page(viewport={"width": width, "height": TALL}, **options)
        page.on("console", lambda message: said.append(message.text) if name == REPORT else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(("data:", home)) else said.append(asked.url))
        page.goto(f"{home}/{name}.html{query}")
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert said == []


def open_all(page: Any) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("name", [REPORT, *DOCS])
def test_axe(show: Any, name: str, width: int, scheme: str) -> None:
    """axe-core finds no violation, and no page is wider than its window: what is wider (graph, long formulas) scrolls
    in a frame of its own. Every card of the report is open."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe: pip install -e '.[browser]'")
    page = show(width, name, color_scheme=scheme)
    if name == REPORT:
        open_all(page)
    found = axe.Axe().run(page).response
    assert [(v["id"], [node["html"] for node in v["nodes"][:3]]) for v in found["violations"]] == []
    assert len(found["passes"]) > 20 or name != REPORT
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_keyboard(show: Any) -> None:
    """Tab begins at the skip link, which leads to the answer, and goes through all links in the order of the page; what
    has the focus has an outline of at least 2 pixels."""
    page = show()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the answer"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    links = "[...document.querySelectorAll('a, summary, [tabindex=\"0\"]')]"
    places = []
    for _ in range(40):
        places.append(page.evaluate(f"{links}.indexOf(document.activeElement)"))
        page.keyboard.press("Tab")
    assert -1 not in places
    assert places == sorted(set(places))
    assert page.evaluate("document.querySelectorAll('[tabindex]:not([tabindex=\"0\"]):not(main)').length") == 0
    for selector in ("nav a", "a.box", ".card > summary"):
        page.locator(selector).first.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        style = page.evaluate("getComputedStyle(document.activeElement).outline")
        assert float(style.split("px")[0].split()[-1]) >= 2, (selector, style)
    page.locator("a.skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_links_open_cards(show: Any) -> None:
    """A box of the grid, and a node of the graph, lead to their card and open it, without a script."""
    page = show()
    for kind in ("box", "node"):
        link = page.locator(f"a.{kind}").first
        card = page.locator(f"[id='{link.get_attribute('href')[1:]}']")
        link.focus()
        page.keyboard.press("Enter")
        card.wait_for(state="visible", timeout=5000)
        assert card.evaluate("body => body.parentElement.open")
        assert 0 <= card.evaluate("body => body.getBoundingClientRect().top") < TALL


def test_print(show: Any) -> None:
    """On paper the closed cards are open, on white, and navigation is gone."""
    page = show(color_scheme="dark")
    page.emulate_media(media="print")
    body = page.locator(".card:not([open]) .body").first
    assert body.evaluate("body => body.getBoundingClientRect().height") > 50
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_search_from_the_disk(show: Any) -> None:
    """A word of one claim's note finds its page in the documentation, and the link leads there."""
    page = show(name="search", query="?q=saddle-node")
    link = page.locator("#search-results a", has_text="nachum24.dynamics").first
    link.wait_for(timeout=20_000)
    link.click()
    assert "reference/claims/nachum24-dynamics.html" in page.url
