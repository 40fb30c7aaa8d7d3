"""The account of the tests signs as Ethereum does."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).parent))

from account import Account, keccak256  # noqa: E402


class Signs(unittest.TestCase):
    def test_hashes_are_those_of_ethereum(self) -> None:
        for text, wanted in [
            (b"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
            (b"abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
            (b"a" * 135, "34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446"),  # padding of one byte
            (b"a" * 136, "a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e"),  # a block of padding
        ]:
            self.assertEqual(keccak256(text).hex(), wanted)

    def test_the_address_of_a_key(self) -> None:
        # From EIP-712: the private key is the hash of "cow".
        account = Account(keccak256(b"cow").hex())
        self.assertEqual(account.address, "0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826")

    def test_no_key_is_refused(self) -> None:
        for key in ("0", "f" * 64):
            with self.assertRaises(ValueError):
                Account(key)

    def test_a_type_that_is_not_known_is_refused(self) -> None:
        domain = SimpleNamespace(name="a", version="1", chain_id=1, verifying_contract="0x" + "1" * 40)
        types = {"T": [SimpleNamespace(name="n", type="int8")]}
        with self.assertRaises(ValueError):
            Account("1").sign_typed_data(domain, types, "T", {"n": 1})


if __name__ == "__main__":
    unittest.main()
