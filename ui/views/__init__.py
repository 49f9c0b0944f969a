"""The pages, one module each; every module has ``render(texts)``."""
