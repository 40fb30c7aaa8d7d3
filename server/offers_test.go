package server

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/pricing"
	"github.com/farebox/farebox/server/discovery"
)

// TestQuotesFitThroughCommonProxies asks every paid route of a service with a long name, on the two networks that most
// sellers take, and on as many as anybody would.
func TestQuotesFitThroughCommonProxies(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		networks string
		offers   int
		most     int // bytes of the header, base64
	}{
		{"base,solana", 2, 4 << 10},
		{"base,solana,polygon,arbitrum", 4, 4 << 10},
		{"base,solana,polygon,arbitrum,optimism,avalanche", 6, 5 << 10},
	} {
		t.Run(row.networks, func(t *testing.T) {
			t.Parallel()
			settings := evmWorld(t).settings
			maps.Copy(settings, solanaWorld(t, newSolana(t)).settings)
			settings["PAYMENT_NETWORKS"] = row.networks
			settings["PUBLIC_BASE_URL"] = "https://farebox.agents-and-tools.example.com"
			s := start(t, newKey(t), settings)
			s.quotesFit(row.offers, row.most)
		})
	}
}

// quotesFit wants the quotes of all routes to have so many offers, to describe the route, and to have at most so many
// bytes.
func (s *service) quotesFit(offers, most int) {
	s.Helper()
	longest, short := 0, 0
	for _, op := range s.spec.Operations {
		if !op.Paid {
			continue
		}
		a := s.do(s.request(op.Method, op.Path, nil))
		header := a.header.Get(x402.HeaderRequired)
		var quote x402.Required
		text, err := base64.StdEncoding.DecodeString(header)
		if err != nil || json.Unmarshal(text, &quote) != nil || len(quote.Accepts) != offers ||
			quote.Extensions["bazaar"] == nil {
			s.Errorf("%s: %s", op.Name(), text)
		}
		least, err := discovery.BazaarWithin(op, 0)
		if err != nil {
			s.Fatal(err)
		}
		longest = max(longest, len(header))
		if len(quote.Extensions["bazaar"]) <= len(least) {
			short++
		}
		if len(header) > most {
			s.Errorf("%s: PAYMENT-REQUIRED has %d bytes", op.Name(), len(header))
		}
	}
	s.Logf("the longest has %d bytes; %d routes are described in the fewest words", longest, short)
}

// quoteV1 is the version 1 quote as the registry x402scan checks it: the schema of the protocol's own
// package, with outputSchema made stricter (FieldDefSchema and outputSchemaV1 of its source).
type quoteV1 struct {
	X402Version int `json:"x402Version"`
	Accepts     []struct {
		Scheme            string          `json:"scheme"`
		Network           string          `json:"network"`
		MaxAmountRequired string          `json:"maxAmountRequired"`
		Resource          string          `json:"resource"`
		Description       string          `json:"description"`
		MimeType          string          `json:"mimeType"`
		PayTo             string          `json:"payTo"`
		MaxTimeoutSeconds int             `json:"maxTimeoutSeconds"`
		Asset             string          `json:"asset"`
		Extra             map[string]any  `json:"extra"`
		OutputSchema      *outputSchemaV1 `json:"outputSchema"`
	} `json:"accepts"`
}

type outputSchemaV1 struct {
	Input struct {
		Type         string              `json:"type"`
		Method       string              `json:"method"`
		BodyType     string              `json:"bodyType"`
		QueryParams  map[string]fieldDef `json:"queryParams"`
		BodyFields   map[string]fieldDef `json:"bodyFields"`
		HeaderFields map[string]fieldDef `json:"headerFields"`
	} `json:"input"`
	Output map[string]any `json:"output"`
}

type fieldDef struct {
	Type        string              `json:"type"`
	Required    boolOrNames         `json:"required"`
	Description string              `json:"description"`
	Enum        []string            `json:"enum"`
	Properties  map[string]fieldDef `json:"properties"`
	Items       *fieldDef           `json:"items"`
}

// boolOrNames is true or false, or a list of names.
type boolOrNames struct{}

func (boolOrNames) UnmarshalJSON(text []byte) error {
	var flag bool
	if json.Unmarshal(text, &flag) == nil {
		return nil
	}
	var names []string
	return json.Unmarshal(text, &names)
}

// nullAt is where a JSON value holds null, which encoding/json takes for anything and registries for nothing.
func nullAt(v any, path string) string {
	switch v := v.(type) {
	case nil:
		return path
	case map[string]any:
		for name, member := range v {
			if at := nullAt(member, path+"."+name); at != "" {
				return at
			}
		}
	case []any:
		for i, item := range v {
			if at := nullAt(item, fmt.Sprintf("%s[%d]", path, i)); at != "" {
				return at
			}
		}
	}
	return ""
}

func TestRegistriesOfVersion1TakeEveryQuote(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	for _, op := range s.spec.Operations {
		if !op.Paid {
			continue
		}
		a := s.do(s.request(op.Method, op.Path, nil))
		var quote quoteV1
		if err := json.Unmarshal(a.body, &quote); err != nil {
			t.Errorf("%s: %v", op.Name(), err)
			continue
		}
		if quote.X402Version != 1 || len(quote.Accepts) != 1 || quote.Accepts[0].OutputSchema == nil {
			t.Errorf("%s: %.300s", op.Name(), a.body)
			continue
		}

		offer := quote.Accepts[0]
		schema := offer.OutputSchema
		if offer.Scheme != "exact" || offer.Network != "base" || offer.Description == "" || len(schema.Output) == 0 {
			t.Errorf("%s: %+v", op.Name(), offer)
		}
		withBody := schema.Input.BodyType == "json"
		if schema.Input.Type != "http" || schema.Input.Method != op.Method || withBody != (op.Body != nil) {
			t.Errorf("%s: input %+v", op.Name(), schema.Input)
		}

		var raw struct {
			Accepts []struct {
				OutputSchema struct{ Input any } `json:"outputSchema"`
			} `json:"accepts"`
		}
		if err := json.Unmarshal(a.body, &raw); err != nil {
			t.Fatal(err)
		}
		if at := nullAt(raw.Accepts[0].OutputSchema.Input, "input"); at != "" {
			t.Errorf("%s: %s is null", op.Name(), at)
		}
	}
}

func TestEveryPriceIsPayableInUSDC(t *testing.T) {
	t.Parallel()
	loaded := loadSpec()

	for _, op := range loaded.Operations {
		if !op.Paid {
			continue
		}
		if _, err := pricing.Atomic(op.Price, 6); err != nil {
			t.Errorf("%s: %v", op.Name(), err)
		}
	}
}
