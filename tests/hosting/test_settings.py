"""Settings come from the environment, and a wrong one is told before anything starts."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from hosting.login import is_member, streamlit_secrets
from hosting.settings import Settings, SettingsError, read_settings, variable

ROOT = Path(__file__).parent.parent.parent
NAMES = [field.name for field in msgspec.structs.fields(Settings)]


def test_nothing_set_is_the_app_at_home():
    assert read_settings({"HOME": "/root", "MAUBINH_DATA": ""}) == Settings()


def test_every_setting_is_read_in_its_type():
    environment = {
        "MAUBINH_PORT": "8600",
        "MAUBINH_PHOTO_SECONDS": "2.5",
        "MAUBINH_LOG_FORMAT": "json",
        "MAUBINH_DATABASE": "postgresql://maubinh@127.0.0.1/maubinh",
    }
    assert read_settings(environment) == Settings(
        port=8600,
        photo_seconds=2.5,
        log_format="json",
        database="postgresql://maubinh@127.0.0.1/maubinh",
    )


def test_a_database_goes_before_a_folder():
    both = {"MAUBINH_DATA": "/srv", "MAUBINH_DATABASE": "postgres://127.0.0.1/maubinh"}
    assert read_settings(both).book == "postgres://127.0.0.1/maubinh"
    assert read_settings({"MAUBINH_DATA": "/srv"}).book == "/srv"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("MAUBINH_PORT", "80", ">= 1024"),
        ("MAUBINH_PORT", "eighty", "int"),
        ("MAUBINH_PHOTOS_PER_MINUTE", "0", ">= 1"),
        ("MAUBINH_PHOTO_SECONDS", "nan", ">= 0.5"),
        ("MAUBINH_PHOTO_MEMORY_MB", "10", ">= 1000"),
        ("MAUBINH_LOG_FORMAT", "xml", "enum"),
        ("MAUBINH_LOG_LEVEL", "loud", "enum"),
    ],
)
def test_a_value_that_does_not_fit_is_told_with_its_variable(name, value, told):
    with pytest.raises(SettingsError, match=re.escape(name)) as refused:
        read_settings({name: value})
    assert value in str(refused.value)
    assert told in str(refused.value)


def test_a_misspelt_variable_is_told():
    with pytest.raises(SettingsError, match="MAUBINH_DATABASE is"):
        read_settings({"MAUBINH_DATABSE": "postgresql://x"})


def test_a_wrong_database_address_is_told_without_its_password():
    with pytest.raises(SettingsError, match="MAUBINH_DATABASE") as refused:
        read_settings({"MAUBINH_DATABASE": "mysql://club:geheim@127.0.0.1"})
    assert "geheim" not in str(refused.value)


LOGIN = {
    "MAUBINH_LOGIN_SITE": "https://club.example",
    "MAUBINH_LOGIN_METADATA": "https://id.example/.well-known/openid-configuration",
    "MAUBINH_LOGIN_CLIENT": "maubinh",
    "MAUBINH_LOGIN_CLIENT_SECRET": "geheim",
    "MAUBINH_LOGIN_COOKIE_SECRET": "streng geheim " * 3,
}


def test_a_login_is_handed_to_streamlit_and_off_without_its_settings():
    assert streamlit_secrets(read_settings({})) == {}
    assert streamlit_secrets(read_settings(LOGIN)) == {
        "auth": {
            "redirect_uri": "https://club.example/oauth2callback",
            "cookie_secret": "streng geheim " * 3,
            "client_id": "maubinh",
            "client_secret": "geheim",
            "server_metadata_url": "https://id.example/.well-known/openid-configuration",
        }
    }


@pytest.mark.parametrize("left_out", LOGIN)
def test_half_a_login_is_refused_with_what_is_missing(left_out):
    given = {name: value for name, value in LOGIN.items() if name != left_out}
    for half in (given, {"MAUBINH_LOGIN_MEMBERS": "@club.example"} | given):
        with pytest.raises(SettingsError, match=f"also needs {left_out}$") as refused:
            read_settings(half)
        assert "geheim" not in str(refused.value)
    with pytest.raises(SettingsError, match="MAUBINH_LOGIN_MEMBERS asks for a login"):
        read_settings({"MAUBINH_LOGIN_MEMBERS": "@club.example"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MAUBINH_LOGIN_SITE", "http://club.example"),  # cookies and codes in clear
        ("MAUBINH_LOGIN_SITE", "https://club.example/"),
        ("MAUBINH_LOGIN_SITE", "club.example"),
        ("MAUBINH_LOGIN_METADATA", "http://id.example/x"),
        ("MAUBINH_LOGIN_METADATA", "https://id.example"),
        ("MAUBINH_LOGIN_MEMBERS", "an"),
        ("MAUBINH_LOGIN_MEMBERS", "an@club.example,"),
        ("MAUBINH_LOGIN_COOKIE_SECRET", "geheim"),
    ],
)
def test_a_login_that_cannot_be_safe_is_refused(name, value):
    with pytest.raises(SettingsError, match=f"^{name}=") as refused:
        read_settings(LOGIN | {name: value})
    assert "geheim" not in str(refused.value)


def test_without_the_library_the_login_says_what_to_install(monkeypatch):
    monkeypatch.setattr("hosting.login.find_spec", lambda _: None)
    with pytest.raises(SettingsError, match=r"maubinh\[club\]"):
        streamlit_secrets(read_settings(LOGIN))


@pytest.mark.parametrize(
    ("members", "email", "verified", "is_in"),
    [
        (None, "who@ever.example", False, True),
        ("an@club.example", "An@Club.example", True, True),
        ("an@club.example", "an@club.example", "true", True),
        ("an@club.example", "an@club.example", False, False),
        ("an@club.example", "an@club.example", None, False),
        ("an@club.example", "binh@club.example", True, False),
        (" x@y.example , @club.example ", "binh@club.example", True, True),
        ("@club.example", "binh@sub.club.example", True, False),
        ("@club.example", "club.example", True, False),
        ("@club.example", "", True, False),
        ("@club.example", None, True, False),
    ],
)
def test_members_are_addresses_that_the_provider_has_verified(members, email, verified, is_in):
    settings = read_settings(LOGIN | ({"MAUBINH_LOGIN_MEMBERS": members} if members else {}))
    assert is_member(settings, {"email": email, "email_verified": verified}) is is_in


def test_the_app_does_not_start_with_a_wrong_setting():
    done = subprocess.run(
        [sys.executable, "cli.py", "app"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"PATH": "/usr/bin", "MAUBINH_PORT": "80"},
    )
    assert done.returncode == 2
    assert done.stderr.startswith("maubinh: MAUBINH_PORT='80': ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_document_names_every_setting(name):
    assert f"`{variable(name)}`" in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_a_value_that_misses_its_pattern_is_answered_with_one_that_fits():
    with pytest.raises(SettingsError, match=r"='nobody': expected such as an@club\.example"):
        read_settings({"MAUBINH_LOGIN_MEMBERS": "nobody"})
