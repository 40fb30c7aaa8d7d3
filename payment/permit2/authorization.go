// Package permit2 is the token transfer that a buyer signs where the token has no EIP-3009: a permit of Uniswap's
// Permit2 for x402's proxy, which moves exactly the amount that was signed to whom was signed, and to nobody else. The
// package hashes, signs for, recovers and packs such permits, and it reads from a chain what became of one.
//
// Sources: the contracts SignatureTransfer and PermitHash of github.com/Uniswap/permit2, x402ExactPermit2Proxy and
// scheme_exact_evm.md of the x402 specification, EIP-712.
package permit2

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Where the contracts are on every chain that has them (CREATE2).
var (
	// Address is that of Permit2, which a payer lets spend its tokens.
	Address = known.Permit2
	// Proxy is x402ExactPermit2Proxy, which a payer signs for.
	Proxy = known.X402Exact
)

// Authorization is a PermitWitnessTransferFrom message in exact types. Times are Unix seconds; the contracts take it
// while ValidAfter <= block time <= Deadline. It is comparable.
type Authorization struct {
	From, To   common.Address // To is the witness's
	Spender    common.Address // the only contract that may use it
	Token      common.Address
	Amount     uint256.Int // atomic units of the token
	Nonce      uint256.Int
	ValidAfter uint256.Int // the witness's
	Deadline   uint256.Int
}

// Parse reads an authorization as the protocol carries it. The error is an *eip3009.FieldError.
func Parse(in x402.Permit2Authorization) (a Authorization, err error) {
	for _, address := range []struct {
		field, text string
		into        *common.Address
	}{
		{"from", in.From, &a.From},
		{"spender", in.Spender, &a.Spender},
		{"permitted.token", in.Permitted.Token, &a.Token},
		{"witness.to", in.Witness.To, &a.To},
	} {
		if *address.into, err = eip3009.ParseAddress(address.field, address.text); err != nil {
			return a, err
		}
	}

	for _, number := range []struct {
		field, text string
		into        *uint256.Int
	}{
		{"permitted.amount", in.Permitted.Amount, &a.Amount},
		{"nonce", in.Nonce, &a.Nonce},
		{"deadline", in.Deadline, &a.Deadline},
		{"witness.validAfter", in.Witness.ValidAfter, &a.ValidAfter},
	} {
		if *number.into, err = eip3009.ParseUint(number.field, number.text); err != nil {
			return a, err
		}
	}
	return a, nil
}

// Wire is the authorization as the protocol carries it, addresses in checksum case.
func (a *Authorization) Wire() x402.Permit2Authorization {
	return x402.Permit2Authorization{
		Permitted: x402.Permit2Permitted{
			Token:  a.Token.Hex(),
			Amount: a.Amount.Dec(),
		},
		From:     a.From.Hex(),
		Spender:  a.Spender.Hex(),
		Nonce:    a.Nonce.Dec(),
		Deadline: a.Deadline.Dec(),
		Witness: x402.Permit2Witness{
			To:         a.To.Hex(),
			ValidAfter: a.ValidAfter.Dec(),
		},
	}
}

// Transfer is the same transfer in the terms of EIP-3009, which is valid in the same seconds: there both ends of the
// time are left out, here both are in. Permit2 spends a nonce of a payer once too, whatever else is in the message.
func (a *Authorization) Transfer() eip3009.Authorization {
	t := eip3009.Authorization{
		From:  a.From,
		To:    a.To,
		Value: a.Amount,
		Nonce: a.Nonce.Bytes32(),
	}
	if !a.ValidAfter.IsZero() {
		t.ValidAfter.SubUint64(&a.ValidAfter, 1)
	}
	if _, overflow := t.ValidBefore.AddOverflow(&a.Deadline, uint256.NewInt(1)); overflow {
		t.ValidBefore.SetAllOne()
	}
	return t
}
