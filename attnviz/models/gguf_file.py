"""A GGUF file: what it says about the model and its tokenizer, and where its weights lie.

Must not trust the file. The header is read here; the gguf library only decodes blocks of numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, Final

from attnviz.models.folder import looks_pickled, open_plain, pickled
from attnviz.models.gguf_header import read_header
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.models.tensors import Stored, check_apart, check_readable, decode, read

MAGIC: Final = b"GGUF"
_FACTORS: Final = "rope_freqs.weight"


@dataclass(frozen=True, eq=False)
class GgufFile:
    """What a file says. rope_factors: what it divides the frequencies of positions by, if it does."""

    values: Mapping[str, Any]
    tensors: Mapping[str, Stored]
    rope_factors: tuple[float, ...] | None


def is_gguf(path: Path) -> bool:
    """Return whether a file begins as a GGUF file does, whatever it is called. Raises OSError."""
    with open_plain(path) as file:
        return file.read(len(MAGIC)) == MAGIC


def read_gguf(path: Path) -> GgufFile:
    """Return what the GGUF file at `path` says, but not its weights. Raises ModelProblem and OSError."""
    with open_plain(path) as file:
        start = file.read(8)
        if looks_pickled(start):
            raise pickled(path)
        if start[:4] != MAGIC:
            raise ModelProblem(
                QT_TRANSLATE_NOOP("Models", "{file} is not a GGUF file, or it is damaged."), file=path.name
            )
        header = read_header(file, path, path.stat().st_size)
        if header.values.get("split.count", 1) not in (0, 1):
            raise ModelProblem(
                QT_TRANSLATE_NOOP("Models", "{file} is one part of several. attnviz opens GGUF models in one file."),
                file=path.name,
            )
        check_apart(header.tensors.values(), path)
        factors = _rope_factors(header.tensors, file)
    return GgufFile(header.values, header.tensors, factors)


def tokenizer_values(values: Mapping[str, Any], vocabulary: int) -> dict[str, Any]:
    """Return what the values say about the tokenizer. Raises ModelProblem if it doesn't fit `vocabulary` tokens."""
    tokens = values.get("tokenizer.ggml.tokens")
    if not isinstance(tokens, list) or not tokens or not all(isinstance(token, str) for token in tokens):
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "The file has no tokenizer in it: text can't be made into tokens.")
        )
    if len(tokens) > vocabulary:
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "The tokenizer knows {found} tokens, but the model only {known}."),
            found=len(tokens),
            known=vocabulary,
        )
    return {key: value for key, value in values.items() if key.startswith("tokenizer.")}


def _rope_factors(tensors: Mapping[str, Stored], file: FileIO) -> tuple[float, ...] | None:
    if _FACTORS not in tensors:
        return None
    check_readable(tensors[_FACTORS])
    if tensors[_FACTORS].nbytes > 2**16:
        return ()  # too many: refused with the configuration
    return tuple(decode(read(tensors[_FACTORS], file), tensors[_FACTORS].kind).reshape(-1).tolist())
