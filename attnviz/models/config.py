"""What a model's files say it is, and where its weights come from: the two types that loaders make and networks use.

Must not read files and must not compute.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Family = Literal["gpt2", "bert", "llama"]
ACTIVATIONS: Final = ("gelu", "gelu_tanh", "relu", "silu")


@dataclass(frozen=True)
class Config:
    """The shape and the constants of a model, as its files give them.

    What a file may ask for beyond these (another scale of the scores, positions relative to each other, layers that
    differ) isn't supported: the loader says so.
    """

    family: Family
    name: str
    layers: int
    heads: int
    kv_heads: int  # divides heads; = heads unless queries share keys and values (GQA)
    d_model: int
    d_head: int
    d_ff: int
    vocabulary: int
    context: int  # the most tokens of a text (RoBERTa: without the positions it leaves out)
    causal: bool
    norm_epsilon: float
    activation: str  # one of ACTIVATIONS; in "llama" what the gate goes through
    tied: bool  # the head's weights are `embed` itself, and there is no head.w
    window: int | None = None  # how many tokens a row sees, with itself (Mistral)
    rope_base: float | None = None  # None = no RoPE; pairs are (i, i + d_head / 2)
    rope_factors: tuple[float, ...] | None = None  # (d_head / 2,)  what the frequencies are divided by (Llama 3)
    qkv_bias: bool = False
    position_offset: int = 0  # row of position_embed that the first token takes (RoBERTa: 2)
    token_types: bool = False  # there is type_embed, and all tokens are of type 0
    licence: str | None = None


class Weights(Protocol):
    """A model's numbers under canonical names, float32; perhaps a read-only memory map.

    embed (vocabulary, d_model), position_embed, type_embed, embed_norm.{w,b};
    layer.{i}.{q,k,v,o,up,down,gate}.{w,b}, layer.{i}.{norm1,norm2}.{w,b} (BERT: after attention, after the MLP);
    final_norm.{w,b}; head.{w,b}; BERT's masked-word head: head_dense.{w,b}, head_norm.{w,b} before head.b.
    w of a linear map is stored (in, out), each row in one piece, so that x @ w needs no copy. There may also be
    layer.{i}.qkv.{w,b}: q, k and v side by side. A bias that isn't there is left out.
    """

    def get(self, name: str) -> Floats:
        """Return the array of that name. Raises KeyError if the model has none."""
        ...

    def names(self) -> frozenset[str]:
        """Return the names the model has."""
        ...
