"""Which seat this phone has: its secret stands in its address, so that a reload comes back to it.

The secret is in nobody else's reach: links to share carry the room code or a secret of their own.
"""

from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlencode, urlsplit

import streamlit as st
from streamlit import net_util

from ui.keys import TableKey

SEAT: Final = "seat"
HOST: Final = "host"
ROOM: Final = "room"
_SECRETS: Final = {SEAT: TableKey.STATE_SEAT, HOST: TableKey.STATE_HOST}
PATH: Final = "/table"


@dataclass(frozen=True, slots=True)
class Phone:
    """What this phone may do: ``seat`` is a seat's or the viewers' secret, ``host`` the host's."""

    seat: str | None
    host: str | None

    @property
    def key(self) -> str:
        """The secret it looks at the table with."""
        return self.seat or self.host or ""


def phone() -> Phone | None:
    """This phone's secrets, None while it is at no table."""
    held = Phone(_secret(SEAT), _secret(HOST))
    return held if held.key else None


def sit(seat: str | None, host: str | None = None) -> None:
    """Keep the secrets of a table, in the address too."""
    for name, secret in ((SEAT, seat), (HOST, host)):
        st.session_state[_SECRETS[name]] = secret
    st.query_params.pop(ROOM, None)
    keep_address()


def leave() -> None:
    """Forget the table."""
    sit(None)


def keep_address() -> None:
    """Write the secrets into the address, which changing the page empties."""
    for name, state in _SECRETS.items():
        secret = st.session_state.setdefault(state, st.query_params.get(name))
        if secret is None:
            st.query_params.pop(name, None)
        elif st.query_params.get(name) != secret:
            st.query_params[name] = secret


def wanted_room() -> str:
    """The room code that a scanned link brought, empty without one."""
    return st.query_params.get(ROOM, "")


def link(**parameters: str) -> str:
    """An address that other phones in the same Wi-Fi can open, at the page of the table."""
    return f"{_base()}{PATH}?{urlencode(parameters)}"


def client() -> str:
    """Where this phone calls from, for the limit on tries at room codes."""
    return network_of(str(st.context.ip_address or "local"))


def network_of(address: str) -> str:
    """What stands for one caller: an IPv4 address, or the network of an IPv6 one.

    A home or a phone has a whole IPv6 network of 64 bits, each address of which it may use.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


def _secret(name: str) -> str | None:
    kept = st.session_state.get(_SECRETS[name], st.query_params.get(name))
    return str(kept) if kept else None


def _base() -> str:
    """Scheme, host and port as this phone sees them.

    This computer's own name is of no use to other phones, unless it is the only one that answers.
    """
    seen = urlsplit(st.context.url or "http://localhost:8501")
    host = seen.hostname or "localhost"
    if _is_loopback(host) and not _is_loopback(st.get_option("server.address") or ""):
        host = net_util.get_internal_ip() or host
    if ":" in host:
        host = f"[{host}]"
    port = f":{seen.port}" if seen.port else ""
    prefix = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"{seen.scheme or 'http'}://{host}{port}{f'/{prefix}' if prefix else ''}"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
