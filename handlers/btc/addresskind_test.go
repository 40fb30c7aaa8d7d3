package btc

import (
	"errors"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/chain/base58"
)

func TestKindsOfAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa":                             kindP2PKH,
		"3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy":                             kindP2SH,
		"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4":                     kindP2WPKH, // BIP 173
		"BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4":                     kindP2WPKH,
		"bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3": kindP2WSH,
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0": kindP2TR, // BIP 350
		"bc1pfeessrawgf":                             kindP2A,
		"bc1sw50qgdz25j":                             kindWitness, // version 16
		"bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs":       kindWitness, // version 2
		"bc1p6uwxc048hflxaerh5zlastpqc7ye0zpvq7gq2a": kindWitness, // version 1 of 20 bytes
	} {
		got, err := readAddress(text)
		if err != nil || got.kind != want {
			t.Errorf("%s is %q, %v; want %s", text, got.kind, err, want)
		}
		if strings.HasPrefix(got.text, "bc1") != (got.witness != nil) || got.text == strings.ToUpper(text) {
			t.Errorf("%s is shown as %s with witness version %v", text, got.text, got.witness)
		}
	}
}

func TestRefusedAddressesAreToldWhy(t *testing.T) {
	key := make([]byte, 32)
	for want, texts := range map[error][]string{
		errSum: {
			"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
			"3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz",
			"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
			"bc1",
			"bc1q",
		},
		errForm: {
			"1a1zp1ep5qgefi2dmptftl5slmv7divfna",
			"0x00000000219ab540356cbb839cbe05303d7705fa",
			"zzzz9999",
			"1",
			"é",
			"a'b\"c\\\n)",
			strings.Repeat("1", 119),
		},
		errMixed: {
			"bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
			"Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
		},
		errTestnet: {
			"tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
			"bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
			"mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
			"2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc",
		},
		errForeign: {
			base58.EncodeChecked(append([]byte{0x30}, key[:20]...), base58.Bitcoin),
		},
		errPrivate: {
			base58.EncodeChecked(append([]byte{0x80}, key...), base58.Bitcoin),
			base58.EncodeChecked(append(append([]byte{0x80}, key...), 1), base58.Bitcoin),
			"xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqji" +
				"ChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
		},
		errPublic: {
			"xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2" +
				"gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8",
		},
	} {
		for _, text := range texts {
			if _, err := readAddress(text); !errors.Is(err, want) {
				t.Errorf("%q: %v; want %v", text, err, want)
			}
		}
	}
	for _, text := range []string{ // right checksums of the wrong form
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
		"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
		"bc1qr508d6qejxtdg4y5r3zarvaryv98gj9p",
		"bc1gmk9yu",
	} {
		if _, err := readAddress(text); err == nil || !strings.Contains(err.Error(), "rules") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
