"""How far the checks of each claim reach: a page of the documentation, and a line in the note of each claim, which
`python -m bninit.show.reach` writes as the registry has it.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from bninit.results.result import furthest
from bninit.show.statement import rely
from numerics.judging import checks_of
from theory.claim import Claim, Verdict

WORDS = {
    "stated": "stated",
    "argued": "argued",
    "cases": "cases",
    "sampled": "samples",
    "step": "a step only",
    "stand-in": "a stand-in only",
    "nothing": "nothing",
}


def declared(claim: Claim) -> str:
    """How far the checks of a claim say that they reach, at most."""
    checks = checks_of(claim)
    return furthest(((check.kind, check.reach) for check in checks), any(check.definition for check in checks))


def page(claims: Iterable[Claim]) -> str:
    """The page: a table of groups, and under it each claim that holds with how far its checks reach."""
    rows: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for claim in claims:
        if claim.expected is Verdict.HOLDS:
            rows.setdefault((claim.paper, claim.group), []).append((claim.name, declared(claim)))
    total = Counter(reach for found in rows.values() for _, reach in found)
    words = list(WORDS)
    lines = [
        "# How far the checks reach",
        "",
        "Of the claims that are to hold. *Stated*: the statement itself, everywhere, by machine; *argued*: everywhere,",
        "by a derivation to which the note reduces it, and the statement itself at instances; *cases*: the statement",
        "itself at instances; *samples*: the statement itself, in networks.",
        "",
        "| group | " + " | ".join(WORDS.values()) + " |",
        "|---|" + "---:|" * len(words),
    ]
    for (paper, group), found in rows.items():
        counts = Counter(reach for _, reach in found)
        lines.append(f"| {paper}.{group} | " + " | ".join(str(counts[word] or "") for word in words) + " |")
    lines += ["| **all** | " + " | ".join(str(total[word]) for word in words) + " |", ""]
    for (paper, group), found in rows.items():
        lines += [f"## {paper}.{group}", ""]
        for word in words:
            names = [f"`{name}`" for name, reach in found if reach == word]
            if names:
                lines.append(f"- {WORDS[word]}: {', '.join(names)}")
        lines.append("")
    return "\n".join(lines)


REACH = re.compile(r"\*\*Reach\.\*\*.*?\n\n", re.DOTALL)
HEADING = re.compile(r"(?=^## )", re.MULTILINE)
LAST = "**Not proved.**"


def noted(text: str, of_group: Mapping[str, Claim]) -> str:
    """A file of notes with the line on reach of each claim, by its name, before what is not proved."""
    return "".join(_with_line(part, of_group) for part in HEADING.split(text))


def _with_line(part: str, of_group: Mapping[str, Claim]) -> str:
    name = part.partition("\n")[0].removeprefix("## ").strip()
    if name not in of_group:
        return part
    line = textwrap.fill(f"**Reach.** {rely(of_group[name])}", 100, break_on_hyphens=False)
    body = REACH.sub("", part)
    if LAST not in body:
        raise ValueError(f"the note of {of_group[name].id} has no paragraph {LAST}: say there what is not proved")
    return body.replace(LAST, f"{line}\n\n{LAST}", 1)


def files(claims: Iterable[Claim]) -> dict[Path, str]:
    """The notes of each group, with the lines that are made from the registry."""
    from bninit.notes import folder

    groups: dict[Path, dict[str, Claim]] = {}
    for claim in claims:
        groups.setdefault(folder() / claim.paper / f"{claim.group}.md", {})[claim.name] = claim
    return {path: noted(path.read_text(encoding="utf-8"), group) for path, group in groups.items()}


def main() -> None:
    """Write them."""
    from bninit.run.load import load

    for path, text in files(load(None).values()).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
