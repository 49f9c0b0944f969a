"""`maubinh app`: open the Streamlit app and say how phones in the same Wi-Fi reach it."""

import os
import socket
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Final

import click
import segno

from commands._output import InputError, emit, json_option
from hosting.login import streamlit_secrets
from hosting.settings import read_settings

ROOT: Final = Path(__file__).resolve().parent.parent
FIRST_PORT: Final = 8501
PORTS_TRIED: Final = 20


@click.command()
@click.option(
    "--port",
    type=click.IntRange(1024, 65535),
    help="Cổng · Port to listen on (MAUBINH_PORT); the first free one from 8501 if not given.",
)
@click.option(
    "--address",
    help="Địa chỉ lắng nghe · Address to listen on (MAUBINH_ADDRESS, 0.0.0.0); 127.0.0.1 keeps "
    "other devices out.",
)
@json_option
def command(port: int | None, address: str | None, *, as_json: bool) -> None:
    """Mở ứng dụng cho cả bàn · Open the app for the table, until Ctrl+C."""
    settings = read_settings(os.environ)  # every one is checked before anything starts
    streamlit_secrets(settings)
    import_module("cv2")  # what fails first on a bare server; better here than inside the page
    address = address or settings.address
    port = _free_port(address, port or settings.port)
    is_open = address == "0.0.0.0"  # noqa: S104 - compared, not bound
    local = f"http://{'localhost' if is_open or address.startswith('127.') else address}:{port}"
    lan_address = lan_ip() if is_open else None
    lan = f"http://{lan_address}:{port}" if lan_address else None
    emit({"local": local, "lan": lan}, welcome(local, lan, is_open=is_open), as_json=as_json)
    sys.stdout.flush()
    _become_streamlit(port, address, quiet=as_json)


def welcome(local: str, lan: str | None, *, is_open: bool = True) -> str:
    """Return the lines that greet: both addresses, and a QR code of the one for phones.

    Without ``is_open`` the app listens on one chosen address only, and no search was made.
    """
    lines = ["", f"  Máy này · this computer:  {local}"]
    if not is_open:
        return "\n".join([*lines, "  Chỉ mở ở địa chỉ đã chọn · on the chosen address only.", ""])
    if lan is None:
        return "\n".join([*lines, "  Không thấy mạng Wi-Fi · no network found for phones.", ""])
    picture = StringIO()
    segno.make(lan, micro=False).terminal(out=picture, compact=True, border=2)
    return "\n".join(
        [
            *lines,
            f"  Điện thoại cùng Wi-Fi · phones in the same Wi-Fi:  {lan}",
            "",
            picture.getvalue().rstrip("\n"),
            "",
            "  Ctrl+C để dừng · to stop.",
            "",
        ]
    )


def lan_ip() -> str | None:
    """Return this computer's address in the local network, or None without one.

    Connecting a datagram socket sends nothing; it only asks which address would be used. The
    target is in a range reserved for documentation (RFC 5737).
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def _free_port(address: str, wanted: int | None) -> int:
    """Return the wanted port, or the first free one.

    Raises:
        InputError: the wanted port, or every port tried, is taken, or the address is not ours.
    """
    candidates = [wanted] if wanted else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED)
    problem = ""
    for port in candidates:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
            except OSError as error:
                problem = f"{address}:{port}: {error.strerror or error}"
            else:
                return port
    raise InputError(f"không mở được cổng · cannot listen: {problem}")


def _become_streamlit(port: int, address: str, *, quiet: bool) -> None:
    """Replace this process by Streamlit, so that Ctrl+C and signals reach it directly.

    Args:
        port: where it listens.
        address: which network it listens on.
        quiet: send what Streamlit says to standard error.
    """
    if quiet:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    os.chdir(ROOT)  # Streamlit reads .streamlit/config.toml from the working folder
    server = ["--server.port", str(port), "--server.address", address]
    os.execv(  # noqa: S606 - no shell is wanted
        sys.executable, [sys.executable, "-m", "streamlit", "run", "serve.py", *server]
    )
