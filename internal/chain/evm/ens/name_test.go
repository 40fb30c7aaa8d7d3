package ens

import (
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"
)

// TestNamehashVectors are those of ENSIP-1 (EIP-137) and the nodes that the Basenames and ENSIP-19 contracts have as constants.
func TestNamehashVectors(t *testing.T) {
	for name, want := range map[string]string{
		"":                 "0x0000000000000000000000000000000000000000000000000000000000000000",
		"eth":              "0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae",
		"foo.eth":          "0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f",
		"base.eth":         "0xff1e3c0eb00ec714e34b6114125fbde1dea2f24a72fbf672e7b7fd5690328e10",
		"addr.reverse":     "0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2",
		"80002105.reverse": "0x08d9b0993eb8c4da57c37a4b84a6e384c2623114ff4e9370ed51c9b8935109ba",
		"default.reverse":  "0x53a2e7cce84726721578c676b4798972d354dd7c62c832415371716693edd312",
		"[4f5b812789fc606be1b3b16908db13fc7a9adf7ca72641f84d75b47069d3d7f0]": "0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae",
	} {
		if got := Namehash(name); got.Hex() != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	if CoinBase != 2147492101 {
		t.Errorf("coin type of Base is %d", int64(CoinBase))
	}
	a := common.HexToAddress("0xAbCd000000000000000000000000000000000001")
	if reverseNode(a) != Namehash("abcd000000000000000000000000000000000001.80002105.reverse") {
		t.Error("reverse node")
	}
}

// TestNamesInNormalForm: examples of ENSIP-15.
func TestNamesInNormalForm(t *testing.T) {
	for _, c := range []struct{ why, name, normal string }{
		{"upper case", "Nick.ETH", "nick.eth"},
		{"emoji presentation", "1️⃣.eth", "1⃣.eth"},
		{"fullwidth", "ｖitalik.eth", "vitalik.eth"},
		{"mixed scripts", "vitаlik.eth", ""},
		{"underscore not in front", "a_b.eth", ""},
		{"zero width space", "a\u200bb.eth", "ab.eth"},
		{"joiner outside an emoji", "a\u200db.eth", ""},
		{"punycode look-alike", "xn--a.eth", ""},
		{"empty label", "a..eth", ""},
		{"no label", "", ""},
		{"one label", "eth", ""},
		{"no UTF-8", "a\xff.eth", ""},
		{"label over 255 bytes", strings.Repeat("a", 256) + ".eth", ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			var odd *NotNormal
			if err := Check(c.name); !errors.As(err, &odd) || odd.Normal != c.normal {
				t.Errorf("%s: %v", c.why, err)
			}
		})
	}
	for _, name := range []string{"vitalik.eth", "_a.eth", "jesse.base.eth", "ab-c.eth", "🚴‍♂.eth", "日本.eth", "a.b.c.example.com"} {
		if err := Check(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNormalFormIsNormal: what Check proposes passes Check unless it lacks a dot, and nothing panics.
func TestNormalFormIsNormal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.String().Draw(rt, "name") + rapid.SampledFrom([]string{"", ".eth", ".Eth", "..", "\u200d.eth"}).Draw(rt, "end")
		var odd *NotNormal
		if err := Check(name); errors.As(err, &odd) && odd.Normal != "" && strings.Contains(odd.Normal, ".") {
			if err := Check(odd.Normal); err != nil && len(odd.Normal) < 255 {
				rt.Fatalf("%q: %v", odd.Normal, err)
			}
		}
		Namehash(name)
	})
}

func TestParentsEndAtBaseEth(t *testing.T) {
	if got := strings.Join(parents("a.b.base.eth"), " "); got != "b.base.eth base.eth" {
		t.Error(got)
	}
	if got := parents(strings.Repeat("a.", 40) + "base.eth"); len(got) != maxParents {
		t.Errorf("%d of them", len(got))
	}
}
