package pay

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Payment is what an answer cost.
type Payment struct {
	AmountUSD   string `json:"amount_usd"`  // decimal dollars
	Transaction string `json:"transaction"` // hash of the settlement; "" when the seller does not name it
	Network     string `json:"network"`     // CAIP-2
	Payer       string `json:"payer"`       // the wallet's account
	PayTo       string `json:"pay_to"`      // who was paid
	Replayed    bool   `json:"replayed"`    // the answer had been bought before and is given again
	// ChargedUSD is what a payment by channel has cost: "0" when it was not charged. It is "" of other payments.
	ChargedUSD string `json:"charged_usd,omitempty"`
	DepositUSD string `json:"deposit_usd,omitempty"` // what was put into the channel with it; "" when nothing was
	LeftUSD    string `json:"left_usd,omitempty"`    // what the channel holds for calls to come; "" when it is not known
	// Receipt is the seller's signed receipt; nil when there is none, or one that is not of this purchase.
	Receipt *Receipt `json:"receipt,omitempty"`
	// ReceiptError says why a receipt that came is not accepted; nil when it is, or when none came.
	ReceiptError error `json:"-"`

	channel receiptOfChannel // of a payment by channel
}

// Receipt is a statement signed by the seller that Payer bought ResourceURL (x402 extension offer-receipt).
type Receipt struct {
	Version     uint64 `json:"version"`
	Network     string `json:"network"`
	ResourceURL string `json:"resourceUrl"`
	Payer       string `json:"payer"`
	IssuedAt    uint64 `json:"issuedAt"` // Unix seconds
	Transaction string `json:"transaction"`
	// Signer is the account whose key signed. It proves who signed, not that they may: name the seller's in
	// Options.ReceiptSigner, or compare it with those in the seller's /.well-known/did.json.
	Signer string `json:"-"`
}

type paymentKey struct{}

// Of is what the answer cost; nil when it was free.
func Of(response *http.Response) *Payment {
	if response == nil || response.Request == nil {
		return nil
	}
	p, _ := response.Request.Context().Value(paymentKey{}).(*Payment)
	return p
}

// attach makes p what Of finds.
func attach(response *http.Response, request *http.Request, p *Payment) {
	response.Request = request.WithContext(context.WithValue(request.Context(), paymentKey{}, p))
}

// settlement is the decoded PAYMENT-RESPONSE header.
type settlement struct {
	Success     bool   `json:"success"`
	Transaction string `json:"transaction"`
	ErrorReason string `json:"errorReason"`
	channel     receiptOfChannel
	Extensions  map[string]json.RawMessage `json:"extensions"`
}

func parseSettlement(header http.Header) settlement {
	var s settlement
	text := header.Get(headerResponse)
	if text == "" {
		text = header.Get(headerResponseV1)
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || json.Unmarshal(raw, &s) != nil {
		return settlement{}
	}
	if json.Unmarshal(raw, &s.channel) != nil { // sellers of other schemes may mean other things by these names
		s.channel = receiptOfChannel{}
	}
	return s
}

// payment is what a cost, bought with s.
func (t *Transport) payment(s *Signed, a *answer) *Payment {
	p := &Payment{
		AmountUSD:   s.units.String(),
		Transaction: a.settlement.Transaction,
		Network:     s.Network,
		Payer:       s.Payer,
		PayTo:       s.PayTo,
		Replayed:    a.header.Get("X-Replayed") == "true",
	}
	if s.byChannel {
		p.channel = a.settlement.channel
	}
	if extension, has := a.settlement.Extensions["offer-receipt"]; has {
		p.Receipt, p.ReceiptError = t.readReceipt(extension, s, p.Transaction)
	}
	return p
}

func (t *Transport) readReceipt(extension json.RawMessage, s *Signed, transaction string) (*Receipt, error) {
	var block struct {
		Info struct {
			Receipt *struct {
				Format    string  `json:"format"`
				Payload   Receipt `json:"payload"`
				Signature string  `json:"signature"`
			} `json:"receipt"`
		} `json:"info"`
	}
	if err := json.Unmarshal(extension, &block); err != nil {
		return nil, errors.New("the receipt is malformed")
	}
	carried := block.Info.Receipt
	if carried == nil {
		return nil, nil
	}
	if carried.Format != "eip712" {
		return nil, fmt.Errorf("receipts of format %q are not known", carried.Format)
	}

	r := carried.Payload
	signature, err := hex.DecodeString(strings.TrimPrefix(carried.Signature, "0x"))
	if err != nil {
		return nil, errors.New("the receipt's signature is not hex")
	}
	if r.Signer, err = recoverAddress(r.digest(), signature); err != nil {
		return nil, err
	}
	switch {
	case t.opts.ReceiptSigner != "" && !strings.EqualFold(r.Signer, t.opts.ReceiptSigner):
		return nil, fmt.Errorf("the receipt is signed by %s", r.Signer)
	case r.Network != s.Network:
		return nil, fmt.Errorf("the receipt is of network %s", r.Network)
	case !strings.EqualFold(r.Payer, s.Payer):
		return nil, fmt.Errorf("the receipt is of payer %s", r.Payer)
	case r.ResourceURL != s.resource:
		return nil, fmt.Errorf("the receipt is of %s", r.ResourceURL)
	case r.Transaction != "" && !strings.EqualFold(r.Transaction, transaction):
		return nil, fmt.Errorf("the receipt is of transaction %s", r.Transaction)
	}
	return &r, nil
}

// Types of EIP-712 for receipts. The domain names no contract and always chain 1: the receipt says its network.
var (
	receiptType = keccak([]byte("Receipt(uint256 version,string network,string resourceUrl,string payer," +
		"uint256 issuedAt,string transaction)"))
	receiptDomainType = keccak([]byte("EIP712Domain(string name,string version,uint256 chainId)"))
)

func (r Receipt) digest() [32]byte {
	name := keccak([]byte("x402 receipt"))
	version := keccak([]byte("1"))
	domain := keccak(receiptDomainType[:], name[:], version[:], numberWord(1))

	words := [][]byte{receiptType[:], numberWord(r.Version)}
	for _, text := range []string{r.Network, r.ResourceURL, r.Payer} {
		hash := keccak([]byte(text))
		words = append(words, hash[:])
	}
	transaction := keccak([]byte(r.Transaction))
	body := keccak(append(words, numberWord(r.IssuedAt), transaction[:])...)
	return keccak([]byte{0x19, 0x01}, domain[:], body[:])
}
