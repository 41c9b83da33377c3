from __future__ import annotations

import json

from game.ui.accessibility_tree import Node, accessible_text, node_rect, tree_json


def test_tree_is_json_with_scene_language_size_and_controls() -> None:
    node = Node("play", "Play", "button", (10, 20, 300, 40), focused=True, description="Key: P")
    assert json.loads(tree_json("title", "hu", (1280, 720), [node])) == {
        "scene": "title",
        "language": "hu",
        "size": [1280, 720],
        "settled": True,
        "controls": [
            {
                "id": "play",
                "name": "Play",
                "role": "button",
                "rect": [10, 20, 300, 40],
                "enabled": True,
                "focused": True,
                "value": None,
                "description": "Key: P",
            }
        ],
    }


def test_tree_names_are_plain_text() -> None:
    assert accessible_text("Geschwindigkeits\u00adbegrenzung") == "Geschwindigkeitsbegrenzung"
    assert accessible_text("5\u202f000\u00a0km") == "5 000 km"


def test_tree_keeps_the_letters_of_every_language() -> None:
    assert "Kézi fék ő ű" in tree_json("t", "hu", (1, 1), [Node("a", "Kézi fék ő ű", "text", (0, 0, 1, 1))])


def test_tree_rectangles_are_whole_pixels() -> None:
    assert node_rect((1.4, 2.6, 3.5, 4.4)) == (1, 3, 4, 4)
