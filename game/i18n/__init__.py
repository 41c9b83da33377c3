"""The translator: every word on the screen goes through here when it is drawn, so a language switch needs no restart.

English is the source language and has no catalogue. The others are those that have one in ``locale/``: another language
needs no change of the code (docs/translating.md). Strings keep their soft hyphens and narrow spaces; the text module
breaks at the first and draws the second.
"""

from __future__ import annotations

import gettext
import os
import re
import time
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cache, lru_cache

import pygame

from game.i18n.compiled_catalogues import load, translated

PURPOSE = "what a part of the game is for"
"""The context of the messages that stand in the index of licences, and are extracted from there."""
ACTION = "action"
"""The context of the names that stand in the table of actions, and are extracted from there."""
LANGUAGES: tuple[str, ...] = ("en", *translated())
"""The languages of the interface: English, and those that have a catalogue."""


_GROUPED_FROM = {"hu": 10_000}
"""The first number whose thousands are set apart, where that is not 1,000: Hungarian has 5000, but 10 000."""

_GROUPS = {"en": ",", "de": ".", "it": ".", "fr": "\u202f", "hu": "\u00a0"}
"""What sets thousands apart, as Babel says it, which takes 30 ms to load; it is asked for any other language."""

_ILLEGIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Controls, and bytes of a file's name that are no UTF-8, as Python reads them."""


class _Current:
    """The one translator in use; a class, so that switching needs no ``global``."""

    code = "en"
    translations: gettext.NullTranslations = gettext.NullTranslations()


def set_language(code: str) -> None:
    """Switch every word to one of ``LANGUAGES``; what is drawn already must be drawn again (``Scene.relabel``)."""
    if code not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {code!r}")
    _Current.translations = catalogue(code)
    _Current.code = code


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """The translations into one of ``LANGUAGES``, kept: reading them takes 25 ms, for which no switch is to wait."""
    return gettext.NullTranslations() if code == "en" else load(code)


def language() -> str:
    """The code of the language in use."""
    return _Current.code


@cache
def endonym(code: str) -> str:
    """A language's own name, as its catalogue says it; its code if the catalogue does not."""
    if code == "en":
        return "English"
    # Translators: the name of your language in your language, as it stands in the list of languages.
    own = load(code).pgettext("own name of the language", "English")
    return code if own == "English" else own


def _forget_false_time_zone() -> None:
    """Take back a TZ that leads to a file with no time zone in it, with which Babel could not even be imported."""
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
    """The languages as they are listed: English, then by their own names."""
    return sorted(LANGUAGES, key=lambda code: (code != "en", endonym(code)))


def next_language() -> str:
    """The language listed below the one in use; below the last comes the first."""
    order = menu_order()
    return order[(order.index(_Current.code) + 1) % len(order)]


def _(message: str, /, **values: object) -> str:
    """The message in the language in use, its ``{placeholders}`` filled in."""
    return _filled(_Current.translations.gettext(message), values)


def _n(one: str, many: str, n: int, /, **values: object) -> str:
    """The form of a message that goes with the number ``n``; ``{n}`` is written as the locale does."""
    return _filled(_Current.translations.ngettext(one, many, n), {"n": n, **values})


def _p(context: str, message: str, /, **values: object) -> str:
    """The message as it is said in that context; the context is a literal, never shown."""
    return _filled(_Current.translations.pgettext(context, message), values)


def _r(rules_id: str, message: str, /, **values: object) -> str:
    """The message in the words of a rule set's booklet: its context is the rule set, and it is extracted for each.

    What follows a dot is a variant's, which has the words of the rule set before it.
    """
    return _filled(_Current.translations.pgettext(rules_id.partition(".")[0], message), values)


def _rn(rules_id: str, one: str, many: str, n: int, /, **values: object) -> str:
    """Like ``_r``, in the form that goes with the number ``n``; ``{n}`` is written as the locale does."""
    return _filled(_Current.translations.npgettext(rules_id.partition(".")[0], one, many, n), {"n": n, **values})


def _filled(text: str, values: Mapping[str, object]) -> str:
    """The text with its placeholders filled in; a whole number is written as the locale does, the rest legibly."""
    if not values:
        return text
    return text.format_map({key: _said(value) for key, value in values.items()})


def _said(value: object) -> object:
    if type(value) is int:
        return number(value)
    return legible(value) if isinstance(value, str) else value


def legible(text: str) -> str:
    """The text with replacement signs for what is none: bytes that are no UTF-8, and controls, as in names of files."""
    return text if text.isprintable() else _ILLEGIBLE.sub("�", text)


def part_purpose(what: str) -> str:
    """What a part of the game is for, of which the index of licences says so in English."""
    return _p(PURPOSE, what)


def action_words(english: str) -> str:
    """What can be asked for by a key, of which the table of actions says so in English."""
    return _p(ACTION, english)


def setting_words(english: str) -> str:
    """What a setting is called, of which its field says so in English."""
    return _(english)


def of_rule_set(text: str) -> str:
    """What a rule set's file says of it in English, such as its name."""
    return _(text)


def capital(text: str) -> str:
    """The text with its first letter large, for headings made of a term."""
    return text[:1].upper() + text[1:]


def number(n: int) -> str:
    """A whole number as the language writes it, with a true minus: 5,000 · 5.000 · 5 000 · 5000 · −350."""
    return _formatted(n, _Current.code)


@lru_cache(maxsize=1024)
def _formatted(n: int, code: str) -> str:
    """Kept, since the table says the same kilometres again whenever it is painted."""
    is_grouped = abs(n) >= _GROUPED_FROM.get(code, 0)
    if code in _GROUPS:
        return (f"{n:,}".replace(",", _GROUPS[code]) if is_grouped else str(n)).replace("-", "−")
    # Imported when it is needed: the title does without, and is to be seen at once.
    from babel.numbers import format_decimal  # noqa: PLC0415

    return str(format_decimal(n, locale=code, group_separator=is_grouped)).replace("-", "−")


def decimal(value: float) -> str:
    """A number with one decimal place as the locale writes it: 2.1 · 2,1."""
    from babel.numbers import format_decimal  # noqa: PLC0415 - as in ``number``

    return str(format_decimal(value, format="#,##0.0", locale=_Current.code)).replace("-", "−")


def month_and_year(day: date) -> str:
    """The month as the head of a calendar has it: November 2026 · novembre 2026."""
    return capital(_in_locale(day, "yMMMM"))


def weekday_in_short(day: date) -> str:
    """The day of the week as a column of a calendar is headed: Sun · So."""
    return capital(_date(day, "ccc"))


def weekday_and_day(day: date) -> str:
    """A date with its weekday and without its year: Sunday, November 22 · Sonntag, 22. November."""
    # Translators: a date, as "Sunday, November 22"; day and month are in the order and form of the language already.
    said = _p("date", "{weekday}, {day}", weekday=_date(day, "EEEE"), day=_in_locale(day, "MMMMd"))
    return capital(said)


def day_and_month(day: date) -> str:
    """A date of these months, in short: Nov 22 · 22. Nov."""
    return _in_locale(day, "MMMd")


def _in_locale(day: date, skeleton: str) -> str:
    from babel.dates import format_skeleton  # noqa: PLC0415 - as in ``number``

    return str(format_skeleton(skeleton, datetime(day.year, day.month, day.day), locale=_Current.code))


def _date(day: date, pattern: str) -> str:
    from babel.dates import format_date  # noqa: PLC0415 - as in ``number``

    return str(format_date(day, pattern, locale=_Current.code))


def percent(n: int) -> str:
    """A whole number of hundredths as the locale writes it: 62% · 62 %."""
    from babel.numbers import format_percent  # noqa: PLC0415 - as in ``number``

    return str(format_percent(n / 100, locale=_Current.code))


def system_language(setting: str | None) -> str:
    """The language to start with: the user's setting, the environment's, the system's, else English."""
    if setting in LANGUAGES:
        return setting
    return next((code for code in _preferences(os.environ) if code in LANGUAGES), "en")


def _preferences(environment: Mapping[str, str]) -> Iterator[str]:
    """The languages asked for, best first, as GNU gettext reads them: LANGUAGE lists them unless the locale is C."""
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    listed = environment.get("LANGUAGE", "").split(":")
    yield from map(_code, [locale] if _is_plain(locale) else [*listed, locale])
    for preference in pygame.system.get_pref_locales():
        yield preference["language"].lower()


def _code(locale: str) -> str:
    """The language of a locale such as de_AT.UTF-8@euro."""
    return "en" if _is_plain(locale) else re.split("[-_.@]", locale, maxsplit=1)[0].lower()


def _is_plain(locale: str) -> bool:
    """Whether a locale is a wish for plain English, as POSIX programs have it, whatever its encoding."""
    return locale.partition(".")[0].lower() in ("c", "posix")
