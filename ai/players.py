"""Who may sit down by name: our levels, the priority list and random play.

A name is ``level[/style][@effort]``: ``master``, ``master/bruno``, ``master@0.2``, ``master/bruno@0.2``; or
``priority`` or ``random``, which have neither style nor effort.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ai.bot import LEVELS, BotSpec, make_bot
from ai.decision import Bot
from ai.priority import PriorityBot
from ai.randomly import RandomBot

OTHERS: Final[dict[str, Callable[[], Bot]]] = {"priority": PriorityBot, "random": RandomBot}
"""The players that are no level, to measure the levels against."""

_NAME = re.compile(r"(?P<level>[a-z_]+)(?:/(?P<style>[a-z_]+))?(?:@(?P<effort>[0-9]*\.?[0-9]+))?")


def spec_named(name: str) -> BotSpec | None:
    """What that name describes, or None for one of ``OTHERS``; ``ValueError`` if it describes nobody."""
    parts = _NAME.fullmatch(name)
    level = parts["level"] if parts else None
    if parts is None or (level not in LEVELS and level not in OTHERS):
        known = ", ".join((*LEVELS, *OTHERS))
        raise ValueError(f"there is no player {name!r}, expected level[/style][@effort] with one of: {known}")
    if level in OTHERS:
        if name != level:
            raise ValueError(f"{level} has neither style nor effort, got {name!r}")
        return None
    spec = BotSpec(level=parts["level"])
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
    return OTHERS[name]() if spec is None else make_bot(spec)
