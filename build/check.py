"""Run what CI runs: the linters, then the README's test command.

python build/check.py                     all of it
python build/check.py --lint              the linters only
python build/check.py --nightly [CHECK…]  what takes longer than anybody waits, of which the tests have samples
python build/check.py --names             the names of the nightly checks, as JSON
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = tuple(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob(".github/workflows/*.yml")))
LINTERS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("check-jsonschema", "--quiet", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS),
    ("check-jsonschema", "--quiet", "--builtin-schema", "vendor.dependabot", ".github/dependabot.yml"),
    ("zizmor", "--quiet", "--offline", ".github"),
    ("mypy",),
)

NIGHTLY = (
    ("pytest", "-q", "-n", "auto", "--dist", "worksteal"),
    ("tests.fit",),
    ("tests.monkey", "--events", "100000", "--seeds", "8", "--sketched"),
    ("tests.soak",),
    ("tests.storage_faults",),
    ("tests.damage", "--count", "10000"),
    ("tests.kills", "--count", "300"),
    ("tests.foreign_files", "--count", "5000"),
    ("tests.fuzz", "--seconds", "600"),
    ("tests.mutants", "engine"),
    ("tests.mutants", "core"),
    ("tests.mutants", "table"),
    ("tests.mutants", "words"),
    ("tests.mutants", "ui"),
    ("tests.mutants", "ai"),
    ("build/package.py", "source", "--check"),
    ("build/package.py", "windows", "--check"),
)
"""Modules and scripts that are run one after the other, with their arguments; each exits with a status other than 0 if
it finds a fault, and the others still run. The tests among them try all of their examples.
"""
NAMES = {" ".join(row): row for row in NIGHTLY}


def environment(extras: str = "dev") -> Path:
    """Return the interpreter of the README's environment with these extras, creating it if necessary."""
    folder = ROOT / ".venv"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    pinned = ("--constraint", "build/constraints.txt", "--editable", f".[{extras}]")
    run(str(python), "-m", "pip", "install", "--quiet", *pinned)
    return python


def run(*command: str) -> None:
    """Run a command in the project's root; the first that fails ends the check with its status."""
    print("$", " ".join(command), flush=True)
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    if status:
        sys.exit(status)


def test_command() -> str:
    """Return the README's own test command, so that the two cannot differ."""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    return next(line.strip() for line in lines if line.startswith("    ") and "-m pytest" in line)


def run_nightly(python: str, names: list[str]) -> None:
    """Run the nightly checks of these names; exit with status 1 if any of them has found a fault."""
    failed, everything = [], {**os.environ, "MILESTONE_RALLY_NIGHTLY": "1"}
    for each in names:
        name, *arguments = NAMES[each]
        command = [name, *arguments] if name.endswith(".py") else ["-m", name, *arguments]
        print("$", "python", *command, flush=True)
        if subprocess.run([python, *command], cwd=ROOT, env=everything, check=False).returncode:
            failed.append(each)
    if failed:
        sys.exit(f"faults were found by {', '.join(failed)}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Run what CI runs: the linters, then the README's test command.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--lint", action="store_true", help="the linters only")
    what.add_argument("--nightly", nargs="*", metavar="CHECK", help="the nightly checks of these names, or all")
    what.add_argument("--names", action="store_true", help="print the names of the nightly checks, as JSON")
    options = parser.parse_args()
    if options.names:
        print(json.dumps([*NAMES]))
        return
    if options.nightly is not None:
        if unknown := [name for name in options.nightly if name not in NAMES]:
            parser.error(f"no nightly check is called {' or '.join(unknown)}")
        run_nightly(str(environment("dev,fuzz")), options.nightly or [*NAMES])
        return
    python = environment()
    for program, *arguments in LINTERS:
        run(str(python.with_name(program)), *arguments)
    if options.lint:
        return
    if os.name == "nt":
        run(str(python), "-m", "pytest", "-n", "auto", "--dist", "worksteal")
    else:
        run("/bin/sh", "-c", test_command())


if __name__ == "__main__":
    main()
