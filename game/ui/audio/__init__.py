"""Sound: the program's sounds by name and volume (``sound``), and the device that is really there (``speaker``)."""
