"""The animations of the table.

Start with ``choreography``, which turns events into animation steps, and ``animation_player``, which plays them.
``animation_step`` is the picture of one event; ``effects`` and ``road_effects`` are all that moves beside the cards,
each with its drawing. ``animation_renderer`` draws what the player plays, the cards by ``card_sprites``.
``reduced_motion`` is a choreography without travel, ``hand_moves`` moves cards by the player's own actions.
"""
