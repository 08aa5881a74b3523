"""Where each weight of a model lies: what a configuration asks for, found in the files under their names.

Must not read weights. A linear map is kept (in, out), row by row, so that x @ w needs no copy.
"""

from __future__ import annotations

from collections.abc import Mapping

from attnviz.models.config import Config
from attnviz.models.plan import Entry, Part, Plan
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.models.schemes import Scheme
from attnviz.models.tensors import Stored, check_readable

Tensors = Mapping[str, Stored]


def plan(config: Config, scheme: Scheme, tensors: Tensors) -> Plan:
    """Return how the weights of `config` are put together. Raises ModelProblem if one is missing or misshapen."""
    return _Planner(config, scheme, tensors).plan()


class _Planner:
    """Collects the entries of one model, comparing each shape with the configuration's."""

    def __init__(self, config: Config, scheme: Scheme, tensors: Tensors) -> None:
        self._config, self._scheme, self._tensors = config, scheme, tensors
        embeds = [f"{prefix}{scheme.top['embed']}.weight" for prefix in scheme.prefixes]
        self._prefix = next(
            (p for p, name in zip(scheme.prefixes, embeds, strict=True) if name in tensors), scheme.prefixes[0]
        )
        self._entries: list[Entry] = []

    def plan(self) -> Plan:
        config = self._config
        if config.layers > len(self._tensors):
            raise _missing(self._layer_name(config.layers - 1, "norm1") + ".weight")
        self._tables()
        for layer in range(config.layers):
            self._layer(layer)
        if config.family != "bert":
            self._norm("final_norm", self._top("final_norm"))
        self._head()
        return Plan(tuple(self._entries), self._views())

    def _tables(self) -> None:
        """Add what tokens and positions are looked up in."""
        config, d_model = self._config, self._config.d_model
        self._table("embed", config.vocabulary)
        if config.rope_base is None:
            self._table("position_embed", config.context + config.position_offset)
        if config.token_types:
            name = self._top("type_embed") + ".weight"
            shape = self._tensors[name].shape if name in self._tensors else (1,)
            self._add("type_embed", (max(1, *shape[:1], 1), d_model), (name,), transposed=False)
        if config.family == "bert":
            self._norm("embed_norm", self._top("embed_norm"))

    def _table(self, canonical: str, rows: int) -> None:
        name = self._top(canonical) + ".weight"
        self._add(canonical, (rows, self._config.d_model), (name,), transposed=False)

    def _layer(self, layer: int) -> None:
        config, d_model, start = self._config, self._config.d_model, f"layer.{layer}."
        mixed = config.heads * config.d_head

        def linear(canonical: str, width: int, parts: Mapping[str, int], bias: bool = False) -> None:
            self._linear(start + canonical, width, {self._layer_name(layer, k): n for k, n in parts.items()}, bias)

        self._norm(start + "norm1", self._layer_name(layer, "norm1"))
        kv = config.kv_heads * config.d_head
        whole = "qkv" in self._scheme.layer
        linear("qkv", d_model, {"qkv": mixed + 2 * kv} if whole else {"q": mixed, "k": kv, "v": kv}, config.qkv_bias)
        linear("o", mixed, {"o": d_model})
        self._norm(start + "norm2", self._layer_name(layer, "norm2"))
        if config.family == "llama":
            linear("gate_up", d_model, {"gate": config.d_ff, "up": config.d_ff})
        else:
            linear("up", d_model, {"up": config.d_ff})
        linear("down", config.d_ff, {"down": d_model})

    def _linear(self, canonical: str, width: int, parts: Mapping[str, int], bias: bool) -> None:
        """Add a linear map from `width` numbers, with its parts (name -> width) side by side, and its bias if any."""
        turned = self._scheme.transposed
        shape = (width, sum(parts.values()))
        self._add(f"{canonical}.w", shape, tuple(f"{name}.weight" for name in parts), turned, tuple(parts.values()))
        biases = tuple(f"{name}.bias" for name in parts)
        if bias or self._config.family != "llama" or any(name in self._tensors for name in biases):
            self._add(f"{canonical}.b", shape[1:], biases, True, tuple(parts.values()))

    def _norm(self, canonical: str, name: str) -> None:
        shape = (self._config.d_model,)
        self._add(f"{canonical}.w", shape, (_old(self._tensors, f"{name}.weight"),))
        if self._config.family != "llama":
            self._add(f"{canonical}.b", shape, (_old(self._tensors, f"{name}.bias"),))

    def _head(self) -> None:
        """Add what turns hidden rows into logits, if the file has it. A tied head is the embedding itself."""
        config, names = self._config, self._scheme.head
        d_model, vocabulary = config.d_model, config.vocabulary
        if "head_dense" in names:
            parts = (names["head_dense"],) if config.tied else (names["head_dense"], names["head"])
            if any(f"{part}.weight" not in self._tensors for part in parts):
                return  # an encoder without its language head
            self._linear("head_dense", d_model, {names["head_dense"]: d_model}, True)
            self._norm("head_norm", names["head_norm"])
        if not config.tied and names["head"] + ".weight" in self._tensors:
            self._add("head.w", (d_model, vocabulary), (names["head"] + ".weight",), True)
        places = (names.get("head.b", ""), names["head"] + ".bias")
        if not config.tied:  # transformers ties the second to the first, or uses the second alone
            places = places[::-1]
        bias = next((name for name in places if name in self._tensors), None)
        if bias is not None:
            self._add("head.b", (vocabulary,), (bias,))

    def _add(
        self, canonical: str, shape: tuple[int, ...], names: tuple[str, ...], transposed: bool = True,
        widths: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        parts: list[Part] = []
        for name, width in zip(names, widths or shape[-1:], strict=True):
            tensor = self._tensors.get(name)
            if tensor is None:
                raise _missing(name)
            check_readable(tensor)
            wanted = (*shape[:-1], width)
            if tensor.shape != (wanted[::-1] if transposed else wanted):
                raise _misfit(tensor, wanted[::-1] if transposed else wanted)
            parts.append(Part(tensor, width, transposed, self._rotated_heads(canonical, len(parts))))
        self._entries.append(Entry(canonical, shape, tuple(parts)))

    def _rotated_heads(self, canonical: str, part: int) -> int:
        """Return over how many heads rows have to be put back into halves; 0: they stay."""
        if not self._scheme.rotated or ".qkv." not in canonical or part > 1:
            return 0
        return self._config.heads if part == 0 else self._config.kv_heads

    def _views(self) -> dict[str, tuple[str, int, int]]:
        """Return the columns of an entry that have a name of their own: name -> (entry, from, to)."""
        config, views = self._config, dict[str, tuple[str, int, int]]()
        mixed, kv = config.heads * config.d_head, config.kv_heads * config.d_head
        ranges = {
            "qkv": {"q": (0, mixed), "k": (mixed, mixed + kv), "v": (mixed + kv, mixed + 2 * kv)},
            "gate_up": {"gate": (0, config.d_ff), "up": (config.d_ff, 2 * config.d_ff)},
        }
        for entry in self._entries:
            whole = entry.name.rpartition(".")[0].rpartition(".")[2]  # of layer.3.qkv.w: qkv
            for part, (first, last) in ranges.get(whole, {}).items():
                views[entry.name.replace(f".{whole}.", f".{part}.")] = (entry.name, first, last)
        return views

    def _top(self, canonical: str) -> str:
        return self._prefix + self._scheme.top[canonical]

    def _layer_name(self, layer: int, canonical: str) -> str:
        return f"{self._prefix}{self._scheme.layers}{layer}.{self._scheme.layer[canonical]}"


def _old(tensors: Tensors, name: str) -> str:
    """Return a norm's name as the file has it: files of before 2019 call weight and bias gamma and beta."""
    old = name.removesuffix("weight") + "gamma" if name.endswith("weight") else name.removesuffix("bias") + "beta"
    return old if name not in tensors and old in tensors else name


def _missing(name: str) -> ModelProblem:
    return ModelProblem(
        QT_TRANSLATE_NOOP("Models", "The weights “{name}” are missing: the model is incomplete or of another kind."),
        name=name,
    )


def _misfit(tensor: Stored, wanted: tuple[int, ...]) -> ModelProblem:
    return ModelProblem(
        QT_TRANSLATE_NOOP("Models", "The weights “{name}” are {found}, but the model's description asks for {wanted}."),
        name=tensor.name,
        found=" × ".join(map(str, tensor.shape)) or "1",
        wanted=" × ".join(map(str, wanted)),
    )
