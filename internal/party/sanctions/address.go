package sanctions

import (
	"cmp"
	"errors"
	"regexp"
	"strings"

	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/chain/bech32"
)

// Address is a crypto address as it is compared.
type Address struct {
	// Key is equal for the ways of writing one address: an EVM address in any case, a bech32 address in capitals or not, old and
	// new forms of Bitcoin Cash, Litecoin scripts and XRP, the two forms of a TON account. Base58 is told apart by case.
	Key string
	// Family is the kind of network that addresses of this form belong to, told from the address alone: evm, bitcoin,
	// litecoin, dogecoin, dash, zcash, bitcoin_cash, bitcoin_gold, tron, ripple, monero, solana, bnb, cardano, cosmos,
	// stellar, ton, or bech32 for others of that form.
	Family string
}

// Errors of ParseAddress.
var (
	ErrAddressForm     = errors.New("not in the form of a crypto address that is known here")
	ErrAddressChecksum = errors.New("its checksum is wrong: a letter is missing, changed or in the wrong case")
)

var (
	evmForm      = regexp.MustCompile(`^0[xX][0-9a-fA-F]{40}$`)
	cashForm     = regexp.MustCompile(`^(?:bitcoincash:)?[qpzr][02-9ac-hj-np-z]{41}$`)
	bech32Form   = regexp.MustCompile(`^([a-z]{2,16})1[02-9ac-hj-np-z]{6,120}$`)
	base58Form   = regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{25,44}$`)
	moneroForm   = regexp.MustCompile(`^[48][1-9A-HJ-NP-Za-km-z]{94}(?:[1-9A-HJ-NP-Za-km-z]{11})?$`)
	stellarForm  = regexp.MustCompile(`^[GM][A-Z2-7]{55}(?:[A-Z2-7]{13})?$`)
	tonForm      = regexp.MustCompile(`^(?:[EUk0][Qf][A-Za-z0-9_+/-]{46}|(?:0|-1):[0-9a-fA-F]{64})$`)
	rippleXForm  = regexp.MustCompile(`^X[1-9A-HJ-NP-Za-km-z]{46}$`)
	tronHexForm  = regexp.MustCompile(`^41[0-9a-fA-F]{40}$`)
	bech32Family = map[string]string{"bc": "bitcoin", "ltc": "litecoin", "bnb": "bnb", "addr": "cardano", "zs": "zcash", "cosmos": "cosmos"}
)

// ParseAddress reads an address. It fails with ErrAddressForm or ErrAddressChecksum. EVM addresses are taken without a
// look at the case of their letters.
func ParseAddress(s string) (Address, error) {
	lower := strings.ToLower(s)
	switch {
	case evmForm.MatchString(s):
		return Address{lower, "evm"}, nil
	case tronHexForm.MatchString(s):
		return keyed(tronKey(s), "tron")
	case moneroForm.MatchString(s):
		return keyed(moneroKey(s), "monero")
	case rippleXForm.MatchString(s):
		return keyed(rippleKey(s), "ripple")
	case oneCase(s) && cashForm.MatchString(lower):
		return keyed(cashKey(strings.TrimPrefix(lower, "bitcoincash:")), "bitcoin_cash")
	case oneCase(s) && bech32Form.MatchString(lower):
		prefix := lower[:strings.LastIndexByte(lower, '1')]
		switch family := bech32Family[prefix]; {
		case bech32Right(lower):
			return Address{lower, cmp.Or(family, "bech32")}, nil
		case bech32Family[bech32Form.FindStringSubmatch(lower)[1]] != "":
			return Address{}, ErrAddressChecksum
		}
	case stellarForm.MatchString(s):
		return keyed(stellarKey(s), "stellar")
	case tonForm.MatchString(s):
		return keyed(tonKey(s), "ton")
	}

	if !base58Form.MatchString(s) {
		return Address{}, ErrAddressForm
	}
	return readBase58(s)
}

// keyed is the address with a key, which an address with a wrong checksum has not.
func keyed(key, family string) (Address, error) {
	if key == "" {
		return Address{}, ErrAddressChecksum
	}
	return Address{key, family}, nil
}

// readBase58 tells base58 addresses by their version bytes.
func readBase58(s string) (Address, error) {
	raw := base58.Decode(s, base58.Bitcoin)
	body, whole := base58.Checked(raw)
	if whole {
		switch family := versionFamily(body); {
		case family == "litecoin" && body[0] == 0x32: // the newer version of what was 0x05 before
			return Address{bitcoinForm(0x05, body[1:]), family}, nil
		case family != "":
			return Address{s, family}, nil
		}
	}

	if body, ok := base58.DecodeChecked(s, base58.Ripple); ok && s[0] == 'r' && len(body) == 21 && body[0] == 0 {
		return Address{s, "ripple"}, nil
	}
	if len(raw) == 32 {
		return Address{s, "solana"}, nil
	}
	if len(s) <= 36 && !whole { // whole ones are of a network that is not known here, such as a test network
		return Address{}, ErrAddressChecksum
	}

	return Address{}, ErrAddressForm
}

// versionFamily is the family of a base58check payload, by the version bytes of each currency's reference client.
func versionFamily(body []byte) string {
	if len(body) == 22 && body[0] == 0x1c && (body[1] == 0xb8 || body[1] == 0xbd) {
		return "zcash"
	}
	if len(body) != 21 {
		return ""
	}

	switch body[0] {
	case 0x00, 0x05: // Bitcoin, and the older form of its forks
		return "bitcoin"
	case 0x30, 0x32:
		return "litecoin"
	case 0x1e, 0x16: // Verge has the same version as Dogecoin
		return "dogecoin"
	case 0x4c, 0x10:
		return "dash"
	case 0x26, 0x17:
		return "bitcoin_gold"
	case 0x41:
		return "tron"
	}

	return ""
}

// bech32Right says whether the checksum of a bech32 address is right, and for the prefixes of Bitcoin and Litecoin the rest.
func bech32Right(s string) bool {
	if prefix, _, _ := strings.Cut(s, "1"); prefix == "bc" || prefix == "ltc" {
		_, right := bech32.ReadWitness(s)
		return right
	}
	sum := bech32.Sum(s)
	return sum == bech32.Classic || sum == bech32.Modified
}

func oneCase(s string) bool { return s == strings.ToLower(s) || s == strings.ToUpper(s) }

// mentionForm finds what may be an address in a text; ParseAddress decides.
var mentionForm = regexp.MustCompile(`\b(?:0x[0-9a-fA-F]{40}|(?:bc1|ltc1|bnb1)[02-9ac-hj-np-z]{25,90}|[13LMDXTr][1-9A-HJ-NP-Za-km-z]{25,34}|[48][1-9A-HJ-NP-Za-km-z]{94})\b`)

// mentioned are the addresses in a text. Solana addresses are not looked for: they have no checksum to tell them from
// other words.
func mentioned(texts ...string) []Wallet {
	var out []Wallet
	for _, text := range texts {
		for _, s := range mentionForm.FindAllString(text, -1) {
			if a, err := ParseAddress(s); err == nil && a.Family != "solana" {
				out = append(out, Wallet{Address: s})
			}
		}
	}
	return out
}

// walletKey is the key under which a listed address is kept; one of an unknown form is kept as it is.
func walletKey(s string) string {
	s = strings.TrimSpace(s)
	if a, err := ParseAddress(s); err == nil {
		return a.Key
	}
	return s
}

// SameCurrency says whether two currency symbols are names of one: BTC and XBT.
func SameCurrency(a, b string) bool { return currencyName(a) == currencyName(b) }

func currencyName(s string) string {
	s = strings.ToUpper(strings.TrimSpace(s))
	switch s {
	case "BTC", "BITCOIN":
		return "XBT"
	case "ETHEREUM":
		return "ETH"
	case "TRON":
		return "TRX"
	case "MONERO":
		return "XMR"
	case "SOLANA":
		return "SOL"
	}
	return s
}
