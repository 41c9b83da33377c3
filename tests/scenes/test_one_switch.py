"""One switch: everything is offered by itself, and one key plays a leg."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.features.play.hand_scene import PlayableTableScene
from game.features.replay.scene import ReplayScene
from game.features.rulebook.scene import RulesScene
from game.settings.settings import AnimationSpeed, ColorTheme, ScanSpeed, Settings
from game.settings.settings_file import SettingsFile
from game.ui.scanning import MAX_OFFERED_SINGLY
from tests.scenes.stages import STAGES
from tests.window import FRAME_S, Driver, open_window

STEP_S = ScanSpeed.FAST.step_s
PATIENCE_S = 60


def scanned(tmp_path: Path) -> None:
    wanted = Settings().with_values(language="en", speed=AnimationSpeed.OFF, scan=ScanSpeed.FAST, race_rules=())
    (tmp_path / "settings.json").write_bytes(SettingsFile(wanted).to_bytes())


def await_offer(driver: Driver, is_wanted: Callable[[], bool]) -> None:
    """Wait, and press nothing, until what is offered is what is wanted; never for a minute."""
    for _ in range(round(3 * PATIENCE_S / STEP_S)):
        if is_wanted():
            return
        driver.clock.now_s += STEP_S / 3 - FRAME_S
        driver.pump()
    raise AssertionError(f"never offered in {driver.scene}: the focus is on {driver.focused}")


def press(driver: Driver) -> None:
    driver.wait(0.6)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: driver.app.is_settled or driver.scene == "result", "rest")


def focused_control(driver: Driver) -> str:
    """The control that has the focus; in the tree, of one with fields or titles, it is told at one of these."""
    focused = driver.controls.focused
    return "" if focused is None else str(focused.id)


def is_framed(driver: Driver) -> bool:
    """Whether a group is offered as a whole."""
    return driver.controls.scanned_rect is not None


def is_of_use(driver: Driver) -> bool:
    """Whether a card that can be laid or a pile that takes one has the focus."""
    table = driver.top(PlayableTableScene)
    offered = [node for node in driver.nodes() if node.focused and node.role in ("card", "pile")]
    return any(node.enabled or node.id == "discard" or table.hand.state.observation.must_discard for node in offered)


def is_offered_with(driver: Driver, id: str) -> bool:
    """Whether a group is offered that the control is in."""
    groups = getattr(driver.app.scene, "scanning").groups()  # noqa: B009 - the table offers no groups
    return is_framed(driver) and any({id, focused_control(driver)} <= set(group) for group in groups)


def is_offered(driver: Driver, id: str) -> bool:
    """Whether the control itself is offered."""
    return not is_framed(driver) and focused_control(driver) == id


def offer(driver: Driver, id: str) -> None:
    """Wait until that control is offered, its group being taken on the way."""
    scene = driver.app.scene
    if not isinstance(scene, PlayableTableScene) and not any(id in group for group in scene.scanning.groups()):  # type: ignore[attr-defined]
        raise AssertionError(f"{id} is never offered")
    await_offer(driver, lambda: is_offered(driver, id) or is_offered_with(driver, id))
    if is_framed(driver):
        press(driver)
        await_offer(driver, lambda: is_offered(driver, id))


def take(driver: Driver, id: str) -> None:
    """Press the switch when that control is offered."""
    offer(driver, id)
    press(driver)


def take_part(driver: Driver, id: str, part: str) -> None:
    """Enter a control and take a part of it."""
    take(driver, id)
    await_offer(driver, lambda: driver.control(f"{id}.{part}").value == "on")
    press(driver)


def test_scanning_suffices_from_the_first_start_to_the_end_of_a_leg(tmp_path: Path) -> None:
    scanned(tmp_path)
    with open_window(tmp_path) as driver:
        driver.settle()
        take(driver, "settings")
        take_part(driver, "categories", "picture")
        loud = driver.app.settings.machine.effects_volume
        take(driver, "effects_volume")
        assert driver.app.settings.machine.effects_volume == loud + 1
        take(driver, "close")
        take(driver, "race.setup")
        take(driver, "seats")
        take(driver, "rules")
        await_offer(driver, lambda: driver.focused == "rules.dujardin")
        press(driver)
        take(driver, "length")
        await_offer(driver, lambda: driver.focused == "length.legs-1")
        press(driver)
        take(driver, "start")
        session = driver.session
        assert session.setup.rules == "dujardin"
        for _ in range(200):
            driver.until(lambda: driver.app.is_settled or driver.scene == "result", "somebody's turn")
            if driver.scene == "result":
                break
            if driver.scene == "table":
                await_offer(driver, lambda: is_of_use(driver))
                driver.wait(0.6)
                driver.key(pygame.K_SPACE)
            else:
                take(driver, {"coup_fourre": "yes", "extension": "no", "confirm": "discard"}[driver.scene])
        assert driver.scene == "result"
        driver.settle()
        take(driver, "rows")
        assert driver.control("sheet.total")


def test_theme_is_four_scan_steps_away_from_the_title(tmp_path: Path) -> None:
    scanned(tmp_path)
    with open_window(tmp_path) as driver:
        driver.press("knows_game")
        driver.app.go_home()
        driver.settle()
        began_s = driver.clock.now_s
        take(driver, "settings")
        take_part(driver, "categories", "picture")
        take(driver, "theme")
        assert driver.app.settings.person.theme is ColorTheme.NIGHT
        assert driver.clock.now_s - began_s < 4 * STEP_S + 5, "and five presses, that are looked at before"


def test_scanned_control_is_visibly_framed_on_the_title(tmp_path: Path) -> None:
    scanned(tmp_path)
    with open_window(tmp_path, lives=True) as driver:
        driver.settle()
        await_offer(driver, lambda: focused_control(driver) == "one_screen" and is_framed(driver))
        offered = driver.pixels()
        driver.app.scene.mark_overdrawn()
        driver.app.scene.dirty = True
        driver.app.presenter.present_if_changed()
        assert driver.pixels() == offered


def test_scanning_is_off_by_default(driver: Driver) -> None:
    driver.settle()
    before = driver.focused
    driver.wait(2 * ScanSpeed.SLOW.step_s)
    assert driver.focused == before


def test_scanned_discard_pile_offers_the_cards_it_takes(tmp_path: Path) -> None:
    scanned(tmp_path)
    with open_window(tmp_path) as driver:
        STAGES["table"](driver)
        held = [node.name for node in driver.of_role("card")]
        await_offer(driver, lambda: driver.focused == "discard")
        driver.wait(0.6)
        driver.key(pygame.K_SPACE)
        assert driver.focused == "card/0"
        driver.wait(STEP_S + 0.1)
        assert driver.control("card/1").focused
        driver.wait(0.3)
        driver.key(pygame.K_SPACE)
        driver.pump()
        if driver.scene == "confirm":
            take(driver, "discard")
        after = [node.name for node in driver.of_role("card")]
        assert len(after) == len(held) - 1
        assert after.count(held[1]) == held.count(held[1]) - 1


@pytest.mark.parametrize("scan", [ScanSpeed.SLOW, ScanSpeed.OFF])
def test_scanning_is_switched_in_the_settings(driver: Driver, scan: ScanSpeed) -> None:
    STAGES["controls"](driver)
    driver.press(f"scan.{scan.value}")
    assert driver.app.settings.person.scan is scan


SLOWEST_S, MINUTE_S = ScanSpeed.SLOW.step_s, 60


def slow_to_offer(driver: Driver) -> Iterator[str]:
    """What of the screen is not offered within a minute."""
    scene = driver.app.scene
    if isinstance(scene, PlayableTableScene):
        if len(scene.scanning._stops()) * SLOWEST_S >= MINUTE_S:
            yield "the stops of the table"
        return
    groups = scene.scanning.groups()  # type: ignore[attr-defined]
    if (len(groups) + max(map(len, groups))) * SLOWEST_S >= MINUTE_S:
        yield f"{groups}"
    for widget in scene.controls.widgets:  # type: ignore[attr-defined]
        parts = widget.scan_parts if widget.is_scanned else 0
        blocks = math.ceil(math.sqrt(parts)) if parts > MAX_OFFERED_SINGLY else 0
        if (2 * blocks if blocks else parts) * ScanSpeed.NORMAL.step_s >= MINUTE_S:
            yield f"the parts of {widget.id}"


@pytest.mark.parametrize(
    "stage",
    [
        "rules_of_attack",
        "settings",
        "statistics",
        "profiles",
        "about_licences",
        "roadbook",
        "roadbook_of_deleted",
        "replay",
    ],
)
def test_scanning_offers_every_part_and_then_the_way_out(tmp_path: Path, stage: str) -> None:
    scanned(tmp_path)
    with open_window(tmp_path) as driver:
        STAGES[stage](driver)
        scene = driver.app.scene
        assert not isinstance(scene, PlayableTableScene)
        scan, controls = scene.scanning, scene.controls  # type: ignore[attr-defined]
        entered = [w.id for w in controls.widgets if w.scan_parts and w.is_scanned and w.enabled]
        for id in sorted(entered, key=lambda id: id in ("tabs", "categories", "contents")):  # these change the page
            controls.focus(id)
            assert scene.select_scanned_item()
            count = next(w for w in controls.widgets if w.id == id).scan_parts
            for _ in range(min(count, MAX_OFFERED_SINGLY)):
                scene.offer_next_control()
            assert controls.focused is not None
            driver.settle()
        scene.offer_next_control()
        assert scan.is_offered(controls.focused.id)


def test_space_bar_presses_the_scanned_control_in_the_replay(tmp_path: Path) -> None:
    scanned(tmp_path)
    with open_window(tmp_path) as driver:
        STAGES["replay"](driver)
        scene = driver.top(ReplayScene)
        take(driver, "on_one")
        assert (scene.playback.place, scene.playback.is_playing) == (26, False)
        take(driver, "back")
        assert driver.scene != "replay"


def test_scanned_link_in_the_rules_is_scrolled_into_view(tmp_path: Path) -> None:
    scanned(tmp_path)
    with open_window(tmp_path, size=(960, 540)) as driver:
        STAGES["rules_of_attack"](driver)
        scene = driver.top(RulesScene)
        link = [w.id for w in scene.controls.widgets if w.role == "link"][-1]
        scene.reading.scroll.scroll_to(0)
        scene.place_again()
        assert not scene.reading.rect.contains(next(w.rect for w in scene.controls.widgets if w.id == link))
        offer(driver, link)
        x, y, w, h = driver.control(link).rect
        assert scene.reading.rect.contains(pygame.Rect(x, y, w, h))


@pytest.mark.parametrize("cap", ["keyboard.hint", "controller.hint"])
def test_switch_leads_out_of_a_cap_that_waits_for_a_key(tmp_path: Path, cap: str) -> None:
    scanned(tmp_path)
    with open_window(tmp_path) as driver:
        driver.key(pygame.K_F3)
        driver.settle()
        before = driver.app.settings.person
        driver.press(cap)
        assert driver.control("foot").name.startswith("Press the")
        driver.key(pygame.K_SPACE)
        driver.settle()
        assert not driver.control("foot").name.startswith("Press the")
        assert driver.app.settings.person == before
