"""Claims about a limit, judged by simulations that are finite: each has to say how far that takes them.

A layer of width 16 may be 4 % off one of infinite width and pass. Whether a claim is about a limit is declared, by
`limit_of` of its check; where it is not, it is read off the relation "->" and off the claim's words. Words can be
avoided, and are not what a claim is safe by: the bias is shown with its source wherever the evidence is.
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
    r"|(large|great)(er)?[ -](width|[mndL]\b)|(width|depth|neurons)\W+(\w+ ){0,4}(infinity|infinite|grows?\b|∞|oo\b)"
    r"|((tend|go|converge|approach)(e?s|ing)?|towards) (to )?(infinity|∞|oo\b)|(->|→|↑|\+) *(oo|inf|∞)"
    r"|\\(to|(long)?rightarrow|uparrow) *\+?\\infty|asymptotic|\bin the (\w+ )?limit\b|\\lim(_|\b)|\blimit(ing)? kernel"
    r"|\b[mndL] *= *(∞|oo\b|\\infty)|\b[mndL] (grows?|increases|is large)\b|\blarge enough [mndL]\b"
    r"|(infinite|unbounded)\W+(width|depth)|leading order in 1/[mndL]\b|\b[oO]\((1\)|1/[mndL])|over-?parametri[sz]ed"
    r"|mean[- ]field (limit|theory)|gaussian process|tangent kernel|\bNN(GP|TK)\b|\bNTK\b",
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
    words = said(claim)
    if options.limit_of == () and words and not options.at_limit:
        return (
            f"the claim is about a limit ({words}), and limit_of=() says that it is simulated itself: say why, by "
            "at_limit='..', or give limit_of= and a bias"
        )
    about = words if options.limit_of is None else ", ".join(options.limit_of)
    bare = [trial for trial in trials if trial.off == 0 or unmeasured(trial)]
    if not about or not bare:
        return ""
    cell = f"the claim is about a limit ({about}), and the cell {told(bare[0].cell) or '{}'} is simulated"
    if bare[0].off:
        return (
            f"{cell} with a bias of {bare[0].off:.2g} that was {bare[0].bias.source}: samples with a margin of "
            f"{bare[0].delta:.2g} do not measure that; give what they bound, or prove it"
        )
    return (
        f"{cell} without a bias: give bias=Bias(.., 'proved', 'extrapolated' or 'measured', ..), or limit_of=() and "
        "at_limit='..' if it is the limit itself that is simulated"
    )


FINEST = 1e-3
"""Of a margin: a bias below that was not found by samples."""


def unmeasured(trial: Trial) -> bool:
    """Whether a bias is said to be measured, and is smaller than can be."""
    return trial.bias is not None and trial.bias.source != "proved" and trial.off < FINEST * trial.delta
