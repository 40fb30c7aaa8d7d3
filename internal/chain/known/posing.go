package known

import (
	"strings"
	"unicode"

	"github.com/ethereum/go-ethereum/common"
	"golang.org/x/text/unicode/norm"
)

// Poser is a token with a known token's symbol at another address of the same network.
type Poser struct {
	Symbol string // of the known token

	// Money reports whether the known one is a stablecoin or the network's own coin: other symbols may coincide in
	// good faith.
	Money bool
}

// Posing returns the known token whose symbol a token bears. It is nil for the known token itself, and for a symbol
// that is not a known token's.
func Posing(network string, token common.Address, symbol string) *Poser {
	read := looks(symbol)
	var found *Poser
	for _, k := range tokens()[network] {
		if k.Address == token {
			return nil
		}
		if read == looks(k.Symbol) {
			found = &Poser{Symbol: k.Symbol, Money: k.Dollar || k.Native || k.Trusted}
		}
	}
	return found
}

// likeLatin are Cyrillic and Greek capitals that look like Latin ones (Unicode TR 39, confusables).
var likeLatin = map[rune]rune{
	'А': 'A', 'В': 'B', 'С': 'C', 'Ԁ': 'D', 'Е': 'E', 'Н': 'H', 'І': 'I', 'Ј': 'J', 'К': 'K', 'М': 'M', 'О': 'O',
	'Р': 'P', 'Ѕ': 'S', 'Т': 'T', 'Ѵ': 'V', 'Ԝ': 'W', 'Х': 'X', 'У': 'Y',
	'Α': 'A', 'Β': 'B', 'Ϲ': 'C', 'Ε': 'E', 'Ζ': 'Z', 'Η': 'H', 'Ι': 'I', 'Κ': 'K', 'Μ': 'M', 'Ν': 'N', 'Ο': 'O',
	'Ρ': 'P', 'Τ': 'T', 'Υ': 'Y', 'Χ': 'X',
	'₮': 'T', '$': 'S',
}

// looks is a symbol as a reader sees it: upper case, without marks and invisible characters.
func looks(symbol string) string {
	return strings.Map(func(r rune) rune {
		r = unicode.ToUpper(r)
		if like, ok := likeLatin[r]; ok {
			return like
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(".+-", r) {
			return -1
		}
		return r
	}, norm.NFKD.String(symbol))
}
