"""Every kind of mixing tokens that there is, one line each.

To add one: a file beside this one with a class that has what `Kind` asks for, its test, and a line in `KINDS`.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Final

from attnviz.core.kinds.causal import Causal
from attnviz.core.kinds.full import Full
from attnviz.core.kinds.gru import Gru
from attnviz.core.kinds.kind import QT_TRANSLATE_NOOP, Cost, Entry, Kind, Options, StateTrace, Traced
from attnviz.core.kinds.linear import Elu, Linear
from attnviz.core.kinds.lstm import Lstm
from attnviz.core.kinds.performer import Performer, RandomFeatures
from attnviz.core.kinds.state_space import StateSpace
from attnviz.core.kinds.window import Window

__all__ = ["KINDS", "Cost", "Entry", "Kind", "Options", "StateTrace", "Traced"]


def _elu(_options: Options) -> Elu:
    return Elu()


def _random_features(options: Options) -> RandomFeatures:
    return RandomFeatures(options.features)


_looking_back = partial(Linear.build, causal=True)

# The key, the name on the screen, how it is built, the similarity of the large map's heads, and the large map's name
KINDS: Final = MappingProxyType(
    {
        "full": Entry(QT_TRANSLATE_NOOP("Kinds", "Full attention"), Full.build, None, "softmax"),
        "causal": Entry(QT_TRANSLATE_NOOP("Kinds", "Causal attention"), Causal.build, None, "softmax"),
        "window": Entry(QT_TRANSLATE_NOOP("Kinds", "Sliding window"), Window.build, None, "softmax"),
        "linear": Entry(QT_TRANSLATE_NOOP("Kinds", "Linear attention"), Linear.build, _elu, "linear"),
        "linear_causal": Entry(QT_TRANSLATE_NOOP("Kinds", "Causal linear attention"), _looking_back, _elu, "linear"),
        "performer": Entry(QT_TRANSLATE_NOOP("Kinds", "Performer"), Performer.build, _random_features, "performer"),
        "state_space": Entry(QT_TRANSLATE_NOOP("Kinds", "State-space model"), StateSpace.build, None, "state_space"),
        "gru": Entry(QT_TRANSLATE_NOOP("Kinds", "GRU"), Gru.build, None, "gru"),
        "lstm": Entry(QT_TRANSLATE_NOOP("Kinds", "LSTM"), Lstm.build, None, "lstm"),
    }
)
