"""Draws the game's icon for systems that want it as pixels.

python build/icons.py FILE.ico      an icon for Windows, with every size in it
python build/icons.py FILE.icns     one for macOS
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import pygame
from product import ICON

WINDOWS_SIZES = (16, 20, 24, 32, 40, 48, 64, 96, 128, 256)
"""The sizes that Windows shows in lists and the taskbar at 100 to 200 %, on tiles and in large previews."""
MACOS_SIZES = {
    "ic07": 128, "ic08": 256, "ic09": 512,
    "ic11": 32, "ic12": 64, "ic13": 256, "ic14": 512, "ic10": 1024,
}  # fmt: skip
"""The names of macOS for sizes in px; those in the second line are for twice the resolution."""


def png(size: int) -> bytes:
    """Return the icon rendered at that size in px, not scaled."""
    file = BytesIO()
    pygame.image.save(pygame.image.load_sized_svg(BytesIO(ICON.read_bytes()), (size, size)), file, "icon.png")
    return file.getvalue()


def ico(sizes: Sequence[int]) -> bytes:
    """Return a Windows icon of these sizes, at most 256, each as a PNG."""
    pictures = [png(size) for size in sizes]
    head = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(head) + 16 * len(pictures)
    for size, picture in zip(sizes, pictures, strict=True):
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    return head + b"".join(pictures)


def icns(sizes: Mapping[str, int]) -> bytes:
    """Return a macOS icon of these sizes by their names, each as a PNG."""
    pictures = [(name, png(size)) for name, size in sizes.items()]
    entries = b"".join(struct.pack(">4sI", name.encode(), 8 + len(picture)) + picture for name, picture in pictures)
    return struct.pack(">4sI", b"icns", 8 + len(entries)) + entries


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python build/icons.py FILE.ico|FILE.icns")
    to = Path(sys.argv[1])
    to.write_bytes(icns(MACOS_SIZES) if to.suffix == ".icns" else ico(WINDOWS_SIZES))
