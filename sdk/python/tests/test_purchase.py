"""What a purchase does, sync and async. The x402 package is stood in for where it is not installed."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
import unittest
from decimal import Decimal
from pathlib import Path
from typing import Any
from unittest import mock

import httpx

sys.path.append(str(Path(__file__).parent / "standin"))  # behind what is installed
sys.path.insert(0, str(Path(__file__).parent))

from seller import PAY_TO, Seller, encode, offer, problem, quote, sold  # noqa: E402

import farebox  # noqa: E402
from farebox.operations import crypto_hash, crypto_verify, find_routes  # noqa: E402

HELLO = {"algo": "keccak256", "input": "hello"}


class Account:
    """Signs with a text that is none, since the seller does not look."""

    address = "0x1111111111111111111111111111111111111111"

    def __init__(self) -> None:
        self.signed = 0

    def sign_typed_data(self, domain: Any, types: Any, primary_type: str, message: Any) -> bytes:
        self.signed += 1
        return b"\x01" * 65


class Both(unittest.TestCase):
    """Runs each purchase with the sync and with the async client, and wants the same of both."""

    def setUp(self) -> None:
        self.account = Account()
        self.waits: list[float] = []

    def buy(self, *make: Any, operation: Any = crypto_hash, input: Any = None, options: Any = None, **call: Any) -> Any:
        """The answer or the error of a fresh seller for each client, and the sellers."""
        ends = []
        sellers = [Seller(*make), Seller(*make)]
        for run, seller in zip((self._sync, self._async), sellers):
            if "first" in call:
                seller.first = call["first"]
            rest = {name: value for name, value in call.items() if name != "first"}
            try:
                ends.append(run(seller, operation, HELLO if input is None else input, options or {}, rest))
            except farebox.FareboxError as error:
                ends.append(error)
        self.assertEqual(type(ends[0]), type(ends[1]))
        self.assertEqual(len(sellers[0].requests), len(sellers[1].requests))
        self.assertEqual(len(sellers[0].payments), len(sellers[1].payments))
        return ends[0], sellers[0]

    def _sync(self, seller: Seller, operation: Any, input: Any, options: Any, call: Any) -> Any:
        http = httpx.Client(transport=httpx.MockTransport(seller))
        options = {"account": self.account, **options}
        with mock.patch("time.sleep", self.waits.append), farebox.Farebox("https://seller.test", http=http, **options) as client:
            try:
                return client.call(operation(input), **call)
            finally:
                self.spent = client.spent_usd

    def _async(self, seller: Seller, operation: Any, input: Any, options: Any, call: Any) -> Any:
        async def pause(seconds: float) -> None:
            self.waits.append(seconds)

        async def run() -> Any:
            http = httpx.AsyncClient(transport=httpx.MockTransport(seller))
            async with farebox.AsyncFarebox("https://seller.test", http=http, **{"account": self.account, **options}) as client:
                try:
                    return await client.call(operation(input), **call)
                finally:
                    self.assertEqual(client.spent_usd, self.spent)

        with mock.patch("farebox.client.asyncio.sleep", pause):
            return asyncio.run(run())


class Bought(Both):
    def test_the_price_is_paid_and_told(self) -> None:
        answer, seller = self.buy(sold())
        self.assertEqual(answer.data, {"hash": "0x1c8a", "algo": "keccak256"})
        self.assertEqual(answer.payment, farebox.Payment(Decimal("0.001"), "0xabc", "eip155:8453", False))
        self.assertEqual(self.spent, Decimal("0.001"))
        self.assertEqual(str(seller.requests[0].url), "https://seller.test/crypto/hash?algo=keccak256&input=hello")
        self.assertEqual(seller.requests[0].headers["prefer"], "x402-version=2", "the quote is read in one place")

        message = json.loads(base64.b64decode(seller.payments[0]))
        self.assertEqual(message["payload"]["authorization"]["to"], PAY_TO)
        self.assertEqual(message["accepted"], offer())
        self.assertRegex(message["extensions"]["payment-identifier"]["info"]["id"], "^fbx_[0-9a-f]{32}$")

    def test_a_free_route_needs_no_account(self) -> None:
        answer, seller = self.buy(
            operation=find_routes,
            input={"q": "hash", "limit": 3},
            first=lambda request: httpx.Response(200, json={"count": 1}),
            options={"account": None},
        )
        self.assertEqual((answer.data, answer.payment), ({"count": 1}, None))
        self.assertEqual(seller.payments, [])
        self.assertNotIn("prefer", seller.requests[0].headers)

    def test_a_body_is_sent_again_with_the_payment(self) -> None:
        _, seller = self.buy(
            sold(), operation=crypto_verify, input={"message": "hi", "signature": "0x1"}, first=lambda request: quote(offer())
        )
        self.assertEqual(seller.requests[0].method, "POST")
        self.assertEqual(seller.requests[0].content, seller.requests[1].content)
        self.assertEqual(json.loads(seller.requests[1].content)["message"], "hi")

    def test_numbers_keep_their_digits(self) -> None:
        answer, _ = self.buy(sold({"price": 0.1}))
        self.assertEqual(answer.data["price"], Decimal("0.1"))

    def test_what_was_waived_is_not_counted(self) -> None:
        answer, _ = self.buy(httpx.Response(200, headers={"x-charged": "false"}, json={}))
        self.assertIsNone(answer.payment)
        self.assertEqual(self.spent, 0)


class Sent(Both):
    def test_the_same_payment_is_sent_until_the_outcome_is_known(self) -> None:
        turns = [
            httpx.ReadError("connection lost"),
            problem(502, charged=False, retry="same_payment"),
            quote(error="settlement_pending"),
            sold(),
        ]
        answer, seller = self.buy(*turns)
        self.assertEqual(len(seller.payments), 4)
        self.assertEqual(len(set(seller.payments)), 1)
        self.assertEqual(self.account.signed, 2, "one for each client")
        self.assertIsNotNone(answer.payment)

    def test_the_seller_says_how_long_to_wait(self) -> None:
        busy = httpx.Response(503, headers={"retry-after": "7"}, json={"charged": False, "retry": "same_payment"})
        self.buy(busy, sold())
        self.assertEqual(self.waits, [7.0, 7.0])

    def test_what_cost_nothing_is_tried_so_often(self) -> None:
        error, seller = self.buy(*[problem(502, charged=False)] * 3, options={"retries": 2})
        self.assertIsInstance(error, farebox.Upstream)
        self.assertEqual((error.charged, len(seller.payments), self.spent), (False, 3, 0))

    def test_an_unknown_outcome_gives_the_payment_back(self) -> None:
        def lost(request: httpx.Request) -> httpx.Response:
            raise httpx.ReadError("connection lost")

        with mock.patch.object(farebox.Farebox, "_now", staticmethod(_clock(20))), mock.patch.object(farebox.AsyncFarebox, "_now", staticmethod(_clock(20))):
            error, seller = self.buy(*[lost] * 9)
        self.assertIsInstance(error, farebox.SettlementPending)
        self.assertEqual((error.charged, error.payment), ("maybe", error.payment))
        self.assertEqual(self.spent, Decimal("0.001"), "it may have been charged")

        answer, seller = self.buy(sold(), payment=error.payment)
        self.assertEqual(seller.payments, [error.payment])
        self.assertEqual(answer.payment.usd, Decimal("0.001"))

    def test_a_refusal_after_a_lost_answer_may_have_cost(self) -> None:
        error, _ = self.buy(httpx.ReadError("lost"), quote(error="payment_expired"))
        self.assertIsInstance(error, farebox.PaymentRefused)
        self.assertEqual((error.charged, self.spent), ("maybe", Decimal("0.001")))

    def test_an_expired_payment_is_signed_anew_once(self) -> None:
        expired = quote(error="payment_expired")
        answer, seller = self.buy(expired, sold())
        self.assertEqual(len(set(seller.payments)), 2)
        self.assertEqual(answer.payment.usd, self.spent)
        ids = [json.loads(base64.b64decode(p))["extensions"]["payment-identifier"]["info"]["id"] for p in seller.payments]
        self.assertEqual(ids[0], ids[1], "it is the same purchase")

        error, seller = self.buy(expired, expired)
        self.assertIsInstance(error, farebox.PaymentRefused)
        self.assertEqual((len(seller.payments), self.spent), (2, 0))

    def test_other_terms_after_a_signature_are_not_paid(self) -> None:
        for changed in (offer(amount="1001"), offer(payTo="0x" + "2" * 40)):
            error, seller = self.buy(quote(changed, error="payment_expired"))
            self.assertIsInstance(error, farebox.PaymentRefused)
            self.assertEqual((len(seller.payments), self.spent), (1, 0))

    def test_a_redirect_is_not_paid_at_its_end(self) -> None:
        moved = httpx.Response(307, headers={"location": "https://other.test/"})
        error, seller = self.buy(moved)
        self.assertIsInstance(error, farebox.SettlementPending)
        self.assertEqual({request.url.host for request in seller.requests}, {"seller.test"})


class Refused(Both):
    def test_nothing_above_a_cap_is_signed(self) -> None:
        dear = offer(amount="1001")
        for what, options, call, offered in [
            ("a call's", {}, {"max_usd": "0.0009"}, offer()),
            ("the client's", {"max_per_call_usd": "0.0009"}, {}, offer()),
            ("the budget", {"budget_usd": "0.0009"}, {}, offer()),
            ("the listed price", {}, {}, dear),
        ]:
            with self.subTest(what):
                error, _ = self.buy(options=options, first=lambda request, o=offered: quote(o), **call)
                self.assertIsInstance(error, farebox.OverBudget)
                self.assertEqual((self.account.signed, self.spent, error.charged), (0, 0, False))

    def test_nothing_but_listed_money_is_signed(self) -> None:
        for what, offered in [
            ("another token", offer(asset=PAY_TO)),
            ("another chain", offer(network="eip155:1")),
            ("another scheme", offer(scheme="upto")),
            ("another domain", offer(extra={"name": "Tether", "version": "2"})),
            ("another transfer", offer(extra={"name": "USD Coin", "version": "2", "assetTransferMethod": "permit2"})),
            ("no amount", offer(amount="-1")),
            ("no account", offer(payTo="0x" + "0" * 40)),
            ("a year", offer(maxTimeoutSeconds=31_536_000)),
        ]:
            with self.subTest(what):
                error, _ = self.buy(first=lambda request, o=offered: quote(o))
                self.assertIsInstance(error, farebox.Unpayable)
                self.assertEqual(self.account.signed, 0)

    def test_without_an_account_the_price_is_told(self) -> None:
        error, _ = self.buy(options={"account": None})
        self.assertIsInstance(error, farebox.PaymentRequired)
        self.assertIn("0.001 USD", error.detail)

    def test_the_quote_of_a_redirect_is_not_paid(self) -> None:
        def moved(request: httpx.Request) -> httpx.Response:
            if request.url.host == "seller.test":
                return httpx.Response(307, headers={"location": "https://other.test/"})
            return quote()

        error, _ = self.buy(first=moved)
        self.assertIsInstance(error, farebox.Unpayable)
        self.assertEqual(self.account.signed, 0)

    def test_errors_have_their_class_and_cost(self) -> None:
        for wanted, answer in [
            (farebox.InvalidInput, problem(400, code="invalid_input", field="algo", charged=False)),
            (farebox.NotFound, problem(404, charged=False)),
            (farebox.RateLimited, problem(429, code="rate_limited", charged=False, retry="never")),
            (farebox.InsufficientFunds, quote(error="insufficient_funds")),
        ]:
            error, _ = self.buy(answer)
            self.assertIsInstance(error, wanted)
            self.assertEqual((error.charged, self.spent), (False, 0))

    def test_a_signer_that_signs_something_else_is_declined(self) -> None:
        with mock.patch("x402.http.utils.encode_payment_signature_header", _redirected):
            error, seller = self.buy()
        self.assertIsInstance(error, farebox.Declined)
        self.assertEqual((seller.payments, self.spent), ([], 0))

    def test_dollars_are_no_floats(self) -> None:
        with self.assertRaises(TypeError):
            farebox.Farebox("https://seller.test", max_per_call_usd=0.05)


class Budgets(unittest.TestCase):
    def test_an_answer_given_again_is_counted_once(self) -> None:
        seller = Seller(sold(), sold(**{"x-replayed": "true"}))
        http = httpx.Client(transport=httpx.MockTransport(seller))
        with farebox.Farebox("https://seller.test", Account(), http=http, budget_usd="0.002") as client:
            for replayed in (False, True):
                answer = client.call(crypto_hash(HELLO), idempotency_key="purchase-0000000001")
                self.assertEqual(answer.payment.replayed, replayed)
            self.assertEqual(client.spent_usd, Decimal("0.001"))

    def test_purchases_that_one_transaction_settles_are_all_counted(self) -> None:
        http = httpx.Client(transport=httpx.MockTransport(Seller(sold(), sold())))
        with farebox.Farebox("https://seller.test", Account(), http=http, budget_usd="0.002") as client:
            for key in ("purchase-0000000001", "purchase-0000000002"):
                client.call(crypto_hash(HELLO), idempotency_key=key)
            self.assertEqual(client.spent_usd, Decimal("0.002"))


def _clock(step: float) -> Any:
    """A clock that goes on by so many seconds at each look."""
    import time

    now = time.time()

    def tick() -> float:
        nonlocal now
        now += step
        return now

    return tick


def _redirected(payload: Any) -> str:
    authorization = {"to": "0x" + "3" * 40, "value": "1000", "validBefore": "9999999999"}
    return encode({"x402Version": 2, "payload": {"authorization": authorization}})


if __name__ == "__main__":
    unittest.main()
