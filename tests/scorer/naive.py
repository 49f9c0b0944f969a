"""A second reading of the rules, written from the specification without the scorer's code.

Slow and literal on purpose: cards are texts such as "As", rules are spelled out case by case, and
nothing of `scorer` is imported, so that the two can only agree by both being right.
"""

# ruff: noqa: C901 - the rules are spelled out case by case

from itertools import combinations, pairwise

ORDER = "23456789TJQKA"
CLASSES = (
    "high card",
    "pair",
    "two pairs",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
)


def number(card):
    return ORDER.index(card[0]) + 2


def row_value(cards, wheel="second"):
    """Class name's place and five comparison numbers; missing positions are zeros."""
    numbers = sorted((number(card) for card in cards), reverse=True)
    flush = len(cards) == 5 and len({card[1] for card in cards}) == 1
    top = None
    if len(cards) == 5 and len(set(numbers)) == 5:
        if numbers[0] - numbers[4] == 4:
            top = numbers[0]
        if numbers == [14, 5, 4, 3, 2] and wheel != "none":
            top = 13.5 if wheel == "second" else 5
    if top is not None:
        name = "straight flush" if flush else "straight"
        return CLASSES.index(name), [top, 0, 0, 0, 0]
    times = {n: numbers.count(n) for n in set(numbers)}
    having = {
        k: sorted((n for n, c in times.items() if c == k), reverse=True) for k in (4, 3, 2, 1)
    }
    ordered = having[4] + having[3] + having[2] + having[1]
    if having[4]:
        name = "quads"
    elif having[3] and having[2]:
        name = "full house"
    elif flush:
        name = "flush"
    elif having[3]:
        name = "trips"
    elif len(having[2]) == 2:
        name = "two pairs"
    elif having[2]:
        name = "pair"
    else:
        name = "high card"
    return CLASSES.index(name), (ordered + [0] * 5)[:5]


def is_run(cards, wheel="second", a23=True):
    """Consecutive ranks, with the ace also low where the rules let it."""
    numbers = sorted(number(card) for card in cards)
    if all(b - a == 1 for a, b in pairwise(numbers)):
        return True
    if wheel == "none" or numbers[-1] != 14 or (len(cards) == 3 and not a23):
        return False
    low = [1, *numbers[:-1]]
    return all(b - a == 1 for a, b in pairwise(low))


def splits(cards):
    """Every way to part 13 cards into 3, 5 and 5."""
    for front in combinations(cards, 3):
        rest = [card for card in cards if card not in front]
        for chosen in combinations(rest[1:], 4):
            one = [rest[0], *chosen]
            yield list(front), one, [card for card in rest if card not in one]


def three_straights(cards, wheel="second", a23=True):
    """Take the lowest card out as part of some run, try every run, and go on with the rest."""

    def walk(numbers, sizes):
        if not numbers:
            return True
        for size in set(sizes):
            left = list(sizes)
            left.remove(size)
            for run in runs[size]:
                if numbers[0] not in run:
                    continue
                rest = list(numbers)
                if all(n in rest for n in run):
                    for n in run:
                        rest.remove(n)
                    if walk(rest, left):
                        return True
        return False

    if len({card[0] for card in cards}) < 5:
        return False
    runs = {size: [list(range(low, low + size)) for low in range(2, 16 - size)] for size in (3, 5)}
    if wheel != "none":
        runs[5].append([14, 2, 3, 4, 5])
        if a23:
            runs[3].append([14, 2, 3])
    return walk(sorted(number(card) for card in cards), [5, 5, 3])


def three_flushes(cards):
    """Every way to give two suits five cards and one suit three, held against what is there."""
    suits = "".join(card[1] for card in cards)
    return [suits.count(suit) for suit in "cdhs"] in FLUSH_SPLITS


def _flush_splits():
    for a in range(4):
        for b in range(4):
            for c in range(4):
                counts = [0, 0, 0, 0]
                counts[a] += 5
                counts[b] += 5
                counts[c] += 3
                yield counts


FLUSH_SPLITS = list(_flush_splits())


def group_sizes(cards, *, split_quads):
    """How many cards share a rank, from the top; four of a kind as two pairs if asked."""
    letters = "".join(card[0] for card in cards)
    sizes = []
    for letter in ORDER:
        count = letters.count(letter)
        sizes += [2, 2] if count == 4 and split_quads else [count] * (count > 0)
    return sorted(sizes, reverse=True)


def is_instant(key, cards, rules):
    """Does this hand fit the words of the definition? `rules` is a plain dict of fields."""
    if key == "dragon_suited":
        return len({card[1] for card in cards}) == 1
    if key == "dragon":
        return {card[0] for card in cards} == set(ORDER)
    if key in ("same_colour", "twelve_colour"):
        red = sum(card[1] in "dh" for card in cards)
        return red in ((0, 13) if key == "same_colour" else (1, 12))
    if key == "three_flushes":
        return three_flushes(cards)
    if key == "three_straights":
        return three_straights(cards, rules["wheel"], rules["a23_is_straight"])
    if key == "straight_flush":
        return any(
            is_run(five, rules["wheel"])
            for suit in "cdhs"
            for five in combinations([card for card in cards if card[1] == suit], 5)
        )
    if key in ("quads", "three_full_houses"):
        sizes = group_sizes(cards, split_quads=False)
        return 4 in sizes if key == "quads" else sizes == [3, 3, 3, 2, 2]
    sizes = group_sizes(cards, split_quads=rules["quads_count_as_two_pairs"])
    five_and_trip = sizes == [3, 2, 2, 2, 2, 2]
    if key == "five_pairs_trip":
        return five_and_trip
    if key == "six_pairs":
        may_count_trip = not rules["instant_five_pairs_trip"] and rules["trip_counts_as_pair"]
        return sizes == [2, 2, 2, 2, 2, 2, 1] or (five_and_trip and may_count_trip)
    raise KeyError(key)
