"""A purchase as a generator of steps, which the sync and the async client carry out.

A payment is signed once for a call and sent again, the same, until its outcome is known: the token takes it once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from threading import Lock
from typing import Any, Literal, Union

from .errors import (
    PENDING,
    Charged,
    Declined,
    FareboxError,
    OverBudget,
    PaymentRequired,
    Problem,
    SettlementPending,
    Unpayable,
    Upstream,
    doubtful,
    failure,
    refusal,
)
from .quotes import Asset, NoQuote, Offer, Quote, choose_offer, decode, parse_quote
from .signing import Signed, Signer, is_purchase_id, new_purchase_id, read_signed

_FIRST_WAIT = 0.5
_LONGEST_WAIT = 8.0
_RESUMED = 60.0
"""For how long an earlier payment is sent again, in seconds, at least: its answer is given also after it expired."""

_SIGN_ANEW = ("payment_expired", "invalid_exact_evm_payload_authorization_valid_before")
"""Refusals after which nobody can spend the payment any more."""


@dataclass(frozen=True)
class Send:
    """Send the call; with a payment, do not follow redirects."""

    payment: str | None


@dataclass(frozen=True)
class Wait:
    """Wait for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Reply:
    """An answer that was read whole. Names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Lost:
    """No answer came. unsent says that nobody can have received the request, late that a time limit ended it."""

    why: str
    unsent: bool
    late: bool = False


Step = Union[Send, Wait]
Came = Union[Reply, Lost, None]
Steps = Generator[Step, Came, "Outcome"]


@dataclass(frozen=True)
class Payment:
    """What an answer cost."""

    amount_usd: Decimal
    transaction: str
    network: str
    payer: str
    pay_to: str
    replayed: bool  # it was given again, and not charged again


@dataclass(frozen=True)
class Outcome:
    reply: Reply
    payment: Payment | None  # None for what was free, or waived


class Budget:
    """The most for all calls of a client together, calls at the same time included."""

    def __init__(self, limit: Decimal | None) -> None:
        self._limit = limit
        self._lock = Lock()
        self.used = Decimal(0)

    def reserve(self, usd: Decimal) -> Decimal | None:
        """Takes a price, or gives what is left when that is less."""
        with self._lock:
            if self._limit is not None and self.used + usd > self._limit:
                return self._limit - self.used
            self.used += usd
            return None

    def give_back(self, usd: Decimal) -> None:
        with self._lock:
            self.used -= usd


@dataclass(frozen=True)
class Settings:
    """What the purchases of a client have in common."""

    signer: Signer | None
    assets: Sequence[Asset]
    budget: Budget
    retries: int
    now: Callable[[], float]
    jitter: Callable[[], float]
    counted: set[tuple[str, str]] = field(default_factory=set)
    """Keys of the caller's with the transaction, which may settle several purchases."""
    open: set[str] = field(default_factory=set)
    """Keys of the caller's with purchases whose outcome is not known, and which are counted."""


@dataclass(frozen=True)
class Caps:
    """Of one call. listed is the price that the interface has for it; None where it is not known."""

    per_call: Decimal
    listed: Decimal | None


def purchase(settings: Settings, caps: Caps, harmless: bool, key: str, payment: str | None) -> Steps:
    """The steps of one call. harmless says that to send it twice does nothing twice. key is the caller's own."""
    if payment is not None:
        signed = read_signed(payment)
        until = max(signed.valid_before, settings.now() + _RESUMED)
        message = decode(payment)
        usd = Decimal(message["payload"]["authorization"]["value"]) / 1_000_000
        try:
            return (yield from _redeem(settings, replace(signed, valid_before=until), usd))
        except _Refused as refused:
            raise refused.error from None

    came = yield from _ask(settings, harmless)
    if came.status == 402:
        return (yield from _buy(settings, caps, key, came))
    if came.status >= 400:
        raise failure(problem_of(came, paid=False))
    return Outcome(came, None)


def _ask(settings: Settings, harmless: bool) -> Generator[Step, Came, Reply]:
    """Sends the call without a payment, and again while the failure may pass.

    What may have been carried out for free is not sent again, unless the method says that this does no harm or the seller
    that it does not.
    """
    pause = _FIRST_WAIT
    tries = 0
    while True:
        came = yield Send(None)
        assert came is not None
        rest = pause * (1 + settings.jitter() / 4)
        if isinstance(came, Lost):
            passes = came.unsent or harmless and not came.late
        else:
            problem = problem_of(came, paid=False)
            passes = problem.retry == "same_payment" or not problem.retry and harmless
            passes = passes and came.status in (429, 502, 503, 504)
            rest = max(rest, problem.retry_after)
        if not passes or tries >= settings.retries or rest > _LONGEST_WAIT:
            if isinstance(came, Lost):
                raise Upstream(Problem(detail="the service could not be reached: " + came.why))
            return came
        yield Wait(rest)
        pause *= 2
        tries += 1


def _buy(settings: Settings, caps: Caps, key: str, first: Reply) -> Steps:
    quote, offer = _terms(settings, first)
    if settings.signer is None:
        detail = f"the price is {offer.usd} USD, and the client has no account"
        raise PaymentRequired(replace(problem_of(first, paid=False), detail=detail), quote.document)

    # A key of a form that the extension does not take is left to the header.
    purchase_id = new_purchase_id() if not key else key if is_purchase_id(key) else ""
    try:
        return (yield from _pay(settings, caps, quote, offer, purchase_id, key))
    except _Refused as refused:
        if reason_of(refused.reply) not in _SIGN_ANEW:
            raise refused.error from None
        error = refused.error
        reply = refused.reply

    # A fresh payment must be of the same purchase: a seller that names other terms after a signature is not paid.
    try:
        quote, again = _terms(settings, reply)
    except Unpayable:
        raise error from None
    if (again.asset, again.pay_to.lower()) != (offer.asset, offer.pay_to.lower()) or again.usd > offer.usd:
        raise error
    try:
        return (yield from _pay(settings, caps, quote, again, purchase_id, key))
    except _Refused as refused:
        raise refused.error from None


def _terms(settings: Settings, reply: Reply) -> tuple[Quote, Offer]:
    try:
        quote = parse_quote(reply.headers.get("payment-required"))
        return quote, choose_offer(quote, settings.assets)
    except NoQuote as reason:
        raise Unpayable(replace(problem_of(reply, paid=False), detail=str(reason))) from None


def _pay(settings: Settings, caps: Caps, quote: Quote, offer: Offer, purchase_id: str, key: str) -> Steps:
    """Signs one payment and sends it until its outcome is known."""
    assert settings.signer is not None
    _reserve(settings.budget, caps, offer)
    try:
        signed = settings.signer(quote, offer, purchase_id)
    except Exception as error:
        settings.budget.give_back(offer.usd)
        raise Declined(Problem(402, detail=f"the payment was declined: {error}")) from error

    try:
        outcome = yield from _redeem(settings, signed, offer.usd)
    except (FareboxError, GeneratorExit) as error:  # the latter where the call is cancelled
        if isinstance(error, FareboxError) and error.charged is False:
            settings.budget.give_back(offer.usd)
        elif key:
            settings.open.add(key)
        raise
    except _Refused:
        settings.budget.give_back(offer.usd)
        raise
    if not _counts(settings, outcome.payment, key):
        settings.budget.give_back(offer.usd)
    return outcome


def _reserve(budget: Budget, caps: Caps, offer: Offer) -> None:
    """Holds the caps against a price and reserves it."""
    limits = [(caps.listed, "what the interface lists"), (caps.per_call, "the cap of a call")]
    for limit, which in limits:
        if limit is not None and offer.usd > limit:
            raise _over_budget(offer.usd, limit, which)
    left = budget.reserve(offer.usd)
    if left is not None:
        raise _over_budget(offer.usd, left, "what is left of the budget")


def _over_budget(price: Decimal, limit: Decimal, which: str) -> OverBudget:
    detail = f"the price of {price} USD is above {which}, {limit} USD"
    return OverBudget(Problem(402, detail=detail), price, limit)


def _counts(settings: Settings, payment: Payment | None, key: str) -> bool:
    """Says whether an answer is to be counted: it was not waived, and not counted before."""
    if payment is None:
        return False
    if not key or not payment.transaction:
        return True
    known = (key, payment.transaction) in settings.counted or payment.replayed and key in settings.open
    settings.open.discard(key)
    settings.counted.add((key, payment.transaction))
    return not known


class _Refused(Exception):
    """The 402 that refused a payment beyond doubt."""

    def __init__(self, error: FareboxError, reply: Reply) -> None:
        super().__init__(str(error))
        self.error = error
        self.reply = reply


Verdict = Literal["final", "refused", "unknown", "costless"]
"""What an answer of 400 and above to a payment means: it stays so, the payment was not taken, it may have been taken (so
that only the same one may be sent), or nothing was taken and the same payment may have more luck."""


def _judge(problem: Problem, reply: Reply) -> Verdict:
    if problem.charged is True or problem.retry in ("never", "new_payment"):
        return "final"
    if problem.status == 402:
        return "unknown" if reason_of(reply) == PENDING else "refused"
    if problem.charged is False:
        passes = problem.retry == "same_payment" or problem.status in (409, 502, 503, 504)
        return "costless" if passes else "final"
    return "unknown" if problem.status == 409 or problem.status >= 500 or problem.code == PENDING else "final"


def _redeem(settings: Settings, signed: Signed, usd: Decimal) -> Steps:
    """Sends the payment, always the same, until its outcome is known or it has expired."""
    doubt = False  # a try may have reached the seller, and its outcome is not known
    retries = 0
    pause = _FIRST_WAIT
    while True:
        came = yield Send(signed.header)
        if isinstance(came, Lost):
            doubt = doubt or not came.unsent
            last = Problem(detail="the answer to the payment did not come: " + came.why)
        else:
            assert came is not None
            if came.status < 300:
                return _delivered(came, signed, usd)
            if came.status < 400:
                last = Problem(came.status, detail="a redirect answered the payment: call the URL that it leads to")
                raise _given_up(last, signed, True)
            last = problem_of(came, paid=True)
            verdict = _judge(last, came)
            if verdict == "final":
                raise failure(doubtful(last, doubt))
            if verdict == "refused":
                raise _refused(last, came, doubt, settings.now())
            doubt = doubt or verdict == "unknown"
            if verdict == "costless" and not doubt:
                if retries >= settings.retries:
                    raise failure(last)
                retries += 1

        rest = max(last.retry_after, pause * (1 + settings.jitter() / 4))
        if settings.now() + rest >= signed.valid_before:
            raise _given_up(last, signed, doubt)
        yield Wait(rest)
        pause = min(2 * pause, _LONGEST_WAIT)


def _refused(last: Problem, reply: Reply, doubt: bool, now: float) -> Exception:
    code = reason_of(reply)
    detail = "the payment was refused" + clock_note(code, reply.headers.get("date", ""), now)
    problem = replace(last, charged=False, code=code, detail=detail)
    error = refusal(doubtful(problem, doubt))
    return error if doubt else _Refused(error, reply)


def clock_note(reason: str, date: str, now: float) -> str:
    """Says that the clock here is wrong, where a payment was refused for its time."""
    try:
        off = round(now - parsedate_to_datetime(date).timestamp())
    except (TypeError, ValueError):
        return ""
    if abs(off) < 10 or "_valid_" not in reason and "expired" not in reason:
        return ""
    return f": the clock here is {abs(off)} s {'behind' if off < 0 else 'ahead of'} the seller's"


def _given_up(last: Problem, signed: Signed, doubt: bool) -> FareboxError:
    """The error when a payment is not sent any more."""
    if not doubt:
        return failure(replace(last, charged=False))
    valid_before = datetime.fromtimestamp(signed.valid_before, timezone.utc)
    return SettlementPending(replace(last, charged="maybe", code=PENDING), signed.header, valid_before)


def _delivered(reply: Reply, signed: Signed, usd: Decimal) -> Outcome:
    if reply.headers.get("x-charged") == "false":
        return Outcome(reply, None)
    settlement = decode(reply.headers.get("payment-response", ""))
    message = decode(signed.header)
    authorization = message["payload"]["authorization"]
    return Outcome(
        reply,
        Payment(
            amount_usd=usd,
            transaction=str(settlement.get("transaction") or ""),
            network=str(message.get("accepted", {}).get("network", "")),
            payer=str(authorization.get("from", "")),
            pay_to=str(authorization.get("to", "")),
            replayed=reply.headers.get("x-replayed") == "true",
        ),
    )


def reason_of(reply: Reply) -> str:
    """Why a 402 asks for a payment, or did not take one."""
    settlement = decode(reply.headers.get("payment-response", ""))
    if settlement.get("errorReason"):
        return str(settlement["errorReason"])
    try:
        return parse_quote(reply.headers.get("payment-required")).error
    except NoQuote:
        return ""


def problem_of(reply: Reply, paid: bool) -> Problem:
    """Reads an answer of 400 and above.

    A seller that does not say what it took has taken nothing when no payment was sent.
    """
    body = reply.body.decode("utf-8", "replace")
    try:
        document = json.loads(body)
    except ValueError:
        document = {}
    if not isinstance(document, dict):
        document = {}

    def text(name: str) -> str:
        value = document.get(name)
        return value if isinstance(value, str) else ""

    code = text("code") or (PENDING if document.get("error") == PENDING else "")
    after = reply.headers.get("retry-after", "")
    return Problem(
        status=reply.status,
        code=code,
        field=text("field"),
        detail=text("detail") or "the request failed",
        retry=text("retry"),
        request_id=text("request_id") or reply.headers.get("x-request-id", ""),
        retry_after=float(after) if after.isdecimal() and len(after) < 10 else 0.0,
        charged=_charge_of(reply, document.get("charged"), paid, code),
        body=body,
    )


def _charge_of(reply: Reply, said: Any, paid: bool, code: str) -> Charged:
    if decode(reply.headers.get("payment-response", "")).get("success") is True:
        return True
    if not paid:
        return False
    if code == PENDING or not isinstance(said, bool):
        return "maybe"
    return said
