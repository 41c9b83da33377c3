"""Run what CI runs: the linters, then the README's test command.

python build/check.py            all of it
python build/check.py --lint     the linters only
python build/check.py --nightly  what takes longer than anybody waits, of which the tests have samples
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINTERS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
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
    ("build/package.py", "windows", "--check"),
)
"""Modules and scripts that are run one after the other, with their arguments; each exits with a status other than 0 if
it finds a fault, and the others still run. The tests among them try all of their examples.
"""


def environment() -> Path:
    """Return the interpreter of the README's environment, creating it if necessary."""
    folder = ROOT / ".venv"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    run(str(python), "-m", "pip", "install", "--quiet", "--editable", ".[dev]")
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


def run_nightly(python: str) -> None:
    """Run the nightly checks; exit with status 1 if any of them has found a fault."""
    run(python, "-m", "pip", "install", "--quiet", "--editable", ".[dev,fuzz]")
    failed, everything = [], {**os.environ, "MILESTONE_RALLY_NIGHTLY": "1"}
    for name, *arguments in NIGHTLY:
        command = [name, *arguments] if name.endswith(".py") else ["-m", name, *arguments]
        print("$", "python", *command, flush=True)
        if subprocess.run([python, *command], cwd=ROOT, env=everything, check=False).returncode:
            failed.append(name)
    if failed:
        sys.exit(f"faults were found by {', '.join(failed)}")


def main() -> None:
    python = str(environment())
    if "--nightly" in sys.argv[1:]:
        run_nightly(python)
        return
    for linter in LINTERS:
        run(python, "-m", *linter)
    if "--lint" in sys.argv[1:]:
        return
    if os.name == "nt":
        run(python, "-m", "pytest", "-n", "auto", "--dist", "worksteal")
    else:
        run("/bin/sh", "-c", test_command())


if __name__ == "__main__":
    main()
