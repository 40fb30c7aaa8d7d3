"""What a call that failed says, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, Union

Charged = Union[bool, Literal["maybe"]]
"""What a failed call has cost. "maybe" is for a payment that was sent and whose outcome is not known."""

PENDING = "settlement_pending"


@dataclass(frozen=True)
class Problem:
    """What all errors have in common."""

    status: int = 0  # of the last answer; 0 when there was none
    code: str = ""  # the seller's stable name of what went wrong
    field: str = ""  # the input at fault
    detail: str = ""  # for people
    retry: str = ""  # never, same_payment, new_payment, or nothing
    request_id: str = ""
    retry_after: float = 0.0  # seconds that the seller asks to wait
    charged: Charged = False
    body: str = ""  # of the last answer


class FareboxError(Exception):
    """Every error of a call is one of the classes below."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.status = problem.status
        self.code = problem.code
        self.field = problem.field
        self.detail = problem.detail
        self.retry = problem.retry
        self.request_id = problem.request_id
        self.retry_after = problem.retry_after
        self.charged = problem.charged
        self.body = problem.body
        cost = "maybe" if problem.charged == "maybe" else "yes" if problem.charged else "no"
        what = f"{problem.code}: {problem.detail}" if problem.code else problem.detail
        if problem.field:
            what += f" (field {problem.field})"
        super().__init__(f"{what} (status {problem.status}, charged: {cost})")


class InvalidInput(FareboxError):
    """The request breaks a rule: field and detail say which.

    Any other 4xx is one too, such as the 404 of a route that is not served, or of a page that somebody else answers with.
    """


class NotFound(FareboxError):
    """What was asked about does not exist: the seller says so by its code, not only by status."""


class RateLimited(FareboxError):
    """The seller, or a provider that it asks, takes no more requests now."""


class Upstream(FareboxError):
    """The seller, or a provider that it asks, could not be reached or could not answer."""


class PaymentRequired(FareboxError):
    """The call has a price, and the client has no account. Nothing was signed."""

    def __init__(self, problem: Problem, quote: dict[str, Any]) -> None:
        super().__init__(problem)
        self.quote = quote


class OverBudget(FareboxError):
    """A price is above a cap, or above what the interface lists. Nothing was signed."""

    def __init__(self, problem: Problem, price_usd: Decimal, limit_usd: Decimal) -> None:
        super().__init__(problem)
        self.price_usd = price_usd
        self.limit_usd = limit_usd


class Unpayable(FareboxError):
    """Nothing in the quote may be paid: another chain, token or protocol, or a redirect led to it. Nothing was signed."""


class Declined(FareboxError):
    """The account did not sign."""


class InsufficientFunds(FareboxError):
    """The account does not hold the price."""


class PaymentRefused(FareboxError):
    """The seller did not take the payment. code is its reason."""


class SettlementPending(FareboxError):
    """A payment was sent and its outcome is not known.

    Send the same request with payment=error.payment for the answer. Until valid_before the payment can be charged.
    """

    def __init__(self, problem: Problem, payment: str, valid_before: datetime) -> None:
        super().__init__(problem)
        self.payment = payment
        self.valid_before = valid_before


def failure(problem: Problem) -> FareboxError:
    """Gives a problem its class."""
    if problem.status == 429 or problem.code == "rate_limited":
        return RateLimited(problem)
    if problem.status == 402:
        return refusal(problem)
    if problem.code == "not_found":
        return NotFound(problem)
    if problem.status == 0 or problem.status >= 500:
        return Upstream(problem)
    return InvalidInput(problem)


def refusal(problem: Problem) -> FareboxError:
    """Gives a 402 that answers a payment its class."""
    if "insufficient_funds" in problem.code or "insufficient_balance" in problem.code:
        return InsufficientFunds(problem)
    return PaymentRefused(problem)


def doubtful(problem: Problem, doubt: bool) -> Problem:
    """Takes back what the last answer says of the charge, when an earlier try may have been charged.

    An answer that depends on the request alone holds for all tries.
    """
    of_request = problem.status in (400, 404, 422)
    if doubt and not of_request and problem.charged is False:
        return replace(problem, charged="maybe")
    return problem
