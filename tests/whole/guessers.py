"""People who sign in from addresses of their own, and guessers of their passwords: through the door, as browsers do."""

import re
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx

PASSWORD = "four words and one more"
NAME = "Augusta"
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
PATIENCE = 60  # seconds
SAME_COOKIE = 20  # guesses: then a guesser comes as somebody new


class Browser:
    """With a cookie of its own; the door believes what a proxy on this machine says of the address."""

    def __init__(self, url: str, address: str) -> None:
        headers = {"X-Forwarded-For": address}
        self.http = httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE, verify=False)

    async def sign_up(self) -> None:
        answer = await self.send("/signup", name=NAME, password=PASSWORD)
        assert answer.status_code == 303, answer.text

    async def sign_in(self, password: str = PASSWORD) -> httpx.Response:
        return await self.send("/signin", name=NAME, password=password)

    async def send(self, path: str, **form: str) -> httpx.Response:
        found = TOKEN.search((await self.http.get("/signin")).text)
        assert found
        return await self.http.post(path, data={"csrf_token": found[1], **form})

    async def close(self) -> None:
        await self.http.aclose()


@dataclass
class Guessers:
    """Tries as fast as it is answered from each address, and counts what was answered."""

    url: str
    addresses: int
    most: int
    statuses: Counter[int] = field(default_factory=Counter)
    took: float = 0.0

    async def guess(self, number: int) -> None:
        begun = time.perf_counter()
        while self.statuses.total() < self.most:
            browser = Browser(self.url, f"203.0.113.{number + 1}")
            found = TOKEN.search((await browser.http.get("/signin")).text)
            for _ in range(SAME_COOKIE):
                form = {"csrf_token": found[1] if found else "", "name": NAME, "password": f"not this {number}"}
                self.statuses[(await browser.http.post("/signin", data=form)).status_code] += 1
            await browser.close()
        self.took = max(self.took, time.perf_counter() - begun)
