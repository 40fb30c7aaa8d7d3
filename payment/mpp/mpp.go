// Package mpp is the "Payment" scheme of HTTP authentication on the wire, for the methods evm and solana and the intent
// charge: what a 402 asks with WWW-Authenticate, what a buyer answers with Authorization, and the receipt.
//
// A credential of type authorization is an EIP-3009 transfer. One of type transaction is a transaction of Solana that
// lacks the signature of the fee payer. x402's exact scheme signs the same. They are rewrapped as such on the way in,
// so that both protocols buy through one ledger.
// Sources: draft-httpauth-payment (core), its intent "charge" and its methods "evm" and "solana", of the Machine Payments
// Protocol.
package mpp

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/chain/known"
)

// Header names and the name of the scheme.
const (
	HeaderChallenge  = "WWW-Authenticate"
	HeaderCredential = "Authorization"
	HeaderReceipt    = "Payment-Receipt"
	Scheme           = "Payment"
)

// What is served: one fixed amount, paid on an EVM chain by a signed authorization, or on Solana by a transaction that
// the seller sends and pays the fee of.
const (
	Method          = "evm"
	MethodSolana    = "solana"
	Intent          = "charge"
	TypeAuthorized  = "authorization"
	TypeTransaction = "transaction"
)

// MaxCredential bounds a credential in bytes of base64url.
const MaxCredential = 16 << 10

// encoding is base64url without padding (RFC 4648, section 5).
var encoding = base64.RawURLEncoding

// Charge is what one call costs: the request of a challenge. Amount is in atomic units of the token; addresses are
// in checksum case, or base58 on Solana.
type Charge struct {
	Amount    string
	Currency  string
	Recipient string
	Decimals  int32
	ChainID   uint64        // of an EVM chain
	Solana    *SolanaCharge // nil on EVM chains
}

// SolanaCharge is what a charge on Solana says beside.
type SolanaCharge struct {
	Network      string // mainnet or devnet
	FeePayer     string // who pays the fee and sends the transaction
	TokenProgram string
}

// place names the chain among those of the method.
func (c Charge) place() place {
	if c.Solana != nil {
		return place{
			method: MethodSolana,
			chain:  c.Solana.Network,
		}
	}
	return place{
		method: Method,
		chain:  strconv.FormatUint(c.ChainID, 10),
	}
}

// JSON is the request as in a challenge: canonical JSON (RFC 8785), with members in the order of their names. On Solana
// it names the challenge, which the buyer writes into its transaction as a note: that binds one to the other. EVM
// clients want Permit2 named, which buyers with other types of credential would use.
func (c Charge) JSON(name string) []byte {
	if s := c.Solana; s != nil {
		return fmt.Appendf(nil, `{"amount":%q,"currency":%q,"externalId":%q,"methodDetails":{"decimals":%d,"feePayer":true,`+
			`"feePayerKey":%q,"network":%q,"tokenProgram":%q},"recipient":%q}`,
			c.Amount, c.Currency, name, c.Decimals, s.FeePayer, s.Network, s.TokenProgram, c.Recipient)
	}
	return fmt.Appendf(nil, `{"amount":%q,"currency":%q,"methodDetails":{"chainId":%d,"credentialTypes":[%q],`+
		`"decimals":%d,"permit2Address":%q},"recipient":%q}`,
		c.Amount, c.Currency, c.ChainID, TypeAuthorized, c.Decimals, known.Permit2.Hex(), c.Recipient)
}

// Challenge asks for a payment. Request and Opaque are base64url of canonical JSON, Expires is a moment of RFC 3339.
type Challenge struct {
	ID      string `json:"id"`
	Realm   string `json:"realm"`
	Method  string `json:"method"`
	Intent  string `json:"intent"`
	Request string `json:"request"`
	Expires string `json:"expires,omitempty"`
	Digest  string `json:"digest,omitempty"` // of the request's body (RFC 9530)
	Opaque  string `json:"opaque,omitempty"`
}

// Header is the challenge as the value of WWW-Authenticate.
func (c Challenge) Header() string {
	var b strings.Builder
	b.WriteString(Scheme)
	for i, parameter := range []struct{ name, value string }{
		{"id", c.ID},
		{"realm", c.Realm},
		{"method", c.Method},
		{"intent", c.Intent},
		{"request", c.Request},
		{"expires", c.Expires},
		{"digest", c.Digest},
		{"opaque", c.Opaque},
	} {
		if parameter.value == "" {
			continue
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte(' ')
		b.WriteString(parameter.name)
		b.WriteString(`="`)
		b.WriteString(quoted.Replace(parameter.value))
		b.WriteByte('"')
	}

	return b.String()
}

// quoted escapes a quoted-string (RFC 9110, section 5.6.4).
var quoted = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// Credential is a challenge with the payment for it.
type Credential struct {
	Challenge Challenge `json:"challenge"`
	Payload   Payload   `json:"payload"`
	Source    string    `json:"source,omitempty"` // did:pkh of the payer; the payload's From is what counts
}

// Payload is an EIP-3009 authorization and its signature, whose numbers are decimal strings and the rest 0x hex; or a
// transaction of Solana in base64.
type Payload struct {
	Type        string `json:"type"`
	Transaction string `json:"transaction,omitempty"`
	From        string `json:"from"`
	To          string `json:"to"`
	Value       string `json:"value"`
	ValidAfter  string `json:"validAfter"`
	ValidBefore string `json:"validBefore"`
	Nonce       string `json:"nonce"`
	Signature   string `json:"signature"`
}

// Offered is the credential's text in the value of an Authorization header, and whether the header is of this scheme.
// The name of a scheme has no case (RFC 9110, section 11.1).
func Offered(header string) (text string, ok bool) {
	scheme, text, _ := strings.Cut(strings.TrimSpace(header), " ")
	return strings.TrimSpace(text), strings.EqualFold(scheme, Scheme)
}

// ReadCredential reads what [Offered] found. The error is for logs and never holds the text.
func ReadCredential(text string) (Credential, error) {
	var c Credential
	if len(text) > MaxCredential {
		return c, fmt.Errorf("mpp: a credential of %d bytes, more than %d", len(text), MaxCredential)
	}
	raw, err := encoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return c, fmt.Errorf("mpp: the credential is not base64url: %w", err)
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return c, fmt.Errorf("mpp: the credential is not its JSON: %w", err)
	}
	if c.Challenge.ID == "" || c.Challenge.Request == "" {
		return c, fmt.Errorf("mpp: the credential echoes no challenge")
	}
	return c, nil
}

// Receipt says that a payment was settled. Reference is the transaction's hash.
type Receipt struct {
	Status      string `json:"status"` // success
	Method      string `json:"method"`
	Timestamp   string `json:"timestamp"` // RFC 3339, UTC
	Reference   string `json:"reference"`
	ChallengeID string `json:"challengeId"`
	ChainID     uint64 `json:"chainId,omitempty"` // of an EVM chain

	Extensions map[string]json.RawMessage `json:"extensions,omitempty"` // those of x402 settlements
}

// Header is the receipt as the value of Payment-Receipt.
func (r Receipt) Header() string {
	text, err := json.Marshal(r)
	if err != nil { // texts and a number always marshal
		return ""
	}
	return encoding.EncodeToString(text)
}

// Types of problem (RFC 9457) that say why a payment is asked for again.
const (
	TypePaymentRequired     = problems + "payment-required"
	TypeMalformedCredential = problems + "malformed-credential"
	TypeInvalidChallenge    = problems + "invalid-challenge"
	TypePaymentExpired      = problems + "payment-expired"
	TypePaymentInsufficient = problems + "payment-insufficient"
	TypeVerificationFailed  = problems + "verification-failed"
	TypeMethodUnsupported   = problems + "method-unsupported"

	problems = "https://paymentauth.org/problems/"
)

// place is a chain that is paid on.
type place struct {
	method string
	chain  string
}

// place is where a challenge asks to be paid, as its request says.
func (c Challenge) place() (place, error) {
	raw, err := encoding.DecodeString(c.Request)
	if err != nil {
		return place{}, fmt.Errorf("mpp: the request is not base64url: %w", err)
	}
	var request struct {
		MethodDetails struct {
			ChainID uint64 `json:"chainId"`
			Network string `json:"network"`
		} `json:"methodDetails"`
	}
	if err := json.Unmarshal(raw, &request); err != nil {
		return place{}, fmt.Errorf("mpp: the request is not its JSON: %w", err)
	}

	p := place{
		method: c.Method,
		chain:  request.MethodDetails.Network,
	}
	if c.Method == Method {
		p.chain = strconv.FormatUint(request.MethodDetails.ChainID, 10)
	}
	return p, nil
}
