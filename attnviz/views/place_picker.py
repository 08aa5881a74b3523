"""Which token, by its place: a drop-down that may stand at none. Must not split text."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from attnviz.views.token_picker import TokenInput, TokenModel


class _PlaceModel(TokenModel):
    """An entry that asks for a choice, then every token with its place. Signals: those of its base."""

    def first_entry(self) -> str:
        """Return the words of the entry above the tokens."""
        return self.tr("choose…")


class PlaceInput(TokenInput):
    """A drop-down of tokens; the first entry means that none is chosen.

    Signals: token_chosen(object), None or the index from 0.
    """

    def __init__(self, name: str, spoken: str, parent: QWidget | None = None) -> None:
        """name: the object name; spoken: what a screen reader calls it."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(spoken)

    def choice(self) -> int | None:
        """Return the index of the token that is chosen, or None."""
        row = self.currentIndex()
        return row - 1 if row > 0 else None

    def _new_model(self) -> TokenModel:
        return _PlaceModel(self)
