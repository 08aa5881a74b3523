"""Everything a person can undo, save, share or script, in one frozen value. Must not compute anything from it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import Final

from attnviz.core.kinds import KINDS
from attnviz.core.positions import POSITIONS

MODELS: Final = ("random", "identity", "demo", "trained", "arrays")
SOFTMAX: Final = "softmax"
MAP_KINDS: Final = tuple(dict.fromkeys(entry.on_map for entry in KINDS.values() if entry.on_map is not None))
# Those with heads; the others go token by token
ATTENTION: Final = (SOFTMAX, *dict.fromkeys(entry.on_map for entry in KINDS.values() if entry.similarity is not None))
DEMO_TOKENS: Final = ("The", "cat", "sat", "on", "mat")
DEMO_TEXT: Final = " ".join(DEMO_TOKENS)
SOURCES: Final = ("chapter", "own")
COMPARED: Final = ("weights", "output")
MOST_DECIMALS: Final = 8
WIDEST: Final = 512
STRONGEST: Final = 1000.0
NINE: Final = 9.0  # what the book writes over a token
MOST_TOKENS: Final = 1024  # how many are computed and shown
MOST_HEADS: Final = 96
VIEWS: Final = ("head", "mean", "max", "entropy", "layers", "rollout")  # of several heads, on the large map
PLAIN_WINDOW: Final = 4  # of the kind "window", while no window is chosen
WIDEST_WINDOW: Final = MOST_TOKENS
MOST_DILATION: Final = 64
MOST_PADDING: Final = 32
PADDING: Final = "[PAD]"
MOST_FEATURES: Final = 4096
MOST_CELLS: Final = 10_000  # drawn by hand
MOST_GLOBAL: Final = 64
MOST_LAYERS: Final = 1000
LONGEST_SOURCE: Final = 4096  # characters of a path
HEADS_ORDERS: Final = ("layer", "previous_token", "same_token", "first_token", "induction", "duplicate_token")
COOLEST, HOTTEST = 0.1, 5.0  # temperatures
MOST_CANDIDATES: Final = 1000  # of top-k
LEAST_TOP_P: Final = 0.05
FEWEST_KINDS, MOST_KINDS = 2, 4  # side by side
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
    """What decides every matrix. Raises ValueError for a value that isn't one of its kind.

    Tokens that the text lacks may be named: they have no effect until it is long enough.
    """

    text: str = "The cat sat on the mat"
    model: str = "random"  # one of MODELS
    dimension: int = 64  # d_model, 1 … 512; the demo has its own five
    causal: bool = True
    scaled: bool = True  # scores are divided by √d
    kind: str = SOFTMAX  # one of MAP_KINDS
    heads: int = 1  # 1 = the chapter's head, without W_o
    kv_heads: int = 1  # divides `heads`
    head: int = 0  # the one that is shown
    view: str = "head"  # one of VIEWS
    position: str = "none"  # one of POSITIONS
    window: int | None = None  # how far a row sees, itself included; None = as far as the text goes
    dilation: int = 1  # of the window: every how many tokens it has a place
    global_tokens: tuple[int, ...] = ()  # these see all and are seen by all, as far as the mask is not causal
    drawn: tuple[tuple[int, int, bool], ...] = ()  # row, column, visible: set by hand, in order
    hidden_token: int | None = None  # nobody may look at it
    padding: int = 0  # so many [PAD] tokens at the end, which nobody may look at
    second_text: str | None = None  # where K and V come from: cross-attention; None = the text itself
    features: int = 64  # of Performer's estimate
    source: str = ""  # of a trained model, or of somebody's own arrays: a path, or a name
    layer: int = 0  # of a trained model, the one that is shown
    rescaled: bool = False  # without the first token, the rest of each row adding up to 1

    def __post_init__(self) -> None:
        _one_of("model", self.model, MODELS)
        _one_of("kind", self.kind, MAP_KINDS)
        _one_of("view", self.view, VIEWS)
        _one_of("position", self.position, POSITIONS)
        if max(len(self.text), len(self.second_text or "")) > LONGEST_TEXT:
            raise ValueError(f"the text must have at most {LONGEST_TEXT} characters")
        _whole("width d", self.dimension, 1, WIDEST)
        _whole("number of heads", self.heads, 1, MOST_HEADS)
        _whole("number of K/V heads", self.kv_heads, 1, self.heads)
        if self.heads % self.kv_heads:
            raise ValueError(f"the number of K/V heads must divide that of the heads: {self.kv_heads}, {self.heads}")
        _whole("head", self.head, 0, self.heads - 1)
        if self.model == "demo" and self.heads > 1:
            raise ValueError("the chapter's demo has one head")
        if self.window is not None:
            _whole("window", self.window, 1, WIDEST_WINDOW)
        _whole("dilation", self.dilation, 1, MOST_DILATION)
        _whole("padding", self.padding, 0, MOST_PADDING)
        _whole("number of features", self.features, 1, MOST_FEATURES)
        if len(self.source) > LONGEST_SOURCE:
            raise ValueError(f"the source must have at most {LONGEST_SOURCE} characters")
        _whole("layer", self.layer, 0, MOST_LAYERS - 1)
        self._check_places()

    def _check_places(self) -> None:
        places = [*self.global_tokens, *(place for cell in self.drawn for place in cell[:2]), self.hidden_token or 0]
        if min(places, default=0) < 0:
            raise ValueError("a hidden, global or drawn token must be 0 or more")
        if len(self.drawn) > MOST_CELLS or len(self.global_tokens) > MOST_GLOBAL:
            raise ValueError(f"there can be at most {MOST_CELLS} drawn cells and {MOST_GLOBAL} global tokens")

    @property
    def width(self) -> int:
        """The width d that is computed with: the demo's own five, otherwise `dimension`."""
        return len(DEMO_TOKENS) if self.model == "demo" else self.dimension

    @property
    def head_width(self) -> int:
        """The width of one head: d with one head, otherwise an equal part of it, at least 1."""
        return self.width if self.heads == 1 else max(1, self.width // self.heads)

    @property
    def loaded(self) -> bool:
        """True if the numbers come from a file or from somebody's own arrays."""
        return self.model in ("trained", "arrays")

    @property
    def attends(self) -> bool:
        """True if the kind has heads with Q, K and V; False if it goes token by token through a state."""
        return self.kind in ATTENTION

    @property
    def crossed(self) -> bool:
        """True if K and V come from a second text."""
        return self.second_text is not None and self.attends


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
    kinds: tuple[str, ...] = ("full", "causal", "window", "gru")  # of KINDS, side by side
    temperature: float = 1.0  # of the next token's probabilities
    top_k: int = 0  # so many candidates are kept; 0 = all
    top_p: float = 1.0  # as many are kept as together have this share
    lines: tuple[int, ...] = ()  # heads that are drawn as lines beside the shown one
    heads_order: str = "layer"  # one of HEADS_ORDERS
    dimmed: bool = False  # special tokens stand back

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
        if not FEWEST_KINDS <= len(self.kinds) <= MOST_KINDS or len(set(self.kinds)) < len(self.kinds):
            raise ValueError(f"{FEWEST_KINDS} to {MOST_KINDS} different kinds can stand side by side")
        for kind in self.kinds:
            _one_of("kind", kind, tuple(KINDS))
        _one_of("order of heads", self.heads_order, HEADS_ORDERS)
        self._check_next()

    def _check_next(self) -> None:
        if not COOLEST <= self.temperature <= HOTTEST:
            raise ValueError(f"the temperature must lie between {COOLEST} and {HOTTEST}, not {self.temperature}")
        if not LEAST_TOP_P <= self.top_p <= 1.0:
            raise ValueError(f"top-p must lie between {LEAST_TOP_P} and 1, not {self.top_p}")
        _whole("top-k", self.top_k, 0, MOST_CANDIDATES)
        if len(self.lines) > MOST_HEADS or min(self.lines, default=0) < 0:
            raise ValueError("the heads of the lines must be 0 or more, and not more than there can be")

    @property
    def picture(self) -> Picture:
        """The part that decides every matrix."""
        return Picture(**{name: getattr(self, name) for name in PICTURE_FIELDS})


PICTURE_FIELDS: Final = tuple(of.name for of in fields(Picture))


def fitted_kv_heads(heads: int, before: Picture) -> int:
    """Return how many K/V heads `heads` heads have: one each as before, or the nearest number that divides them.

    >>> fitted_kv_heads(12, Picture(heads=8, kv_heads=8)), fitted_kv_heads(6, Picture(heads=8, kv_heads=4))
    (12, 3)
    """
    if before.kv_heads == before.heads:
        return heads
    return next(number for number in range(min(before.kv_heads, heads), 0, -1) if heads % number == 0)


def nearest_power(dimension: int) -> int:
    """Return v so that 2**v is the power of two from 2 to 512 that is nearest to `dimension` by ratio.

    >>> nearest_power(64), nearest_power(100), nearest_power(1)
    (6, 7, 1)
    """
    return min(max(round(math.log2(dimension)), 1), 9)


def _one_of(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"the {what} must be one of {', '.join(known)}")


def _whole(what: str, value: int, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"the {what} must be a whole number from {least} to {most}, not {value}")
