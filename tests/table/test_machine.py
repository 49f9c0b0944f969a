"""Random nights against a model that knows the rules of the table in a few lines."""

import itertools
import random
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from scorer.arrangement import Arrangement
from scorer.cards import DECK
from scorer.profiles import get_profile
from scorer.settlement import Player, settle
from table.book import TableBook
from table.errors import (
    AllIn,
    BadHand,
    BadTable,
    CardsClash,
    HandLocked,
    NoSuchRound,
    NoSuchSeat,
    NotReady,
    TableError,
    TimeIsOver,
    TooManyClashes,
    WrongPhase,
)
from table.hands import MOST_REFUSALS
from table.values import Phase
from tests.table.night import NAMES, Clock

SEATS = 3
CLOCK_S = 60
SEAT = st.integers(0, SEATS - 1)
_tokens = (f"machine {number}" for number in itertools.count())


def hand(shuffle):
    """A hand from few shuffles, so that two seats often want the same card."""
    deck = list(DECK)
    random.Random(shuffle // SEATS).shuffle(deck)
    cards = tuple(deck[13 * (shuffle % SEATS) : 13 * (shuffle % SEATS) + 13])
    return Arrangement(cards[:3], cards[3:8], cards[8:])


class Hand:
    """What the model knows of a seat's hand."""

    def __init__(self):
        self.laid = None
        self.locked = self.left = False
        self.refused = 0


class Night(RuleBasedStateMachine):
    """The book beside the model; each rule says which refusal it expects, None for success."""

    book: TableBook
    clock: Clock

    @initialize(rules=st.sampled_from(["bigkool", "789bet", "chi-at", "mo-binh", "tinh-chi"]))
    def open(self, rules):
        self.profile = get_profile(rules)
        self.keys = self.book.open_table(
            profile=self.profile,
            stake=1000,
            seats=NAMES[:SEATS],
            arranging_seconds=CLOCK_S,
            token=next(_tokens),
        )
        self.phase, self.hands, self.away = Phase.LOBBY, {}, set()
        self.ends = None
        self.points = []
        self.revision = 0

    def expect(self, refusal, action, *given):
        """Do an action and compare; with its token again, it must change nothing."""
        token = next(_tokens)
        if refusal is None:
            action(*given, token)
            after = self.book.revision(self.keys.viewer_key)
            action(*given, token)
            assert self.book.revision(self.keys.viewer_key) == after
            return
        with pytest.raises(TableError) as refused:
            action(*given, token)
        assert type(refused.value) is refusal

    def over(self):
        return self.ends is not None and self.clock.now >= self.ends

    def now(self):
        ended = self.phase is Phase.SHOWDOWN and self.clock.now >= self.shown
        return Phase.SUMMARY if ended else self.phase

    def editing(self, seat):
        """The refusal of whatever changes a hand, if there is one for any such action."""
        if self.now() is not Phase.ARRANGING:
            return WrongPhase
        if self.over():
            return TimeIsOver
        if seat not in self.hands or self.hands[seat].left:
            return NoSuchSeat
        return None

    def all_in(self):
        return all(hand.locked or hand.left for hand in self.hands.values())

    @rule(seconds=st.sampled_from([0.5, 5, 20, CLOCK_S]))
    def wait(self, seconds):
        self.clock.tick(seconds)

    @rule()
    def start(self):
        present = [seat for seat in range(SEATS) if seat not in self.away]
        refusal = None if self.now() in (Phase.LOBBY, Phase.SUMMARY) else WrongPhase
        if refusal is None and len(present) < 2:
            refusal = BadTable
        self.expect(refusal, self.book.start_round, self.keys.host_key)
        if refusal is None:
            self.phase = Phase.ARRANGING
            self.hands = {seat: Hand() for seat in present}
            self.ends = self.clock.now + timedelta(seconds=CLOCK_S)

    @rule(seat=SEAT, shuffle=st.integers(0, 2 * SEATS - 1), by_host=st.booleans())
    def capture(self, seat, shuffle, by_host):
        wanted = hand(shuffle)
        refusal = self.editing(seat)
        mine = self.hands.get(seat)
        if refusal is None and mine.locked:
            refusal = HandLocked
        if refusal is None and mine.refused >= MOST_REFUSALS and not by_host:
            refusal = TooManyClashes
        others = [h.laid for s, h in self.hands.items() if s != seat and h.laid]
        if refusal is None and any(set(wanted.cards) & set(h.cards) for h in others):
            refusal = CardsClash
            mine.refused += 1

        def act(key, seat, token):
            self.book.capture(key, seat, wanted.cards, wanted, token=token)

        self.expect(
            refusal, act, self.keys.host_key if by_host else self.keys.seat_keys[seat], seat
        )
        if refusal is None:
            mine.laid = wanted

    @rule(seat=SEAT)
    def lock(self, seat):
        refusal = self.editing(seat)
        if refusal is None and self.hands[seat].laid is None:
            refusal = BadHand
        self.expect(refusal, self.book.lock, self.keys.seat_keys[seat], seat)
        if refusal is None:
            self.hands[seat].locked = True

    @rule(seat=SEAT, by_host=st.booleans())
    def reopen(self, seat, by_host):
        refusal = self.editing(seat)
        if refusal is None and self.all_in() and not by_host:
            refusal = AllIn
        key = self.keys.host_key if by_host else self.keys.seat_keys[seat]
        self.expect(refusal, self.book.reopen, key, seat)
        if refusal is None:
            self.hands[seat].locked = False
            if by_host:
                self.hands[seat].refused = 0

    @rule(seat=SEAT)
    def leave(self, seat):
        arranging = self.now() is Phase.ARRANGING and not self.over()
        counts = arranging and seat in self.hands and not self.all_in()
        self.expect(None, self.book.leave, self.keys.seat_keys[seat], seat)
        self.away.add(seat)
        if counts:
            self.hands[seat].left = True

    @rule(seat=SEAT)
    def come_back(self, seat):
        self.expect(None, self.book.come_back, self.keys.seat_keys[seat], seat)
        self.away.discard(seat)
        if self.now() is Phase.ARRANGING and not self.over() and seat in self.hands:
            self.hands[seat].left = False

    @rule()
    def reveal(self):
        refusal = None
        if self.now() in (Phase.LOBBY, Phase.CLOSED):
            refusal = WrongPhase
        elif self.now() is Phase.ARRANGING and not (self.all_in() or self.over()):
            refusal = NotReady
        fresh = refusal is None and self.now() is Phase.ARRANGING
        self.expect(refusal, self.book.reveal, self.keys.host_key)
        if fresh:
            self.phase = Phase.SHOWDOWN
            self.shown = self.clock.now + timedelta(seconds=3 * self.profile.showdown_row_s)
            self.points.append(self.settled())

    def players(self):
        for seat, held in self.hands.items():
            cards = held.laid.cards if held.laid else ()
            yield Player(
                NAMES[seat],
                cards,
                held.laid,
                foul=not cards and not held.left,
                left=held.left,
                confirmed=held.locked,
            )

    def settled(self):
        """Settle what the model holds."""
        return settle(tuple(self.players()), self.profile).points

    @rule(number=st.integers(1, 4))
    def void(self, number):
        refusal = None if number <= len(self.points) else NoSuchRound

        def act(key, token):
            self.book.void_round(key, number, "chia nhầm", token)

        self.expect(refusal, act, self.keys.host_key)
        if refusal is None:
            self.points[number - 1] = dict.fromkeys(self.points[number - 1], 0)

    @invariant()
    def phases_and_statuses_agree(self):
        seen = self.book.view(self.keys.viewer_key)
        assert seen.phase is self.now()
        assert seen.revision >= self.revision
        self.revision = seen.revision
        for seat, held in self.hands.items():
            assert (seen.seats[seat].status == "locked") == (held.locked and not held.left)
            assert (seen.seats[seat].status == "left") == held.left

    @invariant()
    def nobody_sees_others_cards_too_early(self):
        if self.now() is not Phase.ARRANGING:
            return
        for viewer, key in enumerate(self.keys.seat_keys):
            for seat, seen in enumerate(self.book.view(key).seats):
                laid = self.hands[seat].laid if seat in self.hands and seat == viewer else None
                assert seen.arrangement == laid

    @invariant()
    def the_account_is_the_sum_of_the_rounds(self):
        totals = dict.fromkeys(NAMES[:SEATS], 0)
        for points in self.points:
            for name, chi in points.items():
                totals[name] += chi
        assert self.book.totals(self.keys.viewer_key) == totals
        assert sum(totals.values()) == 0


@pytest.mark.slow
def test_random_nights_follow_the_model(address):
    clock = Clock()
    book = TableBook(address, now=clock)

    class ThisNight(Night):
        pass

    ThisNight.book, ThisNight.clock = book, clock
    run_state_machine_as_test(
        ThisNight,
        settings=settings(
            max_examples=15,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    book.close()
