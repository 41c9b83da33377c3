"""The key map: what every action is asked for by, shown and changed."""
