"""A run of checks: what is loaded, how a claim is judged, where its task runs, what came of it."""
