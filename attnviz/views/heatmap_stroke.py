"""One stroke over the cells of the heat map. Pure; must not know widgets, nor which cells may be drawn on."""

from __future__ import annotations

from collections.abc import Iterator, KeysView


class Stroke:
    """The cells that one movement of the mouse turns, all to the same state. `visible`: to be seen, else hidden."""

    def __init__(self, first: tuple[int, int], visible: bool) -> None:
        self.visible = visible
        self._last: tuple[int, int] | None = first  # None: off the map
        self._places: dict[tuple[int, int], None] = {first: None}  # in the order they were drawn in, each once

    @property
    def places(self) -> KeysView[tuple[int, int]]:
        """The cells so far."""
        return self._places.keys()

    def add(self, place: tuple[int, int]) -> None:
        """Turn another cell."""
        self._places[place] = None

    def lift(self) -> None:
        """Leave the map."""
        self._last = None

    def way_to(self, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Go to `place` and yield the cells on the straight way there, the one it started from left out.

        Off the map there is no way: from there it yields `place` alone.

        >>> list(Stroke((0, 0), True).way_to((1, 3)))
        [(0, 1), (1, 2), (1, 3)]
        """
        start, self._last = self._last, place
        if start is None:
            yield place
            return
        row, column = start
        down, right = place[0] - row, place[1] - column
        steps = max(abs(down), abs(right))
        for step in range(1, steps + 1):
            yield row + round(down * step / steps), column + round(right * step / steps)

    def cells(self) -> tuple[tuple[int, int, bool], ...]:
        """Return the stroke as (row, column, visible), in the order it was drawn in.

        >>> Stroke((2, 1), False).cells()
        ((2, 1, False),)
        """
        return tuple((row, column, self.visible) for row, column in self._places)
