package pay

import (
	"crypto/rand"
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

// payload is a signed authorization or permit, or a transaction of Solana.
type payload struct {
	Signature     string        `json:"signature,omitempty"`
	Authorization authorization `json:"authorization,omitzero"`
	Permit2       permit        `json:"permit2Authorization,omitzero"`
	Transaction   string        `json:"transaction,omitempty"` // base64, without the fee payer's signature
}

// Signed is a payment as it is sent, any number of times: the token takes it once.
type Signed struct {
	Version     Version
	Header      string // name of the request's header
	Value       string // of the header; keep it secret until it is spent
	Network     string // CAIP-2
	Payer       string
	PayTo       string
	Amount      string    // atomic units
	Nonce       string    // of the authorization; on Solana the hash of what was signed; "" of a payment by channel
	ValidBefore time.Time // after this it cannot be charged any more

	units     micro
	token     string // of a payment by Permit2
	byChannel bool
	resource  string // of the quote
}

// messageV1 is what the header of version 1 holds.
type messageV1 struct {
	X402Version int     `json:"x402Version"`
	Scheme      string  `json:"scheme"`
	Network     string  `json:"network"`
	Payload     payload `json:"payload"`
}

// message is what the header of version 2 holds. The seller's own JSON is echoed byte for byte: members that are not
// known here must come back to it as they were.
type message struct {
	X402Version int                        `json:"x402Version"`
	Resource    json.RawMessage            `json:"resource,omitempty"`
	Accepted    json.RawMessage            `json:"accepted"`
	Payload     payload                    `json:"payload"`
	Extensions  map[string]json.RawMessage `json:"extensions,omitempty"`
}

// Sign signs a payment for an offer of the quote, with a fresh nonce, for those who send it themselves, as over MCP. No
// cap is held: that is for the caller. A purchaseID other than "" names the purchase where the seller has a place for
// it; a seller charges a named purchase once, even if it is signed again.
func Sign(wallet Signer, q *Quote, o Offer, purchaseID string) (*Signed, error) {
	return sign(wallet, time.Now(), rand.Reader, q, o, purchaseID)
}

// sign is Sign at a time, with a nonce of random.
func sign(wallet Signer, now time.Time, random io.Reader, q *Quote, o Offer, purchaseID string) (*Signed, error) {
	if o.Obstacle != "" {
		return nil, fmt.Errorf("pay: %s", o.Obstacle)
	}
	if o.solana != nil {
		return nil, errors.New("pay: an offer on Solana is signed for with SignSolana")
	}
	var nonce [32]byte
	if _, err := io.ReadFull(random, nonce[:]); err != nil {
		return nil, fmt.Errorf("pay: nonce: %w", err)
	}
	if o.byPermit {
		return signPermit(wallet, now, q, o, nonce, purchaseID)
	}
	until := now.Add(o.validity()).Truncate(time.Second)
	transfer := authorization{
		From:        wallet.Address(),
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
	signature, err := wallet.SignDigest(digest)
	if err != nil {
		return nil, fmt.Errorf("pay: the wallet did not sign: %w", err)
	}

	s := signedOf(q.Version, transfer)
	s.Network = o.Network
	s.units = o.amount
	s.resource = q.Resource
	s.Value, err = encodePayment(q, o, payload{
		Signature:     "0x" + hex.EncodeToString(signature[:]),
		Authorization: transfer,
	}, purchaseID)
	return s, err
}

// signedOf is a payment as far as its authorization tells.
func signedOf(version Version, transfer authorization) *Signed {
	s := &Signed{
		Version: version,
		Header:  headerSignature,
		Payer:   transfer.From,
		PayTo:   transfer.To,
		Amount:  transfer.Value,
		Nonce:   transfer.Nonce,
	}
	if version == V1 {
		s.Header = headerSignatureV1
	}
	if unix, err := strconv.ParseInt(transfer.ValidBefore, 10, 64); err == nil {
		s.ValidBefore = time.Unix(unix, 0)
	}
	return s
}

// encodePayment is the value of the header.
func encodePayment(q *Quote, o Offer, p payload, purchaseID string) (string, error) {
	var value any = messageV1{
		X402Version: 1,
		Scheme:      schemeExact,
		Network:     o.asset.V1Network,
		Payload:     p,
	}
	if q.Version != V1 {
		extensions, err := withPurchaseID(q.extensions, purchaseID)
		if err != nil {
			return "", err
		}
		value = message{
			X402Version: 2,
			Resource:    q.resource,
			Accepted:    o.raw,
			Payload:     p,
			Extensions:  extensions,
		}
	}

	text, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("pay: %w", err)
	}
	return base64.StdEncoding.EncodeToString(text), nil
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

// identifier is the x402 extension that names a purchase, so that one that is signed again is charged once.
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
