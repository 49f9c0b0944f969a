"""The server with a reader that needs no weights: `streamlit run` this file."""

import streamlit as st

from tests.ui.doubles import FakeReader
from ui import resources
from ui.server import lifespan, log_defect, routes

resources.load_reader = FakeReader
app = st.App("../../app.py", lifespan=lifespan, routes=routes(), on_script_error=log_defect)
