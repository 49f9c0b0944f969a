"""Keys of every widget and of everything kept in the session, one enum a page.

Tests find widgets by these keys, never by their place on the page.
"""

from enum import StrEnum


class ShellKey(StrEnum):
    """The frame around every page."""

    TOP = "shell_top"
    TABS = "shell_tabs"
    TAB = "shell_tab"
    TAB_HERE = "shell_tab_here"
    LINK = "shell_link"
    LANGUAGE = "shell_language"
    FOUR_COLOUR = "shell_four_colour"
    RULES = "shell_rules"
    BROWSER = "shell_browser"
    STATE_BROWSER = "state_browser"
    STATE_LINKS = "state_links"
    STATE_LANGUAGE = "state_language"
    STATE_FOUR_COLOUR = "state_four_colour"
    STATE_RULES = "state_rules"
    STATE_PHONE = "state_phone"
    STATE_HOUSE = "state_house_rules"
    STATE_KEPT = "state_kept_rounds"
    STATE_TAPS = "state_taps"


class LoginKey(StrEnum):
    """The page that asks for a login."""

    WAY = "login_way"
    NOW = "login_now"
    OUT = "login_out"
    OTHER = "login_other"


class CaptureKey(StrEnum):
    """Getting a hand, on any page; each is followed by the scope it is used in."""

    PHOTO = "photo"
    SAMPLE = "sample"
    BY_HAND = "by_hand"
    AGAIN = "again"
    TAKE_BACK = "take_back"
    BOARD = "board"
    USE_ANYWAY = "use_anyway"
    STATE_UPLOADS = "state_uploads"
    STATE_ERROR = "state_error"
    STATE_DROPPED = "state_dropped"
    STATE_SHOWN = "state_shown"

    def of(self, scope: str) -> str:
        """The key of this widget in one place of the app."""
        return f"{self.value}_{scope}"


class ReadKey(StrEnum):
    """The page that reads a photo and advises."""

    RULES = "read_rules"
    TABLE = "read_table"
    OPPONENTS = "read_opponents"
    STATE_HAND = "state_read_hand"
    STATE_OPPONENTS = "state_read_opponents"


class LearnKey(StrEnum):
    """The page where one practises."""

    TOP = "learn_top"
    PART = "learn_part"
    TABLE = "learn_table"
    RULES = "learn_rules"
    OPPONENTS = "learn_opponents"
    DEAL = "learn_deal"
    TRICKY = "learn_tricky"
    PLAYED = "learn_played"
    DECLARE = "learn_declare"
    CHECK = "learn_check"
    AGAIN = "learn_again"
    NEXT = "learn_next"
    OTHER = "learn_other"
    FORGET = "learn_forget"
    FORGET_SURELY = "learn_forget_surely"
    STATE_LESSON = "state_learn_lesson"
    STATE_DROPPED = "state_learn_dropped"
    STATE_TURN = "state_learn_turn"


class SettleKey(StrEnum):
    """The page that settles one round."""

    TOP = "settle_top"
    SETUP = "settle_setup"
    STAKE = "settle_stake"
    OTHER_STAKE = "settle_other_stake"
    SEAT = "settle_seat"
    ADD_SEAT = "settle_add_seat"
    REMOVE_SEAT = "settle_remove_seat"
    NAME = "settle_name"
    SUGGEST = "settle_suggest"
    REST_OF_DECK = "settle_rest_of_deck"
    WHOLE_TABLE = "settle_whole_table"
    NOT_SHOWN = "settle_not_shown"
    NEXT = "settle_next"
    SETTLE = "settle_settle"
    EDIT = "settle_edit"
    NEW_ROUND = "settle_new_round"
    STATE_ROUND = "state_settle_round"


class DisputeKey(StrEnum):
    """The page that settles a quarrel without a table."""

    RULES = "dispute_rules"
    MATTER = "dispute_matter"
    ROW_SIZE = "dispute_row_size"
    TOP = "dispute_top"
    COUNT = "dispute_count"
    SEAT = "dispute_seat"
    NAME = "dispute_name"
    WHOLE = "dispute_whole"
    NEXT = "dispute_next"
    JUDGE = "dispute_judge"
    EDIT = "dispute_edit"
    NEW = "dispute_new"
    PICTURE = "dispute_picture"
    STATE_CASE = "state_dispute_case"
    STATE_HAND = "state_dispute_hand"
    STATE_FIRST = "state_dispute_first"
    STATE_SECOND = "state_dispute_second"


class RulesKey(StrEnum):
    """The page with the rule systems."""

    SYSTEM = "rules_system"
    DIFFERENCES = "rules_differences"
    PART = "rules_part"
    BASE = "rules_base"
    NAME = "rules_name"
    GROUP = "rules_group"
    FIELD = "rules_field"
    SAVE = "rules_save"
    NEW = "rules_new"
    USE = "rules_use"
    CHANGE = "rules_change"
    DROP = "rules_drop"
    SEND = "rules_send"
    FILE = "rules_file"
    CODE = "rules_code"
    READ_CODE = "rules_read_code"
    UPLOAD = "photo_rules"
    CANCEL = "rules_cancel"
    STATE_UPLOADS = "state_rules_uploads"
    STATE_DRAFT = "state_rules_draft"


class TableKey(StrEnum):
    """The page of the table: entry, lobby, round, showdown, summary."""

    WAY = "table_way"
    CODE = "table_code"
    SEAT = "table_seat"
    NAME = "table_name"
    COUNT = "table_count"
    RULES = "table_rules"
    STAKE = "table_stake"
    CLOCK = "table_clock"
    KEEP_PHOTOS = "table_keep_photos"
    OPEN = "table_open"
    START = "table_start"
    PICK = "table_pick"
    BAR = "table_bar"
    TIMER = "table_timer"
    PULSE = "table_pulse"
    STICKY = "table_sticky"
    LOCK = "table_lock"
    REOPEN = "table_reopen"
    DECLARE = "table_declare"
    WHOLE = "table_whole"
    ASSIGN = "table_assign"
    TURN = "table_turn"
    KEEP_ALL = "table_keep_all"
    REVEAL = "table_reveal"
    SKIP = "table_skip"
    NEXT_ROUND = "table_next_round"
    PREVIOUS = "table_previous"
    BACK = "table_back"
    LEAVE = "table_leave"
    LEAVE_NOW = "table_leave_now"
    HOST = "table_host"
    FREE = "table_free"
    RENAME = "table_rename"
    OWN_NAME = "table_own_name"
    TERMS = "table_terms"
    NEWCOMER = "table_newcomer"
    CANCEL = "table_cancel"
    CALL_TIME = "table_call_time"
    CLOSE = "table_close"
    CLOSE_SURE = "table_close_sure"
    AGAIN = "table_again"
    AWAY = "table_away"
    VOID = "table_void"
    WHY = "table_why"
    ABSENT = "table_absent"
    FIX = "table_fix"
    KEEP_FIX = "table_keep_fix"
    TOP = "table_top"
    STATE_SEAT = "state_table_seat"
    STATE_HOST = "state_table_host"
    STATE_FORM = "state_table_form"
    STATE_NAMES = "state_table_names"
    STATE_REFUSED = "state_table_refused"
    STATE_VIEWER = "state_table_viewer"
    STATE_TROUBLE = "state_table_trouble"
    STATE_LAST = "state_table_last"
    STATE_LOOK = "state_table_look"
    STATE_FIX = "state_table_fix"


class NightKey(StrEnum):
    """The night book."""

    CHART = "night_chart"
    CSV = "night_csv"
    PICTURE = "night_picture"
    ROUND = "night_round"
