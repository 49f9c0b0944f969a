"""What can go wrong with the models."""


class ModelError(RuntimeError):
    """A model file is missing or broken."""
