"""What a side, a car, the cards and the landscape can look like; each look has its name."""

from __future__ import annotations

from typing import Any

from game.phrases import NP_, NamedChoice


class Symbol(NamedChoice):
    """The symbol on a side's panel and car door, in the order of the seats that get it by default."""

    STAR = "star", NP_("symbol", "Star")
    MOON = "moon", NP_("symbol", "Moon")
    DIAMOND = "diamond", NP_("symbol", "Diamond")
    CROSS = "cross", NP_("symbol", "Cross")
    RING = "ring", NP_("symbol", "Ring")
    BARS = "bars", NP_("symbol", "Bars")


class Paint(NamedChoice):
    """The colour of a side, in the order of the seats that get it by default."""

    RED = "red", NP_("colour", "Red")
    BLUE = "blue", NP_("colour", "Blue")
    YELLOW = "yellow", NP_("colour", "Yellow")
    GREEN = "green", NP_("colour", "Green")
    LILAC = "lilac", NP_("colour", "Lilac")
    BLACK = "black", NP_("colour", "Black")


class GarageItem:
    """A kind of item in the garage; a word that only a later version knows is read as the first item."""

    @classmethod
    def _missing_(cls, _word: object) -> Any:
        return next(iter(cls))  # type: ignore[call-overload]  # the classes below are enums


class CarBody(GarageItem, NamedChoice):
    """The type of a side's car."""

    SALOON = "saloon", NP_("car", "Sedan")
    BUBBLE = "bubble", NP_("car", "Bubble")
    ESTATE = "estate", NP_("car", "Wagon")
    VAN = "van", NP_("car", "Van")
    ROADSTER = "roadster", NP_("car", "Roadster")
    COUPE = "coupe", NP_("car", "Coupé")
    RACER = "racer", NP_("car", "Racer")


class CarTrim(NamedChoice):
    """A decoration of a car."""

    PLAIN = "plain", NP_("car", "Plain")
    STRIPE = "stripe", NP_("car", "Stripe")
    LUGGAGE = "luggage", NP_("car", "Luggage")
    PENNANT = "pennant", NP_("car", "Pennant")


class CardBack(GarageItem, NamedChoice):
    """The picture on the back of the cards."""

    ROAD = "road", NP_("card back", "Road")
    SIGNPOST = "signpost", NP_("card back", "Signpost")
    SUN = "sun", NP_("card back", "Sun")
    HARBOUR = "harbour", NP_("card back", "Harbor")
    PASS = "pass", NP_("card back", "Pass")
    FINISH = "finish", NP_("card back", "Finish")
    NIGHT = "night", NP_("card back", "Night")


class Scenery(GarageItem, NamedChoice):
    """The landscape behind the screens and beside the road."""

    DAY = "day", NP_("scenery", "Day")
    COAST = "coast", NP_("scenery", "Coast")
    AUTUMN = "autumn", NP_("scenery", "Autumn")
    SNOW = "snow", NP_("scenery", "Snow")
    NIGHT = "night", NP_("scenery", "Night")
