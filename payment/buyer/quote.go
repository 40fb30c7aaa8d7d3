package buyer

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Version is a generation of the x402 protocol.
type Version int

const (
	Auto Version = iota // version 2 where the seller quotes it, else version 1
	V1                  // the quote in the body, X-PAYMENT
	V2                  // the quote in PAYMENT-REQUIRED, PAYMENT-SIGNATURE
)

// Quote is what a seller asks for one request.
type Quote struct {
	Version     Version `json:"version"` // the form it was read in, V1 or V2
	Reason      string  `json:"reason"`  // why payment is asked, in the seller's words
	Resource    string  `json:"resource"`
	Description string  `json:"description"`
	Offers      []Offer `json:"offers"` // in the seller's order
	extensions  x402.Extensions
	resource    json.RawMessage // version 2, to be echoed as it came
}

// Offer is one way to pay a quote.
type Offer struct {
	Scheme            string          `json:"scheme"`
	Network           string          `json:"network"` // CAIP-2 where known, else as quoted
	Asset             string          `json:"asset"`
	Symbol            string          `json:"symbol,omitempty"` // of a known asset
	Amount            string          `json:"amount"`           // atomic units
	USD               decimal.Decimal `json:"usd"`              // 0 unless Obstacle is empty
	PayTo             string          `json:"pay_to"`
	MaxTimeoutSeconds int             `json:"max_timeout_seconds"`
	// Obstacle says why this client cannot pay the offer; empty when it can.
	Obstacle string `json:"obstacle,omitempty"`

	network x402.Network
	amount  uint256.Int
	payTo   common.Address
	raw     json.RawMessage // to be echoed with members that we do not know
	channel *x402.Extra     // of an offer to pay by channel, which has an obstacle for all other ways
}

// ErrNoQuote says that a 402 holds no quote in the version asked for.
var ErrNoQuote = errors.New("the 402 answer holds no x402 quote")

// wanted holds the members of an offer in both versions; what a version lacks stays empty.
type wanted struct {
	Scheme            string `json:"scheme"`
	Network           string `json:"network"`
	Amount            string `json:"amount"`
	MaxAmountRequired string `json:"maxAmountRequired"`
	Asset             string `json:"asset"`
	PayTo             string `json:"payTo"`
	MaxTimeoutSeconds int    `json:"maxTimeoutSeconds"`
	Resource          string `json:"resource"`
	Description       string `json:"description"`
	Extra             struct {
		x402.Extra
		AssetTransferMethod string `json:"assetTransferMethod"`
	} `json:"extra"`
}

// ParseQuote reads the quote of a 402 answer. Networks are the known assets: an offer in another one
// is listed with an obstacle, because its decimals, and so its price, are not known.
func ParseQuote(header http.Header, body []byte, version Version, networks []x402.Network) (*Quote, error) {
	if text := header.Get(x402.HeaderRequired); text != "" && version != V1 {
		return parseV2(text, networks)
	}
	if version == V2 {
		return nil, fmt.Errorf("%w of version 2 (no %s header)", ErrNoQuote, x402.HeaderRequired)
	}
	return parseV1(body, networks)
}

func parseV2(text string, networks []x402.Network) (*Quote, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %s is not base64", ErrNoQuote, x402.HeaderRequired)
	}
	var q struct {
		X402Version int               `json:"x402Version"`
		Error       string            `json:"error"`
		Resource    json.RawMessage   `json:"resource"`
		Accepts     []json.RawMessage `json:"accepts"`
		Extensions  x402.Extensions   `json:"extensions"`
	}
	if err := json.Unmarshal(raw, &q); err != nil || q.X402Version != 2 {
		return nil, fmt.Errorf("%w: %s is not a version 2 object", ErrNoQuote, x402.HeaderRequired)
	}
	var resource x402.Resource
	if len(q.Resource) > 0 {
		if err := json.Unmarshal(q.Resource, &resource); err != nil {
			return nil, fmt.Errorf("%w: resource: %w", ErrNoQuote, err)
		}
	}
	quote := &Quote{
		Version: V2, Reason: q.Error, Resource: resource.URL, Description: resource.Description,
		extensions: q.Extensions, resource: q.Resource,
	}
	for _, entry := range q.Accepts {
		quote.Offers = append(quote.Offers, parseOffer(V2, entry, networks))
	}
	return quote, nil
}

func parseV1(body []byte, networks []x402.Network) (*Quote, error) {
	var q struct {
		X402Version int               `json:"x402Version"`
		Error       string            `json:"error"`
		Accepts     []json.RawMessage `json:"accepts"`
	}
	if err := json.Unmarshal(body, &q); err != nil || q.X402Version != 1 {
		return nil, fmt.Errorf("%w: the body is not a version 1 object", ErrNoQuote)
	}
	quote := &Quote{Version: V1, Reason: q.Error}
	for _, entry := range q.Accepts {
		quote.Offers = append(quote.Offers, parseOffer(V1, entry, networks))
		var w wanted
		if quote.Resource == "" && json.Unmarshal(entry, &w) == nil {
			quote.Resource, quote.Description = w.Resource, w.Description
		}
	}
	return quote, nil
}

// parseOffer never fails: what cannot be paid is kept with the reason, for people to see.
func parseOffer(version Version, entry json.RawMessage, networks []x402.Network) Offer {
	var w wanted
	if err := json.Unmarshal(entry, &w); err != nil {
		return Offer{Obstacle: "malformed: " + err.Error()}
	}
	o := Offer{
		Scheme: w.Scheme, Network: w.Network, Asset: w.Asset, Amount: w.Amount, PayTo: w.PayTo,
		MaxTimeoutSeconds: w.MaxTimeoutSeconds, raw: entry,
	}
	if version == V1 {
		o.Amount = w.MaxAmountRequired
	}
	known := false
	for _, n := range networks {
		if (version == V2 && n.CAIP2 == w.Network) || (version == V1 && n.V1Name != "" && n.V1Name == w.Network) {
			o.network = n
			o.Network = n.CAIP2
			known = true
		}
	}
	var err error
	switch {
	case w.Scheme == x402.SchemeBatch && version == V2:
		o.takeChannel(&w, known)
	case w.Scheme != x402.SchemeExact:
		o.Obstacle = fmt.Sprintf("scheme %q is not supported", w.Scheme)
	case w.Extra.AssetTransferMethod != "" && w.Extra.AssetTransferMethod != "eip3009":
		o.Obstacle = fmt.Sprintf("transfer method %q is not supported", w.Extra.AssetTransferMethod)
	case !known:
		o.Obstacle = fmt.Sprintf("network %q is not known", w.Network)
	case !strings.EqualFold(w.Asset, o.network.Asset.Hex()):
		o.Obstacle = "the asset is not known: its price in USD cannot be told"
	default:
		if err = o.readTerms(w.PayTo); err != nil {
			o.Obstacle = err.Error()
		}
	}
	if o.Obstacle == "" || o.channel != nil {
		o.Symbol = o.network.Symbol
		o.USD = decimal.NewFromBigInt(o.amount.ToBig(), -o.network.Decimals)
	}
	return o
}

// readTerms reads how much is to be paid, and to whom.
func (o *Offer) readTerms(payTo string) (err error) {
	if o.amount, err = eip3009.ParseUint("amount", o.Amount); err != nil {
		return err
	}
	if o.payTo, err = eip3009.ParseAddress("payTo", payTo); err != nil {
		return err
	}
	if o.payTo == (common.Address{}) {
		return errors.New("payTo is the zero address")
	}
	return nil
}

// takeChannel reads an offer to pay by channel. One that cannot be used is like any other scheme.
func (o *Offer) takeChannel(w *wanted, known bool) {
	o.Obstacle = fmt.Sprintf("scheme %q takes a deposit, and none was allowed", w.Scheme)
	method := w.Extra.AssetTransferMethod
	if known && !strings.EqualFold(w.Asset, o.network.Asset.Hex()) || method != "" && method != "eip3009" {
		return
	}
	if _, err := eip3009.ParseAddress("receiverAuthorizer", w.Extra.ReceiverAuthorizer); err != nil {
		return
	}
	if o.readTerms(w.PayTo) == nil {
		o.channel = &w.Extra.Extra
	}
}

// Best is the offer to pay: on the first of networks that has one, the cheapest there. It is an
// *UnpayableError when there is none.
func (q *Quote) Best(networks []x402.Network) (Offer, error) {
	for _, n := range networks {
		best := -1
		for i, o := range q.Offers {
			if o.Obstacle == "" && o.network.CAIP2 == n.CAIP2 && (best < 0 || o.USD.LessThan(q.Offers[best].USD)) {
				best = i
			}
		}
		if best >= 0 {
			return q.Offers[best], nil
		}
	}
	return Offer{}, &UnpayableError{Quote: q}
}

// UnpayableError says that none of the offers of a quote can be paid by this client.
type UnpayableError struct{ Quote *Quote }

// Error lists the obstacle of each offer.
func (e *UnpayableError) Error() string {
	if len(e.Quote.Offers) == 0 {
		return "the quote offers no way to pay"
	}
	var why []string
	for _, o := range e.Quote.Offers {
		why = append(why, o.Obstacle)
	}
	return "no offer of the quote can be paid: " + strings.Join(why, "; ")
}
