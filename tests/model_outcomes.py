"""What may come of opening a model's file, however bad it is: an answer or a sentence, and no memory for a claim."""

from __future__ import annotations

import ast
import itertools
import os
import tracemalloc
from pathlib import Path

import numpy as np

import attnviz.models
from attnviz.models.loading import Opened, open_model
from attnviz.models.problem import ModelProblem

MARGIN = 8 * 2**20  # bytes beyond the file's own size
PACKAGE = Path(attnviz.models.__file__).parent
_stamps = itertools.count(1)


def put(path: Path, data: bytes) -> None:
    """Write a file with a time of its own: two that come within a tick of the clock would be taken for the same."""
    path.write_bytes(data)
    os.utime(path, ns=(next(_stamps),) * 2)


def templates() -> set[str]:
    """Return every sentence of the package that is marked to be translated."""
    found: set[str] = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "QT_TRANSLATE_NOOP":
                context, text = (ast.literal_eval(argument) for argument in node.args)
                assert context == "Models"
                found.add(text)
    return found


TEMPLATES = templates()


def outcome(path: Path, size: int) -> Opened | ModelProblem:
    """Open a model; whatever comes besides an answer or a sentence fails, and so does memory beyond the file's size."""
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    found: Opened | ModelProblem
    try:
        found = open_model(path)
    except ModelProblem as problem:
        found = problem
    assert tracemalloc.get_traced_memory()[1] - before < size + MARGIN
    if isinstance(found, ModelProblem):
        assert found.template in TEMPLATES
        assert str(found).isprintable()
        assert 10 < len(str(found)) < 1000
    else:
        config, weights = found.config, found.weights
        assert weights.get("embed").shape == (config.vocabulary, config.d_model)
        assert all(np.isfinite(weights.get(name)).all() for name in weights.names())
    return found
