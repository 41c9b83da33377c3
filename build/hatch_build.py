"""Add compiled files to the wheel: game/data/locale/<lang>/LC_MESSAGES/*.mo, and modules of engine and bots.

With MILESTONE_RALLY_PLAIN=1 the modules stay plain, and the wheel is for every system.
"""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import compiled


class Compile(BuildHookInterface):
    """Compiles every committed .po and the hot modules; an editable install needs neither: the game compiles stale
    catalogues at start, and a checkout runs the plain modules.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.scratch = tempfile.TemporaryDirectory()
        root = Path(self.root)
        for source in sorted(root.glob("locale/*/LC_MESSAGES/*.po")):
            place = source.relative_to(root).with_suffix(".mo")
            target = Path(self.scratch.name) / place
            target.parent.mkdir(parents=True)
            with source.open("rb") as po:
                catalogue = read_po(po)
            catalogue.creation_date = datetime(1970, 1, 1, tzinfo=UTC)  # so that two builds are equal
            with target.open("wb") as mo:
                write_mo(mo, catalogue)
            build_data["force_include"][str(target)] = f"game/data/{place.as_posix()}"

        if not os.environ.get(compiled.PLAIN):
            modules = compiled.compiled()
            for name in compiled.extensions(modules):
                build_data["force_include"][str(modules / name)] = name.as_posix()
            build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable":
            self.scratch.cleanup()
