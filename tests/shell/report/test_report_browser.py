"""The report in a real Chromium, as a person meets it: console, axe-core, keyboard, phone, dark, print.

Wants `pip install -e ".[browser]"` and a Chromium (Debian: apt-get install chromium); skips without them.
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
GROUPS = {
    "components.algebra",
    "components.gaussian",
    "morwani20.jacobian",
    "morwani20.experiments",
    "nachum24.outlier",
}
TALL, PHONE, DESKTOP = 900, 390, 1280

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of some claims, as a file: no server."""
    claims = load()
    chosen = [claim for claim in claims.values() if f"{claim.paper}.{claim.group}" in GROUPS]
    path: Path = tmp_path_factory.mktemp("report") / "index.html"
    path.write_text(render(as_if_run(chosen), claims), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def show(browser: Any, address: str) -> Iterator[Any]:
    """`show(width)` opens the page; at the end nothing was said on its console and nothing else was asked for."""
    said: list[str] = []
    pages = []

    def open_page(width: int = DESKTOP, fragment: str = "", **options: Any) -> Any:
        page = browser.new_page(viewport={"width": width, "height": TALL}, **options)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url) if outside(request.url) else None)
        page.goto(address + fragment)
        pages.append(page)
        return page

    def outside(url: str) -> bool:
        return not url.startswith(("data:", address))

    yield open_page
    for page in pages:
        page.close()
    assert said == []


def open_all(page: Any) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_axe(show: Any, scheme: str, width: int) -> None:
    """axe-core finds no violation, in both themes, on phone and desktop, with every card open."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe: pip install -e '.[browser]'")
    page = show(width, color_scheme=scheme)
    open_all(page)
    found = axe.Axe().run(page).response
    assert [(v["id"], [node["html"] for node in v["nodes"][:3]]) for v in found["violations"]] == []
    assert len(found["passes"]) > 20


@pytest.mark.parametrize("width", [320, PHONE, DESKTOP])
def test_no_sideways_scrolling(show: Any, width: int) -> None:
    """The page is as wide as the window: what is wider (graph, long formulas) scrolls in a frame of its own."""
    page = show(width)
    open_all(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_keyboard(show: Any) -> None:
    """Tab begins at the skip link, which leads to the answer, and goes through all links in the order of the page."""
    page = show()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the answer"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    places = []
    for _ in range(40):
        places.append(
            page.evaluate(
                "[...document.querySelectorAll('a, summary, [tabindex=\"0\"]')].indexOf(document.activeElement)"
            )
        )
        page.keyboard.press("Tab")
    assert -1 not in places
    assert places == sorted(set(places))
    assert page.evaluate("document.querySelectorAll('[tabindex]:not([tabindex=\"0\"]):not(main)').length") == 0
    page.locator("a.skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_focus_is_seen(show: Any) -> None:
    """What has the focus of the keyboard has an outline of at least 2 pixels."""
    page = show()
    for selector in ("nav a", "a.box", ".card > summary"):
        page.locator(selector).first.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        style = page.evaluate("getComputedStyle(document.activeElement).outline")
        assert float(style.split("px")[0].split()[-1]) >= 2, (selector, style)


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


def test_readable_without_scripts(show: Any) -> None:
    """With scripts switched off the page says the same and its cards open."""
    page = show(java_script_enabled=False)
    assert page.locator("h1").inner_text().startswith("All ")
    page.locator(".card > summary").first.click()
    assert page.locator(".card .formula svg").first.is_visible()


def test_formulas_have_a_size(show: Any) -> None:
    """Formulas are drawn: each has glyphs with an extent inside of its frame, in the colour of the text."""
    page = show(color_scheme="dark")
    open_all(page)
    boxes = page.evaluate(
        "[...document.querySelectorAll('.card svg.tex')].map(svg => [svg.getBBox().width, svg.getBBox().height])"
    )
    assert boxes
    assert all(width > 3 and height > 3 for width, height in boxes)
    assert page.evaluate("getComputedStyle(document.querySelector('svg.tex')).fill") == "rgb(232, 234, 236)"


def test_print(show: Any) -> None:
    """On paper the closed cards are open, on white, and navigation is gone."""
    page = show(color_scheme="dark")
    page.emulate_media(media="print")
    body = page.locator(".card:not([open]) .body").first
    assert body.evaluate("body => body.getBoundingClientRect().height") > 50
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_screenshot(show: Any, width: int, tmp_path: Path) -> None:
    """A picture of the first screen can be taken and is not blank."""
    picture = show(width).screenshot(path=tmp_path / f"{width}.png")
    assert len(picture) > 20_000
