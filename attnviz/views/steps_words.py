"""What the steps of the strip are called, seen and spoken. It finds words; it must not know widgets or numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication

from attnviz.core.head import Trace
from attnviz.core.kinds.kind import StateTrace
from attnviz.core.provenance import COMBINED, STEPS
from attnviz.views import gate_words

Names: TypeAlias = dict[str, tuple[str, str]]  # beneath a map, and as a screen reader says it


@dataclass(frozen=True)
class Wording:
    """All that the names of the steps depend on; the same for every sentence that is typed."""

    scaled: bool = True
    kernel: bool = False  # a kernel in the place of the dot product
    bias: bool = False  # by distance
    crossed: bool = False  # keys and values are of a second text
    combined: bool = False  # several heads are joined behind the output
    gates: tuple[str, ...] | None = None  # of a recurrence; None = attention
    implied: bool = False  # its map is the matrix that mixes the values

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps there are, in order."""
        if self.gates is not None:
            return ("x", *self.gates, "weights", "output")
        return (*STEPS, COMBINED) if self.combined else STEPS


def wording(trace: Trace | StateTrace, scaled: bool, combined: bool) -> Wording:
    """Return what the names of the steps of `trace` depend on."""
    if isinstance(trace, StateTrace):
        return Wording(gates=tuple(trace.gates), implied=trace.signed)
    return Wording(scaled, trace.kernel, trace.bias is not None, trace.context is not None, combined)


def names(told: Wording) -> Names:
    """Return the names of all steps."""
    return _of_attention(told) if told.gates is None else _of_recurrence(told.gates, told.implied)


def _of_attention(told: Wording) -> Names:
    return {
        "x": _tokens(),
        "query": (
            QCoreApplication.translate("StepsStrip", "Q"),
            QCoreApplication.translate("StepsStrip", "Q, the queries: what each token is looking for"),
        ),
        "key": (QCoreApplication.translate("StepsStrip", "K"), _keys(told.crossed)),
        "raw_scores": _raw(told.kernel),
        "scores": _divided(told),
        "masked_scores": (
            QCoreApplication.translate("StepsStrip", "Mask"),
            QCoreApplication.translate("StepsStrip", "Mask: scores that may not be seen become −∞"),
        ),
        "weights": (
            QCoreApplication.translate("StepsStrip", "Softmax"),
            QCoreApplication.translate("StepsStrip", "Softmax: the attention weights, each row adds up to 100 %"),
        ),
        "value": (QCoreApplication.translate("StepsStrip", "V"), _values(told.crossed)),
        "output": (
            QCoreApplication.translate("StepsStrip", "Output"),
            QCoreApplication.translate("StepsStrip", "Output: the values, mixed by the weights"),
        ),
        COMBINED: (
            QCoreApplication.translate("StepsStrip", "All heads"),
            QCoreApplication.translate("StepsStrip", "All heads: their outputs side by side, times W_o"),
        ),
    }


def _of_recurrence(gates: tuple[str, ...], implied: bool) -> Names:
    found = {"x": _tokens()} | {gate: (gate_words.short_title(gate), gate_words.title(gate)) for gate in gates}
    output = QCoreApplication.translate("StepsStrip", "Output")
    if implied:
        found["weights"] = (
            QCoreApplication.translate("StepsStrip", "Implied matrix"),
            QCoreApplication.translate(
                "StepsStrip", "Implied matrix: how much of each token’s value each output takes"
            ),
        )
        spoken = QCoreApplication.translate("StepsStrip", "Output: the values, mixed by the implied matrix")
    else:
        found["weights"] = (
            QCoreApplication.translate("StepsStrip", "Influence"),
            QCoreApplication.translate("StepsStrip", "Influence: how far each token still moves each later state"),
        )
        spoken = QCoreApplication.translate("StepsStrip", "Output: the state after each token")
    found["output"] = (output, spoken)
    return found


def _tokens() -> tuple[str, str]:
    return (
        QCoreApplication.translate("StepsStrip", "x"),
        QCoreApplication.translate("StepsStrip", "x: one row of numbers for each token"),
    )


def _keys(crossed: bool) -> str:
    if crossed:
        return QCoreApplication.translate("StepsStrip", "K, the keys: what each token of the second text offers")
    return QCoreApplication.translate("StepsStrip", "K, the keys: what each token offers")


def _values(crossed: bool) -> str:
    if crossed:
        return QCoreApplication.translate("StepsStrip", "V, the values: what each token of the second text passes on")
    return QCoreApplication.translate("StepsStrip", "V, the values: what each token passes on")


def _raw(kernel: bool) -> tuple[str, str]:
    if kernel:
        return (
            QCoreApplication.translate("StepsStrip", "φ(Q)·φ(K)ᵀ"),
            QCoreApplication.translate("StepsStrip", "Kernel: φ of each query times φ of each key, never negative"),
        )
    return (
        QCoreApplication.translate("StepsStrip", "Scores QKᵀ"),
        QCoreApplication.translate("StepsStrip", "Scores: each query times each key"),
    )


def _divided(told: Wording) -> tuple[str, str]:
    if told.kernel:
        plain = (
            QCoreApplication.translate("StepsStrip", "log"),
            QCoreApplication.translate("StepsStrip", "Logarithm of the kernel, which softmax undoes"),
        )
        biased = (
            QCoreApplication.translate("StepsStrip", "log + bias"),
            QCoreApplication.translate("StepsStrip", "Logarithm of the kernel, lowered with the distance (ALiBi)"),
        )
    elif told.scaled:
        plain = (
            QCoreApplication.translate("StepsStrip", "÷ √d"),
            QCoreApplication.translate("StepsStrip", "Scores divided by √d"),
        )
        biased = (
            QCoreApplication.translate("StepsStrip", "÷ √d + bias"),
            QCoreApplication.translate("StepsStrip", "Scores divided by √d, lowered with the distance (ALiBi)"),
        )
    else:
        plain = (
            QCoreApplication.translate("StepsStrip", "not divided"),
            QCoreApplication.translate("StepsStrip", "Scores, not divided by √d"),
        )
        biased = (
            QCoreApplication.translate("StepsStrip", "+ bias"),
            QCoreApplication.translate("StepsStrip", "Scores, not divided by √d, lowered with the distance (ALiBi)"),
        )
    return biased if told.bias else plain
