"""Stands in for the x402 package where no registry can be reached: the calls of it that signing.py makes, in its terms."""

from __future__ import annotations

from typing import Any

from .schemas import PaymentPayload, PaymentRequired


class x402ClientSync:
    def __init__(self) -> None:
        self._schemes: dict[str, Any] = {}

    def register(self, network: str, scheme: Any) -> None:
        self._schemes[network] = scheme

    def create_payment_payload(
        self, payment_required: PaymentRequired, resource: Any = None, extensions: dict[str, Any] | None = None
    ) -> PaymentPayload:
        offers = [offer for offer in payment_required.accepts if offer["network"] in self._schemes]
        accepted = offers[0]
        payload = self._schemes[accepted["network"]].create_payment_payload(accepted)
        return PaymentPayload(payload, accepted, resource, extensions)
