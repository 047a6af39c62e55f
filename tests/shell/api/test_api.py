"""`bninit.api`: the names and parameters that are promised, documented, in the reference."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, get_origin

import pytest
from sympy import Basic

from bninit import api
from bninit.run.load import load
from tests.shell.api.public import FILE, lines

DOCS = Path(__file__).parents[3] / "docs" / "reference" / "api"


def test_what_is_public_is_as_committed() -> None:
    """A name or parameter that changes is a decision: `python -m tests.shell.api.public` writes the new list."""
    assert list(lines()) == FILE.read_text(encoding="utf-8").splitlines()


def test_all_is_everything_that_is_promised() -> None:
    """`__all__` has each name once; every function, class and module among them has words of its own."""
    assert len(set(api.__all__)) == len(api.__all__)
    for name in api.__all__:
        value = getattr(api, name)
        if not isinstance(value, (Basic, dict, tuple)) and value is not Any and get_origin(value) is None:
            assert value.__doc__, name
            assert not value.__doc__.startswith(f"{name}("), f"{name}: the docstring that dataclasses make"


def test_the_documentation_has_each_name() -> None:
    """The table of the reference has every public name, in the order of `__all__`, and no other; each has one entry on
    a page of the reference, a module by its own name."""
    table = (DOCS / "index.md").read_text(encoding="utf-8").splitlines()
    rows = [row.split("|")[2] for row in table if row.startswith("| ") and "`" in row]
    assert [name.strip("` ") for row in rows for name in row.split(",")] == api.__all__
    pages = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    names = {name: getattr(api, name) for name in api.__all__}
    wanted = [v.__name__ if isinstance(v, ModuleType) else f"bninit.api.{name}" for name, v in names.items()]
    assert [name for name in wanted if len(re.findall(rf"^\.\. [\w:]+:: {re.escape(name)}$", pages, re.M)) != 1] == []


def test_the_import_draws_in_no_pictures_and_no_terminal() -> None:
    """Neither SciPy nor Matplotlib nor what the command line needs is loaded, nor the diagnosis of networks."""
    without = ("scipy", "matplotlib", "click", "rich", "numerics.studies")
    said = f"import sys, bninit.api; print([m for m in {without} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_check_is_what_the_command_does() -> None:
    """A true claim holds with all of its twins refuted, a false one is refuted; a level that does not exist is refused
    with those that do."""
    claim = load()["nachum24.outlier.norm-ratio"]
    found = api.check(claim, "quick", seed=1)
    assert (found.as_expected, found.verdict) == (True, api.Verdict.HOLDS)
    assert found.twins.refuted == found.twins.certified_false > 0
    assert api.check(load()["nachum24.tree.limit-single"], "quick").verdict is api.Verdict.REFUTED
    with pytest.raises(ValueError, match="level 'fast': wanted one of quick, standard, deep"):
        api.check(claim, "fast")


GENERAL = re.compile(
    r"theory(\.(claim|words|choices|domains|term|comparison|exact|batchnorm|notation|primitive)\b.*)?$"
    r"|numerics\.(judging|statistics|networks|streams|parallel)\b.*"
)
"""Modules that are about no paper."""

THE_SUITES = {
    "experiments": ("mean_effect", "share", "BN", "EFFECT", "OPTIONS", "REFUTED"),
    "engines of these papers": (
        "mirrored", "distinct_columns", "derivative_along", "NORMALISATIONS", "set_partitions", "strongest", "Series",
        "over_layers", "NoValueError", "different", "CarlsonRD", "CarlsonRF", "Gauss2F1", "FINE", "far", "half_line",
        "mean_log_modulus", "tidy", "value", "Isolation", "UnprovedError", "digits_now", "in_both", "is_bounded",
        "is_point", "radius", "raised", "afford", "certify", "choices", "itself",
    ),
    "domains and names that they are made of": (
        "Composite", "correlation", "eigenbasis", "general_rows", "entry", "one_of", "unit_row", "Name", "as_argument",
        "TRUE", "EPSILON", "eventually", "entries", "even_laws", "normal_laws", "power", "limit_of", "Rows",
        "drawn_shares", "is_centred", "is_law", "is_white", "joined", "merged", "positive_semidefinite", "has_value",
        "sign_symmetric", "rotated", "symmetric_laws",
    ),
    "annotations": ("Row", "Square", "Instance", "Ints", "Relation"),
    "lists of what a source states": ("Item",),
}  # fmt: skip
"""What the suite's claims use of those and no other paper's are promised, by the reason."""


def test_what_the_suites_claims_use_is_public() -> None:
    """Another paper's claims can be written as these are: names of the general modules are in `bninit.api`, or here."""
    root, used = Path(api.__file__).parents[1], set()
    for folder in ("theory/papers", "numerics/checks"):
        for path in (root / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and GENERAL.match(node.module or ""):
                    used |= {alias.name for alias in node.names}
    public = {*api.__all__, *vars(api.matrices)}
    assert used - public == {name for names in THE_SUITES.values() for name in names}
