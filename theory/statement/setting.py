"""In what a statement for the proof checker is made: its header, and what a proof of it finds at hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Setting:
    """What stands above a statement and above its proof.

    Attributes
    ----------
    head : begins both files.
    tools : comes below it in the proof's file, where the proof has one of `words`, and nowhere else.
    words : a regular expression.
    """

    head: str
    tools: str
    words: str

    def over(self, proof: str) -> str:
        """What stands above a proof."""
        return self.head + (self.tools if re.search(rf"\b({self.words})\b", proof) else "")


@dataclass(frozen=True)
class Stated:
    """A statement for the checker: the definition of `statement`, the setting in which it is made, and its domains.

    taken : what was computed outside while it was made, in words: a proof shows the statement under that assumption.
    defined : the definition of `defined`, that what the statement says has a value; empty where nothing is needed.
    facts : what it takes as known of elementary functions and normal numbers (`facts`), in words.
    """

    text: str
    setting: Setting
    scope: str
    taken: tuple[str, ...] = ()
    defined: str = ""
    facts: tuple[str, ...] = ()


def reach_of(taken: Sequence[str], lacks: object = "", facts: Sequence[str] = ()) -> dict[str, Any]:
    """The reach of a proof or a decision, what it takes from outside, and what it has as known (`facts`); a proof may
    lack its side conditions."""
    said = {"taken": [*taken], "facts": [*facts]}
    return {"reach": "argued" if taken or lacks else "stated"} | {name: one for name, one in said.items() if one}
