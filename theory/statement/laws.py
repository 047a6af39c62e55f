"""Laws of rows in Coq: which functions of a row have a mean, and the mean, with what makes it one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

HAS, MEAN = "has_", "mean_"


def bound(law: str) -> Iterator[str]:
    """The two as variables."""
    yield f"({HAS}{law} : ((nat -> R) -> R) -> Prop)"
    yield f"({MEAN}{law} : ((nat -> R) -> R) -> R)"


def is_law(law: str, row: str, certain: str) -> str:
    """Linear, on a space of functions with the constants; 1 of 1; positive of what is so wherever the row may be."""
    has, mean = HAS + law, MEAN + law
    drawn = row if certain == "True" else f"({row} : nat -> R)"  # under a sum Coq would take it for one of 'I_n
    return (
        f"[/\\ {has} (fun=> 1) /\\ {mean} (fun=> 1) = 1,\n"
        f"    (forall a f g, {has} f -> {has} g ->\n"
        f"      {has} (fun {row} => a * f {row} + g {row}) /\\\n"
        f"      {mean} (fun {row} => a * f {row} + g {row}) = a * {mean} f + {mean} g),\n"
        f"    (forall f g, (forall {row}, f {row} = g {row}) -> {has} f -> {has} g) &\n"
        f"    (forall f, {has} f -> (forall {drawn}, {certain} -> 0 < f {row}) -> 0 < {mean} f)]"
    )


def exchangeable(law: str, n: str) -> str:
    """Two places exchanged, in the row that a function is of, keep it one with a mean, and its mean."""
    has, mean = HAS + law, MEAN + law
    moved = "(fun z => f (fun k => z (if k == i then j else if k == j then i else k)))"
    return (
        f"(forall i j f, (i < {n})%N -> (j < {n})%N -> {has} f ->\n      {has} {moved} /\\ {mean} {moved} = {mean} f)"
    )


def symmetric(law: str) -> str:
    """The row's negative, in the row that a function is of, keeps it one with a mean, and its mean."""
    has, mean, turned = HAS + law, MEAN + law, "(fun z => f (fun k => - z k))"
    return f"(forall f, {has} f ->\n      {has} {turned} /\\ {mean} {turned} = {mean} f)"


def sign_symmetric(law: str, n: str) -> str:
    """The negative of one place, in the row that a function is of, keeps it one with a mean, and its mean."""
    has, mean = HAS + law, MEAN + law
    turned = "(fun z => f (fun k => if k == i then - z k else z k))"
    return f"(forall i f, (i < {n})%N -> {has} f ->\n      {has} {turned} /\\ {mean} {turned} = {mean} f)"


def independent(law: str, n: str) -> str:
    """Of functions of one place each, which have a mean, the product has one, and it is the product of theirs."""
    has, mean = HAS + law, MEAN + law
    together = f"(fun z => \\prod_(i < {n}) f i (z i))"
    return (
        f"(forall f : nat -> R -> R, (forall i, (i < {n})%N -> {has} (fun z => f i (z i))) ->\n"
        f"      {has} {together} /\\ {mean} {together} = \\prod_(i < {n}) {mean} (fun z => f i (z i)))"
    )


def rotated(law: str, d: str) -> str:
    """A point (z_i, z_(d + i)) turned about 0, in the row that a function is of, keeps it one with a mean, and its
    mean."""
    has, mean = HAS + law, MEAN + law
    other = f"({d} + i)%N"
    turned = f"if k == i then a * z i - b * z {other} else if k == {other} then b * z i + a * z {other} else z k"
    moved = f"(fun z => f (fun k => {turned}))"
    return (
        f"(forall i a b f, (i < {d})%N -> a * a + b * b = 1 -> {has} f ->\n"
        f"      {has} {moved} /\\ {mean} {moved} = {mean} f)"
    )


PROPERTIES: dict[str, Callable[..., str]] = {
    "exchangeable": exchangeable,
    "independent": independent,
    "rotated": rotated,
    "sign symmetric": sign_symmetric,
    "symmetric": symmetric,
}
"""What may be known of a law: of its name, and of how many places its row has where that is asked."""
