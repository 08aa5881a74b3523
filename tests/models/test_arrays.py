"""Weights given in Python: what each number of axes means, other libraries' arrays, tokens, and the sentences."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from array_files import halved, maps, npz_bytes, widened, written
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.models.array_facts import facts
from attnviz.models.array_shapes import ChoiceNeeded
from attnviz.models.arrays import Attentions, from_any
from attnviz.models.problem import ModelProblem, Stopped

EAGER = "attn_implementation='eager'"


class Tensor:
    """What PyTorch's tensors do when they are asked for their numbers, as far as it matters here."""

    def __init__(self, values: NDArray[Any], *, strange: bool = False, here: bool = False) -> None:
        """strange: of a type that NumPy doesn't know; here: neither on another device nor with a gradient."""
        self._values, self._strange, self._here = values, strange, here

    def detach(self) -> Tensor:
        return Tensor(self._values, strange=self._strange, here=self._here)

    def cpu(self) -> Tensor:
        return Tensor(self._values, strange=self._strange, here=True)

    def float(self) -> Tensor:
        return Tensor(self._values.astype(np.float32), here=self._here)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if self._strange or not self._here:
            raise TypeError("Got unsupported ScalarType BFloat16, or a tensor on cuda:0")
        return self._values


def said(weights: object, tokens: object = None, columns: object = None, **options: Any) -> str:
    with pytest.raises(ModelProblem) as caught:
        from_any(weights, tokens, columns, **options)
    assert str(caught.value) == caught.value.template.format(**caught.value.fields)
    return str(caught.value)


def check(found: Attentions, expected: NDArray[Any]) -> None:
    """Compare with (layers, heads, n, m), bit for bit."""
    assert len(found.weights) == len(expected)
    for number, layer in enumerate(found.weights):
        np.testing.assert_array_equal(layer, expected[number])
        assert not layer.flags.writeable
        assert found.layer(number).dtype == found.head(number, 0).dtype == np.float32
        np.testing.assert_array_equal(found.head(number, 0), expected[number][0].astype(np.float32))


@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 4), st.integers(1, 4))
def test_two_to_five_axes_and_tuples_of_layers(layers: int, heads: int, n: int, m: int) -> None:
    weights = maps(layers, heads, n, m)
    check(from_any(weights[0, 0]), weights[:1, :1])
    check(from_any(weights[0]), weights[:1])
    check(from_any(weights), weights)
    check(from_any(weights[:, None]), weights)
    check(from_any(tuple(weights)), weights)
    check(from_any(tuple(weights[:, None])), weights)  # as transformers returns them
    check(from_any(list(weights[0])), weights[:1])
    check(from_any([list(layer) for layer in weights]), weights)
    check(from_any(tuple(Tensor(layer) for layer in weights)), weights)
    check(from_any(weights.astype(np.float64).tolist()), weights.astype(np.float64))


def test_layers_may_have_different_numbers_of_heads() -> None:
    found = from_any((maps(2, 3, 3), maps(1, 3, 3)))
    assert [len(layer) for layer in found.weights] == [2, 1]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", ">f4", "longdouble", "bool", "int8"])
def test_numbers_of_every_type_keep_their_value(dtype: str) -> None:
    weights = np.eye(3).astype(dtype)
    found = from_any(weights)
    assert found.weights[0].dtype.kind == "f"
    assert found.weights[0].dtype.itemsize <= 8
    check(found, np.eye(3)[None, None])


def test_floats_are_not_copied_and_stay_writeable_for_their_owner() -> None:
    weights = maps(2, 3, 3)
    found = from_any(weights)
    assert all(np.shares_memory(layer, weights) for layer in found.weights)
    assert weights.flags.writeable


def test_bfloat16_however_it_comes() -> None:
    bits = halved(maps(2, 3, 3))
    check(from_any(bits.view("V2")), widened(bits)[None])  # as NumPy loads what it saved of the type of ml_dtypes
    check(from_any(Tensor(widened(bits), strange=True)), widened(bits)[None])
    ml_dtypes = pytest.importorskip("ml_dtypes")
    check(from_any(bits.view(ml_dtypes.bfloat16)), widened(bits)[None])


def test_tensors_of_pytorch() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install '.[oracles]'")
    weights = maps(2, 1, 2, 3, 3)
    tensors = tuple(torch.from_numpy(layer).requires_grad_() for layer in weights)
    check(from_any(tensors), weights[:, 0])
    half = tuple(tensor.bfloat16() for tensor in tensors)
    check(from_any(half), np.stack([tensor[0].detach().float().numpy() for tensor in half]))
    assert "no data" in said(torch.zeros(3, 3, device="meta"))


def test_what_a_model_returns() -> None:
    weights = maps(2, 2, 3, 3)
    check(from_any(SimpleNamespace(attentions=tuple(weights[:, None]))), weights)
    assert EAGER in said(SimpleNamespace(attentions=None))
    assert EAGER in said(SimpleNamespace(attentions=()))
    assert EAGER in said(SimpleNamespace(encoder_attentions=None, decoder_attentions=None, cross_attentions=None))
    both = SimpleNamespace(encoder_attentions=tuple(weights), cross_attentions=tuple(weights))
    assert "encoder_attentions, cross_attentions" in said(both)
    check(from_any(SimpleNamespace(encoder_attentions=tuple(weights), cross_attentions=None)), weights)


def test_none_says_how_to_load_the_model() -> None:
    assert EAGER in said(None)
    assert EAGER in said((None, None))
    assert EAGER in said(())
    assert said([maps(2, 3, 3), None]).startswith("1 of 2 layers are None.")


def test_a_batch_asks_which_text() -> None:
    weights = maps(2, 16, 2, 3, 3)
    for given_weights in (weights, tuple(weights), [Tensor(layer) for layer in weights]):
        with pytest.raises(ChoiceNeeded, match="batch of 16 texts: choose one") as caught:
            from_any(given_weights)
        assert caught.value.argument == "batch"
        assert caught.value.options == tuple(range(16))
        check(from_any(given_weights, batch=3), weights[:, 3])
    assert "no text 16 in a batch of 16" in said(weights, batch=16)
    assert "no text -1" in said(weights, batch=-1)


def test_arrays_by_name() -> None:
    weights = maps(11, 2, 3, 3)
    by_name = {f"layer.{number}": weights[number] for number in reversed(range(11))}
    check(from_any(by_name | {"ids": np.arange(3)}), weights)
    found = from_any(by_name | {"tokens": list("abc")})
    assert found.rows == found.columns == tuple("abc")
    with pytest.raises(ChoiceNeeded, match="“cross”, “layer”") as caught:
        from_any({"cross": weights[0]} | by_name)
    assert caught.value.options == ("cross", "layer")
    check(from_any({"cross": weights[0]} | by_name, key="cross"), weights[:1])
    check(from_any({"logits": weights[0, 0], "attn_mask": weights[0, 0], "attn": weights[0]}), weights[:1])
    assert "called “x” here, only: “layer”" in said(by_name, key="x")
    assert said({}) == said({"ids": [1, 2]})


def test_what_numpy_loaded(tmp_path: Any) -> None:
    weights = maps(2, 2, 3, 3)
    path = written(tmp_path / "a.npz", npz_bytes({"a": weights, "tokens": np.array(list("abc"))}))
    with np.load(path) as loaded:
        found = from_any(loaded)
    check(found, weights)
    assert found.rows == tuple("abc")
    check(from_any(path), weights)
    check(from_any(str(path)), weights)
    assert from_any(path).name == "a.npz"
    assert from_any(path, list("xyz")).rows == tuple("xyz")
    path = written(tmp_path / "b.npz", npz_bytes({"a": weights, "tokens": np.array([["a"], None], dtype=object)}))
    with np.load(path) as loaded:
        assert "“tokens” can't be read" in said(loaded)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        (maps(3), "have 2 to 5 axes: (layers, batch, heads, tokens, tokens) or the last of these. This array is (3,)"),
        (1.0, "This array is ()"),
        (maps(1, 1, 1, 1, 1, 1), "This array is (1, 1, 1, 1, 1, 1)"),
        ([maps(3), maps(3)], "(batch, heads, tokens, tokens) or (heads, tokens, tokens). This one is (3,)"),
        ((maps(2, 3, 3), maps(2, 4, 4)), "one is (2, 3, 3), another (2, 4, 4)"),
        ((maps(2, 3, 3), maps(1, 2, 3, 3)), "one is (2, 3, 3), another (1, 2, 3, 3)"),
        ([maps(3, 3), maps(3, 4)], "one is (3, 3), another (3, 4)"),
        ([[maps(3, 3), maps(3, 4)]], "one part is (3, 3), another (3, 4)"),
        (((maps(1, 2, 3, 3),) * 2,) * 5, "the weights of 5 steps, as generate() returns them"),
        (np.zeros((0, 3, 3)), "There are no weights in an array that is (0, 3, 3)"),
        ([np.zeros((2, 3, 0))], "There are no weights in an array that is (2, 3, 0)"),
        ([[1.0, 0.0], [1.0]], "of different lengths"),
        ([[1.0, 0.0], ["a", 1.0]], "they are no table"),
        (np.eye(2) * 1j, "these are of type complex128"),
        (np.array(["a"]), "these are of type str_"),
        (np.zeros(2, "M8[s]"), "these are of type datetime64"),
        (np.zeros((2, 2), [("a", "f4")]), "these are of type void"),
        (object(), "A “object” can't be read as an array"),
        (np.array([object()]), "A “ndarray” can't be read as an array"),
        ("nowhere.npz", "nowhere.npz can't be read: No such file"),
    ],
)
def test_a_sentence_says_what_was_given_and_what_fits(weights: object, sentence: str) -> None:
    assert sentence in said(weights)


def test_an_array_that_does_not_want_to_be_read_is_told() -> None:
    class Unwilling:
        def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
            raise RuntimeError("not today")

    assert said(Unwilling()) == "A “Unwilling” can't be read as an array: not today"


def test_tokens_of_rows_and_columns() -> None:
    square, wide = maps(3, 3), maps(2, 3)
    assert from_any(square).rows == from_any(square).columns == ("1", "2", "3")
    found = from_any(square, list("abc"))
    assert found.rows == found.columns == tuple("abc")
    assert not found.crossed
    found = from_any(wide, ["a", "b"], ["x", "y", "z"])
    assert (found.rows, found.columns, found.crossed) == (("a", "b"), ("x", "y", "z"), True)
    assert from_any(wide, ["a", "b"]).columns == ("1", "2", "3")
    assert from_any(square, list("abc"), list("abd")).crossed


@pytest.mark.parametrize(
    "tokens",
    [
        ("a", "b", "c"), np.array(["a", "b", "c"]), np.array([b"a", b"b", b"c"]), [["a", "b", "c"]],
        np.array([["a", "b", "c"]]), np.array(["a", "b", "c"], dtype=object), "a b c",
    ],
)  # fmt: skip
def test_tokens_of_every_kind(tokens: object) -> None:
    assert from_any(maps(3, 3), tokens).rows == ("a", "b", "c")


def test_token_ids_are_shown_as_numbers() -> None:
    assert from_any(maps(3, 3), np.array([[7, 8, 900]])).rows == ("7", "8", "900")
    assert from_any(maps(3, 3), Tensor(np.array([7, 8, 900]))).rows == ("7", "8", "900")


def test_half_a_character_can_be_shown() -> None:
    rows = from_any(maps(3, 3), ["a\ud800", b"\xff", "\U0001f600"]).rows
    assert rows == ("a\ufffd", "\ufffd", "\U0001f600")
    "".join(rows).encode()


def test_tokens_that_do_not_fit_are_counted() -> None:
    assert said(maps(3, 3), list("ab")) == "The weights have 3 rows and 3 columns. Tokens given for the rows: 2."
    assert said(maps(2, 3), ["a", "b"], ["x"]).endswith("Tokens given for the columns: 1.")
    assert "not a “int”" in said(maps(2, 2), 5)


def test_all_is_well_with_weights_that_add_up_to_1() -> None:
    for dtype in (np.float16, np.float32, np.float64):
        found = facts(from_any(maps(2, 3, 5, 5, causal=True).astype(dtype)))
        assert found.told == ()
        assert (found.rows, found.cells, found.first_off) == (30, 150, None)
        assert found.causal
        assert (found.used == np.tri(5)).all()
    assert facts(from_any(widened(halved(maps(4, 300, 300))))).told == ()


def test_what_is_unusual_is_told_and_not_changed() -> None:
    weights = maps(2, 3, 4, 4)
    weights[0, 0, 1, 1], weights[1, 1, 1] = np.nan, np.inf
    weights[0, 2, 3] = [-2, 1, 1, 1.5]
    weights[1, 2, 0] *= 0.5
    given_weights = weights.copy()
    found = facts(from_any(weights))
    np.testing.assert_array_equal(weights, given_weights)
    assert [str(told) for told in found.told] == [
        "5 of 96 weights are no finite numbers (NaN or infinite).",
        "1 of 96 numbers are below 0: they may be scores from before the softmax.",
        "2 of 24 rows don't add up to 1: the first is row 4 of head 3 in layer 1, with 1.5.",
    ]
    assert not found.causal


def test_large_layers_are_looked_at_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = maps(5, 4, 4)
    weights[3, 2] *= 2
    expected = facts(from_any(weights))
    monkeypatch.setattr("attnviz.models.array_facts._PIECE", 20)
    found = facts(from_any(weights))
    assert found.first_off == expected.first_off == (0, 3, 2)
    assert (found.off, found.cells) == (expected.off, expected.cells)
    with pytest.raises(Stopped):
        facts(from_any(weights), stop=lambda: True)


def test_two_texts_and_single_tokens_are_not_called_causal() -> None:
    assert not facts(from_any(maps(1, 1))).causal
    assert not facts(from_any(np.tri(2, 3) / 3)).causal
