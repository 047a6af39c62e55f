"""What a command costs, known before any of it is spent."""

from __future__ import annotations

import click

from bninit.input.refusal import BadInput

OPERATIONS, RATE = 1e16, 2e9
"""Floating operations of a command that is not refused as a slip of the pen; those of a core in a second, roughly."""


HELD = 2.0**33
"""Bytes that a command may hold."""


def afford(what: str, operations: float, lower: str, held: float = 0.0, rate: float = RATE) -> None:
    """Refuse a cost over the budget before any of it is spent; say on stderr what will take more than a minute.

    rate : operations of a core in a second.
    """
    from numerics.parallel import cores

    seconds = operations / (rate * cores())
    if operations > OPERATIONS or held > HELD:
        raise BadInput(
            f"{what}: {operations:.1g} operations ({duration(seconds)}) and {held / 2**30:.2g} GiB; the budget is "
            f"{OPERATIONS:.0g} operations and {HELD / 2**30:.0f} GiB: lower {lower}"
        )
    if seconds > 60:
        click.echo(f"{what}: about {operations:.0e} operations, {duration(seconds)}; Ctrl-C ends it", err=True)


def duration(seconds: float) -> str:
    """A rough time in the largest unit that fits.

    >>> duration(5400), duration(10), duration(2e6)
    ('1.5 hours', '10 seconds', '23 days')
    """
    for unit, length in (("days", 86_400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 1.5 * length:
            return f"{seconds / length:,.2g} {unit}" if seconds < 100 * length else f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.2g} seconds"
