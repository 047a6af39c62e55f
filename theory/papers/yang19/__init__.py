"""Yang, Pennington, Rao, Sohl-Dickstein, Schoenholz: "A Mean Field Theory of Batch Normalization" (ICLR 2019).

Held of it: what its abstract says. What it proves is stated here as we derive it: `reconstructed`, or `new`.
"""

from theory.claim import Paper

YANG19 = Paper(
    "yang19",
    "A Mean Field Theory of Batch Normalization",
    "Greg Yang, Jeffrey Pennington, Vinay Rao, Jascha Sohl-Dickstein, Samuel S. Schoenholz",
    2019,
    "ICLR 2019, arXiv:1902.08129",
)
