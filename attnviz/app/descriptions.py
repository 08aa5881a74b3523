"""What was chosen about a picture, in a few words each, for the foot of an exported one. Must not know its numbers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.state.scene import SOFTMAX, Picture
from attnviz.views.kind_words import title


def descriptions(picture: Picture) -> list[str]:
    """Return the kind, mask, heads, position and the rest, as far as they decide the numbers."""
    if not picture.attends:
        return [title(picture.kind), *_position(picture)]
    kind = [] if picture.kind == SOFTMAX else [title(picture.kind)]
    if picture.kind == "performer":
        kind.append(_said(QCoreApplication.translate("Picture", "{n} features"), n=picture.features))
    return [*kind, *_heads(picture), *_position(picture), *_mask(picture), _scaling(picture)]


def _heads(picture: Picture) -> list[str]:
    if picture.heads == 1:
        return []
    words = QCoreApplication.translate("Picture", "{heads} heads, {kv} K/V heads")
    return [_said(words, heads=picture.heads, kv=picture.kv_heads)]


def _position(picture: Picture) -> list[str]:
    words = {
        "none": "",
        "sinusoidal": QCoreApplication.translate("Picture", "sinusoidal positions"),
        "learned": QCoreApplication.translate("Picture", "random table of positions"),
        "rope": QCoreApplication.translate("Picture", "RoPE"),
        "alibi": QCoreApplication.translate("Picture", "ALiBi"),
    }[picture.position]
    return [words] if words else []


def _mask(picture: Picture) -> list[str]:
    if picture.crossed:
        parts = [QCoreApplication.translate("Picture", "cross-attention")]
    elif picture.causal:
        parts = [QCoreApplication.translate("Picture", "causal mask")]
    else:
        parts = [QCoreApplication.translate("Picture", "no mask")]
    if picture.window is not None and not picture.crossed:
        parts.append(_said(QCoreApplication.translate("Picture", "window {n}"), n=picture.window))
        if picture.dilation > 1:
            parts.append(_said(QCoreApplication.translate("Picture", "dilation {n}"), n=picture.dilation))
    if picture.global_tokens and not picture.crossed:
        parts.append(_said(QCoreApplication.translate("Picture", "global tokens: {n}"), n=len(picture.global_tokens)))
    if picture.hidden_token is not None:
        parts.append(_said(QCoreApplication.translate("Picture", "token {n} hidden"), n=picture.hidden_token + 1))
    if picture.drawn:
        parts.append(_said(QCoreApplication.translate("Picture", "cells set by hand: {n}"), n=len(picture.drawn)))
    return parts


def _scaling(picture: Picture) -> str:
    if picture.scaled:
        return QCoreApplication.translate("Picture", "divided by √d")
    return QCoreApplication.translate("Picture", "not divided by √d")


def _said(words: str, **numbers: int) -> str:
    return words.format(**numbers)
