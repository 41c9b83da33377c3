"""The players by name: the game's bots, and reference players to measure them by.

A bot's name is ``level[/style][+manner][+temper][@effort]``, such as ``master``, ``skilled+sporting``,
``steady+gentle+even`` or ``master/bruno+even@0.2``: a manner is fierce (the default), sporting or gentle, a temper
leader (the default) or even. ``priority``, the yardstick, and ``listed`` take only a manner, ``policy``, ``eager`` and
``random`` nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from ai.bots.factory import make_bot
from ai.bots.priority import priority_move
from ai.decision import Bot, BotDecision, IsLate, never_late
from ai.information_state import InformationState
from ai.lab.yardstick import Yardstick
from ai.search.determinization import Determinizer
from ai.search.rollout_policy import PublicKnowledge, rollout_move
from ai.spec import LEVELS, Aggression, BotSpec, Targeting
from game.engine.moves import MoveKind
from game.engine.observation import Observation

OTHERS: Final[tuple[str, ...]] = ("priority", "listed", "policy", "eager", "random")
"""The reference players, which are no levels."""
TEMPERS: Final = (Targeting.LEADER, Targeting.EVEN)
"""The tempers that a name may have; at no table of the laboratory sits a person to spare."""
FORM: Final = "level[/style][+manner][+temper][@effort]"
"""The form of a bot's name."""

_NAME = re.compile(
    r"(?P<level>[a-z_]+)(?:/(?P<style>[a-z_]+))?(?P<traits>(?:\+[a-z_]+)*)(?:@(?P<effort>[0-9]*\.?[0-9]+))?"
)


def spec_named(name: str) -> BotSpec | None:
    """Return the bot's description, or None for one of ``OTHERS``; ``ValueError`` for an invalid name."""
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
    spec = replace(spec, **traits)
    if parts["style"]:
        spec = replace(spec, style=parts["style"])
    if parts["effort"]:
        spec = replace(spec, effort=float(parts["effort"]))
    return spec


def bot_named(name: str) -> Bot:
    """Return the bot of that name; ``ValueError`` if there is none.

    >>> type(bot_named("random")).__name__
    'RandomBot'
    """
    spec = spec_named(name)
    if spec is not None:
        return make_bot(spec)
    level, _, manner = name.partition("+")
    if level in _MANNERED:
        return _MANNERED[level](Aggression(manner or "fierce"))
    return _BARE[level]()


def _traits(name: str, words: str) -> dict[str, Any]:
    """Return manner and temper from the words after ``+``, in any order."""
    known = {word.value: ("manner", word) for word in Aggression} | {word.value: ("temper", word) for word in TEMPERS}
    traits: dict[str, Any] = {}
    for word in words.split("+")[1:]:
        if word not in known:
            raise ValueError(f"{name!r} has {word!r} for a manner or temper, expected one of: {', '.join(known)}")
        field, trait = known[word]
        if field in traits:
            raise ValueError(f"{name!r} has two of one kind: {traits[field]} and {word}")
        traits[field] = trait
    return traits


def _check_other(name: str, level: str, traits: dict[str, Any], *, is_bare: bool) -> None:
    if level in _BARE and name != level:
        raise ValueError(f"{level} has no style, manner, temper or effort, got {name!r}")
    if not is_bare or "temper" in traits:
        raise ValueError(f"{level} has no style, temper or effort, got {name!r}")


class RandomBot:
    """Plays a random legal move."""

    def decide(self, observation: Observation, rng: random.Random, *, is_late: IsLate = never_late) -> BotDecision:  # noqa: ARG002
        """Return any legal move. Raises ``ValueError`` if nothing is to be decided."""
        if not observation.legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide")
        return BotDecision(rng.choice(observation.legal))


class EagerBot:
    """Plays a random card that can be played, and every coup fourré, like a person in the first leg."""

    def decide(self, observation: Observation, rng: random.Random, *, is_late: IsLate = never_late) -> BotDecision:  # noqa: ARG002
        """Return a random move that plays a card, else any. Raises ``ValueError`` if nothing is to be decided."""
        legal = observation.legal
        if not legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide")
        laid = [move for move in legal if move.kind in (MoveKind.LAY, MoveKind.COUP_FOURRE)]
        return BotDecision(rng.choice(laid or legal))


class ListBot:
    """Plays the priority list without a search, as the game does when a bot fails."""

    def __init__(self, manner: Aggression = Aggression.FIERCE) -> None:
        self._manner = manner

    def decide(self, observation: Observation, rng: random.Random, *, is_late: IsLate = never_late) -> BotDecision:  # noqa: ARG002
        """Return the list's move. Raises ``ValueError`` if nothing is to be decided."""
        if not observation.legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide")
        return BotDecision(priority_move(observation, self._manner))


class PolicyBot:
    """Plays the rollout policy of the search alone, to measure its strength."""

    def decide(self, observation: Observation, rng: random.Random, *, is_late: IsLate = never_late) -> BotDecision:  # noqa: ARG002
        """Return the rollout policy's move. Raises ``ValueError`` if nothing is to be decided."""
        if not observation.legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide")
        information = InformationState.of(observation)
        world = Determinizer(information).deal(rng)
        return BotDecision(rollout_move(world, observation.legal, PublicKnowledge.from_information(information)))


_MANNERED: Final[Mapping[str, Callable[[Aggression], Bot]]] = MappingProxyType(
    {"priority": lambda manner: Yardstick(manner=manner), "listed": ListBot}
)
_BARE: Final[Mapping[str, Callable[[], Bot]]] = MappingProxyType(
    {"policy": PolicyBot, "eager": EagerBot, "random": RandomBot}
)
