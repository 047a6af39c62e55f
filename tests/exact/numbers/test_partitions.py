"""Partitions: counts by the library, covers, no repetition."""

from sympy import bell

from theory.exact.partitions import set_partitions


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
