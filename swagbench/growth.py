"""How cost grows with the window."""
