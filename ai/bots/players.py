"""Who may sit down by name: our levels, the priority list and random play.

A name is ``level[/style][+manner][+temper][@effort]``, such as ``master``, ``skilled+sporting``, ``steady+gentle+even``
or ``master/bruno+even@0.2``: a manner is fierce (unless another is named), sporting or gentle, a temper leader (unless
another is named) or even. ``priority`` takes a manner only, ``random`` nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ai.bot import LEVELS, MANNERS, TEMPERS, BotSpec, make_bot
from ai.bots.priority import PriorityBot
from ai.bots.random_bot import RandomBot
from ai.decision import Bot

OTHERS: Final[tuple[str, ...]] = ("priority", "random")
"""The players that are no level, to measure the levels against."""
FORM: Final = "level[/style][+manner][+temper][@effort]"
"""How a name is made up."""

_NAME = re.compile(
    r"(?P<level>[a-z_]+)(?:/(?P<style>[a-z_]+))?(?P<traits>(?:\+[a-z_]+)*)(?:@(?P<effort>[0-9]*\.?[0-9]+))?"
)


def spec_named(name: str) -> BotSpec | None:
    """What that name describes, or None for one of ``OTHERS``; ``ValueError`` if it describes nobody."""
    parts = _NAME.fullmatch(name)
    level = parts["level"] if parts else None
    if parts is None or (level not in LEVELS and level not in OTHERS):
        known = ", ".join((*LEVELS, *OTHERS))
        raise ValueError(f"there is no player {name!r}, expected {FORM} with one of: {known}")
    traits = _traits(name, parts["traits"])
    if level in OTHERS:
        _check_other(name, parts["level"], traits, is_bare=not (parts["style"] or parts["effort"]))
        return None
    spec = BotSpec(level=parts["level"])
    spec = replace(spec, manner=traits.get("manner", spec.manner), temper=traits.get("temper", spec.temper))
    if parts["style"]:
        spec = replace(spec, style=parts["style"])
    if parts["effort"]:
        spec = replace(spec, effort=float(parts["effort"]))
    return spec


def bot_named(name: str) -> Bot:
    """The bot of that name; ``ValueError`` if there is none.

    >>> type(bot_named("random")).__name__
    'RandomBot'
    """
    spec = spec_named(name)
    if spec is not None:
        return make_bot(spec)
    level, _, manner = name.partition("+")
    if level == "random":
        return RandomBot()
    return PriorityBot(manner=manner) if manner else PriorityBot()


def _traits(name: str, words: str) -> dict[str, str]:
    """Manner and temper among the words after ``+``, in any order."""
    traits: dict[str, str] = {}
    for word in words.split("+")[1:]:
        field = "manner" if word in MANNERS else "temper"
        if word not in (*MANNERS, *TEMPERS):
            known = ", ".join((*MANNERS, *TEMPERS))
            raise ValueError(f"{name!r} has {word!r} for a manner or temper, expected one of: {known}")
        if field in traits:
            raise ValueError(f"{name!r} has two of one kind: {traits[field]} and {word}")
        traits[field] = word
    return traits


def _check_other(name: str, level: str, traits: dict[str, str], *, is_bare: bool) -> None:
    if level == "random" and name != level:
        raise ValueError(f"random has no style, manner, temper or effort, got {name!r}")
    if not is_bare or "temper" in traits:
        raise ValueError(f"{level} has no style, temper or effort, got {name!r}")
