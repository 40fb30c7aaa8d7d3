"""Makes src/farebox/operations.py from the interface's OpenAPI document.

    python3 scripts/generate.py [openapi.json]    default: gen/openapi.json of the repository

An operation has a TypedDict for its inputs, and one for the members of its answer. What is inside of those is a dict: the
types stay small enough to read.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SOURCE = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "../../../gen/openapi.json"
OUT = HERE / "../src/farebox/operations.py"

HEAD = '''"""The operations of the interface. Made by scripts/generate.py; do not edit."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal, TypedDict, Union

from typing_extensions import NotRequired

from .client import Operation

Number = Union[int, Decimal]
'''


class Document:
    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document

    def resolve(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A schema with its reference followed, and the members of its parts together."""
        while "$ref" in schema:
            target: Any = self.document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                target = target[part]
            schema = target
        if "allOf" not in schema:
            return schema
        whole: dict[str, Any] = {**schema, "properties": {}, "required": list(schema.get("required", []))}
        for part in [*schema["allOf"], {"properties": schema.get("properties", {})}]:
            resolved = self.resolve(part)
            whole["properties"].update(resolved.get("properties", {}))
            whole["required"] += resolved.get("required", [])
            whole.setdefault("type", resolved.get("type"))
        return whole

    def type_of(self, schema: dict[str, Any]) -> str:
        schema = self.resolve(schema)
        name = self.bare_type_of(schema)
        return f"Union[{name}, None]" if schema.get("nullable") and name != "Any" else name

    def bare_type_of(self, schema: dict[str, Any]) -> str:
        values = [value for value in schema.get("enum", []) if value is not None]
        if values and all(isinstance(value, (str, int)) for value in values):
            return f"Literal[{', '.join(map(repr, values))}]"
        kind = schema.get("type")
        if kind == "array":
            return f"list[{self.type_of(schema['items'])}]"
        simple = {"string": "str", "integer": "int", "number": "Number", "boolean": "bool", "object": "dict[str, Any]"}
        return simple.get(kind or "", "Any")

    def inputs_of(self, operation: dict[str, Any]) -> dict[str, tuple[str, bool, str]]:
        """The type of each input, whether it is required, and what it says. The controls every route has are left out."""
        inputs = {}
        for parameter in operation.get("parameters", []):
            if "$ref" not in parameter and parameter["in"] == "query":
                described = parameter.get("description", "")
                kind = self.type_of(parameter["schema"])
                inputs[parameter["name"]] = (kind, parameter.get("required", False), described)
        body = operation.get("requestBody")
        if body:
            schema = self.resolve(body["content"]["application/json"]["schema"])
            for name, member in schema.get("properties", {}).items():
                required = name in schema.get("required", [])
                inputs[name] = (self.type_of(member), required, self.resolve(member).get("description", ""))
        return inputs

    def answer_of(self, operation: dict[str, Any]) -> dict[str, tuple[str, bool, str]] | None:
        """The members of the answer; None where it is no object with members."""
        content = self.resolve(operation["responses"]["200"]).get("content", {})
        if "application/json" not in content:
            return None
        schema = self.resolve(content["application/json"]["schema"])
        if not schema.get("properties"):
            return None
        required = schema.get("required", [])
        return {name: (self.type_of(member), name in required, "") for name, member in schema["properties"].items()}


def typed_dict(name: str, members: dict[str, tuple[str, bool, str]]) -> list[str]:
    def member(kind: str, required: bool) -> str:
        return kind if required else f"NotRequired[{kind}]"

    if all(each.isidentifier() and not keyword.iskeyword(each) for each in members):
        lines = [f"class {name}(TypedDict):"]
        lines += [f"    {each}: {member(kind, required)}" for each, (kind, required, _) in members.items()]
        return [*lines, "    pass"] if not members else lines
    quoted = ", ".join(f"{each!r}: {member(kind, required)!r}" for each, (kind, required, _) in members.items())
    return [f"{name} = TypedDict({name!r}, {{{quoted}}})"]


def snake(name: str) -> str:
    """cryptoHash is crypto_hash, and tradeHTS is trade_hts."""
    return re.sub(r"(?<=[a-z0-9])([A-Z]+)", lambda m: "_" + m[1], name).lower()


def main() -> None:
    document = Document(json.loads(SOURCE.read_text()))
    lines = [HEAD]
    for path, methods in document.document["paths"].items():
        for method, operation in methods.items():
            name = operation.get("operationId")
            if name is None or operation.get("x-operator"):
                continue
            title = name[0].upper() + name[1:]
            inputs = document.inputs_of(operation)
            lines += ["", *typed_dict(title + "Input", inputs), ""]
            answer = document.answer_of(operation)
            if answer is not None:
                lines += ["", *typed_dict(title + "Answer", answer), ""]
            price = operation.get("x-payment-info", {}).get("price", {}).get("amount", "")
            types = f"{title}Input, {title}Answer" if answer is not None else f"{title}Input, Any"
            content = document.resolve(operation["responses"]["200"]).get("content", {})
            rest = "" if "application/json" in content else ", plain=True"
            lines += [
                "",
                f"{snake(name)}: Operation[{types}] = Operation({name!r}, {method.upper()!r}, {path!r}, {price!r}{rest})",
                f'"""{operation["summary"]}: {"$" + price if price else "free"}."""',
            ]
    OUT.write_text("\n".join(lines) + "\n")


main()
