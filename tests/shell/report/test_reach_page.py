"""What a reader of a note or of the page on reach is told of the checks: made from the registry."""

import re

import pytest

from bninit.run.load import load
from bninit.show.note import complete
from bninit.show.reach import declared, page
from bninit.show.statement import rest, stated, unsaid
from numerics.judging import checks_of
from theory.statement.face import readable

pytestmark = pytest.mark.xdist_group("faces")  # that each claim is printed once


def test_page_has_each_claim_that_is_to_hold() -> None:
    """Each is in the list of its group once, under how far its checks reach."""
    every = load(None).values()
    text = page(every)
    for claim in every:
        group = text.partition(f"## {claim.paper}.{claim.group}\n")[2].partition("\n## ")[0]
        assert group.count(f"`{claim.name}`") == (claim.expected.value == "holds"), claim.id
        assert declared(claim)


def test_notes_are_completed_by_what_is_made() -> None:
    """The statement stands once, first; each check once, and what is left to the note, before what is not proved. Of
    hypotheses an inequality is left out that the domains have word for word; words stay."""
    for claim in load(None).values():
        text = " ".join(complete(claim).split())
        for part in ("**Statement.**", "**Proof.**", "**Checked.**", "**Not proved.**"):
            assert text.count(part) == 1, (claim.id, part)
        assert text.startswith(f"## {claim.name} **Statement.** {' '.join(stated(claim).split())} **")
        checked = text.partition("**Checked.**")[2].partition("**Not proved.**")[0]
        assert all(" ".join(check.scope.split()) in checked for check in checks_of(claim)), claim.id
        assert checked.rstrip().endswith(rest(claim)), claim.id
        kept, said = unsaid(claim), f"; {claim.quantified}; {readable(claim) or ''};"
        for clause in (part for words in claim.hypotheses for part in words.split("; ")):
            assert clause in kept or re.search("[<>≠≤≥]|!=", clause), claim.id
        assert not [part for part in kept.split("; ") if re.fullmatch(r"n >= \d", part) and f"; {part};" in said]
