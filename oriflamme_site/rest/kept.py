"""A long answer that is the same for all: held once, however many ask for it and do not read."""

import os

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase


class Kept:
    """In a file of this process, which the server sends as fast as each reader takes it."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._path = ""
        if hasattr(os, "memfd_create"):
            number = os.memfd_create("kept")
            os.write(number, content)
            self._path = f"/proc/{os.getpid()}/fd/{number}"

    def answer(self) -> HttpResponseBase:
        if not self._path:
            return HttpResponse(self._content)
        answer = FileResponse(open(self._path, "rb"))  # noqa: SIM115  the answer closes it
        answer.headers.pop("Content-Disposition", None)  # a number is no name
        return answer
