package eip3009_test

import (
	"encoding/hex"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// The vector was worked out with viem; the key is keccak256 of a known text.
const (
	vectorKey       = "0x825936613e59e078ae0c459fea65c588233c05e0ac3dfdb13e60b992bb444994"
	vectorSeparator = "0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f"
	vectorStruct    = "0x7fb71b15846431c68980f39020896b2fe00ef80e3c5c5789e7dac64f36e3bc4b"
	vectorDigest    = "0xb288057e800de4ba69e20183e3b4d85cba6d52d54a47932b287ff5ce55471432"
	vectorSignature = "0xdea256278bae52584f60ff9acdeb222bbc0f97f4ccfc16626c916392efb0eee321467bdf670c1542900d5155a8f8e711b3c4571d1d997ca8c33bf07cef575c761b"
)

var vectorWire = x402.Authorization{
	From: "0x69e02065553fE627a5c01e79E431c5f9e071bf95", To: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
	Value: "2000", ValidAfter: "1740672089", ValidBefore: "1740672154",
	Nonce: "0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480",
}

func base() x402.Network        { return x402.Builtin()[0] }
func baseSepolia() x402.Network { return x402.Builtin()[1] }

func vector(t *testing.T) eip3009.Authorization {
	t.Helper()
	a, err := eip3009.Parse(vectorWire)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestHashesMatchThePublishedVector(t *testing.T) {
	a := vector(t)
	separator := eip3009.DomainOf(base()).Separator()
	for _, row := range []struct {
		what string
		got  common.Hash
		want string
	}{
		{"domain type", eip3009.DomainTypeHash, "0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f"},
		{"transfer type", eip3009.TransferTypeHash, "0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267"},
		{"cancel type (EIP-3009)", eip3009.CancelTypeHash, "0x158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429"},
		{"Base separator", separator, vectorSeparator},
		{"Base Sepolia separator", eip3009.DomainOf(baseSepolia()).Separator(), "0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818"},
		{"struct", a.StructHash(), vectorStruct},
		{"digest", a.Digest(separator), vectorDigest},
		{"AuthorizationUsed topic", eip3009.TopicUsed, "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5"},
		{"AuthorizationCanceled topic", eip3009.TopicCanceled, "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81"},
		{"Transfer topic", eip3009.TopicTransfer, "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"},
	} {
		if row.got.Hex() != row.want {
			t.Errorf("%s: %s, want %s", row.what, row.got, row.want)
		}
	}
}

func TestSignatureMatchesThePublishedVector(t *testing.T) {
	key, err := crypto.ToECDSA(hexutil.MustDecode(vectorKey))
	if err != nil {
		t.Fatal(err)
	}
	got, err := eip3009.Sign(key, common.HexToHash(vectorDigest))
	if err != nil {
		t.Fatal(err)
	}
	if hexutil.Encode(got) != vectorSignature {
		t.Errorf("signature %x", got)
	}
	for _, v := range []byte{27, 0} { // both ways to write it
		got[64] = v
		signer, err := eip3009.Recover(common.HexToHash(vectorDigest), got)
		if err != nil || signer.Hex() != vectorWire.From {
			t.Errorf("v %d: signer %s, error %v", v, signer, err)
		}
	}
	if a := vector(t); a.Wire() != vectorWire {
		t.Errorf("on the wire again: %+v", a.Wire())
	}
}

// TestDigestAgreesWithGoEthereum is the law: our code and go-ethereum's general typed-data hashing
// agree on every authorization and domain.
func TestDigestAgreesWithGoEthereum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAuthorization(t)
		domain := eip3009.Domain{
			Name: rapid.StringN(1, 30, -1).Draw(t, "name"), Version: rapid.StringN(1, 5, -1).Draw(t, "version"),
			ChainID: rapid.Uint64Range(1, 1<<62).Draw(t, "chain"), Contract: drawAddress(t, "contract"),
		}
		wire := a.Wire()
		data := apitypes.TypedData{
			PrimaryType: "TransferWithAuthorization",
			Types: apitypes.Types{
				"EIP712Domain":              {{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}, {Name: "verifyingContract", Type: "address"}},
				"TransferWithAuthorization": {{Name: "from", Type: "address"}, {Name: "to", Type: "address"}, {Name: "value", Type: "uint256"}, {Name: "validAfter", Type: "uint256"}, {Name: "validBefore", Type: "uint256"}, {Name: "nonce", Type: "bytes32"}},
			},
			Domain: apitypes.TypedDataDomain{
				Name: domain.Name, Version: domain.Version,
				ChainId: (*math.HexOrDecimal256)(new(big.Int).SetUint64(domain.ChainID)), VerifyingContract: domain.Contract.Hex(),
			},
			Message: apitypes.TypedDataMessage{
				"from": wire.From, "to": wire.To, "value": wire.Value,
				"validAfter": wire.ValidAfter, "validBefore": wire.ValidBefore, "nonce": wire.Nonce,
			},
		}
		want, _, err := apitypes.TypedDataAndHash(data)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Digest(domain.Separator()); got != common.Hash(want) {
			t.Fatalf("digest %s, go-ethereum has %x", got, want)
		}
	})
}

const tokenABI = `[
{"type":"function","name":"transferWithAuthorization","inputs":[{"name":"from","type":"address"},{"name":"to","type":"address"},{"name":"value","type":"uint256"},{"name":"validAfter","type":"uint256"},{"name":"validBefore","type":"uint256"},{"name":"nonce","type":"bytes32"},{"name":"v","type":"uint8"},{"name":"r","type":"bytes32"},{"name":"s","type":"bytes32"}]},
{"type":"function","name":"transferWithAuthorization","inputs":[{"name":"from","type":"address"},{"name":"to","type":"address"},{"name":"value","type":"uint256"},{"name":"validAfter","type":"uint256"},{"name":"validBefore","type":"uint256"},{"name":"nonce","type":"bytes32"},{"name":"signature","type":"bytes"}]},
{"type":"function","name":"authorizationState","inputs":[{"name":"authorizer","type":"address"},{"name":"nonce","type":"bytes32"}]},
{"type":"function","name":"balanceOf","inputs":[{"name":"account","type":"address"}]},
{"type":"function","name":"cancelAuthorization","inputs":[{"name":"authorizer","type":"address"},{"name":"nonce","type":"bytes32"},{"name":"v","type":"uint8"},{"name":"r","type":"bytes32"},{"name":"s","type":"bytes32"}]},
{"type":"function","name":"isValidSignature","inputs":[{"name":"hash","type":"bytes32"},{"name":"signature","type":"bytes"}]},
{"type":"function","name":"DOMAIN_SEPARATOR","inputs":[]},
{"type":"function","name":"name","inputs":[]},
{"type":"function","name":"version","inputs":[]},
{"type":"function","name":"decimals","inputs":[]},
{"type":"function","name":"getBlockNumber","inputs":[]},
{"type":"function","name":"getCurrentBlockTimestamp","inputs":[]},
{"type":"function","name":"aggregate3","inputs":[{"name":"calls","type":"tuple[]","components":[{"name":"target","type":"address"},{"name":"allowFailure","type":"bool"},{"name":"callData","type":"bytes"}]}],
 "outputs":[{"name":"returnData","type":"tuple[]","components":[{"name":"success","type":"bool"},{"name":"returnData","type":"bytes"}]}]}
]`

func TestCalldataAgreesWithGoEthereum(t *testing.T) {
	token, err := abi.JSON(strings.NewReader(tokenABI))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		a := drawAuthorization(t)
		signature := rapid.SliceOfN(rapid.Byte(), 65, 65).Draw(t, "signature")
		signature[64] = rapid.SampledFrom([]byte{27, 28}).Draw(t, "v")
		long := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "wallet signature")
		r, s := [32]byte(signature[:32]), [32]byte(signature[32:64])
		fields := []any{a.From, a.To, a.Value.ToBig(), a.ValidAfter.ToBig(), a.ValidBefore.ToBig(), [32]byte(a.Nonce)}
		vrs, err := a.PackTransfer(signature)
		if err != nil {
			t.Fatal(err)
		}
		cancel, err := eip3009.PackCancel(a.ID(), signature)
		if err != nil {
			t.Fatal(err)
		}
		type call3 struct {
			Target       common.Address
			AllowFailure bool
			CallData     []byte
		}
		for _, row := range []struct {
			method string
			got    []byte
			args   []any
		}{
			{"transferWithAuthorization", vrs, append(fields[:6:6], signature[64], r, s)},
			{"transferWithAuthorization0", a.PackTransferBytes(long), append(fields[:6:6], long)},
			{"authorizationState", eip3009.PackState(a.ID()), []any{a.From, [32]byte(a.Nonce)}},
			{"balanceOf", eip3009.PackBalanceOf(a.From), []any{a.From}},
			{"cancelAuthorization", cancel, []any{a.From, [32]byte(a.Nonce), signature[64], r, s}},
			{"isValidSignature", eip3009.PackIsValidSignature(common.Hash(a.Nonce), long), []any{[32]byte(a.Nonce), long}},
			{"DOMAIN_SEPARATOR", eip3009.SelectorDomainSeparator[:], nil},
			{"decimals", eip3009.SelectorDecimals[:], nil},
			{"name", eip3009.SelectorName[:], nil},
			{"version", eip3009.SelectorVersion[:], nil},
			{"getBlockNumber", eip3009.SelectorBlockNumber[:], nil},
			{"getCurrentBlockTimestamp", eip3009.SelectorBlockTime[:], nil},
			{"aggregate3", eip3009.PackAggregate([]eip3009.Call{
				{a.From, vrs, false},
				{a.To, long, true},
				{a.To, nil, false},
			}),
				[]any{[]call3{{a.From, true, vrs}, {a.To, false, long}, {a.To, true, nil}}}},
		} {
			want, err := token.Pack(row.method, row.args...)
			if err != nil {
				t.Fatal(err)
			}
			if string(row.got) != string(want) {
				t.Fatalf("%s\n got %s\nwant %s", row.method, hex.EncodeToString(row.got), hex.EncodeToString(want))
			}
		}
	})
}

func TestAggregateAnswerAgreesWithGoEthereum(t *testing.T) {
	token, err := abi.JSON(strings.NewReader(tokenABI))
	if err != nil {
		t.Fatal(err)
	}
	type result struct {
		Success    bool
		ReturnData []byte
	}
	rapid.Check(t, func(t *rapid.T) {
		var want []result
		for range rapid.IntRange(0, 5).Draw(t, "calls") {
			want = append(want, result{rapid.Bool().Draw(t, "success"), rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "data")})
		}
		answer, err := token.Methods["aggregate3"].Outputs.Pack(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := eip3009.UnpackAggregate(answer, len(want))
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if got[i].Success != want[i].Success || string(got[i].Data) != string(want[i].ReturnData) {
				t.Fatalf("result %d: %+v, want %+v", i, got[i], want[i])
			}
		}
		// Nothing that an endpoint answers may do more than give an error.
		cut := rapid.IntRange(0, len(answer)).Draw(t, "cut")
		broken := append([]byte(nil), answer[:cut]...)
		if len(broken) > 0 {
			broken[rapid.IntRange(0, len(broken)-1).Draw(t, "at")] ^= rapid.Byte().Draw(t, "bits")
		}
		_, _ = eip3009.UnpackAggregate(broken, len(want))
		_ = eip3009.RevertReason(broken)
		_, _, _ = eip3009.Unwrap(append(broken, strings.Repeat("\x64\x92", 16)...))
	})
}

func drawAddress(t *rapid.T, label string) common.Address {
	return common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, label))
}

func drawNumber(t *rapid.T, label string) uint256.Int {
	var n uint256.Int
	n.SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, label))
	return n
}

func drawAuthorization(t *rapid.T) eip3009.Authorization {
	return eip3009.Authorization{
		From: drawAddress(t, "from"), To: drawAddress(t, "to"), Value: drawNumber(t, "value"),
		ValidAfter: drawNumber(t, "validAfter"), ValidBefore: drawNumber(t, "validBefore"),
		Nonce: common.BytesToHash(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "nonce")),
	}
}

func BenchmarkDigestAndRecover(b *testing.B) {
	a, err := eip3009.Parse(vectorWire)
	if err != nil {
		b.Fatal(err)
	}
	separator := eip3009.DomainOf(base()).Separator()
	signature := hexutil.MustDecode(vectorSignature)
	b.Run("digest", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.Digest(separator)
		}
	})
	b.Run("digest and recover", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := eip3009.Recover(a.Digest(separator), signature); err != nil {
				b.Fatal(err)
			}
		}
	})
}
