package mpp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Where there are no headers, as in MCP, challenges and credentials are JSON objects in which the request is an object
// too, and not base64url.

// native is a challenge with its request as an object.
type native struct {
	Challenge
	Request json.RawMessage `json:"request"`
}

// Native is the challenge as an object.
func (c Challenge) Native() (json.RawMessage, error) {
	request, err := encoding.DecodeString(c.Request)
	if err != nil {
		return nil, fmt.Errorf("mpp: the request is not base64url: %w", err)
	}
	return json.Marshal(native{
		Challenge: c,
		Request:   request,
	})
}

// FromNative is the value of an Authorization header for a credential that came as an object. Its request is written in
// canonical JSON again, which is what was signed.
func FromNative(credential json.RawMessage) (string, error) {
	var c struct {
		Challenge native  `json:"challenge"`
		Payload   Payload `json:"payload"`
		Source    string  `json:"source,omitempty"`
	}
	if err := json.Unmarshal(credential, &c); err != nil {
		return "", fmt.Errorf("mpp: the credential is not its JSON: %w", err)
	}
	request, err := canonical(c.Challenge.Request)
	if err != nil {
		return "", err
	}

	challenge := c.Challenge.Challenge
	challenge.Request = encoding.EncodeToString(request)
	text, err := json.Marshal(Credential{
		Challenge: challenge,
		Payload:   c.Payload,
		Source:    c.Source,
	})
	if err != nil {
		return "", fmt.Errorf("mpp: write the credential: %w", err)
	}
	return Scheme + " " + encoding.EncodeToString(text), nil
}

// canonical is JSON in the form of RFC 8785, as far as requests go: texts, and whole numbers as they stand.
func canonical(text json.RawMessage) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var value map[string]any
	if err := dec.Decode(&value); err != nil {
		return nil, fmt.Errorf("mpp: the request of a challenge is not an object: %w", err)
	}

	var out bytes.Buffer
	enc := json.NewEncoder(&out) // members of maps are in the order of their names
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, fmt.Errorf("mpp: write the request: %w", err)
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}

// ParseChallenge reads the value of a WWW-Authenticate header with one challenge.
func ParseChallenge(header string) (Challenge, error) {
	rest, ok := Offered(header)
	if !ok {
		return Challenge{}, errors.New("mpp: not a challenge of the Payment scheme")
	}

	var c Challenge
	fields := map[string]*string{
		"id":      &c.ID,
		"realm":   &c.Realm,
		"method":  &c.Method,
		"intent":  &c.Intent,
		"request": &c.Request,
		"expires": &c.Expires,
		"digest":  &c.Digest,
		"opaque":  &c.Opaque,
	}
	for rest != "" {
		name, after, found := strings.Cut(rest, `="`)
		if !found {
			return Challenge{}, errors.New("mpp: a parameter is not quoted")
		}
		value, after, closed := unquote(after)
		if !closed {
			return Challenge{}, errors.New("mpp: a parameter does not end")
		}
		if field := fields[strings.ToLower(strings.Trim(name, ", "))]; field != nil {
			*field = value
		}
		rest = strings.TrimLeft(after, ", ")
	}
	if c.ID == "" || c.Request == "" {
		return Challenge{}, errors.New("mpp: a challenge without id or request")
	}
	return c, nil
}

// unquote reads a quoted-string up to its closing quote, and what follows that.
func unquote(text string) (value, rest string, closed bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			return b.String(), text[i+1:], true
		case '\\':
			i++
			if i == len(text) {
				return "", "", false
			}
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}
