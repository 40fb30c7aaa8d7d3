from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class PaymentRequired:
    accepts: list[dict[str, Any]]
    resource: Any = None

    @classmethod
    def model_validate(cls, document: dict[str, Any]) -> PaymentRequired:
        return cls(document["accepts"], document.get("resource"))


@dataclass
class PaymentPayload:
    payload: dict[str, Any]
    accepted: dict[str, Any]
    resource: Any
    extensions: dict[str, Any] | None
