"""A phone that sends photo after photo is told to wait; the cards can still be tapped."""

from ui import resources
from ui.keys import CaptureKey
from ui.pace import Pace
from ui.pages import PAGES


def test_the_second_photo_of_one_is_refused_in_words(open_page, words, monkeypatch):
    monkeypatch.setattr(resources, "pace", lambda: once)
    once = Pace(most=1, seconds=3600)
    sample, again = (key.of("read") for key in (CaptureKey.SAMPLE, CaptureKey.AGAIN))
    app = open_page(next(page for page in PAGES if page.name == "read"))
    app.button(key=sample).click().run()
    assert "Gửi ảnh dồn dập" not in words(app)
    app.button(key=again).click().run()
    app.button(key=sample).click().run()
    assert not app.exception
    assert "Gửi ảnh dồn dập quá. Đợi 3" in words(app)
    assert app.button(key=CaptureKey.BY_HAND.of("read"))
