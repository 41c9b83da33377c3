"""The table as a scene: begin with ``scene``, which puts the parts together; each knows only those before it.

``stage`` is what is seen, ``match`` what was told and is to be made, ``hand`` what the mouse does with the cards,
``take_backs``, ``questions`` (with the hint) and ``delegation`` what else can be asked for, ``keys`` and ``scanning``
do without a mouse, ``flow`` goes on in time; ``view_builder`` and ``painter`` read the others and change nothing.
"""
