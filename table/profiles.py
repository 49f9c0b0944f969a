"""Rules as the database keeps them: a snapshot of every field, safe from later versions."""

import json
from functools import lru_cache

from scorer.errors import ProfileError
from scorer.house import HOUSE_ID, profile_from_dict, profile_to_dict
from scorer.rules_profile import RulesProfile


def write_profile(profile: RulesProfile) -> str:
    """Return the snapshot of a profile."""
    return canonical(profile_to_dict(profile, full=True))


@lru_cache(maxsize=256)
def read_profile(text: str) -> RulesProfile:
    """Return the profile of a snapshot.

    A snapshot of a built-in system that has been corrected since then is read as house rules: its
    rounds stay settled as they were.
    """
    data = json.loads(text)
    try:
        return profile_from_dict(data)
    except ProfileError:
        return profile_from_dict({**data, "id": HOUSE_ID})


def canonical(value: object) -> str:
    """Return the one JSON text of a value, the same in every process."""
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
