"""The app; start it with ``maubinh app`` or ``streamlit run app.py``."""

from ui.pages import run

run()
