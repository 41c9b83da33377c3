"""The settings screen: ``scene`` is what it does, ``layout`` where everything lies."""
