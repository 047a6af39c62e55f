"""The outlier configuration: two clusters, one of them small."""
