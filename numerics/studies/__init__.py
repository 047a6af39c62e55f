"""What is computed to be looked at: simulations beside their laws, as frozen, typed results.

- `chain`: rank along depth beside the large-d law
- `widths`: late layers of such chains against the width
- `gap`: orthogonality gap beside mean map, laws and bounds
- `descent`, `least_squares`: gradient descent with and without BN, and beside the theorems
- `phase`: branches of fixed points beside networks
- `basin`: which long point the infinite-width map lets escape
- `threshold`: the width below which directions are lost

The command line shows these and computes nothing of its own. What is exact alone needs no study: `theory.expansion`
and the like.
"""
