"""Values that a model's file says about it, asked for one by one and never believed without bounds.

Must not know which values there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem


class Fields:
    """Values of a file by name, asked for with their bounds. Raises ModelProblem for what can't be."""

    def __init__(self, values: Mapping[str, Any], file: str, prefix: str = "") -> None:
        """file: named in the sentences; prefix: in front of every key."""
        self._values, self._file, self._prefix = values, file, prefix

    def whole(self, key: str, most: int, default: int | None = None, least: int = 1) -> int:
        """Return a whole number; without a default it must be there."""
        value = self.value(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.wrong(key)
        return value

    def real(self, key: str, default: float | None = None) -> float:
        """Return a positive, finite number; without a default it must be there."""
        value = self.value(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e30:
            raise self.wrong(key)
        return float(value)

    def flag(self, key: str, default: bool) -> bool:
        """Return a yes or no."""
        value = self.value(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.wrong(key)
        return value

    def value(self, key: str) -> Any:
        """Return whatever is there; None if nothing is."""
        return self._values.get(self._prefix + key)

    def wrong(self, key: str) -> ModelProblem:
        """Return the problem that a value is missing or can't be."""
        value = self.value(key)
        if value is None:
            return ModelProblem(
                QT_TRANSLATE_NOOP("Models", "{file} doesn't say what “{key}” is: it is incomplete."),
                file=self._file,
                key=self._prefix + key,
            )
        return ModelProblem(
            QT_TRANSLATE_NOOP("Models", "{file} is damaged, or of an unknown kind: “{key}” can't be {found}."),
            file=self._file,
            key=self._prefix + key,
            found=shown(value),
        )

    def must_be(self, key: str, *allowed: object) -> None:
        """Raise ModelProblem if the value is there and none of `allowed`: attnviz would compute something else."""
        value = self.value(key)
        if value is not None and value not in allowed:
            raise unknown_feature(f"{self._prefix}{key} = {shown(value)}")


def shown(value: object) -> str:
    """Return a value as a sentence quotes it: a list that a file nests a thousand times is just a list."""
    return str(value) if isinstance(value, str | int | float) else type(value).__name__


def unknown_feature(found: str) -> ModelProblem:
    """Return the problem that a model of a known kind has a part that attnviz would compute wrongly."""
    return ModelProblem(
        QT_TRANSLATE_NOOP("Models", "This model has “{found}”, which attnviz can't compute."), found=found
    )
