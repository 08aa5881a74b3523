"""What attention computes. NumPy only, never Qt."""

from attnviz.core import arithmetic, book, masks, tokens
from attnviz.core.head import Head, Trace

__all__ = ["Head", "Trace", "arithmetic", "book", "masks", "tokens"]
