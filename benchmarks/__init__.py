"""Figures of speed, strength and endurance, printed by scripts."""
