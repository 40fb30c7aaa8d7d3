from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any


@dataclass
class TypedDataDomain:
    name: str
    version: str
    chain_id: int
    verifying_contract: str


@dataclass
class TypedDataField:
    name: str
    type: str


_FIELDS = [
    TypedDataField("from", "address"),
    TypedDataField("to", "address"),
    TypedDataField("value", "uint256"),
    TypedDataField("validAfter", "uint256"),
    TypedDataField("validBefore", "uint256"),
    TypedDataField("nonce", "bytes32"),
]


class ExactEvmScheme:
    def __init__(self, signer: Any) -> None:
        self._signer = signer

    def create_payment_payload(self, requirements: dict[str, Any]) -> dict[str, Any]:
        now = int(time.time())
        message = {
            "from": self._signer.address,
            "to": requirements["payTo"],
            "value": int(requirements["amount"]),
            "validAfter": now - 600,
            "validBefore": now + requirements["maxTimeoutSeconds"],
            "nonce": secrets.token_bytes(32),
        }
        domain = TypedDataDomain(
            name=requirements["extra"]["name"],
            version=requirements["extra"]["version"],
            chain_id=int(requirements["network"].removeprefix("eip155:")),
            verifying_contract=requirements["asset"],
        )
        types = {"TransferWithAuthorization": _FIELDS}
        signature = self._signer.sign_typed_data(domain, types, "TransferWithAuthorization", message)

        authorization = {name: str(value) for name, value in message.items()}
        authorization["nonce"] = "0x" + message["nonce"].hex()
        return {"authorization": authorization, "signature": "0x" + bytes(signature).hex()}
