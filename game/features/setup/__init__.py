"""The setup screen: ``scene`` is what it does, ``layout`` where everything lies, ``painting`` what it shows."""
