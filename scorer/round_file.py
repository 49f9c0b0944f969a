"""Round files: the rules, the stake and the players of one round as JSON.

    {"rules": id or inline profile, "stake": n,
     "players": [{"name": "An", "front": "…", "middle": "…", "back": "…"},
                 {"name": "Bình", "cards": "13 cards"}, …]}

A player may also carry `"foul": true`, `"left": true`, `"confirmed": false` and
`"declared": instant win`.  Nothing is corrected: all that is wrong is reported together.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.arrangement import Arrangement
from scorer.cards import Card
from scorer.errors import ArrangementError, Problem, RoundError, ScorerError
from scorer.house import profile_from_dict
from scorer.json_text import load_json, shown, unknown_fields
from scorer.money import Stake
from scorer.notation import parse_cards
from scorer.players import Player, player_problems
from scorer.profiles import RulesProfile, get_profile
from scorer.terms import InstantWin, Row

_ROUND_FIELDS = ("rules", "stake", "players")
_ROWS = tuple(row.value for row in Row)
_FLAGS = {"foul": False, "left": False, "confirmed": True}
_PLAYER_FIELDS = ("name", "cards", *_ROWS, *_FLAGS, "declared")


@dataclass(frozen=True, slots=True)
class Round:
    """A round that can be settled: `settle(round.players, round.profile)`."""

    profile: RulesProfile
    stake: Stake
    players: tuple[Player, ...]


def read_round(text: str | bytes) -> Round:
    """Read the text of a round file; ScorerError names everything that is wrong."""
    return parse_round(load_json(text))


def parse_round(document: object) -> Round:
    """Read a decoded round file; RoundError names everything that is wrong."""
    if not isinstance(document, dict):
        raise RoundError([Problem.of("not_an_object", value=shown(document))])
    reader = _Reader()
    reader.problems.extend(unknown_fields(document, _ROUND_FIELDS))
    reader.problems.extend(
        Problem.of("missing_field", field=field) for field in _ROUND_FIELDS if field not in document
    )
    profile = reader.profile(document["rules"]) if "rules" in document else None
    stake = reader.stake(document["stake"]) if "stake" in document else None
    entries = reader.entries(document["players"]) if "players" in document else None
    if entries is not None:
        seated, players = reader.players(entries)
        rules = profile or get_profile("bigkool")
        reader.problems.extend(player_problems(players, rules, seated))
    if reader.problems or profile is None or stake is None or entries is None:
        raise RoundError(reader.problems)
    return Round(profile, stake, players)


class _Reader:
    """Reads the parts of a round and gathers their problems."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def profile(self, rules: object) -> RulesProfile | None:
        try:
            if isinstance(rules, str):
                return get_profile(rules)
            if isinstance(rules, dict):
                return profile_from_dict(rules)
            self.problems.append(Problem.of("bad_rules", value=shown(rules)))
        except ScorerError as error:
            self.problems.extend(problem.at("rules") for problem in error.problems)
        return None

    def stake(self, stake: object) -> Stake | None:
        try:
            return Stake(stake)  # type: ignore[arg-type]  # Stake checks what JSON gives
        except RoundError as error:
            self.problems.extend(error.problems)
        return None

    def entries(self, entries: object) -> list[object] | None:
        if isinstance(entries, list):
            return entries
        self.problems.append(Problem.of("bad_players", value=shown(entries)))
        return None

    def players(self, entries: list[object]) -> tuple[list[str], tuple[Player, ...]]:
        """Return all names and the players that could be read; the others' problems are kept."""
        seated: list[str] = []
        found: list[Player] = []
        for seat, entry in enumerate(entries, start=1):
            player, problems = _player(entry, seat)
            seated.append(player.name)
            where = player.name or f"#{seat}"
            self.problems.extend(problem.at(where) for problem in problems)
            if not problems:
                found.append(player)
        return seated, tuple(found)


def _player(entry: object, seat: int) -> tuple[Player, list[Problem]]:
    """Read one entry as far as possible, with what is wrong in it."""
    if not isinstance(entry, dict):
        return Player("", ()), [Problem.of("not_an_object", value=shown(entry))]
    problems = unknown_fields(entry, _PLAYER_FIELDS)
    name = entry.get("name")
    if not isinstance(name, str) or not name.strip():
        problems.append(Problem.of("name_empty", seat=seat))
        name = ""
    flags = {}
    for flag, default in _FLAGS.items():
        flags[flag] = entry.get(flag, default)
        if not isinstance(flags[flag], bool):
            problems.append(Problem.of("not_a_bool", field=flag, value=shown(flags[flag])))
    short_allowed = flags["foul"] is True or flags["left"] is True
    cards, arrangement = _cards(entry, problems, short_allowed=short_allowed)
    declared = _declared(entry.get("declared"), problems)
    return Player(name.strip(), cards, arrangement, declared=declared, **flags), problems


def _cards(
    entry: Mapping[str, object], problems: list[Problem], *, short_allowed: bool
) -> tuple[tuple[Card, ...], Arrangement | None]:
    given = [field for field in ("cards", *_ROWS) if field in entry]
    if "cards" in given and len(given) > 1:
        problems.append(Problem.of("cards_and_rows"))
        return (), None
    if not given:
        if not short_allowed:
            problems.append(Problem.of("no_cards"))
        return (), None
    before = len(problems)
    read = {field: _read_cards(field, entry[field], problems) for field in given}
    everything = tuple(card for cards in read.values() for card in cards)
    if given == ["cards"] or len(problems) > before:
        return everything, None
    try:
        laid = Arrangement(*(read.get(row, ()) for row in _ROWS))
    except ArrangementError as error:
        # A hand that is ruled foul or has left may show as many cards as it likes.
        if not short_allowed:
            problems.extend(error.problems)
        return everything, None
    return everything, laid


def _read_cards(field: str, value: object, problems: list[Problem]) -> tuple[Card, ...]:
    given = value if isinstance(value, list) else [value]
    texts = [text for text in given if isinstance(text, str)]
    if len(texts) < len(given):
        problems.append(Problem.of("not_cards", field=field, value=shown(value)))
        return ()
    try:
        return parse_cards(" ".join(texts))
    except ScorerError as error:
        problems.extend(problem.at(field) for problem in error.problems)
        return ()


def _declared(value: object, problems: list[Problem]) -> InstantWin | None:
    if value is None:
        return None
    if isinstance(value, str) and value in tuple(InstantWin):
        return InstantWin(value)
    choices = ", ".join(InstantWin)
    problems.append(Problem.of("bad_declared", value=shown(value), choices=choices))
    return None
