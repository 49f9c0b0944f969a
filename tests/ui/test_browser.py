"""The app in a real browser at the size of a phone: photos, taps, correction, settlement."""

import io
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

import ui.pages
from ui.pages import PAGES

pytestmark = pytest.mark.slow

SMALLEST_TARGET_PX = 44


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def phone(new_phone: Callable[..., Page], address: str, scheme: str) -> Page:
    """A phone with the app and its fake reader."""
    return new_phone(address, scheme)


def photo(width: int, height: int, colour: str = "#206040") -> dict[str, object]:
    """A file for the picker; what the fake reader sees in it depends on its size."""
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(buffer, "JPEG")
    return {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": buffer.getvalue()}


def open_page(phone: Page, path: str) -> None:
    phone.goto(path)
    phone.locator(".mb-title").wait_for()


def choose_photo(phone: Page, width: int, height: int, colour: str = "#206040") -> None:
    first = "[class*=st-key-photo_]:not([class*=st-key-photo_more_])"
    picker = phone.locator(f"{first} input[type=file]")
    expect(picker).to_have_count(1)  # the one of the run before has left
    picker.set_input_files(photo(width, height, colour))


def pick(phone: Page, *cards: str) -> None:
    """Tap cards in the grid, one after another as fast as a hand can."""
    for card in cards:
        phone.locator(f".mb-cell[data-arg='{card}']").tap()


def place(phone: Page, card: str) -> Locator:
    return phone.locator(f".mb-card:has(.c{card})")


def state_of_board(phone: Page) -> str:
    return phone.locator(".mb-felt header strong").inner_text()


def check_layout(phone: Page) -> None:
    """No sideways scrolling, and nothing to tap that is too small."""
    assert phone.evaluate(
        "Math.max(document.documentElement.scrollWidth,"
        " document.querySelector('.stMain').scrollWidth)"
    ) == phone.evaluate("innerWidth")
    small = phone.evaluate(
        """least => [...document.querySelectorAll(
             '.mb-card, .mb-cell, .mb-likely, .mb-tool, .mb-zoom, .stButton button,'
             + ' .stPopover button, .stButtonGroup button, a[data-testid=stPageLink-NavLink],'
             + ' .stCode button, .stMultiSelect button, .stSelectbox button')]
           .map(part => [part.innerText || part.ariaLabel, part.getBoundingClientRect()])
           .filter(([, box]) => box.width && (box.width < least || box.height < least))
           .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)""",
        SMALLEST_TARGET_PX - 0.5,
    )
    assert small == []


def check_accessible(phone: Page) -> None:
    """No breach of WCAG 2.2 A and AA that axe can find in what this project draws."""
    rules = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}}
    report = Axe().run(phone, options=rules).response
    assert len(report["passes"]) > 10
    found = report["violations"]
    assert [
        f"{breach['id']}: {node['target']} {node['failureSummary']}"
        for breach in found
        for node in breach["nodes"]
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_is_accessible(phone: Page, page: ui.pages.Page) -> None:
    open_page(phone, f"/{page.name}" if page is not PAGES[0] else "/")
    check_layout(phone)
    check_accessible(phone)


def test_a_photo_is_read_corrected_and_advised(phone: Page) -> None:
    open_page(phone, "/")
    accepted = phone.locator("input[type=file]").get_attribute("accept")
    assert ".heic" in accepted
    assert "image/*" not in accepted

    choose_photo(phone, 900, 600)
    phone.locator(".mb-picker").wait_for()
    assert state_of_board(phone) == "Xem lại 2 lá chưa chắc"
    assert phone.locator(".mb-box").count() == 13
    assert phone.locator(".mb-likely").count() == 3
    check_layout(phone)
    check_accessible(phone)

    phone.locator(".mb-likely[data-arg='Kd']").tap()  # the doubtful ten is a king
    assert state_of_board(phone) == "Xem lại 1 lá chưa chắc"
    phone.locator(".mb-likely.now").tap()  # the doubtful eight is right
    assert state_of_board(phone) == "Đủ 13 lá"
    phone.locator(".mb-way.best").wait_for()
    phone.locator(".mb-way").nth(2).wait_for()
    assert phone.locator(".mb-way.best .cKd").count() == 1
    assert phone.locator(".mb-way.best .cTd").count() == 0
    check_layout(phone)
    check_accessible(phone)

    phone.locator("[data-act=undo]").tap()
    assert state_of_board(phone) == "Xem lại 1 lá chưa chắc"
    phone.locator(".mb-way").first.wait_for(state="detached")


def test_a_card_of_another_place_is_exchanged_and_asked_for_again(phone: Page) -> None:
    open_page(phone, "/")
    choose_photo(phone, 900, 600)
    phone.locator(".mb-picker").wait_for()
    taken = phone.locator(".mb-cell.taken")
    assert taken.count() == 12
    pick(phone, "As")  # greyed, as another place holds it
    assert state_of_board(phone) == "Xem lại 2 lá chưa chắc"
    assert phone.locator(".mb-card").count() == 13
    assert place(phone, "Td").get_attribute("class").split()[1] == "doubt"


@pytest.mark.parametrize("scheme", ["light"], indirect=True)
def test_a_missing_card_is_added_and_an_extra_one_removed(phone: Page) -> None:
    open_page(phone, "/")
    choose_photo(phone, 912, 600)
    phone.locator(".mb-picker").wait_for()
    for _ in range(2):
        phone.locator(".mb-likely.now").tap()
    assert state_of_board(phone) == "Còn thiếu 1 lá"
    pick(phone, "2s")
    assert state_of_board(phone) == "Đủ 13 lá"
    phone.locator(".mb-way.best .c2s").wait_for()

    phone.locator(".st-key-again_read button").tap()
    choose_photo(phone, 914, 600)
    phone.locator(".mb-picker").wait_for()
    for _ in range(2):
        phone.locator(".mb-likely.now").tap()
    assert state_of_board(phone) == "Thừa 1 lá, chạm lá cần bỏ"
    place(phone, "2c").tap()
    phone.locator("[data-act=remove]").tap()
    assert state_of_board(phone) == "Đủ 13 lá"
    phone.locator(".mb-way.best").wait_for()
    assert phone.locator(".mb-way .c2c").count() == 0


@pytest.mark.parametrize("scheme", ["light"], indirect=True)
def test_a_photo_without_cards_says_so_and_asks_again(phone: Page) -> None:
    open_page(phone, "/")
    choose_photo(phone, 900, 600, "#000000")
    phone.locator(".mb-note.bad", has_text="Không thấy lá bài nào").wait_for()
    choose_photo(phone, 900, 600)
    phone.locator(".mb-felt").wait_for()
    assert phone.locator(".mb-note.bad").count() == 0


@pytest.mark.parametrize("scheme", ["light"], indirect=True)
def test_what_is_wrong_with_a_file_is_said_once_in_plain_words(phone: Page) -> None:
    open_page(phone, "/")
    picker = phone.locator("[class*=st-key-photo_read_] input[type=file]")
    expect(picker).to_have_count(1)
    picker.set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"hello, no"})
    said = phone.locator(".mb-note.bad", has_text="Tệp này không phải ảnh")
    said.wait_for()
    assert "hello" not in said.inner_text()
    expect(picker).to_have_count(1)
    picker.set_input_files({"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF"})
    phone.locator("[data-testid=stFileChipIconError]").wait_for(state="attached")
    expect(said).to_be_hidden()
    choose_photo(phone, 900, 600)
    phone.locator(".mb-picker").wait_for()


def test_two_players_settle_one_by_photo_one_by_taps(phone: Page) -> None:
    open_page(phone, "/settle")
    name = phone.locator(".st-key-settle_name_0 input")
    name.fill("  <i>Chị</i>   Bảy ")
    name.blur()
    phone.locator(".st-key-settle_seat_0_2", has_text="<i>Chị</i> Bảy").wait_for()
    check_layout(phone)

    choose_photo(phone, 600, 900)  # the rows are read too
    phone.locator(".mb-picker").wait_for()
    for _ in range(2):
        phone.locator(".mb-likely.now").tap()
    phone.locator(".mb-verdict.bad", has_text="Binh lủng").wait_for()
    place(phone, "Qd").tap()
    place(phone, "As").tap()  # two taps put the ace in the middle and the queen in the back
    place(phone, "Qh").tap()
    place(phone, "Td").tap()
    phone.locator(".mb-verdict.good").wait_for()
    check_layout(phone)

    phone.locator(".st-key-settle_next button").tap()
    phone.locator(".st-key-by_hand_seat1 button").tap()
    phone.locator(".mb-picker").wait_for()
    assert phone.locator(".mb-cell.taken").count() == 13  # the first player's cards
    check_layout(phone)
    pick(phone, *["Jc", "Th", "5c", "8h", "8d", "Ac", "Qs", "6c", "5d", "5h", "5s", "4d", "2h"])
    assert state_of_board(phone) == "Đủ 13 lá"
    phone.locator(".st-key-settle_settle button").tap()

    phone.locator(".mb-score").wait_for()
    expect(phone.locator(".mb-score")).to_be_in_viewport()  # the tap was far below
    assert phone.locator(".mb-score .who").first.inner_text().startswith("Người 2")
    assert "<i>Chị</i> Bảy trả Người 2" in phone.locator(".mb-pair header").inner_text()
    assert phone.locator(".mb-pair li").count() >= 3
    check_layout(phone)
    check_accessible(phone)


@pytest.mark.parametrize("scheme", ["light"], indirect=True)
def test_a_round_and_a_hand_outlive_a_reload(
    phone: Page, new_phone: Callable[..., Page], address: str
) -> None:
    open_page(phone, "/")
    choose_photo(phone, 900, 600)
    phone.locator(".mb-picker").wait_for()
    phone.locator(".mb-likely[data-arg='Kd']").tap()
    doubts_left = phone.locator(".st-key-use_anyway_read")
    expect(doubts_left).to_contain_text("1 lá")  # so the app knows of the tap
    phone.reload()
    expect(doubts_left).to_contain_text("1 lá")
    phone.locator(".mb-likely.now").tap()
    assert state_of_board(phone) == "Đủ 13 lá"
    assert place(phone, "Kd").count() == 1
    phone.locator(".mb-way.best").wait_for()
    check_layout(phone)
    check_accessible(phone)

    open_page(phone, "/settle")
    name = phone.locator("[class*=st-key-settle_name_] input")
    name.fill("Chị Bảy")
    name.blur()
    phone.locator("[class*=st-key-settle_seat_]", has_text="Chị Bảy").wait_for()
    choose_photo(phone, 600, 900)
    phone.locator(".mb-picker").wait_for()
    for _ in range(2):
        phone.locator(".mb-likely.now").tap()
    phone.locator(".mb-verdict.bad").wait_for()
    phone.locator(".st-key-settle_next button").tap()
    phone.locator(".st-key-settle_not_shown_1").get_by_text("Không lật bài kịp").tap()
    phone.locator(".st-key-settle_settle button").wait_for()
    phone.reload()
    seats = phone.locator("[class*=st-key-settle_seat_] button")
    expect(seats).to_have_text(["✓ Chị Bảy", "✓ Người 2"])
    seats.first.tap()
    expect(phone.get_by_placeholder("Chị Bảy")).to_have_value("Chị Bảy")
    expect(phone.locator(".mb-row.back .mb-card:not(.none)")).to_have_count(5)
    check_layout(phone)

    phone.locator(".st-key-settle_settle button").tap()
    phone.locator(".mb-score").wait_for()
    phone.reload()
    expect(phone.locator(".mb-score .who").first).to_contain_text("Chị Bảy")
    check_layout(phone)
    check_accessible(phone)
    other = new_phone(address)
    open_page(other, "/settle")
    expect(other.locator("[class*=st-key-settle_seat_] button")).to_have_text(
        ["Người 1", "Người 2"]
    )

    phone.locator(".st-key-settle_new_round button").tap()
    phone.locator("[class*=st-key-photo_] input[type=file]").wait_for(state="attached")
    phone.reload()
    expect(seats).to_have_text(["Chị Bảy", "Người 2"])


TAP_AT_ONCE = """parts => {
  for (const part of parts) {
    const target = document.querySelector(part);
    target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    target.click();
  }
}"""


@pytest.mark.parametrize("scheme", ["light"], indirect=True)
def test_taps_faster_than_the_board_reports_all_count(phone: Page) -> None:
    open_page(phone, "/settle")
    choose_photo(phone, 600, 900)
    phone.locator(".mb-picker").wait_for()
    for _ in range(2):
        phone.locator(".mb-likely.now").tap()
    phone.locator(".mb-verdict.bad").wait_for()
    ace, queen = ".mb-card:has(.cAs)", ".mb-card:has(.cQd)"
    phone.evaluate(TAP_AT_ONCE, [ace, queen, ".st-key-settle_next button"])
    phone.locator(".st-key-by_hand_seat1 button").wait_for()
    phone.locator("[class*=st-key-settle_seat_] button").first.tap()
    phone.locator(".mb-row.middle .cAs").wait_for()
    phone.locator(".mb-row.back .cQd").wait_for()


@pytest.mark.parametrize("scheme", ["light"], indirect=True)
def test_a_hand_stays_when_the_page_changes(phone: Page) -> None:
    open_page(phone, "/")
    choose_photo(phone, 900, 600)
    phone.locator(".mb-picker").wait_for()
    phone.locator(".mb-likely[data-arg='Kd']").tap()
    phone.locator(".mb-likely.now").tap()
    phone.locator(".mb-way.best").wait_for()
    phone.get_by_role("link", name="Luật").tap()
    phone.locator(".mb-tariff").first.wait_for()
    check_layout(phone)
    phone.get_by_role("link", name="Đọc bài").tap()
    phone.locator(".mb-felt").wait_for()
    assert place(phone, "Kd").count() == 1
    assert state_of_board(phone) == "Đủ 13 lá"


def lay_all(phone: Page) -> None:
    """Tap the first card that waits until none does: strongest cards in front, so a foul."""
    spare = phone.locator(".mb-row.spare .mb-card")
    while spare.count():
        spare.first.tap()


@pytest.mark.parametrize("scheme", ["dark"], indirect=True)
def test_a_dealt_hand_is_practised_and_remembered_after_a_reload(phone: Page) -> None:
    open_page(phone, "/learn")
    phone.locator(".st-key-learn_deal button").tap()
    phone.locator(".mb-row.spare").wait_for()
    check_layout(phone)
    lay = phone.locator(".mb-row.spare .mb-card")
    phone.locator(".mb-row.back .mb-card").first.tap()  # this row first
    lay.first.tap()
    assert phone.locator(".mb-row.back .mb-card:not(.none)").count() == 1
    assert phone.locator(".mb-picker").count() == 0  # dealt cards are certain
    phone.locator("[data-act=undo]").tap()
    lay_all(phone)
    check = phone.locator(".st-key-learn_check button")
    expect(check).to_be_enabled()
    check.tap()
    phone.locator(".mb-ruling").wait_for()
    phone.locator(".mb-way.best").wait_for()
    check_layout(phone)
    check_accessible(phone)

    phone.reload()
    phone.locator(".mb-ruling").wait_for()
    phone.locator(".st-key-learn_part button").nth(1).tap()
    phone.locator(".mb-figures").wait_for()
    assert "Bài đã luyện\n1" in phone.locator(".mb-figures").inner_text()
    check_layout(phone)
    check_accessible(phone)
    phone.locator(".st-key-learn_forget button").tap()
    phone.locator(".st-key-learn_forget_surely button").tap()
    phone.get_by_text("Sổ còn trống").wait_for()


@pytest.mark.parametrize("scheme", ["dark"], indirect=True)
def test_a_quarrel_is_judged_on_one_screen_and_sent_as_a_picture(phone: Page) -> None:
    open_page(phone, "/dispute")
    phone.locator(".st-key-by_hand_dispute button").tap()
    phone.locator(".mb-picker").wait_for()
    pick(phone, *["Kh", "Ks", "4c", "Qd", "Qh", "8s", "7c", "2d", "As", "Ad", "9d", "6d", "3d"])
    verdict = phone.locator(".mb-ruling.bad", has_text="Binh lủng: chi 3 (đôi K)")
    verdict.wait_for()
    assert "R1.6" in verdict.inner_text()
    check_layout(phone)
    check_accessible(phone)
    with phone.expect_download() as download:
        phone.locator(".st-key-dispute_picture button").tap()
    with Image.open(download.value.path()) as picture:
        assert picture.format == "PNG"
        assert picture.width == 1080


@pytest.mark.parametrize("scheme", ["dark"], indirect=True)
def test_house_rules_are_written_and_found_again_after_a_reload(phone: Page) -> None:
    open_page(phone, "/rules")
    phone.locator(".st-key-rules_part button").nth(1).tap()
    phone.locator(".st-key-rules_new button").tap()
    phone.locator(".st-key-rules_group button", has_text="Sập").tap()
    pay = phone.locator("[class*=st-key-rules_field_scoop_of_2_] input")
    pay.fill("5")
    pay.press("Enter")
    phone.locator(".mb-changes", has_text="2 → 5").wait_for()
    check_layout(phone)
    check_accessible(phone)
    save = phone.locator(".st-key-rules_save button")
    expect(save).to_be_enabled()
    save.tap()
    phone.get_by_text("đang dùng").wait_for()
    check_layout(phone)
    check_accessible(phone)
    phone.reload()
    phone.get_by_text("Luật nhà 1: khác luật gốc").wait_for()


@pytest.mark.parametrize("scheme", ["light"], indirect=True)
def test_the_last_card_of_the_deck_is_offered_by_elimination(phone: Page) -> None:
    open_page(phone, "/dispute")
    phone.locator(".st-key-dispute_matter button").nth(2).tap()
    phone.locator("[class*=st-key-dispute_count_] button", has_text="4 bài").tap()
    phone.get_by_text("Một ảnh cho cả bàn (4 người)").tap()
    phone.get_by_text("Chụp cả bàn").wait_for()
    choose_photo(phone, 912, 600)  # the photographer's hand shows twelve cards, the others 13
    phone.locator(".mb-picker").wait_for()
    for _ in range(2):
        phone.locator(".mb-likely.now").tap()
    assert state_of_board(phone) == "Còn thiếu 1 lá"
    phone.get_by_text("Cả bộ bài chỉ còn lại chừng này.").wait_for()
    assert phone.locator(".mb-likely").count() == 1
    check_layout(phone)
    check_accessible(phone)
    phone.locator(".mb-likely").tap()  # one tap
    assert state_of_board(phone) == "Đủ 13 lá"
    expect(phone.locator(".mb-row.spare .mb-card")).to_have_count(13)  # ready to be laid in rows


@pytest.mark.parametrize("scheme", ["light"], indirect=True)
@pytest.mark.parametrize(
    ("path", "scope"), [("/settle", "seat0"), ("/dispute", "dispute"), ("/learn", "learn")]
)
def test_the_card_that_completed_a_hand_is_taken_back_from_its_rows(
    phone: Page, path: str, scope: str
) -> None:
    open_page(phone, path)
    expect(phone.locator(f"[class*=st-key-photo_{scope}_] input[type=file]")).to_have_count(1)
    choose_photo(phone, 900, 600)
    phone.locator(".mb-picker").wait_for()
    phone.locator(".mb-likely[data-arg='Kd']").tap()
    phone.locator(".mb-likely[data-arg='3s']").tap()  # a slip
    expect(phone.locator(".mb-row.spare .mb-card")).to_have_count(13)
    phone.locator(".mb-row.spare .mb-card").first.tap()
    undo = phone.locator("[data-act=undo]")
    undo.tap()
    expect(phone.locator(".mb-row.spare .mb-card")).to_have_count(13)
    undo.tap()
    phone.locator(".mb-picker").wait_for()
    assert state_of_board(phone) == "Xem lại 1 lá chưa chắc"
    assert place(phone, "Kd").count() == 1

    phone.locator(".mb-likely.now").tap()
    phone.evaluate(UNDO_SOON)  # before the page has laid the rows
    phone.wait_for_timeout(2_000)
    assert state_of_board(phone) == "Xem lại 1 lá chưa chắc"
    phone.locator(".mb-likely.now").tap()
    expect(phone.locator(".mb-row.spare .c8s")).to_have_count(1)


UNDO_SOON = """() => new Promise(resolve => setTimeout(() => {
  document.querySelector("[data-act=undo]").click();
  resolve();
}, 140))"""


PRESS_MS, PAUSE_MS = 90, 90
MIDDLE_OF = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def test_clicks_of_a_mouse_count_while_the_page_answers(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address, viewport={"width": 1100, "height": 900})
    try:
        open_page(page, "/settle")
        page.locator(".st-key-by_hand_seat0 button").click()
        page.locator(".mb-picker").wait_for()
        page.wait_for_timeout(1_500)  # the board is scrolled to its place
        for card in ("Kh", "Ks", "4c", "Qd", "Qh", "8s", "7c", "2d", "As", "Ad", "9d", "6d", "3d"):
            page.mouse.move(*page.evaluate(MIDDLE_OF, f".mb-cell[data-arg='{card}']"))
            page.mouse.down()
            page.wait_for_timeout(PRESS_MS)
            page.mouse.up()
            page.wait_for_timeout(PAUSE_MS)
        expect(page.locator(".mb-felt header strong")).to_have_text("Đủ 13 lá", timeout=5_000)
    finally:
        page.close()
