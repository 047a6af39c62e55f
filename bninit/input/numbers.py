"""What a person gives on the command line, checked at the boundary: input is data, never code.

Every refusal is a `click.ClickException` of one sentence with exit status 2: what came, what was wanted, what to do.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterable, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click


class Stated(Protocol):
    """What a claim is selected by: a `Claim`, or its `Statement` in the index."""

    @property
    def id(self) -> str: ...
    @property
    def paper(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=Stated)

LARGEST = 10_000
"""Most points on a command line, layers, digits."""

LONGEST_NAME = 200

NUMBER = re.compile(r"[+-]?\d+(/\d+)?|[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
DIGITS, EXPONENT = 1000, 1000


def printable(text: str) -> str:
    """Control characters escaped, so that no name or message can drive the terminal.

    >>> print(printable(chr(27) + "[31mred"))
    \\x1b[31mred
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shortened(text: str, most: int = 400) -> str:
    """The ends of a text that is too long: what came, and what to do."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def _file_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The name of a file or folder: not empty, and one that a system call takes."""
    if value is not None and not value.strip():
        raise BadInput(f"{param.opts[0]} got an empty name; give a file's name, or leave the option out")
    if value is not None and "\0" in value:
        raise BadInput(f"{param.opts[0]} {printable(shortened(value, 40))}: a name holds no NUL; give another")
    return value


def file_option(*names: str, metavar: str = "FILE", **options: Any) -> Callable[[Any], Any]:
    """A click option that takes the name of a file."""
    return click.option(*names, metavar=metavar, callback=_file_name, **options)


rows_option = click.option("--rows", is_flag=True, help="In FILE the rows are the data points.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
scheduler_option = click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster, as tcp://host:8786.")
claims_option = file_option("--claims", "claims_file", metavar="FILE.py", help="Your own claims; FILE.py is run.")
suite_option = click.option("--with-suite", is_flag=True, help="With --claims: the suite's claims, too.")
level_option = click.option(
    "--level",
    type=click.Choice(["quick", "standard", "deep"]),
    help="Size of the noticed deviations.  [default: standard]",
)
jobs_option = click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes; one per core by default.")
seed_option = click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Replay a run; fresh entropy by default.")


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What a claim may need."""
    seconds = click.option(
        "--claim-timeout", metavar="SECONDS", type=click.FloatRange(0, min_open=True),
        help="Time that one claim may take.  [default: 600]",
    )  # fmt: skip
    memory = click.option(
        "--claim-memory", metavar="GIB", type=click.FloatRange(0, min_open=True),
        help="Memory that one claim may take.  [default: 8, at most 3/4 of the machine's]",
    )  # fmt: skip
    return seconds(memory(command))


class BadInput(click.ClickException):
    """Wrong use: exit status 2."""

    exit_code = 2


def rational(text: str) -> Fraction:
    """One rational number: 3, -2/7, 0.25, 1e-30.

    >>> rational(" -2/7 ")
    Fraction(-2, 7)
    >>> rational("os.system('id')")
    Traceback (most recent call last):
        ...
    bninit.input.numbers.BadInput: "os.system('id')" is not a rational number; give numbers like 3, -2/7 or 0.25
    """
    text = text.strip()
    shown = text if len(text) <= 40 else text[:37] + "..."
    if len(text) > DIGITS + 10:
        raise BadInput(f'"{shown}" has {len(text)} characters; give numbers of at most {DIGITS} digits')
    if not NUMBER.fullmatch(text):
        raise BadInput(f'"{shown}" is not a rational number; give numbers like 3, -2/7 or 0.25')
    exponent = re.search(r"[eE]([+-]?\d+)", text)
    if exponent and abs(int(exponent[1])) > EXPONENT:
        raise BadInput(f'"{shown}" is out of range; give exponents between -{EXPONENT} and {EXPONENT}')
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise BadInput(f'"{shown}" divides by zero; give a denominator other than 0') from None


def rationals(text: str) -> tuple[Fraction, ...]:
    """A batch "x1,x2,..." of at least two different rational numbers."""
    if not text.strip():
        raise BadInput('the batch is empty; give numbers separated by commas, such as "0,1,5"')
    count = text.count(",") + 1
    if count > LARGEST:
        raise BadInput(f"the batch has {count:,} points; give at most {LARGEST:,}")
    batch = tuple(rational(part) for part in text.split(","))
    if len(batch) == 1:
        raise BadInput("the batch has one point; give at least two")
    if len(set(batch)) == 1:
        raise BadInput(f"all {len(batch)} points are {batch[0]}; give at least two different values")
    return batch


def points(text: str) -> list[tuple[Fraction, ...]]:
    """Points "a,b;c,d;...", each of the same number of rational coordinates."""
    if not text.strip():
        raise BadInput('there are no points; give them as in "1,0;0,1"')
    if text.count(",") + text.count(";") > LARGEST:
        raise BadInput(f"more than {LARGEST:,} coordinates on the command line; give a file with --batch")
    return [tuple(rational(part) for part in point.split(",")) for point in text.split(";")]


def whole(name: str, value: int, least: int, most: int = LARGEST) -> int:
    """A whole number in a range."""
    if not least <= value <= most:
        raise BadInput(f"{name} {value:,} is out of range; give {least:,} to {most:,}")
    return value


OPERATIONS, RATE = 1e16, 2e9
"""Floating operations of a command that is not refused as a slip of the pen; those of a core in a second, roughly."""

HELD = 2.0**33
"""Bytes that a command may hold."""


def afford(what: str, operations: float, lower: str, held: float = 0.0) -> None:
    """Refuse a cost over the budget before any of it is spent; say on stderr what will take more than a minute."""
    from numerics.parallel import cores

    seconds = operations / (RATE * cores())
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


def names(selector: str, claim_id: str) -> bool:
    """Whether a selector names a claim: by id, paper, group, last part or glob."""
    last = claim_id.rpartition(".")[2]
    return last == selector or fnmatchcase(claim_id, selector) or f"{claim_id}.".startswith(f"{selector.rstrip('.')}.")


def select(claims: Mapping[str, Named], selectors: Iterable[str]) -> list[Named]:
    """Claims named by id, paper, group ("nachum24.tree"), last part or glob; all where nothing is named."""
    chosen: dict[str, Named] = {}
    for selector in selectors:
        found = {i: c for i, c in claims.items() if names(selector, i)}
        if not found:
            raise BadInput(f"no claim {selector!r}{suggestion(selector, claims)}")
        chosen |= found
    return [c for i, c in claims.items() if i in chosen] if chosen else list(claims.values())


def select_of(
    known: Mapping[str, Named], own: Container[str] | None, selectors: Iterable[str], with_suite: bool
) -> list[Named]:
    """`select` among a user's own claims, where there is a file of them, and the suite's only where asked for."""
    if own is None:
        if with_suite:
            raise BadInput("--with-suite adds the suite to the claims of --claims FILE.py; give that, or leave it out")
        return select(known, selectors)
    if with_suite:
        return select(known, selectors)
    mine = {i: claim for i, claim in known.items() if i in own}
    for selector in selectors:
        try:
            select(mine, [selector])
        except BadInput:
            select(known, [selector])  # or it is unknown altogether
            raise BadInput(f"{selector!r} names claims of the suite, none of the file's; add --with-suite") from None
    return select(mine, selectors)


def suggestion(name: str, ids: Iterable[str], groups: bool = True) -> str:
    """'; did you mean ...?' from the ids and, with `groups`, papers and groups; last parts count as names, too."""
    known: dict[str, str] = {}
    for claim_id in ids:
        paper, group, last = claim_id.split(".", 2)
        known |= {claim_id: claim_id, last: claim_id, f"{group}.{last}": claim_id}
        if groups:
            known |= {paper: paper, group: f"{paper}.{group}", f"{paper}.{group}": f"{paper}.{group}"}
    near = get_close_matches(name[:LONGEST_NAME], known, 1, cutoff=0.5)
    return f"; did you mean {known[near[0]]}?" if near else "; `bninit list` names them all"


def new_file(path: str, suffixes: tuple[str, ...]) -> str:
    """A path that may be written: right suffix, folder there, and nothing but bninit's own work overwritten."""
    target = Path(path)
    if path.endswith(("/", os.sep)):
        raise BadInput(f"{path}: the name of a folder; give that of a file")
    if target.suffix.lower() not in suffixes:
        raise BadInput(f"{path}: wanted a name ending in {', '.join(suffixes)}")
    if not os.path.isdir(target.parent):
        raise BadInput(f"{path}: there is no folder {target.parent}; make it first")
    if os.path.lexists(target) and not _ours(target):
        raise BadInput(f"{path}: exists and was not made by bninit; give another name")
    return path


MARKS = {
    ".npz": b"bninit.npy",
    ".svg": b"<dc:title>bninit</dc:title>",
    ".png": b"Software\0bninit",
    ".pdf": b"/Creator (bninit)",
}
"""How a file says that bninit made it; written by `bninit.files`."""


def _ours(target: Path) -> bool:
    if not os.path.isfile(target):
        return False
    with open(target, "rb") as file:
        head = file.read(65536)
        file.seek(max(0, target.stat().st_size - 65536))
        return MARKS[target.suffix.lower()] in head + file.read()
