"""The animations of the table.

Start with ``choreography``, which turns events into animation steps, and ``animation_player``, which plays them. An
``animation_step`` shows one event; ``effects`` and ``road_effects`` are everything else that moves besides cards.
``animation_renderer`` draws what is played, with ``card_sprites`` for the cards. ``reduced_motion`` makes steps in
which nothing moves; ``hand_moves`` moves the cards of the hand when the player drags or sorts them.
"""
