"""The app as a server; ``maubinh app`` starts it with Streamlit, for a table or for a club."""

import streamlit as st

from ui.server import lifespan, log_defect, routes, secrets

app = st.App(
    "app.py",
    lifespan=lifespan,
    routes=routes(),
    secrets=secrets(),
    on_script_error=log_defect,
)
