"""One door to models on disk: a Hugging Face folder or a GGUF file becomes a configuration, weights and a tokenizer.

Must not compute with the weights and must not make the tokenizer.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from attnviz.models import configs, names, schemes
from attnviz.models.config import Config, Weights
from attnviz.models.folder import PICKLES, TOKENIZER, pickled, read_folder
from attnviz.models.gguf_file import is_gguf, read_gguf, tokenizer_values
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.models.store import Progress, Stop, Store, default_folder
from attnviz.models.tokenizer_source import TokenizerSource


class Opened(NamedTuple):
    """What is in a model's files. Weights are float32, under canonical names, read-only and mapped from disk."""

    config: Config
    weights: Weights
    tokenizer: TokenizerSource


def open_model(path: Path, progress: Progress | None = None, stop: Stop | None = None) -> Opened:
    """Return the model at `path`: a folder with config.json and *.safetensors, one of these files, or a GGUF file.

    The first time it is converted and kept in the cache; later it is mapped from there. `progress` hears how many
    bytes of how many are done, `stop` is asked between pieces of a few megabytes; both in the thread that loads.
    Raises ModelProblem with a sentence for people (also for files that can't be read), Stopped when `stop` says so.

    Names besides the canonical ones: "layer.{i}.qkv.w"/".b" (q, k, v side by side) and, in Llamas,
    "layer.{i}.gate_up.w"/".b" (gate, up side by side). q, k, v, gate and up are column ranges of these, without a
    copy. Q and K of GGUF files are put back into Hugging Face's order: positions turn the two halves of a head.
    """
    with _told(path):
        return _open(path, progress, stop, tokenizer=True)


def open_weights(path: Path, progress: Progress | None = None, stop: Stop | None = None) -> tuple[Config, Weights]:
    """Return the same without asking for a tokenizer."""
    with _told(path):
        return _open(path, progress, stop, tokenizer=False)[:2]


def _open(path: Path, progress: Progress | None, stop: Stop | None, tokenizer: bool) -> Opened:
    if "\0" in str(path):
        raise FileNotFoundError
    # Not resolved: what huggingface_hub keeps are links to files without a name
    path = Path(os.path.abspath(path))  # noqa: PTH100
    is_folder = stat.S_ISDIR(path.stat().st_mode)
    if is_folder:
        path = _gguf_in(path) or path
    suffix = path.suffix.lower()
    if path.is_file() and (suffix == ".gguf" or is_gguf(path)):
        return _open_gguf(path, progress, stop, tokenizer)
    if is_folder or suffix in (".safetensors", ".json"):
        return _open_folder(path if is_folder else path.parent, progress, stop, tokenizer)
    if suffix in PICKLES:
        raise pickled(path)
    raise ModelProblem(
        QT_TRANSLATE_NOOP(
            "Models",
            "{file} is not a model. attnviz opens .gguf files and folders with config.json and model.safetensors.",
        ),
        file=path.name,
    )


def _gguf_in(folder: Path) -> Path | None:
    """Return the GGUF file of a folder that holds no other model. Raises ModelProblem if there are several."""
    there = os.listdir(folder)  # noqa: PTH208 - a folder that must not be read says so
    found = [name for name in there if name.lower().endswith(".gguf")]
    if not found or any(name.endswith(".safetensors") for name in there):
        return None
    if len(found) > 1:
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "There are {count} GGUF files in the folder {folder}: open one of them."),
            count=len(found),
            folder=folder.name,
        )
    return folder / found[0]


def _open_folder(folder: Path, progress: Progress | None, stop: Stop | None, tokenizer: bool) -> Opened:
    found = read_folder(folder)
    config = configs.from_json(found.config, found.name, found.licence)
    plan = names.plan(config, schemes.HF[str(found.config["model_type"])], found.tensors)
    if tokenizer and not (folder / TOKENIZER).is_file():
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "The folder {folder} has no tokenizer.json: text can't be made into tokens."),
            folder=folder.name,
        )
    weights = Store(default_folder()).weights(plan, folder, found.files, progress, stop)
    return Opened(config, weights, TokenizerSource(folder))


def _open_gguf(path: Path, progress: Progress | None, stop: Stop | None, tokenizer: bool) -> Opened:
    found = read_gguf(path)
    shapes = {name: tensor.shape for name, tensor in found.tensors.items()}
    config = configs.from_gguf(found.values, shapes, found.rope_factors, path.stem)
    plan = names.plan(config, schemes.GGUF[str(found.values["general.architecture"])], found.tensors)
    source = TokenizerSource(metadata=tokenizer_values(found.values, config.vocabulary) if tokenizer else {})
    weights = Store(default_folder()).weights(plan, path, (path,), progress, stop)
    return Opened(config, weights, source)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn what the system says about files into sentences."""
    try:
        yield
    except PermissionError as error:
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "You are not allowed to read {file}."), file=Path(error.filename or path).name
        ) from error
    except FileNotFoundError as error:
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "{file} isn't there."), file=Path(error.filename or path).name
        ) from error
    except (OSError, MemoryError) as error:
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "{file} can't be read: {reason}."),
            file=path.name,
            reason=error.strerror if isinstance(error, OSError) else error,
        ) from error
