package eip712

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"pgregory.net/rapid"
)

// parse reads typed data from JSON.
func parse(t interface{ Fatal(...any) }, text string) *TypedData {
	var doc struct {
		Types           Types
		PrimaryType     string
		Domain, Message map[string]any
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	return &TypedData{Types: doc.Types, PrimaryType: doc.PrimaryType, Domain: doc.Domain, Message: doc.Message}
}

// mail is the example of EIP-712.
const mail = `{"types":{
 "Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}],
 "Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},{"name":"contents","type":"string"}]},
 "primaryType":"Mail",
 "domain":{"name":"Ether Mail","version":"1","chainId":1,"verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"},
 "message":{"from":{"name":"Cow","wallet":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},
  "to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},"contents":"Hello, Bob!"}}`

func TestExampleOfEIP712(t *testing.T) {
	d := parse(t, mail)
	separator, err := d.DomainSeparator()
	if err != nil {
		t.Fatal(err)
	}
	digest, err := d.Digest()
	if err != nil {
		t.Fatal(err)
	}
	for got, want := range map[string]string{
		d.Types.Encode("Mail"):           "Mail(Person from,Person to,string contents)Person(string name,address wallet)",
		hex.EncodeToString(separator[:]): "f2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f",
		hex.EncodeToString(digest[:]):    "be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestBrokenTypedDataNamesTheRuleAndThePlace edits the example of EIP-712 to break one rule at a time.
func TestBrokenTypedDataNamesTheRuleAndThePlace(t *testing.T) {
	for _, c := range []struct{ why, old, new, path, reason string }{
		{"value of another type", `"contents":"Hello, Bob!"`, `"contents":1`, "message.contents", "text is wanted"},
		{"short address", `0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB`, `0xbBbB`, "message.to.wallet", "20 bytes"},
		{"0X, which wallets take for text", `0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB`, `0XbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB`, "message.to.wallet", "written as 0x"},
		{"missing member", `"contents":"Hello, Bob!"`, `"text":"Hello, Bob!"`, "message.contents", "missing"},
		{"unsigned member", `"contents":"Hello, Bob!"`, `"contents":"Hello, Bob!","amount":"5"`, "message.amount", "does not cover"},
		{"unsigned member within", `"name":"Bob"`, `"name":"Bob","x":1`, "message.to.x", "does not cover"},
		{"null struct", `"to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"}`, `"to":null`, "message.to", "is an object"},
		{"unknown domain member", `"version":"1"`, `"release":"1"`, "domain.release", "a domain has"},
		{"fractional chain id", `"chainId":1,`, `"chainId":1.5,`, "domain.chainId", "not an integer"},
		{"unknown type", `"type":"Person"}`, `"type":"Human"}`, "types.Mail[0].type", "neither"},
		{"odd integer size", `"type":"string"}]}`, `"type":"uint7"}]}`, "types.Mail[2].type", "8 to 256"},
		{"elementary type defined", `"Person":[`, `"bytes32":[],"Person":[`, "types.bytes32", "elementary"},
		{"broken dimensions", `"type":"Person"}`, `"type":"Person[x]"}`, "types.Mail[0].type", "dimensions"},
		{"member twice", `{"name":"to",`, `{"name":"from",`, "types.Mail[1].name", "twice"},
		{"injected type text", `{"name":"contents",`, `{"name":"contents)Evil(string x",`, "types.Mail[2].name", "brackets or parentheses"},
		{"a blank in a name that refers to another", `"Mail":[`, `"E mail":[{"name":"from","type":"Person"}],"Mail":[`, "types.E mail[0].type", "wallets differ"},
		{"no primary type", `"primaryType":"Mail"`, `"primaryType":"Letter"`, "primaryType", "no Letter"},
	} {
		t.Run(c.why, func(t *testing.T) {
			text := strings.Replace(mail, c.old, c.new, 1)
			if text == mail {
				t.Fatal("nothing was edited")
			}
			_, err := parse(t, text).Digest()
			var e *Error
			if !errors.As(err, &e) || e.Path != c.path || !strings.Contains(e.Reason, c.reason) {
				t.Errorf("got %v, want %s: ... %s ...", err, c.path, c.reason)
			}
		})
	}
}

// TestDigestIsThatOfGoEthereum compares with an independent implementation on random messages, including lists and
// structs in lists.
func TestDigestIsThatOfGoEthereum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`0x[0-9a-f]{64}`)
		address := rapid.StringMatching(`0x[0-9a-f]{40}`)
		item := rapid.Custom(func(t *rapid.T) any {
			return map[string]any{"id": word.Draw(t, "id"), "on": rapid.Bool().Draw(t, "on")}
		})
		message := map[string]any{
			"who": address.Draw(t, "who"), "text": rapid.String().Draw(t, "text"),
			"n":     json.Number(rapid.StringMatching(`[1-9][0-9]{0,70}`).Draw(t, "n")),
			"raw":   rapid.StringMatching(`0x([0-9a-f]{2}){0,40}`).Draw(t, "raw"),
			"items": rapid.SliceOfN(item, 0, 4).Draw(t, "items"),
		}
		types := Types{
			"Item": {{"id", "bytes32"}, {"on", "bool"}},
			"Top":  {{"who", "address"}, {"text", "string"}, {"n", "uint256"}, {"raw", "bytes"}, {"items", "Item[]"}},
		}
		d := &TypedData{Types: types, PrimaryType: "Top", Domain: map[string]any{"name": "x", "chainId": json.Number("8453")}, Message: message}
		got, err := d.Digest()
		if err != nil {
			t.Fatal(err)
		}
		peer := apitypes.TypedData{
			Types: apitypes.Types{
				"EIP712Domain": {{Name: "name", Type: "string"}, {Name: "chainId", Type: "uint256"}},
				"Item":         {{Name: "id", Type: "bytes32"}, {Name: "on", Type: "bool"}},
				"Top":          {{Name: "who", Type: "address"}, {Name: "text", Type: "string"}, {Name: "n", Type: "uint256"}, {Name: "raw", Type: "bytes"}, {Name: "items", Type: "Item[]"}},
			},
			PrimaryType: "Top", Domain: apitypes.TypedDataDomain{Name: "x", ChainId: math.NewHexOrDecimal256(8453)},
			Message: map[string]any{"who": message["who"], "text": message["text"], "n": message["n"].(json.Number).String(), "raw": message["raw"], "items": message["items"]},
		}
		want, _, err := apitypes.TypedDataAndHash(peer)
		if err != nil {
			t.Fatal(err)
		}
		if string(got[:]) != string(want) {
			t.Fatalf("got %x, want %x", got, want)
		}
	})
}

// TestNamesWithBlanksAreHashedAsWritten, as eth-sig-util and ethers do.
func TestNamesWithBlanksAreHashedAsWritten(t *testing.T) {
	d := parse(t, `{"types":{"New limit order":[{"name":"order id","type":"string"},{"name":"price","type":"uint256"}]},
		"primaryType":"New limit order","domain":{},"message":{"order id":"7","price":1}}`)
	if _, err := d.Digest(); err != nil {
		t.Fatal(err)
	}
	if got := d.Types.Encode("New limit order"); got != "New limit order(string order id,uint256 price)" {
		t.Error(got)
	}
}

// TestHostileNestingEnds: recursive types with deep values, and nested lists, end with an error.
func TestHostileNestingEnds(t *testing.T) {
	deep := strings.Repeat(`{"next":`, 5000) + `{}` + strings.Repeat(`}`, 5000)
	d := parse(t, `{"types":{"N":[{"name":"next","type":"N"}]},"primaryType":"N","domain":{},"message":`+deep+`}`)
	if _, err := d.Digest(); err == nil {
		t.Error("a struct without end was hashed")
	}
	list := strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000)
	d = parse(t, `{"types":{"N":[{"name":"next","type":"uint8`+strings.Repeat(`[]`, 5000)+`"}]},"primaryType":"N","domain":{},"message":{"next":`+list+`}}`)
	if _, err := d.Digest(); err == nil {
		t.Error("a list without end was hashed")
	}
}
