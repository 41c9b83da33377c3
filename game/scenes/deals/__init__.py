"""Numbered deals: the dialog that starts one (``scene.py``), and what others made of the same seat (``result.py``)."""
