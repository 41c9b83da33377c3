"""What a player does with a card: pressed, dragged, put in order, and what may be done with it. Pure."""
