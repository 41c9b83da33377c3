"""The end of a match: ``scene`` plays it, the other modules are the things seen in it."""
