package payment

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/offerreceipt"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/pricing"
)

// reasonNoPayment is given to a request without payment. Only this seller has it.
const reasonNoPayment = "PAYMENT-SIGNATURE or X-PAYMENT header is required"

// MaxTimeoutSeconds is how long a buyer's authorization should stay valid: enough for the work, the
// settlement and one retry.
const MaxTimeoutSeconds = 120

// maxQuoteHeader bounds the PAYMENT-REQUIRED header: Node's clients refuse an answer with more than
// 16 kB of headers, common proxies one with more than 8 kB.
const maxQuoteHeader = 8 << 10

// Item is one thing for sale: a paid route.
type Item struct {
	Route        string // "GET /extract"
	URL          string // absolute, without a query
	Description  string
	Summary      string // in the place of Description in the version 2 quote, which is a header; "" is Description
	PriceUSD     decimal.Decimal
	Tags         []string
	Extensions   x402.Extensions // of the version 2 quote
	OutputSchema json.RawMessage // of the version 1 quote; a JSON object
	Budget       time.Duration   // bound on the work of one request
	KeepNothing  bool            // the route promises to keep nothing of what it was asked
	// SignExactAlone leaves offers to pay by channel unsigned: with all of them signed the quote would not fit.
	SignExactAlone bool
}

// Seller is the payee on each network.
type Seller struct {
	Name     string // printable ASCII, at most 32 characters
	IconURL  string
	Networks []x402.Network // in order of preference
	// Channels are the terms of payments by channel; nil when none are taken.
	Channels *ChannelTerms
	// SolanaCharges has challenges of the Payment scheme name networks of Solana too. Its buyers order their
	// instructions otherwise than x402 asks, so that a facilitator of others' may refuse what they send.
	SolanaCharges bool
}

// quote is the 402 of one item, as nearly finished as its varying error allows. Payments are matched with the ways to
// pay on all of the seller's networks; buyers are offered those that are open.
type quote struct {
	item         Item
	market       *market
	requirements []x402.Requirement   // by network, in the seller's order; of scheme exact
	channels     []channelOffer       // likewise, of scheme batch-settlement
	told         []x402.Requirement   // those of requirements that buyers see
	bodyHead     []byte               // version 1 body up to the value of "error"
	headerHead   string               // base64 of the version 2 quote up to the value of "error"
	unpaid       func() *unpaidAnswer // the whole answer to a request without payment, made when first asked for
	charges      []charge             // for the Payment scheme
	extensions   json.RawMessage      // of the item, for facilitators; nil when it has none
}

// newQuote makes the quote of an item for a market. offers is the extension with the signed ones, or nil.
func newQuote(seller Seller, m *market, item Item, offers json.RawMessage) (*quote, error) {
	all, _, err := requirements(m.networks, item)
	if err != nil {
		return nil, err
	}
	channels, err := channelOffers(seller.Channels, m.networks, all)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", item.Route, err)
	}

	v2, v1, err := requirements(m.open, item)
	if err != nil {
		return nil, err
	}
	body, err := jsontext.Marshal(x402.RequiredV1{X402Version: 1, Accepts: v1})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", item.Route, err)
	}
	header, err := headerHead(seller, item, m.ways(v2, channels), offers)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", item.Route, err)
	}

	extensions, err := itemExtensions(item)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", item.Route, err)
	}

	q := &quote{
		item:         item,
		market:       m,
		requirements: all,
		channels:     channels,
		told:         v2,
		bodyHead:     openError(strings.Replace(string(body), `"error":"",`, "", 1)),
		headerHead:   header,
		charges:      charges(seller, m, item, all),
		extensions:   extensions,
	}
	q.unpaid = sync.OnceValue(func() *unpaidAnswer {
		return newUnpaidAnswer(q.header(reasonNoPayment), q.body(reasonNoPayment, nil))
	})
	if size := len(q.header(reasonNoPayment)); size > maxQuoteHeader {
		return nil, fmt.Errorf("%s: its PAYMENT-REQUIRED header has %d bytes, more than %d",
			item.Route, size, maxQuoteHeader)
	}
	return q, nil
}

// itemExtensions is the JSON of the item's extensions, as a payment holds them; nil when there are none.
func itemExtensions(item Item) (json.RawMessage, error) {
	if len(item.Extensions) == 0 {
		return nil, nil
	}
	return json.Marshal(item.Extensions)
}

// requirements are what the seller takes for the item on each network, in the words of both versions. Version
// 1 gets only networks that have a name in it: its clients throw away a quote with one that they do not know.
func requirements(networks []x402.Network, item Item) (v2 []x402.Requirement, v1 []x402.RequirementV1, err error) {
	v1 = []x402.RequirementV1{} // [] and not null where no network has a name
	for _, n := range networks {
		amount, err := pricing.Atomic(item.PriceUSD, n.Decimals)
		if err != nil {
			return nil, nil, fmt.Errorf("%s on %s: %w", item.Route, n.CAIP2, err)
		}

		v2 = append(v2, x402.Requirement{
			Scheme:            x402.SchemeExact,
			Network:           n.CAIP2,
			Amount:            amount,
			Asset:             n.Token(),
			PayTo:             n.PayTo,
			MaxTimeoutSeconds: MaxTimeoutSeconds,
			Extra:             n.Extra(),
		})
		if n.V1Name == "" {
			continue
		}
		v1 = append(v1, x402.RequirementV1{
			Scheme:            x402.SchemeExact,
			Network:           n.V1Name,
			MaxAmountRequired: amount,
			Asset:             n.Token(),
			PayTo:             n.PayTo,
			Resource:          item.URL,
			Description:       item.Description,
			MimeType:          "application/json",
			MaxTimeoutSeconds: MaxTimeoutSeconds,
			OutputSchema:      item.OutputSchema,
			Extra:             n.Extra(),
		})
	}
	return v2, v1, nil
}

// signedWays are the ways to pay for an item whose offers are signed: all that are open, or the exact ones.
func signedWays(seller Seller, m *market, item Item) ([]x402.Requirement, error) {
	exact, _, err := requirements(m.open, item)
	if err != nil || item.SignExactAlone {
		return exact, err
	}
	channels, err := channelOffers(seller.Channels, m.open, exact)
	return m.ways(exact, channels), err
}

// corrected is the header of the quote for a buyer whose count of a channel is not ours: the channel's way to pay says
// how it stands, and proves by the buyer's own last voucher what was charged. The channel may be nil.
func (q *quote) corrected(seller Seller, c *Channel) (string, error) {
	channels := slices.Clone(q.channels)
	for i := range channels {
		channels[i].tell(c)
	}

	r := required(seller, q.item, q.market.ways(q.told, channels), nil)
	r.Error = x402.ReasonCumulative
	text, err := jsontext.Marshal(r)
	return base64.StdEncoding.EncodeToString(text), err
}

// tell adds how a channel on its network stands. The channel may be nil.
func (of *channelOffer) tell(c *Channel) {
	if c == nil || of.requirement.Network != c.Key.Network {
		return
	}
	extra := &of.requirement.Extra
	extra.ChannelState = c.Wire()
	if len(c.Signature) > 0 {
		extra.VoucherState = &x402.VoucherState{
			SignedMaxClaimable: c.Charged.Dec(),
			Signature:          hexutil.Encode(c.Signature),
		}
	}
}

// required is the quote of version 2, whole but for its error.
func required(seller Seller, item Item, accepts []x402.Requirement, offers json.RawMessage) x402.Required {
	extensions := item.Extensions
	if offers != nil {
		extensions = maps.Clone(extensions)
		extensions[offerreceipt.Name] = offers
	}

	return x402.Required{
		X402Version: 2,
		Resource: x402.Resource{
			URL:         item.URL,
			Description: cmp.Or(item.Summary, item.Description),
			MimeType:    "application/json",
			ServiceName: seller.Name,
			Tags:        item.Tags,
			IconURL:     seller.IconURL,
		},
		Accepts:    accepts,
		Extensions: extensions,
	}
}

// QuoteSize is the length in bytes of the JSON in the PAYMENT-REQUIRED header of item's quote while all networks are
// open, for a request without payment; base64 makes four of three. signer signs its offers, or is nil when they are not
// signed.
func QuoteSize(seller Seller, item Item, signer *offerreceipt.Signer) (int, error) {
	var offers json.RawMessage
	m := widest(seller.Networks)
	if signer != nil {
		accepts, err := signedWays(seller, m, item)
		if err != nil {
			return 0, err
		}
		if offers, err = signer.Offers(item.URL, accepts, time.Now()); err != nil {
			return 0, err
		}
	}

	exact, _, err := requirements(m.open, item)
	if err != nil {
		return 0, err
	}
	channels, err := channelOffers(seller.Channels, m.open, exact)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", item.Route, err)
	}
	head, err := headerHead(seller, item, m.ways(exact, channels), offers)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", item.Route, err)
	}
	return base64.StdEncoding.DecodedLen(len(headerWith(head, reasonNoPayment))), nil
}

// headerHead is the base64 of the version 2 quote up to the value of "error".
func headerHead(seller Seller, item Item, ways []x402.Requirement, offers json.RawMessage) (string, error) {
	header, err := jsontext.Marshal(required(seller, item, ways, offers))
	return openBase64(openError(string(header))), err
}

func headerWith(head, reason string) string {
	return head + base64.StdEncoding.EncodeToString(closeError(reason))
}

// openBase64 encodes a text so that the base64 of what follows can be put behind it. That needs a length
// which is a multiple of three; JSON takes the spaces that are added.
func openBase64(text []byte) string {
	for len(text)%3 != 0 {
		text = append(text, ' ')
	}
	return base64.StdEncoding.EncodeToString(text)
}

// openError takes the closing brace off a JSON object and adds the name of a last member, "error".
func openError(object string) []byte {
	return []byte(strings.TrimSuffix(object, "}") + `,"error":`)
}

func closeError(reason string) []byte {
	text, err := jsontext.Marshal(reason)
	if err != nil { // a string always marshals
		text = []byte(`""`)
	}
	return append(text, '}')
}

// body is the quote of version 1. With challenges it is a problem of the Payment scheme too.
func (q *quote) body(reason string, challenges []mpp.Challenge) []byte {
	end := closeError(reason)
	if len(challenges) > 0 {
		end = closeProblem(end, reason, challenges[0].ID)
	}
	return slices.Concat(q.bodyHead, end)
}

func (q *quote) header(reason string) string { return headerWith(q.headerHead, reason) }

// refusal is the quote for an unacceptable payment.
func (q *quote) refusal(reason string, challenges []mpp.Challenge) *outcome {
	return paymentRequired(q.header(reason), challenges, typeJSON, q.body(reason, challenges))
}

const (
	typeJSON = "application/json"
	typeHTML = "text/html; charset=utf-8"
)

// paymentRequired is the answer 402 with a quote and its challenges.
func paymentRequired(quote string, challenges []mpp.Challenge, contentType string, body []byte) *outcome {
	h := http.Header{
		keyRequired:     {quote},
		"Content-Type":  {contentType},
		"Cache-Control": {"no-store"},
	}
	for _, c := range challenges {
		h.Add(mpp.HeaderChallenge, c.Header())
	}
	return &outcome{
		status: http.StatusPaymentRequired,
		header: h,
		body:   body,
	}
}
