package sanctions

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/samples"
)

// Addresses made for these tests: the same 20 bytes under the version of each currency. The bech32 ones of BIP 173 and BIP 350
// are those documents' own.
const (
	ownBitcoin = "18252U26JLDdjzAqpfuKnSF8Q82GnBmukk"
	ownScript  = "38i5x1WXrEY1q9sGwmZvD4c4YeJzLpQ1YD"
	ownTron    = "TGzH2XPpT4LauAEUQwZ3JawGJumb375nXG"
	ownLite    = "LSF2HgKvNzTgznrzzotd4TJtcLPYzBEi5g"
	ownBNB     = "bnb1fn72s9tw5pdvjzwuddzkvflraq6lyzsk28eh6z"
)

func TestAddressFamiliesAreToldFromTheAddress(t *testing.T) {
	for in, want := range map[string]string{
		"0x7b3E2c1d5f60a9784Bc2De9F0a1B2c3D4e5F6071": "evm 0x7b3e2c1d5f60a9784bc2de9f0a1b2c3d4e5f6071",
		"0X7B3E2C1D5F60A9784BC2DE9F0A1B2C3D4E5F6071": "evm 0x7b3e2c1d5f60a9784bc2de9f0a1b2c3d4e5f6071",
		ownBitcoin: "bitcoin " + ownBitcoin, ownScript: "bitcoin " + ownScript, ownTron: "tron " + ownTron, ownLite: "litecoin " + ownLite, ownBNB: "bnb " + ownBNB,
		"BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4":                     "bitcoin bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",                     // BIP 173
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0": "bitcoin bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", // BIP 350
		"rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh":                             "ripple rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",                              // the ledger's first account
		"So11111111111111111111111111111111111111112":                    "solana So11111111111111111111111111111111111111112",
	} {
		a, err := ParseAddress(in)
		if err != nil || a.Family+" "+a.Key != want {
			t.Errorf("%s: %+v %v, want %s", in, a, err, want)
		}
	}
}

// TestWaysToWriteOneAddressHaveOneKey: pairs from the documents of each form, and own ones where they have none.
func TestWaysToWriteOneAddressHaveOneKey(t *testing.T) {
	const (
		ripple  = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"                                                              // XLS-5d
		stellar = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"                                        // SEP-23
		ton     = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8"                              // TON documentation
		tron    = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"                                                              // the USDT contract
		monero  = "4AdUndXHHZ6cfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2684Rge" // Monero documentation
	)
	for in, want := range map[string]string{
		"X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ": "ripple " + ripple, "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu": "ripple " + ripple, ripple: "ripple " + ripple,
		"MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ": "stellar " + stellar, stellar: "stellar " + stellar,
		"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N": "ton " + ton, "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI": "ton " + ton, "0:83DFD552" + ton[10:]: "ton " + ton, ton: "ton " + ton,
		"41a614f803b6fd780986a42c78ec9c7f77e6ded13c": "tron " + tron, "41A614F803B6FD780986A42C78EC9C7F77E6DED13C": "tron " + tron,
		"4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK": "monero " + monero, monero: "monero " + monero,
		"MTf4tP1TCNBn8dNkyxeBVoPrFCcVzxJvvh": "litecoin 3MSvaVbVFFLML86rt5eqgA9SvW23upaXdY", "3MSvaVbVFFLML86rt5eqgA9SvW23upaXdY": "bitcoin 3MSvaVbVFFLML86rt5eqgA9SvW23upaXdY",
		// The CashAddr specification.
		"bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a": "bitcoin_cash 1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A": "bitcoin_cash 1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
		"1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu": "bitcoin 1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq": "bitcoin_cash 3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC",
	} {
		a, err := ParseAddress(in)
		if err != nil || a.Family+" "+a.Key != want {
			t.Errorf("%s: %+v %v, want %s", in, a, err, want)
		}
	}
}

// TestOneWrongLetterIsSeen in each form that has a checksum: the address is refused, whichever letter it is.
func TestOneWrongLetterIsSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom([]string{
			"X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ", "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
			"4AdUndXHHZ6cfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2684Rge", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
			"rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", ownTron, ownBitcoin, ownLite, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
		}).Draw(t, "address")
		at := rapid.IntRange(2, len(s)-1).Draw(t, "letter")
		other := rapid.SampledFrom([]rune("234567abcdefACDEFQZ")).Draw(t, "for")
		wrong := s[:at] + string(other) + s[at+1:]
		if wrong == s || strings.EqualFold(wrong, s) && s[0] == 'q' {
			return
		}
		if a, err := ParseAddress(wrong); err == nil {
			t.Fatalf("%s is %+v", wrong, a)
		}
	})
}

// TestWitnessProgramsAreWhole: bech32's checksum does not see a letter q put in before a last p (BIP 350), the length does.
func TestWitnessProgramsAreWhole(t *testing.T) {
	for _, s := range []string{
		"bc1qr508d6qejxtdg4y5r3zarvaryv98gj9p",                           // BIP 173: program of 16 bytes for version 0
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", // BIP 350: bech32 for version 1
		"bc1gmk9yu", // BIP 173: no data
	} {
		if a, err := ParseAddress(s); !errors.Is(err, ErrAddressChecksum) {
			t.Errorf("%s: %+v %v", s, a, err)
		}
	}
}

func TestMistypedAddressesAreRefused(t *testing.T) {
	for in, want := range map[string]error{
		ownTron[:len(ownTron)-1] + "H":                ErrAddressChecksum,
		strings.ToLower(ownTron):                      ErrAddressForm, // holds an l, which base58 has not
		strings.Replace(ownBitcoin, "2", "3", 1):      ErrAddressChecksum,
		"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5":  ErrAddressChecksum,
		"bc1qw508D6qejxtdg4y5r3zarvary0c5xw7kv8f3t4":  ErrAddressForm, // mixed case
		"0x7b3E2c1d5f60a9784Bc2De9F0a1B2c3D4e5F607":   ErrAddressForm,
		"0x7b3E2c1d5f60a9784Bc2De9F0a1B2c3D4e5F60711": ErrAddressForm,
		"0x" + strings.Repeat("g", 40):                ErrAddressForm,
		"vitalik.eth":                                 ErrAddressForm,
		"":                                            ErrAddressForm,
		strings.Repeat("1", 26):                       ErrAddressChecksum,
		"https://example.com":                         ErrAddressForm,
	} {
		if a, err := ParseAddress(in); !errors.Is(err, want) {
			t.Errorf("%s: %+v %v, want %v", in, a, err, want)
		}
	}
}

func TestKeysOfAnAddressAreStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`(0x[0-9a-fA-F]{40}|[13LTr][1-9A-HJ-NP-Za-km-z]{25,43}|bc1[02-9ac-hj-np-z]{20,60}|41[0-9a-f]{40}|-1:[0-9A-F]{64}|.{0,60})`).Draw(t, "address")
		a, err := ParseAddress(s)
		if err != nil {
			return
		}
		again, err := ParseAddress(a.Key)
		if err != nil || again.Key != a.Key {
			t.Fatalf("%q gives %+v, which gives %+v %v", s, a, again, err)
		}
	})
}

func TestMentionsInTextAreAddressesOnly(t *testing.T) {
	for text, want := range map[string]string{
		"Wallet " + ownTron + ", passport A1234567, IMO 9900019.":                               ownTron,
		"see (0x7b3E2c1d5f60a9784Bc2De9F0a1B2c3D4e5F6071) and " + ownBitcoin + ";":              "0x7b3E2c1d5f60a9784Bc2De9F0a1B2c3D4e5F6071 " + ownBitcoin,
		"transaction 0x" + strings.Repeat("ab", 32):                                             "",
		"company number 1111111111111111111111111111, " + strings.Replace(ownTron, "X", "Y", 1): "",
		"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4":                                            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
	} {
		var got []string
		for _, w := range mentioned(text) {
			got = append(got, w.Address)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestOneWalletUnderTwoAssetsIsOneMatch(t *testing.T) {
	l := &List{ID: "x", wallets: map[string][]walletRef{}, ships: map[string][]uint32{}, parties: []Party{
		{Ref: "1", Names: []Name{{Text: "A"}}, Wallets: []Wallet{{Address: "0xAB" + strings.Repeat("0", 38), Currency: "ETH"}, {Address: "0xab" + strings.Repeat("0", 38), Currency: "USDT"}, {Address: "odd address"}}},
		{Ref: "2", Names: []Name{{Text: "B"}}, Wallets: []Wallet{{Address: "0xab" + strings.Repeat("0", 38)}}},
	}}
	l.party(0)
	l.party(1)
	m := l.Wallet("0xab" + strings.Repeat("0", 38))
	if len(m) != 2 || strings.Join(m[0].Currencies, " ") != "ETH USDT" || m[0].Address[:4] != "0xAB" || len(m[1].Currencies) != 0 || l.Addresses() != 2 {
		t.Errorf("%+v", m)
	}
	if m := l.Wallet("odd address"); len(m) != 1 {
		t.Errorf("%+v", m)
	}
}

func TestCurrencySymbolsThatMeanOneThing(t *testing.T) {
	if !SameCurrency("btc", "XBT") || !SameCurrency("eth", "ETH") || SameCurrency("ETH", "USDT") {
		t.Error("BTC and XBT are one, ETH and USDT two")
	}
}

// TestListedAddressesAreAllRead: every address that OFAC has listed by 2024 in the recorded lists parses.
func TestListedAddressesAreAllRead(t *testing.T) {
	for _, f := range samples.Glob(t, "ofac/addresses_*.txt") {
		body, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range strings.Fields(string(body)) {
			if len(s) == 64 {
				continue // a Monero payment id, kept and found as it stands
			}
			if a, err := ParseAddress(s); err != nil {
				t.Errorf("%s: %s: %v", filepath.Base(f), s, err)
			} else if len(mentioned("address "+s+".")) != 1 && a.Family != "solana" {
				t.Errorf("%s: %s is not found in a text", filepath.Base(f), s)
			}
		}
	}
}
