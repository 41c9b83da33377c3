"""The system's screen reader: AccessKit gets the accessibility tree and returns the reader's requests.

Begin with ``reader.py``. ``tree.py`` converts changed nodes to AccessKit's; ``requests.py`` turns requests into key
and mouse events; ``systems.py`` has the differences between systems.
"""
