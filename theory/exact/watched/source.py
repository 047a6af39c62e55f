"""Source with guards around what may bring a rounded number in, or ask for the truth of a comparison."""

from __future__ import annotations

import ast
import copy
from typing import Any

from theory.exact.watched.symbols import FORMS

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


def guarded(statement: ast.stmt) -> ast.stmt:
    """A statement at the top of a file, with guards in it; they are called by names that no source can have."""
    made: ast.stmt = _Guarding().visit(statement)
    return ast.fix_missing_locations(made)


class _Guarding(ast.NodeTransformer):
    """Names that a function binds are taken as they are; what they are bound to has been looked at.

    Attributes
    ----------
    bound : names of each function around the place, outermost first.
    """

    def __init__(self) -> None:
        self.bound: list[set[str]] = []

    # names and values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        local = bool(self.bound) and node.id in self.bound[-1]
        if local or not isinstance(node.ctx, ast.Load) or node.id in ("super", "__class__"):
            return node
        return _call("value" if any(node.id in names for names in self.bound) else "global", node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        outside = isinstance(node.value, ast.Name) and not any(node.value.id in names for names in self.bound)
        node.value = self.visit(node.value)
        if isinstance(node.ctx, ast.Load) and (node.attr.startswith("is_") or node.attr in FORMS):
            found = _call("asked", node.value, ast.copy_location(ast.Constant(node.attr), node))
            return _call("global" if outside else "value", found)
        return _call("global" if outside else "value", node) if isinstance(node.ctx, ast.Load) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
            return _call("value", node)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return _call("value", node) if isinstance(node.value, float | complex) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name == "sleep" or (name in ("isinstance", "issubclass") and isinstance(node.func, ast.Name)):
            if node.args and name != "sleep":
                node.args[0] = self.visit(node.args[0])
            return _call("isinstance", *node.args) if name == "isinstance" and len(node.args) == 2 else node
        if name == "type" and isinstance(node.func, ast.Name) and len(node.args) == 1 and not node.keywords:
            return _call("type", self.visit(node.args[0]))
        if name == "super" and isinstance(node.func, ast.Name):
            self.generic_visit(node)
            return node
        self.generic_visit(node)
        return _call("result", node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod):
            return ast.copy_location(_call("remainder", node.left, node.right), node)
        return node if isinstance(node.op, ast.Add | ast.Sub | ast.FloorDiv) else _call("value", node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if isinstance(node.target, ast.Name) and isinstance(node.op, ast.Div | ast.Pow | ast.Mod):
            loaded = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
            whole = ast.copy_location(ast.BinOp(loaded, node.op, node.value), node)
            return ast.copy_location(ast.Assign([node.target], self.visit(whole)), node)
        self.generic_visit(node)
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        self.generic_visit(node)
        if node.format_spec is not None and node.conversion == -1:
            node.value = _call("formatted", node.value, copy.deepcopy(node.format_spec))
        return node

    # truth values

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        sides = [node.left, *node.comparators]
        sides = [side if _is_rounding_type(side) else self.visit(side) for side in sides]
        signs = [type(op).__name__ for op in node.ops]
        if len(signs) == 1:
            if signs[0] in ("Is", "IsNot"):
                if any(isinstance(side, ast.Constant) for side in sides):
                    node.left, node.comparators = sides[0], sides[1:]
                    return node
                same = _call("Is", *sides)
                return same if signs[0] == "Is" else ast.copy_location(ast.UnaryOp(ast.Not(), same), node)
            return ast.copy_location(_call(signs[0], *sides), node)
        chain = ast.Tuple([ast.Constant(sign) for sign in signs], ast.Load())
        return ast.copy_location(_call("chained", chain, sides[0], *map(_later, sides[1:])), node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        node.values = [*map(_truth, node.values[:-1]), node.values[-1]]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = _truth(node.operand)
        return node

    def _asking(self, node: Any) -> Any:
        self.generic_visit(node)
        node.test = _truth(node.test)
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = _asking  # noqa: N815 - as `ast` has them

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        if node.guard is not None:
            node.guard = _truth(self.visit(node.guard))
        node.body = [self.visit(one) for one in node.body]
        return node

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        node.subject = _call("matched", self.visit(node.subject))
        node.cases = [self.visit_match_case(case) for case in node.cases]
        return node

    def visit_Try(self, node: ast.Try) -> ast.stmt:
        """A question that is open is not answered by a wide `except`, only by its name."""
        named = any(
            isinstance(n, ast.Name) and n.id == "UndecidedComparison" for h in node.handlers for n in ast.walk(h)
        )
        self.generic_visit(node)
        if node.handlers:
            which = _call("passing", ast.copy_location(ast.Constant(named), node.handlers[0]))
            passing = ast.ExceptHandler(which, None, [ast.Raise()])
            node.handlers.insert(0, ast.copy_location(passing, node.handlers[0]))
        return node

    # loops

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        node.iter = _call("items", node.iter)
        return node

    def _comprehension(self, node: Any) -> Any:
        first = self.visit(node.generators[0].iter)
        inner = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        self.bound.append(inner | (self.bound[-1] if self.bound else set()))
        for place, generator in enumerate(node.generators):
            generator.iter = _call("items", self.visit(generator.iter) if place else first)
            generator.ifs = [_truth(self.visit(test)) for test in generator.ifs]
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, self.visit(getattr(node, part)))
        self.bound.pop()
        return node

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension  # noqa: N815 - as `ast` has them

    # what has names of its own

    def _function(self, node: Any) -> Any:
        if not isinstance(node, ast.Lambda):
            node.decorator_list = [self.visit(one) for one in node.decorator_list]
        node.args.defaults = [self.visit(one) for one in node.args.defaults]
        node.args.kw_defaults = [one and self.visit(one) for one in node.args.kw_defaults]
        self.bound.append(_bound(node))
        if isinstance(node, ast.Lambda):
            node.body = self.visit(node.body)
        else:
            node.body = [self.visit(one) for one in node.body]
        self.bound.pop()
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _function  # noqa: N815 - as `ast` has them

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        self.bound.append(set())
        self.generic_visit(node)
        self.bound.pop()
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


def _bound(function: Function) -> set[str]:
    """The names that a function binds, but not those of functions and comprehensions inside of it."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    found, elsewhere = {one.arg for one in every if one}, set()
    todo: list[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Global | ast.Nonlocal):
            elsewhere |= set(node.names)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, Comprehension):
            todo += [one.target for one in ast.walk(node) if isinstance(one, ast.NamedExpr)]
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        for name in (getattr(node, "name", None), getattr(node, "rest", None)):  # of handlers and patterns
            if isinstance(name, str):
                found.add(name)
        if isinstance(node, ast.Import | ast.ImportFrom):
            continue
        todo += ast.iter_child_nodes(node)
    return found - elsewhere


def _call(guard: str, *arguments: ast.expr) -> ast.expr:
    made = ast.Call(ast.Name(f"<{guard}>", ast.Load()), list(arguments), [])
    return ast.copy_location(made, arguments[0])


def _truth(test: ast.expr) -> ast.expr:
    """What is sure to be True or False is taken as it is."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test
    return _call("truth", test)


_AT_ONCE = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
"""What a function inside could not do for the one around it."""


def _later(side: ast.expr) -> ast.expr:
    if any(isinstance(n, _AT_ONCE) or (isinstance(n, ast.Name) and n.id == "super") for n in ast.walk(side)):
        given = ast.arguments([], [ast.arg("it")], None, [], [], None, [side])
        return ast.copy_location(ast.Lambda(given, ast.copy_location(ast.Name("it", ast.Load()), side)), side)
    return ast.copy_location(ast.Lambda(ast.arguments([], [], None, [], [], None, []), side), side)


def _is_rounding_type(side: ast.expr) -> bool:
    """`type(x) is float` asks for a type and computes nothing."""
    return isinstance(side, ast.Name) and side.id in ("float", "complex", "bool")
