"""The page on reach is what the registry says."""

from bninit.notes import folder
from bninit.run.load import load
from bninit.show.reach import page


def test_page_is_that_of_the_registry() -> None:
    """proofs_notes/reach.md is up to date: `python -m bninit.show.reach` writes it."""
    assert (folder() / "reach.md").read_text(encoding="utf-8") == page(load(None).values())
