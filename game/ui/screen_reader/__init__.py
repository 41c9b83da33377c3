"""The system's own screen reader: the control tree is told to it by AccessKit, and what it asks for is done.

Begin with ``reader.py``. ``tree.py`` makes AccessKit's nodes of the control tree's, and only of what has changed;
``requests.py`` makes keys and mouse of what a reader asks for; ``systems.py`` has what differs from system to system.
"""
