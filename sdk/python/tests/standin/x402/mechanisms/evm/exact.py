from __future__ import annotations

import secrets
import time
from typing import Any


class ExactEvmScheme:
    def __init__(self, signer: Any) -> None:
        self._signer = signer

    def create_payment_payload(self, requirements: dict[str, Any]) -> dict[str, Any]:
        now = int(time.time())
        authorization = {
            "from": self._signer.address,
            "to": requirements["payTo"],
            "value": requirements["amount"],
            "validAfter": str(now - 600),
            "validBefore": str(now + requirements["maxTimeoutSeconds"]),
            "nonce": "0x" + secrets.token_hex(32),
        }
        domain = {"name": requirements["extra"]["name"], "version": requirements["extra"]["version"]}
        signature = self._signer.sign_typed_data(domain, {}, "TransferWithAuthorization", authorization)
        return {"authorization": authorization, "signature": "0x" + bytes(signature).hex()}
