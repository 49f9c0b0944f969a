"""Structured logs that can be shown to anyone: no cards, no names, no keys, no addresses of pages.

Our own lines carry only the fields of `FIELDS`. What libraries say is cleaned of everything that
could be a key, a link or a card, since nobody knows what they will say next.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, Final

import structlog
from structlog.typing import Processor

from hosting.settings import Settings

NAME: Final = "maubinh"
FIELDS: Final = frozenset(
    {
        *("event", "level", "logger", "timestamp"),
        *("error", "fault", "hands", "megabytes", "place", "seconds"),
    }
)
_HIDDEN: Final = "…"
_FRAME: Final = re.compile(r'File "([^"]+)", line (\d+)')
_PRIVATE: Final = re.compile(
    r"""
    \b[a-z+]+://\S+                            # a link, a database address
    | \?\S+                                    # what follows an address
    | \b[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}\b  # a room code
    | (?<!\w)[\w-]{20,}={0,2}(?!\w)            # a key, a token, a session
    | \b(?:[2-9TJQKA]|10)[cdhs]\b              # a card
    | [♠♣♥♦]
    """,
    re.VERBOSE,
)


def hide_private(text: str) -> str:
    """Return the text without what could be a link, a key, a code or a card.

    >>> hide_private("GET /table?key=3fJx-0aa held As Kd")
    'GET /table… held … …'
    """
    return _PRIVATE.sub(_HIDDEN, text)


def set_up_logs(settings: Settings) -> None:
    """Send everything that is logged in this process to standard error, cleaned.

    Libraries are heard from warnings up. Requests are not logged: their addresses hold keys.
    """
    clean: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _known_fields,
    ]
    structlog.configure(
        processors=[*clean, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    render: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*clean[:-1], _cleaned],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level.upper())))
    logging.getLogger(NAME).setLevel(settings.log_level.upper())
    for name, logger in logging.root.manager.loggerDict.items():
        # Streamlit and uvicorn give each of their loggers a form of its own.
        if name.startswith(("streamlit", "uvicorn")) and isinstance(logger, logging.Logger):
            logger.handlers, logger.propagate = [], True
            logger.setLevel(logging.NOTSET)


def log_of(part: str) -> structlog.stdlib.BoundLogger:
    """The logger of a part of the app; its lines carry the fields of `FIELDS` and no others."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(f"{NAME}.{part}")
    return logger


def _known_fields(_: object, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop what nobody allowed; the event is a fixed word, the rest numbers and short codes."""
    return {key: value for key, value in line.items() if key in FIELDS or key.startswith("_")}


def _without_values(text: str) -> str:
    """Of a traceback: where it went through and the kind of error, not its words."""
    if not text.startswith("Traceback"):
        return text
    lines = text.splitlines()
    places = [f"{Path(file).name}:{number}" for file, number in _FRAME.findall(text)]
    kind = next((line for line in reversed(lines) if line and not line.startswith(" ")), "")
    return f"{kind.partition(':')[0].rpartition('.')[2]} at {' '.join(places)}"


def _cleaned(_: object, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Clean what a library said; of an exception only its kind is kept, never its values."""
    line["event"] = hide_private(_without_values(str(line["event"])))
    if error := line.pop("exc_info", None):
        kind = error[0] if isinstance(error, tuple) else type(error)
        line["error"] = getattr(kind, "__name__", str(kind))
    return line
