from __future__ import annotations

from typing import Any


def append_payment_identifier_to_extensions(extensions: dict[str, Any], id: str | None = None) -> dict[str, Any]:
    declared = extensions.get("payment-identifier")
    if isinstance(declared, dict):
        extensions["payment-identifier"] = {**declared, "info": {**declared.get("info", {}), "id": id}}
    return extensions
