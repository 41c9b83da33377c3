"""The players: ``profiles`` describes the persons who use this machine, ``players`` the person or bot in each seat."""
