package permit2_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/permit2"
	"github.com/farebox/farebox/payment/x402"
)

// example is that of the specification, which says nothing of its key.
var example = x402.Permit2Authorization{
	Permitted: x402.Permit2Permitted{
		Token:  "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
		Amount: "10000",
	},
	From:     "0x857b06519E91e3A54538791bDbb0E22373e36b66",
	Spender:  "0x402085c248EeA27D92E8b30b2C58ed07f9E20001",
	Nonce:    "33247007178036348590600198031289925668252061821958005840077069883511451257277",
	Deadline: "1740672154",
	Witness: x402.Permit2Witness{
		To:         "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
		ValidAfter: "1740672089",
	},
}

func parsed(t *testing.T, in x402.Permit2Authorization) permit2.Authorization {
	t.Helper()
	a, err := permit2.Parse(in)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestDigestIsThatOfTypedData(t *testing.T) {
	a := parsed(t, example)
	typed := apitypes.TypedData{
		Types: apitypes.Types{
			"EIP712Domain": {
				{Name: "name", Type: "string"},
				{Name: "chainId", Type: "uint256"},
				{Name: "verifyingContract", Type: "address"},
			},
			"PermitWitnessTransferFrom": {
				{Name: "permitted", Type: "TokenPermissions"},
				{Name: "spender", Type: "address"},
				{Name: "nonce", Type: "uint256"},
				{Name: "deadline", Type: "uint256"},
				{Name: "witness", Type: "Witness"},
			},
			"TokenPermissions": {
				{Name: "token", Type: "address"},
				{Name: "amount", Type: "uint256"},
			},
			"Witness": {
				{Name: "to", Type: "address"},
				{Name: "validAfter", Type: "uint256"},
			},
		},
		PrimaryType: "PermitWitnessTransferFrom",
		Domain: apitypes.TypedDataDomain{
			Name:              "Permit2",
			ChainId:           math.NewHexOrDecimal256(84532),
			VerifyingContract: permit2.Address.Hex(),
		},
		Message: apitypes.TypedDataMessage{
			"permitted": map[string]any{
				"token":  example.Permitted.Token,
				"amount": example.Permitted.Amount,
			},
			"spender":  example.Spender,
			"nonce":    example.Nonce,
			"deadline": example.Deadline,
			"witness": map[string]any{
				"to":         example.Witness.To,
				"validAfter": example.Witness.ValidAfter,
			},
		},
	}
	want, _, err := apitypes.TypedDataAndHash(typed)
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Digest(permit2.Separator(84532)); got != common.BytesToHash(want) {
		t.Errorf("digest %s, want %#x", got, want)
	}
	if permit2.Separator(1) == permit2.Separator(8453) {
		t.Error("a signature for one chain counts on another")
	}
}

const proxyABI = `[{"type":"function","name":"settle","inputs":[
	{"name":"permit","type":"tuple","components":[
		{"name":"permitted","type":"tuple","components":[{"name":"token","type":"address"},{"name":"amount","type":"uint256"}]},
		{"name":"nonce","type":"uint256"},{"name":"deadline","type":"uint256"}]},
	{"name":"owner","type":"address"},
	{"name":"witness","type":"tuple","components":[{"name":"to","type":"address"},{"name":"validAfter","type":"uint256"}]},
	{"name":"signature","type":"bytes"}]}]`

func TestSettleIsPackedAsTheProxyReadsIt(t *testing.T) {
	proxy, err := abi.JSON(strings.NewReader(proxyABI))
	if err != nil {
		t.Fatal(err)
	}
	a := parsed(t, example)
	type permitted struct {
		Token  common.Address
		Amount *big.Int
	}
	type permit struct {
		Permitted       permitted
		Nonce, Deadline *big.Int
	}
	type witness struct {
		To         common.Address
		ValidAfter *big.Int
	}
	for _, signature := range [][]byte{make([]byte, 65), []byte("one"), make([]byte, 320)} {
		want, err := proxy.Pack("settle", permit{
			Permitted: permitted{a.Token, a.Amount.ToBig()},
			Nonce:     a.Nonce.ToBig(),
			Deadline:  a.Deadline.ToBig(),
		}, a.From, witness{a.To, a.ValidAfter.ToBig()}, signature)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.PackSettle(signature); hexutil.Encode(got) != hexutil.Encode(want) {
			t.Errorf("packed\n%x, want\n%x", got, want)
		}
	}
}

func TestParseNamesTheFieldAtFault(t *testing.T) {
	for _, row := range []struct {
		why, field string
		change     func(*x402.Permit2Authorization)
	}{
		{"empty", "from", func(a *x402.Permit2Authorization) { a.From = "" }},
		{"short", "spender", func(a *x402.Permit2Authorization) { a.Spender = "0x4020" }},
		{"not hex", "permitted.token", func(a *x402.Permit2Authorization) { a.Permitted.Token = "0x" + strings.Repeat("g", 40) }},
		{"missing", "witness.to", func(a *x402.Permit2Authorization) { a.Witness = x402.Permit2Witness{} }},
		{"negative", "permitted.amount", func(a *x402.Permit2Authorization) { a.Permitted.Amount = "-1" }},
		{"hex", "nonce", func(a *x402.Permit2Authorization) { a.Nonce = "0x10" }},
		{"fraction", "deadline", func(a *x402.Permit2Authorization) { a.Deadline = "1.5" }},
		{"spaces", "witness.validAfter", func(a *x402.Permit2Authorization) { a.Witness.ValidAfter = " 1" }},
	} {
		t.Run(row.field+" "+row.why, func(t *testing.T) {
			wire := example
			row.change(&wire)
			_, err := permit2.Parse(wire)
			var field *eip3009.FieldError
			if !errors.As(err, &field) || field.Field != row.field {
				t.Errorf("error %v, want one on %s", err, row.field)
			}
		})
	}
}

func TestWireIsOneSpellingOfAnAuthorization(t *testing.T) {
	other := example
	other.From = strings.ToLower(other.From)
	other.Nonce = "000" + other.Nonce
	a := parsed(t, other)
	if a.Wire() != example {
		t.Errorf("%+v, want %+v", a.Wire(), example)
	}
}

// The last eight bits of a nonce name a bit, the others a word (SignatureTransfer.bitmapPositions of Permit2).
func TestNonceIsABitOfItsWord(t *testing.T) {
	a := parsed(t, example)
	id := a.ID()
	call := permit2.PackNonceBitmap(id)
	word := new(uint256.Int).SetBytes(call[4+32:])
	if want := new(uint256.Int).Rsh(&a.Nonce, 8); !word.Eq(want) {
		t.Errorf("word %s, want %s", word, want)
	}
	bit := uint(a.Nonce[0] & 0xff)
	mask := new(uint256.Int).Lsh(uint256.NewInt(1), bit)
	if !permit2.IsSpent(*mask, id) || permit2.IsSpent(*new(uint256.Int).Not(mask), id) {
		t.Errorf("the bit of the nonce is not %d", bit)
	}
}

func TestTransferIsValidInTheSameSeconds(t *testing.T) {
	a := parsed(t, example)
	got := a.Transfer()
	// EIP-3009 wants validAfter < now < validBefore, the contracts validAfter <= now <= deadline.
	if got.ValidAfter.Uint64() != 1740672088 || got.ValidBefore.Uint64() != 1740672155 {
		t.Errorf("valid between %s and %s", got.ValidAfter.Dec(), got.ValidBefore.Dec())
	}
	a.ValidAfter.Clear()
	a.Deadline.SetAllOne()
	if got = a.Transfer(); !got.ValidAfter.IsZero() || got.ValidBefore != a.Deadline {
		t.Errorf("at the ends: %s and %s", got.ValidAfter.Dec(), got.ValidBefore.Dec())
	}
	if got.ID() != a.ID() {
		t.Error("it has another name")
	}
}
