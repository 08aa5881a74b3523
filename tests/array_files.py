"""Attention weights made for tests, and files that hold them, written here byte by byte where a library could not."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def maps(*shape: int, seed: int = 0, causal: bool = False) -> NDArray[np.float32]:
    """Return weights of this shape whose rows add up to 1."""
    weights = np.random.default_rng(seed).random(shape) + 0.1
    if causal:
        weights *= np.tri(shape[-2], shape[-1])
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True), np.float32)


def halved(weights: Array) -> NDArray[np.uint16]:
    """Return the bits of numbers cut to bfloat16 (towards zero)."""
    return np.asarray(np.ascontiguousarray(weights, np.float32).view(np.uint32) >> 16, np.uint16)


def widened(halves: NDArray[np.uint16]) -> NDArray[np.float32]:
    """Return what bits of bfloat16 stand for, one number at a time."""
    numbers = [np.frombuffer(b"\0\0" + int(bits).to_bytes(2, "little"), "<f4")[0] for bits in halves.ravel()]
    return np.array(numbers, np.float32).reshape(halves.shape)


def npz_bytes(arrays: Mapping[str, Array], packed: bool = False) -> bytes:
    """Return an .npz file as NumPy writes it."""
    file = io.BytesIO()
    (np.savez_compressed if packed else np.savez)(file, **dict(arrays))  # type: ignore[arg-type]
    return file.getvalue()


def npy_bytes(array: Array) -> bytes:
    """Return an .npy file as NumPy writes it."""
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def npy_claiming(header: str, data: bytes = b"") -> bytes:
    """Return an .npy file with any header."""
    text = header.encode("latin-1") + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data


def zip_bytes(members: Mapping[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """Return a ZIP file with these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def written(path: Path, data: bytes) -> Path:
    """Write a file and return its path."""
    path.write_bytes(data)
    return path
