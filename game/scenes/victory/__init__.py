"""The festive parts of a match's end: crowd, bunting, paper flags, laurel, rushing points, and the result's plate.

Begin with ``game.scenes.match_end``, which lets them come in their turn (art-race.md §8).
"""
