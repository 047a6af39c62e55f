"""What the paper states, of which we hold the abstract; the rows on networks follow the audit's list of its themes."""

from theory.words import Item

ITEMS = (
    Item(
        "abstract: gradients grow exponentially in depth",
        "as the source",
        "gradients of wide networks with batch normalization grow exponentially in depth, whatever the variance of the "
        "weights and the activation",
        at=("abstract: gradients grow exponentially in depth", "rates of gradient growth at the symmetric fixed"),
    ),
    Item(
        "abstract: linear activations come near",
        "as the source",
        "near-linear activations have the least explosion: without activation the growth tends to 1 in the batch",
        at=("rates of gradient growth at the symmetric fixed points",),
    ),
    Item(
        "gradients at fixed points without symmetry",
        "as the source",
        "the suite's question: gradients at the outlier and at the broken point of nachum24",
    ),
    Item(
        "trainable depth",
        "narrower",
        "vanilla networks with batch normalization do not train at large depths; nearer to the linear regime they do",
        "small MLPs, on digits and Fashion-MNIST; at which depth training stops is no claim",
    ),
    Item(
        "eps and residual connections tame the explosion",
        "narrower",
        "a greater eps in the denominator, or skip connections, reduce the growth of gradients",
        "that the growth falls all the way as eps grows is in the note; with eps, no activation and ReLU alone",
    ),
)
