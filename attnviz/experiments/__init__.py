"""Claims about attention, one file each, measured on any head and any tokens. NumPy only, never Qt."""

from attnviz.experiments import (
    cache,
    causality,
    comparison,
    contrast,
    costs,
    features,
    heads,
    kinds,
    ledger,
    masking,
    order,
    positions,
    scaling,
    sight,
)

__all__ = [
    "cache",
    "causality",
    "comparison",
    "contrast",
    "costs",
    "features",
    "heads",
    "kinds",
    "ledger",
    "masking",
    "order",
    "positions",
    "scaling",
    "sight",
]
