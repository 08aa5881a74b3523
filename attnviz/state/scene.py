"""Everything a person can undo, save, share or script, in one frozen value. Must not compute anything from it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

MODELS: Final = ("random", "identity", "demo")
DEMO_TOKENS: Final = ("The", "cat", "sat", "on", "mat")
DEMO_TEXT: Final = " ".join(DEMO_TOKENS)
SOURCES: Final = ("chapter", "own")
COMPARED: Final = ("weights", "output")
MOST_DECIMALS: Final = 8
WIDEST: Final = 512
STRONGEST: Final = 1000.0
NINE: Final = 9.0  # what the book writes over a token
MOST_TOKENS: Final = 1024  # how many are computed and shown
LONGEST_TEXT: Final = 2_000_000  # characters kept
LONGEST_WORD: Final = 1000  # characters of a replacement


@dataclass(frozen=True)
class Change:
    """What is done to one token to see which rows move.

    Raises ValueError for a strength outside of 1 … 1,000, an index below 0 or a word over LONGEST_WORD.
    """

    index: int | None = None  # None = always the last one
    text: str = ""  # the replacement; empty = none yet
    nines: bool = False  # every number of the token's vector becomes 9
    strength: float = 1.0  # the new vector is multiplied by this

    def __post_init__(self) -> None:
        if not 1.0 <= self.strength <= STRONGEST:
            raise ValueError(f"the strength must lie between 1 and {STRONGEST:.0f}, not {self.strength}")
        if len(self.text) > LONGEST_WORD:
            raise ValueError(f"the replacement must have at most {LONGEST_WORD} characters")
        if self.index is not None and self.index < 0:
            raise ValueError(f"the changed token must be 0 or more, not {self.index}")


@dataclass(frozen=True)
class Picture:
    """What decides every matrix. Raises ValueError for a value that isn't one of its kind."""

    text: str = "The cat sat on the mat"
    model: str = "random"  # one of MODELS
    dimension: int = 64  # d_model = d_head, 1 … 512; the demo has its own five
    causal: bool = True
    scaled: bool = True  # scores are divided by √d

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise ValueError(f"the model must be one of {', '.join(MODELS)}")
        if len(self.text) > LONGEST_TEXT:
            raise ValueError(f"the text must have at most {LONGEST_TEXT} characters")
        if not isinstance(self.dimension, int) or not 1 <= self.dimension <= WIDEST:
            raise ValueError(f"the width d must be a whole number from 1 to {WIDEST}, not {self.dimension}")

    @property
    def width(self) -> int:
        """The width d that is computed with: the demo's own five, otherwise `dimension`."""
        return len(DEMO_TOKENS) if self.model == "demo" else self.dimension


@dataclass(frozen=True)
class Scene(Picture):
    """A picture and what is done with it: pinned cell, changed token, experiments, a second picture to compare with."""

    pinned: tuple[int, int | None] | None = (2, None)  # row, and perhaps column, that the caption speaks of
    change: Change = field(default_factory=Change)
    swapped: tuple[int, int] | None = None  # the two tokens that change places
    scaling_source: str = "chapter"  # one of SOURCES: whose tokens the "divide by √d" curves are of
    cache_step: int | None = None  # the token that is being generated; None = the last one
    ledger_decimals: int = 3
    compared: str = "weights"  # one of COMPARED
    reference: Picture | None = None  # "A", pinned to be compared with the present picture

    def __post_init__(self) -> None:
        """Raise ValueError for a value that isn't one of its kind."""
        super().__post_init__()
        places = (*(self.pinned or ()), *(self.swapped or ()), self.cache_step)
        if min((place for place in places if place is not None), default=0) < 0:
            raise ValueError("a pinned, swapped or generated token must be 0 or more")
        if self.scaling_source not in SOURCES:
            raise ValueError(f"the source of the curves must be one of {', '.join(SOURCES)}")
        if self.compared not in COMPARED:
            raise ValueError(f"what is compared must be one of {', '.join(COMPARED)}")
        if not 1 <= self.ledger_decimals <= MOST_DECIMALS:
            raise ValueError(f"the decimals must lie between 1 and {MOST_DECIMALS}, not {self.ledger_decimals}")

    @property
    def picture(self) -> Picture:
        """The part that decides every matrix."""
        return Picture(self.text, self.model, self.dimension, self.causal, self.scaled)


def nearest_power(dimension: int) -> int:
    """Return v so that 2**v is the power of two from 2 to 512 that is nearest to `dimension` by ratio.

    >>> nearest_power(64), nearest_power(100), nearest_power(1)
    (6, 7, 1)
    """
    return min(max(round(math.log2(dimension)), 1), 9)
