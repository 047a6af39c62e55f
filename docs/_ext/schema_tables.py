"""The directive `schema-tables`: a JSON Schema as a table for each of its objects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective


class SchemaTables(SphinxDirective):
    """`{schema-tables} path`, relative to the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        path = Path(self.env.relfn2path(self.arguments[0])[1])
        self.env.note_dependency(str(path))
        node = nodes.section()
        node.document = self.state.document
        lines = list(tables(json.loads(path.read_text(encoding="utf-8"))))
        self.state.nested_parse(StringList(lines, str(path)), 0, node)
        return node.children


def tables(schema: dict[str, Any]) -> Iterator[str]:
    """Markdown: the top, then the definitions that are objects."""
    for name, found in {"the whole": schema, **schema["$defs"]}.items():
        if found.get("type") != "object" or not found["properties"]:
            continue
        yield from (f"**{name}**: {found['description']}", "", "| key | type | meaning |", "|---|---|---|")
        for key, value in found["properties"].items():
            optional = "" if key in found["required"] else " *May be absent.*"
            told = value.get("description", "").replace("|", "\\|")
            yield f"| `{key}` | {_type(value)} | {told}{optional} |"
        yield ""


def _type(value: dict[str, Any]) -> str:
    if "$ref" in value:
        return value["$ref"].rsplit("/", 1)[1]
    if "enum" in value:
        return ", ".join(f"`{word}`" for word in value["enum"])
    if value.get("type") == "array":
        return f"array of {_type(value['items'])}"
    kind = value.get("type", "")
    return " or ".join(kind) if isinstance(kind, list) else kind


def setup(app: Any) -> dict[str, bool]:
    app.add_directive("schema-tables", SchemaTables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
