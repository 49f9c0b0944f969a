"""The server with a reader that needs no weights: `streamlit run` this file."""

import streamlit as st
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from tests.ui.doubles import FakeReader
from ui import resources
from ui.server import lifespan, log_defect, routes, secrets


async def caller(request: Request) -> PlainTextResponse:
    """Whom the server takes this visitor for."""
    return PlainTextResponse(request.client.host if request.client else "")


resources.load_reader = FakeReader
app = st.App(
    "../../app.py",
    lifespan=lifespan,
    routes=[*routes(), Route("/caller", caller)],
    secrets=secrets(),
    on_script_error=log_defect,
)
