package base58

import (
	"bytes"
	"encoding/hex"
	"testing"

	"pgregory.net/rapid"
)

// TestPublishedVectors are pairs of Bitcoin Core's base58_encode_decode.json.
func TestPublishedVectors(t *testing.T) {
	for want, text := range map[string]string{
		"":                     "",
		"61":                   "2g",
		"626262":               "a3gV",
		"00000000000000000000": "1111111111",
		"516b6fcd0f":           "ABnLTmg",
		"572e4794":             "3EFU7m",
	} {
		raw, err := hex.DecodeString(want)
		if err != nil {
			t.Fatal(err)
		}
		if got := Encode(raw, Bitcoin); got != text {
			t.Errorf("%s is written %q, want %q", want, got, text)
		}
		if got := Decode(text, Bitcoin); !bytes.Equal(got, raw) {
			t.Errorf("%q reads as %x, want %s", text, got, want)
		}
	}
}

func TestBytesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOfN(rapid.Byte(), 1, 80).Draw(t, "raw")
		alphabet := rapid.SampledFrom([]string{Bitcoin, Ripple}).Draw(t, "alphabet")
		if got, ok := DecodeChecked(EncodeChecked(raw, alphabet), alphabet); !ok || !bytes.Equal(got, raw) {
			t.Fatalf("%x comes back as %x, %v", raw, got, ok)
		}
	})
}

func TestChangedLettersAreNoticed(t *testing.T) {
	const genesis = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" // the first block pays to it
	if body, ok := DecodeChecked(genesis, Bitcoin); !ok || len(body) != 21 {
		t.Fatalf("%s: %x, %v", genesis, body, ok)
	}
	for i := range genesis {
		changed := []byte(genesis)
		changed[i] = 'x'
		if _, ok := DecodeChecked(string(changed), Bitcoin); ok {
			t.Errorf("%s passes", changed)
		}
	}
	for _, text := range []string{"", "1", "0OIl", "1111", "é"} {
		if _, ok := DecodeChecked(text, Bitcoin); ok {
			t.Errorf("%q passes", text)
		}
	}
}
