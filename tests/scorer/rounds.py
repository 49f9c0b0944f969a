"""Random rounds for the tests: special rows, instant wins, equal hands, fouls of every kind."""

# ruff: noqa: C901, PLR0912, PLR0915 - one recipe after the other

from scorer.arrangement import Arrangement
from scorer.cards import DECK, Card, Rank, Suit
from scorer.notation import parse_cards
from scorer.players import Player
from scorer.ranking import rank_row
from scorer.terms import InstantWin

NAMES = ("An", "Bình", "Chi", "Dũng")
RUNS = [[Rank(low + step) for step in range(5)] for low in range(2, 11)]
RUNS += [[Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE]] * 3 + [RUNS[-1]] * 2


def random_players(rng, count):
    """Deal to `count` players, with special hands far more often than a fair deal has them."""
    left = list(DECK)
    rng.shuffle(left)
    players = []
    for name in NAMES[:count]:
        hand = _mirror(rng, players, left) or _forced(rng, left) or left[:13]
        for card in hand:
            left.remove(card)
        players.append(_player(rng, name, tuple(hand)))
    return players


def _player(rng, name, cards):
    rows = lay(rng, cards)
    flags = {
        "foul": rng.random() < 0.05,
        "left": rng.random() < 0.05,
        "confirmed": rng.random() > 0.06,
        "declared": rng.choice(list(InstantWin)) if rng.random() < 0.1 else None,
    }
    if rng.random() < 0.1:
        rows = None
    if rows is None and (flags["foul"] or flags["left"]) and rng.random() < 0.3:
        cards = cards[: rng.randrange(13)]
    return Player(name, cards, rows, **flags)


def lay(rng, cards):
    """Lay 13 cards, nearly always legally: as they come if they do so, else by trial."""
    deck = list(cards)
    for _ in range(25):
        rows = sorted((deck[3:8], deck[8:]), key=rank_row)
        if rank_row(deck[:3]) <= rank_row(rows[0]) or rng.random() < 0.01:
            break
        rng.shuffle(deck)
    return Arrangement(tuple(deck[:3]), *map(tuple, rows))


def _mirror(rng, players, left):
    """The previous player's ranks in other suits, so that rows are equal."""
    if not players or len(players[-1].cards) < 13 or rng.random() > 0.15:
        return None
    for turn in rng.sample((1, 2, 3), 3):
        laid = players[-1].arrangement
        source = laid.cards if laid else players[-1].cards
        hand = [Card(card.rank, Suit((card.suit + turn) % 4)) for card in source]
        if all(card in left for card in hand):
            return hand
    return None


def _forced(rng, left):
    """A special hand out of the cards left, None if none was wanted or it cannot be made."""
    kind = rng.choice(
        [None, "rows", "rows", "rows", "aces high", "pairs", "suits", "runs", "colour", "aces"]
    )
    if kind is None:
        return None
    hand = []
    pool = list(left)

    def take(cards):
        for card in cards:
            hand.append(card)
            pool.remove(card)

    def group(size, ranks=tuple(Rank)):
        options = [rank for rank in ranks if sum(card.rank is rank for card in pool) >= size]
        if options:
            rank = rng.choice(options)
            take([card for card in pool if card.rank is rank][:size])

    def straight_flush(runs):
        runs = rng.sample(runs, len(runs))
        for run in runs:
            for suit in rng.sample(list(Suit), 4):
                cards = [Card(rank, suit) for rank in run]
                if all(card in pool for card in cards):
                    return take(cards)
        return None

    if kind == "rows":
        group(3, rng.choice([tuple(Rank), (Rank.ACE,)]))
        for _ in range(2):
            if len(hand) != 3 and len(hand) != 8:
                take(pool[: (3 if len(hand) < 3 else 8) - len(hand)])
            special = rng.choice(["flush", "quads", "house", "straight flush"])
            if special == "straight flush":
                straight_flush(RUNS)
            elif special == "quads":
                group(4)
            elif special == "house":
                group(3)
                group(2)
            else:
                suit = rng.choice(list(Suit))
                take([card for card in pool if card.suit is suit][:5])
    elif kind == "aces high":
        # Under a royal flush in the middle only another may lie, so chance hardly shows one.
        for _ in range(3):
            group(1)
        for _ in range(2):
            straight_flush([RUNS[-1], RUNS[-4]])
    elif kind == "pairs":
        group(3 if rng.random() < 0.5 else 1)
        while len(hand) < 12:
            before = len(hand)
            group(2)
            if len(hand) == before:
                return None
    elif kind == "suits":
        sizes = rng.choice([(5, 5, 3), (10, 3), (8, 5), (13,)])
        suits = rng.sample(list(Suit), len(sizes))
        for size, suit in zip(sizes, suits, strict=True):
            take([card for card in pool if card.suit is suit][:size])
    elif kind == "runs":
        for size in (3, 5, 5):
            run = rng.choice(RUNS)[-size:] if size == 3 else rng.choice(RUNS)
            if rng.random() < 0.3 and size == 3:
                run = [Rank.ACE, Rank.TWO, Rank.THREE]
            for rank in run:
                take([card for card in pool if card.rank is rank][:1])
        if rng.random() < 0.2:
            del hand[:]
            pool = list(left)
            for rank in Rank:
                take([card for card in pool if card.rank is rank][:1])
    elif kind == "colour":
        red = rng.random() < 0.5
        take([card for card in pool if card.suit.is_red is red][: rng.choice([12, 13])])
    else:
        take([card for card in pool if card.rank is Rank.ACE])
    take(pool[: 13 - len(hand)])
    return hand[:13]


def as_plain(player):
    """The same player for the naive settlement."""
    rows = player.arrangement
    return {
        "name": player.name,
        "cards": [str(card) for card in player.cards],
        "rows": rows
        and {
            "front": [str(card) for card in rows.front],
            "middle": [str(card) for card in rows.middle],
            "back": [str(card) for card in rows.back],
        },
        "foul": player.foul,
        "left": player.left,
        "confirmed": player.confirmed,
        "declared": player.declared.value if player.declared else None,
    }


def laid(name, rows, **flags):
    """`laid("An", "front / middle / back")`."""
    arrangement = Arrangement.parse(*rows.split("/"))
    return Player(name, arrangement.cards, arrangement, **flags)


def holding(name, cards, **flags):
    """A player who shows no rows."""
    return Player(name, parse_cards(cards), **flags)
