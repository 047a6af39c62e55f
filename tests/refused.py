"""Tables of what is refused, and with which words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest


def whole(words: str) -> str:
    """A pattern of these words, and no others."""
    return f"^{re.escape(words)}$"


def refused(
    states: str,
    *cases: tuple[Any, ...],
    of: Callable[..., object] = lambda call: call(),
    error: type[Exception] | tuple[type[Exception], ...] = ValueError,
    words: Callable[[str], str] = str,
) -> Callable[..., None]:
    """A test that each of the cases is refused: `of` its arguments, with an error that its last entry is a pattern of.

    states : the docstring of the test. words : what makes the pattern of the last entry, as `re.escape`.
    """

    @pytest.mark.parametrize("case", cases, ids=lambda case: case[-1])
    def test(case: tuple[Any, ...]) -> None:
        *arguments, says = case
        with pytest.raises(error, match=words(says)):
            of(*arguments)

    test.__doc__ = states
    return test
