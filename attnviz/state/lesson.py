"""What a lesson is: steps with their words and what the window shows, and the error for a file that isn't one.

Must not read files and must not know how a lesson is written down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from attnviz.state.scene import Scene

PANELS: Final = (
    "none", "change", "ledger", "swap", "position", "scaling", "mask", "masking", "heads", "cache", "kinds",
    "features", "layers", "lines", "next", "compare",
)  # fmt: skip
MATRICES: Final = (
    "x", "query", "key", "raw_scores", "scores", "masked_scores", "weights", "value", "output", "combined",
)  # fmt: skip
# What a step may point at: the objectNames of widgets that are always there under the same name
WIDGETS: Final = (
    "text_input", "model_picker", "kind_picker", "causal_toggle", "dimension_slider", "dimension_box", "scale_toggle",
    "heatmap", "caption_label", "honesty_label", "legend", "steps_strip",
    "change_panel", "last_token_input", "nines_button", "strength_slider", "verdict_label",
    "ledger_panel", "ledger_verdict", "swap_panel", "swap_verdict", "swap_rows",
    "scaling_panel", "scaling_verdict", "scaling_plot", "scaling_table", "masking_panel", "masking_verdict",
    "cache_panel", "cache_verdict", "cache_step_slider", "cache_formulas", "compare_panel", "compare_verdict",
    "position_panel", "position_picker", "position_map", "mask_panel", "window_box", "second_text_input", "draw_button",
    "heads_panel", "heads_box", "kv_heads_box", "heads_strip", "heads_links", "heads_cache",
    "kinds_panel", "kinds_maps", "kinds_table", "measure_button", "cost_plot",
    "features_panel", "features_box", "features_plot",
    "layers_panel", "layers_grid", "layers_order_picker", "rescale_switch", "lines_panel", "lines_view", "lines_heads",
    "next_panel", "next_list", "temperature_slider", "append_button", "claim_panel", "claim_verdict", "claim_grid",
)  # fmt: skip
# The panel of those that are seen only while it is open
PANEL_OF: Final = (
    {name: panel for name in WIDGETS for panel in PANELS if name.startswith(f"{panel}_")}
    | dict.fromkeys(("last_token_input", "nines_button", "strength_slider", "verdict_label"), "change")
    | dict.fromkeys(("claim_panel", "claim_verdict", "claim_grid"), "change")
    | dict.fromkeys(("window_box", "second_text_input", "draw_button"), "mask")
    | dict.fromkeys(("measure_button", "cost_plot"), "kinds")
    | {
        "kv_heads_box": "heads",
        "rescale_switch": "layers",
        "temperature_slider": "next",
        "append_button": "next",
    }
)
UNMASKED_LACKS: Final = ("cache_step_slider", "cache_formulas")  # without the causal mask nothing is kept


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Return `text`; the name lets Qt's tools find what has to be translated, without Qt."""
    return text


class Mistake(ValueError):
    """What is wrong with a line: `template` with {fields}, kept apart so that the sentence can be translated."""

    def __init__(self, template: str, **fields: object) -> None:
        """template: one clause, small letter first; fields: what it quotes."""
        self.template = template
        self.fields = {key: _short(value) if key in ("value", "line") else value for key, value in fields.items()}
        super().__init__(template.format(**self.fields))


class LessonError(ValueError):
    """A file that isn't a lesson; the message names the file, the line (0: the whole file) and what is wrong.

    `template` and `fields` are kept apart so that the sentence can be translated.
    """

    def __init__(self, name: str, line: int, mistake: Mistake) -> None:
        """name: of the file."""
        self.name, self.line, self.mistake = name, line, mistake
        self.template, self.fields = mistake.template, mistake.fields
        place = f"{name}, line {line}" if line else name
        super().__init__(f"{place}: {mistake}")


@dataclass(frozen=True)
class Highlight:
    """What is pointed at: a widget by its name, or a row, a column or a cell of the large map, counted from 0."""

    kind: Literal["widget", "row", "column", "cell"]
    name: str = ""
    row: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        """Return it as a lesson writes it.

        >>> str(Highlight("cell", row=2, column=1))
        'cell 3,2'
        """
        places = ",".join(str(place + 1) for place in (self.row, self.column) if place is not None)
        return self.name if self.kind == "widget" else f"{self.kind} {places}"


@dataclass(frozen=True)
class View:
    """What the window shows: a scene, a panel, the matrix on the large map, and what is pointed at."""

    scene: Scene = field(default_factory=Scene)
    panel: str = "none"  # one of PANELS
    shown: str = "weights"  # one of MATRICES
    highlight: Highlight | None = None


@dataclass(frozen=True)
class Step:
    """What the window shows, the words, and what comes after the class has answered. The texts are Markdown."""

    title: str
    view: View
    text: str = ""
    question: str = ""
    answer: str = ""
    revealed: View | None = None  # what the window shows after the answer; None = the same

    @property
    def hides(self) -> bool:
        """True if there is something to reveal."""
        return bool(self.answer) or self.revealed is not None

    @property
    def end(self) -> View:
        """What the window shows in the end, and the next step starts from."""
        return self.revealed or self.view


@dataclass(frozen=True)
class Lesson:
    """A title, a language such as "en", and at least one step. Lists of lessons go by `order`, then by title."""

    title: str
    language: str
    steps: tuple[Step, ...]
    order: int = 0


def _short(value: object, most: int = 60) -> str:
    text = str(value)
    return text if len(text) <= most else text[: most - 1] + "…"
