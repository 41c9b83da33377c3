"""The translator. Every text is translated when it is drawn, so switching the language needs no restart.

English is the source language and has no catalogue. The other languages are those with a catalogue in ``locale/``, so
adding a language needs no change of the code (docs/translating.md). Strings keep their soft hyphens and narrow spaces;
the code that draws text breaks lines at soft hyphens and draws narrow spaces.
"""

from __future__ import annotations

import gettext
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from functools import cache, lru_cache

import pygame

from game.i18n.compiled_catalogues import load_catalogue, translated_languages
from game.phrases import TERMS_OF_RULES, Phrase

LANGUAGES: tuple[str, ...] = ("en", *translated_languages())
Words = Phrase | Callable[[], str]
"""A text that follows the language: a phrase, or a function if the text is composed."""


_GROUPED_FROM = {"hu": 10_000}
"""By language, the smallest number with a thousands separator, if not 1,000: Hungarian writes 5000, but 10 000."""

_GROUPS = {"en": ",", "de": ".", "it": ".", "fr": "\u202f", "hu": "\u00a0"}
"""Thousands separators by language, copied from Babel: loading it takes 30 ms, so only other languages use it."""

_ILLEGIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Characters that cannot be shown: control characters, and surrogates, which stand for bytes that are not UTF-8."""


class _Current:
    """The language in use and its translations; class attributes, so that a switch needs no ``global`` statement."""

    code = "en"
    translations: gettext.NullTranslations = gettext.NullTranslations()


def set_language(code: str) -> None:
    """Switch to one of ``LANGUAGES``; the caller must redraw all texts on the screen (``Scene.rebuild_layout``)."""
    if code not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {code!r}")
    _Current.translations = catalogue(code)
    _Current.code = code


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """Return the translations into one of ``LANGUAGES``.

    They are cached: reading them takes 25 ms, too long for each switch of the language.
    """
    return gettext.NullTranslations() if code == "en" else load_catalogue(code)


def language() -> str:
    """Return the code of the language in use."""
    return _Current.code


@cache
def own_language_name(code: str) -> str:
    """Return a language's own name from its catalogue, or its code if the catalogue has none."""
    if code == "en":
        return "English"
    # Translators: the name of your language in your language, as it stands in the list of languages.
    own = load_catalogue(code).pgettext("own name of the language", "English")
    return code if own == "English" else own


def _forget_false_time_zone() -> None:
    """Delete the variable TZ if it names a file that is no time zone: with it, importing Babel would fail."""
    name = os.environ.get("TZ", "").removeprefix(":")
    if name and os.path.exists(name) and not (os.path.isfile(name) and _is_time_zone(name)):
        del os.environ["TZ"]
        if hasattr(time, "tzset"):
            time.tzset()


def _is_time_zone(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"TZif"
    except OSError:
        return False


_forget_false_time_zone()


def menu_order() -> list[str]:
    """Return the language codes in the order of menus: English first, the others sorted by their own names."""
    return sorted(LANGUAGES, key=lambda code: (code != "en", own_language_name(code)))


def next_language() -> str:
    """Return the language after the one in use, in the order of menus; after the last comes the first."""
    order = menu_order()
    return order[(order.index(_Current.code) + 1) % len(order)]


def _(message: str, /, **values: object) -> str:
    """Translate the message and fill in its ``{placeholders}``."""
    return _filled(_Current.translations.gettext(message), values)


def _n(one: str, many: str, n: int, /, **values: object) -> str:
    """Translate a message in the plural form for ``n``; ``{n}`` becomes the number as the language writes it."""
    return _filled(_Current.translations.ngettext(one, many, n), {"n": n, **values})


def _p(context: str, message: str, /, **values: object) -> str:
    """Translate the message in a gettext context, which must be a string literal and is never shown."""
    return _filled(_Current.translations.pgettext(context, message), values)


def _r(rules_id: str, message: str, /, **values: object) -> str:
    """Translate the message with the terms of a rule set's booklet; the rule set id is the gettext context.

    Extraction writes the message once for each rule set. A variant such as ``winning_moves.snow`` uses the terms of the
    rule set named before the dot.
    """
    return _filled(_Current.translations.pgettext(rules_id.partition(".")[0], message), values)


def _rn(rules_id: str, one: str, many: str, n: int, /, **values: object) -> str:
    """Translate like ``_r`` in the plural form for ``n``; ``{n}`` becomes the number as the language writes it."""
    return _filled(_Current.translations.npgettext(rules_id.partition(".")[0], one, many, n), {"n": n, **values})


def say(words: Words, /) -> str:
    """Return the text in the language in use."""
    if not isinstance(words, Phrase):
        return words()
    return _filled(_translation(words, words.context), dict(words.values))


def say_number(phrase: Phrase, n: int, rules_id: str, /, **values: object) -> str:
    """Translate a phrase in the plural form for ``n``, with the terms of a rule set, if it has either (``_rn``)."""
    context = rules_id.partition(".")[0] if phrase.context == TERMS_OF_RULES else phrase.context
    return _filled(_translation(phrase, context, n), {"n": n, **values})


def _translation(phrase: Phrase, context: str, n: int = 1) -> str:
    translations, message = _Current.translations, phrase.message
    if not phrase.many:  # catalogues keep messages with a plural under other keys
        return translations.pgettext(context, message) if context else translations.gettext(message)
    if context:
        return translations.npgettext(context, message, phrase.many, n)
    return translations.ngettext(message, phrase.many, n)


def _filled(text: str, values: Mapping[str, object]) -> str:
    """Fill in the placeholders: integers as the language writes them, strings without control characters."""
    if not values:
        return text
    return text.format_map({key: _formatted_value(value) for key, value in values.items()})


def _formatted_value(value: object) -> object:
    if type(value) is int:
        return number(value)
    return replace_unprintable(value) if isinstance(value, str) else value


def replace_unprintable(text: str) -> str:
    """Replace each character that cannot be shown by the sign �; file names may have such characters.

    These are control characters, and surrogates, which Python uses for bytes that are not UTF-8.
    """
    return text if text.isprintable() else _ILLEGIBLE.sub("�", text)


def capital(text: str) -> str:
    """Return the text with its first letter in upper case, to use a term as a heading."""
    return text[:1].upper() + text[1:]


def number(n: int) -> str:
    """Format an integer as the current language writes it, with a real minus sign: 5,000 · 5.000 · 5 000 · −350."""
    return _formatted(n, _Current.code)


@lru_cache(maxsize=1024)
def _formatted(n: int, code: str) -> str:
    """Format an integer for a language; cached, as each painting of the table formats the same kilometres."""
    is_grouped = abs(n) >= _GROUPED_FROM.get(code, 0)
    if code in _GROUPS:
        return (f"{n:,}".replace(",", _GROUPS[code]) if is_grouped else str(n)).replace("-", "−")
    # Imported only when needed: the title screen does without Babel and must appear at once.
    from babel.numbers import format_decimal  # noqa: PLC0415

    return str(format_decimal(n, locale=code, group_separator=is_grouped)).replace("-", "−")


def decimal(value: float) -> str:
    """Format a number with one decimal place: 2.1 · 2,1."""
    from babel.numbers import format_decimal  # noqa: PLC0415 - as in ``number``

    return str(format_decimal(value, format="#,##0.0", locale=_Current.code)).replace("-", "−")


def month_and_year(day: date) -> str:
    """Format a date as month and year, the heading of a calendar month: November 2026 · Novembre 2026."""
    return capital(_in_locale(day, "yMMMM"))


def weekday_in_short(day: date) -> str:
    """Format the abbreviated weekday, as the heading of a calendar column: Sun · So."""
    return capital(_date(day, "ccc"))


def weekday_and_day(day: date) -> str:
    """Format a date with its weekday but without the year: Sunday, November 22 · Sonntag, 22. November."""
    # Translators: a date, as "Sunday, November 22"; day and month are in the order and form of the language already.
    said = _p("date", "{weekday}, {day}", weekday=_date(day, "EEEE"), day=_in_locale(day, "MMMMd"))
    return capital(said)


def day_and_month(day: date) -> str:
    """Format a recent date as abbreviated month and day: Nov 22 · 22. Nov."""
    return _in_locale(day, "MMMd")


def _in_locale(day: date, skeleton: str) -> str:
    from babel.dates import format_skeleton  # noqa: PLC0415 - as in ``number``

    return str(format_skeleton(skeleton, datetime(day.year, day.month, day.day), locale=_Current.code))


def _date(day: date, pattern: str) -> str:
    from babel.dates import format_date  # noqa: PLC0415 - as in ``number``

    return str(format_date(day, pattern, locale=_Current.code))


def percent(n: int) -> str:
    """Format a whole percentage: 62% · 62 %."""
    from babel.numbers import format_percent  # noqa: PLC0415 - as in ``number``

    return str(format_percent(n / 100, locale=_Current.code))


def system_language(setting: str | None) -> str:
    """Return the code of the language to start with.

    That is ``setting`` if it is one of ``LANGUAGES``, else the first that the environment or the operating system
    prefers, else English.
    """
    if setting in LANGUAGES:
        return setting
    return next((code for code in _preferences(os.environ) if code in LANGUAGES), "en")


def _preferences(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the user's preferred languages, best first.

    Like GNU gettext, ignore the variable LANGUAGE if the locale is C. The system's own list comes last.
    """
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    listed = environment.get("LANGUAGE", "").split(":")
    yield from map(_code, [locale] if _is_plain(locale) else [*listed, locale])
    for preference in pygame.system.get_pref_locales():
        yield preference["language"].lower()


def _code(locale: str) -> str:
    """Return the language code of a locale such as de_AT.UTF-8@euro."""
    return "en" if _is_plain(locale) else re.split("[-_.@]", locale, maxsplit=1)[0].lower()


def _is_plain(locale: str) -> bool:
    """Return whether the locale is C or POSIX, with any encoding; these stand for English."""
    return locale.partition(".")[0].lower() in ("c", "posix")
