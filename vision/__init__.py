"""From a photo to the cards in it: find the indices, name them, and know what a deck can hold."""
