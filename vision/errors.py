"""What can go wrong with the program's own parts, whatever the photo."""


class ModelError(RuntimeError):
    """A model file is missing or broken."""


class DecoderError(RuntimeError):
    """The process that opens photos cannot start."""
