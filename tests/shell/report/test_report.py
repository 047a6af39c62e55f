"""`bninit report`: one page that needs nothing else, says what the results say, and is the same for the same run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote

import pytest

from bninit.draw.figures import Drawn, catalogue
from bninit.plain import to_json
from bninit.report import figures, render
from bninit.report.formulas import Formulas
from bninit.report.notation import tables
from bninit.report.page import Earlier
from bninit.report.typeset import prose
from bninit.results.document import document
from bninit.results.reading import parsed
from bninit.run.load import load
from bninit.show.statement import formula, unsaid
from numerics.judging import checks_of
from numerics.streams import fresh_seed
from tests.shell.conftest import Run, strict_json
from tests.shell.report.pages import Page, as_if_run
from theory.claim import Claim, Evidence, Verdict

SECTIONS = ["answer", "attention", "grid", "paper-", "graph", "reading", "notation", "errata", "readings",
            "bibliography", "results"]  # fmt: skip
GROUPS = ("components.algebra", "morwani20.jacobian", "morwani20.convergence")

pytestmark = pytest.mark.xdist_group("report")  # that the page is made once


def some(*groups: str) -> list[Claim]:
    return [claim for claim in load().values() if f"{claim.paper}.{claim.group}" in groups]


def flat(text: str) -> str:
    return " ".join(text.split())


def said(words: str) -> str:
    """Words of a claim as the text of a page has them: indices and powers are tags."""
    return prose(words).striptags()


@pytest.fixture(scope="module")
def page() -> Page:
    """Two papers, with all that a page may hold; the first claim comes out otherwise than expected."""
    picture = figures.Picture("morwani20.steps", "morwani20", "Steps", "Section 2", ("morwani20.rates.price",),
                              "Rates.", "two lines", "data:image/png;base64,AAAA")  # fmt: skip
    suite = replace(picture, id="suite.phase", paper="suite", source="")
    run = as_if_run(some(*GROUPS))
    unexpected = replace(run.results[0], verdict=Verdict.REFUTED, evidence=(
        Evidence("exact", Verdict.REFUTED, "every <n>", {"comparisons": 1}, "n = 2: 1, not 2"),))  # fmt: skip
    run = replace(run, results=(unexpected, *run.results[1:]))
    return Page(render(run, load(), [picture, suite], "today"))


def test_ids_and_anchors(page: Page) -> None:
    """Ids are unique, and every link inside the page leads somewhere, labels included; sections are in order. Every
    table of the notation has a letter and a meaning in each row, and rows as long as its head."""
    ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    assert all(name and not re.search(r"\s", name) for name in ids)
    for element in page.elements:
        target = element.attributes.get("href", "")
        if target.startswith("#"):
            assert unquote(target[1:]) in ids, target
        for name in element.attributes.get("aria-labelledby", "").split():
            assert name in ids, name
    found = [e.attributes["id"] for e in page.all("section")]
    places = [next(i for i, name in enumerate(found) if name.startswith(wanted)) for wanted in SECTIONS]
    assert places == sorted(places)
    assert next(e.tag for e in page.elements if re.fullmatch("h[1-6]", e.tag)) == "h1"
    for table in tables():
        assert table.head[0] == "letter"
        assert all(len(row) == len(table.head) and all(row[:1] + row[-1:]) for row in table.rows)


def test_nothing_is_loaded(page: Page) -> None:
    """No script runs and no resource is fetched: links alone lead outside, and the style has no url."""
    for element in page.elements:
        for name, value in element.attributes.items():
            assert not name.startswith("on"), f"a script in <{element.tag} {name}>"
            if name in ("src", "href", "srcset", "data", "poster", "action", "xlink:href"):
                outside = element.tag == "a" and value.startswith("https://arxiv.org/abs/")
                assert outside or value.startswith(("#", "data:")), f"<{element.tag} {name}={value!r}>"
    assert [e.attributes["type"] for e in page.all("script")] == ["application/json"]
    assert not re.search(r"url\(|@import|@font-face", page.all("style")[0].text)
    assert {e.tag for e in page.elements}.isdisjoint({"iframe", "object", "embed", "base", "form"})
    assert [e.attributes["href"] for e in page.all("link")] == ["data:,"]


def test_alternatives_carry_the_numbers(page: Page) -> None:
    """Every image has a text alternative; that of a formula is its TeX, that of a cell has its numbers."""
    assert all(e.attributes["alt"] for e in page.all("img"))
    labels = [e.attributes["aria-label"] for e in page.all("svg") if e.attributes.get("role") == "img"]
    assert all(labels)
    assert all(formula(claim)[1] in labels for claim in some(*GROUPS[1:]))
    assert "claimed 1 ± 0.1; mean 1.01 over 4,096 networks" in labels
    assert "claimed 2 ± 0.1; mean 9 over 64 networks, 70 margins above" in labels
    assert all({"role", "aria-hidden"} & svg.attributes.keys() for svg in page.all("svg"))


def test_every_claim_has_its_place(page: Page) -> None:
    """Each claim of the run has a card, a box of the grid, and, if it uses or is used, a node of the graph; the errata
    list the quoted statements that are refuted, and readings stand apart; figures stand in their paper's section."""
    chosen = some(*GROUPS)
    boxes, nodes = (
        {e.attributes["href"] for e in page.all("a") if kind in e.attributes.get("class", "").split()}
        for kind in ("box", "node")
    )
    ids = {claim.id for claim in chosen}
    assert boxes == {f"#{name}" for name in ids}
    uses = {(claim.id, used) for claim in chosen for used in claim.uses if used in ids}
    assert nodes == {f"#{name}" for pair in uses for name in pair}
    errata, readings = flat(page.at("errata").text), flat(page.at("readings").text)
    for claim in chosen[1:]:
        card = page.at(claim.id).text
        assert all(check.scope in card for check in checks_of(claim))
        assert all(said(part) in flat(card) for part in (unsaid(claim), claim.silent_on))
        if claim.expected is Verdict.REFUTED:
            assert (said(claim.says) in errata) is (claim.status == "quoted")
            assert (said(claim.says) in readings) is (claim.status == "reading")
    assert said(load()["morwani20.convergence.largest-rate"].says) in errata
    for place in ("paper-morwani20", "figures"):
        assert "Rates." in page.at(place).text


def test_answer_and_attention(page: Page) -> None:
    """The answer counts verdicts; an unexpected one is told first, with its witness and the command to replay it."""
    first, *others = some(*GROUPS)
    title = flat(page.all("h1")[0].text)
    assert title.startswith(f"1 of {len(others) + 1} claims did not come out as expected: ")
    attention = page.at("attention").text
    for part in (first.id, "n = 2: 1, not 2", f"bninit check {first.id} --level quick --seed 7"):
        assert part in attention
    errata = [claim.id for claim in others if claim.status == "quoted" and claim.expected is Verdict.REFUTED]
    answer = page.at("answer").text
    assert f"{len(errata)} printed statements are refuted" in answer
    assert errata[0] in answer


def test_first_screen() -> None:
    """The answer says how far what holds reaches, what rests on hand proofs alone, and what changed."""
    run = as_if_run(some("components.algebra")[:2])
    reach = {"cases": run.results[0], "stated": run.results[1]}
    one = replace(run, results=tuple(
        replace(found, evidence=(Evidence("exact", Verdict.HOLDS, "every n", {"reach": word}),))
        for word, found in reach.items()
    ))  # fmt: skip
    cases, stated = one.results
    quiet = Page(render(one, load()))
    assert "Nothing: no verdict is unexpected" in quiet.at("attention").text
    assert flat(quiet.all("h1")[0].text) == "All 2 claims came out as expected: 2 hold, 0 are refuted."
    answer = flat(quiet.at("answer").text)
    by_hand = f"1 claim goes beyond what a machine has done by the proof in the note, which none has read{cases.id}"
    for part in ("1 holds as stated, 1 holds in cases", by_hand, "no printed statement", "no earlier run"):
        assert part in answer
    worse = replace(one, results=(replace(cases, verdict=Verdict.UNDECIDED), stated))
    told = Page(render(worse, load(), earlier=Earlier("11", one))).at("answer").text
    assert f"since run 11: {cases.id} verdict holds → undecided (not as expected) (weaker)" in flat(told)


def test_every_printed_error_is_corrected() -> None:
    """Each quoted statement that is false names a claim that holds instead, or its note says what is true."""
    for claim in load().values():
        assert all(load()[name].expected is Verdict.HOLDS for name in claim.corrected_by)
        if claim.status == "quoted" and claim.expected is Verdict.REFUTED:
            assert claim.corrected_by or claim.id == "morwani20.layers.plain-printed"


def test_every_formula_is_set() -> None:
    """Of the claims a twenty-fourth, another one each time."""
    formulas = Formulas()
    for claim in list(load().values())[fresh_seed() % 24 :: 24]:
        assert '<code class="tex">' not in formulas.svg(formula(claim)[1]), claim.id


RENDERED = (
    "import sys; from bninit.report import render; from bninit.results.reading import parsed;"
    "from bninit.run.load import load; print(render(parsed(sys.argv[1]), load(paper='components')))"
)


def test_same_bytes() -> None:
    """The same seed, level and versions give the same bytes but for the run line, whatever the hash seed and times; the
    embedded JSON is a results.json without times, which comes back as the same results."""
    pages = []
    for number, seconds in enumerate((1.5, 99.0)):
        found = as_if_run(some("components.algebra")[:2], seconds)
        results = [replace(result, seconds=seconds, cpu=seconds) for result in found.results]
        text = to_json(document(results, found.plan, seconds, False, found.versions))
        done = subprocess.run([sys.executable, "-c", RENDERED, text], capture_output=True, text=True, check=True,
                              env=os.environ | {"PYTHONHASHSEED": str(number)})  # fmt: skip
        pages.append(done.stdout)
    [(line, _)] = [
        both for both in zip(pages[0].splitlines(), pages[1].splitlines(), strict=True) if both[0] != both[1]
    ]
    assert line.startswith('<p class="run">')
    script = Page(pages[1]).all("script")[0].text
    assert strict_json(script)["run"]["level"] == "quick"
    back = [[replace(r, seconds=0.0, cpu=0.0) for r in parsed(one).results] for one in (script, text)]
    assert back[0] == back[1]


EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\" ' & <!--"


@pytest.mark.parametrize(("text", "status"), [
    ("bad = make('bad', count, predicts=n + 1, over=grid(n=(2,)))", 1),
    ("bad = make('bad', crash)", 3),
    (f"good = make('good', count, scope={EVIL!r}, silent_on={EVIL!r})", 0),
])  # fmt: skip
def test_exit_status(text: str, status: int, run: Run, claims_file: Callable[..., str]) -> None:
    """`report` ends as `check` does, and writes the page in any case; what a claim says stays text, in HTML, in
    attributes and in the embedded JSON."""
    done = run("report", "mine", "--claims", claims_file(text), "--jobs", "1", "--no-figures", "--out", "r")
    assert done.exit_code == status, done.output
    assert done.stdout.startswith("r/index.html: 1 claim, ")
    found = Page(Path("r/index.html").read_text())
    assert ("mine.basic.bad" in found.at("attention").text) is bool(status)
    assert (len(found.all("script")), len(found.all("img"))) == (1, 0)
    if not status:
        assert found.at("mine.basic.good").text.count(EVIL) >= 2
        assert strict_json(found.all("script")[0].text)["claims"][0]["evidence"][0]["scope"] == EVIL


def test_compared_with_the_run_before(run: Run, claims_file: Callable[..., str]) -> None:
    """A report compares with the last run of the same selection in its ledger, or with that of --since. A folder that
    bninit made is taken again; other files there stay."""
    common = ("report", "mine", "--claims", claims_file("good = make('good', count)"), "--no-figures", "--jobs", "1")
    ledger = ("--ledger", "own.sqlite", "--fresh")
    for more, told in (
        ((*ledger, "--seed", "1"), "no earlier run"),
        ((*ledger, "--seed", "2"), "nothing since run 1"),
        ((*ledger, "--seed", "3", "--since", "1"), "nothing since run 1"),
        (("--no-ledger",), "no earlier run"),
    ):
        done = run(*common, *more)
        assert done.exit_code == 0, done.output
        assert told in Path("bninit-report/index.html").read_text()
        Path("bninit-report/mine.txt").write_text("mine")
    assert {"index.html", "mine.txt"} < {path.name for path in Path("bninit-report").iterdir()}


def test_figures_join(run: Run) -> None:
    """Figures that show a claim of the run are drawn into the page: small ones as SVG, others as PNG."""
    drawn = Drawn(b"<svg/>", b"png", "Seed 5.", "1 curve", "morwani20")
    figure = catalogue()["morwani20.steps"]
    assert figures.embedded(figure, drawn).data == "data:image/svg+xml;base64,PHN2Zy8+"
    assert figures.embedded(figure, replace(drawn, svg=b"x" * 300_000)).data == "data:image/png;base64,cG5n"
    assert run("report", "nachum24.tree.limit", "--level", "quick", "--jobs", "1", "--seed", "1").exit_code == 0
    [image] = Page(Path("bninit-report/index.html").read_text()).all("img")
    assert image.attributes["src"].startswith("data:image/")
    assert image.attributes["alt"]


def results_file(change: Callable[[dict[str, object]], object] = lambda data: None) -> str:
    data = document(as_if_run(some("components.algebra")).results, as_if_run([]).plan, 1.0)
    change(data)
    Path("results.json").write_text(json.dumps(data))
    return "results.json"


UNKNOWN = "components.algebra.no-such"
BAD_RESULTS = {
    f"{UNKNOWN} is no claim that is known here": lambda d: d["claims"][0].update(id=UNKNOWN),
    "is quoted, expected: holds, there, but new": lambda d: d["claims"][0].update(status="quoted"),
    "the whole has no 'run'": lambda d: d.pop("run"),
    "holds no result of any claim": lambda d: d["claims"].clear(),
}


@pytest.mark.parametrize("why", BAD_RESULTS)
def test_bad_results(why: str, refused: Callable[..., str]) -> None:
    """Results of unknown claims, of another version, or of no known shape are refused."""
    assert why in refused("report", "--out", "r", "--results", results_file(BAD_RESULTS[why]))


def test_wrong_use(refused: Callable[..., str]) -> None:
    """A folder that is somebody else's, or cannot be made, is refused before anything is checked; what a file of
    results says is not said again."""
    Path("foreign").mkdir()
    Path("foreign/index.html").write_text("<html>")
    Path("file").write_text("x")
    for folder, why in (
        ("foreign", "foreign: exists and was not made by bninit"),
        ("file", "file: exists and was not made by bninit"),
        ("nowhere/out", "cannot be made (No such file or directory)"),
        ("x" * 300, "cannot be made (File name too long)"),
    ):
        assert why in refused("report", "--out", folder, "--results", results_file())
        assert why in refused("report", "--out", folder)
    read = ("--out", "r", "--results", results_file())
    assert "leave them out with --results" in refused("report", *read, "--seed", 1)
    assert "did you mean" in refused("report", "nachum25", *read)
    assert "holds no result of nachum24" in refused("report", "nachum24", *read)


PAIRS = [(fore, back) for fore in ("fg", "muted", "link", "alert") for back in ("bg", "card")]
FILLS = ("exact", "certified", "sampled", "formal", "decided", "none")
GRAPHICS = [("strong", "bg"), ("strong", "card"), ("mark", "band"), ("mark", "card"), ("claimed", "band")]


def test_contrast() -> None:
    """Text has a contrast of 4.5 and graphics of 3 in both themes and in print (WCAG 2.2, 1.4.3 and 1.4.11)."""
    style = files("bninit.report").joinpath("page.css").read_text()
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    light, dark, printed = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in blocks)
    text = PAIRS + [(f"on-{kind}", kind) for kind in FILLS]
    for theme in (light, light | dark, light | printed):
        for pairs, least in ((text, 4.5), (GRAPHICS, 3)):
            for fore, back in pairs:
                low, high = sorted((luminance(theme[fore]), luminance(theme[back])))
                assert (high + 0.05) / (low + 0.05) >= least, (fore, back)


def luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour, as WCAG defines it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
