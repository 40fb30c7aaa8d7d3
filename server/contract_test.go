package server

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// TestContract calls every operation of the spec with its example: wrong method, quote, real payment
// on a real chain, and the answer held against the spec. A new operation is covered by being there.
func TestContract(t *testing.T) {
	t.Parallel()

	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	loadDatasets(t, s.server.parts.Upstreams)
	var paid sync.WaitGroup
	var mu sync.Mutex
	total := new(big.Int)
	for _, op := range s.spec.Operations {
		t.Run(op.Name(), func(sub *testing.T) {
			s := *s
			s.TB = sub
			wrongMethod(&s, op)
			if !op.Paid {
				checkFree(&s, op)
				return
			}
			checkQuote(&s, op)
			// Purchases run side by side, so that they share transactions.
			paid.Go(func() {
				for _, version := range []pay.Version{1, 2} {
					a, err := s.bought(op, version)
					if err != nil {
						t.Errorf("%s: %v", op.Name(), err)
						return
					}
					if a.status != http.StatusOK {
						t.Errorf("%s paid with version %d: %d %s", op.Name(), version, a.status, a.body)
						return
					}
					for _, wrong := range mismatches(a.body, op) {
						t.Errorf("%s: answer: %s", op.Name(), wrong)
					}
					if a.header.Get("X-Charged") == "false" {
						continue // an answer that delivers nothing for want of a key
					}
					checkReceipt(t, op.Name(), a, version)
					mu.Lock()
					total.Add(total, atomicPrice(op))
					mu.Unlock()
				}
			})
		})
	}
	paid.Wait()
	got, err := chain.BalanceOf(t.Context(), s.payTo)
	if err != nil {
		t.Fatal(err)
	}
	if got.Cmp(total) != 0 {
		t.Errorf("the seller holds %s, the sum of all prices is %s", got, total)
	}
}

// bought is the answer to a paid call of an operation. With all routes and chains on two cores at once a source may
// answer too late, and is then left alone for a time: such a call is free, and made again after it, as buyers do.
func (s *service) bought(op *spec.Operation, version pay.Version) (a answer, err error) {
	for range 3 {
		if seconds, err := strconv.Atoi(a.header.Get("Retry-After")); err == nil {
			time.Sleep(time.Duration(seconds) * time.Second)
		}
		r, err := s.sign(s.example(op), version)
		if err != nil {
			return a, err
		}
		a, err = send(r)
		if err != nil || a.status != http.StatusBadGateway || a.code() != "upstream_failed" {
			return a, err
		}
	}
	return a, nil
}

func wrongMethod(s *service, op *spec.Operation) {
	s.Helper()
	method := http.MethodDelete
	a := s.do(s.request(method, op.Path, nil))
	if a.status != http.StatusMethodNotAllowed || !strings.Contains(a.header.Get("Allow"), op.Method) || a.code() != "wrong_method" {
		s.Errorf("%s: %d, Allow %q, %s", method, a.status, a.header.Get("Allow"), a.body)
	}
	a = s.do(s.request(http.MethodOptions, op.Path, nil))
	if a.status != http.StatusNoContent || !strings.Contains(a.header.Get("Access-Control-Allow-Headers"), "payment-signature") {
		s.Errorf("preflight: %d %v", a.status, a.header)
	}
}

func checkFree(s *service, op *spec.Operation) {
	s.Helper()
	a := s.do(s.example(op))
	if op.Path == "/.well-known/402index-verify.txt" {
		if a.status != http.StatusNotFound { // nothing is configured
			s.Errorf("%d %s", a.status, a.body)
		}
		return
	}
	if a.status != http.StatusOK {
		s.Errorf("%d %s", a.status, a.body)
		return
	}
	if op.Output != nil {
		for _, wrong := range mismatches(a.body, op) {
			s.Errorf("answer: %s", wrong)
		}
	}
}

// checkQuote holds both forms of the quote against the spec: a scanner calls without inputs.
func checkQuote(s *service, op *spec.Operation) {
	s.Helper()
	a := s.do(s.request(op.Method, op.Path, nil))
	if a.status != http.StatusPaymentRequired {
		s.Errorf("without payment: %d %s", a.status, a.body)
		return
	}
	if a.header.Get("Content-Type") != "application/json" || a.header.Get("Cache-Control") != "no-store" {
		s.Errorf("headers of the quote: %v", a.header)
	}
	var v1 x402.RequiredV1
	if err := json.Unmarshal(a.body, &v1); err != nil || v1.X402Version != 1 || len(v1.Accepts) == 0 || v1.Error == "" {
		s.Errorf("version 1 quote: %s", a.body)
		return
	}
	header := a.header.Get(x402.HeaderRequired)
	if len(header) > 4<<10 { // what common proxies take
		s.Errorf("PAYMENT-REQUIRED has %d bytes", len(header))
	}
	text, err := base64.StdEncoding.DecodeString(header)
	if err != nil {
		s.Errorf("PAYMENT-REQUIRED is not base64: %v", err)
		return
	}
	var v2 x402.Required
	if err := json.Unmarshal(text, &v2); err != nil || v2.X402Version != 2 || len(v2.Accepts) == 0 {
		s.Errorf("version 2 quote: %s", text)
		return
	}
	want := atomicPrice(op).String()
	for i, r := range v2.Accepts {
		if r.Amount != want || v1.Accepts[i].MaxAmountRequired != want {
			s.Errorf("amounts %s and %s, want %s", r.Amount, v1.Accepts[i].MaxAmountRequired, want)
		}
		if r.PayTo != s.payTo.Hex() || v1.Accepts[i].PayTo != s.payTo.Hex() || v1.Accepts[i].Network != "base" || r.Network != "eip155:8453" {
			s.Errorf("accepts: %+v and %+v", r, v1.Accepts[i])
		}
	}
	if v2.Resource.URL != "https://api.farebox.test"+op.Path || v1.Accepts[0].Resource != v2.Resource.URL {
		s.Errorf("resource %q and %q", v2.Resource.URL, v1.Accepts[0].Resource)
	}
	for _, name := range []string{"bazaar", "payment-identifier"} {
		if v2.Extensions[name] == nil {
			s.Errorf("extension %s is missing", name)
		}
	}
}

func checkReceipt(t *testing.T, route string, a answer, version pay.Version) {
	t.Helper()
	header, network := x402.HeaderPaymentResponse, "eip155:8453"
	if version == 1 {
		header, network = x402.HeaderPaymentResponseV1, "base"
	}
	text, err := base64.StdEncoding.DecodeString(a.header.Get(header))
	var r x402.Receipt
	if err != nil || json.Unmarshal(text, &r) != nil {
		t.Errorf("%s: %s: %q", route, header, a.header.Get(header))
		return
	}
	if !r.Success || len(r.Transaction) != 66 || r.Network != network || r.Payer == "" {
		t.Errorf("%s: receipt %+v", route, r)
	}
}

// escapeOfHTML are the escapes of &, < and > that JSON within a page of HTML has.
var escapeOfHTML = regexp.MustCompile(`\\u00(?:26|3[cCeE])`)

// mismatches are the places where a JSON answer leaves its schema: kin-openapi's validation, and
// members that the schema does not name.
func mismatches(body []byte, op *spec.Operation) []string {
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return []string{err.Error()}
	}
	var out []string
	if err := op.Output.VisitJSON(value, openapi3.MultiErrors()); err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		out = append(out, line)
	}
	if escape := escapeOfHTML.Find(body); escape != nil {
		out = append(out, fmt.Sprintf("%s stands for a character that JSON has as it is", escape))
	}
	out = append(out, undeclared("", value, op.Output)...)
	out = append(out, contradictions("", value, "")...)
	out = append(out, looseTexts(op.Path, value, op.Output)...)
	sort.Strings(out)
	return out
}

func undeclared(where string, value any, schema *openapi3.Schema) []string {
	var out []string
	switch v := value.(type) {
	case map[string]any:
		free := schema.AdditionalProperties.Has != nil && *schema.AdditionalProperties.Has || schema.AdditionalProperties.Schema != nil
		for name, member := range v {
			prop := property(schema, name)
			if prop != nil {
				out = append(out, undeclared(where+"/"+name, member, prop)...)
			} else if !free && schema.Type.Is("object") {
				out = append(out, fmt.Sprintf("%s/%s is not in the schema", where, name))
			}
		}
	case []any:
		if schema.Items == nil {
			return nil
		}
		for i, item := range v {
			out = append(out, undeclared(fmt.Sprintf("%s/%d", where, i), item, schema.Items.Value)...)
		}
	}
	return out
}

// property is the schema of a member, looked for in allOf, oneOf and anyOf too.
func property(schema *openapi3.Schema, name string) *openapi3.Schema {
	if p := schema.Properties[name]; p != nil {
		return p.Value
	}
	for _, list := range []openapi3.SchemaRefs{schema.AllOf, schema.OneOf, schema.AnyOf} {
		for _, sub := range list {
			if p := property(sub.Value, name); p != nil {
				return p
			}
		}
	}
	return nil
}
