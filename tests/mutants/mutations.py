"""What may be wrong in a line: each mutation is a piece of source and what stands there instead."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

_FLIPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
}
# What these calls say nobody relies on.
_NO_LOSS = {"log", "logger"}


class Mutation(NamedTuple):
    lines: range  # from the beginning of its statement
    before: str
    after: str
    whole: str  # the source with it, as many lines as before


def mutations(source: str) -> Iterator[Mutation]:
    raw = source.encode()
    starts = [0]
    for line in raw.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, statement in _walk(ast.parse(source), 1):
        for piece, after in _changes(node):
            start = starts[piece.lineno - 1] + piece.col_offset
            end = starts[piece.end_lineno - 1] + piece.end_col_offset
            lost = b"\n" * (piece.end_lineno - piece.lineno)
            new = after.encode()
            new = new[:-1] + lost + new[-1:] if new.endswith(b")") else new + lost
            whole = (raw[:start] + new + raw[end:]).decode()
            lines = range(statement, piece.end_lineno + 1)
            yield Mutation(lines, raw[start:end].decode(), after, whole)


def _walk(node: ast.AST, statement: int) -> Iterator[tuple[ast.AST, int]]:
    """All nodes that do something, each with the line in which its statement begins: no annotation
    and no decorator; nothing within an f-string, of which Python 3.11 does not know where it
    stands."""
    if isinstance(node, ast.JoinedStr):
        return
    if isinstance(node, ast.stmt):
        statement = node.lineno
    yield node, statement
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "bases"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child, statement)


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    match node:
        case ast.Compare(left, [op], [right]):
            for other in _FLIPS[type(op)]:
                yield node, _expression(ast.Compare(left, [other()], [right]))
        case ast.BoolOp(op, values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield node, _expression(ast.BoolOp(other, values))
        case ast.UnaryOp(ast.Not(), operand):
            yield node, _expression(operand)
        case ast.If(test) | ast.IfExp(test) if not isinstance(test, ast.Compare | ast.UnaryOp):
            yield test, _expression(ast.UnaryOp(ast.Not(), test))
        case ast.Constant(bool(value)):
            yield node, str(not value)
        case ast.Constant(int(value)):
            yield node, str(value + 1)
        case ast.Expr(ast.Call(func)) if ast.unparse(func).split(".")[0] not in _NO_LOSS:
            yield node, "pass"
        case ast.Raise() | ast.AugAssign() | ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield node, "pass"


def _expression(node: ast.expr) -> str:
    return f"({ast.unparse(ast.fix_missing_locations(node))})"
