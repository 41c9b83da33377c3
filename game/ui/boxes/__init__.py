"""Boxes: what a screen is built of. They measure, place and draw themselves, and list the controls among them.

Begin with ``box``, which has the box and the control; ``containers`` arrange boxes, ``label`` is text, and
``type_scale`` says how large things are.
"""
