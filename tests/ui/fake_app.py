"""The app with a reader that needs no weights, for the browser tests: `streamlit run` this file."""

from tests.ui.doubles import FakeReader
from ui import resources
from ui.pages import run

resources.load_reader = FakeReader
run()
