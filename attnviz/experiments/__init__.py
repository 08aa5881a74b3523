"""Claims about attention, one file each, measured on any head and any tokens. NumPy only, never Qt."""

from attnviz.experiments import causality, order, scaling

__all__ = ["causality", "order", "scaling"]
