"""Claims about attention, one file each, measured on any head and any tokens. NumPy only, never Qt."""

from attnviz.experiments import cache, causality, comparison, ledger, masking, order, scaling

__all__ = ["cache", "causality", "comparison", "ledger", "masking", "order", "scaling"]
