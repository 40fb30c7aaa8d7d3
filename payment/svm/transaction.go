package svm

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// maxTransaction is the size of a transaction in bytes, at most: that of a packet.
const maxTransaction = 1232

// Transaction is a message with the signatures of its signers, in the order of its accounts. The signature of one who
// has not signed yet is zero, or whatever the sender put there.
type Transaction struct {
	Signatures []Signature
	Message    *Message

	signed []byte // the message as it came
}

// ParseTransaction reads a transaction in base64, as x402 and the JSON-RPC write it.
func ParseTransaction(text string) (*Transaction, error) {
	if len(text) > base64.StdEncoding.EncodedLen(maxTransaction) {
		return nil, fmt.Errorf("a transaction has at most %d bytes", maxTransaction)
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || strings.ContainsAny(text, "\r\n") {
		return nil, errors.New("not base64")
	}
	return readTransaction(raw)
}

func readTransaction(raw []byte) (*Transaction, error) {
	r := &reader{rest: raw}
	t := &Transaction{}
	for range r.length() {
		if r.err != nil {
			break
		}
		var s Signature
		copy(s[:], r.bytes(len(s)))
		t.Signatures = append(t.Signatures, s)
	}
	if r.err != nil {
		return nil, r.err
	}

	var err error
	t.signed = r.rest
	if t.Message, err = ParseMessage(r.rest); err != nil {
		return nil, err
	}
	if len(t.Signatures) != t.Message.Signers {
		return nil, fmt.Errorf("%d must sign, and there are %d signatures", t.Message.Signers, len(t.Signatures))
	}
	return t, nil
}

// NewTransaction is a transaction that nobody has signed yet.
func NewTransaction(m *Message) *Transaction {
	return &Transaction{
		Signatures: make([]Signature, m.Signers),
		Message:    m,
		signed:     m.Bytes(),
	}
}

// Name is the SHA-256 hash of the message: see the package's comment.
func (t *Transaction) Name() Hash { return sha256.Sum256(t.signed) }

// Signed says that the signer in this place has signed the message.
func (t *Transaction) Signed(place int) bool {
	if place >= len(t.Signatures) {
		return false
	}
	signer := t.Message.Accounts[place]
	return !signer.weak() && ed25519.Verify(signer[:], t.signed, t.Signatures[place][:])
}

// Sign is the transaction with the signature of key in the place of its account. The transaction itself stays as it is.
// The same key always makes the same signature, so that the name that a transaction will have on the chain is known
// before it is sent.
func (t *Transaction) Sign(key ed25519.PrivateKey) (*Transaction, error) {
	place := slices.Index(t.Message.Accounts[:t.Message.Signers], AddressOf(key))
	if place < 0 {
		return nil, fmt.Errorf("%s is not asked to sign", AddressOf(key))
	}

	signed := *t
	signed.Signatures = slices.Clone(t.Signatures)
	signed.Signatures[place] = Signature(ed25519.Sign(key, t.signed))
	return &signed, nil
}

// ID is the transaction's name on the chain, once the fee payer has signed.
func (t *Transaction) ID() Signature { return t.Signatures[0] }

// Text is the transaction in base64.
func (t *Transaction) Text() string {
	raw := appendLength(nil, len(t.Signatures))
	for _, s := range t.Signatures {
		raw = append(raw, s[:]...)
	}
	return base64.StdEncoding.EncodeToString(append(raw, t.signed...))
}
