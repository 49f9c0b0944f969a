"""Training of the detector and of the index classifier."""
