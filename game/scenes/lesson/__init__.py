"""The first lesson: ``offer`` on the title, ``scene`` at the table, ``end`` afterwards."""
