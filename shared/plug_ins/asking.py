"""A bot of another package is asked for a move: once more where the first answer is none of the legal ones."""

from shared.marked import marked
from shared.plug_ins.failed import Failed
from shared.plug_ins.process import BotProcess
from shared.plug_ins.wire import Question, is_legal

ILLEGAL = marked("this is none of the legal moves: {answer}")


def legal_answer(process: BotProcess, question: Question, seconds: float) -> int:
    """The index of a move. Raises Failed."""
    answer = process.ask(question, seconds)
    if not is_legal(answer, question):
        answer = process.ask(question._replace(refused=ILLEGAL.format(answer=answer.illegal)), seconds)
    if not is_legal(answer, question):
        raise Failed("illegal", ILLEGAL.format(answer=answer.illegal))
    return answer.move or 0
