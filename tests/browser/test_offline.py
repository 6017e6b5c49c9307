"""Without a way to us a person is told so in our words, and loses nothing."""

from accounts.models import User
from tests.browser.conftest import Arrive


def test_who_is_offline_is_told_so(arrive: Arrive, alice: User) -> None:
    page = arrive(alice, service_workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    # The page that is opened next is the worker's.
    page.goto("/learn")
    page.context.set_offline(True)
    page.goto("/tables")
    assert "does not get through" in page.locator("h1").inner_text()
    card = page.locator(".nope .card").first
    assert (card.bounding_box() or {"width": 0})["width"] > 60
    # What is kept is the same for everybody.
    assert alice.handle not in page.content()
    page.context.set_offline(False)
    page.reload()
    assert page.locator("h1").inner_text() == "Tables"
