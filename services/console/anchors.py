"""`urbanist anchors`: lists anchors, makes one, and holds all of them to the ledger."""

from argparse import Namespace

from services.console.verify import Progress
from services.console.words import plural, say
from shared.ledger.anchors import Anchors, Maker, check_all
from shared.settings import settings
from shared.web.ledger import ledger


def show(asked: Namespace) -> None:
    """Lines to keep and to compare elsewhere: the same in every language."""
    anchors = Anchors(settings().anchor_folder)
    for number in anchors.numbers:
        print(anchors.of(number).text + (", stamped" if anchors.token(number) else ""))


def make(asked: Namespace) -> None:
    anchors = Anchors(settings().anchor_folder)
    anchor = Maker(ledger(settings()), anchors).make(every=asked.all)
    print(anchor.text if anchor else say("nothing has changed since the last anchor"))


def verify(asked: Namespace) -> int:
    anchors, progress = Anchors(settings().anchor_folder), Progress(0)

    def meanwhile(done: int, of: int) -> None:
        progress.total = of
        progress.show(done)

    wrong = 0
    for sentence in check_all(ledger(settings()), anchors, meanwhile):
        print(sentence)
        wrong += 1
    progress.end()
    count = len(anchors.numbers)
    if wrong:
        print(say("anchors: {count}, things that are wrong: {wrong}", count=count, wrong=wrong))
        return 1
    print(
        plural(
            "{n} anchor holds, and the ledger has all it names",
            "{n} anchors hold, and the ledger has all they name",
            count,
        )
    )
    return 0
