"""attnviz computes attention while you type, explains every number and tests every claim bit for bit."""

__version__ = "0.1.0"
