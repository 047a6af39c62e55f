"""The command tree: the exact tree of a batch of rational numbers."""

from __future__ import annotations

import click

from bninit.input.numbers import rationals, whole
from bninit.input.options import NumbersFirst, json_option, picture_option
from bninit.input.refusal import BadInput


@click.command(cls=NumbersFirst)
@click.argument("batch", metavar="X1,X2,...")
@click.option("--depth", type=int, default=6, show_default=True, help="Depth L of the leaves.")
@click.option("--digits", type=int, default=50, show_default=True, help="Digits of the limit.")
@picture_option("Draw the first layers (.svg, .png, .pdf).")
@json_option
def tree(batch: str, depth: int, digits: int, plot: str | None, as_json: bool) -> None:
    """Exact tree of a batch of rational numbers.

    Prints the Gram matrix summed over the 2^L leaves at depth L, and c_min, c_max of its limit
    alpha^L G_L -> c_min O_min + c_max O_max.
    """
    from theory.tree import Tree

    numbers = rationals(batch)
    whole("depth", depth, 0)
    whole("digits", digits, 1)
    figure = None
    try:
        grown = Tree(numbers)
        if plot:
            from bninit.draw.tree import tree_figure

            figure = tree_figure(grown)
        gram = [[entry.str() for entry in row] for row in grown.gram_flint(depth).tolist()]
        c_min, c_max, error = grown.limit(digits).strings()
        unstable = grown.unstable_leaves(depth)
    except ValueError as refusal:
        raise BadInput(str(refusal)) from refusal
    except OverflowError as refusal:
        raise BadInput("numbers beyond 1e308 cannot be drawn; leave out --plot") from refusal
    if plot and figure:
        from bninit.files import save_figure

        save_figure(figure, plot)
    tied = {name: [place for place, x in enumerate(numbers) if x == end]
            for name, end in (("least", min(numbers)), ("greatest", max(numbers)))}  # fmt: skip
    tied = {name: places for name, places in tied.items() if len(places) > 1}
    data = {"batch": list(numbers), "tied": tied, "depth": depth, "gram": gram, "c_min": c_min, "c_max": c_max,
            "c_error": error, "unstable_leaves": unstable}  # fmt: skip
    from bninit.show.console import show
    from bninit.show.objects import tree_report

    show(tree_report, data, as_json, plot)
