"""The chapter's claims on every layer and head of a trained model: how many of its maps move, and by how much.

What is compared is computed anew and in full, never taken from what an earlier run kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from attnviz.experiments import maps_moved
from attnviz.experiments.maps_moved import MapsMoved
from attnviz.state.scene import Scene
from attnviz.state.trained import Reading, Stop

if TYPE_CHECKING:
    from attnviz.models.model import Model, ModelRun

MOST_ONE_BY_ONE: Final = 64  # tokens: each takes a run of the model
Claim: TypeAlias = Literal["change", "swap", "cache", "masking"]


@dataclass(frozen=True, eq=False)
class ClaimReport:
    """What came of a claim on all maps of a model."""

    claim: Claim
    moved: MapsMoved  # in the rows that the claim is about
    places: tuple[int, ...]  # the token that was changed, the two that were swapped, or none
    tokens: tuple[str, ...]
    causal: bool  # whether the model, as it was run, looks back only
    trained_causal: bool  # whether it was trained so
    replacement: str = ""  # what stands in the place of the changed token


def change(scene: Scene, reading: Reading, stop: Stop | None = None) -> ClaimReport | None:
    """Put another token into the place of one, and compare every map in the rows before it; None without a word.

    A word of several tokens counts with its first: so the text is as long as before. Of an encoder all other rows
    are compared.
    """
    ids = reading.run.ids
    index = _index(scene, reading)
    number = _replacement(scene, reading)
    if number is None or index is None:
        return None
    changed = (*ids[:index], number, *ids[index + 1 :])
    rows = np.arange(len(ids)) < index
    if not reading.model.config.causal:
        rows = np.arange(len(ids)) != index
    return _report("change", scene, reading, changed, rows, (index,), stop)


def swap(scene: Scene, reading: Reading, stop: Stop | None = None) -> ClaimReport | None:
    """Let two tokens change places, and compare every map with what it was, token by token; None without a pair."""
    ids, pair = list(reading.run.ids), scene.swapped
    if pair is None or max(pair) >= len(ids) or pair[0] == pair[1]:
        return None
    ids[pair[0]], ids[pair[1]] = ids[pair[1]], ids[pair[0]]
    before = _fresh(reading.model, reading.run.ids, stop)
    after = _fresh(reading.model, tuple(ids), stop)
    moved = maps_moved.compare(_weights(before), maps_moved.matched(_weights(after), *pair))
    return _made("swap", reading, moved, pair)


def cache(scene: Scene, reading: Reading, stop: Stop | None = None) -> ClaimReport | None:
    """Read the text token by token, keeping K and V, and compare every map with reading it at once.

    Of more than MOST_ONE_BY_ONE tokens the first ones are read. None for a model that looks ahead: nothing can be kept.
    """
    if not reading.model.config.causal:
        return None
    run: ModelRun | None = None
    ids = reading.run.ids[:MOST_ONE_BY_ONE]
    for length in range(1, len(ids) + 1):
        run = reading.model.run(ids[:length], run, stop=stop)
    assert run is not None
    whole = _fresh(reading.model, ids, stop)
    first = replace(reading, pieces=reading.pieces[:MOST_ONE_BY_ONE])
    return _made("cache", first, maps_moved.compare(_weights(whole), _weights(run)), ())


def masking(scene: Scene, reading: Reading, stop: Stop | None = None) -> ClaimReport | None:
    """Take the mask off, change the last token, and compare every map in the rows before it; None for one token.

    The last one that is no special one. Without a replacement it becomes the first token of the text.
    """
    ids, own = reading.run.ids, _own(reading)
    last = own[-1] if own else 0
    if not last:
        return None
    number = _replacement(scene, reading)
    changed = (*ids[:last], ids[0] if number is None else number, *ids[last + 1 :])
    open_one = replace(reading, model=reading.source.seeing(causal=False))
    return _report("masking", scene, open_one, changed, np.arange(len(ids)) < last, (last,), stop)


def replacement_of(scene: Scene, reading: Reading) -> str:
    """Return the first token of the word that is to take a token's place; "" for none."""
    number, tokenizer = _replacement(scene, reading), reading.model.tokenizer
    return "" if number is None or tokenizer is None else tokenizer.piece(number).text


def _report(
    claim: Claim,
    scene: Scene,
    reading: Reading,
    changed: tuple[int, ...],
    rows: np.ndarray[tuple[int], np.dtype[np.bool_]],
    places: tuple[int, ...],
    stop: Stop | None,
) -> ClaimReport:
    before = _fresh(reading.model, reading.run.ids, stop)
    after = _fresh(reading.model, changed, stop)
    moved = maps_moved.compare(_weights(before), _weights(after), rows)
    return replace(_made(claim, reading, moved, places), replacement=replacement_of(scene, reading))


def _made(claim: Claim, reading: Reading, moved: MapsMoved, places: tuple[int, ...]) -> ClaimReport:
    causal, trained = reading.model.config.causal, reading.source.config.causal
    return ClaimReport(claim, moved, places, reading.tokens, causal, trained)


def _fresh(model: Model, ids: tuple[int, ...], stop: Stop | None) -> ModelRun:
    return model.run(ids, fresh=True, stop=stop)


def _weights(run: ModelRun) -> tuple[maps_moved.Floats, ...]:
    return tuple(layer.weights for layer in run.layers)


def _index(scene: Scene, reading: Reading) -> int | None:
    """Return the token to change: the chosen one, or the last that is no special one."""
    own = _own(reading)
    if not own:
        return None
    index = scene.change.index
    return index if index is not None and index < len(reading.pieces) else own[-1]


def _own(reading: Reading) -> list[int]:
    """Return the places of tokens that are no special ones."""
    return [place for place, piece in enumerate(reading.pieces) if not piece.special]


def _replacement(scene: Scene, reading: Reading) -> int | None:
    """Return the number of the token that the replacement begins with, spelled as inside of a text."""
    word, tokenizer = scene.change.text, reading.model.tokenizer
    if not word.strip() or tokenizer is None:
        return None
    index = _index(scene, reading)
    spaced = index is not None and reading.pieces[index].starts_word and reading.pieces[index].data[:1] == b" "
    for spelled in (f" {word.strip()}", word.strip()) if spaced else (word.strip(),):
        own = [piece for piece in tokenizer.encode(spelled).pieces if not piece.special]
        if own and own[0].data.strip():  # a space alone is no word
            return own[0].number
    return None
