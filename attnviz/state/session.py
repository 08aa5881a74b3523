"""The one place that changes the scene: a method for each thing that a person may choose.

Every edit makes a new Scene; `History` keeps the old one for undo and tells the listeners. Must not compute attention.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attnviz.core import tokens
from attnviz.core.kinds import KINDS
from attnviz.state.history import History, Notice
from attnviz.state.scene import (
    ATTENTION,
    DEMO_TEXT,
    DEMO_TOKENS,
    LONGEST_TEXT,
    LONGEST_WORD,
    MOST_CELLS,
    MOST_GLOBAL,
    PLAIN_WINDOW,
    fitted_kv_heads,
)

_UNLOADED: dict[str, Any] = {"source": "", "layer": 0, "rescaled": False, "view": "head"}
# A file brings its own kind, positions and mask
_PLAIN: dict[str, Any] = {
    "kind": "softmax", "view": "head", "position": "none", "scaled": True, "window": None, "dilation": 1,
    "global_tokens": (), "drawn": (), "hidden_token": None, "padding": 0, "second_text": None, "rescaled": False,
}  # fmt: skip
_LOOKING_BACK = ("causal", "window", "linear_causal")  # of KINDS with heads; the others see all tokens


class Session(History):
    """The scene that a window shows and changes, with its file and its steps."""

    def set_text(self, text: str) -> None:
        """Take another text. The hand-made head fits only its own tokens, so any others go on with Random."""
        kept = text[:LONGEST_TEXT]
        model = self.scene.model
        if model == "demo" and tuple(tokens.split(kept, len(DEMO_TOKENS) + 1)) != DEMO_TOKENS:
            model = "random"
        self._edit("text", text=kept, model=model)
        if len(kept) < len(text):
            self._notify(Notice.TEXT_CUT)

    def set_model(self, model: str) -> None:
        """Choose a head. The demo brings its own text, since its scores are for these five tokens."""
        if model == "demo":
            self._edit("model", model=model, text=DEMO_TEXT, heads=1, kv_heads=1, head=0, **_UNLOADED)
        elif self.scene.loaded:  # its heads and layers were those of the file
            self._edit("model", model=model, heads=1, kv_heads=1, head=0, causal=True, **_UNLOADED)
        else:
            self._edit("model", model=model)

    def set_trained(self, source: str, heads: int, kv_heads: int, causal: bool) -> None:
        """Go on with the trained model `source`, on the same text."""
        head = {"heads": heads, "kv_heads": kv_heads, "head": 0, "layer": 0, "causal": causal}
        self._edit("model", model="trained", source=source, **head, **_PLAIN)

    def set_arrays(self, source: str, heads: int) -> None:
        """Go on with somebody's own arrays."""
        head = {"heads": heads, "kv_heads": heads, "head": 0, "layer": 0, "causal": False}
        self._edit("model", model="arrays", source=source, **head, **_PLAIN)

    def set_layer_head(self, layer: int, head: int) -> None:
        """Choose the layer and the head of it that are shown, and show it alone."""
        self._edit("head", layer=layer, head=head, view="head")

    def set_rescaled(self, rescaled: bool) -> None:
        """Leave the first token out of every row, or don't."""
        self._edit("rescaled", rescaled=rescaled)

    def set_temperature(self, temperature: float) -> None:
        """Choose how flat the next token's probabilities are."""
        self._edit("temperature", temperature=temperature)

    def set_top_k(self, top_k: int) -> None:
        """Choose how many candidates are kept; 0 is all."""
        self._edit("top-k", top_k=top_k)

    def set_top_p(self, top_p: float) -> None:
        """Choose which share of the probability is kept."""
        self._edit("top-p", top_p=top_p)

    def set_lines(self, heads: tuple[int, ...]) -> None:
        """Choose the heads that are drawn as lines beside the shown one."""
        self._edit("lines", lines=tuple(sorted(set(heads))))

    def set_heads_order(self, order: str) -> None:
        """Choose the order in which all heads are laid out."""
        self._edit("order of heads", heads_order=order)

    def set_dimmed(self, dimmed: bool) -> None:
        """Let special tokens stand back, or not."""
        self._edit("dimmed", dimmed=dimmed)

    def append(self, text: str) -> None:
        """Write behind the text what a model goes on with."""
        self._edit("append", text=(self.scene.text + text)[:LONGEST_TEXT])

    def set_dimension(self, dimension: int) -> None:
        """Choose the width d. The demo has a fixed one, so any other goes on with Random."""
        if dimension == self.scene.width:
            return
        model = "random" if self.scene.model == "demo" else self.scene.model
        self._edit("dimension", dimension=dimension, model=model)

    def set_causal(self, causal: bool) -> None:
        """Put the causal mask on or take it off."""
        self._edit("causal", causal=causal)

    def set_scaled(self, scaled: bool) -> None:
        """Divide the scores by √d or don't."""
        self._edit("scaled", scaled=scaled)

    def set_kind(self, kind: str) -> None:
        """Choose the kind of attention, or of recurrence, on the large map."""
        self._edit("kind", kind=kind)

    def show_kind(self, key: str) -> None:
        """Put one of KINDS on the large map, with the mask that belongs to it."""
        on_map, scene = KINDS[key].on_map, self.scene
        if on_map is None:
            return
        fields: dict[str, Any] = {"kind": on_map}
        if on_map in ATTENTION:
            window = (scene.window or PLAIN_WINDOW) if key == "window" else None
            fields |= {"causal": key in _LOOKING_BACK, "window": window, "dilation": 1, "second_text": None}
            fields |= {"global_tokens": (), "drawn": (), "hidden_token": None, "padding": 0}
        self._edit("kind", **fields)

    def set_heads(self, heads: int) -> None:
        """Choose how many heads there are. The share of K/V heads stays as near as it can; the demo has only one."""
        scene = self.scene
        model = "random" if scene.model == "demo" and heads > 1 else scene.model
        head, kv_heads = min(scene.head, heads - 1), fitted_kv_heads(heads, scene)
        self._edit("heads", heads=heads, kv_heads=kv_heads, head=head, model=model)

    def set_kv_heads(self, kv_heads: int) -> None:
        """Choose how many K/V heads the heads share."""
        self._edit("K/V heads", kv_heads=kv_heads)

    def set_head(self, head: int) -> None:
        """Choose the head that is shown, and show it alone."""
        self._edit("head", head=head, view="head")

    def set_view(self, view: str) -> None:
        """Choose what of several heads is on the large map."""
        self._edit("view", view=view)

    def set_position(self, position: str) -> None:
        """Choose how order comes in from outside."""
        self._edit("position", position=position)

    def set_window(self, window: int | None) -> None:
        """Choose how far a row sees; None is as far as the text goes."""
        self._edit("window", window=window)

    def set_dilation(self, dilation: int) -> None:
        """Choose the distance between the places of the window."""
        self._edit("dilation", dilation=dilation)

    def set_pattern(self, causal: bool, window: int | None, dilation: int, global_tokens: tuple[int, ...]) -> None:
        """Choose everything about who may look at whom at once; what was drawn by hand goes."""
        pattern = {"causal": causal, "window": window, "dilation": dilation, "global_tokens": global_tokens}
        self._edit("pattern", **pattern, drawn=())

    def set_global_tokens(self, tokens: tuple[int, ...]) -> None:
        """Choose the tokens that see all and are seen by all."""
        self._edit("global tokens", global_tokens=tuple(sorted(set(tokens)))[:MOST_GLOBAL])

    def set_hidden_token(self, token: int | None) -> None:
        """Choose the token that nobody may look at, or none."""
        self._edit("hidden token", hidden_token=token)

    def set_padding(self, padding: int) -> None:
        """Choose how many padding tokens follow the text."""
        self._edit("padding", padding=padding)

    def set_second_text(self, text: str | None) -> None:
        """Let K and V come from another text, or from the text itself again."""
        was = self.scene.second_text
        kind = "second text" if text is not None and was is not None else "cross-attention"
        self._edit(kind, second_text=None if text is None else text[:LONGEST_TEXT])
        if text is not None and len(text) > LONGEST_TEXT:
            self._notify(Notice.TEXT_CUT)

    def set_features(self, features: int) -> None:
        """Choose how many random features Performer's estimate has."""
        self._edit("features", features=features)

    def set_kinds(self, kinds: tuple[str, ...]) -> None:
        """Choose the kinds that stand side by side."""
        self._edit("kinds", kinds=kinds)

    def draw_cells(self, cells: tuple[tuple[int, int, bool], ...]) -> None:
        """Set cells (row, column, visible) of the mask by hand: one stroke. Cells beyond MOST_CELLS are left out."""
        drawn = {cell[:2]: cell[2] for cell in self.scene.drawn} | {cell[:2]: cell[2] for cell in cells}
        self._edit("drawn cells", drawn=tuple((*place, drawn[place]) for place in sorted(drawn)[:MOST_CELLS]))

    def clear_cells(self) -> None:
        """Forget what was drawn by hand."""
        self._edit("drawn cells", drawn=())

    def hide_future(self) -> None:
        """Put the causal mask on, also where later tokens were drawn visible by hand."""
        drawn = tuple(cell for cell in self.scene.drawn if cell[1] <= cell[0] or not cell[2])
        self._edit("causal", causal=True, drawn=drawn)

    def set_pinned(self, row: int, column: int | None = None) -> None:
        """Pin a row, or a cell of it."""
        self._edit("pinned", pinned=(row, column))

    def clear_pinned(self) -> None:
        """Pin nothing."""
        self._edit("pinned", pinned=None)

    def set_changed_token(self, index: int | None) -> None:
        """Choose the token to change; None is always the last one."""
        self._edit_change("changed token", index=index)

    def set_replacement(self, text: str) -> None:
        """Choose the word that takes the token's place, at most LONGEST_WORD characters; this ends "all nines"."""
        self._edit_change("replacement", text=text[:LONGEST_WORD], nines=False)

    def set_nines(self, nines: bool) -> None:
        """Write nines over the token, or go back to the word."""
        self._edit_change("nines", nines=nines)

    def set_strength(self, strength: float) -> None:
        """Multiply the new vector by `strength`, 1 … 1,000."""
        self._edit_change("strength", strength=strength)

    def set_swapped(self, pair: tuple[int, int] | None) -> None:
        """Let two tokens change places, or none."""
        self._edit("swapped", swapped=pair)

    def set_scaling_source(self, source: str) -> None:
        """Choose whose tokens the "divide by √d" curves are of."""
        self._edit("scaling source", scaling_source=source)

    def set_cache_step(self, step: int | None) -> None:
        """Choose the token that is being generated; None is the last one."""
        self._edit("cache step", cache_step=step)

    def set_ledger_decimals(self, decimals: int) -> None:
        """Choose how many decimals the ledger shows, 1 … 8."""
        self._edit("ledger decimals", ledger_decimals=decimals)

    def pin_reference(self) -> None:
        """Pin the present picture as A, to be compared with what comes."""
        self._edit("reference", reference=self.scene.picture)

    def swap_reference(self) -> None:
        """Let A and the present picture change places."""
        if self.scene.reference is not None:
            self._edit("swap reference", reference=self.scene.picture, **vars(self.scene.reference))

    def set_compared(self, what: str) -> None:
        """Compare the weights, or the output."""
        self._edit("compared", compared=what)

    def clear_reference(self) -> None:
        """Forget A."""
        self._edit("reference", reference=None)

    def _edit_change(self, kind: str, **fields: Any) -> None:
        self._edit(kind, change=replace(self.scene.change, **fields))
