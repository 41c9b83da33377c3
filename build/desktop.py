"""Write the files for Linux desktops in all languages: desktop entry, AppStream metadata, icons.

python build/desktop.py DIR     write DIR/applications, DIR/metainfo and DIR/icons, as they lie below /usr/share
"""

from __future__ import annotations

import shutil
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import icons
import store_listing
from environment import source_date
from product import HOMEPAGE, ICON, ID, LICENCE, NAME, PROGRAM, PUBLISHER, PUBLISHER_ID, SCREENSHOTS, changes, releases

from game.i18n import LANGUAGES, language, set_language

ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def in_every_language(said: Callable[[], str]) -> dict[str, str]:
    """Return a text by language, English first."""
    before, words = language(), {}
    for code in LANGUAGES:
        set_language(code)
        words[code] = said()
    set_language(before)
    return words


def desktop_entry() -> str:
    """Return the content of milestone-rally.desktop."""
    lines = ["[Desktop Entry]", "Type=Application", f"Name={NAME}"]
    texts = {
        "GenericName": store_listing.generic_name,
        "Comment": store_listing.comment,
        "Keywords": lambda: "".join(f"{word};" for word in store_listing.keywords()),
    }
    for key, said in texts.items():
        for code, words in in_every_language(said).items():
            lines.append(f"{key}={words}" if code == "en" else f"{key}[{code}]={words}")
    lines += [
        f"TryExec={PROGRAM}",
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


def _screenshots(component: ET.Element) -> None:
    """Add the README's pictures, with the addresses that the publisher has set."""
    if SCREENSHOTS is None:
        return
    screenshots = ET.SubElement(component, "screenshots")
    for name in ("title", "table", "score"):
        attributes = {"type": "default"} if name == "title" else {}
        image = ET.SubElement(ET.SubElement(screenshots, "screenshot", attributes), "image")
        image.text = f"{SCREENSHOTS.rstrip('/')}/{name}.png"


def _releases(component: ET.Element) -> None:
    """All versions of the changelog with their points; one that is not released yet has the date of its commit."""
    found = ET.SubElement(component, "releases")
    for version, date in releases():
        day = date or datetime.fromtimestamp(source_date(), UTC).date().isoformat()
        kind = "stable" if date else "development"
        release = ET.SubElement(found, "release", {"version": version, "date": day, "type": kind})
        if points := changes().get(version):
            listed = ET.SubElement(ET.SubElement(release, "description"), "ul")
            for point in points:
                ET.SubElement(listed, "li").text = point


def metainfo() -> bytes:
    """Return the AppStream metadata."""
    component = ET.Element("component", {"type": "desktop-application"})
    for tag, words in (("id", ID), ("name", NAME), ("metadata_license", "CC0-1.0"), ("project_license", LICENCE)):
        ET.SubElement(component, tag).text = words
    developer = ET.SubElement(component, "developer", {"id": PUBLISHER_ID})
    ET.SubElement(developer, "name").text = PUBLISHER
    _translated(component, "summary", store_listing.comment)
    description = ET.SubElement(component, "description")
    for i in range(len(store_listing.description())):
        _translated(description, "p", lambda i=i: store_listing.description()[i])
    features = ET.SubElement(description, "ul")
    for i in range(len(store_listing.features())):
        _translated(features, "li", lambda i=i: store_listing.features()[i])
    if HOMEPAGE is not None:
        ET.SubElement(component, "url", {"type": "homepage"}).text = HOMEPAGE
    _screenshots(component)
    ET.SubElement(component, "launchable", {"type": "desktop-id"}).text = f"{PROGRAM}.desktop"
    ET.SubElement(ET.SubElement(component, "provides"), "binary").text = PROGRAM
    categories = ET.SubElement(component, "categories")
    for category in ("Game", "CardGame"):
        ET.SubElement(categories, "category").text = category
    ET.SubElement(component, "content_rating", {"type": "oars-1.1"})
    _releases(component)
    languages = ET.SubElement(component, "languages")
    for code in LANGUAGES:
        ET.SubElement(languages, "lang", {"percentage": "100"}).text = code
    ET.indent(component)
    return ET.tostring(component, encoding="utf-8", xml_declaration=True) + b"\n"


def write_icons(to: Path) -> None:
    """Write the icon as SVG, and as PNG in the sizes that desktops ask for."""
    for size in ICON_SIZES:
        picture = to / "hicolor" / f"{size}x{size}" / "apps" / f"{PROGRAM}.png"
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_bytes(icons.png(size))
    scalable = to / "hicolor" / "scalable" / "apps" / f"{PROGRAM}.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ICON, scalable)


def write(share: Path) -> list[Path]:
    """Write all files below a folder like /usr/share; return entry and metadata."""
    entry = share / "applications" / f"{PROGRAM}.desktop"
    meta = share / "metainfo" / f"{ID}.metainfo.xml"
    for path in (entry, meta):
        path.parent.mkdir(parents=True, exist_ok=True)
    entry.write_text(desktop_entry(), encoding="utf-8")
    meta.write_bytes(metainfo())
    write_icons(share / "icons")
    return [entry, meta]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python build/desktop.py DIR")
    for path in write(Path(sys.argv[1])):
        print(path)
