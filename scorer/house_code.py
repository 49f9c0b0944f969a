"""House rules as a short code to send: `MB1-` and letters that hold the differences themselves.

A code is the rules file of `scorer.house` without blanks, compressed with the words it is likely
to hold, after three bytes of its SHA-256 that tell a code that was cut or mistyped.
"""

import base64
import binascii
import hashlib
import json
import re
import zlib

from scorer.errors import Problem, ProfileError
from scorer.house import HOUSE_ID, import_profile, profile_to_dict
from scorer.rules_profile import RulesProfile

PREFIX = "MB1-"
_CHECK_BYTES = 3
_MOST_BYTES = 20_000
_RAW_DEFLATE = -15

# Part of the format: another text would need another prefix.
_WORDS = (
    b"id name_vi name_en base row_names_vi row_names_en hand_names_vi hand_names_en "
    b"ace_straight_names_vi ace_straight_names_en instant_names_vi instant_names_en wheel "
    b"equal_rows_are_foul plain_row banker bonus_mode front_trips front_trips_aces "
    b"middle_full_house back_quads middle_quads back_quads_aces middle_quads_aces "
    b"back_straight_flush middle_straight_flush back_wheel_flush middle_wheel_flush "
    b"back_royal_flush middle_royal_flush bonus_needs_win pair_points scoop_of_2 scoop_of_3 "
    b"scoop_of_4 scoop_counted_by scoop_multiplies unconfirmed_is_foul foul foul_flat "
    b"foul_to_instant foul_counts_as_scooped left_counts_as_scooped foul_pays_to "
    b"instant_dragon_suited instant_dragon instant_same_colour instant_twelve_colour "
    b"instant_five_pairs_trip instant_six_pairs instant_three_flushes instant_three_straights "
    b"instant_straight_flush instant_quads instant_three_full_houses quads_count_as_two_pairs "
    b"trip_counts_as_pair a23_is_straight instant_order left_keeps_instant "
    b"instant_counts_as_scoop instant_vs_instant instant_ranking instant_cards_decide "
    b"instant_ends_round instant_must_be_laid instant_must_be_declared false_declaration "
    b"ace_chi ace_value ace_table_sizes aces_in_instant_rounds four_aces_laid four_aces_unlaid "
    b"four_aces_instant four_aces_foul four_aces_flat loss_cap clock_s showdown_order "
    b"showdown_row_s table_minimum_stakes "
    b"second lowest none replace add difference winner_total one all plain_rows winner loser rows "
    b"flat everyone round_winner larger value both higher_takes tie by_pay listed counted "
    b"not_counted front middle back true false null "
    b'"base":"tinh-chi","mo-binh","chi-at","789bet","bigkool","name":"'
)


def rules_code(profile: RulesProfile) -> str:
    """Return the code of `profile`; `read_rules_code` turns it back.

    >>> from dataclasses import replace
    >>> from scorer.profiles import get_profile
    >>> house = replace(get_profile("bigkool"), id="house", loss_cap=30)
    >>> read_rules_code(rules_code(house)) == house
    True
    """
    data = profile_to_dict(profile)
    if data.get("id") == HOUSE_ID:
        del data["id"]
    if data["name_vi"] == data["name_en"]:
        data = {"base": data.pop("base"), "name": data.pop("name_vi"), **data}
        del data["name_en"]
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE, zdict=_WORDS)
    packed = _check(plain) + packer.compress(plain) + packer.flush()
    return PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_rules_code(text: str) -> RulesProfile:
    """Read a code, blanks and line breaks in it ignored.

    Raises:
        ScorerError: it is no code, was cut or mistyped, or its rules do not fit.
    """
    code = re.sub(r"\s", "", text)
    if not code.startswith(PREFIX):
        raise ProfileError([Problem.of("no_rules_code", prefix=PREFIX)])
    body = code.removeprefix(PREFIX)
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj(_RAW_DEFLATE, zdict=_WORDS)
        plain = opener.decompress(packed[_CHECK_BYTES:], _MOST_BYTES)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise ProfileError([Problem.of("damaged_rules_code")]) from error
    if not opener.eof or _check(plain) != packed[:_CHECK_BYTES]:
        raise ProfileError([Problem.of("damaged_rules_code")])
    return import_profile(plain)


def _check(plain: bytes) -> bytes:
    return hashlib.sha256(plain).digest()[:_CHECK_BYTES]
