"""Claims about a limit, judged by simulations that are finite: each has to say how far that takes them.

A layer of width 16 may be 4 % off one of infinite width and pass. Whether a claim is about a limit is declared, by
`limit_of` of its check; where it is not, it is read off the relation "->" and off the claim's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from numerics.judging.declare import Sampled
from numerics.judging.trial import Trial, told
from theory.claim import Claim
from theory.domains.given import Given

SAID = re.compile(
    r"infinit\w*[ -](wide|width|depth|deep|many|large)|wide[ -](neural )?(network|layer|limit)"
    r"|(large|great)(er)?[ -]width|(width|depth|neurons)\W+(\w+ ){0,4}(infinity|infinite|grows?\b)"
    r"|(tend|go|converge)(s|es)? to infinity|(->|→) *(oo|inf|∞)|\\to *\+?\\infty|asymptotic"
    r"|mean[- ]field limit|gaussian process limit|tangent kernel",
    re.IGNORECASE,
)
"""Words of a limit."""


def said(claim: Claim) -> str:
    """The words by which a claim is about a limit, or nothing."""
    members = claim.given.words if isinstance(claim.given, Given) else ""
    texts = (claim.says, *claim.hypotheses, members, claim.tex)
    found = next((match.group() for text in texts if (match := SAID.search(text))), "")
    return found or ("the relation ->" if claim.relation == "->" else "")


def unbiased(claim: Claim, options: Sampled, trials: Iterable[Trial]) -> str:
    """Why the samples do not speak of the limit that is claimed, or nothing."""
    about = said(claim) if options.limit_of is None else ", ".join(options.limit_of)
    bare = [trial for trial in trials if trial.off == 0]
    if not about or not bare:
        return ""
    where = (
        f"the claim is about a limit ({about}), and the cell {told(bare[0].cell) or '{}'} is simulated without a bias"
    )
    return (
        f"{where}: give bias=Bias(.., 'proved', 'extrapolated' or 'measured', ..), or limit_of=() if it is the limit "
        "itself that is simulated"
    )
