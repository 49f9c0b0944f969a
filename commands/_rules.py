"""The `--rules` option: a system's id, or a file of house rules."""

from pathlib import Path

import click

from commands._output import InputError, described
from scorer.errors import ScorerError
from scorer.house import import_profile
from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile


def load_rules(value: str) -> RulesProfile:
    """Return the system called `value`, or the house rules in the file of that name.

    Raises:
        InputError: it is neither; the message names all that is wrong.
    """
    if value in PROFILES:
        return PROFILES[value]
    if not Path(value).is_file():
        known = ", ".join(PROFILES)
        raise InputError(
            f"{value}: chỉ có {known} hoặc một tệp luật bàn · "
            f"expected one of {known}, or a file of house rules"
        )
    try:
        return import_profile(Path(value).read_bytes())
    except ScorerError as error:
        raise InputError(f"{value}: {described(error)}") from error


class RulesParameter(click.ParamType[RulesProfile]):
    """A click type for rules."""

    name = "ID|FILE"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,  # noqa: ARG002 - click's signature
        ctx: click.Context | None,  # noqa: ARG002 - click's signature
    ) -> RulesProfile:
        """Turn the word of the command line into a profile."""
        return value if isinstance(value, RulesProfile) else load_rules(str(value))


rules_option = click.option(
    "--rules",
    "profile",
    type=RulesParameter(),
    default="bigkool",
    show_default=True,
    help="Bộ luật hoặc tệp luật bàn · A system's id or a file of house rules.",
)
