"""The match's end: ``scene`` lets the ``celebration`` come in turn, and at last the plate with the ``result``."""
