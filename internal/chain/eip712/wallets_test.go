package eip712

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

// TestWhatWalletsSignOfLooseData edits the example of EIP-712. Unless another digest is given, wallets sign the
// example's.
func TestWhatWalletsSignOfLooseData(t *testing.T) {
	const example = "be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2"
	for _, c := range []struct {
		why, old, new string
		other         bool // the digest differs from the example's
	}{
		{
			"a member that no type declares", `"contents":"Hello, Bob!"`, `"contents":"Hello, Bob!","amount":"5"`,
			false,
		},
		{"one within", `"name":"Bob"`, `"name":"Bob","x":{"y":1}`, false},
		{"one of the domain", `"version":"1"`, `"version":"1","release":"1"`, false},
		{"a chain id as text", `"chainId":1`, `"chainId":" +1 "`, false},
		{"a chain id as binary", `"chainId":1`, `"chainId":"0b1"`, false},
		{
			"an address without 0x", `0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB`,
			`bBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB`, false,
		},
		{
			"an address as a number", `0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB`,
			`1071767867375995473349368877325274214414350531515`, false,
		},
		{"a short address", `0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB`, `0xbB`, true},
		{
			"a name in place of an address", `0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB`, `bob.eth`, true,
		},
		{
			"a struct that is null", `"to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"}`,
			`"to":null`, true,
		},
		{"a text that is null", `"contents":"Hello, Bob!"`, `"contents":null`, true},
	} {
		t.Run(c.why, func(t *testing.T) {
			text := strings.Replace(mail, c.old, c.new, 1)
			if text == mail {
				t.Fatal("nothing was edited")
			}
			d := parse(t, text)
			unreadable := d.AsSigned()
			if isName := c.new == "bob.eth"; slices.Contains(unreadable, "message.to.wallet") != isName {
				t.Errorf("unreadable are %q", unreadable)
			}
			digest, err := d.Digest()
			if err != nil {
				t.Fatal(err)
			}
			if same := hex.EncodeToString(digest[:]) == example; same == c.other {
				t.Errorf("digest %x", digest)
			}
		})
	}
}

// oneMember is a message with one member.
func oneMember(typ, value string) string {
	return `{"types":{"EIP712Domain":[],"A":[{"name":"a","type":"` + typ + `"}]},"primaryType":"A","domain":{},` +
		`"message":{"a":` + value + `}}`
}

// TestValuesAsJavaScriptTakesThem: the forms that wallets' languages accept.
func TestValuesAsJavaScriptTakesThem(t *testing.T) {
	for _, c := range []struct {
		why, typ, value, same string
	}{
		{"the text false is true", "bool", `"false"`, `true`},
		{"zero is false", "bool", `0`, `false`},
		{"null is false", "bool", `null`, `false`},
		{"nothing is zero", "uint256", `""`, `0`},
		{"true is one", "uint256", `true`, `1`},
		{"octal", "uint256", `"0o17"`, `15`},
		{"an odd number of digits", "bytes", `"0x123"`, `"0x0123"`},
		{"text in bytes", "bytes", `"abc"`, `"0x616263"`},
		{
			"a short bytes32", "bytes32", `"0x01"`,
			`"0x0100000000000000000000000000000000000000000000000000000000000000"`,
		},
		{"a number as text", "string", `16706`, `"AB"`},
		{"two of three", "uint8[2]", `[1,2,3]`, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			of := func(value string) *TypedData {
				return parse(t, oneMember(c.typ, value))
			}
			d := of(c.value)
			d.AsSigned()
			got, err := d.Digest()
			if err != nil {
				t.Fatal(err)
			}
			if c.same == "" {
				return
			}
			if want, err := of(c.same).Digest(); err != nil || got != want {
				t.Errorf("%x, want %x (%v)", got, want, err)
			}
		})
	}
}

// TestWhatNoWalletSignsStaysAnError: a value that none of them can encode.
func TestWhatNoWalletSignsStaysAnError(t *testing.T) {
	for typ, value := range map[string]string{
		"uint256": `-1`, "uint8": `256`, "address": `null`, "bytes32": `"text"`, "uint8[]": `null`, "int256": `"five"`,
		"string": `{}`, "bytes4": `"0x1122334455"`,
	} {
		d := parse(t, oneMember(typ, value))
		d.AsSigned()
		if _, err := d.Digest(); err == nil {
			t.Errorf("%s of %s was hashed", typ, value)
		}
	}
}
