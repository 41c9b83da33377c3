"""The players: ``profiles`` are the persons of this machine, ``players`` the person or bot in each seat."""
