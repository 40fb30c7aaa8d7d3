package payment

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/farebox/farebox/payment/x402"
)

// plainRead reads a payment with encoding/json alone, twice over.
func plainRead(raw []byte) (version int, v1 x402.PaymentV1, v2 x402.Payment, ok bool) {
	var head struct {
		X402Version int             `json:"x402Version"`
		Payload     json.RawMessage `json:"payload"`
	}
	if json.Unmarshal(raw, &head) != nil {
		return 0, v1, v2, false
	}
	var err error
	switch head.X402Version {
	case 1:
		err = json.Unmarshal(raw, &v1)
	case 2:
		v2, err = plainReadV2(raw)
	}
	return head.X402Version, v1, v2, err == nil
}

// plainReadV2 reads what counts of a payment of version 2.
func plainReadV2(raw []byte) (x402.Payment, error) {
	var came struct {
		X402Version int               `json:"x402Version"`
		Accepted    accepted          `json:"accepted"`
		Payload     x402.ExactPayload `json:"payload"`
		Extensions  x402.Extensions   `json:"extensions"`
	}
	err := json.Unmarshal(raw, &came)

	p := x402.Payment{
		X402Version: came.X402Version,
		Accepted: x402.Requirement{
			Scheme:  came.Accepted.Scheme,
			Network: came.Accepted.Network,
			Amount:  came.Accepted.Amount,
			Asset:   came.Accepted.Asset,
			PayTo:   came.Accepted.PayTo,
		},
		Payload: came.Payload,
	}
	if id, has := came.Extensions[extensionIdentifier]; has {
		p.Extensions = x402.Extensions{extensionIdentifier: id}
	}
	return p, err
}

// passRead reads it as the gate does.
func passRead(raw []byte) (version int, v1 x402.PaymentV1, v2 x402.Payment, ok bool) {
	came, err := readSent(raw)
	if err != nil || decode(came.version, &version) != nil {
		return 0, v1, v2, false
	}
	switch version {
	case 1:
		v1, err = came.asV1()
	case 2:
		accepted, bad := came.way()
		var payload x402.ExactPayload
		v2, err = came.asV2(accepted, &payload)
		v2.Payload = payload
		err = errors.Join(bad, err)
	}
	return version, v1, v2, err == nil
}

func compareReads(t *testing.T, raw string) {
	t.Helper()
	version, v1, v2, ok := plainRead([]byte(raw))
	gotVersion, got1, got2, gotOK := passRead([]byte(raw))
	if ok != gotOK {
		t.Errorf("%s: taken %v, want %v", raw, gotOK, ok)
		return
	}
	if ok && (version != gotVersion || !reflect.DeepEqual(v1, got1) || !reflect.DeepEqual(v2, got2)) {
		t.Errorf("%s: %+v %+v, want %+v %+v", raw, got1, got2, v1, v2)
	}
}

// TestPaymentIsReadInOnePassAsItIsInTwo puts odd values in place of each member, one and several at a time.
func TestPaymentIsReadInOnePassAsItIsInTwo(t *testing.T) {
	authorization := map[string]any{
		"from":        "0x1",
		"to":          "0x2",
		"value":       "1000",
		"validAfter":  "0",
		"validBefore": "99",
		"nonce":       "0x3",
	}
	whole := map[string]any{
		"x402Version": 2,
		"scheme":      "exact",
		"network":     "base",
		"accepted": map[string]any{
			"scheme":  "exact",
			"network": "eip155:8453",
			"extra":   map[string]any{"name": "x"},
		},
		"payload":  map[string]any{"signature": "0x4", "authorization": authorization},
		"resource": map[string]any{"url": "https://a.example/", "tags": []string{"a"}},
		"extensions": map[string]any{
			"bazaar":            map[string]any{"info": []any{1, "}", map[string]any{"a\"b": nil}}},
			extensionIdentifier: map[string]any{"info": map[string]any{"id": "an_id_of_sixteen"}},
		},
		"other": []any{map[string]any{"payload": 1}, "accepted"},
	}
	odd := []any{
		nil, true, 0, 1, 2, 2.5, "2", "", "é\u2028<",
		[]any{}, []any{1}, map[string]any{}, map[string]any{"url": 5},
	}

	random := rand.New(rand.NewPCG(1, 2))
	names := slices.Sorted(maps.Keys(whole))
	for range 4000 {
		changed := maps.Clone(whole)
		changed["x402Version"] = 1 + random.IntN(2)
		for range random.IntN(3) {
			name := names[random.IntN(len(names))]
			if changed[name] = odd[random.IntN(len(odd))]; random.IntN(4) == 0 {
				delete(changed, name)
			}
		}
		text, err := json.Marshal(changed)
		if err != nil {
			t.Fatal(err)
		}
		compareReads(t, string(text))
		compareReads(t, string(text[:random.IntN(len(text)+1)]))
	}
}

func TestOddPaymentsAreReadInOnePassAsInTwo(t *testing.T) {
	for _, raw := range []string{
		``, ` `, `null`, `nul`, `[]`, `{}`, `"x"`, `5`, `{}{}`, `{} x`, `null null`, ` {"x402Version":2} `,
		`{"X402VERSION":2,"ACCEPTED":{"Scheme":"exact"},"Payload":{"Signature":"0x"}}`,
		`{"x402Version":2.0}`, `{"x402Version":"2"}`, `{"x402Version":null}`, `{"x402Version":1e0}`,
		`{"x402Version":2,"extensions":null}`, `{"x402Version":2,"extensions":[]}`, `{"x402Version":1,"extensions":[]}`,
		`{"x402Version":2,"extensions":{"payment-identifier":null}}`,
		`{"x402Version":2,"extensions":{"Payment-Identifier":{"info":{"id":"x"}}}}`,
		`{"x402Version":2,"extensions":{"payment\u002didentifier":{"info":{"id":"x"}}}}`,
		`{"x402Version":2,"extensions":{"a":{"b":}}}`, `{"x402Version":2,"other":{"a":1,"a":2}}`,
		`{"x402Version":2,"resource":"https://a.example/"}`, `{"x402Version":1,"resource":"https://a.example/"}`,
		`{"x402Version":2,"accepted":{"amount":1000}}`, `{"x402Version":2,"accepted":{"extra":[],"amount":"1"}}`,
		"{\"x402Version\":2,\"accepted\":{\"asset\":\"a\xffb\"}}", "{\"x402Version\":2,\"a\xff\":1}",
	} {
		compareReads(t, raw)
	}
}

// TestPaymentWithAMemberTwiceIsRefused: two readers of it would not agree on what was sent.
func TestPaymentWithAMemberTwiceIsRefused(t *testing.T) {
	for _, raw := range []string{
		`{"x402Version":2,"x402Version":1}`,
		`{"x402Version":2,"payload":{},"PAYLOAD":{}}`,
		`{"x402Version":2,"extensions":{},"extensions":{}}`,
		`{"x402Version":2,"extensions":{"payment-identifier":{},"payment-identifier":{}}}`,
	} {
		if _, err := readSent([]byte(raw)); err == nil {
			t.Errorf("%s was taken", raw)
		}
	}
}
