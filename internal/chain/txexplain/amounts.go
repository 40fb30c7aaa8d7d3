package txexplain

import (
	"math/big"
	"strings"
	"unicode"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// nativeDecimals is the number of decimals of every network's native coin.
const nativeDecimals = 18

// Amount is the change in whole units, exactly; ok is false for a token with unknown decimals.
func (in Input) Amount(c Change) (amount decimal.Decimal, ok bool) {
	if c.Asset.NFT() {
		return decimal.NewFromBigInt(c.Amount, 0), true
	}
	d, ok := in.decimals(c.Asset)
	return decimal.NewFromBigInt(c.Amount, -int32(d)), ok
}

// Symbol is the asset's symbol, or "" if unknown. Tokens choose their own symbols, so it proves nothing.
func (in Input) Symbol(a Asset) string {
	switch {
	case a == native:
		return in.Network.Symbol
	case a.Contract == in.Network.Wrap && a.Contract != (common.Address{}) && in.Tokens[a.Contract].Symbol == "":
		return in.wrapSymbol()
	}
	return Clean(in.Tokens[a.Contract].Symbol)
}

// wrapSymbol is the customary symbol of the wrapped coin: a W before the coin's, as in WXDAI.
func (in Input) wrapSymbol() string { return "W" + in.Network.Symbol }

func (in Input) decimals(a Asset) (uint8, bool) {
	if a == native || a.Contract == in.Network.Wrap && a.Contract != (common.Address{}) {
		return nativeDecimals, true
	}
	t := in.Tokens[a.Contract]
	return t.Decimals, t.HasDecimals
}

// Clean makes a token's own text safe for an answer: no control, formatting or invalid characters, at most 32
// runes.
func Clean(s string) string {
	var b strings.Builder
	n := 0
	for _, c := range strings.ToValidUTF8(s, "") {
		if !unicode.IsGraphic(c) || n == 32 {
			continue
		}
		b.WriteRune(c)
		n++
	}
	return strings.TrimSpace(b.String())
}

// plain reports whether a symbol is fit for a sentence, rather than advertising or a web address.
func plain(s string) bool {
	if s == "" || len([]rune(s)) > 16 || strings.ContainsFunc(s, unicode.IsSpace) || strings.Contains(s, "/") {
		return false
	}
	_, end, dotted := strings.Cut(s, ".")
	return !dotted || len(end) < 2
}

// token names a token in a sentence. A token that poses as another is never named by its symbol alone.
func (r *reading) token(a common.Address) string {
	if r.in.Tokens[a].Poses {
		return "false " + r.in.Symbol(Asset{Standard: ERC20, Contract: a}) + " (" + short(a) + ")"
	}
	if s := r.in.Symbol(Asset{Standard: ERC20, Contract: a}); plain(s) {
		return s
	}
	return short(a)
}

// money is an amount with its unit: "1.2 ETH", or "1500 units of 0x1234...abcd" of a token without known decimals.
func (r *reading) money(a Asset, amount *big.Int) string {
	if a == native {
		return brief(decimal.NewFromBigInt(amount, -nativeDecimals)) + " " + r.in.Network.Symbol
	}
	d, ok := r.in.decimals(a)
	if !ok {
		return amount.String() + " units of " + r.token(a.Contract)
	}
	return brief(decimal.NewFromBigInt(amount, -int32(d))) + " " + r.token(a.Contract)
}

// brief formats a number for readers: six significant digits (never fewer than the whole part and two decimals),
// thousands separators, no exponent.
func brief(d decimal.Decimal) string {
	whole := d.Abs().Truncate(0)
	places := int32(2)
	if whole.IsZero() {
		if !d.IsZero() { // d = 0.000ddd: six digits after the zeros
			places = 6 - int32(d.NumDigits()) - d.Exponent()
		}
	} else {
		places = max(2, 6-int32(whole.NumDigits()))
	}

	text := d.Round(places).String()
	whole2, fraction, found := strings.Cut(text, ".")
	if found {
		fraction = "." + fraction
	}

	var b strings.Builder
	for i, c := range whole2 {
		if i > 0 && (len(whole2)-i)%3 == 0 && whole2[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}

	return b.String() + fraction
}

// short is an address for reading.
func short(a common.Address) string {
	h := strings.ToLower(a.Hex())
	return h[:6] + "..." + h[38:]
}

// idText is a token id for readers: long ones are cut in the middle.
func idText(id string) string {
	if len(id) > 12 {
		id = id[:5] + "..." + id[len(id)-4:]
	}
	return "#" + id
}
