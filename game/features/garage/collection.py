"""The page of what the person has earned: milestones, cars, card backs and landscapes, one kind at a time."""

from __future__ import annotations

from functools import partial

from game.features.garage.model import UnlockableKind
from game.features.garage.page import GaragePage
from game.features.milestones.page import MilestonesPage
from game.features.roadbook.page import PageContext, PageGroup
from game.i18n import _, say
from game.ui import layout as ui
from game.ui.layout.tree_form import ViewState

_MILESTONES = "milestones"


class CollectionPage(PageGroup):
    """The Roadbook's page of what was collected; the choice above the visible part opens another."""

    first_focus = _MILESTONES

    def __init__(self, frame: PageContext) -> None:
        garage = {kind.value: partial(GaragePage, kind=kind) for kind in UnlockableKind}
        super().__init__(frame, {_MILESTONES: MilestonesPage, **garage}, _MILESTONES)

    def show(self, id: str) -> None:
        self.first_focus = _MILESTONES if id == _MILESTONES else f"garage_{id}"
        super().show(id)

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:
        kinds = [(kind.value, say(kind.phrase)) for kind in UnlockableKind]
        options = [(_MILESTONES, _("Milestones")), *kinds]
        (wide, high), gap = available_size, scale.space_px(16)
        said = scale, "collection", _("Collection"), options, self.shown_id, self.show
        choice: ui.Box = ui.Row(ui.Segmented(*said), ui.Spacer())
        if choice.width_range()[0] > wide:
            choice = ui.word_choice(*said)
        room = wide, high - choice.height_range(wide)[1] - gap
        page = super().tree(room, scale, view_state)
        page.grow = 1
        return ui.Column(choice, page, gap=gap)
