"""Where a language's compiled catalogue comes from.

A wheel and a frozen app carry it. A checkout has only the ``.po``: it is compiled once into the user's cache, under a
name made of its content, so an edited catalogue is compiled anew and two checkouts never read each other's.
"""

from __future__ import annotations

import gettext
import io
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import platformdirs

from game.ui.resources import MissingAssetError, checkout_root, data_root, is_checkout

DOMAIN = "milestone-rally"


def translated() -> list[str]:
    """The codes of the languages that have a catalogue, compiled or not."""
    return sorted(path.parts[-3] for path in data_root().glob(f"locale/*/LC_MESSAGES/{DOMAIN}.?o"))


def load(code: str) -> gettext.GNUTranslations:
    """The translations into a language; raises ``MissingAssetError`` if the installation lacks them."""
    folder = Path("locale", code, "LC_MESSAGES")
    if is_checkout():
        source = checkout_root() / folder / f"{DOMAIN}.po"
        return gettext.GNUTranslations(io.BytesIO(_compiled(_read(source), code, _cache())))
    return gettext.GNUTranslations(io.BytesIO(_read(data_root() / folder / f"{DOMAIN}.mo")))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise MissingAssetError(path) from None


def _cache() -> Path:
    return Path(platformdirs.user_cache_dir(DOMAIN, appauthor=False)) / "catalogues"


def _compiled(po: bytes, code: str, cache: Path) -> bytes:
    """The ``.mo`` of a ``.po``, from the cache if it is there; a cache that cannot be written is done without."""
    path = cache / f"{code}-{sha256(po).hexdigest()[:16]}.mo"
    try:
        return path.read_bytes()
    except OSError:
        mo = compile_po(po, code)
    with suppress(OSError):  # a read-only home: compiling again next time costs some 30 ms, and nothing is wrong
        _keep(path, mo, [old for old in cache.glob(f"{code}-*") if old != path])
    return mo


def _keep(path: Path, mo: bytes, outdated: list[Path]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(f".{os.getpid()}")
    scratch.write_bytes(mo)
    scratch.replace(path)
    for old in outdated:
        old.unlink(missing_ok=True)


def compile_po(po: bytes, code: str) -> bytes:
    """The ``.mo`` form of a ``.po`` file's content, without what is not translated yet: English stands in for it."""
    # Only a checkout compiles: an installed game never loads Babel's message tools.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    catalogue = read_po(io.BytesIO(po), locale=code)
    for message in [m for m in catalogue if m.id and not all(m.string or ())]:
        catalogue.delete(message.id, message.context)  # Babel itself would write a noun without any form
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()
