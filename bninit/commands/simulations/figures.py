"""The command figures: the sources' figures as SVG and PNG, with their words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from difflib import get_close_matches
from fnmatch import fnmatchcase

import click

from bninit.draw.figures import Drawn, Figure, catalogue
from bninit.input.options import file_option, json_option, seed_option
from bninit.input.refusal import BadInput, printable
from bninit.input.select import LONGEST_NAME

FOLDER = "bninit-figures"


def chosen(selectors: Iterable[str]) -> list[Figure]:
    """Figures by id, paper, last part or glob, in the order of `catalogue()`; all where nothing is named.

    >>> [figure.id for figure in chosen(["tree", "suite.ph*"])]
    ['nachum24.tree', 'suite.phase']
    """
    known = catalogue()
    named: set[str] = set()
    for selector in selectors:
        found = {
            i for i, figure in known.items() if selector in (figure.paper, figure.name) or fnmatchcase(i, selector)
        }
        if not found:
            names = {figure.name: i for i, figure in known.items()} | {i: i for i in known}
            names |= {figure.paper: figure.paper for figure in known.values()}
            near = get_close_matches(selector[:LONGEST_NAME], names, 1, cutoff=0.5)
            hint = f"did you mean {names[near[0]]}?" if near else "`bninit figures --list` names them all"
            raise BadInput(f"no figure {selector!r}; {hint}")
        named |= found
    return [figure for i, figure in known.items() if i in named or not named]


def words(figure: Figure, drawn: Drawn) -> str:
    """Title, source, caption and alternative text as a text file."""
    source = f"{figure.paper}, {figure.source}" if figure.source else "the suite's own"
    parts = (
        f"{figure.title} ({source})",
        drawn.caption,
        f"In words: {drawn.alt}",
        f"Claims: {', '.join(figure.claims)}",
    )
    return "\n\n".join(textwrap.fill(part, 100, break_on_hyphens=False) for part in parts) + "\n"


@click.command(short_help="Reproduce the sources' figures.")
@click.argument("selectors", nargs=-1, metavar="[ID|PAPER|GLOB]...")
@file_option("--out", "folder", default=FOLDER, show_default=True, metavar="DIR", help="A new folder, or one of ours.")
@click.option("--list", "listed", is_flag=True, help="Only name the figures.")
@seed_option
@json_option
def figures(selectors: tuple[str, ...], folder: str, listed: bool, seed: int | None, as_json: bool) -> None:
    """Draw the figures of the sources, simulated anew, with the theory on top; without ID all of them.

    For each figure DIR holds ID.svg, ID.png and ID.txt, its caption and its content in words.
    """
    from bninit.show.console import show

    picked = chosen(selectors)
    if listed:
        show(lambda rows: _report(picked), {"figures": [asdict(figure) for figure in picked]}, as_json)
        return
    from bninit.draw.figures import draw
    from bninit.files import own_folder, write_bytes
    from bninit.show import console as terminal
    from numerics.streams import fresh_seed

    place = own_folder(folder)
    seed = fresh_seed() if seed is None else seed
    if missing := [figure for figure in picked if figure.missing]:
        told = f"{missing[0].id} {missing[0].missing}"
        if {*selectors} & {name for figure in missing for name in (figure.id, figure.name)} or missing == picked:
            raise BadInput(told)
        picked = [figure for figure in picked if not figure.missing]
        click.echo(f"{terminal.many(len(missing), 'figure')} left out: {told}", err=True)
    done = []
    with terminal.progress() as bar:
        task = bar.add_task("figures", total=len(picked))
        for figure in picked:
            bar.update(task, description=figure.id[:34])
            drawn = draw(figure.id, seed)
            for kind, content in (("svg", drawn.svg), ("png", drawn.png), ("txt", words(figure, drawn).encode())):
                write_bytes(str(place / f"{figure.id}.{kind}"), content)
            done.append(asdict(figure) | {"caption": drawn.caption, "alt": drawn.alt})
            bar.advance(task)
    data = {"run": {"seed": seed, "out": folder}, "figures": done}
    show(lambda rows: _report(picked, seed, folder), data, as_json)


def _report(picked: Sequence[Figure], seed: int | None = None, folder: str = "") -> None:
    from rich.text import Text

    from bninit.show import console as terminal
    from bninit.show.console import pairs

    if seed is not None:
        count = "1 figure" if len(picked) == 1 else f"{len(picked)} figures"
        terminal.console().print(Text(printable(f"{count}, seed {seed}, in {folder}: .svg, .png, .txt of each")))
    pairs([(f.id, f"{f.source}: {f.title}" if f.source else f.title) for f in picked])
