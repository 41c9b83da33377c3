"""What the tests of screens share."""

from __future__ import annotations

from tests.scenes.conftest import driver, voice, window

__all__ = ["driver", "voice", "window"]
