"""Settings from the environment, all checked in one place: ``MAUBINH_PORT=8080 maubinh app``."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

PREFIX: Final = "MAUBINH_"
SECRETS: Final = frozenset({"database", "login_client_secret", "login_cookie_secret"})
LOGIN: Final = (
    *("login_site", "login_metadata", "login_client"),
    *("login_client_secret", "login_cookie_secret"),
)
"""What a login needs, all of it or none."""


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
        Meta(
            description="PostgreSQL address of the book, instead of a file in the folder",
            examples=["postgresql://maubinh:…@db.example/maubinh"],
        ),
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
    login_site: Annotated[
        Annotated[str, Meta(pattern=r"^(https://[^/\s]+|http://(localhost|127\.0\.0\.1)(:\d+)?)$")]
        | None,
        Meta(
            description="The club's own address, to which its OIDC provider sends people back",
            examples=["https://maubinh.club.example"],
        ),
    ] = None
    login_metadata: Annotated[
        Annotated[
            str, Meta(pattern=r"^(https://[^/\s]+|http://(localhost|127\.0\.0\.1)(:\d+)?)/\S+$")
        ]
        | None,
        Meta(
            description="Address of the provider's openid-configuration",
            examples=["https://login.example/.well-known/openid-configuration"],
        ),
    ] = None
    login_client: Annotated[
        Annotated[str, Meta(min_length=1)] | None,
        Meta(description="What the provider calls this app"),
    ] = None
    login_client_secret: Annotated[
        Annotated[str, Meta(min_length=1)] | None,
        Meta(description="What this app proves itself with to the provider"),
    ] = None
    login_cookie_secret: Annotated[
        Annotated[str, Meta(min_length=32)] | None,
        Meta(description="What the cookie of a login is signed with, the same in every process"),
    ] = None
    login_members: Annotated[
        Annotated[str, Meta(pattern=r"^\s*[^\s,@]*@[^\s,@]+(\s*,\s*[^\s,@]*@[^\s,@]+)*\s*$")]
        | None,
        Meta(
            description="Who may come in: a@club.example, or @club.example for all of them",
            examples=["an@club.example, @friends.example"],
        ),
    ] = None
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

    @property
    def asks_for_login(self) -> bool:
        """Whether people log in before they see a page."""
        return self.login_site is not None


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
        settings = msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        fault, _, path = str(error).partition(" - at `$.")
        name = re.split(r"\W", path, maxsplit=1)[0]
        value = "***" if name in SECRETS else repr(found.get(name, ""))
        if example := _example(name):  # a pattern tells a person nothing
            fault = f"expected such as {example}"
        raise SettingsError(f"{variable(name)}={value}: {fault}") from None
    _check_login(found)
    return settings


def _example(name: str) -> str | None:
    """A value that fits a setting whose values follow a pattern."""
    described = msgspec.json.schema(Settings)["$defs"]["Settings"]["properties"]
    examples: list[str] = described.get(name, {}).get("examples", [])
    return examples[0] if examples else None


def _check_login(found: Mapping[str, str]) -> None:
    """Half a login would ask nobody, or nobody could answer."""
    missing = [name for name in LOGIN if name not in found]
    given = [name for name in (*LOGIN, "login_members") if name in found]
    if given and missing:
        names = ", ".join(map(variable, missing))
        raise SettingsError(f"{variable(given[0])} asks for a login, which also needs {names}")


def _check_spelling(given: str, names: list[str]) -> None:
    if close := get_close_matches(given, names, n=1, cutoff=0.85):
        raise SettingsError(f"{given} is no setting, {close[0]} is")
