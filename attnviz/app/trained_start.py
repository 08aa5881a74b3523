"""A trained model or arrays that the command line asks for: what they are called, and what of them is shown first.

Must not read the command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from attnviz.app.shelf import Shelf
from attnviz.app.source_names import PACKAGE, label_of, parts_of
from attnviz.models.arrays import Attentions
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.state.scene import MOST_HEADS
from attnviz.state.session import Session
from attnviz.state.trained import Source

_LAYERS = QT_TRANSLATE_NOOP("Models", "{name} has {layers} layers: there is no layer {layer}.")
_HEADS = QT_TRANSLATE_NOOP("Models", "{name} has {heads} heads in layer {layer}: there is no head {head}.")


@dataclass(frozen=True)
class Wanted:
    """A model by its name, and what is to be shown: layer and head from 0, None as it comes."""

    name: str
    layer: int | None = None
    head: int | None = None
    causal: bool | None = None


def source_name(told: str) -> str:
    """Return what a scene calls a file, a folder or "package:NAME"."""
    if told.startswith(PACKAGE):
        return told
    path = Path(told)
    return str((path.parent if path.name == "config.json" else path).absolute())


def begin(session: Session, wanted: Wanted, source: Source) -> None:
    """Go on with a source that is loaded. Raises ModelProblem for a layer or head that it lacks."""
    if isinstance(source, Attentions):
        session.set_arrays(wanted.name, min(MOST_HEADS, len(source.weights[0])))
    else:
        session.set_trained(wanted.name, source.config.heads, source.config.kv_heads, source.config.causal)
    show(session, wanted, source)


def show(session: Session, wanted: Wanted, source: Source) -> None:
    """Show the wanted layer and head of a source that the session is on. Raises ModelProblem as `begin` does."""
    given, layer, head = isinstance(source, Attentions), wanted.layer or 0, wanted.head or 0
    layers = len(source.weights) if isinstance(source, Attentions) else source.config.layers
    name = label_of(wanted.name)
    if layer >= layers:
        raise ModelProblem(_LAYERS, name=name, layers=layers, layer=layer + 1)
    heads = min(MOST_HEADS, len(source.weights[layer])) if isinstance(source, Attentions) else source.config.heads
    if head >= heads:
        raise ModelProblem(_HEADS, name=name, heads=heads, layer=layer + 1, head=head + 1)
    if (layer, head) != (session.scene.layer, session.scene.head):
        session.set_layer_head(layer, head)
    if wanted.causal is not None and not given and wanted.causal != session.scene.causal:
        session.set_causal(wanted.causal)


class Beginning(QObject):
    """Opens a model in the window, and then shows what is wanted of it, once.

    Signals: failed(error) for a layer or head that it lacks.
    """

    failed = Signal(object)

    def __init__(self, shelf: Shelf, session: Session, wanted: Wanted, parent: QObject) -> None:
        """shelf: whose other listeners have put the session on the model before this is told."""
        super().__init__(parent)
        self._shelf, self._session, self._wanted = shelf, session, wanted
        shelf.loaded.connect(self._on_loaded)

    def begin(self) -> None:
        """Begin to load."""
        self._shelf.open(self._wanted.name)

    def _on_loaded(self, name: str, asked: bool) -> None:
        source = self._shelf.sources.get(name)
        if source is None or not asked or parts_of(name)[0] != parts_of(self._wanted.name)[0]:
            return
        self._shelf.loaded.disconnect(self._on_loaded)
        try:
            show(self._session, self._wanted, source)
        except ModelProblem as error:
            self.failed.emit(error)
        self.deleteLater()
