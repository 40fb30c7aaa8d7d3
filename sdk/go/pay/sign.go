package pay

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

const (
	// backdate makes an authorization valid on a chain whose clock is behind this one.
	backdate = 600 * time.Second
	// maxValidity bounds how long a quote can make a payment spendable.
	maxValidity = time.Hour
	// defaultValidity is for a quote that names none.
	defaultValidity = time.Minute
)

// Types of EIP-712: the domain of tokens, and the message of EIP-3009.
var (
	domainType   = keccak([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"))
	transferType = keccak([]byte("TransferWithAuthorization(address from,address to,uint256 value," +
		"uint256 validAfter,uint256 validBefore,bytes32 nonce)"))
)

// authorization is a transfer of EIP-3009 as it goes over the wire: numbers are decimal strings.
type authorization struct {
	From        string `json:"from"`
	To          string `json:"to"`
	Value       string `json:"value"`
	ValidAfter  string `json:"validAfter"`
	ValidBefore string `json:"validBefore"`
	Nonce       string `json:"nonce"`
}

type payload struct {
	Signature     string        `json:"signature"`
	Authorization authorization `json:"authorization"`
}

// signed is a payment as it is sent, any number of times: the token takes it once.
type signed struct {
	header      string // value of PAYMENT-SIGNATURE
	offer       offer
	payer       string
	resource    string // of the quote
	validBefore time.Time
}

// message is what the header holds. The seller's own JSON is echoed byte for byte: members that are not known here
// must come back to it as they were.
type message struct {
	X402Version int                        `json:"x402Version"`
	Resource    json.RawMessage            `json:"resource,omitempty"`
	Accepted    json.RawMessage            `json:"accepted"`
	Payload     payload                    `json:"payload"`
	Extensions  map[string]json.RawMessage `json:"extensions,omitempty"`
}

// sign makes the payment of an offer, with a fresh nonce.
func (t *Transport) sign(q *quote, o offer, purchaseID string) (*signed, error) {
	var nonce [32]byte
	if _, err := io.ReadFull(t.random, nonce[:]); err != nil {
		return nil, fmt.Errorf("pay: nonce: %w", err)
	}
	now := t.now()
	until := now.Add(o.validity()).Truncate(time.Second)
	transfer := authorization{
		From:        t.opts.Wallet.Address(),
		To:          o.PayTo,
		Value:       strconv.FormatInt(int64(o.amount), 10),
		ValidAfter:  strconv.FormatInt(now.Add(-backdate).Unix(), 10),
		ValidBefore: strconv.FormatInt(until.Unix(), 10),
		Nonce:       "0x" + hex.EncodeToString(nonce[:]),
	}
	digest, err := transfer.digest(o.asset)
	if err != nil {
		return nil, err
	}
	signature, err := t.opts.Wallet.SignDigest(digest)
	if err != nil {
		return nil, fmt.Errorf("pay: the wallet did not sign: %w", err)
	}

	extensions, err := withPurchaseID(q.Extensions, purchaseID)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(message{
		X402Version: 2,
		Resource:    q.Resource,
		Accepted:    o.raw,
		Payload:     payload{"0x" + hex.EncodeToString(signature[:]), transfer},
		Extensions:  extensions,
	})
	if err != nil {
		return nil, fmt.Errorf("pay: %w", err)
	}
	return &signed{
		header:      base64.StdEncoding.EncodeToString(text),
		offer:       o,
		payer:       transfer.From,
		resource:    q.resourceURL(),
		validBefore: until,
	}, nil
}

// digest is what the wallet signs: the transfer, in the domain of the token as the SDK knows it.
func (a authorization) digest(token Asset) ([32]byte, error) { return a.digestAs(transferType, token) }

// digestAs is digest for a message of EIP-3009 of that type.
func (a authorization) digestAs(message [32]byte, token Asset) ([32]byte, error) {
	words := [][]byte{message[:]}
	for _, text := range []string{a.From, a.To} {
		word, err := addressWord(text)
		if err != nil {
			return [32]byte{}, err
		}
		words = append(words, word)
	}
	for _, text := range []string{a.Value, a.ValidAfter, a.ValidBefore} {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return [32]byte{}, fmt.Errorf("pay: %q is not a number of an authorization", text)
		}
		words = append(words, numberWord(n))
	}
	nonce, err := hex.DecodeString(strings.TrimPrefix(a.Nonce, "0x"))
	if err != nil || len(nonce) != 32 {
		return [32]byte{}, errors.New("pay: a nonce has 32 bytes")
	}
	transfer := keccak(append(words, nonce)...)

	domain, err := token.separator()
	if err != nil {
		return [32]byte{}, err
	}
	return keccak([]byte{0x19, 0x01}, domain[:], transfer[:]), nil
}

// separator is the EIP-712 domain separator of the token.
func (a Asset) separator() ([32]byte, error) {
	contract, err := addressWord(a.Contract)
	if err != nil {
		return [32]byte{}, err
	}
	name := keccak([]byte(a.Name))
	version := keccak([]byte(a.Version))
	return keccak(domainType[:], name[:], version[:], numberWord(a.ChainID), contract), nil
}

func numberWord(n uint64) []byte {
	word := make([]byte, 32)
	binary.BigEndian.PutUint64(word[24:], n)
	return word
}

func addressWord(text string) ([]byte, error) {
	digits, prefixed := strings.CutPrefix(text, "0x")
	raw, err := hex.DecodeString(digits)
	if err != nil || !prefixed || len(raw) != 20 {
		return nil, fmt.Errorf("pay: %q is not an address", text)
	}
	return append(make([]byte, 12), raw...), nil
}

// identifier is the x402 extension that names a purchase, so that one that is signed anew is charged once.
const identifier = "payment-identifier"

// withPurchaseID copies the extensions of a quote, and fills in the id where the seller has a place for it.
func withPurchaseID(extensions map[string]json.RawMessage, id string) (map[string]json.RawMessage, error) {
	advertised, has := extensions[identifier]
	if !has || id == "" {
		return extensions, nil
	}
	var block map[string]json.RawMessage
	var info map[string]json.RawMessage
	if err := json.Unmarshal(advertised, &block); err != nil || block == nil {
		return nil, fmt.Errorf("pay: the quote's extension %s is not an object", identifier)
	}
	if err := json.Unmarshal(block["info"], &info); err != nil || info == nil {
		info = map[string]json.RawMessage{}
	}

	info["id"] = strconv.AppendQuote(nil, id) // letters, digits, _ and - alone: as JSON has it
	filled, err := json.Marshal(info)
	if err != nil {
		return nil, fmt.Errorf("pay: %w", err)
	}
	block["info"] = filled
	named, err := json.Marshal(block)
	if err != nil {
		return nil, fmt.Errorf("pay: %w", err)
	}

	out := make(map[string]json.RawMessage, len(extensions))
	for name, value := range extensions {
		out[name] = value
	}
	out[identifier] = named
	return out, nil
}
