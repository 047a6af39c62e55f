"""What is computed to be looked at: simulations beside their laws, as frozen, typed results.

`chain` (rank along depth beside the large-d law), `gap` (orthogonality gap beside mean map and laws), `descent` (least
squares with and without BN beside the theorems), `phase` (branches of fixed points beside networks). The command line
shows these and computes nothing of its own. What is exact alone needs no study: `theory.expansion.tables` and the like.
"""
