"""The tour: the screen (``scene.py``), its map with the stones (``map.py``) and the sheet of a stage (``sheet.py``)."""
