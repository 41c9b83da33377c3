"""The table: what is to be seen of a match, where it lies and how it moves. Begin with ``view``: all of it as data.

``geometry`` says where things lie, ``painting`` what rests looks like, ``animation`` what moves. The modules beside
these are parts of the table that are whole by themselves, words and picture (``log``, ``turn_plate``, ``top_bar``,
``coach``, ``tooltips``), and what can be done with a card (``targets``, ``discard_warning``, ``hand_order``).
"""
