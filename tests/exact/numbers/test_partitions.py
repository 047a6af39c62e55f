"""Partitions: counts by the library, covers, no repetition."""

from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import bell
from sympy.utilities.iterables import partitions

from theory.exact.partitions import integer_partitions, set_partitions

FEW = settings(derandomize=True, database=None, deadline=None, max_examples=30)


def test_set_partitions() -> None:
    """Bell numbers; without singletons b(n) + b(n+1) = Bell(n). Each covers all items, and none comes twice: labels are
    those of blocks in the order in which they begin."""
    for size in range(8):
        found = [tuple(labels) for labels in set_partitions(size)]
        assert len(found) == len(set(found)) == bell(size)
        for labels in found:
            assert all(label <= max(labels[:i], default=-1) + 1 for i, label in enumerate(labels))
        pairs_or_more = [sum(1 for _ in set_partitions(n, 2)) for n in (size, size + 1)]
        assert sum(pairs_or_more) == bell(size)


@FEW
@given(st.integers(0, 9), st.integers(1, 5), st.integers(1, 9))
def test_integer_partitions(total: int, parts: int, most: int) -> None:
    """SymPy's partitions, those into at most `parts` positive parts of at most `most`, padded with zeros."""
    found = list(integer_partitions(total, parts, most))
    every = (sorted((p for p, k in each.items() for _ in range(k)), reverse=True) for each in partitions(total))
    expected = [(*each, *[0] * (parts - len(each))) for each in every if len(each) <= parts and max([0, *each]) <= most]
    assert sorted(found) == sorted(expected)
