"""Looking at a leg again, turn by turn, with every hand open if one likes, and playing on from there.

Nothing is kept on disk. Begin with ``model``: a ``LegReplay`` is every position of a leg and what each seat saw of it.
``scene`` is the screen; ``player`` knows which turn is shown, ``timeline``, ``hands`` and ``trays`` are what lies below
and on the table. ``command`` is ``python -m game replay``. Others may call ``open_replay`` with a button to lead back.
"""
