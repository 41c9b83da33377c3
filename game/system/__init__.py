"""The lowest layer: command lines, the log, Ctrl-C, the paths of the game's own files, and their licences."""
