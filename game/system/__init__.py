"""What stands below everything: command lines, the log, Ctrl-C, where the game's own files lie, their licences."""
