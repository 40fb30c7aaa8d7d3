from __future__ import annotations

import base64
import json

from ..schemas import PaymentPayload


def encode_payment_signature_header(payload: PaymentPayload) -> str:
    document = {
        "x402Version": 2,
        "payload": payload.payload,
        "accepted": payload.accepted,
        "resource": payload.resource,
        "extensions": payload.extensions,
    }
    return base64.b64encode(json.dumps(document).encode()).decode()
