"""Files on disk: atomic writing, and what becomes of a file that cannot be read."""

from __future__ import annotations

import errno
import itertools
import json
import os
import string
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.engine.rules import RULE_SETS, Seating
from game.engine.setup import HOUSE_RULES
from game.files import limits
from game.files.problems import ProblemCode
from game.files.writer import Writer, write_atomically
from game.match.library import quarantine
from game.match.match_file import SavedMatch
from game.match.plan import DEFAULT_PLAN, Plan, first_match, seatings
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, Targeting, bot
from game.people.profiles import Profile
from game.settings.settings import AnimationSpeed, BotPace, HandOrder, LessonProgress, Settings
from game.settings.settings_file import SettingsFile
from game.settings.user_files import UserFiles
from tests.match.harness import Clock, QuickBots, files_in, first_sensible, person_and_bots, put_match, run, setup_of
from tests.waiting import until


@pytest.fixture(scope="module")
def match_bytes(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A match file in the middle of its second leg."""
    files, writer = files_in(tmp_path_factory.mktemp("match"))
    clock = Clock()
    session = Session.new(Plan(setup_of(), person_and_bots(4)), seed=9, files=files, clock=clock, bots=QuickBots())
    until = lambda s: s.observation.leg == 2 and len(s.observation.moves) > 20  # noqa: E731
    run(session, clock, until=until, person=first_sensible)
    data = writer.written[-1][1]
    assert data is not None
    return data


def _changed(data: bytes, **fields: object) -> bytes:
    return json.dumps({**json.loads(data), **fields}).encode()


def _told(data: bytes, **fields: object) -> bytes:
    form = json.loads(data)
    form["legs"][-1] |= fields
    return json.dumps(form).encode()


def _with_moves(data: bytes, *moves: object) -> bytes:
    form = json.loads(data)
    form["legs"][-1]["moves"] += moves
    return json.dumps(form).encode()


WRONG: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "binary": lambda _: bytes(range(256)),
    "half": lambda data: data[: len(data) // 2],
    "a list": lambda _: b"[]",
    "deeply nested": lambda _: b"[" * 100_000,
    "a version before the first": lambda data: _changed(data, version=0),
    "another format": lambda data: _changed(data, format="mille-record"),
    "no legs": lambda data: _changed(data, legs=[]),
    "legs of another kind": lambda data: _changed(data, legs=[1, 2]),
    "a missing leg": lambda data: _changed(data, legs=json.loads(data)["legs"][1:]),
    "a leg too many": lambda data: _changed(data, legs=json.loads(data)["legs"] * 2),
    "an illegal move": lambda data: _with_moves(data, "0 km_200", "0 km_200"),
    "a move that is none": lambda data: _with_moves(data, None),
    "another dealer": lambda data: _changed(data, first_dealer=(json.loads(data)["first_dealer"] + 1) % 4),
    "no dealer": lambda data: _changed(data, first_dealer=4),
    "an unknown driver": lambda data: _changed(data, players=[{"kind": "bot", "driver": "max"}] * 4),
    "an unknown level": lambda data: _changed(data, players=[{"kind": "bot", "driver": "leo", "level": "god"}] * 4),
    "an unknown temper": lambda data: _changed(data, players=[{"kind": "bot", "driver": "leo", "temper": "bad"}] * 4),
    "a reason of no kind": lambda data: _told(data, reasons=[{"at": 1, "code": "because"}]),
    "a reason without a place": lambda data: _told(data, reasons=[{"code": "drives"}]),
    "a reason about no card": lambda data: _told(data, reasons=[{"at": 1, "code": "drives", "card": "km_30"}]),
    "a hand with no card": lambda data: _changed(data, hand=["km_30"]),
    "a hand that is no list": lambda data: _changed(data, hand="go"),
    "reasons that are no list": lambda data: _told(data, reasons={"1": "drives"}),
    "three players": lambda data: _changed(data, players=json.loads(data)["players"][:3]),
    "no person": lambda data: _changed(data, players=[{"kind": "bot", "driver": d} for d in DRIVERS[:4]]),
    "a seed that is no number": lambda data: _changed(data, seed="9"),
    "no setup": lambda data: _changed(data, setup=None),
    "a seating that isn't offered": lambda data: _changed(data, setup={**json.loads(data)["setup"], "seats": 5}),
    "an unknown rule set": lambda data: _changed(data, setup={**json.loads(data)["setup"], "rules": "chess"}),
    "a match without an end": lambda data: _changed(data, setup={**json.loads(data)["setup"], "target_score": None}),
}


@pytest.mark.parametrize("kind", WRONG)
def test_broken_save_is_set_aside_and_kept(kind: str, match_bytes: bytes, tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    wrong = WRONG[kind](match_bytes)
    path = put_match(files, wrong)
    assert files.latest_match() is None
    (problem,) = files.pop_problems()
    assert problem.code is ProblemCode.SAVE_QUARANTINED
    assert problem.values["error"]
    kept = Path(problem.values["path"])
    assert kept.read_bytes() == wrong
    assert not path.exists()
    assert files.latest_match() is None
    assert files.pop_problems() == []


def test_problem_found_while_others_are_taken_is_still_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, _ = files_in(tmp_path)
    put_match(files, b"{")

    def slowly(path: Path) -> Path:
        assert files.pop_problems() == []
        return quarantine(path)

    monkeypatch.setattr("game.match.library.quarantine", slowly)
    assert files.latest_match() is None
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.SAVE_QUARANTINED]


def test_good_save_is_read(match_bytes: bytes, tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    put_match(files, match_bytes)
    saved = files.latest_match()
    assert isinstance(saved, SavedMatch)
    assert saved.leg_number == 2
    assert sum(saved.totals) > 0
    assert saved.to_bytes() == match_bytes


def test_save_with_no_levels_and_tempers_gives_drivers_their_own(match_bytes: bytes) -> None:
    old = json.loads(match_bytes)
    old["players"] = players = [{"kind": p["kind"], "driver": p["driver"]} for p in old["players"]]
    del old["legs"][-1]["reasons"], old["hand"]
    saved = SavedMatch.from_bytes(json.dumps(old).encode())
    assert saved.legs[-1].reasons == {}
    assert saved.hand == ()
    assert saved.players == tuple(bot(p["driver"]) if p["driver"] else HUMAN for p in players)


def test_levels_and_tempers_are_saved_with_the_match_and_in_the_settings(tmp_path: Path) -> None:
    players = (HUMAN, bot("leo", level="master"), bot("nina", targeting=Targeting.SPARES), bot("hugo"))
    files, writer = files_in(tmp_path)
    Session.new(Plan(setup_of(), players), seed=2, files=files, clock=Clock(), bots=QuickBots())
    data = writer.written[-1][1]
    assert data is not None
    assert SavedMatch.from_bytes(data).players == players
    settings = Settings().with_values(plan=Plan(setup_of(), players))
    assert SettingsFile.from_bytes(SettingsFile(settings).to_bytes()).settings == settings


def test_folder_in_place_of_the_save_is_set_aside(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    path = files.match_path("kept")
    path.mkdir(parents=True)
    assert files.latest_match() is None
    (problem,) = files.pop_problems()
    assert Path(problem.values["path"]).is_dir()
    assert not path.exists()


def test_files_set_aside_earlier_are_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    kept = []
    for content in (b"1", b"2", b"3"):
        path.write_bytes(content)
        kept.append(quarantine(path))
    assert [p.read_bytes() for p in kept] == [b"1", b"2", b"3"]
    assert len(set(kept)) == 3


def test_save_that_cannot_be_set_aside_stays_and_does_not_stop_a_new_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, writer = files_in(tmp_path)
    path = put_match(files, b"broken")

    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    assert files.latest_match() is None
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.SAVE_UNREADABLE]
    clock = Clock()
    session = Session.new(Plan(setup_of(), person_and_bots(4)), seed=1, files=files, clock=clock, bots=QuickBots())
    run(session, clock, until=lambda s: s.is_waiting_for_viewer, person=first_sensible)
    assert {written for written, _ in writer.written} == {files.match_path(session.autosave.id)}
    assert path.read_bytes() == b"broken"
    assert files.latest_match() == session.saved
    assert files.pop_problems() == [], "it is told once"


def test_failing_disk_is_reported_once_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    files, _ = files_in(tmp_path / "file")  # a file where the folder should be: nothing can be written, even by root
    clock = Clock()
    session = Session.new(
        Plan(setup_of(legs=1), person_and_bots(4)), seed=1, files=files, clock=clock, bots=QuickBots()
    )
    run(
        session, clock, until=lambda s: len(s.observation.moves) > 10 and s.is_waiting_for_viewer, person=first_sensible
    )
    problems = session.pop_problems()
    assert [p.code for p in problems] == [ProblemCode.SAVE_FAILED]
    assert problems[0].values["path"] == str(files.match_path(session.autosave.id))
    assert problems[0].values["error"]
    assert isinstance(files.latest_match(), SavedMatch), "what this run played can be continued in this run"
    run(session, clock, person=first_sensible)
    assert session.is_match_over
    assert session.pop_problems() == []


def test_settings_come_back_as_they_were_written(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    plan = DEFAULT_PLAN.with_rules("mille_miglia")
    settings = Settings().with_values(
        language="hu",
        fullscreen=True,
        window_size=(1600, 900),
        plan=plan,
        one_leg=False,
        speed=AnimationSpeed.OFF,
        pace=BotPace.CALM,
        reduced_motion=True,
        effects_volume=0,
        ambience_volume=10,
        muted=True,
        hand_order=HandOrder.SORTED,
        knows_game=True,
        lesson=LessonProgress(4, 1),
        lesson_finished_s=1_731_500_000,
    )
    files.save_settings(settings)
    assert files_in(tmp_path)[0].load_settings() == settings
    assert files.pop_problems() == []


def test_race_leaves_the_length_of_the_last_match_and_takes_its_drivers_and_rules_along() -> None:
    match, race = DEFAULT_PLAN.with_legs(3), DEFAULT_PLAN.with_rules("dujardin").with_seats(2).with_legs(1)
    settings = Settings().with_last_match_plan(match).with_last_match_plan(race)
    assert (settings.last_match_plan("en"), settings.match_plan("en")) == (race, race.with_legs(3))
    settings = settings.with_values(one_leg=False)
    assert settings.last_match_plan("en") == race.with_legs(3)


def test_race_before_any_match_offers_a_match_of_the_usual_length() -> None:
    race = DEFAULT_PLAN.with_rules("mille_miglia")
    assert Settings().with_last_match_plan(race).match_plan("en") == race.with_target_score(5000)


@pytest.mark.parametrize("legs", [1, 3])
def test_plan_for_several_persons_is_remembered_apart_from_plans_for_one(legs: int) -> None:
    shared = DEFAULT_PLAN.with_person(2, None).with_legs(legs)
    alone = Settings().with_last_match_plan(shared)
    assert (alone.match_plan("en"), alone.shared_plan("en")) == (first_match("en"), shared)
    assert alone.last_match_plan("en") == first_match("en").with_legs(1).with_house_rules(HOUSE_RULES)


def race_of(seats: int = 4, seating: Seating = Seating.SOLO) -> Plan:
    return DEFAULT_PLAN.with_seating(seats, seating).with_legs(1)


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_house_rules_are_usual_only_where_four_race_one_leg_alone(rules_id: str) -> None:
    settings = Settings()
    for option in seatings(rules_id):
        plan = DEFAULT_PLAN.with_rules(rules_id).with_seating(option.seats, option.seating)
        is_four = (option.seats, option.seating) == (4, Seating.SOLO)
        assert settings.usual_house_rules(plan.with_legs(1).setup) == (HOUSE_RULES if is_four else ())
        assert settings.usual_house_rules(plan.with_target_score(5000).setup) == ()
        assert settings.usual_house_rules(plan.with_legs(2).setup) == ()


def test_house_rules_of_a_race_are_no_choice_if_they_were_offered() -> None:
    settings = Settings()
    started = settings.with_last_match_plan(settings.last_match_plan("en"))
    assert started.machine.race_rules is None
    assert started.usual_house_rules(race_of(3).setup) == ()


@pytest.mark.parametrize("chosen", [(), ("rolling_start",), ("eight_cards",)])
def test_house_rules_chosen_for_a_race_are_kept_and_leave_matches_by_the_book(chosen: tuple[str, ...]) -> None:
    settings = Settings().with_last_match_plan(race_of().with_house_rules(chosen))
    assert settings.last_match_plan("en").house_rules == chosen
    assert settings.match_plan("en").house_rules == ()
    settings = settings.with_last_match_plan(settings.match_plan("en"))
    assert settings.with_values(one_leg=True).last_match_plan("en").house_rules == chosen


def test_house_rules_chosen_for_a_match_are_kept_and_leave_races_alone() -> None:
    settings = Settings().with_last_match_plan(DEFAULT_PLAN.with_house_rules(("eight_cards",)))
    assert settings.last_match_plan("en").house_rules == ("eight_cards",)
    settings = settings.with_values(one_leg=True)
    assert settings.last_match_plan("en").house_rules == HOUSE_RULES
    settings = settings.with_last_match_plan(settings.last_match_plan("en"))
    assert settings.match_plan("en").house_rules == ("eight_cards",)


def test_house_rules_follow_a_changed_table_unless_they_were_chosen() -> None:
    settings, four, three = Settings(), race_of().with_house_rules(HOUSE_RULES), race_of(3)
    assert settings.adapt_house_rules(four, four.with_seats(3)) == three
    assert settings.adapt_house_rules(three, three.with_seats(4)).house_rules == HOUSE_RULES
    own = four.with_house_rules(("rolling_start",))
    assert settings.adapt_house_rules(own, own.with_seats(3)).house_rules == ("rolling_start",)


def guests_at_table(*names: str) -> Plan:
    people = [Profile(f"guest{ord(name[0])}", name) for name in names]
    return DEFAULT_PLAN.with_persons([replace(HUMAN, profile=profile) for profile in people])


def test_guests_are_remembered_up_to_a_number_the_latest_first() -> None:
    settings = Settings()
    for one, other in itertools.pairwise(string.ascii_uppercase):
        settings = settings.with_last_match_plan(guests_at_table(one, other))
    names = [guest.name for guest in settings.machine.guests]
    assert names == ["Y", "Z", *"XWVUTSRQPO"]
    assert len(names) == limits.MAX_GUESTS


def test_guest_who_gets_a_profile_is_no_guest_any_more() -> None:
    settings = Settings().with_last_match_plan(guests_at_table("Ada", "Bea"))
    ada, bea = settings.machine.guests
    settings = settings.with_profile(ada)
    assert (settings.machine.guests, settings.profile) == ((bea,), ada)
    assert [player.profile for player in settings.shared_plan("en").players if player.is_human] == [ada, bea]


def test_new_profile_has_its_own_lesson() -> None:
    settings = Settings().with_values(knows_game=True, lesson=LessonProgress(4, 1)).with_profile(Profile("zoe", "Zoé"))
    assert (settings.person.knows_game, settings.person.lesson) == (False, None)


def test_settings_that_cannot_be_written_are_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    files, _ = files_in(tmp_path / "file")
    files.save_settings(files.load_settings())
    assert [p.code for p in files.pop_problems()] == [ProblemCode.SETTINGS_FAILED]


def test_user_files_lie_where_the_system_wants_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    _, writer = files_in(tmp_path)
    files = UserFiles(writer=writer)
    assert files.settings_path.parent != files.folder == files.matches.parent
    assert files.settings_path.parent.name == files.folder.name == "milestone-rally"
    in_one = UserFiles(tmp_path, writer=writer)
    assert in_one.settings_path.parent == in_one.folder == tmp_path


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the list of folders is the Linux desktops'")
@pytest.mark.parametrize(
    ("listed", "documents"),
    [
        (b'XDG_DOCUMENTS_DIR="$HOME/A"\nXDG_DOCUMENTS_DIR="$HOME/B"\n', b"B"),
        (b'XDG_DOCUMENTS_DIR="$HOME/100%"\n', b"100%"),
        (b'XDG_DOCUMENTS_DIR="$HOME/Dok\xfcmente"\n', b"Dok\xfcmente"),
        (b"XDG_DOCUMENTS_DIR\n", b"Documents"),
        (b"\x00\xff[{=\n", b"Documents"),
        (None, b"Documents"),
    ],
    ids=["twice", "percent", "no-utf8", "no-folder", "no-text", "no-file"],
)
def test_desktop_folders_are_found_in_an_odd_list(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, listed: bytes | None, documents: bytes
) -> None:
    home = tmp_path / "home"
    folder, list_path = home / os.fsdecode(documents), home / ".config" / "user-dirs.dirs"
    folder.mkdir(parents=True)
    list_path.parent.mkdir()
    list_path.mkdir() if listed is None else list_path.write_bytes(listed)
    for variable in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("HOME", str(home))
    files = UserFiles(writer=files_in(tmp_path)[1])
    assert next(files.export_folders()).parent == folder
    assert next(files.picture_folders()) == files.folder / "pictures"
    assert [*files.import_folders()][-1] == home / "Downloads"


def test_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    path, contents = tmp_path / "file", (b"a" * 200_000, b"b" * 200_000)
    write_atomically(path, contents[0])
    seen, done = set(), threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.add(path.read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    writer = Writer()
    tickets = [writer.submit(path, contents[n % 2]) for n in range(60)]
    assert writer.close(30)
    done.set()
    reader.join()
    assert all(ticket.is_done and ticket.error is None for ticket in tickets)
    assert seen <= set(contents)
    assert path.read_bytes() == contents[1]


def test_write_that_fails_leaves_the_old_file_and_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    writer = Writer()
    ticket = writer.submit(path, b"new")
    assert writer.close()
    assert ticket.is_done
    assert isinstance(ticket.error, OSError)
    assert ticket.error.errno == 28
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_closed_writer_refuses_with_an_error(tmp_path: Path) -> None:
    writer = Writer()
    assert writer.close()
    ticket = writer.submit(tmp_path / "late", b"")
    assert ticket.is_done
    assert ticket.error is not None


def test_closing_waits_for_pending_writes_but_not_forever(tmp_path: Path) -> None:
    writer, gate = Writer(), threading.Event()
    stuck = threading.Event()

    class SlowPath(type(tmp_path)):  # type: ignore[misc]
        def unlink(self, missing_ok: bool = False) -> None:
            stuck.set()
            gate.wait(10)

    ticket = writer.remove(SlowPath(tmp_path / "slow"))
    last = writer.submit(tmp_path / "last", b"last")
    assert stuck.wait(10)
    assert not writer.close(0.01)
    assert not ticket.is_done
    gate.set()
    assert writer.close(10)
    assert last.is_done
    assert (tmp_path / "last").read_bytes() == b"last"


def test_closing_reports_a_last_save_not_kept_and_can_wait_again(match_bytes: bytes, tmp_path: Path) -> None:
    files, gate = UserFiles(tmp_path), threading.Event()

    def be_slow() -> None:
        gate.wait(10)

    files.writer.run(tmp_path / "slow", be_slow)
    files.save_match("last", match_bytes)
    assert not files.close(0.01)
    assert files.save_error == os.strerror(errno.ETIMEDOUT)
    gate.set()
    assert files.close(10)
    assert files.save_error is None
    assert files.match_path("last").read_bytes() == match_bytes


@pytest.mark.parametrize("is_full_for_ever", [False, True])
def test_failed_save_is_tried_once_more_at_the_end(
    match_bytes: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_full_for_ever: bool
) -> None:
    files, is_full = UserFiles(tmp_path), [True]
    flushed = os.fsync

    def flush(descriptor: int) -> None:
        if is_full[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        flushed(descriptor)

    monkeypatch.setattr(os, "fsync", flush)
    ticket = files.save_match("last", match_bytes)
    assert ticket is not None
    until(lambda: ticket.is_done)
    assert files.save_error == os.strerror(errno.ENOSPC)
    is_full[0] = is_full_for_ever
    assert files.close(10)
    assert files.save_error == (os.strerror(errno.ENOSPC) if is_full_for_ever else None)
    assert files.match_path("last").exists() is not is_full_for_ever


def test_next_decision_is_asked_for_when_the_move_is_on_disk(tmp_path: Path) -> None:
    files, writer = files_in(tmp_path)
    clock, bots = Clock(), QuickBots()
    session = Session.new(Plan(setup_of(), person_and_bots(4)), seed=2, files=files, clock=clock, bots=bots)
    run(session, clock, until=lambda s: s.is_waiting_for_viewer, person=first_sensible)
    discards = [m for m in session.observation.legal if m.kind == "-"]
    writer.is_withholding = True
    asked = len(bots.asked)
    session.play(discards[0])
    assert session.poll()[0].observation.moves[-1] is discards[0], "told at once"
    for _ in range(50):
        assert session.poll() == []
        clock.now_s += 1
    assert len(bots.asked) == asked
    writer.release()
    session.poll()
    assert len(bots.asked) == asked + 1


def test_viewer_is_asked_when_the_move_before_is_on_disk(tmp_path: Path) -> None:
    files, writer = files_in(tmp_path)
    writer.is_withholding = True
    clock = Clock()
    players = (bot("hugo"), HUMAN, bot("leo"), bot("nina"))
    session = Session.new(Plan(setup_of(), players), seed=2, files=files, clock=clock, bots=QuickBots())
    assert session.viewer == 1
    while session.observation.to_move != 1:
        writer.release()
        writer.is_withholding = True
        session.poll()
        clock.now_s += 1
    for _ in range(20):
        session.poll()
        assert not session.is_waiting_for_viewer
    writer.release()
    assert session.is_waiting_for_viewer
