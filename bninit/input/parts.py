"""The parts of a layer as a person writes them: bn and relu, or rc, rs, nl one by one."""

from __future__ import annotations

SHORT = {"bn": ("rc", "rs"), "relu": ("nl",)}


def parts(text: str) -> tuple[str, ...]:
    """Names of components in the order given; names that are unknown stay, for those who know them to refuse.

    >>> parts("bn, relu"), parts("rc,nl"), parts("bn,typo")
    (('rc', 'rs', 'nl'), ('rc', 'nl'), ('rc', 'rs', 'typo'))
    """
    names = (part.strip() for part in text.split(",") if part.strip())
    return tuple(one for name in names for one in SHORT.get(name, (name,)))


def spelled(components: tuple[str, ...], relu: bool = True) -> str:
    """The same as short as can be; `relu` says whether nl is ReLU.

    >>> spelled(("rc", "rs", "nl")), spelled(("rs", "nl"), relu=False), spelled(("ws", "rc", "rs", "ln"))
    ('bn,relu', 'rs,nl', 'ws,bn,ln')
    """
    text = ",".join("relu" if name == "nl" and relu else name for name in components)
    return text.replace("rc,rs", "bn")
