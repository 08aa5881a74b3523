"""What became of a scene: the steps for undo and redo, the file it belongs to, and who is told of a change.

Must not know what may be edited, nor who listens.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from typing import Any

from attnviz.state.scene import Scene

PAUSE = 1.0  # seconds without an edit of the same kind that end an undo step of typing
# Typing, dragging and walking come in many small edits; every other edit is a step of its own
_MERGING = (
    "text",
    "second text",
    "replacement",
    "strength",
    "pinned",
    "cache step",
    "head",
    "window",
    "features",
    "temperature",
    "top-k",
    "top-p",
    "append",
)
_MOST_STEPS = 1000
_MOST_CHARACTERS = 20_000_000  # of text held for undo; a megabyte pasted twenty times


class Notice(Enum):
    """Something that happened to the scene besides what the person asked for."""

    LEFT_DEMO = auto()  # the hand-made head fits only its own tokens and width: back to Random
    TEXT_CUT = auto()  # the text was longer than LONGEST_TEXT characters


@dataclass(eq=False)
class Document:
    """The file that a run of steps belongs to, and the scene that it holds (None: not known)."""

    path: Path | None = None
    saved: Scene | None = None


@dataclass(frozen=True)
class Step:
    """A scene and its document; saving under another name changes the document of all its steps."""

    scene: Scene
    document: Document


class History:
    """Holds the scene, its file and the steps for undo and redo. `Session` adds what a person may change.

    Listeners registered with `subscribe` are called without arguments after every change.
    """

    def __init__(
        self, scene: Scene | None = None, path: Path | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start with `scene` (a new one if None) from the file `path`. clock: seconds, for merging edits."""
        start = scene or Scene()
        self._now = Step(start, Document(path, start))
        self._undo: list[Step] = []
        self._redo: list[Step] = []
        self._listeners: list[Callable[[], None]] = []
        self._clock = clock
        self._kind: str | None = None  # of the last edit, as long as the next may merge with it
        self._edited_at = -PAUSE
        self.notice: Notice | None = None

    @property
    def scene(self) -> Scene:
        """The scene as it is now."""
        return self._now.scene

    @property
    def path(self) -> Path | None:
        """The file that the scene was opened from or saved to."""
        return self._now.document.path

    @property
    def modified(self) -> bool:
        """True if the scene differs from what its file holds; without a file, from how it began."""
        return self.scene != self._now.document.saved

    @property
    def can_undo(self) -> bool:
        """True if there is a step to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """True if there is a step to take again."""
        return bool(self._redo)

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change from now on."""
        self._listeners.append(listener)

    def unsubscribe(self, listener: Callable[[], None]) -> None:
        """Stop calling `listener`."""
        self._listeners.remove(listener)

    def set_scene(self, scene: Scene, path: Path | None = None) -> None:
        """Go on with another scene (new, opened, an example) from the file `path`. Undo brings the old one back."""
        document = self._now.document
        if path is not None and path == document.path and scene == self.scene:
            document.saved = scene
            self._notify(None)
        else:
            self._push(Step(scene, Document(path, scene)), kind=None)

    def mark_saved(self, path: Path) -> None:
        """Note that the scene as it is now is what the file `path` holds."""
        self._now.document.path = path
        self._now.document.saved = self.scene
        self._notify(None)

    def note_saved(self, scene: Scene | None) -> None:
        """Note what the scene's file holds, as found at start; None where it is gone or can't be read."""
        self._now.document.saved = scene
        self._notify(None)

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        self._travel(self._undo, self._redo)

    def redo(self) -> None:
        """Take the step again that was last taken back, if there is one."""
        self._travel(self._redo, self._undo)

    def _edit(self, kind: str, /, **fields: Any) -> None:
        self._push(replace(self._now, scene=replace(self.scene, **fields)), kind)

    def _push(self, step: Step, kind: str | None) -> None:
        if step == self._now:
            return
        at = self._clock()
        merges = kind in _MERGING and kind == self._kind and at - self._edited_at < PAUSE
        if merges and self._undo and self._undo[-1] == step:  # there and back again: no step at all
            self._undo.pop()
            kind = None
        elif not merges:
            self._undo.append(self._now)
            self._forget_old_steps()
        self._redo.clear()
        fixed = ("text", "dimension", "heads")  # what the demo's head has of its own
        left_demo = self.scene.model == "demo" and step.scene.model == "random" and kind in fixed
        self._now, self._kind, self._edited_at = step, kind, at
        self._notify(Notice.LEFT_DEMO if left_demo else None)

    def _travel(self, source: list[Step], target: list[Step]) -> None:
        if not source:
            return
        target.append(self._now)
        self._now, self._kind = source.pop(), None
        self._notify(None)

    def _forget_old_steps(self) -> None:
        held, text, second = 0, self.scene.text, self.scene.second_text
        for count, step in enumerate(reversed(self._undo)):
            if step.scene.text is not text:  # steps that share a text hold it once
                text = step.scene.text
                held += len(text)
            if step.scene.second_text is not second:
                second = step.scene.second_text
                held += len(second or "")
            if count >= _MOST_STEPS or held > _MOST_CHARACTERS:
                del self._undo[: len(self._undo) - count]
                return

    def _notify(self, notice: Notice | None) -> None:
        self.notice = notice
        for listener in tuple(self._listeners):
            listener()
