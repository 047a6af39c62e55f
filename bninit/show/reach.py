"""How far the checks of each claim reach: a page of the documentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bninit import notes
from bninit.results.result import furthest
from numerics.judging import checks_of
from theory.claim import Claim, Kind, Verdict
from theory.statement.setting import reach_of

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
    """How far the checks of a claim say that they reach, and the proof that is recorded, at most."""
    checks, proof = checks_of(claim), notes.recorded(claim)
    found: list[tuple[Kind, str | None]] = [(check.kind, check.reach) for check in checks]
    if proof is not None:
        found.append(("formal", reach_of(proof.get("taken", ()), proof.get("lacks"))["reach"]))
    return furthest(found, any(check.definition for check in checks))


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
