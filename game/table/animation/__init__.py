"""What moves on the table: begin with ``choreography`` (events become animation steps) and ``player`` (plays them).

``animation_renderer`` draws what ``player`` plays: cards by ``card_sprites``, effects by ``effect_painters``.
"""
