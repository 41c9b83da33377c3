"""The title: ``scene`` is what is on it, ``signs`` the signposts."""
