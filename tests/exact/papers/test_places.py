"""Where things of the papers are: what modules share lies in settings, and a claim's path is the same in all places."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import numerics.checks
import theory.papers
from bninit.notes import folder
from numerics.judging import sampled_checks
from theory.claim import Claim
from theory.registry import claims, made_in, modules

PAPERS = Path(theory.papers.__file__).parent
CHECKS = Path(numerics.checks.__file__).parent
TESTS = Path(__file__).parents[2]
STATING = {module.__name__ for module in modules() if any(True for _ in made_in([module]))}


def imported(file: Path) -> Iterator[tuple[str, str]]:
    """Module and name of whatever a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def used(file: Path) -> Iterator[tuple[str, str]]:
    """Module and name of what a file takes from a module that states claims, by import or as an attribute of it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    under: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if node.module in STATING:
                    yield str(node.module), alias.name
                elif f"{node.module}.{alias.name}" in STATING:
                    under[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in under:
            yield under[node.value.id], node.attr


def test_no_claims_module_is_a_library() -> None:
    """No module of the papers imports one that states claims; what they share lies in settings and engines."""
    taken = [(file, pair) for file in sorted(PAPERS.rglob("*.py")) for pair in imported(file)]
    assert taken
    assert not [(file, pair) for file, pair in taken if pair[0] in STATING or ".".join(pair) in STATING]


@pytest.mark.parametrize("folder", [CHECKS, TESTS], ids=["checks", "tests"])
def test_claims_alone_are_taken_from_them(folder: Path) -> None:
    """Simulations and tests take claims, and nothing else, from a module that states claims."""
    taken = {pair for file in folder.rglob("*.py") for pair in used(file)}
    assert taken
    assert not [pair for pair in taken if not isinstance(getattr(importlib.import_module(pair[0]), pair[1]), Claim)]


def test_one_path_in_four_places() -> None:
    """A claim of paper.group is made in theory.papers.<paper>.<group> or a module of it, and simulated in
    numerics.checks.<paper>.<group>; its note is a heading of proofs_notes/<paper>/<group>.md."""
    numerics.checks.attach()
    for claim in claims().values():
        group = f"{claim.paper}.{claim.group.replace('-', '_')}"
        assert f"{claim.module}.".startswith(f"theory.papers.{group}."), claim.id  # a module of it, or the group itself
        for check in sampled_checks(claim).values():
            assert check.run.__module__ == f"numerics.checks.{group}", claim.id
        assert f"## {claim.name}" in (folder() / claim.paper / f"{claim.group}.md").read_text().splitlines(), claim.id


def test_importing_simulations_changes_no_claim() -> None:
    """What `theory` holds of a claim is the same before its simulations are imported and after."""
    numerics.checks.attach()
    assert not [claim.id for claim in claims().values() if any(check.kind == "sampled" for check in claim.checks)]
