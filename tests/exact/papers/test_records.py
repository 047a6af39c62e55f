"""The records of all claims: whole, in their places, with their notes; what modules share lies in settings."""

import re
from pathlib import Path

import pytest

import numerics.checks
import theory.papers
from bninit import notes
from bninit.prove.checker import refused
from bninit.results.result import literal
from numerics.judging import checks_of, sampled_checks
from tests.exact.toys import toy
from theory import Verdict, claims
from theory.claim.literal.strongest import _KNOWN
from theory.notation import n
from theory.statement import for_checker
from theory.statement.face import readable
from theory.statement.reals import REALS

pytestmark = pytest.mark.xdist_group("faces")  # that each claim is printed once

PAPERS, CHECKS = Path(theory.papers.__file__).parent, Path(numerics.checks.__file__).parent


@pytest.fixture(autouse=True, scope="module")
def _attached() -> None:
    numerics.checks.attach()


@pytest.mark.slow
def test_records_are_whole() -> None:
    """Every claim says for whom and of what, and quotes its source; where it is settled, a check sees the statement
    itself. What fails is a reading or a quotation, and what corrects it holds."""
    known = claims()
    for name, claim in known.items():
        assert claim.says, name
        assert claim.source.item, name
        assert claim.quantified is not None, name
        assert claim.left or readable(claim), name
        settled = claim.expected is not Verdict.UNDECIDED
        assert literal(checks_of(claim)) or not settled, name
        false = claim.expected is Verdict.REFUTED
        assert false if claim.status == "reading" else not false or claim.status == "quoted", name
        assert (claim.truth is None) == bool(claim.no_truth) or not false, name
        assert all(known[other].expected is Verdict.HOLDS for other in claim.corrected_by), name


def test_one_path_in_four_places() -> None:
    """A claim of paper.group is made in theory.papers.<paper>.<group> or a module of it, and simulated in
    numerics.checks.<paper>.<group>; its note is a heading of proofs_notes/<paper>/<group>.md, which has no others."""
    headings = {
        (path.parent.name, path.stem, name)
        for path in {notes.folder() / claim.paper / f"{claim.group}.md" for claim in claims().values()}
        for name in re.findall(r"^## (\S+)$", path.read_text(encoding="utf-8"), re.M)
    }
    assert headings == {(claim.paper, claim.group, claim.name) for claim in claims().values()}
    for name, claim in claims().items():
        group = f"{claim.paper}.{claim.group.replace('-', '_')}"
        assert f"{claim.module}.".startswith(f"theory.papers.{group}."), name  # a module of it, or the group itself
        assert {one.run.__module__ for one in sampled_checks(claim).values()} <= {f"numerics.checks.{group}"}, name
        note = notes.section(claim)
        assert all(part in note for part in ("**Proof.**", "**Not proved.**")), name
        assert not [part for part in ("**Statement", "**Checked", "**Reach") if part in note], name


def test_importing_simulations_changes_no_claim() -> None:
    """What `theory` holds of a claim, once its simulations are imported, is still made in `theory` alone."""
    assert {check.run.__module__.split(".")[0] for claim in claims().values() for check in claim.checks} == {"theory"}
    assert not [name for name, claim in claims().items() if any(check.kind == "sampled" for check in claim.checks)]


def test_what_is_used_has_to_be_there() -> None:
    """`uses` of what is no claim of the suite is refused."""
    with pytest.raises(ValueError, match=r"uses no\.such\.claim, which is no claim"):
        claims([toy(predicts=n, over=({"n": 2},), uses=("no.such.claim",))])


def test_strongest_instances_belong_to_the_claim() -> None:
    """Each that hunts have kept is in what its claim is given: else it would be left out in silence."""
    assert _KNOWN
    given = {name: claims()[name].quantified for name in _KNOWN}
    assert not [name for name, domains in given.items() if domains is None]
    assert not [(name, one) for name, kept in _KNOWN.items() for one in kept if one not in given[name]]


@pytest.mark.slow
def test_a_formal_proof_is_of_a_claim() -> None:
    """Its file is named as a claim whose record makes a statement, and has no command but those of a proof."""
    formal = notes.folder() / "formal"
    named = {path: path.relative_to(formal).with_suffix("").parts for path in sorted(formal.rglob("*.v"))}
    proofs = {
        path: ".".join(parts[-3:]) for path, parts in named.items() if len(parts) == 3 + (parts[0] == notes.REALS)
    }
    assert proofs
    for path, name in proofs.items():
        made = for_checker(claims()[name])
        assert "forall" in made.text or made.setting is REALS, path
        assert not refused(path.read_text(encoding="utf-8")), path
