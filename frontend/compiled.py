"""Saves templates five of the library's precautions that ours never need; what they draw stays the same.

A page says hundreds of sentences, calls a thousand macros, imports a dozen files, looks two thousand times into a
dictionary and shows a thousand values: each is a tenth of its time.
"""

from collections.abc import Mapping
from types import BuiltinMethodType, MethodType
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

SAYING = frozenset({"say", "plural", "sense", "listed", "either", "choosing", "why_not"})
METHODS = frozenset(dir(dict))
WITHOUT_CONTEXT = frozenset({Macro, BuiltinMethodType})


class LeanContext(Context):
    """At an import, looks only for names that one template alone has: all templates have those of the environment."""

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: dict[str, Any],
        globals: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(environment, parent, name, blocks, globals)  # type: ignore[arg-type]  # any mapping will do
        self.globals_keys -= environment.globals.keys()

    def call(self, called: Any, *args: Any, **kwargs: Any) -> Any:
        """A template nearly always calls a macro with all of its arguments, and then nothing has to be looked for."""
        if type(called) not in WITHOUT_CONTEXT:
            return super().call(called, *args, **kwargs)
        kwargs.pop("_loop_vars", None)  # these are for functions that take a context
        kwargs.pop("_block_vars", None)
        if type(called) is BuiltinMethodType:
            return called(*args, **kwargs)
        takes_more = called.caller or called.catch_kwargs or called.catch_varargs
        if kwargs or takes_more or len(args) != called._argument_count:
            return called(self.eval_ctx, *args, **kwargs)
        return called._invoke(list(args), self.eval_ctx.autoescape)


class DirectCalls(CodeGenerator):
    """Calls the functions of sentences directly: they take no context, and what they return is escaped already."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if not _says(node):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        self.visit(node.args[0], frame)
        others = nodes.Call(node.node, node.args[1:], node.kwargs, node.dyn_args, node.dyn_kwargs)
        self.signature(others, frame)  # starts with a comma
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if _says(node) and finalize.src is None:
            self.write("(")
        elif frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.shown(")
        else:
            super()._output_child_pre(node, frame, finalize)


def _says(node: nodes.Expr) -> bool:
    if not isinstance(node, nodes.Call) or not node.args:
        return False
    return isinstance(node.node, nodes.Name) and node.node.name in SAYING


def member(templates: Environment, found: Any, name: str) -> Any:
    """`found.name`, where the library looks for an attribute first: a dictionary has no other than its methods."""
    if type(found) is not dict or name in METHODS:
        return Environment.getattr(templates, found, name)
    try:
        return found[name]
    except KeyError:
        return templates.undefined(obj=found, name=name)


def shown(value: Any) -> str:
    """`escape(value)` without making text of what is text, or an element of what is only a part of one."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    return str(value) if kind is int else escape(value)


def draw_faster(templates: Environment) -> None:
    """Before the first template is compiled."""
    templates.shown = shown  # type: ignore[attr-defined]
    templates.getattr = MethodType(member, templates)  # type: ignore[method-assign]  # Flask makes the environment
    templates.context_class = LeanContext
    templates.code_generator_class = DirectCalls
