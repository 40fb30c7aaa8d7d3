package payment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/farebox/farebox/payment/x402"
)

// sent is a payment as a buyer sent it. Its members are found in one pass and stay as they are until the version says
// which of them count: buyers echo the whole quote, of which little is needed.
type sent struct {
	version    jsontext.Value
	scheme     jsontext.Value // of version 1
	network    jsontext.Value // of version 1
	accepted   jsontext.Value
	payload    jsontext.Value
	identifier jsontext.Value // the payment-identifier extension
	extensions jsontext.Kind  // of the value; 0 when there is none
}

// extensionIdentifier is the name of the extension in which a buyer names a purchase.
const extensionIdentifier = "payment-identifier"

// errTwice refuses a payment that could be read in two ways.
var errTwice = errors.New("a member is there twice")

// readSent reads the JSON of a payment. Names of members may be in any case, as encoding/json takes them. A value that
// is null is like none.
func readSent(raw []byte) (*sent, error) {
	s := &sent{}
	d := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if d.PeekKind() == 'n' {
		return s, endAfter(d, d.SkipValue())
	}
	return s, endAfter(d, eachMember(d, s.take))
}

// endAfter is an error when anything follows what was read.
func endAfter(d *jsontext.Decoder, err error) error {
	if err != nil {
		return err
	}
	if d.PeekKind() != 0 {
		return errors.New("more follows the payment")
	}
	return nil
}

// eachMember reads an object. take reads the value of the member of the name that it is given.
func eachMember(d *jsontext.Decoder, take func(d *jsontext.Decoder, name string) error) error {
	start, err := d.ReadToken()
	if err != nil {
		return err
	}
	if start.Kind() != '{' {
		return fmt.Errorf("not an object but %s", start.Kind())
	}

	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		if err := take(d, name.String()); err != nil {
			return err
		}
	}
	_, err = d.ReadToken() // the end of the object, or what is wrong
	return err
}

// take reads the value of a member of the payment.
func (s *sent) take(d *jsontext.Decoder, name string) error {
	if strings.EqualFold(name, "extensions") {
		return s.takeExtensions(d)
	}

	for _, member := range []struct {
		name string
		into *jsontext.Value
	}{
		{"x402Version", &s.version},
		{"payload", &s.payload},
		{"accepted", &s.accepted},
		{"scheme", &s.scheme},
		{"network", &s.network},
	} {
		if strings.EqualFold(name, member.name) {
			return keep(d, member.into)
		}
	}

	return d.SkipValue()
}

// takeExtensions reads the extensions; only one is used.
func (s *sent) takeExtensions(d *jsontext.Decoder) error {
	if s.extensions != 0 {
		return errTwice
	}
	s.extensions = d.PeekKind()
	if s.extensions != '{' {
		return d.SkipValue()
	}
	return eachMember(d, func(d *jsontext.Decoder, name string) error {
		if name == extensionIdentifier {
			return keep(d, &s.identifier)
		}
		return d.SkipValue()
	})
}

// keep reads a value and copies it, because the decoder goes on with the bytes.
func keep(d *jsontext.Decoder, into *jsontext.Value) error {
	if *into != nil {
		return errTwice
	}
	value, err := d.ReadValue()
	*into = value.Clone()
	return err
}

// decode is [json.Unmarshal] of a member, which changes nothing where there is none.
func decode(member jsontext.Value, into any) error {
	if member == nil {
		return nil
	}
	return json.Unmarshal(member, into)
}

// asV1 is the payment in the form of version 1.
func (s *sent) asV1() (p x402.PaymentV1, err error) {
	p.X402Version = 1
	return p, errors.Join(decode(s.scheme, &p.Scheme), decode(s.network, &p.Network), decode(s.payload, &p.Payload))
}

// accepted is what of the way to pay that a buyer took decides. The rest of the echo is the buyer's business, as is the
// resource.
type accepted struct {
	Scheme  string `json:"scheme"`
	Network string `json:"network"`
	Amount  string `json:"amount"`
	Asset   string `json:"asset"`
	PayTo   string `json:"payTo"`
}

// way is the way to pay that a payment of version 2 was made for.
func (s *sent) way() (x402.Requirement, error) {
	var told accepted
	err := decode(s.accepted, &told)
	return x402.Requirement{
		Scheme:  told.Scheme,
		Network: told.Network,
		Amount:  told.Amount,
		Asset:   told.Asset,
		PayTo:   told.PayTo,
	}, err
}

// asV2 is the payment in the form of version 2, for a way to pay that was read. payload is where the scheme's own part
// goes. Of its extensions only the payment-identifier is there.
func (s *sent) asV2(accepted x402.Requirement, payload any) (p x402.Payment, err error) {
	p.X402Version = 2
	p.Accepted = accepted
	if s.extensions != 0 && s.extensions != '{' && s.extensions != 'n' {
		return p, errors.New("the extensions are no object")
	}
	if s.identifier != nil {
		p.Extensions = x402.Extensions{extensionIdentifier: json.RawMessage(s.identifier)}
	}
	return p, decode(s.payload, payload)
}
