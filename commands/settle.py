"""`maubinh settle`: settle one round file, every chi with its reason."""

import sys
from pathlib import Path

import click

from commands._output import InputError, described, emit, json_option
from scorer.account import round_account
from scorer.errors import ScorerError
from scorer.money import Stake
from scorer.round_file import read_round
from scorer.settlement import Settlement, settle


@click.command()
@click.argument("round_file", type=click.Path(path_type=Path))
@json_option
def command(round_file: Path, *, as_json: bool) -> None:
    """Tính chi một ván · Settle a round file ("-" reads standard input)."""
    text = sys.stdin.buffer.read() if str(round_file) == "-" else round_file.read_bytes()
    try:
        played = read_round(text)
    except ScorerError as error:
        raise InputError(f"{round_file}: {described(error)}") from error
    settlement = settle(played.players, played.profile)
    account = "\n\n".join(
        round_account(settlement, played.stake, language) for language in ("vi", "en")
    )
    emit(settlement_document(settlement, played.stake), account, as_json=as_json)


def settlement_document(settlement: Settlement, stake: Stake) -> dict[str, object]:
    """Return the JSON form of a settlement, as scripts read it."""
    money = stake.pay_out(settlement.points)
    return {
        "points": settlement.points,
        "money": {name: sum_.amount for name, sum_ in money.items()},
        "pairs": settlement.pairs,
        "instant_wins": settlement.instant_wins,
        "fouls": list(settlement.fouls),
        "lines": [
            {
                "from": item.payer,
                "to": item.payee,
                "row": item.row.value if item.row else "hand",
                "points": item.points,
                "reason": item.reason.value,
                "rule": item.rule,
            }
            for item in settlement.lines
        ],
    }
