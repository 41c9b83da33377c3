"""The end of a match or race: ``scene`` lets the ``celebration`` come, and at last the plate with the ``result``.

On it is the ``photo`` of the finish, which ``keeping`` draws step by step and writes into a file.
"""
