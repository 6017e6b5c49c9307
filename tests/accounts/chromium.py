"""The system's Chromium, told what to do through its own pipe; no driver is needed for it."""

import contextlib
import itertools
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from tests import bounded
from tests.pace import PATIENCE

WHOLE = shutil.which("chromium") or shutil.which("google-chrome")
# The same without windows, which nobody sees here: a quarter less work for each page.
PROGRAM = shutil.which("chromium-headless-shell") or WHOLE
# A phone's own: it holds keys that sign in without a handle, and knows its owner.
PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Refused(Exception):
    """Chromium did not do it."""


class Chromium:
    def __init__(self, room: Path) -> None:
        assert PROGRAM
        (theirs_in, self._to), (self._from, theirs_out) = os.pipe(), os.pipe()
        # It reads what to do from 3 and answers on 4.
        begin = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run")
        self.process = subprocess.Popen(
            [
                *("bash", "-c", begin, PROGRAM, *options, "--remote-debugging-pipe"),
                f"--user-data-dir={room}",
            ],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._numbers = itertools.count(1)
        self._heard = b""
        self._page = ""
        target = self.tell("Target.createTarget", url="about:blank")["targetId"]
        asked = {"targetId": target, "flatten": True}
        self._page = self.tell("Target.attachToTarget", **asked)["sessionId"]
        self.tell("Page.enable")
        self.tell("WebAuthn.enable")
        self.tell("WebAuthn.addVirtualAuthenticator", options=PHONE)

    def tell(self, method: str, **params: Any) -> Any:
        number = self._say(method, params)
        bound = bounded(100_000)
        while True:
            next(bound)
            answer = self._hear()
            if answer.get("method") == "Page.javascriptDialogOpening":
                # Recovery codes are shown once, and their page asks before it is left.
                self._say("Page.handleJavaScriptDialog", {"accept": True})
            if answer.get("id") == number:
                if "error" in answer:
                    raise Refused(method, answer["error"])
                return answer["result"]

    def _say(self, method: str, params: dict[str, Any]) -> int:
        number = next(self._numbers)
        said = {"id": number, "method": method, "params": params}
        if self._page:
            said["sessionId"] = self._page
        os.write(self._to, json.dumps(said).encode() + b"\0")
        return number

    def _hear(self) -> Any:
        bound = bounded(100_000)
        while next(bound) and b"\0" not in self._heard:
            if not select.select([self._from], [], [], 10)[0]:
                raise TimeoutError
            read = os.read(self._from, 65536)
            assert read, "Chromium has ended"
            self._heard += read
        message, _, self._heard = self._heard.partition(b"\0")
        return json.loads(message)

    def run(self, script: str) -> Any:
        """What a script says; None if its page went away meanwhile, which answers nothing."""
        asked = {"expression": script, "returnByValue": True, "userGesture": True}
        with contextlib.suppress(TimeoutError, Refused):
            return self.tell("Runtime.evaluate", **asked)["result"].get("value")
        return None

    def until(self, script: str, seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(script):
                return
            time.sleep(0.1)
        raise AssertionError(f"{script}\n{self.run('location.href')}\n{self.text()}")

    def open(self, url: str) -> None:
        self.run("window.isOld = true")
        self.tell("Page.navigate", url=url)
        self.until(f"!window.isOld && {LOADED}")

    def fill(self, **fields: str) -> None:
        for name, value in fields.items():
            field = f"document.querySelector('[name={name}]').value"
            self.run(f"{field} = {json.dumps(value)}")

    def press(self, selector: str) -> None:
        """Press a button that leads to another page, and wait until that is there."""
        self.run("window.isOld = true")
        self.run(f"document.querySelector({json.dumps(selector)}).click()")
        self.until(f"!window.isOld && {LOADED}")

    def text(self) -> str:
        return str(self.run("document.body.innerText"))

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        os.close(self._to)
        os.close(self._from)


LOADED = "document.readyState === 'complete'"
