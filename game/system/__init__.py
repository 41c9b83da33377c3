"""The lowest layer: command lines, the log, Ctrl-C, and the paths and licences of the files that ship with the game."""
