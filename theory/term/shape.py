"""What an instance of a domain looks like where only its shape is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theory.term.scalar import Cond, Term


@dataclass(frozen=True)
class Shape:
    """A value made of variables, and what is known of these.

    size : what was chosen for it, None if nothing was. rows : names of rows with their lengths. laws : names of laws.
    """

    value: Any
    variables: tuple[Term, ...] = ()
    conditions: tuple[Cond, ...] = ()
    size: Any = None
    rows: tuple[tuple[str, tuple[Term, ...]], ...] = ()
    laws: tuple[str, ...] = ()
