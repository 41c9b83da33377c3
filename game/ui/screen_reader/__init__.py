"""The system's screen reader: AccessKit gets the accessibility tree, and the reader's requests are served.

Begin with ``reader.py``. ``tree.py`` converts changed nodes to AccessKit's; ``requests.py`` turns requests into key
and mouse events; ``systems.py`` has the differences between systems.
"""
