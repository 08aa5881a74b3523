"""Widgets. Each file holds one; it shows what it is given and says what the person did."""
