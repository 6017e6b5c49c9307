"""Takes every mail and shows it, by the two addresses of Mailpit that the trial asks."""

import json
import signal
import sys
from email import message_from_bytes, policy
from email.utils import getaddresses
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiosmtpd.controller import Controller

mails: list[bytes] = []


class Sink:
    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        mails.append(envelope.content)
        return "250 kept"


def facts(number: int) -> dict[str, object]:
    head = message_from_bytes(mails[number], policy=policy.default)
    people = getaddresses([str(head["To"])])
    return {
        "ID": str(number),
        "Subject": str(head["Subject"]),
        "To": [{"Name": name, "Address": address} for name, address in people],
    }


class Shown(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/api/v1/messages":
            newest = [facts(number) for number in reversed(range(len(mails)))]
            said = json.dumps({"total": len(newest), "messages": newest}).encode()
        else:  # /api/v1/message/ID/raw
            said = mails[int(path.split("/")[4])]
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        pass


# The first process of a container is told to end in vain unless it says what it does then.
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
Controller(Sink(), hostname="0.0.0.0", port=1025).start()
ThreadingHTTPServer(("0.0.0.0", 8025), Shown).serve_forever()
