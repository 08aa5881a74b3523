"""Lessons: what a teacher writes is read as meant, a mistake is told with its line, and what is recorded comes back."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from itertools import zip_longest
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scenes import anything
from scenes import scenes as scenes_with

from attnviz.core.kinds import KINDS
from attnviz.experiments import order, scaling
from attnviz.state import lessons
from attnviz.state.lesson import MATRICES, PANEL_OF, PANELS, WIDGETS, Highlight, Lesson, LessonError, Step, View
from attnviz.state.lesson_values import KNOWN, PICTURE_KEYS
from attnviz.state.pictures import options_of
from attnviz.state.scene import DEMO_TEXT, PICTURE_FIELDS, Change, Picture, Scene
from attnviz.state.snapshot import derive

FOLDER = Path(__file__).parents[2] / "resources" / "lessons"
NAMES = (
    "one-head", "blind-to-order", "triangle", "why-root-d", "what-the-table-costs", "learned-heads", "first-token",
)  # fmt: skip
CONTROLS = (
    "text_input", "model_picker", "kind_picker", "causal_toggle", "dimension_slider", "dimension_box", "scale_toggle",
)  # fmt: skip
SMALL = """\
---
title: Small
language: en
---

# First
text: the cat chases the dog
dimension: 8
pinned: 3,2
highlight: cell 3,2

Look at **this**.

> ? What comes
> next?

---
causal: no
panel: change

That.

# Second
shown: query

No question here.
"""


def small(old: str = "", new: str = "") -> str:
    assert old in SMALL
    return SMALL.replace(old, new, 1)


def mistake(text: str) -> str:
    with pytest.raises(LessonError) as caught:
        lessons.parse(text, "scene.md")
    return str(caught.value)


def attempt(text: str) -> Lesson | LessonError:
    try:
        return lessons.parse(text)
    except LessonError as error:
        return error


# ------------------------------------------------------------------------------------------------------------- reading


def test_what_a_teacher_writes() -> None:
    lesson = lessons.parse(SMALL)
    first, second = lesson.steps
    scene = Scene(text="the cat chases the dog", dimension=8, pinned=(2, 1))
    assert (lesson.title, lesson.language, lesson.order) == ("Small", "en", 0)
    assert first.view == View(scene, highlight=Highlight("cell", row=2, column=1))
    assert (first.text, first.question, first.answer) == ("Look at **this**.", "What comes\nnext?", "That.")
    assert first.revealed == View(replace(scene, causal=False), "change")
    assert first.hides
    # What is not named stays as it was; only the highlight goes
    assert second == Step("Second", View(replace(scene, causal=False), "change", "query"), "No question here.")
    assert not second.hides


def test_the_first_step_starts_from_a_new_scene() -> None:
    assert lessons.parse("---\ntitle: x\nlanguage: ja\n---\n# a").steps == (Step("a", View(Scene())),)


@pytest.mark.parametrize(
    ("line", "scene"),
    [
        ("text: a b", Scene(text="a b")),
        ('text: "a\\n b "', Scene(text="a\n b ")),
        ("text:", Scene(text="")),
        ("Text： 猫：犬", Scene(text="猫：犬")),
        ("text: a：b: c", Scene(text="a：b: c")),
        ("model: demo", Scene(text=DEMO_TEXT, model="demo")),
        ("model: identity", Scene(model="identity")),
        ("dimension: ５１２", Scene(dimension=512)),
        ("causal: OFF", Scene(causal=False)),
        ("scaled: no", Scene(scaled=False)),
        ("pinned: none", Scene(pinned=None)),
        ("pinned: 1", Scene(pinned=(0, None))),
        ("pinned: 4 , 2", Scene(pinned=(3, 1))),
        ("change token: 2", Scene(change=Change(index=1))),
        ("change token: last", Scene()),
        ("change word: Moon", Scene(change=Change(text="Moon"))),
        ("change nines: yes", Scene(change=Change(nines=True))),
        ("change strength: 2.5", Scene(change=Change(strength=2.5))),
        ("swapped: 1,3", Scene(swapped=(0, 2))),
        ("swapped: 1、3", Scene(swapped=(0, 2))),
        ("scaling source: own", Scene(scaling_source="own")),
        ("cache step: 3", Scene(cache_step=2)),
        ("ledger decimals: 5", Scene(ledger_decimals=5)),
        ("compared: output", Scene(compared="output")),
        ("reference: previous", Scene(reference=Picture())),
        ("reference: previous\nreference causal: no", Scene(reference=Picture(causal=False))),
        ("reference text: a\nreference model: identity", Scene(reference=Picture(text="a", model="identity"))),
        ("reference scaled: no\nreference dimension: 8", Scene(reference=Picture(scaled=False, dimension=8))),
    ],
)
def test_settings(line: str, scene: Scene) -> None:
    assert lessons.parse(f"---\ntitle: x\nlanguage: en\n---\n# a\n{line}\n").steps[0].view.scene == scene


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("dimension: 8", "dimension: big", 8, "dimension must be a whole number from 1 to 512, not 'big'"),
        ("dimension: 8", "dimension: 513", 8, "dimension must be a whole number from 1 to 512, not '513'"),
        ("dimension: 8", "dimention: 8", 8, "'dimention' is not a setting; known are: text, model, dimension, causal,"),
        ("dimension: 8", "causal: maybe", 8, "causal must be yes or no, not 'maybe'"),
        ("dimension: 8", "model: gpt", 8, "model must be one of random, identity, demo, trained, arrays, not 'gpt'"),
        ("dimension: 8", "model: demo", 8, "model demo fits only the text 'The cat sat on mat'"),
        ("dimension: 8", "text: again", 8, "text is set twice"),
        ("dimension: 8", "heads: 6\nkv heads: 4", 9, "kv heads must divide the number of heads, 6; 4 does not"),
        ("dimension: 8", "kv heads: 2", 8, "kv heads must divide the number of heads, 1; 2 does not"),
        ("dimension: 8", "head: 3\nheads: 2", 9, "head names head 3, and the last one is head 2"),
        ("causal: no", "head: 2", 18, "head names head 2, and the last one is head 1"),
        ("text: the cat chases the dog\ndimension: 8", "heads: 2\nmodel: demo", 8,
         "heads must be 1 here: the model demo has one head"),
        ("dimension: 8", "model: trained", 8,
         "the model trained needs a line “source: …” with its file, its folder or its package"),
        ("dimension: 8", "reference model: arrays", 8, "the model arrays needs a line “reference source: …”"),
        ("dimension: 8", "reference heads: 3\nreference kv heads: 2", 9,
         "reference kv heads must divide the number of heads, 3; 2 does not"),
        ("dimension: 8", "change strength: 1e3", 8, "change strength must be a number from 1 to 1000, not '1e3'"),
        ("dimension: 8", "change strength: 0.5", 8, "change strength must be a number from 1 to 1000"),
        ("dimension: 8", "change token: first", 8, "change token must be a token counted from 1, or last, not 'first'"),
        ("dimension: 8", "change token: 0", 8, "change token must be a whole number from 1 to"),
        ("dimension: 8", "change word: " + "a" * 1001, 8, "change word must have at most 1000 characters"),
        ("dimension: 8", "swapped: 2", 8, "swapped must be two tokens such as 1,3, or none, not '2'"),
        ("dimension: 8", "swapped: 2,2", 8, "swapped must be two different tokens, not '2,2'"),
        ("dimension: 8", "swapped: 2,6", 8, "swapped names token 6, and the text ends with token 5"),
        ("dimension: 8", "change token: 6", 8, "change token names token 6, and the text ends with token 5"),
        ("dimension: 8", "cache step: 6", 8, "cache step names token 6, and the text ends with token 5"),
        ("dimension: 8", "compared: scores", 8, "compared must be one of weights, output, not 'scores'"),
        ("pinned: 3,2", "pinned: 6", 9, "pinned names token 6, and the text ends with token 5"),
        ("pinned: 3,2", "pinned: 1,6", 9, "pinned names token 6, and the text ends with token 5"),
        ("causal: no", "text: a b\npinned: 3", 19, "pinned names token 3, and the text ends with token 2"),
        ("causal: no", "pinned: 3\ntext:", 18, "pinned names token 3, and the text ends with token 0"),
        ("cell 3,2", "swap_verdict", 10, "swap_verdict is seen only with “panel: swap”, and this step has none"),
        ("causal: no", "highlight: ledger_panel", 18,
         "ledger_panel is seen only with “panel: ledger”, and this step has change"),
        ("causal: no\npanel: change", "causal: no\npanel: cache\nhighlight: cache_step_slider", 20,
         "cache_step_slider is seen only with “causal: yes”"),
        ("highlight: cell 3,2\n", "\npanel: cache", 11, "'panel: cache' must stand directly below the title, as"),
        ("Look at", "\nCausal： no\n\nLook at", 13, "'Causal： no' must stand directly below the title"),
        ("That.", "shown: key", 21, "'shown: key' must stand directly below the line ---, as settings do"),
        ("dimension: 8", "Look here", 8, "'Look here' is not a setting such as “dimension: 64”; leave an empty line"),
        ("text: the", 'text: "the', 7, "text begins with a quotation mark, so it must end with one"),
        ("pinned: 3,2", "pinned: 0", 9, "pinned must be a row as in 3, a cell as in 3,2, or none, not '0'"),
        ("cell 3,2", "cell 6,1", 10, "'cell 6,1' is not there: the map has 5 rows and 5 columns"),
        ("cell 3,2", "column 6", 10, "'column 6' is not there"),
        ("cell 3,2", "heatmapp", 10, "highlight must be row 3, column 2, cell 3,2, none or one of text_input,"),
        ("cell 3,2", "cell 3", 10, "highlight must be row 3"),
        ("panel: change", "panel: chart", 19, "panel must be one of none, change, ledger,"),
        ("shown: query", "shown: q", 24, "shown must be one of x, query, key,"),
        ("# First", "# ", 6, "the title is empty"),
        ("# First", "First", 6, "text must stand in a step, below a line “# Title”"),
        ("next?", "next?\n\n> ? And then?", 17, "a step asks only one question"),
        ("> ? What comes\n> next?", "> ?", 14, "the question is empty"),
        ("That.", "> ? Now?", 21, "the question must stand above the line ---, not below it"),
        ("That.", "That.\n\n---", 23, "a step has only one line ---"),
        ("causal: no\npanel: change\n\nThat.", "", 17, "nothing is revealed below this line ---"),
        ("That.", "~~~\n# no title\n", 21, "the code block that begins here has no end"),
        ("---\ntitle", "title", 1, "the first line must be ---; the lesson's title stands below it"),
        ("en\n---", "en", 1, "the header has no end"),
        ("title: Small\n", "", 3, "the header needs a line with the title"),
        ("title: Small", "title:", 2, "the title is empty"),
        ("language: en\n", "", 3, "the header needs a line with the language"),
        ("language: en", "language: English, please", 3, "language must be a short name such as en or ja"),
        ("language: en", "language: en\norder: first", 4, "order must be a whole number from 0 to 9999, not 'first'"),
        ("language: en", "author: me", 3, "'author' is not for the header; known are: title, language, order, text,"),
        ("language: en", "language: en\ndimension: big", 4, "dimension must be a whole number from 1 to 512, not"),
        ("language: en", "language: en\ncausal: maybe\ncausal: no", 4, "causal must be yes or no, not 'maybe'"),
        ("language: en", "language: en\nshown: x\nshown: x", 5, "shown is set twice"),
        ("language: en", "swapped: 1,9\nlanguage: en", 3, "swapped names token 9, and the text ends with token 5"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_file_and_line(old: str, new: str, line: int, told: str) -> None:
    sentence = mistake(small(old, new))
    assert sentence.startswith(f"scene.md, line {line}: {told}"), sentence
    assert "\n" not in sentence
    assert "{" not in sentence


def test_an_unknown_setting_names_all_known_ones() -> None:
    assert mistake(small("dimension", "width")).endswith(", ".join(KNOWN))


def test_the_header_begins_the_first_step() -> None:
    header = "---\ntitle: x\nlanguage: en\ntext: a b\ndimension: 8\npanel: swap\nhighlight: swap_panel\n---\n"
    lesson = lessons.parse(header + "# a\n# b\ncausal: no")
    scene = Scene(text="a b", dimension=8)
    assert lesson.steps[0].view == View(scene, "swap", highlight=Highlight("widget", "swap_panel"))
    assert lesson.steps[1].view == View(replace(scene, causal=False), "swap")
    assert lessons.parse(lessons.write(lesson)) == lesson


def test_the_first_step_may_say_otherwise_than_the_header() -> None:
    header = "---\ntitle: x\nlanguage: en\ntext: a b\nmodel: demo\npinned: 9\nhighlight: row 9\n---\n"
    step = lessons.parse(header + "# a\nmodel: random\npinned: 2\nhighlight: none\n---\nshown: key\n").steps[0]
    assert step.view == View(Scene(text="a b", pinned=(1, None)))
    # What stands in the header is told with its own line, though only the step's text shows that it's wrong
    assert "line 6: pinned names token 9, and the text ends with token 3" in mistake(
        header + "# a\ntext: c d e\nmodel: random"
    )
    assert "line 7: 'row 9' is not there" in mistake(header + "# a\nmodel: random\npinned: 1")


def test_places_that_a_shorter_text_no_longer_has_may_stay_unnamed() -> None:
    lesson = lessons.parse(HEAD + "# a\ntext: a b c d\npinned: 4\nswapped: 2,4\n# b\ntext: a\n")
    assert lesson.steps[1].view.scene == Scene(text="a", pinned=(3, None), swapped=(1, 3))
    assert lessons.parse(lessons.write(lesson)) == lesson


def test_text_may_look_like_a_setting_further_down() -> None:
    words = "Read this.\n\ntext: like a setting"
    assert lessons.parse(HEAD + "# a\n\n" + words).steps[0].text == words
    assert lessons.parse(HEAD + "# a\n\n```\ntext: code\n```").steps[0].text == "```\ntext: code\n```"
    assert lessons.parse(HEAD + "# a\n\nRemember: no setting").steps[0].text == "Remember: no setting"


def test_every_part_that_can_be_highlighted_knows_its_panel() -> None:
    always = {"heatmap", "caption_label", "honesty_label", "legend", "steps_strip"}
    assert PANEL_OF.keys() == set(WIDGETS) - always - set(CONTROLS)
    for name, panel in PANEL_OF.items():
        step = lessons.parse(HEAD + f"# a\npanel: {panel}\nhighlight: {name}").steps[0]
        assert step.view.highlight == Highlight("widget", name)
        assert f"only with “panel: {panel}”" in mistake(HEAD + f"# a\nhighlight: {name}")


def test_a_lesson_without_steps() -> None:
    assert "the lesson has no step" in mistake("---\ntitle: x\nlanguage: en\n---\n")
    assert "line 1: the first line must be ---" in mistake("")


def test_what_the_hand_made_head_fits() -> None:
    demo = "---\ntitle: x\nlanguage: en\n---\n# a\nmodel: demo\n# b\n"
    assert "line 8: model demo fits only the text" in mistake(demo + "text: a dog")
    assert lessons.parse(demo + "text: a dog\nmodel: random").steps[1].view.scene.text == "a dog"
    # A cell of the values: five numbers each, whatever the width was before
    assert "5 rows and 5 columns" in mistake(demo + "shown: value\nhighlight: column 6")


def test_marks_in_code_mean_nothing() -> None:
    code = "```\n# no step\n---\n> ? no question\n```"
    step = lessons.parse(small("Look at **this**.", code)).steps[0]
    assert (step.title, step.text, step.question) == ("First", code, "What comes\nnext?")


def test_text_on_both_sides_of_the_question() -> None:
    step = lessons.parse(small("next?", "next?\n\nThink first.\n\n> A quotation")).steps[0]
    assert step.text == "Look at **this**.\n\nThink first.\n\n> A quotation"


def test_files_of_other_editors(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert lessons.load(path) == lessons.parse(SMALL)
    path.write_bytes(SMALL.replace("\n", "\r").encode())
    assert lessons.load(path) == lessons.parse(SMALL)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(SMALL.replace("this", "caf\xe9").encode("latin-1"))
    with pytest.raises(LessonError, match=r"a\.md, line 12: the file must be saved as UTF-8"):
        lessons.load(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    with path.open("wb") as file:
        file.truncate(lessons.LARGEST_FILE + 1)
    with pytest.raises(LessonError, match=r"^a\.md: a lesson must have at most 1 MB$"):
        lessons.load(path)
    with pytest.raises(OSError, match="No such file"):
        lessons.load(tmp_path / "none.md")


LINES = ("---", "# ", "# A", "#", "```", "~~~", "> ? q", "> ?", "> x", "", "text: a", "model: demo", "panel: cache",
         "highlight: row 1", "pinned: 9,9", "causal: no", "title: t", "language: en", "words", "reference: previous",
         "shown: key", "swapped: 2,1", "： :", "order: 3", "\x85", "\u2028")  # fmt: skip
HEAD = "---\ntitle: t\nlanguage: en\n---\n"


@settings(max_examples=300)
@given(st.text() | st.lists(st.sampled_from(LINES) | st.text(max_size=8)).map(lambda lines: HEAD + "\n".join(lines)))
@example("---")
@example("---\n---")
def test_any_text_is_a_lesson_or_a_mistake_in_one(text: str) -> None:
    found = attempt(text)
    if isinstance(found, LessonError):
        assert 1 <= found.line <= text.count("\n") + text.count("\r") + 1
        assert str(found).startswith(f"lesson, line {found.line}: ")
        return
    assert lessons.parse(lessons.write(found)) == found
    for step in found.steps:
        assert step.view.panel in PANELS
        assert step.view.shown in MATRICES


def test_long_nonsense_takes_no_time() -> None:
    # Time that grows with the square of the length would end in the time-out
    for nonsense in (
        "a " * 400_000,
        "\n" * 300_000,
        "`" * 900_000,
        " " * 900_000 + ":",
        "> ? " * 200_000,
        "# a\n" * 9000,
    ):
        found = attempt(HEAD + "# a\n" + nonsense)
        assert isinstance(found, Lesson) or len(str(found)) < 300


# ------------------------------------------------------------------------------------------------------------- writing

scenes = scenes_with(st.integers(0, 1023))
steps = st.builds(
    lessons.step_from,
    scenes,
    st.sampled_from(PANELS),
    st.sampled_from(MATRICES),
    anything.filter(lambda title: any(c.isprintable() and not c.isspace() for c in title)),
)


# Another value for every field: a new one has to be added here, and to be written and read
OTHERS = {
    "text": "a b c d e f g",
    "model": "identity",
    "dimension": 7,
    "causal": False,
    "scaled": False,
    "pinned": (6, 5),
    "change": Change(index=4, text="moon", nines=True, strength=2.5),
    "swapped": (1, 3),
    "scaling_source": "own",
    "cache_step": 2,
    "ledger_decimals": 5,
    "compared": "output",
    "kind": "gru",
    "heads": 4,
    "kv_heads": 2,
    "head": 3,
    "view": "entropy",
    "position": "rope",
    "window": 5,
    "dilation": 2,
    "global_tokens": (0, 3),
    "drawn": ((0, 2, True), (3, 1, False)),
    "hidden_token": 2,
    "padding": 3,
    "second_text": "none",
    "features": 16,
    "source": "/a folder/model.gguf",
    "layer": 2,
    "rescaled": True,
    "temperature": 0.7,
    "top_k": 40,
    "top_p": 0.9,
    "lines": (1, 2),
    "heads_order": "induction",
    "dimmed": True,
    "kinds": ("linear", "lstm"),
}
# Only of several heads
HEADED = {"kv_heads": {"heads": 4}, "head": {"heads": 4, "kv_heads": 4}, "heads": {"kv_heads": 4}}
OTHERS["reference"] = Picture(
    **{name: OTHERS[name] for name in PICTURE_FIELDS} | {"text": "other words", "dimension": 9, "second_text": "a b"}
)


def test_every_field_of_a_scene_is_written_and_read_back(tmp_path: Path) -> None:
    assert set(OTHERS) == {field.name for field in fields(Scene)}
    for name, value in OTHERS.items():
        assert value != getattr(Scene(), name)
    for one, start in ((OTHERS["change"], Change()), (OTHERS["reference"], Picture())):
        assert all(getattr(one, field.name) != getattr(start, field.name) for field in fields(start))
    for name in OTHERS:
        scene = replace(Scene(), **{"text": OTHERS["text"], name: OTHERS[name]} | HEADED.get(name, {}))
        lessons.record(tmp_path / f"{name}.md", lessons.step_from(scene, title=name), "t", "en")
        assert lessons.load(tmp_path / f"{name}.md").steps[0].view.scene == scene
    scene = Scene(**OTHERS)
    there = lessons.record(tmp_path / "all.md", lessons.step_from(scene, title="there"), "t", "en")
    back = lessons.record(tmp_path / "all.md", lessons.step_from(Scene(), title="back"), "t", "en")
    assert [step.view.scene for step in there.steps] == [scene]
    assert [step.view.scene for step in lessons.load(tmp_path / "all.md").steps] == [scene, Scene()]
    assert back == lessons.load(tmp_path / "all.md")


@settings(max_examples=100)
@given(scenes)
def test_what_is_recorded_names_only_tokens_of_its_text(scene: Scene) -> None:
    inside = lessons.step_from(scene, title="x").view.scene
    assert inside.picture == scene.picture
    before, after = derive(replace(scene, dimension=2)), derive(replace(inside, dimension=2))
    assert (before.pinned, before.changed_index) == (after.pinned, after.changed_index)
    n, pair = len(after.tokens), inside.swapped
    assert pair is None or (max(pair) < n and pair == scene.swapped)
    assert inside.cache_step is None or (inside.cache_step < n and inside.cache_step == scene.cache_step)


@settings(max_examples=150)
@given(st.lists(steps, min_size=1, max_size=3), st.booleans())
def test_what_is_written_is_read_back(made: list[Step], reveals: bool) -> None:
    if reveals:
        made[0] = replace(made[0], question="?", revealed=made[-1].view, answer="*so*")
    made = [replace(step, revealed=None) if step.revealed == step.view else step for step in made]
    lesson = Lesson("A: title", "ja", tuple(made), 7)
    assert lessons.parse(lessons.write(lesson)) == lesson


@settings(max_examples=60)
@given(st.lists(steps, min_size=1, max_size=3))
def test_what_is_recorded_plays_back_the_same_scene(tmp_path_factory: pytest.TempPathFactory, made: list[Step]) -> None:
    path = tmp_path_factory.mktemp("recorded") / "mine.md"
    for step in made:
        lessons.record(path, step, "Mine", "en")
    assert [step.view for step in lessons.load(path).steps] == [step.view for step in made]
    assert [file.name for file in path.parent.iterdir()] == ["mine.md"]


def test_recording_keeps_what_the_teacher_wrote(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    written = "\ufeff" + SMALL.replace("\n", "\r\n") + "\r\n\r\n"
    path.write_bytes(written.encode())
    step = lessons.step_from(Scene(text="moon"), "swap", "scores", "  The\nmoon ")
    lesson = lessons.record(path, step, "not used", "ja")
    kept = path.read_bytes().decode()
    assert kept.startswith(written.rstrip())
    assert kept.count("\r\n") == kept.count("\n")
    assert lessons.load(path) == lesson == replace(lessons.parse(SMALL), steps=(*lessons.parse(SMALL).steps, step))
    assert (step.title, lesson.title, lesson.language) == ("The moon", "Small", "en")


def test_a_file_with_a_mistake_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(small("dimension: 8", "dimension: big"), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(LessonError, match="line 8: dimension must be"):
        lessons.record(path, lessons.step_from(Scene(), title="x"), "t", "en")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "step",
    [
        lessons.step_from(Scene(), title=""),
        lessons.step_from(Scene(text="a dog", model="demo"), title="x"),
        lessons.step_from(Scene(text="a " * 600_000), title="x"),
        Step("x", View(), "text\n\n# no title"),
        Step("x", View(), answer="> ? too late"),
        Step("x", View(highlight=Highlight("cell", row=9, column=9))),
    ],
)
def test_what_cannot_be_written_is_told_and_leaves_no_file(step: Step, tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"^a\.md"):
        lessons.record(tmp_path / "a.md", step, "t", "en")
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------------------------------------ shipped lessons


def shipped(language: str, name: str) -> Lesson:
    return lessons.load(FOLDER / language / f"{name}.md")


def test_seven_lessons_in_both_languages() -> None:
    for language in ("en", "ja"):
        assert sorted(path.stem for path in (FOLDER / language).iterdir()) == sorted(NAMES)
        found = [shipped(language, name) for name in NAMES]
        assert {lesson.language for lesson in found} == {language}
        assert [lesson.order for lesson in found] == [1, 2, 3, 4, 5, 6, 7]
    assert [shipped("en", name).title for name in NAMES] == [
        "What one head does", "Blind to order", "The triangle", "Why √d",
        "What the table costs", "What learned heads look at", "Why everything looks at the first token",
    ]  # fmt: skip


def as_a_kind(view: View) -> tuple[object, ...]:
    """What must be the same in both languages: all but words, and places, which go with the words."""
    scene = replace(
        view.scene,
        text="",
        change=replace(view.scene.change, text=""),
        pinned=None if view.scene.pinned is None else (0, None),
        swapped=None if view.scene.swapped is None else (0, 1),
    )
    mark = view.highlight
    return scene, view.panel, view.shown, mark and (mark.kind, mark.name)


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_show_the_same(name: str) -> None:
    for one, other in zip_longest(shipped("en", name).steps, shipped("ja", name).steps):
        assert (as_a_kind(one.view), as_a_kind(one.end)) == (as_a_kind(other.view), as_a_kind(other.end))
        assert (bool(one.text), bool(one.question), one.hides) == (bool(other.text), bool(other.question), other.hides)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", NAMES)
def test_every_step_makes_the_class_predict(language: str, name: str) -> None:
    lesson = shipped(language, name)
    assert 5 <= len(lesson.steps) <= 8
    assert lessons.parse(lessons.write(lesson)) == lesson
    for step in lesson.steps:
        assert step.text
        assert step.question.endswith(("?", "。", ".")), step.question
        assert step.answer
        # Short enough to be read beside the map
        assert max(len(step.text), len(step.answer)) <= (240 if language == "en" else 110)
        for view in (step.view, step.end):
            snapshot = derive(view.scene)
            assert snapshot.waiting is view.scene.loaded  # for its model; test_model_lessons has it
            if not snapshot.waiting:
                assert snapshot.trace is not None
                assert snapshot.pinned == view.scene.pinned  # nothing had to be moved inside
            assert view.highlight is None or view.highlight.kind != "widget" or view.highlight.name in WIDGETS
            # The presenter hides the bar with the controls
            assert view.highlight is None or view.highlight.name not in CONTROLS


def test_the_japanese_lessons_are_in_japanese() -> None:
    for name in NAMES:
        for step in shipped("ja", name).steps:
            assert step.question.endswith("。")
            for words in (step.text, step.question, step.answer):
                assert sum("\u3041" <= c <= "\u30ff" or "\u4e00" <= c <= "\u9fff" for c in words) >= 2


def test_the_instructions_are_true() -> None:
    words = (FOLDER / "README.md").read_text(encoding="utf-8")
    example = words.split("```")[1].lstrip("\n")
    step = lessons.parse(example).steps[0]
    assert step.hides
    assert step.end.scene.change.nines
    for name in (*(key for key in KNOWN if not key.startswith("reference ")), *PANELS, *MATRICES):
        assert f"`{name}`" in words, name
    assert {f"reference {key}" for key in PICTURE_KEYS} == {key for key in KNOWN if key.startswith("reference ")}
    assert "`reference text`" in words


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_header_alone_gives_title_and_order(language: str) -> None:
    for name in NAMES:
        path = FOLDER / language / f"{name}.md"
        whole, short = lessons.load(path), lessons.header(path)
        assert (short.title, short.order, short.language) == (whole.title, whole.order, whole.language)
        assert len(short.steps) == 1


def test_a_file_without_a_header_has_no_title(tmp_path: Path) -> None:
    for place, text in enumerate(("no lesson", "---\nlanguage: en\n---\n# a\n", "")):
        path = tmp_path / f"{place}.md"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(LessonError):
            lessons.header(path)


# What the lessons claim, measured


def test_the_demo_has_the_figures_that_are_told() -> None:
    trace = derive(shipped("en", "one-head").steps[3].end.scene).trace
    assert trace.scores[2].round(6).tolist() == [0, 2, 3, 1, 0]
    assert (trace.weights[2] * 100).round().tolist() == [4, 26, 71, 0, 0]
    assert trace.output[2].tobytes() == trace.weights[2].tobytes()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_swap_is_noticed_only_with_the_mask(language: str) -> None:
    lesson = shipped(language, "blind-to-order")
    for place, same in ((1, True), (4, False)):
        scene = lesson.steps[place].end.scene
        snapshot = derive(scene)
        i, j = scene.swapped or (0, 0)
        assert (snapshot.tokens[i], snapshot.tokens[j]) in (("cat", "dog"), ("猫", "犬"))
        assert order.swap(snapshot.head, snapshot.trace.x, i, j, snapshot.trace.mask).same_rows is same
    step = lesson.steps[3].end
    snapshot = derive(step.scene)
    one, other = step.scene.pinned[0], step.highlight.row
    assert snapshot.tokens[one] == snapshot.tokens[other]
    assert snapshot.trace.output[one].tobytes() == snapshot.trace.output[other].tobytes()
    first = lesson.steps[0]
    before, after = derive(first.view.scene), derive(first.end.scene)
    rows = [sorted(s.trace.weights[s.pinned[0]].tolist()) for s in (before, after)]
    assert before.tokens[before.pinned[0]] == after.tokens[after.pinned[0]]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nines_move_earlier_rows_only_without_the_triangle(language: str) -> None:
    masked, open_ = (derive(shipped(language, "triangle").steps[place].end.scene) for place in (3, 4))
    assert not masked.report.moved[:-1].any()
    assert masked.report.moved[-1] > 0
    assert (open_.report.moved > 0).all()


@pytest.mark.parametrize(("language", "small_range", "large"), [("en", "3.4", 1500), ("ja", "3.2", 950)])
def test_scores_spread_as_told(language: str, small_range: str, large: int) -> None:
    lesson = shipped(language, "why-root-d")
    scores = [derive(view.scene).trace.raw_scores for view in (lesson.steps[0].view, lesson.steps[0].end)]
    assert f"{scores[0].max() - scores[0].min():.1f}" == small_range
    assert small_range in lesson.steps[0].text
    assert scores[1].max() - scores[1].min() > large
    spike, cured = lesson.steps[1].end.scene, lesson.steps[3].end.scene
    assert derive(spike).trace.weights[0].max() > 0.99
    assert (derive(cured).trace.weights[0] > 0.05).sum() >= 3


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_figures_of_the_chapter_are_told_as_measured(language: str) -> None:
    lesson = shipped(language, "why-root-d")
    for place, scaled in ((2, False), (5, True)):
        for d in (8, 32, 64, 256):
            assert f"{scaling.peak(d, scaled):.3f}" in lesson.steps[place].answer


@pytest.mark.parametrize(("language", "numbers"), [("en", ("0.34", "−0.94")), ("ja", ("0.75", "0.07"))])
def test_the_score_by_hand_is_that_of_the_map(language: str, numbers: tuple[str, str]) -> None:
    step = shipped(language, "why-root-d").steps[4]
    mark = step.end.highlight
    trace = derive(step.end.scene).trace
    assert (mark.row, mark.column) == (mark.row, mark.row) == (step.view.highlight.row, step.end.scene.pinned[0])
    assert tuple(f"{value:.2f}".replace("-", "−") for value in trace.x[mark.row]) == numbers
    assert all(number in step.text for number in numbers)
    a, b = (float(number.replace("−", "-")) for number in numbers)
    whole, divided = trace.raw_scores[mark.row, mark.row], trace.scores[mark.row, mark.row]
    # By hand, from the two decimals, and by the head it comes out the same
    assert f"{a * a + b * b:.2f}" == f"{whole:.2f}"
    assert f"{round(a * a + b * b, 2) / 2**0.5:.2f}" == f"{divided:.2f}"
    assert f"= {whole:.2f}" in step.answer
    assert f"√2 = {divided:.2f}" in step.answer
    assert f"√2 = {25 / 2**0.5:.2f}" in step.answer


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_figures_of_the_chapter_are_shown_when_they_are_told(language: str) -> None:
    lesson = shipped(language, "why-root-d")
    for place in (2, 5):
        assert lesson.steps[place].view.panel == "none"
        end = lesson.steps[place].end
        assert (end.panel, end.highlight, end.scene.scaling_source) == (
            "scaling", Highlight("widget", "scaling_table"), "chapter",
        )  # fmt: skip


def test_shuffled_files_never_break_the_parser() -> None:
    rng = random.Random(3)
    lines = [line for name in NAMES for line in (FOLDER / "en" / f"{name}.md").read_text("utf-8").splitlines()]
    for _ in range(100):
        found = attempt(HEAD + "\n".join(rng.sample(lines, 30)))
        assert isinstance(found, Lesson) or 1 <= found.line <= 35


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_table_is_as_it_is_told(language: str) -> None:
    steps = shipped(language, "what-the-table-costs").steps
    reports = [derive(step.end.scene, panel="kinds").report for step in steps]
    rows = [{row.key: row for row in report.rows} for report in reports]
    assert all(step.end.panel == "kinds" for step in steps)
    # The first word changes: the last row notices in three of four kinds
    notice = {key: bool(row.sees[-1, 0]) for key, row in rows[1].items()}
    assert notice == {"full": True, "causal": True, "window": False, "gru": True}
    assert rows[1]["gru"].state is not None
    # Order: only the recurrence knows it, until it comes from outside
    assert {key: row.knows_order for key, row in rows[2].items()} == {
        "full": False, "causal": False, "linear": False, "gru": True,
    }  # fmt: skip
    assert steps[3].end.scene.position == "rope"
    assert all(row.knows_order for row in rows[3].values())
    # Twice the text
    grown = {
        key: KINDS[key].build(options_of(steps[4].end.scene)).cost(2048).multiply_adds
        / KINDS[key].build(options_of(steps[4].end.scene)).cost(1024).multiply_adds
        for key in rows[4]
    }  # fmt: skip
    assert grown == pytest.approx({"full": 4, "causal": 4, "window": 2, "linear": 2}, rel=0.01)
    # A state of fixed size
    fixed = {key: row.state is not None for key, row in rows[5].items()}
    assert fixed == {"causal": False, "linear": False, "linear_causal": True, "gru": True}
    assert rows[6]["state_space"].knows_order
    assert rows[6]["state_space"].state is not None
    assert not rows[6]["linear"].knows_order
