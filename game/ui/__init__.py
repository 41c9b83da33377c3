"""What every scene uses: widgets and focus, text, theme, animation, resources, translation."""
