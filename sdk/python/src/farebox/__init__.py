"""Farebox: pay-per-call data and tools, paid for in USDC (x402 version 2) within caps."""

from .client import Answer, AsyncFarebox, Farebox, Operation, Request
from .errors import (
    Declined,
    FareboxError,
    InsufficientFunds,
    InvalidInput,
    NotFound,
    OverBudget,
    PaymentRefused,
    PaymentRequired,
    Problem,
    RateLimited,
    SettlementPending,
    Unpayable,
    Upstream,
)
from .purchase import Payment
from .quotes import BASE_SEPOLIA_USDC, BASE_USDC, Asset

__all__ = [
    "BASE_SEPOLIA_USDC",
    "BASE_USDC",
    "Answer",
    "Asset",
    "AsyncFarebox",
    "Declined",
    "Farebox",
    "FareboxError",
    "InsufficientFunds",
    "InvalidInput",
    "NotFound",
    "Operation",
    "OverBudget",
    "Payment",
    "PaymentRefused",
    "PaymentRequired",
    "Problem",
    "RateLimited",
    "Request",
    "SettlementPending",
    "Unpayable",
    "Upstream",
]
