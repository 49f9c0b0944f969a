"""Login through the club's OpenID Connect provider: what Streamlit is told, and who may come in."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from hosting.settings import Settings, SettingsError, variable

CALLBACK = "/oauth2callback"
"""Where the provider sends people back to, below the club's address; Streamlit answers there."""


def streamlit_secrets(settings: Settings) -> dict[str, dict[str, Any]]:
    """Return what Streamlit otherwise reads from a file; empty without a login.

    Raises:
        SettingsError: the library that logs in is not installed.
    """
    if not settings.asks_for_login:
        return {}
    if find_spec("authlib") is None:
        raise SettingsError(f"{variable('login_site')} needs pip install 'maubinh[club]'")
    told = {
        "redirect_uri": f"{settings.login_site}{CALLBACK}",
        "cookie_secret": settings.login_cookie_secret,
        "client_id": settings.login_client,
        "client_secret": settings.login_client_secret,
        "server_metadata_url": settings.login_metadata,
    }
    return {"auth": {name: value for name, value in told.items() if value is not None}}


def is_member(settings: Settings, user: Mapping[str, object]) -> bool:
    """Whether somebody who has logged in may come in.

    Without a list that is everybody whom the provider lets in; with one, whoever has an address on
    it that the provider has verified.
    """
    if settings.login_members is None:
        return True
    members = {member.strip().casefold() for member in settings.login_members.split(",")}
    address = str(user.get("email") or "").casefold()
    _, at, domain = address.rpartition("@")
    is_verified = user.get("email_verified") in {True, "true"}
    return is_verified and bool(domain) and not members.isdisjoint({address, at + domain})
