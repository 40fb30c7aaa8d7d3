package btc

import (
	"errors"
	"strings"

	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/chain/bech32"
)

// address is an address of the main network whose checksum is right.
type address struct {
	text    string // as explorers take it: bech32 in small letters
	kind    string // one of BtcAddressType
	witness *int   // version of the witness program, nil for base58 addresses
}

// Kinds of addresses.
const (
	kindP2PKH   = "p2pkh"
	kindP2SH    = "p2sh"
	kindP2WPKH  = "p2wpkh"
	kindP2WSH   = "p2wsh"
	kindP2TR    = "p2tr"
	kindP2A     = "p2a"
	kindWitness = "witness_unknown" // a version or length that has no meaning yet (BIP 141 leaves it to later rules)
)

// Version bytes of base58check (Bitcoin Core, chainparams.cpp).
const (
	versionKey           = 0x00
	versionScript        = 0x05
	versionTestKey       = 0x6f
	versionTestScript    = 0xc4
	versionPrivate       = 0x80
	versionPrivateTest   = 0xef
	longestBech32        = 90 // BIP 173
	longestBase58Address = 35
)

var (
	errForm    = errors.New("is not a Bitcoin address: those begin with bc1q, bc1p, 1 or 3")
	errTestnet = errors.New("is an address of a test network; only the main network is served")
	errMixed   = errors.New("mixes capitals and small letters, which a bc1 address never does (BIP 173)")
	errSum     = errors.New("has a wrong checksum: a character is missing, changed or in the wrong case")
	errRules   = errors.New("breaks the rules of its witness version: version 0 is written in bech32 with 20 or 32 " +
		"bytes, versions 1 to 16 in bech32m with 2 to 40")
	errForeign = errors.New("is in the form of an address, but of another network than Bitcoin's main one")
	errPrivate = errors.New("is a private key and no address: whoever has seen it can spend the coins, so move them")
	errPublic  = errors.New("is an extended key and no address: give one of the addresses made from it")
)

// readAddress reads an address and checks all that can be known without asking anybody.
func readAddress(text string) (address, error) {
	lower := strings.ToLower(text)
	switch {
	case strings.HasPrefix(lower, "bc1"):
		return readWitness(text, lower)
	case strings.HasPrefix(lower, "tb1"), strings.HasPrefix(lower, "bcrt1"):
		return address{}, errTestnet
	case len(text) > 100 && (strings.HasPrefix(lower[1:], "pub") || strings.HasPrefix(lower[1:], "prv")):
		if lower[1:4] == "prv" {
			return address{}, errPrivate
		}
		return address{}, errPublic
	}
	return readBase58(text)
}

func readWitness(text, lower string) (address, error) {
	if text != lower && text != strings.ToUpper(text) {
		return address{}, errMixed
	}
	sum := bech32.Sum(lower)
	if len(lower) > longestBech32 || sum != bech32.Classic && sum != bech32.Modified {
		return address{}, errSum
	}
	w, ok := bech32.ReadWitness(lower)
	if !ok {
		return address{}, errRules
	}
	return address{lower, witnessKind(w), &w.Version}, nil
}

func witnessKind(w bech32.Witness) string {
	switch size := len(w.Program); {
	case w.Version == 0 && size == 20:
		return kindP2WPKH
	case w.Version == 0:
		return kindP2WSH
	case w.Version == 1 && size == 32:
		return kindP2TR
	case w.Version == 1 && string(w.Program) == "\x4e\x73": // pay to anchor, standard since Bitcoin Core 28
		return kindP2A
	}
	return kindWitness
}

func readBase58(text string) (address, error) {
	if len(text) > longestBase58Address+20 {
		return address{}, errForm
	}
	raw := base58.Decode(text, base58.Bitcoin)
	body, right := base58.Checked(raw)
	switch {
	case len(raw) < 20:
		return address{}, errForm
	case !right && len(text) > longestBase58Address:
		return address{}, errForm
	case !right:
		return address{}, errSum
	}

	switch version := body[0]; {
	case (version == versionPrivate || version == versionPrivateTest) && (len(body) == 33 || len(body) == 34):
		return address{}, errPrivate
	case len(body) != 21:
		return address{}, errForm
	case version == versionKey:
		return address{text, kindP2PKH, nil}, nil
	case version == versionScript:
		return address{text, kindP2SH, nil}, nil
	case version == versionTestKey, version == versionTestScript:
		return address{}, errTestnet
	}
	return address{}, errForeign
}

// scriptKinds are the explorers' words for scripts that addresses have other words for.
var scriptKinds = map[string]string{
	"v0_p2wpkh": kindP2WPKH,
	"v0_p2wsh":  kindP2WSH,
	"v1_p2tr":   kindP2TR,
	"anchor":    kindP2A,
}

// scriptKind is the kind of an output's script; the explorers know more than addresses have: p2pk, op_return,
// multisig.
func scriptKind(word string) string {
	if kind := scriptKinds[word]; kind != "" {
		return kind
	}
	return word
}
