// Package quote reads the 402 answers of unknown x402 sellers: version 1 in the body, version 2 in the
// PAYMENT-REQUIRED header. It accepts what buyers' clients understand and reports departures from the protocol
// instead of rejecting the whole quote.
//
// Source: x402 specification v1 and v2, transports-v1/http and transports-v2/http.
package quote

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/evm"
)

// HeaderRequired is the header that holds a quote of version 2.
const HeaderRequired = "PAYMENT-REQUIRED"

// maxURL is how many bytes are kept of the sold resource's URL.
const maxURL = 2048

// maxOffers is how many ways to pay are read from one quote; the Bazaar accepts 16.
const maxOffers = 64

// Quote is what a 402 says.
type Quote struct {
	Offers   []Offer
	Resource string // URL of the thing sold, "" when not said; of version 2 if both say
	Flaws    []Flaw // departures of the whole answer
	Other    string // another payment protocol that the answer offers, "MPP" or "L402"; "" if there is none
}

// Flaw is a departure from the protocol.
type Flaw string

// The flaws.
const (
	HeaderUnreadable Flaw = "header_unreadable" // PAYMENT-REQUIRED exists but is unreadable: version 2 buyers fail
	BodyV2           Flaw = "v2_in_body"        // a version 2 quote is only in the body: buyers read the header
	TooManyOffers    Flaw = "too_many_offers"   // more than maxOffers ways to pay
)

// Offer is one way to pay.
type Offer struct {
	Version     int // of the protocol
	Scheme      string
	Network     Network
	Asset       string
	Amount      string // as written
	PayTo       string
	Timeout     int64 // maxTimeoutSeconds, 0 when absent
	Ended       bool  // the quote says a time that leaves nothing to pay in
	Name        string
	NameVersion string // with Name, the token's EIP-712 domain according to the seller
	Decimals    *int64 // of the token, according to the seller; nil when not said
	Loose       bool   // the amount was a JSON number instead of a string, which strict clients reject
}

// Units is the amount in atomic units; ok is false unless it is a positive whole number that fits 256 bits.
func (o Offer) Units() (d decimal.Decimal, ok bool) {
	if !digits.MatchString(o.Amount) {
		return decimal.Zero, false
	}
	d, err := decimal.NewFromString(o.Amount)
	return d, err == nil && d.IsPositive() && d.BigInt().BitLen() <= 256
}

// Zero reports whether the amount is explicitly zero.
func (o Offer) Zero() bool { return o.Amount != "" && strings.Trim(o.Amount, "0") == "" }

var (
	digits  = regexp.MustCompile(`^[0-9]{1,78}$`)
	evmForm = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	keyForm = regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{32,44}$`)
	anyForm = regexp.MustCompile(`^[!-~]{1,128}$`)
)

// ValidPayee reports whether the receiver is a valid address on the offer's network, as far as the form of
// addresses is known.
func (o Offer) ValidPayee() bool {
	switch {
	case o.Network.EVM():
		return evmForm.MatchString(o.PayTo)
	case o.Network.Solana():
		return keyForm.MatchString(o.PayTo)
	}
	return anyForm.MatchString(o.PayTo)
}

// Mistyped reports whether the receiver is a mixed-case EVM address that fails its checksum (EIP-55).
func (o Offer) Mistyped() bool {
	return o.Network.EVM() && evmForm.MatchString(o.PayTo) && evm.Mistyped(o.PayTo)
}

// Nobody reports whether a payment to the receiver is lost: no address at all, a well-known burn address, or the
// token itself.
func (o Offer) Nobody() bool {
	if !o.Network.EVM() {
		return o.PayTo == "11111111111111111111111111111111" || o.PayTo == "1nc1nerator11111111111111111111111111111111" || o.PayTo == o.Asset && o.Asset != ""
	}
	low := strings.ToLower(o.PayTo)
	rest, hex := strings.CutPrefix(low, "0x")
	if hex && len(strings.TrimLeft(rest, "0")) <= 2 { // the zero address and the precompiles up to 0xff
		return true
	}
	return strings.HasSuffix(low, "dead") && strings.Trim(low[2:], "0") == "dead" || low == "0xdead000000000000000042069420694206942069" || strings.EqualFold(o.PayTo, o.Asset)
}

// Read reads a 402. It never fails: nobody can pay a quote without offers.
func Read(header http.Header, body []byte) Quote {
	var q Quote
	if value := strings.TrimSpace(header.Get(HeaderRequired)); value != "" {
		doc, ok := decode(value)
		if !ok || doc.version() != 2 {
			q.Flaws = append(q.Flaws, HeaderUnreadable)
		} else {
			q.take(doc, 2)
		}
	}

	if doc, ok := parse(body); ok && len(doc.Accepts) > 0 {
		switch {
		case doc.version() != 2:
			q.take(doc, 1)
		case len(q.Offers) == 0:
			q.Flaws = append(q.Flaws, BodyV2)
			q.take(doc, 2)
		}
	}

	for _, challenge := range header.Values("WWW-Authenticate") {
		switch scheme, _, _ := strings.Cut(strings.ToLower(challenge), " "); scheme {
		case "payment":
			q.Other = "MPP"
		case "l402", "lsat":
			q.Other = "L402"
		}
	}

	return q
}

// document is a quote of either version.
type document struct {
	X402Version json.RawMessage   `json:"x402Version"`
	Resource    json.RawMessage   `json:"resource"`
	Accepts     []json.RawMessage `json:"accepts"`
}

func (d document) version() int {
	var n int
	if json.Unmarshal(d.X402Version, &n) != nil {
		return 0
	}
	return n
}

func decode(value string) (document, bool) {
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		if raw, err := e.DecodeString(value); err == nil {
			return parse(raw)
		}
	}
	return document{}, false
}

func parse(raw []byte) (document, bool) {
	var d document
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] != '{' {
		return d, false
	}
	return d, json.Unmarshal(raw, &d) == nil
}

func (q *Quote) take(d document, version int) {
	if version == 2 {
		var r struct {
			URL string `json:"url"`
		}
		if json.Unmarshal(d.Resource, &r) == nil {
			q.Resource = r.URL[:min(len(r.URL), maxURL)]
		}
	}
	for _, raw := range d.Accepts {
		if len(q.Offers) == maxOffers {
			q.Flaws = append(q.Flaws, TooManyOffers)
			return
		}

		var in struct {
			Scheme   text  `json:"scheme"`
			Network  text  `json:"network"`
			Asset    text  `json:"asset"`
			Amount   *text `json:"amount"`
			Max      *text `json:"maxAmountRequired"`
			PayTo    text  `json:"payTo"`
			Timeout  *text `json:"maxTimeoutSeconds"`
			Resource any   `json:"resource"`
			Extra    extra `json:"extra"`
		}
		if json.Unmarshal(raw, &in) != nil {
			continue // not an object
		}

		o := Offer{
			Version:     version,
			Scheme:      in.Scheme.value,
			Asset:       in.Asset.value,
			PayTo:       in.PayTo.value,
			Name:        in.Extra.Name.value,
			NameVersion: in.Extra.Version.value,
			Decimals:    in.Extra.Decimals.whole(),
		}
		if in.Timeout != nil {
			n := in.Timeout.whole()
			o.Timeout = in.Timeout.seconds()
			o.Ended = n != nil && *n <= 0
		}

		o.Network, _ = ParseNetwork(in.Network.value)
		amount := in.Amount
		if version == 1 && in.Max != nil || amount == nil {
			amount = in.Max
		}

		if amount != nil {
			o.Amount = amount.value
			o.Loose = amount.number
		}

		if address, ok := in.Resource.(string); ok && q.Resource == "" {
			q.Resource = address[:min(len(address), maxURL)]
		}
		q.Offers = append(q.Offers, o)
	}
}

// extra is a seller's additions for the scheme; anything other than an object is ignored.
type extra struct{ Name, Version, Decimals text }

func (e *extra) UnmarshalJSON(raw []byte) error {
	var in struct {
		Name     text `json:"name"`
		Version  text `json:"version"`
		Decimals text `json:"decimals"`
	}
	if json.Unmarshal(raw, &in) == nil {
		e.Name = in.Name
		e.Version = in.Version
		e.Decimals = in.Decimals
	}
	return nil
}

// maxText is how many bytes are kept of a seller's text: far more than any address, name or amount needs.
const maxText = 256

// Shown makes a stranger's text safe to show: at most the given bytes, without invisible characters.
func Shown(s string, most int) string {
	whole := len(s) <= most
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s[:min(len(s), most)])
	if !whole {
		s += "..."
	}
	return s
}

// text is a JSON string or the digits of a number, up to maxText; anything else is empty.
type text struct {
	value  string
	number bool
}

func (t *text) UnmarshalJSON(raw []byte) error {
	var n json.Number
	if json.Unmarshal(raw, &t.value) == nil {
		t.value = t.value[:min(len(t.value), maxText)]
		return nil
	}
	if json.Unmarshal(raw, &n) == nil {
		*t = text{value: n.String()[:min(len(n), maxText)], number: true}
	}
	return nil
}

// seconds is the text as a whole number of seconds, or 0.
// whole is a whole number, nil for anything else.
func (t text) whole() *int64 {
	n, err := strconv.ParseInt(t.value, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

func (t text) seconds() int64 {
	d, err := decimal.NewFromString(t.value)
	if err != nil || len(t.value) > 20 || d.Exponent() > 18 || d.IsNegative() || d.GreaterThan(decimal.NewFromInt(1<<53)) {
		return 0
	}
	return d.IntPart()
}
