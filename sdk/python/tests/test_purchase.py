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
from farebox.purchase import clock_note  # noqa: E402

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
        self.assertEqual(answer.payment, farebox.Payment(Decimal("0.001"), "0xabc", "eip155:8453", self.account.address, PAY_TO, False))
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

    def test_the_callers_own_key_names_the_purchase(self) -> None:
        for key, wanted in [("purchase-0000000001", "purchase-0000000001"), ("short", None)]:
            _, seller = self.buy(sold(), idempotency_key=key)
            info = json.loads(base64.b64decode(seller.payments[0]))["extensions"]["payment-identifier"]["info"]
            self.assertEqual((info.get("id"), seller.requests[1].headers["idempotency-key"]), (wanted, key))

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
        self.assertEqual(answer.payment.amount_usd, Decimal("0.001"))

    def test_a_refusal_after_a_lost_answer_may_have_cost(self) -> None:
        error, _ = self.buy(httpx.ReadError("lost"), quote(error="payment_expired"))
        self.assertIsInstance(error, farebox.PaymentRefused)
        self.assertEqual((error.charged, self.spent), ("maybe", Decimal("0.001")))

    def test_an_expired_payment_is_signed_anew_once(self) -> None:
        expired = quote(error="payment_expired")
        answer, seller = self.buy(expired, sold())
        self.assertEqual(len(set(seller.payments)), 2)
        self.assertEqual(answer.payment.amount_usd, self.spent)
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


class Asked(Both):
    def test_a_service_that_restarts_is_asked_again_before_anything_is_paid(self) -> None:
        gone = httpx.Response(503, text="<html>")
        for what, first, operation, again in [
            ("refused", httpx.ConnectError("refused"), crypto_hash, True),
            ("lost", httpx.ReadError("lost"), crypto_hash, True),
            ("late", httpx.ReadTimeout("late"), crypto_hash, False),
            ("a body was lost", httpx.ReadError("lost"), crypto_verify, False),
            ("nobody behind the gateway", gone, crypto_hash, True),
            ("nobody for a body", gone, crypto_verify, False),
            ("it says so", problem(503, retry="same_payment"), crypto_verify, True),
            ("it is of no use", problem(503, retry="never"), crypto_hash, False),
            ("it asks for an hour", httpx.Response(503, headers={"retry-after": "3600"}), crypto_hash, False),
        ]:
            with self.subTest(what):
                error, seller = self.buy(sold(), operation=operation, first=_once(first) if again else _always(first))
                if again:
                    self.assertEqual((len(seller.requests), self.spent), (3, Decimal("0.001")))
                    continue
                self.assertIsInstance(error, farebox.Upstream)
                self.assertEqual((len(seller.requests), error.charged, self.spent), (1, False, 0))


class Refused(Both):
    def test_nothing_above_a_cap_is_signed(self) -> None:
        dear = offer(amount="1001")
        for what, options, call, offered in [
            ("a call's", {}, {"max_usd": "0.0009"}, offer()),
            ("a call's, above the listed price", {}, {"max_usd": "0.001"}, dear),
            ("the client's", {"max_per_call_usd": "0.0009"}, {}, offer()),
            ("the budget", {"budget_usd": "0.0009"}, {}, offer()),
            ("the listed price", {}, {}, dear),
        ]:
            with self.subTest(what):
                error, _ = self.buy(options=options, first=lambda request, o=offered: quote(o), **call)
                self.assertIsInstance(error, farebox.OverBudget)
                self.assertEqual((self.account.signed, self.spent, error.charged), (0, 0, False))

    def test_a_price_that_rose_is_paid_where_the_call_allows_it(self) -> None:
        answer, _ = self.buy(sold(), first=lambda request: quote(offer(amount="1001")), max_usd="0.0011")
        self.assertEqual((answer.payment.amount_usd, self.spent), (Decimal("0.001001"), Decimal("0.001001")))

    def test_what_is_no_json_object_is_no_answer(self) -> None:
        for body in (b"<html>", b"null", b'"text"', b'{"hash": "0x', b""):
            with self.subTest(body):
                settled = sold().headers
                bad = httpx.Response(200, headers={"payment-response": settled["payment-response"]}, content=body)
                error, _ = self.buy(bad)
                self.assertIsInstance(error, farebox.Upstream)
                self.assertEqual((error.charged, error.body, self.spent), (True, body.decode(), Decimal("0.001")))

    def test_a_resumed_payment_that_is_refused_is_an_error_of_the_package(self) -> None:
        _, seller = self.buy(sold())
        error, _ = self.buy(quote(error="duplicate_settlement"), payment=seller.payments[0])
        self.assertIsInstance(error, farebox.PaymentRefused)

    def test_a_wrong_clock_is_named(self) -> None:
        http_date = "Tue, 01 Dec 2026 12:00:00 GMT"
        noon = 1796126400.0
        for reason, now, wanted in [
            ("invalid_exact_evm_payload_authorization_valid_before", noon - 120, "120 s behind"),
            ("payment_expired", noon + 3600, "3600 s ahead of"),
            ("payment_expired", noon + 5, ""),
            ("insufficient_funds", noon + 3600, ""),
        ]:
            self.assertIn(wanted or "x", clock_note(reason, http_date, now) or "x")
        self.assertEqual(clock_note("payment_expired", "", noon), "")

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
            (farebox.NotFound, problem(404, code="not_found", charged=False)),
            (farebox.InvalidInput, problem(404, code="no_such_route", charged=False)),
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
    def test_a_cancelled_purchase_that_is_given_again_is_counted_once(self) -> None:
        async def lost(request: httpx.Request) -> httpx.Response:
            if "payment-signature" in request.headers and not seller.payments:
                seller(request)
                await asyncio.sleep(9)
            return seller(request)

        async def run() -> None:
            http = httpx.AsyncClient(transport=httpx.MockTransport(lost))
            async with farebox.AsyncFarebox("https://seller.test", Account(), http=http) as client:
                call = {"idempotency_key": "purchase-0000000001"}
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(client.call(crypto_hash(HELLO), **call), 0.1)
                self.assertEqual(client.spent_usd, Decimal("0.001"), "it may have been charged")
                answer = await client.call(crypto_hash(HELLO), **call)
                self.assertTrue(answer.payment.replayed)
                self.assertEqual(client.spent_usd, Decimal("0.001"))

        seller = Seller(sold(), sold(**{"x-replayed": "true"}))
        asyncio.run(run())

    def test_a_decimal_is_sent_with_its_digits_or_not_at_all(self) -> None:
        seller = Seller(sold())
        with farebox.Farebox("https://seller.test", http=httpx.Client(transport=httpx.MockTransport(seller))) as client:
            with self.assertRaises(farebox.PaymentRequired):
                client.call(crypto_verify({"message": "hi", "signature": Decimal("0.1")}))
            self.assertEqual(json.loads(seller.requests[0].content)["signature"], 0.1)
            with self.assertRaises(ValueError):
                client.call(crypto_verify({"message": "hi", "signature": Decimal("0.10000000000000000000001")}))

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


def _always(turn: Any) -> Any:
    """Answers every request so."""

    def answer(request: httpx.Request) -> httpx.Response:
        if isinstance(turn, Exception):
            raise turn
        return turn

    return answer


def _once(turn: Any) -> Any:
    """Answers every first request so, and then quotes."""
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return _always(turn)(request) if len(asked) % 2 == 1 else quote()

    return answer


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
