"""Opening pages one after the other, each by the eyes of whom it is for."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.api.live import Site
from tests.browser.world import Shown


class Eyes:
    """A browser window; further wishes are those of Playwright's contexts."""

    def __init__(self, browser: Browser, site: Site, **wishes: Any) -> None:
        self.browser, self.site = browser, site
        self.wishes: dict[str, Any] = {
            "viewport": {"width": 360, "height": 740},
            "locale": "en",
            "reduced_motion": "reduce",
            # It would answer before what a test puts in its place.
            "service_workers": "block",
            **wishes,
        }

    def __enter__(self) -> "Eyes":
        self.context: BrowserContext = self.browser.new_context(**self.wishes)
        # Pages as they are when nothing is being shown step by step.
        self.context.add_init_script("localStorage.setItem('steps', 'off')")
        self.page = self.context.new_page()
        return self

    def __exit__(self, *_raised: object) -> None:
        self.context.close()

    def open(self, shown: Shown) -> tuple[Page, list[str]]:
        """The page, and in what it is not the one that was asked for."""
        self.context.clear_cookies()
        if shown.session:
            key = {"name": "session", "value": shown.session, "url": self.site.url}
            self.context.add_cookies([key])  # type: ignore[list-item]
        self.page.emulate_media(color_scheme=self.wishes.get("color_scheme", "light"))
        address = self.site.url + (shown.path or f"/as-answered/{shown.name}")
        if shown.html:
            self.page.route(
                address,
                lambda route: route.fulfill(
                    status=shown.status, body=shown.html, content_type="text/html; charset=utf-8"
                ),
            )
        answer = self.page.goto(address, wait_until="load")
        if shown.html:
            self.page.unroute(address)  # as long as there is one, nothing is kept from page to page
        assert answer is not None
        found = (answer.status, self.page.url, answer.headers["content-type"].split(";")[0])
        wanted = (shown.status, address, "text/html")
        wrong = [] if found == wanted else [f"{shown.name}: {found} and not {wanted}"]
        return self.page, wrong
