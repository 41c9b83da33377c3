"""Makes a bot from its description (``ai.spec``)."""

from __future__ import annotations

from typing import Final

from ai.bots.levels import LEVEL_DATA, STYLES
from ai.bots.search_bot import SearchBot
from ai.decision import Bot
from ai.spec import LEVELS, BotSpec

_STRONGEST: Final = BotSpec()


def make_bot(spec: BotSpec = _STRONGEST) -> Bot:
    """Return a bot with those settings. Raises ``ValueError`` for an unknown level or style, or a wrong effort."""
    for name, value, known in (
        ("level", spec.level, LEVELS),
        ("style", spec.style, tuple(STYLES)),
    ):
        if value not in known:
            raise ValueError(f"bot: {name} must be one of {', '.join(known)}, got {value!r}")
    if not 0.0 <= spec.effort <= 1.0:
        raise ValueError(f"bot: effort must be from 0 to 1, got {spec.effort}")
    level = LEVEL_DATA[spec.level].with_effort(spec.effort)
    return SearchBot(level, STYLES[spec.style], targeting=spec.temper, spared=spec.spared, aggression=spec.manner)
