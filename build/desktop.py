"""Writes what a Linux desktop wants to know of the game, in all its languages: desktop entry and AppStream metadata.

python build/desktop.py DIR     write DIR/applications, DIR/metainfo and DIR/icons, as they lie below /usr/share
"""

from __future__ import annotations

import shutil
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

from product import ICON, ID, NAME, PROGRAM, PUBLISHER

from game.ui.i18n import LANGUAGES, language, set_language
from game.ui.words import shop

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def in_every_language(said: Callable[[], str]) -> dict[str, str]:
    """What is said, by language, English first."""
    before, words = language(), {}
    for code in LANGUAGES:
        set_language(code)
        words[code] = said()
    set_language(before)
    return words


def desktop_entry() -> str:
    """The content of milestone-rally.desktop."""
    lines = ["[Desktop Entry]", "Type=Application", f"Name={NAME}"]
    texts = {
        "GenericName": shop.generic_name,
        "Comment": shop.comment,
        "Keywords": lambda: "".join(f"{word};" for word in shop.keywords()),
    }
    for key, said in texts.items():
        for code, words in in_every_language(said).items():
            lines.append(f"{key}={words}" if code == "en" else f"{key}[{code}]={words}")
    lines += [
        f"Exec={PROGRAM}",
        f"Icon={PROGRAM}",
        "Terminal=false",
        "Categories=Game;CardGame;",
        f"StartupWMClass={PROGRAM}",
    ]
    return "\n".join(lines) + "\n"


def _translated(parent: ET.Element, tag: str, said: Callable[[], str]) -> None:
    for code, words in in_every_language(said).items():
        element = ET.SubElement(parent, tag, {} if code == "en" else {XML_LANG: code})
        element.text = words


def metainfo() -> bytes:
    """The content of milestone-rally.metainfo.xml."""
    component = ET.Element("component", {"type": "desktop-application"})
    for tag, words in (
        ("id", ID), ("name", NAME), ("metadata_license", "CC0-1.0"), ("project_license", "MIT"),
        ("developer_name", PUBLISHER),
    ):  # fmt: skip
        ET.SubElement(component, tag).text = words
    _translated(component, "summary", shop.comment)
    description = ET.SubElement(component, "description")
    for i in range(len(shop.description())):
        _translated(description, "p", lambda i=i: shop.description()[i])
    features = ET.SubElement(description, "ul")
    for i in range(len(shop.features())):
        _translated(features, "li", lambda i=i: shop.features()[i])
    ET.SubElement(component, "launchable", {"type": "desktop-id"}).text = f"{PROGRAM}.desktop"
    ET.SubElement(ET.SubElement(component, "provides"), "binary").text = PROGRAM
    categories = ET.SubElement(component, "categories")
    for category in ("Game", "CardGame"):
        ET.SubElement(categories, "category").text = category
    ET.SubElement(component, "content_rating", {"type": "oars-1.1"})
    languages = ET.SubElement(component, "languages")
    for code in LANGUAGES:
        ET.SubElement(languages, "lang", {"percentage": "100"}).text = code
    ET.indent(component)
    return ET.tostring(component, encoding="utf-8", xml_declaration=True) + b"\n"


def write(share: Path) -> list[Path]:
    """Write all files below a folder that is laid out like /usr/share; returns them."""
    entry = share / "applications" / f"{PROGRAM}.desktop"
    meta = share / "metainfo" / f"{PROGRAM}.metainfo.xml"
    icon = share / "icons" / "hicolor" / "scalable" / "apps" / f"{PROGRAM}.svg"
    for path in (entry, meta, icon):
        path.parent.mkdir(parents=True, exist_ok=True)
    entry.write_text(desktop_entry(), encoding="utf-8")
    meta.write_bytes(metainfo())
    shutil.copyfile(ICON, icon)
    return [entry, meta, icon]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python build/desktop.py DIR")
    for path in write(Path(sys.argv[1])):
        print(path)
