"""Quotes (x402 version 2) and what of them may be paid."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}")
_AMOUNT = re.compile(r"[0-9]{1,18}")

_LONGEST = 3600
"""The longest time for which a payment may be spendable, in seconds."""

_MICRO = Decimal(1_000_000)


@dataclass(frozen=True)
class Asset:
    """What may be paid with. Chain, contract and EIP-712 domain come from here, never from a quote."""

    network: str  # CAIP-2
    contract: str
    name: str
    version: str


# Source of both: Circle's USDC contract addresses.
BASE_USDC = Asset("eip155:8453", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USD Coin", "2")
BASE_SEPOLIA_USDC = Asset("eip155:84532", "0x036CbD53842c5426634e7929541eC2318f3dCF7e", "USDC", "2")


@dataclass(frozen=True)
class Quote:
    """The decoded PAYMENT-REQUIRED header."""

    error: str
    document: dict[str, Any]


@dataclass(frozen=True)
class Offer:
    """An entry of a quote that can be paid."""

    asset: Asset
    usd: Decimal
    pay_to: str
    raw: dict[str, Any]


class NoQuote(ValueError):
    """There is nothing to pay, or nothing of it may be paid; the text says why."""


def decode(header: str) -> dict[str, Any]:
    """The object of a header in base64; empty when it is none."""
    try:
        document = json.loads(base64.b64decode(header, validate=True))
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def parse_quote(header: str | None) -> Quote:
    """The quote of a PAYMENT-REQUIRED header."""
    if not header:
        raise NoQuote("the answer has no PAYMENT-REQUIRED header")
    document = decode(header)
    if document.get("x402Version") != 2 or not isinstance(document.get("accepts"), list):
        raise NoQuote("PAYMENT-REQUIRED is no quote of x402 version 2")
    return Quote(str(document.get("error") or ""), document)


def choose_offer(quote: Quote, allowed: Sequence[Asset]) -> Offer:
    """The cheapest offer in the first of the allowed assets that has one."""
    reasons = []
    offers = []
    for entry in quote.document["accepts"]:
        try:
            offers.append(_parse_offer(entry, allowed))
        except NoQuote as reason:
            reasons.append(str(reason))

    for asset in allowed:
        mine = [offer for offer in offers if offer.asset == asset]
        if mine:
            return min(mine, key=lambda offer: offer.usd)
    if not reasons:
        raise NoQuote("the quote offers no way to pay")
    raise NoQuote("no offer can be paid: " + "; ".join(reasons))


def _parse_offer(entry: object, allowed: Sequence[Asset]) -> Offer:
    offer = _members(entry)
    extra = _members(offer.get("extra"))
    if offer.get("scheme") != "exact":
        raise NoQuote(f"scheme {offer.get('scheme')!r} is not supported")
    if extra.get("assetTransferMethod", "eip3009") != "eip3009":
        raise NoQuote(f"transfer method {extra['assetTransferMethod']!r} is not supported")

    asset = _asset_of(offer, allowed)
    if (extra.get("name"), extra.get("version")) != (asset.name, asset.version):
        raise NoQuote(f"the quote gives the token another name or version than {asset.name} {asset.version}")
    amount = offer.get("amount")
    if not isinstance(amount, str) or not _AMOUNT.fullmatch(amount):
        raise NoQuote(f"{amount!r} is no amount")
    pay_to = offer.get("payTo")
    if not isinstance(pay_to, str) or not _ADDRESS.fullmatch(pay_to) or int(pay_to, 16) == 0:
        raise NoQuote(f"payTo {pay_to!r} is no account")
    seconds = offer.get("maxTimeoutSeconds")
    if not isinstance(seconds, int) or isinstance(seconds, bool) or not 0 < seconds <= _LONGEST:
        raise NoQuote(f"a payment would be spendable for {seconds!r} seconds")
    return Offer(asset, Decimal(amount) / _MICRO, pay_to, dict(offer))


def _asset_of(offer: Mapping[str, Any], allowed: Sequence[Asset]) -> Asset:
    network = offer.get("network")
    contract = str(offer.get("asset")).lower()
    for asset in allowed:
        if asset.network == network and asset.contract.lower() == contract:
            return asset
    raise NoQuote(f"asset {offer.get('asset')} on network {network} is not allowed")


def _members(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
