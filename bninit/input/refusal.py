"""What is wrong with an input, in words that a terminal can take."""

from __future__ import annotations

import click


class BadInput(click.ClickException):
    """Wrong use: exit status 2."""

    exit_code = 2


def printable(text: str) -> str:
    """Control characters escaped, so that no name or message can drive the terminal.

    >>> print(printable(chr(27) + "[31mred"))
    \\x1b[31mred
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shortened(text: str, most: int = 400) -> str:
    """The ends of a text that is too long: what came, and what to do."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"
