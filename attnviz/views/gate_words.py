"""What the gates of a recurrence are called. It finds words; it must not know any numbers.

A gate's key is its name in `StateTrace.gates`; one without words here is called by its key.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def title(gate: str) -> str:
    """Return what a gate is called where there is room for several words."""
    words = {
        "delta": QCoreApplication.translate("Gates", "Step size Δ"),
        "B": QCoreApplication.translate("Gates", "B: what enters the state"),
        "C": QCoreApplication.translate("Gates", "C: what is read from it"),
        "reset": QCoreApplication.translate("Gates", "Reset gate"),
        "update": QCoreApplication.translate("Gates", "Update gate"),
        "candidate": QCoreApplication.translate("Gates", "Candidate state"),
        "input": QCoreApplication.translate("Gates", "Input gate"),
        "forget": QCoreApplication.translate("Gates", "Forget gate"),
        "cell": QCoreApplication.translate("Gates", "Candidate for the cell"),
        "output gate": QCoreApplication.translate("Gates", "Output gate"),
    }
    return words.get(gate, gate)


def short_title(gate: str) -> str:
    """Return one or two words for a gate, as they fit beneath a small map."""
    words = {
        "delta": QCoreApplication.translate("Gates", "Δ"),
        "candidate": QCoreApplication.translate("Gates", "Candidate"),
        "cell": QCoreApplication.translate("Gates", "Candidate"),
    }
    return words.get(gate) or (gate if gate in ("B", "C") else title(gate))
