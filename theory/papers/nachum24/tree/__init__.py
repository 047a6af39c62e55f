"""The tree of positive and negative transformations."""
