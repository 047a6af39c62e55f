"""Dependent data, and centring."""
