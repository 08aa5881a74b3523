"""What a model's files say about their tokenizer, before one is made of it.

Must not tokenize and must not need the tokenizers library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, eq=False)
class TokenizerSource:
    """Where a tokenizer comes from: a folder with tokenizer.json, or a GGUF file's metadata.

    metadata: GGUF's values by their names, only the "tokenizer." ones: str, int, float, bool, or a list of such
    ("tokenizer.ggml.tokens", ".merges", ".token_type", ".scores", ".model", ".pre", ".bos_token_id", …).
    """

    folder: Path | None = None  # holds tokenizer.json, perhaps tokenizer_config.json and special_tokens_map.json
    metadata: Mapping[str, object] = field(default_factory=dict)
