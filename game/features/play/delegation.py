"""Let the strongest bot play the rest of the leg, and take over again, by key, menu or a button on the table.

A player who can no longer gain anything in a leg can also have it played to its end at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.engine.observation import Phase
from game.features.play.menu import MenuEntry
from game.features.play.questions import TableQuestions, plate_button
from game.features.play.stage import TableStage
from game.features.play.table_state import TableMatch
from game.i18n import _
from game.match.session import Session
from game.phrases import N_
from game.scenes.dialogs import DialogButton, DialogScene, confirmation_dialog
from game.scenes.host import Host
from game.table.geometry.box import FloatRect
from game.table.turn_plate import FINISH, TAKE_OVER, TAKE_OVER_AS, offer_height, turn_places
from game.table.view import Offering, TableView
from game.ui.drawing import text
from game.ui.widgets import Button, ButtonStyle
from game.words.names import NOBODY, Names


def take_over_labels(session: Session, viewer: int) -> tuple[str, ...]:
    """Return labels for a button to take over from a bot as a person other than ``viewer``, the longest first.

    The result is empty if bots play for nobody else. ``viewer`` is a seat, or ``NOBODY`` while the table is covered.
    """
    seats = session.seat_control.autopilot_seats
    if not seats - {viewer}:
        return ()
    # Translators: on a button: who of several persons, for whom bots drive, takes over is asked next.
    short = _("Take over as…"), _("Take over")
    return short if len(seats) > 1 else (_("Take over as {name}", name=_names(session).seat(*seats)), *short)


def take_over_entries(session: Session, viewer: int, ask: Callable[[], None]) -> list[MenuEntry]:
    """Return a list with the menu entry for taking over as a person other than ``viewer``.

    The list is empty if bots play for nobody else. The entry calls ``ask``.
    """
    return [MenuEntry(TAKE_OVER_AS, words, "person", ask) for words in take_over_labels(session, viewer)[:1]]


def take_over_dialog(app: Host, session: Session, take_over: Callable[[int], None], *more: DialogButton) -> DialogScene:
    """Return the dialog that asks which person takes over from a bot.

    ``take_over`` receives that person's seat; ``more`` are buttons for further answers.
    """
    names = _names(session)
    answers = [
        DialogButton(f"seat{seat}", partial(names.seat, seat), partial(take_over, seat), ButtonStyle.RED)
        for seat in sorted(session.seat_control.autopilot_seats)
    ]
    back = DialogButton("back", N_("Go back"), style=ButtonStyle.PAPER)
    return DialogScene(app, "who_takes_over", N_("Who takes over?"), _how_it_goes, [*answers, *more, back])


def _how_it_goes() -> str:
    return _("Whoever takes over gets the screen on their next turn. Until then nobody sees their cards.")


def _names(session: Session) -> Names:
    """Return the names of all players, nobody being "you": any of the persons may be at the screen."""
    return Names.for_table(session.players, tuple(side.seats for side in session.observation.sides), NOBODY)


@dataclass(frozen=True, slots=True)
class _OfferedButton:
    """The button above the panel that says whose turn it is; ``prominence`` says how conspicuous it is."""

    id: str
    words: str
    icon: str
    act: Callable[[], None]
    prominence: Offering


class Delegation:
    """The button, key and menu entries with which a person lets a bot play, and takes over again.

    The session decides when that is allowed. The button to take over is on the table as long as a bot plays for the
    viewer. The button to take over as another person is there while others play, and in the viewer's own turn if there
    is enough space.
    """

    def __init__(self, stage: TableStage, match: TableMatch, questions: TableQuestions) -> None:
        self._stage = stage
        self._match = match
        self._questions = questions
        self._shown: tuple[_OfferedButton | None, FloatRect | None] = (None, None)
        self._seen: TableView | None = None

    @property
    def is_delegated(self) -> bool:
        """Whether a bot plays for the person at the screen in a running leg."""
        return self._match.session.seat_control.is_autopilot_on and self._match.observation.phase is not Phase.OVER

    @property
    def _offer(self) -> _OfferedButton | None:
        """The button that belongs on the table now, or None."""
        session = self._match.session
        if named := take_over_labels(session, session.viewer):
            is_quiet = session.is_waiting_for_viewer
            words = next(filter(self._has_room, named), named[-1])
            how: Offering = "quietly" if is_quiet else "firmly"
            has_place = not is_quiet or (self._is_own_turn and self._has_room(words))
            return _OfferedButton(TAKE_OVER_AS, words, "person", self.ask_who_takes_over, how) if has_place else None
        if session.seat_control.can_take_over:
            return _OfferedButton(TAKE_OVER, _("Take over"), "person", self.take_over, "firmly")
        if self._can_finish and self._is_own_turn:
            return _OfferedButton(FINISH, _("Finish quickly"), "skip", self.finish_leg, "firmly")
        return None

    @property
    def _is_own_turn(self) -> bool:
        """Whether the viewer is to play a card, is asked nothing else, and may let a bot play."""
        is_own_turn = (
            self._match.session.is_waiting_for_viewer
            and self._match.animation.is_over
            and not self._match.has_pending_move
        )
        is_free = self._match.prompt is None and not self._stage.is_coached
        return is_own_turn and is_free and self._match.session.autopilot_control.can_start_autopilot

    def _has_room(self, words: str) -> bool:
        """Return whether a button with these words is no wider than the panel that says whose turn it is."""
        layout = self._stage.picture.places.layout
        return Button.natural_width(words, offer_height(layout), px=text.MIN_NAME_PX) <= layout.turn.w

    @property
    def button_w(self) -> int:
        """The button's width in px if it stands beside the panel that says whose turn it is, else 0."""
        layout, offer = self._stage.picture.places.layout, self._offer
        if not layout.tall or offer is None or offer.prominence == "quietly":
            return 0
        return Button.natural_width(offer.words, layout.turn.h, icon=True)

    @property
    def button_prominence(self) -> Offering:
        """How conspicuous the button above the panel that says whose turn it is must be; "" without a button."""
        offer = self._offer
        return offer.prominence if offer is not None else ""

    def entries(self) -> list[MenuEntry]:
        """Return the menu entries that apply now.

        Where one can take over as another person, that is the only entry: its dialog has all other choices.
        """
        session = self._match.session
        if named := take_over_entries(session, session.viewer, self.ask_who_takes_over):
            return named
        if session.seat_control.can_take_over:
            return [MenuEntry(TAKE_OVER, _("Take over"), "person", self.take_over)]
        if not session.autopilot_control.can_start_autopilot or self._stage.is_coached:
            return []
        finish = [MenuEntry(FINISH, _("Finish quickly"), "skip", self.finish_leg)] if self._can_finish else []
        return [*finish, MenuEntry("delegate", _("Let a bot drive"), "delegate", self.ask_to_delegate)]

    def toggle(self) -> None:
        """Do what the key does now: take over, ask which person takes over, or ask whether a bot is to play."""
        session = self._match.session
        if take_over_labels(session, session.viewer):
            self.ask_who_takes_over()
        elif session.seat_control.can_take_over:
            self.take_over()
        elif session.autopilot_control.can_start_autopilot and not self._stage.is_coached:
            self.ask_to_delegate()

    @property
    def _can_finish(self) -> bool:
        """Whether the viewer can no longer gain anything in this leg."""
        return self._match.session.autopilot_control.is_leg_hopeless and not self._stage.is_coached

    def finish_leg(self) -> None:
        """Play the leg to its end without animations.

        A viewer who can only discard does so automatically. Otherwise a bot would play, so the viewer is asked first.
        """
        if self._match.session.autopilot_control.can_autoplay_discards:
            self._match.commands.reset_interaction()
            self._match.session.autoplay_discards()
            self._match.commands.show_new_steps()
            self._match.commands.skip_to_own_turn()
        else:
            self.ask_to_delegate(self._finish_delegated)

    def _finish_delegated(self) -> None:
        self._delegate()
        self._match.commands.skip_to_own_turn()

    def ask_to_delegate(self, delegate: Callable[[], None] | None = None) -> None:
        """Ask whether a bot is to play the rest of the leg; yes calls ``delegate``, which by default starts the bot."""
        app = self._stage.app
        yes = DialogButton("yes", N_("Let it drive"), delegate or self._delegate, ButtonStyle.RED)
        app.push(confirmation_dialog(app, N_("Let a bot drive?"), self._what_it_means, yes))

    def _what_it_means(self) -> str:
        means = _(
            "The strongest bot plays your cards to the finish and sees no more than you do. "
            "That counts in the race, but not toward your statistics or milestones."
        )
        told = [means, _("You can take over at any time.")]
        if self._match.session.stage is not None:
            told.append(_("On the tour, you then earn no stars for this stage; you keep the ones you have."))
        return " ".join(told)

    def ask_who_takes_over(self) -> None:
        """Ask which person takes over from a bot; where allowed, the viewer may let a bot play instead."""
        session = self._match.session
        more = (
            [DialogButton("delegate", N_("Let a bot drive"), self.ask_to_delegate)]
            if session.autopilot_control.can_start_autopilot
            else []
        )
        self._stage.app.push(take_over_dialog(self._stage.app, session, self._take_over_as, *more))

    def _take_over_as(self, seat: int) -> None:
        if seat in self._match.session.seat_control.autopilot_seats:  # the leg may have ended below the question
            self._match.session.stop_autopilot(seat)
            self._match.commands.show_new_steps()
            self._stage.invalidate()

    def _delegate(self) -> None:
        if self._match.session.autopilot_control.can_start_autopilot:  # the leg may have ended below the question
            self._match.commands.reset_interaction()
            self._match.session.start_autopilot()
            self._match.commands.show_new_steps()

    def take_over(self) -> None:
        self._take_over_as(self._match.session.viewer)

    @property
    def is_button_outdated(self) -> bool:
        """Whether ``update_button`` will change the button in the next frame."""
        return self._offer != self._shown[0]

    def update_button(self) -> None:
        """Add, change or remove the button, as the position and the available space require."""
        offer = self._offer
        if offer != self._shown[0]:
            self._stage.invalidate()
        elif self._stage.view is self._seen:
            return
        self._seen = self._stage.view
        place = (
            turn_places(self._stage.picture.places.layout, self._stage.view.turn).button if offer is not None else None
        )
        if (offer, place) != self._shown:
            self._shown = offer, place
            self._match.commands.place_controls()

    def buttons(self) -> list[Button]:
        offer = self._offer
        layout = self._stage.picture.places.layout
        place = turn_places(layout, self._stage.view.turn).button
        if place is None or offer is None or self._questions.is_aside:
            return []
        return [plate_button(layout.unit, offer.id, offer.words, place, offer.icon, offer.act)]
