// Package eip3009 is the token transfer that a buyer signs: EIP-3009 TransferWithAuthorization under
// an EIP-712 domain. It hashes, signs, recovers and packs, and it reads from a chain what became of
// an authorization.
//
// Sources: EIP-3009 (Transfer With Authorization), EIP-712 (typed data), EIP-2 (low s), and the
// behaviour of FiatTokenV2_2, the token behind USDC.
package eip3009

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/x402"
)

// Authorization is a TransferWithAuthorization message in exact types. Times are Unix seconds; the
// token takes it while ValidAfter < block time < ValidBefore. It is comparable.
type Authorization struct {
	From, To    common.Address
	Value       uint256.Int // atomic units of the token
	ValidAfter  uint256.Int
	ValidBefore uint256.Int
	Nonce       common.Hash
}

// ID names an authorization: a token spends a nonce of a payer once, whatever else is in the message.
type ID struct {
	From  common.Address
	Nonce common.Hash
}

// ID of the authorization.
func (a *Authorization) ID() ID { return ID{a.From, a.Nonce} }

// FieldError says which field of an authorization is malformed, and the rule it breaks.
type FieldError struct {
	Field string // name in the protocol: "from", "validBefore", "signature"...
	Rule  string
}

// Error is the field and the rule in one line.
func (e *FieldError) Error() string { return e.Field + " " + e.Rule }

// Parse reads an authorization as the protocol carries it. The error is a *FieldError.
func Parse(in x402.Authorization) (Authorization, error) {
	var a Authorization
	var err error
	if a.From, err = ParseAddress("from", in.From); err != nil {
		return a, err
	}
	if a.To, err = ParseAddress("to", in.To); err != nil {
		return a, err
	}

	for _, number := range []struct {
		field, text string
		into        *uint256.Int
	}{
		{"value", in.Value, &a.Value},
		{"validAfter", in.ValidAfter, &a.ValidAfter},
		{"validBefore", in.ValidBefore, &a.ValidBefore},
	} {
		if *number.into, err = ParseUint(number.field, number.text); err != nil {
			return a, err
		}
	}

	nonce, err := hexutil.Decode(in.Nonce)
	if err != nil || len(nonce) != len(a.Nonce) {
		return a, &FieldError{"nonce", "must be 0x and 64 hex digits"}
	}

	a.Nonce = common.Hash(nonce)
	return a, nil
}

// Wire is the authorization as the protocol carries it, addresses in checksum case.
func (a *Authorization) Wire() x402.Authorization {
	return x402.Authorization{
		From: a.From.Hex(), To: a.To.Hex(),
		Value: a.Value.Dec(), ValidAfter: a.ValidAfter.Dec(), ValidBefore: a.ValidBefore.Dec(),
		Nonce: a.Nonce.Hex(),
	}
}

// ParseAddress reads a 0x address of 40 hex digits in any case. The error is a *FieldError on field.
func ParseAddress(field, text string) (common.Address, error) {
	if len(text) != 42 || !strings.HasPrefix(text, "0x") || !common.IsHexAddress(text) {
		return common.Address{}, &FieldError{field, "must be 0x and 40 hex digits"}
	}
	return common.HexToAddress(text), nil
}

// ParseUint reads a decimal number of at most 256 bits: digits only, no sign, no spaces. Leading
// zeros are taken: they change nothing that is signed. The error is a *FieldError on field.
func ParseUint(field, text string) (uint256.Int, error) {
	var number uint256.Int
	if text == "" || len(text) > 100 || strings.Trim(text, "0123456789") != "" {
		return number, &FieldError{field, "must be a whole number in decimal digits"}
	}
	if err := number.SetFromDecimal(text); err != nil {
		return number, &FieldError{field, "must be below 2^256"}
	}
	return number, nil
}

// ParseSignature reads a 0x hex signature of 1 to 4,096 bytes. Length is not judged further: contract
// wallets have signatures of any. The error is a *FieldError on "signature".
func ParseSignature(text string) ([]byte, error) {
	if len(text) > 2+2*maxSignature {
		return nil, &FieldError{"signature", fmt.Sprintf("must be at most %d bytes", maxSignature)}
	}
	signature, err := hexutil.Decode(text)
	if err != nil || len(signature) == 0 {
		return nil, &FieldError{"signature", "must be 0x and an even number of hex digits"}
	}
	return signature, nil
}

// maxSignature bounds what a buyer can make us carry on chain, in bytes. Passkey wallets and
// multi-signature wallets stay below 2 kB.
const maxSignature = 4096
