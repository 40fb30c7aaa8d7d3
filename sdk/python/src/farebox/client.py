"""The clients, sync and async, with one generic call for all operations."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypeVar, Union, cast

import httpx

from .errors import Problem, Upstream
from .purchase import Budget, Caps, Lost, Outcome, Payment, Reply, Send, Settings, Step, Steps, purchase
from .quotes import BASE_USDC, Asset
from .signing import Signer, X402Signer

Input = TypeVar("Input")
Output = TypeVar("Output")
Usd = Union[str, Decimal]


@dataclass(frozen=True)
class Operation(Generic[Input, Output]):
    """A route of the interface, with the types of what it takes and answers."""

    name: str
    method: str
    path: str
    price_usd: str  # by the interface; "" when it is free
    plain: bool = False  # the answer is no JSON: its bytes are the data

    def __call__(self, input: Input) -> Request[Output]:
        """The request of one call."""
        return Request(self, cast("Mapping[str, Any]", input))


@dataclass(frozen=True)
class Request(Generic[Output]):
    """What is called, and with what."""

    operation: Operation[Any, Output]
    input: Mapping[str, Any]


@dataclass(frozen=True)
class Answer(Generic[Output]):
    """What a call gave, and what that cost: None when it was free."""

    data: Output
    payment: Payment | None
    status: int
    headers: Mapping[str, str]


class _Client:
    """What both clients share."""

    _now = staticmethod(time.time)

    def __init__(
        self,
        base_url: str,
        account: Any = None,
        *,
        max_per_call_usd: Usd = "0.05",
        budget_usd: Usd | None = None,
        assets: Sequence[Asset] = (BASE_USDC,),
        signer: Signer | None = None,
        retries: int = 2,
    ) -> None:
        """account is a LocalAccount of eth-account, or whatever x402 takes as a signer; signer takes its place."""
        if signer is None and account is not None:
            signer = X402Signer(account)
        self._base_url = base_url.rstrip("/")
        self._max_per_call = _usd(max_per_call_usd)
        self._settings = Settings(
            signer=signer,
            assets=assets,
            budget=Budget(None if budget_usd is None else _usd(budget_usd)),
            retries=retries,
            now=self._now,
            jitter=random.random,
        )

    @property
    def spent_usd(self) -> Decimal:
        """What the calls have cost so far, with payments that are under way or of unknown outcome."""
        return self._settings.budget.used

    def _steps(
        self,
        operation: Operation[Any, Any],
        max_usd: Usd | None,
        idempotency_key: str | None,
        payment: str | None,
    ) -> Steps:
        caps = Caps(
            per_call=self._max_per_call if max_usd is None else _usd(max_usd),
            listed=_usd(operation.price_usd or "0") if max_usd is None else None,
        )
        return purchase(self._settings, caps, operation.method == "GET", idempotency_key or "", payment)

    def _build(
        self,
        http: httpx.Client | httpx.AsyncClient,
        request: Request[Any],
        idempotency_key: str | None,
    ) -> httpx.Request:
        operation = request.operation
        headers = {"accept": "application/json"}
        if operation.price_usd:
            headers["prefer"] = "x402-version=2"  # a quote once, in its header
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        url = self._base_url + operation.path
        if operation.method == "GET":
            return http.build_request("GET", url, params=_query(request.input), headers=headers)
        headers["content-type"] = "application/json"
        body = json.dumps(request.input, default=_number, allow_nan=False)
        return http.build_request(operation.method, url, content=body.encode(), headers=headers)


class Farebox(_Client):
    """Calls routes and pays for them. Use it with `with`, or close it."""

    def __init__(self, base_url: str, account: Any = None, *, http: httpx.Client | None = None, **options: Any) -> None:
        super().__init__(base_url, account, **options)
        self._http = http or httpx.Client(timeout=90)

    def __enter__(self) -> Farebox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def call(
        self,
        request: Request[Output],
        *,
        max_usd: Usd | None = None,
        idempotency_key: str | None = None,
        payment: str | None = None,
    ) -> Answer[Output]:
        """Sends a request, and pays for it when it is asked to and may."""
        sent = self._build(self._http, request, idempotency_key)
        steps = self._steps(request.operation, max_usd, idempotency_key, payment)
        try:
            step = next(steps)
            while True:
                step = steps.send(self._take(step, sent))
        except StopIteration as end:
            return _answer(request.operation, end.value)
        finally:
            steps.close()  # where it was interrupted

    def _take(self, step: Step, request: httpx.Request) -> Reply | Lost | None:
        if not isinstance(step, Send):
            time.sleep(step.seconds)
            return None
        try:
            return _reply(self._http.send(_with_payment(request, step), follow_redirects=step.payment is None))
        except httpx.RequestError as error:
            return _lost(error)


class AsyncFarebox(_Client):
    """Farebox for asyncio. Use it with `async with`, or close it."""

    def __init__(
        self, base_url: str, account: Any = None, *, http: httpx.AsyncClient | None = None, **options: Any
    ) -> None:
        super().__init__(base_url, account, **options)
        self._http = http or httpx.AsyncClient(timeout=90)

    async def __aenter__(self) -> AsyncFarebox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()

    async def call(
        self,
        request: Request[Output],
        *,
        max_usd: Usd | None = None,
        idempotency_key: str | None = None,
        payment: str | None = None,
    ) -> Answer[Output]:
        """Sends a request, and pays for it when it is asked to and may."""
        sent = self._build(self._http, request, idempotency_key)
        steps = self._steps(request.operation, max_usd, idempotency_key, payment)
        try:
            step = next(steps)
            while True:
                step = steps.send(await self._take(step, sent))
        except StopIteration as end:
            return _answer(request.operation, end.value)
        finally:
            steps.close()  # where it was cancelled

    async def _take(self, step: Step, request: httpx.Request) -> Reply | Lost | None:
        if not isinstance(step, Send):
            await asyncio.sleep(step.seconds)
            return None
        try:
            return _reply(await self._http.send(_with_payment(request, step), follow_redirects=step.payment is None))
        except httpx.RequestError as error:
            return _lost(error)


def _usd(value: Usd) -> Decimal:
    if not isinstance(value, (str, Decimal)):
        raise TypeError("dollars are decimal text or a Decimal, never a float")
    amount = Decimal(value)
    if not amount.is_finite() or amount < 0:
        raise ValueError(f"{value} is no amount of dollars")
    return amount


def _query(input: Mapping[str, Any]) -> dict[str, str]:
    """Parameters as the interface has them: lists parted by commas, no member that is None."""
    query = {}
    for name, value in input.items():
        if value is None:
            continue
        values = value if isinstance(value, (list, tuple)) else [value]
        query[name] = ",".join(_text(each) for each in values)
    return query


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(value: object) -> float:
    """A Decimal as JSON has it, if none of its digits are lost."""
    if not isinstance(value, Decimal):
        raise TypeError(f"{type(value).__name__} is no input")
    number = float(value)
    if Decimal(repr(number)) != value:
        raise ValueError(f"{value} has more digits than are sent")
    return number


def _with_payment(request: httpx.Request, step: Send) -> httpx.Request:
    headers = httpx.Headers(request.headers)
    if step.payment is not None:
        headers["payment-signature"] = step.payment
    return httpx.Request(request.method, request.url, headers=headers, content=request.content)


def _reply(response: httpx.Response) -> Reply:
    headers = {name.lower(): value for name, value in response.headers.items()}
    if response.history and response.status_code == 402:
        headers.pop("payment-required", None)  # a redirect is followed, but not paid for
    return Reply(response.status_code, headers, response.content)


def _lost(error: httpx.RequestError) -> Lost:
    unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
    return Lost(f"{type(error).__name__}: {error}", unsent, isinstance(error, httpx.TimeoutException))


def _answer(operation: Operation[Any, Any], outcome: Outcome) -> Answer[Any]:
    reply = outcome.reply
    data: Any = reply.body
    if not operation.plain:
        try:
            data = json.loads(reply.body, parse_float=Decimal)
        except ValueError:
            data = None
        if not isinstance(data, (dict, list)):
            charged = outcome.payment is not None
            body = reply.body.decode("utf-8", "replace")
            raise Upstream(Problem(reply.status, detail="the answer is no JSON object", charged=charged, body=body))
    return Answer(data, outcome.payment, reply.status, reply.headers)
