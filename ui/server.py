"""The web server around the pages: health check, logs, an orderly end."""

import os
import sys
import time
import traceback
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from streamlit import net_util

from hosting.login import streamlit_secrets
from hosting.logs import log_of, set_up_logs
from hosting.settings import read_settings
from table.errors import StoreError, TableError
from ui import resources, table_desk

if TYPE_CHECKING:
    from streamlit.starlette import App

LOG: Final = log_of("server")
_ROOT: Final = Path(__file__).resolve().parent.parent


def routes() -> Sequence[BaseRoute]:
    """What the server answers beside the pages."""
    return [Route("/health", health), Route("/pulse", pulse)]


def secrets() -> dict[str, dict[str, Any]]:
    """What Streamlit must know of a login, from the settings alone: it never lies in a file."""
    return streamlit_secrets(read_settings(os.environ))


async def health(_: Request) -> JSONResponse:
    """200 when photos can be read and the book answers, 503 with the reason until then."""
    reader = "ready" if resources.desk().is_ready else "loading"
    book = await run_in_threadpool(_book_state)
    healthy = reader == "ready" and book == "ok"
    document = {"status": "ok" if healthy else "unready", "reader": reader, "book": book}
    return JSONResponse(document, 200 if healthy else 503)


async def pulse(request: Request) -> JSONResponse:
    """The revision of the table that a key opens: what a phone at rest asks for every second.

    The key comes in a header, since addresses are logged by whoever stands between.
    """
    key = request.headers.get("X-Table-Key", "")
    try:
        return JSONResponse(await run_in_threadpool(_revision, key))
    except TableError:
        return JSONResponse(None, 404)  # the page says why


def _revision(key: str) -> int:
    return table_desk.book().revision(key)


def _book_state() -> str:
    try:
        table_desk.book().ping()
    except StoreError as error:
        return error.key
    return "ok"


def keep_streamlit_offline() -> None:
    """Never ask a web service what this machine's public address is.

    Streamlit does so when a page of another origin knocks, which anyone can make it do.
    """
    net_util.get_external_ip = lambda: None


@asynccontextmanager
async def lifespan(_: "App") -> AsyncIterator[None]:
    """Start loading the networks before the first phone comes; at the end let go of everything."""
    keep_streamlit_offline()
    set_up_logs(read_settings(os.environ))
    start = time.monotonic()
    resources.desk()
    LOG.info("started")
    try:
        yield
    finally:
        resources.decoder().close()
        table_desk.book.clear()  # closes the database: every action is one transaction, none is cut
        LOG.info("stopped", seconds=round(time.monotonic() - start))


def log_defect(error: BaseException) -> None:
    """Log where a page failed and on what kind of error; its words may hold cards or names."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(_ROOT)
    ]
    place = frames[-1] if frames else None
    where = f"{Path(place.filename).relative_to(_ROOT)}:{place.lineno}" if place else sys.platform
    LOG.error("page failed", error=type(error).__name__, place=where)
