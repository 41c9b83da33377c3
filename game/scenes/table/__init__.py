"""The table as a scene: begin with ``scene``; the other modules are its parts and what opens above it."""
