"""The command: every option, what can't be, what needs a screen and what doesn't."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import attnviz
from attnviz.app import command_line
from attnviz.app.command_line import main, parse
from attnviz.core.positions import POSITIONS
from attnviz.state import saving
from attnviz.state.scene import DEMO_TEXT, MAP_KINDS, Scene
from attnviz.state.snapshot import derive

WRONG = [
    (["--dim", "0"], "--dim"),
    (["--dim", "513"], "--dim"),
    (["--dim", "-1"], "--dim"),
    (["--dim", "1.5"], "--dim"),
    (["--dim", "٣"], "--dim"),
    (["--dim", "9" * 5000], "--dim"),
    (["--dim"], "--dim"),
    (["--model", "gpt"], "--model"),
    (["--mod", "demo"], "--mod"),
    (["--what"], "--what"),
    (["a", "b"], "b"),
    (["--export", "a.jpg"], ".png, .svg, .pdf, .csv, .npz"),
    (["--export", "noending"], ".png, .svg, .pdf, .csv, .npz"),
    (["--model", "demo", "other words"], "five tokens"),
    (["--model", "demo", "--dim", "8"], "--dim"),
]


@pytest.mark.parametrize(("arguments", "word"), WRONG)
def test_what_cannot_be_ends_with_2_and_one_sentence(arguments: list[str], word: str, capsys: Any) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert said.out == ""
    sentence = [line for line in said.err.splitlines() if line.startswith("attnviz: error:")]
    assert len(sentence) == 1
    assert word in sentence[0]


def test_every_option_is_read() -> None:
    wishes = parse(["a b", "--no-mask", "--dim", "8", "--model", "identity", "--open", "x", "--export", "y.PNG"])
    assert (wishes.text, wishes.causal, wishes.dimension, wishes.model) == ("a b", False, 8, "identity")
    assert (wishes.open, wishes.export) == (Path("x"), Path("y.PNG"))
    assert wishes.change_scene
    assert not parse([]).change_scene
    assert not parse(["--open", "x"]).change_scene
    assert parse([""]).text == ""
    assert parse(["--", "--dim"]).text == "--dim"


@pytest.mark.parametrize(
    ("arguments", "start", "wanted"),
    [
        ([], Scene(text="x"), Scene(text="x")),
        (["a b"], Scene(text="x", causal=False, dimension=9), Scene(text="a b")),
        (["--no-mask"], Scene(text="x"), Scene(text="x", causal=False)),
        (["--dim", "7"], Scene(text="x"), Scene(text="x", dimension=7)),
        (["--dim", "7"], Scene(text=DEMO_TEXT, model="demo"), Scene(text=DEMO_TEXT, dimension=7)),
        (["--model", "demo"], Scene(text="x"), Scene(text=DEMO_TEXT, model="demo")),
        (["--model", "identity", "a", "--no-mask"], Scene(), Scene(text="a", model="identity", causal=False)),
        (["--model", "demo", "The  cat sat on mat"], Scene(), Scene(text=DEMO_TEXT, model="demo")),
    ],
)
def test_the_scene_that_is_asked_for(arguments: list[str], start: Scene, wanted: Scene) -> None:
    assert command_line.scene(parse(arguments), start) == wanted


def test_a_demo_never_has_another_text() -> None:
    for arguments in (["x y"], ["x y", "--no-mask"], [""]):
        scene = command_line.scene(parse(arguments), Scene(text=DEMO_TEXT, model="demo"))
        assert scene.model == "random"
        assert scene.text == arguments[0]


KINDS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF", ".csv": b"\xef\xbb\xbf", ".npz": b"PK"}


@pytest.mark.parametrize("suffix", KINDS)
@pytest.mark.usefixtures("looks_back")
def test_export_writes_every_kind(suffix: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / f"猫 out{suffix}"
    assert main(["the cat 猫", "--no-mask", "--dim", "8", "--export", str(file)]) == 0
    assert file.read_bytes().startswith(KINDS[suffix])
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    said = capsys.readouterr()
    assert said.err == ""


def test_export_says_what_the_options_say(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    assert main(["a b c", "--no-mask", "--dim", "8", "--model", "identity", "--export", str(file)]) == 0
    trace = derive(Scene(text="a b c", causal=False, dimension=8, model="identity")).trace
    with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as arrays:
        assert arrays["tokens"].tolist() == ["a", "b", "c"]
        assert arrays["weights"].tobytes() == trace.weights.tobytes()


def test_export_of_a_saved_scene(tmp_path: Path) -> None:
    scene = Scene(text="x y z", causal=False, dimension=3)
    saving.save(tmp_path / "s.attnviz", scene)
    assert main(["--open", str(tmp_path / "s.attnviz"), "--export", str(tmp_path / "s.csv")]) == 0
    assert (tmp_path / "s.csv").read_text("utf-8-sig").splitlines()[0] == ",x,y,z"


def test_export_does_not_touch_the_running_scene(tmp_path: Path, home: Path) -> None:
    main(["a", "--export", str(tmp_path / "s.csv")])
    assert not list(home.rglob("*"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["", "--export", "{}/a.csv"], "yet: the text is empty"),
        (["  ", "--export", "{}/a.svg"], "yet: the text is empty"),
        (["", "--second-text", "", "--export", "{}/a.csv"], "yet: the text is empty"),
        (["a", "--second-text", "", "--export", "{}/a.csv"], "yet: the second text is empty"),
        (["a", "--second-text", " ", "--export", "{}/a.npz"], "yet: the second text is empty"),
        (["a", "--second-text", "", "--export", "{}/a.png"], "yet: the second text is empty"),
        (["a", "--export", "{}/nowhere/a.csv"], "No such file"),
        (["a", "--export", "{}/folder.csv"], "directory"),
        (["--open", "{}/none.attnviz", "--export", "{}/a.csv"], "none.attnviz"),
        (["--open", "{}/bad.attnviz", "--export", "{}/a.csv"], "not an attnviz file"),
        (["--open", "{}", "--export", "{}/a.csv"], "directory"),
        (["a" * 10, "--export", "{}/" + "n" * 300 + ".csv"], "too long"),
    ],
)
@pytest.mark.usefixtures("looks_back")
def test_an_export_that_fails_ends_with_1_and_one_sentence(
    arguments: list[str], says: str, tmp_path: Path, capsys: Any, qapp: Any
) -> None:
    (tmp_path / "bad.attnviz").write_bytes(b"\0\1\2")
    (tmp_path / "folder.csv").mkdir()
    assert main([word.replace("{}", str(tmp_path)) for word in arguments]) == 1
    said = capsys.readouterr().err
    assert says in said
    assert len(said.splitlines()) == 1
    assert said.startswith("attnviz: ")
    assert not (tmp_path / "a.csv").exists()
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]


def test_an_export_that_fails_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("mine")
    assert main(["", "--export", str(tmp_path / "a.csv")]) == 1
    assert (tmp_path / "a.csv").read_text() == "mine"


@pytest.mark.parametrize("suffix", KINDS)
@pytest.mark.usefixtures("looks_back")
def test_bytes_that_are_no_text_are_exported_too(suffix: str, tmp_path: Path, qapp: Any) -> None:
    odd = b"a \xff\xfe b \x1b c".decode("utf-8", "surrogateescape")  # what Python makes of such an argument
    assert main([odd, "--export", str(tmp_path / f"a{suffix}")]) == 0


def test_version_answers_without_qt_and_numpy(run: Callable[..., Any]) -> None:
    done = run("-c", "import sys; from attnviz.app.command_line import main\ntry: main(['--version'])\n"
                     "finally: print(sorted({'PySide6', 'numpy'} & set(sys.modules)))")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"attnviz {attnviz.__version__}\n[]\n"


def test_python_m_attnviz_is_the_same(run: Callable[..., Any]) -> None:
    done = run("-m", "attnviz", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"attnviz {attnviz.__version__}\n", "")
    done = run("-m", "attnviz", "--dim", "many")
    assert done.returncode == 2
    assert "'many' is not a whole number from 1 to 512" in done.stderr


NO_SCREEN = {"QT_QPA_PLATFORM": None, "DISPLAY": None, "WAYLAND_DISPLAY": None}


def test_no_screen_ends_with_2_and_a_sentence(run: Callable[..., Any], home: Path) -> None:
    done = run("-m", "attnviz", "a b", env=NO_SCREEN)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("attnviz: there is no screen")
    assert "--export picture.png" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("screen", [{"DISPLAY": ":987"}, {"WAYLAND_DISPLAY": "wayland-none"}])
def test_a_screen_that_does_not_answer_ends_with_2_and_a_sentence(
    run: Callable[..., Any], screen: dict[str, str]
) -> None:
    done = run("-m", "attnviz", env=NO_SCREEN | screen)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("attnviz: the screen did not answer")
    assert len(done.stderr.splitlines()) == 1


def test_export_needs_no_screen(run: Callable[..., Any], home: Path) -> None:
    done = run("-m", "attnviz", "the cat", "--export", "a.pdf", env=NO_SCREEN)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (home / "a.pdf").read_bytes().startswith(b"%PDF")


def test_the_choices_are_those_of_the_scene() -> None:
    assert command_line._KINDS == MAP_KINDS
    assert command_line._POSITIONS == POSITIONS


@pytest.mark.parametrize(
    ("arguments", "fields"),
    [
        (["--kind", "gru"], {"kind": "gru"}),
        (["--heads", "8"], {"heads": 8, "kv_heads": 8}),
        (["--heads", "8", "--kv-heads", "2"], {"heads": 8, "kv_heads": 2}),
        (["--position", "rope", "--window", "3"], {"position": "rope", "window": 3}),
        (["--second-text", "x y"], {"second_text": "x y"}),
    ],
)
def test_kinds_heads_positions_and_texts_can_be_asked_for(arguments: list[str], fields: dict[str, object]) -> None:
    wished = command_line.scene(command_line.parse(["a b", *arguments]), Scene())
    assert wished == Scene("a b", **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--heads", "97"], "from 1 to 96"),
        (["--heads", "8", "--kv-heads", "3"], "must divide"),
        (["--model", "demo", "--heads", "2"], "one head"),
        (["--window", "0"], "from 1 to 1024"),
        (["--kind", "magic"], "invalid choice"),
    ],
)
def test_what_does_not_go_together_is_told(arguments: list[str], told: str, capsys: Any) -> None:
    with pytest.raises(SystemExit) as ended:
        command_line.parse(arguments)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err
