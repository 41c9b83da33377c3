"""Who plays: ``profiles`` are the persons of this machine, ``players`` who sits in which seat, person or bot."""
