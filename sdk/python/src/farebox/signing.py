"""Payments, signed by the x402 package."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Any, Protocol

from .quotes import Offer, Quote, decode


@dataclass(frozen=True)
class Signed:
    """A payment: the value of its header, and until when it can be charged, in Unix seconds."""

    header: str
    valid_before: float


class Signer(Protocol):
    """Signs the payment of one offer of a quote. It must not change the offer."""

    def __call__(self, quote: Quote, offer: Offer, purchase_id: str) -> Signed: ...


def new_purchase_id() -> str:
    """A fresh name of a purchase, by which the seller knows it again."""
    return "fbx_" + secrets.token_hex(16)


def is_purchase_id(key: str) -> bool:
    """Says that the extension payment-identifier takes a key."""
    return re.fullmatch(r"[A-Za-z0-9_-]{16,128}", key) is not None


class X402Signer:
    """Signs with an account of eth-account, or anything that x402's ExactEvmScheme takes as a signer."""

    def __init__(self, account: Any) -> None:
        self._account = account

    def __call__(self, quote: Quote, offer: Offer, purchase_id: str) -> Signed:
        from x402 import x402ClientSync
        from x402.extensions.payment_identifier import append_payment_identifier_to_extensions
        from x402.http.utils import encode_payment_signature_header
        from x402.mechanisms.evm.exact import ExactEvmScheme
        from x402.schemas import PaymentRequired

        client = x402ClientSync()
        client.register(offer.asset.network, ExactEvmScheme(signer=self._account))
        extensions = dict(quote.document.get("extensions") or {})
        if purchase_id:
            append_payment_identifier_to_extensions(extensions, purchase_id)
        only = PaymentRequired.model_validate({**quote.document, "accepts": [offer.raw], "extensions": extensions})
        payload = client.create_payment_payload(only, resource=only.resource, extensions=extensions)

        signed = read_signed(encode_payment_signature_header(payload))
        authorization = decode(signed.header)["payload"]["authorization"]
        if authorization["to"].lower() != offer.pay_to.lower() or authorization["value"] != offer.raw["amount"]:
            raise ValueError("what was signed is not what was offered")
        return signed


def read_signed(header: str) -> Signed:
    """Reads a payment back from its header."""
    message = decode(header)
    try:
        valid_before = float(message["payload"]["authorization"]["validBefore"])
    except (KeyError, TypeError, ValueError):
        raise ValueError("payment: it is not an x402 version 2 payment") from None
    if message.get("x402Version") != 2:
        raise ValueError("payment: it is not an x402 version 2 payment")
    return Signed(header, valid_before)
