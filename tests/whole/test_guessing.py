"""Many guess the password of one account, at the product as it is served: nobody gets in but its owner."""

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from shared.people.guesses import AGAIN, FIRST
from tests.servers import ports
from tests.whole.guessers import Browser, Guessers
from tests.whole.product import Product

GUESSES, ADDRESSES = 600, 50


async def attacked(url: str) -> tuple[Counter[int], list[int]]:
    """What was answered to guessers, and to the owner meanwhile, in their own browser and in a new one."""
    owner, stranger = Browser(url, "198.51.100.1"), Browser(url, "198.51.100.2")
    await owner.sign_up()
    guessers = Guessers(url, ADDRESSES, GUESSES)
    jobs = [asyncio.create_task(guessers.guess(number)) for number in range(ADDRESSES)]
    while guessers.statuses.total() < GUESSES // 2:
        await asyncio.sleep(0.1)  # the attack has to be under way, and all tries of its addresses used up
    answers = [(await each.sign_in()).status_code for each in (owner, stranger)]
    await asyncio.gather(*jobs)
    for each in (owner, stranger):
        await each.close()
    return guessers.statuses, answers


def test_the_owner_signs_in_while_hundreds_of_passwords_are_guessed_and_few_are_looked_at(tmp_path: Path):
    product = Product(tmp_path / "var", ports(6), tmp_path / "log", URBANIST_UNLIMITED="").start()
    try:
        with ThreadPoolExecutor(1) as apart:  # a browser of another test may have a loop in this thread
            guessed, answers = apart.submit(asyncio.run, attacked(product.url)).result()
    finally:
        product.stop()
    assert answers == [303, 303]
    assert guessed.keys() <= {400, 429, 503}
    minutes = 2  # that it takes at the very most
    assert guessed[400] <= FIRST.at_once + AGAIN.at_once + minutes * 60_000 * (1 / FIRST.each + 1 / AGAIN.each)
