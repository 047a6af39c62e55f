"""What the notes say of reach is what the registry says."""

from bninit.run.load import load
from bninit.show.reach import files, noted
from theory import claims


def test_pages_are_those_of_the_registry() -> None:
    """Each note's line is up to date: `python -m bninit.show.reach` writes them."""
    stale = [path.name for path, text in files(load(None).values()).items() if path.read_text("utf-8") != text]
    assert not stale


def test_a_line_is_replaced_and_not_added_again() -> None:
    """Written twice is as written once; other paragraphs stay."""
    claim = claims()["nachum24.outlier.norm-ratio"]
    text = "# Notes\n\n## norm-ratio\n\n**Proof.** ..\n\n**Not proved.** Nothing.\n\n## other\n\n**Not proved.** All.\n"
    once = noted(text, {"norm-ratio": claim})
    assert noted(once, {"norm-ratio": claim}) == once
    assert once.count("**Reach.**") == 1
    assert once.replace(once[once.index("**Reach.**") : once.index("**Not proved.**")], "", 1) == text
