from __future__ import annotations

from concurrent.futures import Future
from threading import Event

import pytest
from pygame import Surface

from game.engine.cards import CARDS
from game.ui.drawing import art
from game.ui.drawing.preloader import Preloader
from tests.cases import each

MAP = "parts/table_day"


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    art.clear_cache()


def pixels(surface: Surface) -> bytes:
    return surface.get_buffer().raw


def test_prefetched_picture_equals_one_drawn_when_asked_for() -> None:
    asked = pixels(art.picture(MAP, 320, 180))
    art.clear_cache()
    art.preload(MAP, 320, 180)
    assert pixels(art.picture(MAP, 320, 180)) == asked


def test_prefetched_picture_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    art.preload(MAP, 320, 180)
    _wait_for_worker()

    def never(*_: object) -> Surface:
        raise AssertionError("drawn again")

    monkeypatch.setattr(art, "_rasterise", never)
    assert art.picture(MAP, 320, 180).get_size() == (320, 180)


def test_picture_of_another_size_than_prefetched_is_drawn() -> None:
    art.preload(MAP, 320, 180)
    assert art.picture(MAP, 160, 90).get_size() == (160, 90)
    assert art.picture(MAP, 320, 180).get_size() == (320, 180)


def test_surface_made_ahead_is_kept_once_it_is_there() -> None:
    preloader, kept, made = Preloader(), list[Surface](), Surface((1, 1))
    preloader.request("thing", lambda: made, kept.append)
    preloader._worker.submit(int).result()
    assert not kept
    preloader.store()
    preloader.store()
    assert kept == [made]


def test_surface_needed_before_its_making_began_is_left_to_the_caller() -> None:
    preloader, go_on, made = Preloader(), Event(), list[object]()
    preloader._worker.submit(go_on.wait, 10)
    preloader.request("thing", lambda: made.append("ahead") or Surface((1, 1)), made.append)
    assert preloader.get("thing") is None
    go_on.set()
    preloader._worker.submit(int).result()
    preloader.store()
    assert not made


def test_surface_needed_while_it_is_made_is_waited_for() -> None:
    preloader, begun, go_on, made = Preloader(), Event(), Event(), Surface((1, 1))
    preloader.request("thing", lambda: (begun.set(), go_on.wait(10), made)[2], lambda _made: None)
    assert begun.wait(10)
    go_on.set()
    assert preloader.get("thing") is made


def test_slot_is_empty_once_its_surface_is_fetched() -> None:
    preloader = Preloader()
    preloader.request("thing", lambda: Surface((1, 1)), slot="place")
    preloader.get("thing")
    preloader.request("thing", lambda: Surface((1, 1)))
    preloader.forget("place")
    assert not preloader.request("thing", lambda: Surface((1, 1))), "the second request is in no slot"


def test_prefetching_draws_only_the_size_wanted_last(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, drawn = Event(), list[tuple[int, int]]()
    hold: Future[bool] = art.PRELOADER._worker.submit(go_on.wait, 10)

    def draw(_data: bytes, size: tuple[int, int]) -> Surface:
        drawn.append(size)
        return Surface(size)

    monkeypatch.setattr(art, "_rasterised", draw)
    for width in (320, 336, 352):
        art.preload(MAP, width, 180)
    go_on.set()
    assert hold.result()
    _wait_for_worker()
    assert drawn == [(352, 180)]


def test_picture_still_queued_is_drawn_at_once() -> None:
    go_on = Event()
    art.PRELOADER._worker.submit(go_on.wait, 10)
    art.preload(MAP, 320, 180)
    assert art.picture(MAP, 320, 180).get_size() == (320, 180)
    assert not go_on.is_set()
    go_on.set()


@each("name", [f"cards/{card.id}{form}" for card in CARDS for form in ("", ".small", ".fan")])
def test_card_pictures_never_reach_beyond_the_card_edge(name: str) -> None:
    for width in (41, 70, 89, 108, 124):
        card = art.uncached_picture(name, width, round(width * 1.4))
        w, h = card.get_size()
        assert (w, h) == (width, round(width * 1.4))
        inner = [(range(w // 6, w - w // 6), (0, h - 1)), (range(h // 6, h - h // 6), (0, w - 1))]
        for across, ends in inner:
            for end in ends:
                at = ((i, end) if ends[1] == h - 1 else (end, i) for i in across)
                opaque = [card.get_at(pos)[3] for pos in at]
                assert max(opaque) - min(opaque) <= 4, (width, end)


def _wait_for_worker() -> None:
    art.PRELOADER._worker.submit(int).result()


def test_prefetched_shape_equals_one_drawn_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    shape = '<rect x="10" y="10" width="60" height="30" fill="#B93427"/>'
    drawn = art.svg(shape, 90, 50)
    art.clear_cache()
    art.preload_svg("shape", shape, 90, 50)
    _wait_for_worker()
    monkeypatch.setattr(art, "_rasterise", lambda *_: pytest.fail("drawn although prefetched"))
    assert art.svg(shape, 90, 50).get_buffer().raw == drawn.get_buffer().raw


def test_prefetched_shape_no_longer_wanted_is_forgotten() -> None:
    art.preload_svg("shape", "<rect/>", 90, 50)
    art.preload_svg("shape", "<circle/>", 90, 50)
    assert [source.text for source in art.PRELOADER._requests] == ["<circle/>"]  # type: ignore[attr-defined]
    art.PRELOADER.forget("shape")
    assert not art.PRELOADER._requests
