"""An Ethereum account for tests, of the standard library alone: what x402 asks of a signer, and no more.

It is not for money: its arithmetic takes a time that depends on the key.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

# secp256k1, from SEC 2.
_FIELD = 2**256 - 2**32 - 977
_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
_BASE = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)

_DOMAIN = (("name", "string"), ("version", "string"), ("chainId", "uint256"), ("verifyingContract", "address"))

_Point = tuple[int, int]
_Fields = Sequence[tuple[str, str]]


class Account:
    """Signs typed data (EIP-712) with a private key in hex."""

    def __init__(self, key: str) -> None:
        self._key = int(key, 16)
        if not 0 < self._key < _ORDER:
            raise ValueError("it is no private key of secp256k1")
        x, y = _times(self._key, _BASE)
        self.address = "0x" + keccak256(x.to_bytes(32, "big") + y.to_bytes(32, "big"))[-20:].hex()

    def sign_typed_data(self, domain: Any, types: Mapping[str, Any], primary_type: str, message: Any) -> bytes:
        """The signature r, s, v of a message whose types have no inner ones. domain and types are x402's."""
        values = {
            "name": domain.name,
            "version": domain.version,
            "chainId": domain.chain_id,
            "verifyingContract": domain.verifying_contract,
        }
        fields = [(field.name, field.type) for field in types[primary_type]]
        parts = b"\x19\x01" + _struct("EIP712Domain", _DOMAIN, values) + _struct(primary_type, fields, message)
        return self.sign(keccak256(parts))

    def sign(self, digest: bytes) -> bytes:
        """The signature of a digest, with the lower of both values of s, as the token wants it."""
        while True:
            nonce = 1 + secrets.randbelow(_ORDER - 1)
            x, y = _times(nonce, _BASE)
            r = x % _ORDER
            s = pow(nonce, -1, _ORDER) * (int.from_bytes(digest, "big") + r * self._key) % _ORDER
            if r == x and s != 0:
                break
        odd = y & 1
        if s > _ORDER // 2:
            s = _ORDER - s
            odd ^= 1
        return r.to_bytes(32, "big") + s.to_bytes(32, "big") + bytes([27 + odd])


def _struct(name: str, fields: _Fields, values: Mapping[str, Any]) -> bytes:
    declared = ",".join(f"{kind} {field}" for field, kind in fields)
    words = [keccak256(f"{name}({declared})".encode())]
    words += [_word(kind, values[field]) for field, kind in fields]
    return keccak256(b"".join(words))


def _word(kind: str, value: Any) -> bytes:
    if kind == "string":
        return keccak256(value.encode())
    if kind == "uint256":
        return int(value).to_bytes(32, "big")
    if kind == "address":
        return bytes.fromhex(value[2:]).rjust(32, b"\0")
    if kind == "bytes32":
        return bytes(value)
    raise ValueError(f"type {kind} is not known here")


def _times(scalar: int, point: _Point) -> _Point:
    """The point so many times, by doubling and adding. scalar is from 1 to the order less 1."""
    total: _Point | None = None
    while scalar:
        if scalar & 1:
            total = point if total is None else _plus(total, point)
        point = _plus(point, point)
        scalar >>= 1
    assert total is not None
    return total


def _plus(a: _Point, b: _Point) -> _Point:
    if a == b:
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, _FIELD)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, _FIELD)
    x = (slope * slope - a[0] - b[0]) % _FIELD
    return x, (slope * (a[0] - x) - a[1]) % _FIELD


_RATE = 136  # bytes that Keccak-256 takes in at once
_LANE = 2**64 - 1


def keccak256(text: bytes) -> bytes:
    """Keccak-256 as Ethereum has it, which pads otherwise than hashlib's sha3_256."""
    padded = bytearray(text + b"\x01" + b"\0" * (_RATE - 1 - len(text) % _RATE))
    padded[-1] |= 0x80
    state = [0] * 25
    for start in range(0, len(padded), _RATE):
        for lane in range(_RATE // 8):
            at = start + 8 * lane
            state[lane] ^= int.from_bytes(padded[at : at + 8], "little")
        state = _permute(state)
    return b"".join(lane.to_bytes(8, "little") for lane in state[:4])


def _permute(state: list[int]) -> list[int]:
    """Keccak-f[1600]. Lane x, y is at x + 5 y. The constants of iota come from its shift register."""
    register = 1
    for _ in range(24):
        columns = [state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20] for x in range(5)]
        state = [lane ^ columns[(i - 1) % 5] ^ _turned(columns[(i + 1) % 5], 1) for i, lane in enumerate(state)]

        moved = [0] * 25
        moved[0] = state[0]
        x, y = 1, 0
        for step in range(24):
            at = x + 5 * y
            x, y = y, (2 * x + 3 * y) % 5
            moved[x + 5 * y] = _turned(state[at], (step + 1) * (step + 2) // 2)

        for row in range(0, 25, 5):
            for x in range(5):
                state[row + x] = moved[row + x] ^ (~moved[row + (x + 1) % 5] & moved[row + (x + 2) % 5] & _LANE)

        for bit in range(7):
            if register & 1:
                state[0] ^= 1 << (2**bit - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
    return state


def _turned(lane: int, bits: int) -> int:
    bits %= 64
    return (lane << bits | lane >> (64 - bits)) & _LANE
