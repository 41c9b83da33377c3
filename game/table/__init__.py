"""What lies on the table: layout, card faces, piles, drag and drop, choreography."""
