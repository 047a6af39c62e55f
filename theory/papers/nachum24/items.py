"""What the paper states, of which we hold the abstract, a list of items, captions and a second-hand summary."""

from theory.words import Item

ITEMS = (
    Item(
        "Definition 1",
        "narrower",
        "the layer and its components: recentring, rescaling, nonlinearity",
        "its text is not held: what the abstract says of each component",
        at=("BN = RC, RS and ReLU",),
    ),
    Item(
        "'recentering alone only affects the first layer in linear networks'",
        "as the source",
        "in a linear network recentring every layer is recentring the first",
    ),
    Item("Example", "open", "an example after Definition 1", "its text is not held"),
    Item(
        "Lemma 2",
        "narrower",
        "a random ReLU neuron raises the rank of points of which no two are collinear, with probability p* at least",
        "its conclusion is not held; that this is so, and p* > 0, is proved for any batch of R^k and law of w",
    ),
    Item(
        "Theorem 3",
        "narrower",
        "bounds on the probability that a random ReLU layer of width m has full rank",
        "for any batch and law of the rows; in the bound by the Gram matrix the step to Gaussian w is in the note",
    ),
    Item("Corollary 4", "as the source", "some width makes any such batch full rank, almost surely"),
    Item("Remark", "open", "a remark after Corollary 4", "its text is not held"),
    Item("Definition 5", "as the source", "positive and negative transformations of a batch of numbers"),
    Item("Definition 6", "as the source", "the tree as a network of width one with random weights"),
    Item("Lemma 7", "as the source", "what one transformation does to supports, energy, sums and order"),
    Item("Definition 8", "as the source", "stable nodes of the tree, and when all leaves are"),
    Item(
        "Theorem 11",
        "narrower",
        "the Gram matrix of the tree's leaves tends to points that escape alone",
        "limit, ties and share of energy are proved for every batch; its rate where the tree settles",
    ),
    Item("Theorems 9, 10, 13 to 16", "open", "six more statements", "their texts are not held"),
    Item(
        "Definition 12",
        "as the source",
        "the representation that a layer of random weights keeps in the mean",
        at=("Definition 12", "the constant alpha"),
    ),
    Item(
        "the stability theorem of the abstract",
        "narrower",
        "one cluster with an orthogonal point is stable",
        "at infinite width: the broken point for every n, to first order, and no other with k escaped; no basin but an "
        "estimate",
        at=("the stability theorem of the abstract", "abstract:"),
    ),
    Item("Figure 1", "open", "previous work and contribution, side by side", "a drawing: it states nothing"),
    Item(
        "Figure 2",
        "narrower",
        "training accuracy and rank with BN, without, and with He's initialisation",
        "one width and depth, on digits; the source's code and sizes are not held",
    ),
    Item(
        "Figure 3",
        "as the source",
        "the escaped point in the last layer; its angles, and those of the others",
    ),
    Item("Figure 4", "as the source", "the first three layers of a tree of five points", at=("Definition 5",)),
    Item("Figure 5", "as the source", "angles of 60 degrees without recentring, of 75 with it"),
    Item("Figures 6 to 8", "open", "three more figures", "neither pictures nor captions are held"),
    Item("second-hand summary, 'mostly inactive neurons'", "as the source", "most neurons are off at most points"),
    Item(
        "question 1: downstream learning",
        "narrower",
        "what starting from the outlier does to training",
        "small networks, on digits",
        at=("second-hand summary, open question: 'comparing training dynamics",),
    ),
    Item(
        "question 2: the rank for specific architectures",
        "narrower",
        "rank beyond the bounds of Theorem 3",
        "the exact probability for two planar batches; numerical rank along depth at one width",
        at=("Figure 2, 'the rank of the last hidden layer'", "Theorem 3"),
    ),
    Item(
        "question 3: neuron activations and the cluster",
        "narrower",
        "how many neurons are on at the outlier",
        "at the broken point in the limit of large n, and measured at n = 20: no formula for each n and number",
        at=("second-hand summary, 'mostly inactive neurons'",),
    ),
    Item(
        "question 4: large data sets",
        "narrower",
        "a unique neuron for each point does not scale",
        "that it takes a neuron for each point at least; starts that do with fewer, of which it asks",
    ),
    Item(
        "'branches exponentially'",
        "as the source",
        "the leaves of the tree by number and by energy",
        at=("Definition 8", "Theorem 11"),
    ),
    Item(
        "'clustering lost if recentring is wrong'",
        "narrower",
        "another centre than the mean undoes the cluster",
        "of the outlier, in one layer: from other batches only for the centre 0",
    ),
)
