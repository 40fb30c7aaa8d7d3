package mpp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
)

// Issuer makes challenges that need no memory: the id of each is a MAC over all that it says, so that any process with
// the key knows its own challenges again.
type Issuer struct {
	realm string // the host that buyers reach
	key   []byte
}

// NewIssuer is an issuer for a host. All replicas share the key, of 32 bytes.
func NewIssuer(realm string, key []byte) *Issuer {
	return &Issuer{
		realm: realm,
		key:   key,
	}
}

// Terms are what one route asks on one network.
type Terms struct {
	charge  Charge
	request string // encoded once; "" where each challenge has one of its own
	route   string
}

// NewTerms binds a charge to the route that it buys, such as "GET /extract": the request alone holds only price
// and payee, and would buy whatever costs as much.
func NewTerms(charge Charge, route string) Terms {
	t := Terms{
		charge: charge,
		route:  route,
	}
	if charge.Solana == nil {
		t.request = encoding.EncodeToString(charge.JSON(""))
	}
	return t
}

// Method is that of the network.
func (t Terms) Method() string { return t.charge.place().method }

// Asks says that a challenge, as far as its own word goes, is for the network of the terms.
func (t Terms) Asks(c Challenge) bool {
	at, err := c.place()
	return err == nil && at == t.charge.place()
}

// requestOf is the request of the challenge with that name.
func (t Terms) requestOf(name string) string {
	if t.request != "" {
		return t.request
	}
	return encoding.EncodeToString(t.charge.JSON(name))
}

// opaque is what a challenge says for its issuer alone, in canonical JSON. The random part makes two challenges of
// one second differ: they become the nonces of two payments.
type opaque struct {
	Nonce string `json:"nonce,omitempty"`
	Route string `json:"route"`
}

func (o opaque) encode() string {
	text, err := json.Marshal(o)
	if err != nil { // texts always marshal
		return ""
	}
	return encoding.EncodeToString(text)
}

// opaqueOf is what a challenge of ours says for us.
func opaqueOf(c Challenge) (o opaque) {
	text, err := encoding.DecodeString(c.Opaque)
	if err != nil || json.Unmarshal(text, &o) != nil {
		return opaque{}
	}
	return o
}

// Note is what a transaction of Solana for a challenge of ours has to hold.
func Note(c Challenge) string { return opaqueOf(c).Nonce }

// Digest names a request's body (RFC 9530); "" if there is none.
func Digest(body []byte) string {
	if len(body) == 0 {
		return ""
	}
	sum := sha256.Sum256(body)
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// Challenge asks for a payment on terms, for a request with a body of that digest, until expires.
func (i *Issuer) Challenge(t Terms, digest string, expires time.Time) Challenge {
	var nonce [12]byte
	rand.Read(nonce[:]) // never fails
	name := encoding.EncodeToString(nonce[:])
	c := Challenge{
		Realm:   i.realm,
		Method:  t.Method(),
		Intent:  Intent,
		Request: t.requestOf(name),
		Expires: expires.UTC().Format(time.RFC3339),
		Digest:  digest,
		Opaque: opaque{
			Nonce: name,
			Route: t.route,
		}.encode(),
	}
	c.ID = i.id(c)
	return c
}

// id is the MAC over the seven slots of a challenge, empty where it says nothing.
func (i *Issuer) id(c Challenge) string {
	mac := hmac.New(sha256.New, i.key)
	mac.Write([]byte(strings.Join([]string{
		c.Realm, c.Method, c.Intent, c.Request, c.Expires, c.Digest, c.Opaque,
	}, "|")))
	return encoding.EncodeToString(mac.Sum(nil))
}

// Why a credential is no good. Each has a problem type of the protocol, see [Type].
var (
	// ErrInvalidChallenge: the challenge was not issued here, or for another route, price or body.
	ErrInvalidChallenge = errors.New("mpp: not a challenge for this request")
	// ErrExpired: the challenge was good, until it expired.
	ErrExpired = errors.New("mpp: the challenge has expired")
	// ErrPayload: the payload is not of the type that the method takes, or not an authorization for this challenge.
	ErrPayload = errors.New("mpp: the payload was not made for this challenge")
)

// Check holds a credential against the terms and the body of the request that it came with. It does not judge the
// payment itself: payee, amount, time and signature, nor the note of a transaction, see [Note].
func (i *Issuer) Check(c Credential, t Terms, digest string, now time.Time) error {
	said := c.Challenge
	if subtle.ConstantTimeCompare([]byte(i.id(said)), []byte(said.ID)) != 1 {
		return ErrInvalidChallenge
	}
	own := opaqueOf(said)
	if said.Realm != i.realm || said.Method != t.Method() || said.Intent != Intent ||
		said.Request != t.requestOf(own.Nonce) || own.Route != t.route || said.Digest != digest {
		return ErrInvalidChallenge
	}

	expires, err := time.Parse(time.RFC3339, said.Expires)
	if err != nil {
		return ErrInvalidChallenge
	}
	if !now.Before(expires) {
		return ErrExpired
	}

	if !t.takes(c) {
		return ErrPayload
	}
	return nil
}

// takes says that a credential's payload is of the kind that pays by the method, and on EVM chains that it was made for
// the credential's challenge.
func (t Terms) takes(c Credential) bool {
	if t.Method() == MethodSolana {
		return c.Payload.Type == TypeTransaction && opaqueOf(c.Challenge).Nonce != ""
	}
	return c.Payload.Type == TypeAuthorized && strings.EqualFold(c.Payload.Nonce, Nonce(c.Challenge))
}

// Nonce is that of the authorization for a challenge: the hash that binds one to the other.
func Nonce(c Challenge) string {
	return "0x" + hex.EncodeToString(crypto.Keccak256([]byte(c.ID), []byte(c.Realm)))
}
