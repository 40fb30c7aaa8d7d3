// Package offerreceipt signs what a seller offers and what it was paid, by the x402 extension "offer-receipt" with
// EIP-712. A signed offer holds the seller to its terms; a signed receipt proves a purchase to others, as for a review
// or an expense report, without the chain being asked.
//
// Source: x402 extension offer-receipt, as its reference implementation (npm @x402/extensions 2.27) writes and verifies
// it.
package offerreceipt

import (
	"crypto/ecdsa"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Name of the extension in quotes and settlement headers.
const Name = "offer-receipt"

// version of the payloads.
const version = 1

// format of the signatures.
const format = "eip712"

// Offer is what is signed of one way to pay. All texts are those of the quote.
type Offer struct {
	Version     int    `json:"version"`
	ResourceURL string `json:"resourceUrl"`
	Scheme      string `json:"scheme"`
	Network     string `json:"network"` // CAIP-2
	Asset       string `json:"asset"`
	PayTo       string `json:"payTo"`
	Amount      string `json:"amount"`     // atomic units
	ValidUntil  int64  `json:"validUntil"` // Unix seconds
}

// Receipt is what is signed of a purchase.
type Receipt struct {
	Version     int    `json:"version"`
	Network     string `json:"network"` // CAIP-2
	ResourceURL string `json:"resourceUrl"`
	Payer       string `json:"payer"`
	IssuedAt    int64  `json:"issuedAt"` // Unix seconds
	Transaction string `json:"transaction"`
}

// SignedOffer is an offer as a quote carries it.
type SignedOffer struct {
	Format      string `json:"format"`
	AcceptIndex int    `json:"acceptIndex"` // place in the quote's accepts
	Payload     Offer  `json:"payload"`
	Signature   string `json:"signature"` // 0x hex, 65 bytes
}

// SignedReceipt is a receipt as a settlement header carries it.
type SignedReceipt struct {
	Format    string  `json:"format"`
	Payload   Receipt `json:"payload"`
	Signature string  `json:"signature"` // 0x hex, 65 bytes
}

// Signer signs with the seller's key.
type Signer struct {
	key *ecdsa.PrivateKey
}

// NewSigner signs with key.
func NewSigner(key *ecdsa.PrivateKey) *Signer {
	return &Signer{key: key}
}

// Public is the key that signatures are checked with.
func (s *Signer) Public() *ecdsa.PublicKey { return &s.key.PublicKey }

// Offers is the extension of a quote: one signed offer for each way to pay.
func (s *Signer) Offers(resourceURL string, accepts []x402.Requirement, until time.Time) (json.RawMessage, error) {
	offers := make([]SignedOffer, 0, len(accepts))
	for i, r := range accepts {
		offer := Offer{
			Version:     version,
			ResourceURL: resourceURL,
			Scheme:      r.Scheme,
			Network:     r.Network,
			Asset:       r.Asset,
			PayTo:       r.PayTo,
			Amount:      r.Amount,
			ValidUntil:  until.Unix(),
		}
		signature, err := s.sign(offer.Digest())
		if err != nil {
			return nil, err
		}
		offers = append(offers, SignedOffer{
			Format:      format,
			AcceptIndex: i,
			Payload:     offer,
			Signature:   signature,
		})
	}

	return extension("offers", offers)
}

// Receipt is the extension of a settlement: that payer bought the resource with the transaction.
func (s *Signer) Receipt(network, resourceURL, payer, transaction string, at time.Time) (json.RawMessage, error) {
	receipt := Receipt{
		Version:     version,
		Network:     network,
		ResourceURL: resourceURL,
		Payer:       payer,
		IssuedAt:    at.Unix(),
		Transaction: transaction,
	}
	signature, err := s.sign(receipt.Digest())
	if err != nil {
		return nil, err
	}
	return extension("receipt", SignedReceipt{
		Format:    format,
		Payload:   receipt,
		Signature: signature,
	})
}

// extension wraps what is signed as extensions of x402 are. The schema is left open: it would double the size.
func extension(name string, value any) (json.RawMessage, error) {
	return json.Marshal(map[string]any{
		"info":   map[string]any{name: value},
		"schema": struct{}{},
	})
}

func (s *Signer) sign(digest common.Hash) (string, error) {
	signature, err := eip3009.Sign(s.key, digest)
	if err != nil {
		return "", fmt.Errorf("offerreceipt: %w", err)
	}
	return "0x" + hex.EncodeToString(signature), nil
}

// Type hashes and domains (EIP-712). The domains name no contract and always chain 1: what is signed says its network.
var (
	offerType = crypto.Keccak256([]byte("Offer(uint256 version,string resourceUrl,string scheme,string network," +
		"string asset,string payTo,string amount,uint256 validUntil)"))
	receiptType = crypto.Keccak256([]byte("Receipt(uint256 version,string network,string resourceUrl,string payer," +
		"uint256 issuedAt,string transaction)"))
	offerDomain   = domain("x402 offer")
	receiptDomain = domain("x402 receipt")
)

func domain(name string) []byte {
	return crypto.Keccak256(
		crypto.Keccak256([]byte("EIP712Domain(string name,string version,uint256 chainId)")),
		text(name), text("1"), number(1))
}

func text(s string) []byte { return crypto.Keccak256([]byte(s)) }

func number(n uint64) []byte {
	word := make([]byte, 32)
	binary.BigEndian.PutUint64(word[24:], n)
	return word
}

// Digest is what is signed of an offer.
func (o Offer) Digest() common.Hash {
	return digest(offerDomain, crypto.Keccak256(offerType, number(uint64(o.Version)), text(o.ResourceURL),
		text(o.Scheme), text(o.Network), text(o.Asset), text(o.PayTo), text(o.Amount), number(uint64(o.ValidUntil))))
}

// Digest is what is signed of a receipt.
func (r Receipt) Digest() common.Hash {
	return digest(receiptDomain, crypto.Keccak256(receiptType, number(uint64(r.Version)), text(r.Network),
		text(r.ResourceURL), text(r.Payer), number(uint64(r.IssuedAt)), text(r.Transaction)))
}

func digest(domain, message []byte) common.Hash {
	return crypto.Keccak256Hash([]byte{0x19, 0x01}, domain, message)
}
