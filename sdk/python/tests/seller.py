"""A seller for tests: it quotes, and then does what the test says to each payment."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any, Union

import httpx

PAY_TO = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

Turn = Union[httpx.Response, Exception, Callable[[httpx.Request], httpx.Response]]


def encode(document: Any) -> str:
    return base64.b64encode(json.dumps(document).encode()).decode()


def offer(**changes: Any) -> dict[str, Any]:
    return {
        "scheme": "exact",
        "network": "eip155:8453",
        "asset": USDC,
        "amount": "1000",
        "payTo": PAY_TO,
        "maxTimeoutSeconds": 60,
        "extra": {"name": "USD Coin", "version": "2"},
        **changes,
    }


def quote(*offers: dict[str, Any], error: str = "payment required", **headers: str) -> httpx.Response:
    document = {
        "x402Version": 2,
        "error": error,
        "resource": {"url": "https://seller.test/crypto/hash"},
        "accepts": list(offers) or [offer()],
        "extensions": {"payment-identifier": {"info": {"required": False}, "schema": {}}},
    }
    return httpx.Response(402, headers={"payment-required": encode(document), **headers}, json={"error": error})


def sold(data: Any = None, **headers: str) -> httpx.Response:
    settlement = encode({"success": True, "transaction": "0xabc", "network": "eip155:8453"})
    return httpx.Response(
        200, headers={"payment-response": settlement, **headers}, json=data or {"hash": "0x1c8a", "algo": "keccak256"}
    )


def problem(status: int, **members: Any) -> httpx.Response:
    return httpx.Response(status, json={"detail": "it did not work", **members})


class Seller:
    """Quotes what comes without a payment; a payment gets the next of turns."""

    def __init__(self, *turns: Turn, first: Turn | None = None) -> None:
        self.turns = list(turns)
        self.first = first or (lambda request: quote())
        self.requests: list[httpx.Request] = []

    @property
    def payments(self) -> list[str]:
        return [request.headers["payment-signature"] for request in self.requests if _paid(request)]

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        turn = self.turns.pop(0) if _paid(request) else self.first
        if isinstance(turn, Exception):
            raise turn
        answer = turn(request) if callable(turn) else turn
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)  # one is read once


def _paid(request: httpx.Request) -> bool:
    return "payment-signature" in request.headers
