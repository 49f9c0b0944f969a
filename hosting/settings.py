"""Settings from the environment, all checked in one place: ``MAUBINH_PORT=8080 maubinh app``."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

PREFIX: Final = "MAUBINH_"


class SettingsError(ValueError):
    """A variable with a value that does not fit, or a name that is nearly one of ours."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting of the app; its variable is ``MAUBINH_`` and the name in capitals."""

    address: Annotated[
        str, Meta(min_length=1, description="Listens on; 127.0.0.1 behind a proxy")
    ] = "0.0.0.0"  # noqa: S104 - phones in the same Wi-Fi are the point
    port: Annotated[
        Annotated[int, Meta(ge=1024, le=65535)] | None,
        Meta(description="Listens on; the first free one from 8501 if not given"),
    ] = None
    data: Annotated[
        Annotated[str, Meta(min_length=1)] | None,
        Meta(description="Folder of the book and the notes; the user's own if not given"),
    ] = None
    database: Annotated[
        Annotated[str, Meta(pattern=r"^postgres(ql)?(\+psycopg)?://")] | None,
        Meta(description="PostgreSQL address of the book, instead of a file in the folder"),
    ] = None
    photos_per_minute: Annotated[
        int, Meta(ge=1, le=600, description="How many photos one phone may send")
    ] = 12
    photo_seconds: Annotated[
        float, Meta(ge=0.5, le=60, description="Processor time that opening one photo may take")
    ] = 4.0
    photo_memory_mb: Annotated[
        int, Meta(ge=1000, le=16000, description="Memory that opening one photo may take")
    ] = 2500
    log_format: Annotated[
        Literal["text", "json"], Meta(description="One line for people, or one JSON object")
    ] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="The least that is logged")
    ] = "info"

    @property
    def book(self) -> str | None:
        """Where the book is: a database address, a folder, or None for the user's own."""
        return self.database or self.data


def variable(name: str) -> str:
    """Return the variable of a setting.

    >>> variable("log_level")
    'MAUBINH_LOG_LEVEL'
    """
    return PREFIX + name.upper()


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings; SettingsError names the variable, its value unless secret, what fits."""
    names = {variable(field.name): field.name for field in msgspec.structs.fields(Settings)}
    for given in environment:
        if given.startswith(PREFIX) and given not in names:
            _check_spelling(given, list(names))
    found = {name: environment[key] for key, name in names.items() if environment.get(key)}
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        fault, _, path = str(error).partition(" - at `$.")
        name = re.split(r"\W", path, maxsplit=1)[0]
        value = "***" if name == "database" else repr(found.get(name, ""))
        raise SettingsError(f"{variable(name)}={value}: {fault}") from None


def _check_spelling(given: str, names: list[str]) -> None:
    if close := get_close_matches(given, names, n=1, cutoff=0.85):
        raise SettingsError(f"{given} is no setting, {close[0]} is")
