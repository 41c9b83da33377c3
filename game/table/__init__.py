"""The game table: the data it shows, its layout, painting and animation.

Start with ``view``, the data that the table shows. ``geometry`` computes places, ``painting`` paints the table at rest,
``animation`` what moves. Other modules are parts with words and picture (``log``, ``turn_plate``, ``top_bar``,
``coach``, ``tooltips``) or what can be done with a card (``targets``, ``discard_warning``, ``hand_order``).
"""
