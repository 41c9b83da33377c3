"""Print what the changelog says of a release, if its tag, the program's version and the changelog agree.

python build/release_notes.py v0.1.0
"""

from __future__ import annotations

import sys

from product import VERSION, changes, releases


def notes(tag: str) -> str:
    """Return the points of the tagged version; raises ``ValueError`` if it cannot be released under that tag."""
    if tag != f"v{VERSION}":
        raise ValueError(f"{tag}: the program's version is {VERSION} (game/__init__.py)")
    if dict(releases()).get(VERSION) is None:
        raise ValueError(f"{tag}: CHANGELOG.md has no date for {VERSION}")
    return "".join(f"- {point}\n" for point in changes()[VERSION])


def main(arguments: list[str]) -> int:
    """Run the command line; return the exit status."""
    if len(arguments) != 1:
        print("usage: release_notes.py TAG", file=sys.stderr)
        return 2
    try:
        print(notes(arguments[0]), end="")
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
