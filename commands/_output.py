"""What every command shares: one JSON document or plain text out, one clear line for bad input.

Bad input exits with status 2, a defect of the program with status 1; neither shows a traceback
unless `MAUBINH_DEBUG=1`.
"""

import json
import os
import sys
import traceback
from typing import Final, Protocol, runtime_checkable

import click

from commands._environment import missing_library_advice
from scorer.texts import Language

DEBUG_VARIABLE: Final = "MAUBINH_DEBUG"

json_option = click.option(
    "--json", "as_json", is_flag=True, help="In một tài liệu JSON · Print one JSON document."
)


class InputError(click.ClickException):
    """Bad input: its message names the value and what was expected instead."""

    exit_code = 2


def emit(document: object, text: str, *, as_json: bool) -> None:
    """Print `document` as JSON, or `text` for people.

    Args:
        document: anything `json.dumps` takes.
        text: lines without the final newline.
        as_json: the value of the `--json` option.
    """
    click.echo(json.dumps(document, ensure_ascii=False, allow_nan=False) if as_json else text)


def run(command: click.Command, arguments: list[str] | None = None) -> int:
    """Run a click command and return the exit status, with one line on standard error if it failed.

    Args:
        command: the command, usually the root group.
        arguments: words after the program's name; those of the process if None.
    """
    try:
        words = sys.argv[1:] if arguments is None else list(arguments)
        with command.make_context("maubinh", words) as context:
            command.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _fail("dừng lại · stopped", 130)
    except BrokenPipeError:
        # The reader has left (`maubinh rules list | head`): nothing more can be said to it, and
        # Python must not try again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except click.exceptions.NoArgsIsHelpError as error:  # the help keeps its lines
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except (OSError, ValueError) as error:
        return _fail(described(error), 2)
    except Exception as error:  # noqa: BLE001 - the border of the program: a defect becomes a line
        return _fail(missing_library_advice(error) or _describe_defect(error), 1)
    return 0


def _fail(message: str, status: int) -> int:
    """Write one line to standard error, the traceback too if it was asked for."""
    if os.environ.get(DEBUG_VARIABLE) and sys.exc_info()[0] is not None:
        traceback.print_exc()
    click.echo(f"maubinh: {' '.join(message.split())}", err=True)
    return status


@runtime_checkable
class _Bilingual(Protocol):
    """An error that can say what was wrong in Vietnamese and in English."""

    def text(self, language: Language) -> str:
        """Return the sentence."""
        ...


def described(error: Exception) -> str:
    """Say what was wrong with a value or a file, naming the file; in both languages if it can."""
    if isinstance(error, _Bilingual):
        return " · ".join(dict.fromkeys(error.text(language) for language in ("vi", "en")))
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    return str(error) or type(error).__name__


def _describe_defect(error: Exception) -> str:
    """Name an unexpected error and how to see where it happened."""
    return (
        f"lỗi của chương trình · a defect of this program: {type(error).__name__}: {error} "
        f"({DEBUG_VARIABLE}=1 shows where)"
    )
