"""Build the packages for Windows, an installer and a zip: on Windows itself, or on Linux by wine."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path, PureWindowsPath
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import bundle
import environment
import licences
import wine
from product import DIST, HOMEPAGE, LICENCE, NAME, PROGRAM, PUBLISHER, ROOT, SCRATCH, VERSION, package_name

SOURCES = ROOT / "build" / "windows"
SCRIPT = SOURCES / "setup.nsi"
FOLDER = SCRATCH / "windows"
MADE = FOLDER / "made"
"""The folder of the icon, the version resource and the installer's include files."""
EXE = f"{PROGRAM}.exe"
ENTRY = rf"Software\Microsoft\Windows\CurrentVersion\Uninstall\{PROGRAM}"
"""The user's registry key under which Windows lists the installed program."""
IS_NATIVE = sys.platform == "win32"

_NSIS = Path(os.environ.get("PROGRAMFILES(X86)", "C:/Program Files (x86)")) / "NSIS"


# -- the program ------------------------------------------------------------------------------------------------------


def version4() -> tuple[int, int, int, int]:
    """Return the version as four numbers, the only kind that Windows compares."""
    major, minor, patch = (int(part) for part in VERSION.split("."))
    return major, minor, patch, 0


def version_resource() -> str:
    """Return the program's properties, in PyInstaller's form."""
    told = {
        "CompanyName": PUBLISHER,
        "FileDescription": NAME,
        "FileVersion": VERSION,
        "InternalName": PROGRAM,
        "LegalCopyright": f"{PUBLISHER}, {LICENCE}",
        "OriginalFilename": EXE,
        "ProductName": NAME,
        "ProductVersion": VERSION,
    }
    strings = ", ".join(f"StringStruct({key!r}, {text!r})" for key, text in told.items())
    english, unicode = 0x409, 1200
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={version4()}, prodvers={version4()}), kids=["
        f"StringFileInfo([StringTable('{english:04x}{unicode:04x}', [{strings}])]), "
        f"VarFileInfo([VarStruct('Translation', [{english}, {unicode}])])])\n"
    )


def collect() -> Path:
    """Run PyInstaller; return the folder with the program."""
    python = environment.python()
    MADE.mkdir(parents=True, exist_ok=True)
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.run(python, ROOT / "build" / "icons.py", MADE / "icon.ico", env=path)
    environment.run(python, ROOT / "build" / "setup_words.py", MADE / "words.nsh", env=path)
    (MADE / "version.txt").write_text(version_resource(), encoding="utf-8")
    library = None if IS_NATIVE else _python_here().with_name(wine.LIBRARY)
    made = {
        "MILESTONE_RALLY_LOCALE": str(bundle.compile_catalogues(python)),
        "MILESTONE_RALLY_SOURCES": str(bundle.compile_modules(python, library)),
        "MILESTONE_RALLY_ICON": str(MADE / "icon.ico"),
        "MILESTONE_RALLY_VERSION": str(MADE / "version.txt"),
    }
    scratch = ("--distpath", FOLDER / "bundle", "--workpath", FOLDER / "pyinstaller")
    told = "WARN" if IS_NATIVE else "ERROR"  # wine lacks many of Windows' own libraries, which are not bundled anyway
    run_python("-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", told, *scratch, bundle.SPEC, env=made)
    folder = FOLDER / "bundle" / PROGRAM
    for file in folder.rglob("*"):
        os.utime(file, (environment.source_date(),) * 2)
    return folder


def run_python(*arguments: str | Path, env: Mapping[str, str], prefix: Path = wine.PREFIX) -> None:
    """Run the Python for Windows with the build's requirements, here or in wine with that prefix."""
    if IS_NATIVE:
        environment.run(environment.python(), *arguments, env={**environment.reproducible(), **env})
    else:
        wine.run(_python_here(), *arguments, env=env, prefix=prefix)


def _python_here() -> Path:
    """Return the Python for Windows that wine runs, with the build's requirements."""
    return wine.python((*environment.dependencies(), "pyinstaller", "setuptools", *environment.OTHER_SYSTEMS))


# -- the packages -----------------------------------------------------------------------------------------------------


def build() -> list[Path]:
    """Build the installer and the zip; the same commit gives the same files."""
    makensis = _makensis()
    folder = collect()
    setup, archive = DIST / package_name("windows-x86_64-setup", ".exe"), DIST / package_name("windows-x86_64", ".zip")
    write_setup(setup, folder, makensis)
    write_zip(archive, folder)
    return [setup, archive]


def _makensis() -> str:
    """Return NSIS's compiler; raises ``CannotBuildError`` if it or another tool is missing."""
    if not IS_NATIVE:
        wine.require()
        return "makensis"
    found = shutil.which("makensis", path=os.pathsep.join((os.environ["PATH"], str(_NSIS))))
    if found is None:
        raise environment.CannotBuildError("makensis not installed (NSIS, of nsis.sourceforge.io)")
    return found


def write_setup(setup: Path, folder: Path, makensis: str) -> None:
    """Build the installer for the folder by NSIS."""
    (MADE / "files.nsh").write_text(file_lists(folder), encoding="utf-8", newline="\n")
    settings = [f"-D{name}={value}" for name, value in defines(folder, setup).items()]
    command = (makensis, "-V2", "-WX", "-NOCD", "-INPUTCHARSET", "UTF8", *settings, SCRIPT)
    environment.run(*command, cwd=MADE, env=environment.reproducible())


def defines(folder: Path, setup: Path) -> dict[str, str]:
    """Return the variables of the installer's script for this folder."""
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    told = {
        "NAME": NAME,
        "VERSION": VERSION,
        "VERSION4": ".".join(map(str, version4())),
        "PUBLISHER": PUBLISHER,
        "LICENCE": LICENCE,
        "EXE": EXE,
        "ENTRY": ENTRY,
        "ICON": str(MADE / "icon.ico"),
        "OUTPUT": str(setup),
        "SIZE_KB": str(round(size / 1024)),
    }
    return told if HOMEPAGE is None else {**told, "HOMEPAGE": HOMEPAGE}


def file_lists(folder: Path) -> str:
    """Return the files of the folder as two NSIS macros: one installs them, the other removes exactly these."""
    files = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    folders = sorted({parent for file in files for parent in file.parents})
    lines = ["!macro INSTALL_FILES"]
    for place in folders:
        lines.append(f'  SetOutPath "{_installed(place)}"')
        lines += [f'  File "{folder / file}"' for file in files if file.parent == place]
    lines += ["!macroend", "!macro REMOVE_FILES"]
    lines += [f'  Delete "{_installed(file)}"' for file in files]
    lines += [f'  RMDir "{_installed(place)}"' for place in reversed(folders) if place.parts]
    return "\n".join((*lines, "!macroend", ""))


def _installed(file: Path) -> str:
    return str(PureWindowsPath("$INSTDIR", file))


def write_zip(archive: Path, folder: Path) -> None:
    """Pack the folder for players who want no installer, below a folder named like the archive."""
    date = time.gmtime(environment.source_date())[:6]
    with ZipFile(archive, "w", compresslevel=9) as packed:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = ZipInfo((Path(archive.stem) / file.relative_to(folder)).as_posix(), date)
            entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, 0, 0
            packed.writestr(entry, file.read_bytes())


def check(files: list[Path]) -> None:
    """Install, start, play and uninstall the packages; on Linux in a new wine prefix on its own screen."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        ZipFile(next(file for file in files if file.suffix == ".zip")) as zipped,
    ):
        zipped.extractall(scratch)
        licences.check(Path(scratch), "windows", also=["uninstall.exe"])  # written by the installer
    command = ("-u", SOURCES / "check.py", *files)
    silent = {"SDL_AUDIODRIVER": "dummy"}
    if IS_NATIVE:
        run_python(*command, env=silent)
        return
    from linux_check import screen  # noqa: PLC0415 - only Linux needs one, and only Linux has what it needs

    prefix = FOLDER / "wine-for-check"
    shutil.rmtree(prefix, ignore_errors=True)
    environment.require("Xvfb", by="Debian: apt-get install xvfb")
    # wine's xinput leaves a thread running when SDL unloads the library, which then crashes the game as it ends
    no_xinput = {"SDL_XINPUT_ENABLED": "0"}
    with screen() as display:
        run_python(*command, env={**silent, **no_xinput, "DISPLAY": display}, prefix=prefix)
