"""pytest plugin: `pytest --bninit-claims FILE.py` makes one test of each claim of a file, with JUnit output.

Every pytest of whoever has bninit installed loads it, so nothing heavy is imported until claims are asked for.
Nothing is recorded in the ledger: a test is a function of claim, level and seed.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from bninit.results.result import Plan, Result
    from theory.claim import Claim

GROUP = "bninit"


@dataclass(frozen=True)
class Asked:
    """What is to be tested.

    Parameters
    ----------
    plan : level, seed and error budget, which is shared by the nulls of all `own` and `suite` claims.
    own : the claims that the user's file states.
    suite : the suite's claims that `--bninit-select` names.
    command : the command line that gives the same tests with the same seed.
    """

    plan: Plan
    own: tuple[Claim, ...]
    suite: tuple[Claim, ...]
    command: str


ASKED = pytest.StashKey[Asked]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup(GROUP, "claims of bninit as tests")
    group.addoption("--bninit-claims", metavar="FILE.py", help="One test for each claim of FILE.py, which is run.")
    group.addoption(
        "--bninit-select",
        action="append",
        default=[],
        metavar="ID|PAPER|GLOB",
        help="One test for each of these claims of bninit's own suite.",
    )
    group.addoption("--bninit-level", metavar="LEVEL", help="quick, standard or deep.  [default: standard]")
    group.addoption("--bninit-seed", metavar="N", help="Replay a run; fresh entropy by default.")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{GROUP}: a claim that bninit checks (--bninit-claims, --bninit-select).")
    if config.option.bninit_claims is not None or config.option.bninit_select:
        config.stash[ASKED] = _asked(config)
        return
    for name in ("level", "seed"):
        if getattr(config.option, f"bninit_{name}") is not None:
            raise pytest.UsageError(f"--bninit-{name} says how to check claims; give --bninit-claims FILE.py, too")


def _asked(config: pytest.Config) -> Asked:
    """Options looked at, claims loaded. A worker of pytest-xdist takes seed and path from the process it works for."""
    from bninit.guard.shadowed import shadowed

    if text := shadowed():
        raise _wrong(text)
    from bninit.input.refusal import BadInput
    from bninit.input.select import select
    from bninit.results.result import Plan, count_nulls
    from bninit.run.limits import limits
    from bninit.run.load import load, user_module
    from bninit.run.tried import load_guarded
    from numerics.judging import LEVELS
    from numerics.streams import fresh_seed

    option = config.option
    level = option.bninit_level or "standard"
    if level not in LEVELS:
        raise _wrong(f"--bninit-level {level!r}: wanted one of {', '.join(LEVELS)}")
    shared = getattr(config, "workerinput", {}).get(GROUP, {})
    seed = shared["seed"] if shared else fresh_seed() if option.bninit_seed is None else _seed(option.bninit_seed)
    given = option.bninit_claims
    path = "" if given is None else shared.get("path") or os.path.abspath(config.invocation_params.dir / given)
    try:
        suite = load() if option.bninit_select else {}
        known = load_guarded(path, suite=bool(suite)) if path else {}
        own = tuple(known[claim.id] for claim in user_module(path).claims) if path else ()
    except ValueError as error:
        raise _wrong(str(error)) from error
    try:
        chosen = select(suite, option.bninit_select) if option.bninit_select else []
    except BadInput as error:
        raise _wrong(f"--bninit-select: {error.message}") from error
    selectors = [part for selector in option.bninit_select for part in ("--bninit-select", selector)]
    words = ["pytest", *([] if given is None else ["--bninit-claims", given]), *selectors]
    return Asked(
        Plan(level, seed, count_nulls([*own, *chosen]), path or None, limits=limits()),
        own,
        tuple(chosen),
        shlex.join([*words, "--bninit-level", level, "--bninit-seed", str(seed)]),
    )


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) < 2**63):
        raise _wrong(f"--bninit-seed {text[:40]!r}: wanted a whole number from 0 to 2^63 - 1, as a run shows it")
    return int(text)


def _wrong(text: str) -> pytest.UsageError:
    from bninit.input.refusal import printable

    return pytest.UsageError(printable(text))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """pytest-xdist starts a worker: it gets the seed of this run, and a path that holds in every folder."""
    if asked := node.config.stash.get(ASKED, None):
        node.workerinput[GROUP] = {"seed": asked.plan.seed, "path": asked.plan.claims_file or ""}


def pytest_report_header(config: pytest.Config) -> list[str]:
    asked = config.stash.get(ASKED, None)
    if asked is None:
        return []
    count, plan = len(asked.own) + len(asked.suite), asked.plan
    claims = f"{count} claim{'s' if count != 1 else ''}"
    return [f"bninit: {claims}, level {plan.level}, seed {plan.seed}, {plan.nulls} nulls share {plan.alpha:g}"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the claims to what is collected, before `-k` and `-m` choose.

    Not by `pytest_collect_file`: a path on the command line would be imported as a module of tests as well.
    """
    if asked := config.stash.get(ASKED, None):
        if asked.own and asked.plan.claims_file:
            path = Path(asked.plan.claims_file)
            items += session.genitems(Claims.from_parent(session, path=path, claims=asked.own, asked=asked))
        if asked.suite:
            path = Path(__file__).parent
            suite = Claims.from_parent(session, path=path, nodeid=GROUP, claims=asked.suite, asked=asked)
            items += session.genitems(suite)


class Claims(pytest.File):
    """Parent of the tests of one file's claims, or of the suite's."""

    def __init__(self, *, claims: tuple[Claim, ...], asked: Asked, **node: Any) -> None:
        super().__init__(**node)
        self.claims, self.asked = claims, asked

    def collect(self) -> Iterator[ClaimTest]:
        for claim in self.claims:
            yield ClaimTest.from_parent(self, name=claim.id, claim=claim, asked=self.asked)


class ClaimTest(pytest.Item):
    """Passes if the verdict is as expected, all counted twins are refuted and no check crashed."""

    def __init__(self, *, claim: Claim, asked: Asked, **node: Any) -> None:
        super().__init__(**node)
        self.claim, self.asked = claim, asked
        self.add_marker(GROUP)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"claim {self.name}"

    def runtest(self) -> None:
        from bninit.run.tasks import checked

        result = checked(self.claim, self.asked.plan)
        replay = f"{self.asked.command} -k {shlex.quote(self.claim.id)}"
        if result.unavailable:
            pytest.skip(result.unavailable)
        self.user_properties += _properties(result, self.asked.plan, replay)
        if not result.as_expected:
            pytest.fail("\n".join(_failure(self.claim, result, self.asked.plan, replay)), pytrace=False)
        for text in result.warnings:
            self.warn(pytest.PytestWarning(f"{self.claim.id}: {text}"))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A warning where warnings are errors is told without the traceback of this plugin."""
        warned = isinstance(excinfo.value, pytest.PytestWarning)
        return str(excinfo.value) if warned else super().repr_failure(excinfo, style)


def _properties(result: Result, plan: Plan, replay: str) -> Iterator[tuple[str, str]]:
    """What JUnit carries of a claim; texts only, for workers send them to the process that they work for."""
    from bninit.input.refusal import printable

    twins = result.twins
    yield "verdict", result.verdict.value
    yield "expected", result.expected.value
    for item in result.evidence:
        yield "evidence", printable(f"{item.kind}: {item.verdict.value} ({item.scope})")
        if item.witness:
            yield "witness", printable(item.witness)
    yield "twins", f"{twins.certified_false} certified false, {twins.refuted} refuted, {twins.accepted} accepted"
    yield "level", plan.level
    yield "seed", str(plan.seed)
    yield "nulls", str(plan.nulls)
    yield "replay", printable(replay)


def _failure(claim: Claim, result: Result, plan: Plan, replay: str) -> Iterator[str]:
    """Expected and found, why, seed and replay."""
    from bninit.input.refusal import printable
    from bninit.results.result import MOST
    from bninit.show.claims import reasons
    from bninit.show.console import many

    found = "a crash" if result.error else result.verdict.value
    accepted = f", and {many(result.twins.accepted, 'false twin')} accepted" if result.twins.accepted else ""
    yield f"expected {result.expected.value}, found {found}{accepted}"
    rows = [("says", claim.says), ("source", f"{claim.source.paper.title}, {claim.source.item}")]
    rows += [(e.kind, f"{e.verdict.value} ({e.scope})") for e in result.evidence]
    rows += [("why", reason) for reason in reasons(result)]
    rows += [("twin", note) for note in result.twins.notes if note.startswith("accepted")][:MOST]
    rows += [("seed", f"{plan.seed}, level {plan.level}, {plan.nulls} nulls share {plan.alpha:g}"), ("replay", replay)]
    for label, text in rows:
        yield f"  {label:9} {printable(text)}"
