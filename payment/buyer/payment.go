package buyer

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

const (
	// backdate makes an authorization valid on a chain whose clock is behind ours.
	backdate = 600 * time.Second
	// maxValidity bounds how long a seller can make us wait for certainty.
	maxValidity = time.Hour
	// defaultValidity is for a quote that names none.
	defaultValidity = time.Minute
)

// extensionID is the protocol extension that names a purchase (x402 specification, payment_identifier).
const extensionID = "payment-identifier"

// Payment is a signed payment as it goes over the wire. It can be sent any number of times: the token
// takes it once.
type Payment struct {
	Version     Version   `json:"version"`
	Header      string    `json:"header"` // name of the request header
	Value       string    `json:"value"`  // of the request header: keep it secret until it is spent
	Network     string    `json:"network"`
	Payer       string    `json:"payer"`
	PayTo       string    `json:"pay_to"`
	Amount      string    `json:"amount"` // atomic units
	Nonce       string    `json:"nonce"`
	ValidBefore time.Time `json:"valid_before"` // after this it cannot be spent any more
}

// Sign signs an EIP-3009 authorization for offer, with a fresh nonce. A purchaseID other than "" goes
// into the payment-identifier extension where the quote has it.
func (c *Client) Sign(q *Quote, offer Offer, purchaseID string) (*Payment, error) {
	if offer.Obstacle != "" {
		return nil, fmt.Errorf("sign the payment: %s", offer.Obstacle)
	}
	var nonce common.Hash
	if _, err := io.ReadFull(c.opts.Random, nonce[:]); err != nil {
		return nil, fmt.Errorf("sign the payment: nonce: %w", err)
	}
	validity := defaultValidity
	if offer.MaxTimeoutSeconds > 0 {
		validity = min(time.Duration(min(offer.MaxTimeoutSeconds, int(maxValidity/time.Second)))*time.Second, maxValidity)
	}
	now := c.opts.Now()
	authorization := eip3009.Authorization{
		From: crypto.PubkeyToAddress(c.key.PublicKey), To: offer.payTo, Value: offer.amount,
		ValidAfter:  *uint256.NewInt(uint64(now.Add(-backdate).Unix())),
		ValidBefore: *uint256.NewInt(uint64(now.Add(validity).Unix())),
		Nonce:       nonce,
	}
	signature, err := eip3009.Sign(c.key, authorization.Digest(eip3009.DomainOf(offer.network).Separator()))
	if err != nil {
		return nil, fmt.Errorf("sign the payment: %w", err)
	}
	payload := x402.ExactPayload{Signature: "0x" + hex.EncodeToString(signature), Authorization: authorization.Wire()}
	return encodePayment(q, offer, payload, purchaseID)
}

// paymentV2 is x402.Payment with the seller's own JSON echoed byte for byte: a member that we do not
// know must come back to the seller as it was.
type paymentV2 struct {
	X402Version int               `json:"x402Version"`
	Resource    json.RawMessage   `json:"resource,omitempty"`
	Accepted    json.RawMessage   `json:"accepted"`
	Payload     x402.ExactPayload `json:"payload"`
	Extensions  x402.Extensions   `json:"extensions,omitempty"`
}

func encodePayment(q *Quote, offer Offer, payload x402.ExactPayload, purchaseID string) (*Payment, error) {
	var message any
	if q.Version == V1 {
		message = x402.PaymentV1{X402Version: 1, Scheme: x402.SchemeExact, Network: offer.network.V1Name, Payload: payload}
	} else {
		extensions, err := withPurchaseID(q.extensions, purchaseID)
		if err != nil {
			return nil, err
		}
		message = paymentV2{X402Version: 2, Resource: q.resource, Accepted: offer.raw, Payload: payload, Extensions: extensions}
	}
	data, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("encode the payment: %w", err)
	}
	p := paymentOf(q.Version, payload.Authorization, base64.StdEncoding.EncodeToString(data))
	p.Network = offer.Network
	return p, nil
}

// withPurchaseID copies the quote's extensions and fills in the id where the seller has a place for it.
func withPurchaseID(extensions x402.Extensions, id string) (x402.Extensions, error) {
	advertised, ok := extensions[extensionID]
	if !ok || id == "" {
		return extensions, nil
	}
	var block map[string]any
	if err := json.Unmarshal(advertised, &block); err != nil {
		return nil, fmt.Errorf("the quote's %s extension: %w", extensionID, err)
	}
	info, _ := block["info"].(map[string]any)
	if info == nil {
		info = map[string]any{}
	}
	info["id"] = id
	block["info"] = info
	filled, err := json.Marshal(block)
	if err != nil {
		return nil, fmt.Errorf("the quote's %s extension: %w", extensionID, err)
	}
	out := make(x402.Extensions, len(extensions))
	for name, value := range extensions {
		out[name] = value
	}
	out[extensionID] = filled
	return out, nil
}

// requiresPurchaseID says that the seller takes no payment without an id.
func (q *Quote) requiresPurchaseID() bool {
	var block struct {
		Info struct {
			Required bool `json:"required"`
		} `json:"info"`
	}
	return json.Unmarshal(q.extensions[extensionID], &block) == nil && block.Info.Required
}

// ParsePayment reads the value of a payment header, so that a payment kept from an earlier run can be
// sent again with Redeem.
func ParsePayment(value string) (*Payment, error) {
	raw, err := base64.StdEncoding.DecodeString(value)
	if err != nil {
		return nil, errors.New("the payment is not base64")
	}
	var p struct {
		X402Version int    `json:"x402Version"`
		Network     string `json:"network"`
		Accepted    struct {
			Scheme  string `json:"scheme"`
			Network string `json:"network"`
			PayTo   string `json:"payTo"`
			Amount  string `json:"amount"`
		} `json:"accepted"`
		Payload struct {
			x402.ExactPayload
			x402.ChannelPayload
		} `json:"payload"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, fmt.Errorf("the payment is not an x402 payment: %w", err)
	}
	if p.X402Version != 1 && p.X402Version != 2 {
		return nil, fmt.Errorf("the payment has x402Version %d, not 1 or 2", p.X402Version)
	}
	if p.Accepted.Scheme == x402.SchemeBatch {
		return &Payment{
			Version: V2,
			Header:  x402.HeaderPayment,
			Value:   value,
			Network: p.Accepted.Network,
			Payer:   p.Payload.ChannelConfig.Payer,
			PayTo:   p.Accepted.PayTo,
			Amount:  p.Accepted.Amount,
		}, nil
	}
	if _, err := eip3009.Parse(p.Payload.Authorization); err != nil {
		return nil, fmt.Errorf("the payment's authorization: %w", err)
	}
	out := paymentOf(Version(p.X402Version), p.Payload.Authorization, value)
	out.Network = p.Network
	if p.X402Version == 2 {
		out.Network = p.Accepted.Network
	}
	return out, nil
}

func paymentOf(version Version, a x402.Authorization, value string) *Payment {
	p := &Payment{
		Version: version, Header: x402.HeaderPayment, Value: value,
		Payer: a.From, PayTo: a.To, Amount: a.Value, Nonce: a.Nonce,
	}
	if version == V1 {
		p.Header = x402.HeaderPaymentV1
	}
	if unix, err := strconv.ParseInt(a.ValidBefore, 10, 64); err == nil {
		p.ValidBefore = time.Unix(unix, 0).UTC()
	}
	return p
}
