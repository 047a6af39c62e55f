"""`bninit report`: one page that needs nothing else, says what the results say, and is the same for the same run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote

import pytest

from bninit.draw.figures import Drawn, catalogue
from bninit.plain import to_json
from bninit.report import figures, render
from bninit.report.cards import LONGEST, TWINS_SHOWN, TwinShown
from bninit.report.page import Earlier
from bninit.results.document import Findings, document
from bninit.results.reading import parsed
from bninit.run.load import load
from bninit.show.statement import formula, unsaid
from numerics.judging import checks_of
from numerics.streams import fresh_seed
from tests.shell.conftest import Run, strict_json
from tests.shell.report.pages import Page, as_if_run
from theory.claim import Claim, Evidence, Verdict

SECTIONS = ["answer", "attention", "grid", "graph", "paper-", "reading", "notation", "errata", "readings",
            "bibliography", "results"]  # fmt: skip
RUN_LINE = '<p class="run">'

pytestmark = pytest.mark.xdist_group("report")  # that the page is made once


@cache
def claims() -> dict[str, Claim]:
    return load()


def some(*parts: str) -> list[Claim]:
    """Claims of papers, or of groups."""
    return [claim for claim in claims().values() if {claim.paper, f"{claim.paper}.{claim.group}"} & {*parts}]


TWO = ("components", "morwani20.layers", "morwani20.jacobian", "morwani20.convergence")


@cache
def page() -> Page:
    """Two papers, with all that a page may hold."""
    picture = figures.Picture("morwani20.steps", "morwani20", "Steps", "Section 2", ("morwani20.rates.price",),
                              "Rates.", "two lines", "data:image/png;base64,AAAA")  # fmt: skip
    suite = replace(picture, id="suite.phase", paper="suite", source="")
    run = as_if_run(some(*TWO))
    unexpected = replace(run.results[0], verdict=Verdict.REFUTED, evidence=(
        Evidence("exact", Verdict.REFUTED, "every <n>", {"comparisons": 1}, "n = 2: 1, not 2"),))  # fmt: skip
    run = replace(run, results=(unexpected, *run.results[1:]))
    return Page(render(run, claims(), [picture, suite], "today"))


def test_ids_and_anchors() -> None:
    """Ids are unique, and every link inside the page leads somewhere, labels included."""
    ids = [e.attributes["id"] for e in page().elements if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    assert all(ids)
    assert not any(re.search(r"\s", name) for name in ids)
    for element in page().elements:
        target = element.attributes.get("href", "")
        if target.startswith("#"):
            assert unquote(target[1:]) in ids, target
        for name in element.attributes.get("aria-labelledby", "").split():
            assert name in ids, name


def test_nothing_is_loaded() -> None:
    """No script runs and no resource is fetched: links alone lead outside, and the style has no url."""
    for element in page().elements:
        for name, value in element.attributes.items():
            assert not name.startswith("on"), f"a script in <{element.tag} {name}>"
            if name in ("src", "href", "srcset", "data", "poster", "action", "xlink:href"):
                outside = element.tag == "a" and value.startswith("https://arxiv.org/abs/")
                assert outside or value.startswith(("#", "data:")), f"<{element.tag} {name}={value!r}>"
    assert [e.attributes["type"] for e in page().all("script")] == ["application/json"]
    style = page().all("style")[0].text
    assert not re.search(r"url\(|@import|@font-face", style)
    assert {e.tag for e in page().elements}.isdisjoint({"link", "iframe", "object", "embed", "base", "form"} - {"link"})
    assert [e.attributes["href"] for e in page().all("link")] == ["data:,"]


def test_alternatives_carry_the_numbers() -> None:
    """Every image has a text alternative; that of a formula is its TeX, that of a cell has its numbers."""
    assert all(e.attributes["alt"] for e in page().all("img"))
    images = [e for e in page().all("svg") if e.attributes.get("role") == "img"]
    assert images
    assert all(e.attributes["aria-label"] for e in images)
    labels = [e.attributes["aria-label"] for e in images]
    assert all(formula(claim)[1] in labels for claim in some(*TWO[1:]))
    assert "claimed 1 ± 0.1; mean 1.01 over 4,096 networks" in labels
    assert "claimed 2 ± 0.1; mean 9 over 64 networks, 70 margins above" in labels
    for svg in page().all("svg"):
        assert {"role", "aria-hidden"} & svg.attributes.keys()


def test_order() -> None:
    """The answer comes first, then what needs attention, grid, graph, papers, how to read it, and the lists."""
    found = [e.attributes["id"] for e in page().all("section")]
    places = [next(i for i, name in enumerate(found) if name.startswith(wanted)) for wanted in SECTIONS]
    assert places == sorted(places)
    assert next(e.tag for e in page().elements if re.fullmatch("h[1-6]", e.tag)) == "h1"


def test_answer_and_attention() -> None:
    """The answer counts verdicts; an unexpected one is told first, with its witness and the command to replay it."""
    total = len(some(*TWO))
    title = " ".join(page().all("h1")[0].text.split())
    assert title.startswith(f"1 of {total} claims did not come out as expected: ")
    attention = page().at("attention").text
    first = some(*TWO)[0]
    assert first.id in attention
    assert "n = 2: 1, not 2" in attention
    assert f"bninit check {first.id} --level quick --seed 7" in attention
    quiet = Page(render(as_if_run(some("components")), claims()))
    assert "Nothing: no verdict is unexpected" in quiet.at("attention").text
    assert " ".join(quiet.all("h1")[0].text.split()) == "All 6 claims came out as expected: 6 hold, 0 are refuted."


def test_first_screen() -> None:
    """The answer says how far what holds reaches, what rests on hand proofs alone, errata by name, and changes."""
    run = as_if_run(some(*TWO))
    near = {"reach": "cases"}
    cases = replace(run.results[1], evidence=(Evidence("exact", Verdict.HOLDS, "n = 2", near),))
    stated = replace(run.results[2], evidence=(Evidence("exact", Verdict.HOLDS, "every n", {"reach": "stated"}),))
    one = replace(run, results=(cases, stated))
    answer = " ".join(Page(render(one, claims())).at("answer").text.split())
    assert "1 holds as stated, 1 holds in cases" in answer
    assert (
        f"1 claim goes beyond what a machine has done by the proof in the note, which none has read{cases.id}" in answer
    )
    assert "no printed statement" in answer
    assert "no earlier run" in answer
    errata = [found.id for found in run.results if found.status == "quoted" and found.verdict is Verdict.REFUTED]
    assert f"{len(errata)} printed statements are refuted" in page().at("answer").text
    assert errata[0] in page().at("answer").text
    worse = replace(one, results=(replace(cases, verdict=Verdict.UNDECIDED), stated))
    told = Page(render(worse, claims(), earlier=Earlier("11", one))).at("answer").text
    assert f"since run 11: {cases.id} verdict holds → undecided (not as expected) (weaker)" in " ".join(told.split())
    same = Page(render(one, claims(), earlier=Earlier("11", one))).at("answer").text
    assert "nothing since run 11" in " ".join(same.split())


def test_compared_with_the_run_before(run: Run, claims_file: Callable[..., str]) -> None:
    """A report compares with the last run of the same selection in its ledger, or with that of --since."""
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


def test_every_claim_has_its_place() -> None:
    """Each claim of the run has a card, a box of the grid, and, if it uses or is used, a node of the graph."""
    chosen = some(*TWO)
    boxes = {e.attributes["href"] for e in page().all("a") if "box" in e.attributes.get("class", "").split()}
    nodes = {e.attributes["href"] for e in page().all("a") if "node" in e.attributes.get("class", "").split()}
    ids = {claim.id for claim in chosen}
    assert boxes == {f"#{name}" for name in ids}
    uses = {(claim.id, used) for claim in chosen for used in claim.uses if used in ids}
    assert nodes == {f"#{name}" for pair in uses for name in pair}
    for claim in chosen:
        card = page().at(claim.id).text
        assert all(check.scope in card for check in checks_of(claim)) or claim is chosen[0]
        assert unsaid(claim) in card
        assert claim.silent_on in card


def test_errata_are_the_quoted_alone() -> None:
    """The errata list the quoted statements that are refuted, with what is true; readings stand apart."""
    errata, readings = page().at("errata").text, page().at("readings").text
    for claim in some(*TWO[1:]):
        if claim.expected is Verdict.REFUTED:
            assert (claim.says in errata) is (claim.status == "quoted")
            assert (claim.says in readings) is (claim.status == "reading")
    for name in ("morwani20.convergence.largest-rate", "morwani20.jacobian.spectrum"):
        assert claims()[name].says in errata


def test_every_printed_error_is_corrected() -> None:
    """Each quoted statement that is false names a claim that holds instead, or its note says what is true."""
    for claim in claims().values():
        for name in claim.corrected_by:
            assert claims()[name].expected is Verdict.HOLDS
        if claim.status == "quoted" and claim.expected is Verdict.REFUTED:
            assert claim.corrected_by or claim.id == "morwani20.layers.plain-printed"


def test_all_claims_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ninth of the claims, another one each time, make a ninth of 10 MB at most, and every formula is set. (Their
    twins, which take a minute to find, are told as long as they may be.)"""
    told = TwinShown("x" * LONGEST, "why it is false", "n = 2, k = 1: 1, not 4")
    monkeypatch.setattr("bninit.report.cards._twins", lambda claim: [told] * TWINS_SHOWN)
    chosen = list(claims().values())[fresh_seed() % 9 :: 9]
    text = render(as_if_run(chosen), claims())
    assert len(text.encode()) < 10e6 / 8  # graph and lists are of all
    assert '<code class="tex">' not in text
    found = Page(text)
    ids = {e.attributes["id"] for e in found.elements if "id" in e.attributes}
    assert {claim.id for claim in chosen} <= ids
    assert {e.attributes["href"][1:] for e in found.all("a") if e.attributes["href"].startswith("#")} <= ids


def test_embedded_results() -> None:
    """The embedded JSON is a results.json without times; it comes back as the same results."""
    run = as_if_run(some("components"))
    script = Page(render(run, claims())).all("script")[0].text
    found = parsed(script)
    assert strict_json(script)["run"]["level"] == "quick"
    assert [replace(r, seconds=0.1, cpu=0.1) for r in found.results] == [
        parsed(written(run)).results[i] for i in range(6)
    ]


def written(run: Findings) -> str:
    return to_json(document(run.results, run.plan, run.seconds, run.interrupted, run.versions))


def test_same_bytes(tmp_path: Path) -> None:
    """The same seed, level and versions give the same bytes but for the run line, whatever the hash seed and times."""
    chosen = some("components")[:2]
    pages = []
    for number, seconds in enumerate((1.5, 99.0)):
        run = as_if_run(chosen, seconds)
        run = replace(run, results=tuple(replace(r, seconds=seconds, cpu=seconds) for r in run.results))
        (tmp_path / f"{number}.json").write_text(written(run))
        command = [sys.executable, "-m", "bninit.cli", "report", "--no-figures", "--results", f"{number}.json"]
        done = subprocess.run([*command, "--out", f"out{number}"], cwd=tmp_path, check=False, capture_output=True,
                              text=True, env=os.environ | {"PYTHONHASHSEED": str(number)})  # fmt: skip
        assert done.returncode == 0, done.stderr
        pages.append((tmp_path / f"out{number}" / "index.html").read_text().splitlines())
    assert len(pages[0]) == len(pages[1])
    different = [line for line, other in zip(*pages, strict=True) if line != other]
    assert len(different) == 1
    assert different[0].startswith(RUN_LINE)


def test_text_is_no_markup(run: Run, claims_file: Callable[..., str]) -> None:
    """What a user's claim says stays text, in HTML, in attributes and in the embedded JSON."""
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\" ' & <!--"
    name = claims_file(f"good = make('good', count, scope={evil!r})\ngood2 = make('b', count, silent_on={evil!r})")
    done = run("report", "mine", "--claims", name, "--jobs", "1", "--no-figures")
    assert done.exit_code == 0, done.output
    found = Page(Path("bninit-report/index.html").read_text())
    assert len(found.all("script")) == 1
    assert not found.all("img")
    assert evil in found.at("mine.basic.b").text
    assert strict_json(found.all("script")[0].text)["claims"][0]["evidence"][0]["scope"] == evil


@pytest.mark.parametrize(("text", "status"), [
    ("bad = make('bad', count, predicts=n + 1, over=grid(n=(2,)))", 1),
    ("bad = make('bad', crash)", 3),
    ("good = make('good', count)", 0),
])  # fmt: skip
def test_exit_status(text: str, status: int, run: Run, claims_file: Callable[..., str]) -> None:
    """`report` ends as `check` does, and writes the page in any case."""
    done = run("report", "mine", "--claims", claims_file(text), "--jobs", "1", "--no-figures", "--out", "r")
    assert done.exit_code == status, done.output
    assert done.stdout.startswith("r/index.html: 1 claim, ")
    attention = Page(Path("r/index.html").read_text()).at("attention").text
    assert ("mine.basic.bad" in attention) is bool(status)


def test_figures_join(run: Run) -> None:
    """Figures that show a claim of the run stand in the section of their paper, the suite's own in one of their own."""
    for place in ("paper-morwani20", "figures"):
        assert "Rates." in page().at(place).text
    drawn = Drawn(b"<svg/>", b"png", "Seed 5.", "1 curve", "morwani20")
    figure = catalogue()["morwani20.steps"]
    assert figures.embedded(figure, drawn).data == "data:image/svg+xml;base64,PHN2Zy8+"
    assert figures.embedded(figure, replace(drawn, svg=b"x" * 300_000)).data == "data:image/png;base64,cG5n"
    assert run("report", "nachum24.tree.limit", "--level", "quick", "--jobs", "1", "--seed", "1").exit_code == 0
    images = Page(Path("bninit-report/index.html").read_text()).all("img")
    assert len(images) == 1
    assert images[0].attributes["src"].startswith("data:image/")
    assert images[0].attributes["alt"]


def test_overwrites_its_own_page_alone(run: Run, claims_file: Callable[..., str]) -> None:
    """A folder that bninit made is taken again; other files there stay."""
    name = claims_file("good = make('good', count)")
    for _ in range(2):
        assert run("report", "mine", "--claims", name, "--jobs", "1", "--no-figures", "--out", "r").exit_code == 0
        Path("r/mine.txt").write_text("mine")
    assert {"index.html", "mine.txt"} < {path.name for path in Path("r").iterdir()}


def results_file(change: Callable[[dict[str, object]], object] = lambda data: None) -> str:
    data = document(as_if_run(some("components")).results, as_if_run([]).plan, 1.0)
    change(data)
    Path("results.json").write_text(json.dumps(data))
    return "results.json"


def foreign_folder() -> str:
    Path("foreign").mkdir()
    Path("foreign/index.html").write_text("<html>")
    return "foreign"


def foreign_file() -> str:
    Path("file").write_text("x")
    return "file"


BAD_FOLDERS = {
    "foreign: exists and was not made by bninit": foreign_folder,
    "file: exists and was not made by bninit": foreign_file,
    "cannot be made (No such file or directory)": lambda: "nowhere/out",
    "cannot be made (File name too long)": lambda: "x" * 300,
}


@pytest.mark.parametrize("why", BAD_FOLDERS)
def test_bad_folder(why: str, refused: Callable[..., str]) -> None:
    """A folder that is somebody else's, or cannot be made, is refused before anything is checked."""
    folder = BAD_FOLDERS[why]()
    assert why in refused("report", "--out", folder, "--results", results_file())
    assert why in refused("report", "--out", folder)


def unknown(data: dict[str, object]) -> None:
    claim = data["claims"][0]  # type: ignore[index]
    claim |= {"id": "components.algebra.no-such"}


BAD_RESULTS = {
    "components.algebra.no-such is no claim that is known here": unknown,
    "is quoted, expected: holds, there, but new": lambda d: d["claims"][0].update(status="quoted"),
    "NaN is not JSON": lambda d: d["run"].update(seconds=float("nan")),
    "the whole has no 'run'": lambda d: d.pop("run"),
    "holds no result of any claim": lambda d: d["claims"].clear(),
}


@pytest.mark.parametrize("why", BAD_RESULTS)
def test_bad_results(why: str, refused: Callable[..., str]) -> None:
    """Results of unknown claims, of another version, or of no known shape are refused."""
    assert why in refused("report", "--out", "r", "--results", results_file(BAD_RESULTS[why]))


def test_contradicting_options(refused: Callable[..., str]) -> None:
    """What a file of results says is not said again, and an unknown claim gets a suggestion."""
    assert "leave them out with --results" in refused("report", "--out", "r", "--results", results_file(), "--seed", 1)
    assert "did you mean" in refused("report", "nachum25", "--out", "r", "--results", results_file())
    assert "holds no result of nachum24" in refused("report", "nachum24", "--out", "r", "--results", results_file())


PAIRS = [(fore, back) for fore in ("fg", "muted", "link", "alert") for back in ("bg", "card")]
FILLS = ("exact", "certified", "sampled", "formal", "decided", "none")
GRAPHICS = [("strong", "bg"), ("strong", "card"), ("mark", "band"), ("mark", "card"), ("claimed", "band")]


def test_contrast() -> None:
    """Text has a contrast of 4.5 and graphics of 3 in both themes and in print (WCAG 2.2, 1.4.3 and 1.4.11)."""
    style = files("bninit.report").joinpath("page.css").read_text()
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    light, dark, printed = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in blocks)
    for theme in (light, light | dark, light | printed):
        pairs = PAIRS + [(f"on-{kind}", kind) for kind in FILLS]
        for fore, back in pairs:
            assert contrast(theme[fore], theme[back]) >= 4.5, (fore, back)
        for fore, back in GRAPHICS:
            assert contrast(theme[fore], theme[back]) >= 3, (fore, back)


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour, as WCAG defines it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
