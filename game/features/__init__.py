"""What the player gets, one folder each, all built alike.

``model`` (a module or a package) is the feature's rules: it knows no screen and no language. ``words`` says what the
player reads, ``scene`` is a whole screen, ``page`` a page of the Roadbook, and the modules beside them are their parts.
Features import each other in one direction only; what three of them need lies in a package below
(docs/architecture.md).
"""
