"""What is said of a trained model's tokens on the large map, and which of them stand back. Must not tokenize."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from attnviz.app.matrices import Matrix
from attnviz.models.pieces import Piece
from attnviz.state.snapshot import Snapshot

_MOST_BYTES = 16  # that are said of one token

Details = tuple[str, ...]
Places = frozenset[int]


def details(snapshot: Snapshot, matrix: Matrix) -> tuple[Details, Details]:
    """Return what is said of the tokens of the rows and of the columns; nothing where they are none of a model."""
    if snapshot.reading is None:
        return (), ()
    told = _all_told(snapshot.reading.pieces)
    return told if matrix.rows == snapshot.tokens else (), told if matrix.columns == snapshot.tokens else ()


def dimmed(snapshot: Snapshot, matrix: Matrix | None) -> tuple[Places, Places]:
    """Return the rows and columns of special tokens, if those are to stand back; none without a matrix."""
    if snapshot.reading is None or matrix is None or not snapshot.scene.dimmed:
        return frozenset(), frozenset()
    pieces = snapshot.reading.pieces
    special = frozenset(place for place, piece in enumerate(pieces) if piece.special)
    nothing: Places = frozenset()
    return (
        special if matrix.rows == snapshot.tokens else nothing,
        special if matrix.columns == snapshot.tokens else nothing,
    )


@lru_cache(maxsize=2)
def _all_told(pieces: tuple[Piece, ...]) -> Details:
    return tuple(map(detail, pieces))


def detail(piece: Piece) -> str:
    """Return the number and the bytes of a token, and of one that shares a character which part of it that is."""
    bytes_of = piece.detail
    if len(piece.data) > _MOST_BYTES:
        bytes_of = f"{piece.data[:_MOST_BYTES].hex(' ').upper()} …"
    fields = {"number": piece.number, "bytes": bytes_of, "part": piece.part, "parts": piece.parts}
    if not piece.data:
        words = QCoreApplication.translate("Pieces", "token {number}")
    elif piece.parts > 1:
        words = QCoreApplication.translate("Pieces", "token {number}, bytes {bytes}, part {part} of {parts}")
    else:
        words = QCoreApplication.translate("Pieces", "token {number}, bytes {bytes}")
    return words.format(**fields)
