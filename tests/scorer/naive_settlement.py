"""A second settlement, written from the specification over plain dicts, player against player.

`rules` is a dict of the profile's fields, a player a dict of name, cards, rows, foul, left,
confirmed, declared.  Nothing of `scorer` is imported.
"""

# ruff: noqa: C901, PLR0912, PLR0917 - the rules are spelled out case by case

from fractions import Fraction

from tests.scorer import naive

ROWS = ("front", "middle", "back")
STRAIGHT_FLUSH, QUADS, FULL_HOUSE, TRIPS = 8, 7, 6, 3


def settle(players, rules):
    """Return pairs[a][b], instant wins and fouls by seat."""
    seats = range(len(players))
    wins = [held_win(player, rules) for player in players]
    fouls = [wins[s] is None and is_foul(players[s], rules) for s in seats]
    ended = rules["instant_ends_round"] and any(wins)
    owed = [[0] * len(players) for _ in seats]  # owed[a][b]: what a takes from b

    def add(taker, giver, chi):
        owed[taker][giver] += chi
        owed[giver][taker] -= chi

    collectors = [s for s in seats if wins[s] is None and not fouls[s]]
    if rules["foul_pays_to"] == "round_winner" and collectors:
        trial = [0] * len(players)
        for a in collectors:
            for b in collectors:
                if a != b and not ended:
                    trial[a] += compared(players, rules, wins, fouls, a, b, collectors, None)
        best = max(trial[s] for s in collectors)
        collectors = [s for s in collectors if trial[s] == best][:1]
    for a in seats:
        for b in seats:
            if a < b:
                if wins[a] or wins[b]:
                    chi = with_instant(players, rules, wins, fouls, a, b)
                elif ended:
                    chi = 0
                else:
                    chi = compared(players, rules, wins, fouls, a, b, seats, collectors)
                add(a, b, chi)
    for a in seats:
        if wins[a] is None and false_declaration(players[a], rules):
            for b in seats:
                if b != a:
                    add(b, a, rules["false_declaration"])
    for a, b, chi in ace_claims(players, rules, wins, fouls):
        add(a, b, chi)
    if rules["loss_cap"] is not None:
        cap(owed, rules["loss_cap"])
    return owed, wins, fouls


def held_win(player, rules):
    if len(player["cards"]) != 13 or (player["left"] and not rules["left_keeps_instant"]):
        return None
    best = None
    for key in rules["instant_order"]:
        pay = rules["instant_" + key]
        if not pay or not naive.is_instant(key, player["cards"], rules):
            continue
        if rules["instant_must_be_laid"] and key in ("three_flushes", "three_straights"):
            rows = player["rows"]
            if rows is None:
                continue
            if key == "three_flushes":
                shows = all(len({card[1] for card in rows[row]}) == 1 for row in ROWS)
            else:
                shows = all(
                    naive.is_run(rows[row], rules["wheel"], rules["a23_is_straight"])
                    for row in ROWS
                )
            if not shows:
                continue
        if rules["instant_must_be_declared"] and player["declared"] != key:
            continue
        if best is None or pay > rules["instant_" + best]:
            best = key
    return best


def false_declaration(player, rules):
    return rules["instant_must_be_declared"] and player["declared"] is not None


def is_foul(player, rules):
    if player["foul"] or player["left"] or player["rows"] is None:
        return True
    if false_declaration(player, rules):
        return True
    front, middle, back = (value(player, row, rules) for row in ROWS)
    if front > middle or middle > back:
        return True
    if rules["equal_rows_are_foul"] and middle in (front, back):
        return True
    return rules["unconfirmed_is_foul"] and not player["confirmed"]


def value(player, row, rules):
    known = player.setdefault("known", {})
    if row not in known:
        known[row] = naive.row_value(player["rows"][row], rules["wheel"])
    return known[row]


def bonus(player, row, rules):
    """What the special row of a legal hand is worth, 0 for a plain one."""
    cards = player["rows"][row]
    kind, numbers = value(player, row, rules)
    aces = "_aces" if numbers[0] == 14 else ""
    if row == "front":
        return rules["front_trips" + aces] if kind == TRIPS else 0
    if row == "middle" and kind == FULL_HOUSE:
        return rules["middle_full_house"]
    if kind == QUADS:
        return rules[row + "_quads" + aces]
    if kind == STRAIGHT_FLUSH:
        held = {naive.number(card) for card in cards}
        if held == {14, 2, 3, 4, 5}:
            return rules[row + "_wheel_flush"]
        return rules[row + ("_royal_flush" if min(held) == 10 else "_straight_flush")]
    return 0


def row_chi(players, rules, winner, row):
    """(chi that count as plain, chi that are bonus) for a row that `winner` has won."""
    extra = bonus(players[winner], row, rules)
    if not extra:
        return rules["plain_row"], 0
    return (rules["plain_row"] if rules["bonus_mode"] == "add" else 0), extra


def compared(players, rules, wins, fouls, a, b, counted, collectors):
    """What a takes from b by rows, scoop included; `counted` are the seats whose scoops count."""
    if fouls[a] and fouls[b]:
        return 0
    if fouls[a]:
        return -compared(players, rules, wins, fouls, b, a, counted, collectors)
    if fouls[b] and collectors is not None and a not in collectors:
        return 0
    if fouls[b] and rules["foul"] == "flat":
        return rules["foul_flat"]
    plain_won = bonus_won = plain_lost = bonus_lost = without_win = 0
    for row in ROWS:
        mine = value(players[a], row, rules)
        theirs = None if fouls[b] else value(players[b], row, rules)
        if fouls[b] or mine > theirs:
            plain, extra = row_chi(players, rules, a, row)
            plain_won += plain
            bonus_won += extra
            if not fouls[b] and not rules["bonus_needs_win"]:
                without_win -= bonus(players[b], row, rules)
        elif mine < theirs:
            plain, extra = row_chi(players, rules, b, row)
            plain_lost += plain
            bonus_lost += extra
            if not rules["bonus_needs_win"]:
                without_win += bonus(players[a], row, rules)
        elif rules["banker"] == a + 1:
            plain_won += rules["plain_row"]
        elif rules["banker"] == b + 1:
            plain_lost += rules["plain_row"]
    chi = plain_won + bonus_won - plain_lost - bonus_lost + without_win
    plain_chi = plain_won - plain_lost
    if rules["pair_points"] == "one":
        chi = plain_chi = (chi > 0) - (chi < 0)
    elif rules["pair_points"] == "winner_total":
        gained = max(0, without_win)
        given = max(0, -without_win)
        if rules["bonus_needs_win"] is False:
            gained, given = unpaid_bonuses(players, rules, fouls, a, b)
        if chi > 0:
            chi, plain_chi = plain_won + bonus_won + gained, plain_won
        elif chi < 0:
            chi, plain_chi = -(plain_lost + bonus_lost + given), -plain_lost
        else:
            plain_chi = 0
    base = plain_chi if rules["scoop_multiplies"] == "plain_rows" else chi
    if scoops(players, rules, fouls, a, b):
        times = multiplier(players, rules, wins, fouls, a, b, counted, collectors)
        return chi + max(0, base) * (times - 1)
    if scoops(players, rules, fouls, b, a):
        times = multiplier(players, rules, wins, fouls, b, a, counted, collectors)
        return chi - max(0, -base) * (times - 1)
    return chi


def unpaid_bonuses(players, rules, fouls, a, b):
    """Bonuses that a and b earn on rows they lost."""
    earned = {a: 0, b: 0}
    for row in ROWS:
        if fouls[b]:
            continue
        mine, theirs = value(players[a], row, rules), value(players[b], row, rules)
        if mine < theirs:
            earned[a] += bonus(players[a], row, rules)
        if theirs < mine:
            earned[b] += bonus(players[b], row, rules)
    return earned[a], earned[b]


def scoops(players, rules, fouls, a, b):
    """Does a, without an instant win, win all three rows from b, also without?"""
    if fouls[a]:
        return False
    if fouls[b]:
        if players[b]["left"] and not false_declaration(players[b], rules):
            return rules["left_counts_as_scooped"]
        return rules["foul_counts_as_scooped"]
    return all(value(players[a], row, rules) > value(players[b], row, rules) for row in ROWS)


def multiplier(players, rules, wins, fouls, winner, loser, counted, collectors):
    def settles(a, b):
        return not (fouls[b] and collectors is not None and a not in collectors)

    count = 0
    for s in counted:
        if rules["scoop_counted_by"] == "winner":
            if s == winner or wins[s]:
                continue
            count += settles(winner, s) and scoops(players, rules, fouls, winner, s)
        else:
            if s == loser:
                continue
            if wins[s]:
                count += instant_scoops(players, rules, fouls, loser)
            else:
                count += settles(s, loser) and scoops(players, rules, fouls, s, loser)
    return rules[f"scoop_of_{len(players)}"][count - 1]


def instant_scoops(players, rules, fouls, loser):
    """Does an instant win count as scooping this loser?"""
    if not rules["instant_counts_as_scoop"]:
        return False
    if fouls[loser]:
        if players[loser]["left"] and not false_declaration(players[loser], rules):
            return rules["left_counts_as_scooped"]
        return rules["foul_counts_as_scooped"]
    return True


def with_instant(players, rules, wins, fouls, a, b):
    if wins[a] and wins[b]:
        return two_instants(players, rules, wins, a, b)
    if wins[b]:
        return -with_instant(players, rules, wins, fouls, b, a)
    pay = rules["instant_" + wins[a]]
    chi = pay
    if instant_scoops(players, rules, fouls, b):
        if rules["scoop_counted_by"] == "winner":
            count = sum(
                1
                for s in range(len(players))
                if not wins[s] and instant_scoops(players, rules, fouls, s)
            )
        else:
            count = sum(1 for win in wins if win)
            legal = [s for s in range(len(players)) if not wins[s] and not fouls[s]]
            if not rules["instant_ends_round"]:
                count += sum(1 for s in legal if s != b and scoops(players, rules, fouls, s, b))
        chi *= rules[f"scoop_of_{len(players)}"][count - 1]
    if fouls[b] and rules["foul"] == "flat":
        flat = rules["foul_flat"]
        chi += {"larger": max(flat - pay, 0), "value": 0, "both": flat}[rules["foul_to_instant"]]
    return chi


def two_instants(players, rules, wins, a, b):
    if rules["instant_vs_instant"] == "tie":
        return 0
    pays = {s: rules["instant_" + wins[s]] for s in (a, b)}
    if wins[a] == wins[b]:
        if not rules["instant_cards_decide"]:
            return 0
        mine, theirs = (holding(wins[s], players[s]["cards"]) for s in (a, b))
    elif rules["instant_ranking"] == "listed":
        mine, theirs = (-rules["instant_order"].index(wins[s]) for s in (a, b))
    else:
        mine, theirs = pays[a], pays[b]
    if mine == theirs:
        return 0
    high, low, sign = (a, b, 1) if mine > theirs else (b, a, -1)
    if rules["instant_vs_instant"] == "difference":
        return sign * max(pays[high] - pays[low], 0)
    return sign * pays[high]


def holding(win, cards):
    numbers = [naive.number(card) for card in cards]
    ordered = sorted(set(numbers), reverse=True)
    doubles = []
    for n in ordered:
        doubles += [n] * (numbers.count(n) // 2)
    odd = [n for n in ordered if numbers.count(n) % 2]
    if win == "five_pairs_trip":
        return odd + [n for n in doubles if n not in odd]
    if win == "six_pairs":
        return doubles + odd
    return sorted(numbers, reverse=True)


def ace_claims(players, rules, wins, fouls):
    size = len(players)
    if rules["ace_chi"] == "none" or size not in rules["ace_table_sizes"]:
        return
    if any(wins) and not rules["aces_in_instant_rounds"]:
        return
    aces = [sum(card[0] == "A" for card in player["cards"]) for player in players]
    unit = rules["ace_value"]
    for a in range(size):
        if aces[a] != 4:
            continue
        if wins[a]:
            way = rules["four_aces_instant"]
        elif fouls[a]:
            way = rules["four_aces_foul"]
        elif any(
            sum(card[0] == "A" for card in players[a]["rows"][row]) == 4
            for row in ("middle", "back")
        ):
            way = rules["four_aces_laid"]
        else:
            way = rules["four_aces_unlaid"]
        chi = {"counted": 4 * unit, "not_counted": 0, "flat": rules["four_aces_flat"]}[way]
        for b in range(size):
            if b != a:
                yield a, b, chi
        return
    for a in range(size):
        for b in range(a):
            yield a, b, (aces[a] - aces[b]) * unit


def cap(owed, limit):
    """Cut every loss beyond the limit, all at once, until nobody is over it."""
    seats = range(len(owed))
    while True:
        over = {s: -sum(owed[s]) - limit for s in seats if -sum(owed[s]) > limit}
        if not over:
            return
        cuts = []
        for s, excess in over.items():
            claims = {t: owed[t][s] for t in seats if owed[t][s] > 0}
            exact = {
                t: Fraction(excess * claim, sum(claims.values())) for t, claim in claims.items()
            }
            parts = {t: int(share) for t, share in exact.items()}
            missing = excess - sum(parts.values())
            for t in sorted(claims, key=lambda t: (-(exact[t] - parts[t]), t))[:missing]:
                parts[t] += 1
            cuts += [(t, s, part) for t, part in parts.items()]
        for t, s, part in cuts:
            owed[t][s] -= part
            owed[s][t] += part
