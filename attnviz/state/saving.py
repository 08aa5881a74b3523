"""Scenes as files: JSON with a version, read with suspicion, written whole or not at all.

A `.attnviz` file holds one scene. The running scene is kept in the same form and also names the file it belongs to.
Must not run anything a file says, and must not leave half a file behind.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from attnviz.state.lesson import QT_TRANSLATE_NOOP
from attnviz.state.scene import Change, Picture, Scene

SUFFIX: Final = ".attnviz"
VERSION: Final = 2  # since 2: heads, positions, patterns of the mask, kinds, trained models
LARGEST_FILE: Final = 64 * 2**20  # bytes; the longest texts take less
# Fields of a picture whose type is not that of their default
_SPECIAL: Final = ("window", "hidden_token", "second_text", "global_tokens", "drawn")


class UnreadableFile(ValueError):
    """A file that isn't a scene we can read; the message is one sentence that says why.

    `template` and `fields` are kept apart so that the sentence can be translated.
    """

    def __init__(self, template: str, **fields: object) -> None:
        """template: with {fields}."""
        self.template, self.fields = template, fields
        super().__init__(template.format(**fields))


@dataclass(frozen=True)
class Saved:
    """What a file holds: a scene and, for the running scene, the file it belongs to."""

    scene: Scene
    document: Path | None = None


def encode(scene: Scene, document: Path | None = None) -> bytes:
    """Return the file content for a scene: UTF-8 JSON."""
    content: dict[str, Any] = {"format": "attnviz scene", "version": VERSION, "scene": asdict(scene)}
    if document is not None:
        content["document"] = str(document)
    try:
        return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
    except UnicodeEncodeError:  # half a surrogate pair in the text has no UTF-8
        return (json.dumps(content, indent=1) + "\n").encode()


def decode(data: bytes) -> Saved:
    """Return what a file's content says. Raises UnreadableFile for anything that isn't a scene."""
    try:
        content = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(
            QT_TRANSLATE_NOOP("UnreadableFile", "The file is damaged, or it is not an attnviz file.")
        ) from error
    if not isinstance(content, dict) or content.get("format") != "attnviz scene":
        raise UnreadableFile(QT_TRANSLATE_NOOP("UnreadableFile", "The file is not an attnviz file."))
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise UnreadableFile(
            QT_TRANSLATE_NOOP("UnreadableFile", "The file does not say which version of attnviz wrote it.")
        )
    if version > VERSION:
        raise UnreadableFile(
            QT_TRANSLATE_NOOP("UnreadableFile", "The file was written by a newer attnviz. Update attnviz to open it.")
        )
    document = content.get("document")
    if not isinstance(document, str) or not document or "\0" in document:
        return Saved(_scene(content.get("scene")))
    return Saved(_scene(content.get("scene")), Path(document))


def load(path: Path) -> Saved:
    """Return what the file at `path` holds. Raises UnreadableFile for bad content, OSError where it can't be read."""
    if path.stat().st_size > LARGEST_FILE:
        raise UnreadableFile(
            QT_TRANSLATE_NOOP("UnreadableFile", "The file is over {most} MB, too large for an attnviz file."),
            most=LARGEST_FILE // 2**20,
        )
    with path.open("rb") as file:
        return decode(file.read(LARGEST_FILE))


def save(path: Path, scene: Scene, document: Path | None = None) -> None:
    """Write a scene to `path`, whole or not at all. Raises OSError where it can't be written."""
    write_atomically(path, encode(scene, document))


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the file at `path` by `data`, whole or not at all, flushed to disk. Raises OSError and tidies up."""
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=_prefix(target), suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(target))
        Path(name).replace(target)
        _flush_folder(target.parent)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def tidy(path: Path) -> None:
    """Remove what a writer that was killed half-way left beside `path`."""
    target = Path(os.path.realpath(path))
    for leftover in target.parent.glob(f"{_prefix(target)}*.tmp"):
        with suppress(OSError):
            leftover.unlink()


def move_aside(path: Path) -> Path:
    """Give a damaged file another name beside its own, and return that. Raises OSError where it can't be moved."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for attempt in range(1000):
        aside = path.with_name(f"{path.stem}.damaged-{stamp}{f'-{attempt}' if attempt else ''}{path.suffix}")
        if not aside.exists():
            path.rename(aside)
            return aside
    raise FileExistsError(f"There are too many damaged files beside {path}.")


def _prefix(target: Path) -> str:
    """Return how the temporary files for `target` begin: short, however long its name is."""
    return f".{hashlib.blake2b(os.fsencode(target.name), digest_size=8).hexdigest()}."


def _flush_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _mode(target: Path) -> int:
    """Return the permissions of the file to be replaced, or those that a new file would get."""
    try:
        return target.stat().st_mode & 0o777
    except OSError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


def _scene(content: Any) -> Scene:
    fields = _fields(content, "scene")
    start = Scene()
    reference = fields.get("reference")
    try:
        return Scene(
            **_picture(fields),
            pinned=_pinned(fields["pinned"]) if "pinned" in fields else start.pinned,
            change=_change(_fields(fields.get("change", {}), "change")),
            swapped=_swapped(fields.get("swapped")),
            scaling_source=_typed(fields, "scaling_source", str, start.scaling_source),
            compared=_typed(fields, "compared", str, start.compared),
            cache_step=_typed(fields, "cache_step", int, None),
            ledger_decimals=_typed(fields, "ledger_decimals", int, start.ledger_decimals),
            kinds=_several(fields, "kinds", (str,), start.kinds),
            temperature=float(_typed(fields, "temperature", (int, float), start.temperature)),
            top_k=_typed(fields, "top_k", int, start.top_k),
            top_p=float(_typed(fields, "top_p", (int, float), start.top_p)),
            lines=_several(fields, "lines", (int,), start.lines),
            heads_order=_typed(fields, "heads_order", str, start.heads_order),
            dimmed=_typed(fields, "dimmed", bool, start.dimmed),
            reference=None if reference is None else Picture(**_picture(_fields(reference, "reference"))),
        )
    except UnreadableFile:
        raise
    except (ValueError, OverflowError) as error:
        raise UnreadableFile(
            QT_TRANSLATE_NOOP("UnreadableFile", "The file holds a setting that does not exist: {error}."), error=error
        ) from error


def _picture(fields: dict[str, Any]) -> dict[str, Any]:
    start = vars(Picture())
    plain = {name: _typed(fields, name, type(value), value) for name, value in start.items() if name not in _SPECIAL}
    return plain | {
        "window": _typed(fields, "window", int, None),
        "hidden_token": _typed(fields, "hidden_token", int, None),
        "second_text": _typed(fields, "second_text", str, None),
        "global_tokens": _several(fields, "global_tokens", (int,), ()),
        "drawn": tuple(_cell(cell) for cell in _typed(fields, "drawn", list, [])),
    }


def _change(fields: dict[str, Any]) -> Change:
    return Change(
        index=_typed(fields, "index", int, None),
        text=_typed(fields, "text", str, ""),
        nines=_typed(fields, "nines", bool, False),
        strength=float(_typed(fields, "strength", (int, float), 1.0)),
    )


def _fields(content: Any, name: str) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise UnreadableFile(
            QT_TRANSLATE_NOOP("UnreadableFile", "The file is damaged: its {name} is missing."), name=name
        )
    return content


def _typed(fields: dict[str, Any], name: str, kind: type | tuple[type, ...], default: Any) -> Any:
    """Return fields[name], which must be of type `kind` exactly (true is not a number); None or nothing = default."""
    value = fields.get(name)
    if value is None:
        return default
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if type(value) not in kinds:
        raise _wrong_kind(name)
    return value


def _several(fields: dict[str, Any], name: str, kinds: tuple[type, ...], default: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a list as a tuple whose members are of the types `kinds`; None or nothing = default."""
    found = _typed(fields, name, list, None)
    if found is None:
        return default
    if any(type(member) not in kinds for member in found):
        raise _wrong_kind(name)
    return tuple(found)


def _cell(value: Any) -> tuple[int, int, bool]:
    if not (isinstance(value, list) and [type(part) for part in value] == [int, int, bool]):
        raise _wrong_kind("drawn")
    return value[0], value[1], value[2]


def _wrong_kind(name: str) -> UnreadableFile:
    return UnreadableFile(
        QT_TRANSLATE_NOOP("UnreadableFile", "The file is damaged: its {name} is of the wrong kind."), name=name
    )


def _pinned(value: Any) -> tuple[int, int | None] | None:
    return None if value is None else _pair(value, "pinned cell", (int, type(None)))


def _swapped(value: Any) -> tuple[int, int] | None:
    return None if value is None else _pair(value, "swapped tokens", (int,))


def _pair(value: Any, name: str, second: tuple[type, ...]) -> tuple[int, Any]:
    """Return a list of two as a tuple; the first is a whole number, the second of one of the types `second`."""
    if not (isinstance(value, list) and len(value) == 2 and type(value[0]) is int and type(value[1]) in second):
        raise _wrong_kind(name)
    return value[0], value[1]
