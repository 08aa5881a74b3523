"""What can go wrong with a model, as sentences for people that can be translated.

Must not know any file format. English only; the window translates `template` and fills in `fields`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Return `text`; the name lets Qt's tools find what has to be translated, without Qt."""
    return text


class ModelProblem(ValueError):
    """Why a model can't be opened or run, in whole sentences; str() gives them in English.

    `template` and `fields` are kept apart so that the sentence can be translated, in the context "Models".
    """

    def __init__(self, template: str, **fields: object) -> None:
        """template: with {fields}. Long ones are shortened, unprintable characters replaced."""
        self.template = template
        self.fields = {key: _field(value) for key, value in fields.items()}
        super().__init__(template.format(**self.fields))


class Stopped(Exception):
    """Loading or computing ended early because the caller's `stop()` said so."""


def needed(module: str) -> ModuleType:
    """Return a module of the extra, such as "gguf.quants". Raises ModelProblem that says what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ModelProblem(
            QT_TRANSLATE_NOOP(
                "Models",
                "Models need the Python package {package}, which is not installed. "
                "Install it with: pip install 'attnviz[models]'",
            ),
            package=module.partition(".")[0],
        ) from error


def plain(text: str, most: int = 120) -> str:
    """Return a text of a file as it may be shown: on one line, printable, not endless."""
    clean = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text[: most + 1])
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def _field(value: object) -> object:
    """Return a field as a sentence takes it: numbers as they are."""
    return value if isinstance(value, int | float) else plain(str(value))
