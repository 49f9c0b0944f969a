"""Scenes drawn by the program itself, with exact labels, to train the networks."""
