"""What was chosen about a picture, in a few words each: for captions, and the foot of an exported one.

It says only what decides the numbers. It finds words; it must not know any of the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from attnviz.state.scene import SOFTMAX, Picture
from attnviz.views.kind_words import title


@dataclass(frozen=True)
class Part:
    """A few words, and the fields of the picture that they are about."""

    words: str
    fields: tuple[str, ...]


def parts(picture: Picture) -> list[Part]:
    """Return the kind, heads, position, mask and the rest, as far as they decide the numbers."""
    if not picture.attends:
        return [Part(title(picture.kind), ("kind",)), *_position(picture)]
    kind = [] if picture.kind == SOFTMAX else [Part(title(picture.kind), ("kind",))]
    if picture.kind == "performer":
        words = QCoreApplication.translate("Picture", "{n} features")
        kind.append(Part(_said(words, n=picture.features), ("features",)))
    return [*kind, *_heads(picture), *_position(picture), *_mask(picture), *_scaling(picture)]


def own_weights(picture: Picture) -> bool:
    """Return whether the kind has random weights of its own, whichever head was chosen."""
    return picture.kind in ("gru", "lstm")


def hand_made_scores(picture: Picture) -> bool:
    """Return whether the scores are those that were set by hand: softmax takes them as they are, without positions."""
    return picture.model == "demo" and picture.kind == SOFTMAX and picture.position == "none"


def _heads(picture: Picture) -> list[Part]:
    if picture.heads == 1:
        return []
    words = QCoreApplication.translate("Picture", "{heads} heads, {kv} K/V heads")
    return [Part(_said(words, heads=picture.heads, kv=picture.kv_heads), ("heads", "kv_heads"))]


def _position(picture: Picture) -> list[Part]:
    if not picture.attends and picture.position in ("rope", "alibi"):
        return []  # there are no queries, keys and scores on which they act
    words = {
        "none": "",
        "sinusoidal": QCoreApplication.translate("Picture", "sinusoidal positions"),
        "learned": QCoreApplication.translate("Picture", "random table of positions"),
        "rope": QCoreApplication.translate("Picture", "RoPE"),
        "alibi": QCoreApplication.translate("Picture", "ALiBi"),
    }[picture.position]
    return [Part(words, ("position",))] if words else []


def _mask(picture: Picture) -> list[Part]:
    parts = _pattern(picture)
    if picture.padding:
        words = QCoreApplication.translate("Picture", "padding: {n}")
        parts.append(Part(_said(words, n=picture.padding), ("padding",)))
    if picture.hidden_token is not None:
        words = QCoreApplication.translate("Picture", "token {n} hidden")
        parts.append(Part(_said(words, n=picture.hidden_token + 1), ("hidden_token",)))
    if picture.drawn:
        words = QCoreApplication.translate("Picture", "cells set by hand: {n}")
        parts.append(Part(_said(words, n=len(picture.drawn)), ("drawn",)))
    return parts


def _pattern(picture: Picture) -> list[Part]:
    if picture.crossed:
        return [Part(QCoreApplication.translate("Picture", "cross-attention"), ("crossed",))]
    causal, none = (
        QCoreApplication.translate("Picture", "causal mask"),
        QCoreApplication.translate("Picture", "no mask"),
    )
    parts = [Part(causal if picture.causal else none, ("causal",))]
    if picture.window is not None:
        words = QCoreApplication.translate("Picture", "window {n}")
        parts.append(Part(_said(words, n=picture.window), ("window",)))
        if picture.dilation > 1:
            words = QCoreApplication.translate("Picture", "dilation {n}")
            parts.append(Part(_said(words, n=picture.dilation), ("dilation",)))
    if picture.global_tokens:
        words = QCoreApplication.translate("Picture", "global tokens: {n}")
        parts.append(Part(_said(words, n=len(picture.global_tokens)), ("global_tokens",)))
    return parts


def _scaling(picture: Picture) -> list[Part]:
    if picture.kind == "linear":
        return []  # its features are not divided by anything
    divided = QCoreApplication.translate("Picture", "divided by √d")
    not_divided = QCoreApplication.translate("Picture", "not divided by √d")
    return [Part(divided if picture.scaled else not_divided, ("scaled",))]


def _said(words: str, **numbers: int) -> str:
    return words.format(**numbers)
