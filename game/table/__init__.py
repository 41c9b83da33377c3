"""The game table: the data it shows, its layout, painting and animation.

Start with ``view``, the data that the table shows. ``geometry`` computes where everything lies, ``painting`` paints
what rests on the table, and ``animation`` draws what moves. Some modules contain all of one part, its words and its
painting (``log``, ``turn_plate``, ``top_bar``, ``coach``, ``tooltips``); others tell what can be done with a card
(``targets``, ``discard_warning``, ``hand_order``).

Two scales appear everywhere: u is the layout unit, 1 in a window of 1920 × 1080; t is the scale of text and controls.
"""
