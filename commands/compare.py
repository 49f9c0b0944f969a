"""`maubinh compare`: which of two rows is stronger."""

import click

from commands._output import emit, json_option
from commands._rules import rules_option
from scorer.naming import full_hand_name
from scorer.notation import parse_cards
from scorer.ranking import Strength
from scorer.rules_profile import RulesProfile
from scorer.verdicts import compare_rows


@click.command()
@click.argument("first")
@click.argument("second")
@rules_option
@json_option
def command(first: str, second: str, *, profile: RulesProfile, as_json: bool) -> None:
    """So hai chi bài · Compare two rows, such as "Kc Kd 9h" "Qs Qd 9c Th 2s"."""
    verdict = compare_rows(parse_cards(first), parse_cards(second), profile)
    document = {
        "order": verdict.order,
        "first": _row(verdict.first, profile),
        "second": _row(verdict.second, profile),
    }
    text = "\n".join(verdict.text(profile, language) for language in ("vi", "en"))
    emit(document, text, as_json=as_json)


def _row(strength: Strength, profile: RulesProfile) -> dict[str, object]:
    return {
        "class": strength.hand_class.name.lower(),
        "ranks": list(strength.ranks),
        "vi": full_hand_name(strength, profile, "vi"),
        "en": full_hand_name(strength, profile, "en"),
    }
