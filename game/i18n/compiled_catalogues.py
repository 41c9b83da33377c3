"""Loads a language's compiled catalogue.

A wheel and a frozen app contain compiled catalogues. A checkout has only the ``.po`` files: each is compiled once into
the user's cache, under a name made from its content, so an edited catalogue is compiled again.
"""

from __future__ import annotations

import gettext
import io
import os
import struct
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import platformdirs

from game.system.resources import (
    AssetError,
    DamagedAssetError,
    checkout_root,
    data_root,
    is_checkout,
    read_file,
)

DOMAIN = "milestone-rally"
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)  # a .mo contains a date, and the same catalogue must give the same file


def translated_languages() -> list[str]:
    """Return the codes of the languages that have a catalogue, compiled or not."""
    return sorted(path.parts[-3] for path in data_root().glob(f"locale/*/LC_MESSAGES/{DOMAIN}.?o"))


def load_catalogue(code: str) -> gettext.GNUTranslations:
    """Load the translations into a language. Raises ``AssetError`` if they are missing or damaged."""
    folder = Path("locale", code, "LC_MESSAGES")
    if is_checkout():
        source = checkout_root() / folder / f"{DOMAIN}.po"
        return _compiled(source, code, _cache())
    path = data_root() / folder / f"{DOMAIN}.mo"
    return _translations(read_file(path), path)


def _translations(mo: bytes, path: Path) -> gettext.GNUTranslations:
    """Parse a compiled catalogue; the error for a damaged one names ``path``."""
    try:
        return _parsed(mo)
    except (OSError, ValueError, LookupError, struct.error) as error:  # gettext checks little of its input
        raise DamagedAssetError(path, error) from error


@lru_cache(maxsize=8)
def _parsed(mo: bytes) -> gettext.GNUTranslations:
    """Parse a compiled catalogue; cached, as a user who cycles through the languages returns to the same ones."""
    return gettext.GNUTranslations(io.BytesIO(mo))


def _cache() -> Path | None:
    """Return the cache folder for compiled catalogues, or None if the user has no home folder."""
    with suppress(RuntimeError):
        folder = Path(platformdirs.user_cache_dir(DOMAIN, appauthor=False))
        return folder / "catalogues" if folder.is_absolute() else None
    return None


def _compiled(source: Path, code: str, cache: Path | None) -> gettext.GNUTranslations:
    """Return the translations of the file ``source`` (.po), from the cache if possible.

    A failure to write into the cache is ignored.
    """
    po = read_file(source)
    if cache is None:
        return _translations(_compiled_po(source, po, code), source)
    path = cache / f"{code}-{sha256(po).hexdigest()[:16]}.mo"
    with suppress(OSError, AssetError):
        return _translations(path.read_bytes(), path)
    mo = _compiled_po(source, po, code)
    with suppress(OSError):  # a read-only home: compiling again next time takes only about 30 ms
        _keep(path, mo, [old for old in cache.glob(f"{code}-*") if old != path])
    return _translations(mo, source)


def _compiled_po(source: Path, po: bytes, code: str) -> bytes:
    try:
        return compile_po(po, code)
    except (ValueError, LookupError) as error:
        raise DamagedAssetError(source, error) from error


def _keep(path: Path, mo: bytes, outdated: list[Path]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(f".{os.getpid()}")
    scratch.write_bytes(mo)
    scratch.replace(path)
    for old in outdated:
        old.unlink(missing_ok=True)


@lru_cache(maxsize=8)
def compile_po(po: bytes, code: str) -> bytes:
    """Compile the content of a .po file to that of a .mo file; untranslated messages are left out and stay English."""
    # Only a checkout compiles: an installed game never loads Babel's message tools.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    catalogue = read_po(io.BytesIO(po), locale=code)
    catalogue.creation_date = _NO_DATE
    for message in [m for m in catalogue if m.id and not all(m.string or ())]:
        catalogue.delete(message.id, message.context)  # Babel itself would write an empty plural form
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()
