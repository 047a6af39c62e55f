"""results.json and its published schema: what is printed is valid and described, and what is wrong is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from importlib.resources import files
from typing import Any, get_args

import jsonschema
import pytest
from click.testing import CliRunner

from bninit.cli import main
from bninit.results.result import FURTHEST
from numerics.judging import LEVELS
from tests.shell.conftest import strict_json
from theory.claim import KINDS, Verdict
from theory.words import Reach, Relation, Status

SCHEMA = json.loads(files("bninit.results").joinpath("schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
FEW = ("nachum24.tree.limit-single", "nachum24.tree.difference", "nachum24.outlier.norm-ratio")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A true and a false claim, a bound; exact, certified, sampled and, where there are solvers, decided evidence."""
    words = ["check", *FEW, "--level", "quick", "--seed", "7", "--decide", "--no-ledger", "--json"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0
    found: dict[str, Any] = strict_json(done.stdout)
    return found


def test_what_is_printed_is_valid(document: dict[str, Any]) -> None:
    """The schema is one, and the document is as it says. Every key has its line in the schema; only the figures of
    evidence may have others."""
    VALIDATOR.check_schema(SCHEMA)
    assert [f"{e.json_path}: {e.message}" for e in VALIDATOR.iter_errors(document)] == []
    assert sorted(set(undescribed(document, SCHEMA, "$"))) == []


def undescribed(value: Any, schema: dict[str, Any], path: str) -> Iterator[str]:
    schema = SCHEMA["$defs"][schema["$ref"].split("/")[-1]] if "$ref" in schema else schema
    if isinstance(value, list) and "items" in schema:
        for item in value:
            yield from undescribed(item, schema["items"], f"{path}[]")
    elif isinstance(value, dict) and schema.get("properties"):
        for key, inner in value.items():
            if key in schema["properties"]:
                yield from undescribed(inner, schema["properties"][key], f"{path}.{key}")
            elif not path.endswith("evidence[]"):
                yield f"{path}.{key}"


def test_the_words_are_those_of_the_code() -> None:
    """Verdicts, kinds, reaches, relations, statuses and levels."""
    defs = SCHEMA["$defs"]
    claim, evidence = defs["claim"]["properties"], defs["evidence"]["properties"]
    assert defs["verdict"]["enum"] == [verdict.value for verdict in Verdict]
    assert defs["kind"]["enum"] == list(KINDS)
    assert claim["reach"]["enum"] == list(FURTHEST)
    assert evidence["reach"]["enum"] == list(get_args(Reach))
    assert claim["relation"]["enum"] == list(get_args(Relation))
    assert claim["status"]["enum"] == list(get_args(Status))
    assert defs["run"]["properties"]["level"]["enum"] == list(LEVELS)


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (("run", "seed"), "7"),
        (("run", "level"), "fast"),
        (("error", "alpha_run"), 0),
        (("claims", 0, "verdict"), "maybe"),
        (("claims", 0, "id"), "one"),
        (("claims", 0, "twins", "made"), -1),
        (("claims", 0, "evidence", 0, "kind"), "guessed"),
        (("claims", 0, "noticed"), ["rc"]),
        (("claims", 0, "as_expected"), None),
    ],
)
def test_what_is_wrong_is_refused(document: dict[str, Any], place: tuple[Any, ...], wrong: Any) -> None:
    """A value of another type or range, and a key that is missing."""
    changed = deepcopy(document)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = wrong
    assert not VALIDATOR.is_valid(changed)
    if isinstance(inner, dict) and place[-1] != "noticed":
        del inner[place[-1]]
        assert not VALIDATOR.is_valid(changed)
