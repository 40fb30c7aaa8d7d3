package crypto

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	ethcrypto "github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/crypto"
	"github.com/farebox/farebox/internal/chain/abijson"
)

func TestMatchesComparesAddressesInAnyCase(t *testing.T) {
	other := "0x" + strings.Repeat("1", 40)
	lower := strings.ToLower(cow)
	for expected, want := range map[string]bool{cow: true, lower: true, "0x" + strings.ToUpper(cow[2:]): true, other: false} {
		got, err := verify(t, "eip712", mail, mailSignature, &expected)
		if err != nil {
			t.Fatal(err)
		}
		if got.Matches == nil || *got.Matches != want {
			t.Errorf("expected_signer %s: matches %v, want %v", expected, got.Matches, want)
		}
	}
}

func TestTypedDataMayComeAsItsJSONText(t *testing.T) {
	text, err := json.Marshal(mail)
	if err != nil {
		t.Fatal(err)
	}
	got, err := verify(t, "eip712", string(text), mailSignature, nil)
	if err != nil || got.Signer != cow {
		t.Errorf("signer %s, %v; want %s", got.Signer, err, cow)
	}
}

func TestPersonalMessageIsHexOnlyWhenItIsWholeBytes(t *testing.T) {
	for text, same := range map[string]string{
		"0x536f6d652064617461": "Some data",
		"0x":                   "",
	} {
		readings := personalReadings(text)
		if len(readings) != 2 || hexText(readings[0].digest) != hexText(personalDigest([]byte(same))) {
			t.Errorf("%q is not hashed as %q first", text, same)
		}
	}
	// These are text: the digest is of their characters.
	for _, text := range []string{"0xabc", "0xzz", "hello", "héllo", ""} {
		want := ethcrypto.Keccak256([]byte(fmt.Sprintf("\x19Ethereum Signed Message:\n%d%s", len(text), text)))
		if readings := personalReadings(text); len(readings) != 1 || hexText(readings[0].digest) != hexText(want) {
			t.Errorf("%q is not hashed as text", text)
		}
	}
}

// TestBothReadingsOfHexTextAreTriedForTheExpectedSigner: wallets sign the bytes, libraries the characters.
func TestBothReadingsOfHexTextAreTriedForTheExpectedSigner(t *testing.T) {
	const text = "0x536f6d652064617461"
	key, err := ethcrypto.HexToECDSA(strings.Repeat("46", 32))
	if err != nil {
		t.Fatal(err)
	}
	signer := ethcrypto.PubkeyToAddress(key.PublicKey).Hex()
	stranger := cow

	for _, c := range []struct {
		why      string
		signed   string
		expected *string
		readAs   gen.CryptoVerificationMessageReadAs
		right    bool // the signer is recovered
	}{
		{"the bytes were signed", "Some data", &signer, gen.Bytes, true},
		{"the characters were signed", text, &signer, gen.Text, true},
		{"neither fits", text, &stranger, gen.Bytes, false},
		{"nobody is expected: bytes", "Some data", nil, gen.Bytes, true},
		{"nobody is expected, and it was the characters", text, nil, gen.Bytes, false},
	} {
		signature, err := ethcrypto.Sign(personalDigest([]byte(c.signed)), key)
		if err != nil {
			t.Fatal(err)
		}
		got, err := verify(t, "eip191", `"`+text+`"`, hexText(signature), c.expected)
		if err != nil {
			t.Fatal(err)
		}
		if got.MessageReadAs == nil || *got.MessageReadAs != c.readAs || (got.Signer == signer) != c.right {
			t.Errorf("%s: signer %s, read as %v", c.why, got.Signer, got.MessageReadAs)
		}
		if c.expected != nil && (got.Matches == nil || *got.Matches != c.right) {
			t.Errorf("%s: matches %v", c.why, got.Matches)
		}
	}
}

func TestSignaturesThatNoHonestSignerMakesAreRefused(t *testing.T) {
	r, s := mailSignature[2:66], mailSignature[66:130]
	// The twin of the signature: n - s, with the other v (EIP-2).
	low, err := abijson.Integer("0x" + s)
	if err != nil {
		t.Fatal(err)
	}
	twin := fmt.Sprintf("%064x", low.Sub(ethcrypto.S256().Params().N, low))
	for _, c := range []struct{ name, signature, part string }{
		{"high s", "0x" + r + twin + "1b", "EIP-2"},
		{"zero r", "0x" + strings.Repeat("0", 64) + s + "1c", "out of range"},
		{"zero s", "0x" + r + strings.Repeat("0", 64) + "1c", "out of range"},
		{"r over the order", "0x" + strings.Repeat("f", 64) + s + "1c", "out of range"},
		{"EIP-155 v", "0x" + r + s + "25", "27, 28, 0 or 1"},
		{"v 2", "0x" + r + s + "02", "27, 28, 0 or 1"},
		{"v 29", "0x" + r + s + "1d", "27, 28, 0 or 1"},
		{"compact", "0x" + r + s, "EIP-2098"},
		{"empty", "0x", "65 bytes"},
		{"long", mailSignature + "00", "65 bytes"},
		{"odd", mailSignature[:131], "even number"},
		{"r that is not a point", "0x" + strings.Repeat("0", 63) + "5" + s + "1c", "no key"},
	} {
		_, err := verify(t, "eip712", mail, c.signature, nil)
		t.Run(c.name, func(t *testing.T) { wantProblem(t, err, 400, "signature", c.part) })
	}
}

func TestTypedDataThatBreaksARuleNamesTheMember(t *testing.T) {
	with := func(old, new string) string { return strings.Replace(mail, old, new, 1) }
	for _, c := range []struct {
		why, message string
		status       int
		field, part  string
	}{
		{"a list", `[]`, 400, "message", "is an object"},
		{"text that is not JSON", `"Some data"`, 400, "message", "is an object"},
		{"no types", `{"domain":{},"primaryType":"A","message":{}}`, 400, "message.types", "required"},
		{"no domain", `{"types":{},"primaryType":"A","message":{}}`, 400, "message.domain", "required"},
		{"no message", `{"types":{"A":[]},"domain":{},"primaryType":"A"}`, 400, "message.message", "required"},
		{"primary type unknown", with(`"primaryType":"Mail"`, `"primaryType":"Letter"`), 400, "message.primaryType", "no Letter"},
		{"primary type missing", with(`"primaryType":"Mail",`, ``), 400, "message.primaryType", "name of one of the types"},
		{"member type unknown", with(`"name":"to","type":"Person"`, `"name":"to","type":"Animal"`), 400, "message.types.Mail[1].type", "neither an elementary type"},
		{"fixed point", with(`"name":"contents","type":"string"`, `"name":"contents","type":"fixed"`), 400, "message.types.Mail[2].type", "neither"},
		{"bad width", with(`"name":"contents","type":"string"`, `"name":"contents","type":"uint13"`), 400, "message.types.Mail[2].type", "8 to 256"},
		{"bad dimension", with(`"name":"contents","type":"string"`, `"name":"contents","type":"string[0]"`), 400, "message.types.Mail[2].type", "array dimensions"},
		{"redefined elementary", with(`"Person":[`, `"uint8":[],"Person":[`), 400, "message.types.uint8", "cannot be defined"},
		{"member twice", with(`{"name":"wallet","type":"address"}`, `{"name":"name","type":"address"}`), 400, "message.types.Person[1].name", "defined twice"},
		{"member without type", with(`{"name":"wallet","type":"address"}`, `{"name":"wallet"}`), 400, "message.types.Person[1]", "a name and a type"},
		{"type is not a list", with(`"Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}]`, `"Person":{}`), 400, "message.types.Person", "not an object"},
		{"value missing", with(`,"contents":"Hello, Bob!"`, ``), 400, "message.message.contents", "of type string is missing"},
		{"value of a nested struct", with(`"wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"`, `"wallet":"Bob"`), 400, "message.message.to.wallet", "address: bytes are written as 0x"},
		{"string as a number", with(`"contents":"Hello, Bob!"`, `"contents":5`), 400, "message.message.contents", "not a number"},
		{"struct as text", with(`"to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"}`, `"to":"Bob"`), 400, "message.message.to", "is an object, not a string"},
		{"chain id out of range", with(`"chainId":1`, `"chainId":-1`), 400, "message.domain.chainId", "out of the range of uint256"},
		{"domain member missing", with(`"chainId":1,`, ``), 400, "message.domain.chainId", "missing"},
		{"element of a list", strings.Replace(mailWithArrays, "0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeF", "0x12", 1), 400, "message.message.from.wallets[1]", "20 bytes, not 1"},
		{"fixed length", strings.Replace(mailWithArrays, `"name":"wallets","type":"address[]"`, `"name":"wallets","type":"address[3]"`, 1), 400, "message.message.from.wallets", "has 3 elements, not 2"},
		{"list as object", strings.Replace(mailWithArrays, `"to":[`, `"to":{},"too":[`, 1), 400, "message.message.to", "is a list, not an object"},
		{"derived domain with a member of its own", `{"types":{"A":[]},"domain":{"name":"x","shop":1},"primaryType":"A","message":{}}`, 400, "message.domain.shop", "define EIP712Domain"},
		{"too big", `"` + strings.Repeat("a", maxMessageBytes) + `"`, 413, "message", "at most"},
		{"deep JSON", strings.Repeat("[", 100000), 400, "message", "JSON"},
	} {
		_, err := verify(t, "eip712", c.message, mailSignature, nil)
		t.Run(c.why, func(t *testing.T) { wantProblem(t, err, c.status, c.field, c.part) })
	}
	_, err := verify(t, "eip191", mail, mailSignature, nil)
	wantProblem(t, err, 400, "message", "is a string, not an object")
}

func digestOf(t *testing.T, message string) string {
	t.Helper()
	v, err := decodeJSON([]byte(message))
	if err != nil {
		t.Fatal(err)
	}
	d, err := typedDigest(v)
	if err != nil {
		t.Fatal(err)
	}
	return hexText(d)
}

func TestIntegersAreTheSameHoweverWritten(t *testing.T) {
	for _, id := range []string{`"1"`, `"0x1"`, `"0x01"`, `1.0`, `1e0`, `10e-1`} {
		if got := digestOf(t, strings.Replace(mail, `"chainId":1`, `"chainId":`+id, 1)); got != mailDigest {
			t.Errorf("chainId %s: digest %s, want %s", id, got, mailDigest)
		}
	}
}

func TestMembersOutsideTheTypeAreLeftOut(t *testing.T) {
	if got := digestOf(t, strings.Replace(mail, `"contents":"Hello`, `"draft":true,"contents":"Hello`, 1)); got != mailDigest {
		t.Errorf("digest %s, want %s", got, mailDigest)
	}
}

func TestNullStructIsZeroBytesLikeAMissingOne(t *testing.T) {
	with := strings.Replace(familyTree, `{"name":"Rickard"}`, `{"name":"Rickard","mother":null,"father":null}`, 1)
	if a, b := digestOf(t, familyTree), digestOf(t, with); a != b {
		t.Errorf("digests %s and %s", a, b)
	}
}

func TestDomainAloneCanBeSigned(t *testing.T) {
	domainOnly := `{"types":{},` + mailDomain + `,"primaryType":"EIP712Domain"}`
	// EIP-712, Example.sol
	separator, _ := abijson.Bytes("0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f")
	want := hexText(ethcrypto.Keccak256([]byte{0x19, 0x01}, separator))
	if got := digestOf(t, domainOnly); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// TestDigestEqualsGoEthereums compares with apitypes on types that it accepts: nested structs, lists of
// lists, every kind of elementary type.
func TestDigestEqualsGoEthereums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		item := func(label string) map[string]any {
			return map[string]any{
				"small": fmt.Sprint(rapid.Uint8().Draw(t, label+"small")),
				"diff":  fmt.Sprint(rapid.Int64().Draw(t, label+"diff")),
				"who":   hexText(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, label+"who")),
				"id":    hexText(rapid.SliceOfN(rapid.Byte(), 7, 7).Draw(t, label+"id")),
				"blob":  hexText(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, label+"blob")),
				"text":  rapid.StringN(0, 20, -1).Draw(t, label+"text"),
				"yes":   rapid.Bool().Draw(t, label+"yes"),
			}
		}
		rows := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "rows") {
			row := []any{}
			for range rapid.IntRange(0, 3).Draw(t, "cells") {
				row = append(row, fmt.Sprint(rapid.Uint32().Draw(t, "cell")))
			}
			rows = append(rows, row)
		}
		items := []any{}
		for i := range rapid.IntRange(0, 3).Draw(t, "items") {
			items = append(items, item(fmt.Sprint(i)))
		}
		data := map[string]any{
			"types": map[string]any{
				"EIP712Domain": []any{map[string]any{"name": "name", "type": "string"}, map[string]any{"name": "salt", "type": "bytes32"}},
				"Item": []any{
					map[string]any{"name": "small", "type": "uint8"}, map[string]any{"name": "diff", "type": "int64"},
					map[string]any{"name": "who", "type": "address"}, map[string]any{"name": "id", "type": "bytes7"},
					map[string]any{"name": "blob", "type": "bytes"}, map[string]any{"name": "text", "type": "string"},
					map[string]any{"name": "yes", "type": "bool"},
				},
				"Order": []any{
					map[string]any{"name": "items", "type": "Item[]"}, map[string]any{"name": "first", "type": "Item"},
					map[string]any{"name": "grid", "type": "uint256[][]"},
				},
			},
			"domain":      map[string]any{"name": "Shop", "salt": hexText(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "salt"))},
			"primaryType": "Order",
			"message":     map[string]any{"items": items, "first": item("first"), "grid": rows},
		}
		text, err := json.Marshal(data)
		if err != nil {
			t.Fatal(err)
		}
		var theirs apitypes.TypedData
		if err := json.Unmarshal(text, &theirs); err != nil {
			t.Fatal(err)
		}
		want, _, err := apitypes.TypedDataAndHash(theirs)
		if err != nil {
			t.Fatal(err)
		}
		v, err := decodeJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := typedDigest(v)
		if err != nil || hexText(got) != hexText(want) {
			t.Fatalf("digest %x, %v; want %x of %s", got, err, want, text)
		}
	})
}

// TestManyTypesAreRefused: a type's text covers all types that it refers to, so a long chain of types would cost
// the square of its length.
func TestManyTypesAreRefused(t *testing.T) {
	var b strings.Builder
	for i := range 201 {
		fmt.Fprintf(&b, `"T%d":[{"name":"next","type":"T%d"}],`, i, (i+1)%201)
	}
	_, err := verify(t, "eip712", `{"types":{`+strings.TrimSuffix(b.String(), ",")+`},"domain":{},"primaryType":"T0","message":{}}`, mailSignature, nil)
	wantProblem(t, err, 400, "message.types", "at most 200 types")
}

func FuzzTypedDataIsHashedOrRefused(f *testing.F) {
	for _, seed := range []string{mail, mailWithArrays, familyTree, `{"types":{},"domain":{},"primaryType":"EIP712Domain"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, message string) {
		v, err := decodeJSON([]byte(message))
		if err != nil {
			return
		}
		first, err := typedDigest(v)
		if err != nil {
			return
		}
		second, err := typedDigest(v)
		if err != nil || hexText(first) != hexText(second) {
			t.Fatalf("two digests of one message: %x, %x, %v", first, second, err)
		}
	})
}

func FuzzSignatureCanonicalFormIsItsOwn(f *testing.F) {
	for _, seed := range []string{"f()", "f(uint a, (bool b, bytes)[2] c)", "g(tuple(int8) x)", "h(ufixed8x1 indexed q)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sig, err := abijson.ParseSignature(text)
		if err != nil {
			return
		}
		again, err := abijson.ParseSignature(sig.String())
		if err != nil || again.String() != sig.String() {
			t.Fatalf("%q has the form %q, and that has %q, %v", text, sig, again, err)
		}
	})
}
