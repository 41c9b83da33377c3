"""Build the application for macOS in a zip, for the processor of this machine. On macOS only."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import bundle
import environment
from product import DIST, ID, LANGUAGES, LICENCE, NAME, PROGRAM, PUBLISHER, ROOT, SCRATCH, VERSION, package_name

APP = f"{NAME}.app"
OLDEST_SYSTEM = "11.0"
"""The first version for Apple's own processors; macos_check.py checks that no file requires a newer one."""
CATEGORY = "public.app-category.card-games"
MADE = SCRATCH / "macos"
ICON = MADE / f"{PROGRAM}.icns"


def info_plist() -> dict[str, Any]:
    """Return the application's properties beside those that PyInstaller sets."""
    return {
        "CFBundleDevelopmentRegion": LANGUAGES[0],
        "CFBundleDisplayName": NAME,
        "CFBundleIdentifier": ID,
        "CFBundleLocalizations": list(LANGUAGES),
        "CFBundleName": NAME,
        "CFBundleShortVersionString": VERSION,
        "CFBundleVersion": VERSION,
        "LSApplicationCategoryType": CATEGORY,
        "LSMinimumSystemVersion": OLDEST_SYSTEM,
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": f"{PUBLISHER}, {LICENCE}",
    }


def build() -> list[Path]:
    """Build the zip; raises ``CannotBuildError`` on another system."""
    if sys.platform != "darwin":
        raise environment.CannotBuildError("the application for macOS is built on macOS only")
    environment.require("codesign", "ditto", by="they come with macOS")
    MADE.mkdir(parents=True, exist_ok=True)
    python = environment.python()
    environment.run(python, ROOT / "build" / "icons.py", ICON, env={**os.environ, "PYTHONPATH": str(ROOT)})
    bundle.build({"MILESTONE_RALLY_ICON": str(ICON)})
    app = MADE / APP
    shutil.rmtree(app, ignore_errors=True)
    # PyInstaller has signed it ad hoc: Apple's own processors start nothing unsigned.
    shutil.move(bundle.FOLDER / APP, app)
    date = environment.source_date()
    for path in (app, *app.rglob("*")):
        os.utime(path, (date, date), follow_symlinks=False)
    archive = DIST / package_name(f"macos-{platform.machine()}", ".zip")
    archive.unlink(missing_ok=True)
    environment.run("ditto", "-c", "-k", "--keepParent", app, archive)
    return [archive]


def check(files: list[Path]) -> None:
    """Unpack and test the application with ``macos_check.py``, which needs PyInstaller's requirements."""
    (archive,) = files
    with tempfile.TemporaryDirectory(prefix=f"{PROGRAM}-") as scratch:
        environment.run("ditto", "-x", "-k", archive, scratch)
        app = Path(scratch, APP)
        environment.run("codesign", "--verify", "--deep", "--strict", app)
        environment.run(environment.python(), ROOT / "build" / "macos_check.py", app)
