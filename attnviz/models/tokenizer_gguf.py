"""What a GGUF file says about its tokenizer, as a tokenizer.json would say it.

A GGUF file has the lists (tokens, merges or scores) and only the name of the way text is split; the patterns behind
the names are those of the models' own tokenizer.json. Must not tokenize and must not read files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.models.tokenizer_json import Description, damaged

_CONTRACTED: Final = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_REST: Final = r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_LLAMA3: Final = rf"{_CONTRACTED}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}|{_REST}"
_QWEN2: Final = rf"{_CONTRACTED}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}|{_REST}"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_TEKKEN: Final = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*"
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

# tokenizer.ggml.pre: "" is GPT-2's own pattern, which the library knows; "digits" is that after single digits
_PATTERNS: Final = (
    dict.fromkeys(("gpt-2", "phi-2", "olmo", "mpt", "jais", "exaone4", "trillion", "granite-docling", "default"), "")
    | dict.fromkeys(("smollm", "starcoder", "refact", "codeshell", "exaone", "minerva-7b", "command-r"), "digits")
    | dict.fromkeys(("llama3", "llama-v3", "llama-bpe", "falcon3", "pixtral", "dbrx", "smaug-bpe"), _LLAMA3)
    | dict.fromkeys(("qwen2", "deepseek-r1-qwen", "megrez", "stablelm2"), _QWEN2)
    | {"tekken": _TEKKEN}
)
_AT_ONCE: Final = {"llama3", "llama-v3", "llama-bpe", "falcon3", "pixtral", "tekken"}  # these begin with a sign, too
_COMPOSED: Final = {"qwen2", "deepseek-r1-qwen", "megrez"}  # NFC comes first
_CONTROL, _USER = 3, 4  # tokenizer.ggml.token_type
_LONGEST: Final = 64  # characters of a token that is put together from others

Item = TypeVar("Item", str, int, float)

_MISSING: Final = QT_TRANSLATE_NOOP(
    "Models", "This GGUF file holds no tokenizer, and without it the model can't read text. Please get a complete file."
)
_UNKNOWN: Final = QT_TRANSLATE_NOOP(
    "Models", "The tokenizer of this GGUF file is of the kind “{found}”. attnviz can read: {known}."
)


def described(metadata: Mapping[str, object]) -> Description:
    """Return the tokenizer in a GGUF file's metadata. Raises ModelProblem if there is none or it can't be read."""
    kind, tokens = metadata.get("tokenizer.ggml.model"), _list(metadata, "tokens", str)
    if kind is None or not tokens:
        raise ModelProblem(_MISSING)
    vocabulary = dict(zip(tokens, range(len(tokens)), strict=True))
    if kind == "gpt2":
        pre = str(metadata.get("tokenizer.ggml.pre", "default"))
        rest, merges, begins = _byte_level(pre), _pairs(_list(metadata, "merges", str)), pre in _AT_ONCE
    elif kind == "llama":
        rest, merges, begins = _marked(metadata, tokens), _marked_pairs(metadata, vocabulary), True
    else:
        raise ModelProblem(_UNKNOWN, found=kind, known="gpt2, llama")
    rest["added_tokens"] = _added(_list(metadata, "token_type", int), tokens, vocabulary)
    rest["post_processor"] = _around(metadata, tokens, begins)
    return Description({"version": "1.0", "truncation": None, "padding": None} | rest, vocabulary, merges)


def _byte_level(pre: str) -> dict[str, Any]:
    """Return the steps for GPT-2's kind: a letter for each byte."""
    pattern = _PATTERNS.get(pre)
    if pattern is None:
        raise ModelProblem(_UNKNOWN, found=pre, known=", ".join(_PATTERNS))
    by_bytes = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    before: dict[str, Any] = {"type": "Digits", "individual_digits": True}
    if pattern not in ("", "digits"):
        before = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    inner = [before, by_bytes | {"use_regex": pattern == "digits"}]
    return {
        "normalizer": {"type": "NFC"} if pre in _COMPOSED else None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": inner} if pattern else by_bytes,
        "decoder": by_bytes,
        "model": _model(ignore_merges=pre in _AT_ONCE),
    }


def _marked(metadata: Mapping[str, object], tokens: Sequence[str]) -> dict[str, Any]:
    """Return the steps for SentencePiece's kind: "▁" for a space, bytes for unknown characters."""
    prefix = metadata.get("tokenizer.ggml.add_space_prefix", True)
    space = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first" if prefix else "never", "split": False}
    decoders: list[dict[str, Any]] = [{"type": "Replace", "pattern": {"String": "▁"}, "content": " "}]
    decoders += [{"type": "ByteFallback"}, {"type": "Fuse"}]
    if prefix:
        decoders.append({"type": "Strip", "content": " ", "start": 1, "stop": 0})
    unknown = _token(metadata, "unknown_token_id", tokens, 0)
    return {
        "normalizer": None,
        "pre_tokenizer": space,
        "decoder": {"type": "Sequence", "decoders": decoders},
        "model": _model(unk_token=unknown, fuse_unk=True, byte_fallback=True),
    }


def _model(**changes: object) -> dict[str, Any]:
    """Return a model of tokenizer.json without its lists."""
    plain = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None}
    flags = {"end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False}
    return plain | flags | changes


def _pairs(found: Sequence[str]) -> list[str]:
    if not all(merge.count(" ") == 1 for merge in found):
        raise damaged("a merge that is no pair", "tokenizer.ggml.merges")
    return list(found)


def _marked_pairs(metadata: Mapping[str, object], vocabulary: Mapping[str, int]) -> list[str]:
    """Return the file's merges, or those that its scores stand for: the higher the score, the earlier."""
    given = _list(metadata, "merges", str)
    if given:
        return _pairs(given)
    scores = _list(metadata, "scores", float)
    found: list[tuple[float, int, int, str]] = []
    for token, number in vocabulary.items():
        halves = [(token[:at], token[at:]) for at in range(1, min(len(token), _LONGEST)) if " " not in token]
        known = sorted((vocabulary[a], vocabulary[b], a, b) for a, b in halves if a in vocabulary and b in vocabulary)
        score = scores[number] if number < len(scores) else 0.0
        found += [(score, len(a), len(b), f"{a} {b}") for _, _, a, b in known]
    found.sort(key=lambda merge: merge[:3], reverse=True)
    return [merge for *_, merge in found]


def _added(types: Sequence[int], tokens: Sequence[str], vocabulary: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the tokens that are looked for in the text as they are: signs for the model, and what users added."""
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    marked = {token: kind for token, kind in zip(tokens, types, strict=False) if kind in (_CONTROL, _USER)}
    return [
        {"id": vocabulary[token], "content": token, **flags, "special": kind == _CONTROL}
        for token, kind in marked.items()
    ]


def _around(metadata: Mapping[str, object], tokens: Sequence[str], begins: bool) -> dict[str, Any] | None:
    """Return the step that adds a sign at the start or the end, or None."""
    bos, eos = _token(metadata, "bos_token_id", tokens), _token(metadata, "eos_token_id", tokens)
    before = [bos] if bos is not None and metadata.get("tokenizer.ggml.add_bos_token", begins) else []
    after = [eos] if eos is not None and metadata.get("tokenizer.ggml.add_eos_token", False) else []
    if not before and not after:
        return None
    signs = {token: {"id": token, "ids": [tokens.index(token)], "tokens": [token]} for token in before + after}
    single: list[dict[str, Any]] = [{"SpecialToken": {"id": token, "type_id": 0}} for token in before]
    single.append({"Sequence": {"id": "A", "type_id": 0}})
    single += [{"SpecialToken": {"id": token, "type_id": 0}} for token in after]
    pair = [*single, {"Sequence": {"id": "B", "type_id": 0}}]
    return {"type": "TemplateProcessing", "single": single, "pair": pair, "special_tokens": signs}


def _token(metadata: Mapping[str, object], name: str, tokens: Sequence[str], default: int | None = None) -> str | None:
    number = metadata.get(f"tokenizer.ggml.{name}", default)
    return tokens[number] if type(number) is int and 0 <= number < len(tokens) else None


def _list(metadata: Mapping[str, object], name: str, kind: type[Item]) -> Sequence[Item]:
    found = metadata.get(f"tokenizer.ggml.{name}", ())
    if not isinstance(found, Sequence) or isinstance(found, str) or not all(type(item) is kind for item in found):
        raise damaged(f"no list of {kind.__name__}", f"tokenizer.ggml.{name}")
    return found
