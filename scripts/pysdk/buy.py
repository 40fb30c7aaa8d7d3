"""Buys from a running dev server with the Python SDK and real keys, and checks after each purchase that the answer is
right and that exactly the price moved on the chain. Environment: FAREBOX_URL, RPC_URL, BUYER_KEY.

The account is eth-account's where that is installed, and else the one of the SDK's tests.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
import time
import traceback
import urllib.request
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import httpx

import account as stdlib
from farebox import (
    BASE_USDC,
    AsyncFarebox,
    Farebox,
    InsufficientFunds,
    InvalidInput,
    OverBudget,
    PaymentRefused,
    PaymentRequired,
    SettlementPending,
)
from farebox.operations import convert, crypto_hash, find_routes

BASE = os.environ["FAREBOX_URL"]
KEY = "0x" + os.environ["BUYER_KEY"].strip().removeprefix("0x")
# keccak256("abc"), as in the Keccak team's test vectors.
ABC = "0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"
HASH_ABC = crypto_hash({"algo": "keccak256", "input": "abc"})
PRICE = 1000  # of a hash, in atomic units

failed = 0


def check(name: str, ok: bool, detail: object = "") -> None:
    global failed
    failed += not ok
    print(f"{'ok' if ok else 'FAILED'} {name}" + ("" if ok or detail == "" else f": {detail}"))


def account_of(key: str) -> Any:
    try:
        from eth_account import Account
    except ImportError:
        return stdlib.Account(key)
    return Account.from_key(key)


BUYER = account_of(KEY)


def balance(owner: str) -> int:
    """What the owner has of the token, in atomic units. balanceOf(address) has the selector 0x70a08231."""
    data = "0x70a08231" + owner[2:].lower().rjust(64, "0")
    call = {"jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": [{"to": BASE_USDC.contract, "data": data}, "latest"]}
    request = urllib.request.Request(
        os.environ["RPC_URL"], json.dumps(call).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as response:
        return int(json.load(response)["result"], 16)


def client(**options: Any) -> Farebox:
    return Farebox(BASE, options.pop("account", BUYER), max_per_call_usd="0.01", **options)


def error_of(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except Exception as error:
        return error


class Late(Farebox):
    """Finds each payment expired, so that it sends none twice."""

    _now = staticmethod(lambda: time.time() + 3600)


class Cut(httpx.HTTPTransport):
    """Loses the first answers to payments, after they were sold."""

    def __init__(self, cuts: int) -> None:
        super().__init__()
        self.cuts = cuts
        self.payments: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if "payment-signature" in request.headers:
            self.payments.append(request.headers["payment-signature"])
            if len(self.payments) <= self.cuts:
                response.read()
                raise httpx.ReadError("the answer was lost")
        return response


def free_route() -> int:
    answer = client(account=None).call(find_routes({"q": "hash a text"}))
    check("a free route needs no account", answer.data["count"] > 0 and answer.payment is None, answer)
    return 0


def get() -> int:
    with client() as farebox:
        answer = farebox.call(HASH_ABC)
    payment = answer.payment
    check("GET: the answer is right", answer.data["hash"] == ABC, answer.data)
    told = payment is not None and payment.amount_usd == Decimal("0.001") and payment.network == BASE_USDC.network
    check("GET: the payment is told", told and len(payment.transaction) == 66 and not payment.replayed, payment)
    check("GET: it is counted", farebox.spent_usd == Decimal("0.001"), farebox.spent_usd)
    return PRICE


def post() -> int:
    with client() as farebox:
        answer = farebox.call(convert({"from": "text", "to": "hex", "data": "größer"}))
    check("POST: the answer is right", "6772c3b6c39f6572" in json.dumps(answer.data, default=str), answer.data)
    return int(answer.payment.amount_usd * 1_000_000)


def at_once() -> int:
    async def run() -> list[Any]:
        async with AsyncFarebox(BASE, BUYER, budget_usd="0.003") as farebox:
            calls = [
                farebox.call(crypto_hash({"algo": "sha256", "input": str(i)}), idempotency_key=secrets.token_hex(8))
                for i in range(5)
            ]
            ended = await asyncio.gather(*calls, return_exceptions=True)
            check("async: the budget is used up", farebox.spent_usd == Decimal("0.003"), farebox.spent_usd)
            return ended

    ended = asyncio.run(run())
    refused = [each for each in ended if isinstance(each, OverBudget)]
    sold = {each.data["hash"] for each in ended if not isinstance(each, BaseException)}
    check("async: the budget holds for calls at the same time", len(refused) == 2 and len(sold) == 3, ended)
    return 3 * PRICE


def given_again() -> int:
    key = "order-" + secrets.token_hex(8)
    first = client().call(HASH_ABC, idempotency_key=key)
    again = client().call(HASH_ABC, idempotency_key=key)
    same = again.payment.replayed and again.payment.transaction == first.payment.transaction
    check("the same key: the answer is given again", same and again.data == first.data, again)
    return PRICE


def lost_answers() -> int:
    cut = Cut(2)
    with client(http=httpx.Client(transport=cut, timeout=90)) as farebox:
        answer = farebox.call(HASH_ABC)
    check("a lost answer comes", answer.data["hash"] == ABC and answer.payment.replayed, answer)
    check("a lost answer: the same payment was sent", len(cut.payments) == 3 and len(set(cut.payments)) == 1, cut.payments)
    check("a lost answer is counted once", farebox.spent_usd == Decimal("0.001"), farebox.spent_usd)
    return PRICE


def taken_up() -> int:
    """A payment whose outcome stayed unknown gets its answer from another client."""
    cut = Cut(1)
    with Late(BASE, BUYER, http=httpx.Client(transport=cut, timeout=90)) as farebox:
        error = error_of(lambda: farebox.call(HASH_ABC))
    pending = isinstance(error, SettlementPending) and error.charged == "maybe"
    check("given up: the payment comes with the error", pending and error.payment == cut.payments[0], error)
    with client() as another:
        answer = another.call(HASH_ABC, payment=error.payment)
    check("given up: another client gets the answer", answer.data["hash"] == ABC and answer.payment.replayed, answer)
    return PRICE


def costs_nothing() -> int:
    for what, wanted, run in [
        ("bad input", InvalidInput, lambda: client().call(crypto_hash({"algo": "selector", "input": "no signature"}))),
        ("a price above the cap", OverBudget, lambda: client().call(HASH_ABC, max_usd="0.0009")),
        ("no account", PaymentRequired, lambda: client(account=None).call(HASH_ABC)),
        ("no money", InsufficientFunds, lambda: client(account=account_of("0x" + secrets.token_hex(32))).call(HASH_ABC)),
        ("a signature by another key", PaymentRefused, lambda: client(account=Pretender()).call(HASH_ABC)),
    ]:
        error = error_of(run)
        check(f"{what} costs nothing", type(error) is wanted and error.charged is False, repr(error))
    return 0


class Pretender(stdlib.Account):
    """Says that it is the buyer, and has another key."""

    def __init__(self) -> None:
        super().__init__("0x" + secrets.token_hex(32))
        self.address = BUYER.address


def main() -> None:
    print(f"buys with {type(BUYER).__module__}, address {BUYER.address}")
    for part in (free_route, get, post, at_once, given_again, lost_answers, taken_up, costs_nothing):
        before = balance(BUYER.address)
        try:
            price = part()
        except Exception:
            check(part.__name__, False, traceback.format_exc())
            continue
        moved = before - balance(BUYER.address)
        check(f"{part.__name__}: exactly the price moved", moved == price, f"{moved}, not {price}")
    if failed:
        print(f"{failed} checks failed", file=sys.stderr)
    sys.exit(1 if failed else 0)


main()
