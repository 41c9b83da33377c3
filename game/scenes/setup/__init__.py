"""The setup screen: ``scene`` is what it does, ``layout`` where everything lies, ``seat_rows`` who sits where."""
