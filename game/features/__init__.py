"""What the player gets, one folder each, built alike.

Where a feature has them, ``model`` (a module or a package) is its rules, which know no screen and no language;
``words`` is what the player reads, ``scene`` a whole screen, ``page`` a page of the Roadbook; the modules beside them
are their parts. Features import each other in one direction only, and each says what others take of it; what three of
them need lies in a package below (docs/architecture.md). ``game.ways`` leads from screen to screen.
"""
