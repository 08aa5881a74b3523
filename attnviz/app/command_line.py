"""What the command says: read first, before Qt and NumPy are imported, so that `--version` answers at once.

Must not import Qt at the top: a machine without its libraries gets a sentence, not a traceback.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attnviz

if TYPE_CHECKING:
    from attnviz.state.scene import Scene

# Said here as well, so that they can be read before NumPy is imported; a test compares
_KINDS: Final = ("softmax", "linear", "performer", "state_space", "gru", "lstm")
_POSITIONS: Final = ("none", "sinusoidal", "learned", "rope", "alibi")
_MORE: Final = ("kind", "heads", "kv_heads", "position", "window", "second_text")
EXPORT_KINDS: Final = (".png", ".svg", ".pdf", ".csv", ".npz")


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for; None = not said."""

    text: str | None
    causal: bool | None
    dimension: int | None
    model: str | None
    open: Path | None
    export: Path | None
    more: Mapping[str, Any] = field(default_factory=dict)  # other fields of a picture
    trained: str | None = None  # a file, a folder, or "package:NAME"
    layer: int | None = None  # of it, from 1
    head: int | None = None  # the one that is shown, from 1

    @property
    def change_scene(self) -> bool:
        """True if anything said changes the scene."""
        said = (self.text, self.causal, self.dimension, self.model)
        return bool(self.more) or any(one is not None for one in said)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run attnviz. Returns the exit code: 0 well, 1 a file could not be read or written, 2 the command can't be run."""
    wishes = parse(sys.argv[1:] if arguments is None else arguments)
    from attnviz.app import screen

    if problem := screen.problem(needs_screen=wishes.export is None):
        sys.stderr.write(f"attnviz: {problem}\n")
        return 2
    from attnviz.app import start

    return start.export(wishes) if wishes.export is not None else start.show(wishes)


def parse(arguments: Sequence[str]) -> Wishes:
    """Return what `arguments` ask for. Ends the program with a sentence and exit code 2 for what can't be."""
    parser = _parser()
    said = parser.parse_args(arguments)
    if said.export is not None and said.export.suffix.lower() not in EXPORT_KINDS:
        kinds = ", ".join(EXPORT_KINDS)
        parser.error(f"--export {said.export}: the file name must end in one of {kinds}")
    if said.model == "demo" and said.text is not None and not _is_demo_text(said.text):
        parser.error("--model demo: its scores are only for its own five tokens; leave out the text")
    if said.model == "demo" and said.dim is not None:
        parser.error("--model demo: its width is fixed; leave out --dim")
    more = {name: getattr(said, name) for name in _MORE if getattr(said, name) is not None}
    if "heads" in more or "kv_heads" in more:
        more = _with_heads(parser, said.model, more)
    more = _with_model(parser, said, more)
    causal, place = False if said.no_mask else None, (said.trained, said.layer, said.head)
    return Wishes(said.text, causal, said.dim, said.model, said.open, said.export, more, *place)


def scene(wishes: Wishes, start: Scene) -> Scene:
    """Return `start` with what is asked for; a text begins a new scene of its own, unless a file was asked for, too."""
    from dataclasses import replace

    from attnviz.state.scene import DEMO_TEXT, Scene

    ground = start if wishes.text is None or wishes.open is not None else Scene()
    wished = ground if wishes.text is None else replace(ground, text=wishes.text)
    if wished.model == "demo" and wishes.text is not None and not _is_demo_text(wishes.text):
        wished = replace(wished, model="random")
    if wished.model == "demo" and (wishes.dimension is not None and wishes.model is None):
        wished = replace(wished, model="random")
    if wishes.model is not None:
        wished = replace(wished, model=wishes.model)
    if wishes.model == "demo":
        wished = replace(wished, text=DEMO_TEXT)
    if wished.model == "demo" and wishes.more.get("heads", 1) > 1:
        wished = replace(wished, model="random")
    elif wished.model == "demo":
        wished = replace(wished, heads=1, kv_heads=1, head=0)
    if wishes.causal is not None:
        wished = replace(wished, causal=wishes.causal)
    if "heads" in wishes.more:
        wished = replace(wished, head=0)
    fields: dict[str, Any] = dict(wishes.more)
    if wishes.dimension is not None:
        fields["dimension"] = wishes.dimension
    return replace(wished, **fields)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="attnviz", description="Compute attention while you type.", allow_abbrev=False
    )
    parser.add_argument("text", nargs="?", metavar="TEXT", help="the sentence to start with")
    parser.add_argument("--no-mask", action="store_true", help="let every token see all the others")
    parser.add_argument("--dim", type=_whole(512), metavar="N", help="the width d of the vectors, 1 to 512")
    parser.add_argument("--model", choices=("random", "identity", "demo"), help="which head computes")
    _add_trained(parser)
    _add_kinds(parser)
    parser.add_argument("--open", type=Path, metavar="FILE", help="open a saved scene (.attnviz)")
    parser.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help="open no window; write the picture (.png, .svg, .pdf), the weights (.csv) or every matrix (.npz)",
    )
    parser.add_argument("--version", action="version", version=f"attnviz {attnviz.__version__}")
    return parser


def _add_kinds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kind", choices=_KINDS, help="what mixes the tokens")
    parser.add_argument("--heads", type=_whole(96), metavar="N", help="how many heads, 1 to 96")
    parser.add_argument("--kv-heads", type=_whole(96), metavar="N", help="how many K/V heads they share")
    parser.add_argument("--position", choices=_POSITIONS, help="how order comes in from outside")
    parser.add_argument("--window", type=_whole(1024), metavar="N", help="how far a token sees, itself included")
    parser.add_argument("--second-text", metavar="TEXT", help="where keys and values come from")


def _add_trained(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trained",
        metavar="PATH",
        help="open a trained model (.gguf, or a folder with config.json), arrays (.npz, .safetensors) or package:NAME",
    )
    parser.add_argument("--layer", type=_whole(1000), metavar="N", help="which layer of it is shown, from 1")
    parser.add_argument("--head", type=_whole(96), metavar="N", help="which head is shown, from 1")


def _with_model(parser: argparse.ArgumentParser, said: argparse.Namespace, more: dict[str, Any]) -> dict[str, Any]:
    """Return the wishes with the head that is shown, of a trained model or of several heads."""
    if said.trained is not None:
        own = {"model": said.model, "dim": said.dim} | more
        given = [f"--{name.replace('_', '-')}" for name, told in own.items() if told is not None]
        if given:
            parser.error(f"--trained: a model brings its own; leave out {', '.join(given)}")
        return more
    if said.layer is not None:
        parser.error(f"--layer {said.layer}: only a trained model has layers; name one with --trained")
    if said.head is None:
        return more
    if said.head > more.get("heads", 1):
        parser.error(f"--head {said.head}: there are not so many heads; say how many with --heads")
    return more | {"head": said.head - 1}


def _with_heads(parser: argparse.ArgumentParser, model: str | None, more: dict[str, Any]) -> dict[str, Any]:
    """Return the wishes with numbers of heads that go together."""
    heads = more.get("heads", more.get("kv_heads", 1))
    kv_heads = more.get("kv_heads", heads)
    if heads % kv_heads:
        parser.error(f"--kv-heads {kv_heads}: this number must divide that of the heads, {heads}")
    if model == "demo" and heads > 1:
        parser.error("--model demo: it has one head; leave out --heads")
    return more | {"heads": heads, "kv_heads": kv_heads}


def _whole(most: int) -> Callable[[str], int]:
    def read(said: str) -> int:
        if not (said.isascii() and said.isdigit() and len(said) <= 4 and 1 <= int(said) <= most):
            raise argparse.ArgumentTypeError(f"{said!r} is not a whole number from 1 to {most}")
        return int(said)

    return read


def _is_demo_text(text: str) -> bool:
    from attnviz.core import tokens
    from attnviz.state.scene import DEMO_TOKENS

    return tuple(tokens.split(text, len(DEMO_TOKENS) + 1)) == DEMO_TOKENS
