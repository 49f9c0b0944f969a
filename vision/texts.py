"""The vision catalogue: every sentence that people read, in Vietnamese and in English.

Templates use `str.format` fields; a test proves that both languages use the same ones.
"""

from collections.abc import Mapping
from typing import Literal

Language = Literal["vi", "en"]

_ACCEPTED_VI = "cần một tấm ảnh (JPEG, PNG, WebP, HEIC, AVIF, GIF, BMP hoặc TIFF)"
_ACCEPTED_EN = "expected a photo (JPEG, PNG, WebP, HEIC, AVIF, GIF, BMP or TIFF)"

IMAGE_FAULTS: Mapping[str, tuple[str, str]] = {
    "missing": (
        "không mở được ({reason}), " + _ACCEPTED_VI,
        "cannot be opened ({reason}), " + _ACCEPTED_EN,
    ),
    "empty": (
        "tệp rỗng (0 byte), " + _ACCEPTED_VI,
        "the file is empty (0 bytes), " + _ACCEPTED_EN,
    ),
    "not_image": (
        "không phải ảnh (tệp bắt đầu bằng {start}), " + _ACCEPTED_VI,
        "not a picture (it starts with {start}), " + _ACCEPTED_EN,
    ),
    "damaged": (
        "ảnh bị hỏng hoặc thiếu phần cuối ({reason}), cần tệp nguyên vẹn",
        "the picture is damaged or cut short ({reason}), expected a whole file",
    ),
    "file_too_large": (
        "tệp nặng {megabytes:.0f} MB, chỉ nhận đến {most:.0f} MB",
        "the file has {megabytes:.0f} MB, at most {most:.0f} MB accepted",
    ),
    "too_large": (
        "{width} × {height} px là {megapixels:.1f} megapixel, chỉ nhận đến {most:.0f}",
        "{width} × {height} px are {megapixels:.1f} megapixels, at most {most:.0f} accepted",
    ),
    "too_long": (
        "{width} × {height} px, mỗi cạnh chỉ nhận đến {most} px",
        "{width} × {height} px, at most {most} px a side accepted",
    ),
    "too_small": (
        "{width} × {height} px, mỗi cạnh cần ít nhất {least} px",
        "{width} × {height} px, at least {least} px a side needed",
    ),
    "too_costly": (
        "mở tệp này tốn hơn {seconds:.0f} giây hoặc {megabytes:.0f} MB, hãy lưu lại thành JPEG",
        "opening it takes more than {seconds:.0f} s or {megabytes:.0f} MB; save it again as JPEG",
    ),
}

PROBLEMS: Mapping[str, tuple[str, str]] = {
    "no_cards": (
        "Không thấy lá bài nào. Hãy chụp gần hơn, đủ sáng, thấy rõ góc lá bài.",
        "No card was found. Move closer, with enough light and the corners of the cards in view.",
    ),
    "not_thirteen": (
        "Thấy {count} lá, một tay bài có 13 lá.",
        "{count} cards seen, a hand has 13.",
    ),
    "gap": (
        "Có thể còn một lá bị che ở đây.",
        "A card may be hidden here.",
    ),
    "card_twice": (
        "Lá {card} xuất hiện hai chỗ, chỉ tính một lá.",
        "{card} is seen in two places and counted once.",
    ),
    "unread": (
        "Có một lá ở đây nhưng không đọc được.",
        "There is a card here that could not be read.",
    ),
    "mislaid": (
        "Ba chi thấy {counts} lá, đúng ra là 3/5/5. Hãy xem lại các lá và cách xếp.",
        "The three rows hold {counts} cards, not 3/5/5. Check the cards and how they are laid.",
    ),
    "joker": (
        "Có lá phăng teo (joker), không tính vào bài.",
        "There is a joker, which is not counted.",
    ),
    "inferred": (
        "Không nhìn thấy lá {card}, suy ra từ các lá khác trên bàn.",
        "{card} was not seen; it follows from the other cards on the table.",
    ),
    "too_dark": (
        "Ảnh quá tối. Hãy bật đèn rồi chụp lại.",
        "The photo is too dark. Turn on a light and take it again.",
    ),
    "blurred": (
        "Ảnh bị nhòe. Hãy giữ máy yên, chạm lấy nét rồi chụp lại.",
        "The photo is blurred. Hold still, tap to focus and take it again.",
    ),
    "too_small": (
        "Lá bài quá nhỏ (góc bài cao {height:.0f} px, nên từ {least:.0f} px). Chụp gần hơn.",
        "The cards are too small (an index of {height:.0f} px, not {least:.0f}). Move closer.",
    ),
    "glare": (
        "Chỗ này bị lóa. Hãy nghiêng máy để tránh đèn.",
        "There is glare here. Tilt the phone away from the lamp.",
    ),
    "cut_off": (
        "Lá bài ở mép ảnh bị cắt mất góc.",
        "A card is cut off at the edge of the photo.",
    ),
    "conflict": (
        "Hai ảnh không khớp nhau, hãy xem lại các lá: {cards}.",
        "The two photos disagree; look at these cards again: {cards}.",
    ),
}


def render(
    catalogue: Mapping[str, tuple[str, str]], key: str, language: Language, **values: object
) -> str:
    """Fill the template `key` of `catalogue`; KeyError if key or a value is missing."""
    return catalogue[key][0 if language == "vi" else 1].format(**values)
