"""What the scenes of this game may ask of the program that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from game.session.deals import Deal
from game.session.problems import Problem
from game.session.profiles import Figures
from game.session.session import Session
from game.session.settings import Settings
from game.session.setup import Plan
from game.session.storage.match_file import Saved
from game.session.storage.store import UserFiles
from game.session.storage.writer import FileWriter, Ticket
from game.ui.scene import SceneHost

if TYPE_CHECKING:
    from game.session.storage.roadbook import Roadbook


class Host(SceneHost, Protocol):
    """What a scene knows of the program; ``game.app.App`` is one."""

    settings: Settings
    files: UserFiles
    writer: FileWriter
    session: Session | None
    seed: int | None

    @property
    def roadbook(self) -> Roadbook:
        """What is known of all kept matches and of the legs played in them."""
        ...

    def forget_statistics(self) -> Ticket | None:
        """Let nothing count any more that who plays has played so far, nor the lesson; None if it may not."""
        ...

    def tell(self, problems: Sequence[Problem]) -> None:
        """Show problems one after the other, above whatever is on the screen; each kind once while the program runs."""
        ...

    def close_session(self) -> None:
        """Close the running match; it is saved and can be continued."""
        ...

    def start_session(self, session: Session) -> None:
        """Make this the running match; one that ran before is closed."""
        ...

    def go_home(self) -> None:
        """Close the running match, which is saved, and show the title."""
        ...

    def show_table(self) -> None:
        """Close every scene and show the table of the running match."""
        ...

    def show_rules(self, topic: str | None = None) -> None:
        """Open the rules, at a section or card or else at what the player looks at; close them if they are open."""
        ...

    def show_keys(self) -> None:
        """Show which key does what, and let that be changed; close it if it is open."""
        ...

    def show_about(self) -> None:
        """Show the About screen over the one on top."""
        ...

    def report_problem(self) -> None:
        """Say what a report of a problem would hold, and save one if the player says so."""
        ...

    def show_roadbook(self, files: Sequence[Path] = ()) -> None:
        """Open the Roadbook at the kept matches, or go back to it, and take these files in."""
        ...

    def start_match(self, plan: Plan) -> None:
        """Begin a match or quick race and remember its plan; one that was left stays among those kept."""
        ...

    def start_deal(self, plan: Plan, deal: Deal, day: date | None = None) -> None:
        """Begin a deal that was chosen, ``day`` being the date of a deal of the day."""
        ...

    def show_deals(self) -> None:
        """Open the dialog of the deal of the day and of deals by their number."""
        ...

    def resume_match(self, saved: Saved) -> None:
        """Go on with a saved match and show the table."""
        ...

    def practise(self, saved: Saved) -> None:
        """Keep a match that begins in the midst of another one, go on with it and show the table."""
        ...

    def review_replayed(self, saved: Saved, index: int) -> None:
        """Open the review of a leg above the replay of it."""
        ...

    def show_score(self) -> None:
        """Show the score of the leg that has just ended; from there it goes on to the next one or the match's end."""
        ...

    def start_lesson(self) -> None:
        """Begin the first lesson, or go on where it was left; a match that waits on disk stays as it is."""
        ...

    @property
    def milestones_reached(self) -> Sequence[str]:
        """The ids of the milestones reached in the running match, as far as they were told."""
        ...

    def figures(self, person: str) -> Figures | None:
        """What that person has done in the matches kept; None as long as nobody has counted."""
        ...

    def show_profiles(self) -> None:
        """Show who plays, and let that be changed."""
        ...

    def save_settings(self, settings: Settings) -> None:
        """Take over changed settings, tell every scene, and write them to disk."""
        ...
