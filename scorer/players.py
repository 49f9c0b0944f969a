"""Players of one round, what can be wrong with them, and how each of them stands."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorer.arrangement import Arrangement, check_legality, repeated_cards
from scorer.cards import Card, Rank
from scorer.errors import Problem
from scorer.instant import HAND_SIZE, InstantWin, instant_wins, lies_as
from scorer.ranking import Strength, rank_row
from scorer.reasons import FoulReason, Reason, special_row
from scorer.rules_profile import RulesProfile
from scorer.terms import HandClass, Row


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of a round; seats follow the order of the players.

    `cards` are the 13 of the hand, fewer only if `foul` (the table ruled so) or `left` (before the
    showdown).  `confirmed` is False when the clock ended before the player said to be done.
    `declared` matters only where instant wins must be declared.
    """

    name: str
    cards: tuple[Card, ...]
    arrangement: Arrangement | None = None
    foul: bool = False
    left: bool = False
    confirmed: bool = True
    declared: InstantWin | None = None

    @classmethod
    def laid(cls, name: str, arrangement: Arrangement) -> "Player":
        """Return an ordinary player who laid 13 cards."""
        return cls(name, arrangement.cards, arrangement)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player's cards amount to before anybody settles.

    `strengths` and `bonuses` are by row and empty where the rows do not count (foul, instant win).
    """

    seat: int
    player: Player
    win: InstantWin | None
    foul: FoulReason | None
    strengths: dict[Row, Strength]
    bonuses: dict[Row, Reason | None]
    ace_count: int

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    @property
    def ordinary(self) -> bool:
        """True for a legal hand without an instant win."""
        return self.win is None and self.foul is None

    @property
    def four_aces_laid(self) -> bool:
        """True if a row that counts is four aces."""
        return any(
            strength.hand_class is HandClass.QUADS and strength.ranks[0] == Rank.ACE
            for strength in self.strengths.values()
        )


def standing(seat: int, player: Player, profile: RulesProfile) -> Standing:
    """Judge one player, who must be free of problems, under the profile."""
    win = _instant_win(player, profile)
    foul = None if win else _foul(player, profile)
    strengths: dict[Row, Strength] = {}
    if player.arrangement and win is None and foul is None:
        rows = {row: player.arrangement.row(row) for row in Row}
        strengths = {row: rank_row(cards, profile.wheel) for row, cards in rows.items()}
    bonuses = {row: special_row(row, strength) for row, strength in strengths.items()}
    aces = sum(card.rank is Rank.ACE for card in player.cards)
    return Standing(seat, player, win, foul, strengths, bonuses, aces)


def _instant_win(player: Player, profile: RulesProfile) -> InstantWin | None:
    if len(player.cards) != HAND_SIZE or (player.left and not profile.left_keeps_instant):
        return None
    wins = instant_wins(player.cards, profile)
    if profile.instant_must_be_laid:
        wins = tuple(win for win in wins if lies_as(win, player.arrangement, profile))
    if profile.instant_must_be_declared:
        wins = tuple(win for win in wins if win is player.declared)
    return wins[0] if wins else None


def _foul(player: Player, profile: RulesProfile) -> FoulReason | None:
    if profile.instant_must_be_declared and player.declared:
        return FoulReason.FALSE_DECLARATION
    if player.left:
        return FoulReason.LEFT
    if player.foul:
        return FoulReason.FLAGGED
    if player.arrangement is None:
        return FoulReason.NOT_LAID
    if not check_legality(player.arrangement, profile).legal:
        return FoulReason.ROWS
    if profile.unconfirmed_is_foul and not player.confirmed:
        return FoulReason.UNCONFIRMED
    return None


def player_problems(
    players: Sequence[Player], profile: RulesProfile, seated: Sequence[str] | None = None
) -> list[Problem]:
    """Return everything that keeps these players from being settled; empty if nothing does.

    `seated` names everybody at the table if some of them are not among `players`.
    """
    problems: list[Problem] = []
    names = [player.name for player in players] if seated is None else seated
    seats = len(names)
    if not 2 <= seats <= 4:
        problems.append(Problem.of("player_count", count=seats))
    elif profile.banker is not None and profile.banker > seats:
        problems.append(Problem.of("banker_seat", seat=profile.banker, count=seats))
    problems.extend(
        Problem.of("name_twice", name=name, count=count)
        for name, count in Counter(names).items()
        if name and count > 1
    )
    for seat, player in enumerate(players, start=1):
        where = player.name.strip() or f"#{seat}"
        if not player.name.strip():
            problems.append(Problem.of("name_empty", seat=seat))
        problems.extend(problem.at(where) for problem in _hand_problems(player))
    problems.extend(_shared_cards(players))
    return problems


def _hand_problems(player: Player) -> list[Problem]:
    problems = repeated_cards(player.cards)
    count, short_allowed = len(player.cards), player.foul or player.left
    if count > HAND_SIZE or (count < HAND_SIZE and not short_allowed):
        problems.append(Problem.of("hand_size", count=count))
    laid = player.arrangement
    if laid and set(laid.cards) != set(player.cards):
        problems.append(Problem.of("other_cards", laid=str(laid)))
    return problems


def _shared_cards(players: Sequence[Player]) -> list[Problem]:
    holders: dict[Card, list[str]] = {}
    for player in players:
        for card in dict.fromkeys(player.cards):
            holders.setdefault(card, []).append(player.name)
    return [
        Problem.of("card_shared", card=str(card), names=", ".join(names))
        for card, names in sorted(holders.items())
        if len(names) > 1
    ]
