"""The pages, drawn anew for every tap; `serve.py` is the server around them."""

from ui.pages import run

run()
