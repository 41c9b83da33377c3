"""What moves on the table: begin with ``choreography`` (events become animation steps) and ``player`` (plays them).

``animation_step`` is what one event looks like, ``effects`` are all that moves beside the cards, each with its drawing;
``animation_renderer`` draws what ``player`` plays, the cards by ``card_sprites``. ``reduced_motion`` is a choreography
in which nothing travels, ``hand_moves`` what moves by the player's own doing.
"""
