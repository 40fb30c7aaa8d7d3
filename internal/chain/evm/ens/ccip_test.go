package ens

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/upstream"
)

// gateways answers by host and records the requests.
type gateways struct {
	say   map[string]string // host -> "status body"
	asked []string
}

func (g *gateways) RoundTrip(r *http.Request) (*http.Response, error) {
	body := ""
	if r.Body != nil {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		body = " " + string(b)
	}
	g.asked = append(g.asked, r.Method+" "+r.URL.String()+body)
	says, ok := g.say[r.URL.Host]
	if !ok {
		return nil, errors.New("no such host")
	}
	status, text, _ := strings.Cut(says, " ")
	w := httptest.NewRecorder()
	var code int
	if _, err := fmt.Sscan(status, &code); err != nil {
		return nil, err
	}
	w.WriteHeader(code)
	_, _ = w.WriteString(text)
	return w.Result(), nil
}

var sender = common.HexToAddress("0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD")

// TestGatewaysAreAskedAsEIP3668Says.
func TestGatewaysAreAskedAsEIP3668Says(t *testing.T) {
	who := strings.ToLower(sender.Hex())
	for _, c := range []struct {
		why   string
		urls  []string
		say   map[string]string
		asked []string
		want  string // of the answer, "" for a failure
	}{
		{"GET with both places filled", []string{"https://a.test/{sender}/{data}.json"}, map[string]string{"a.test": `200 {"data":"0x0102"}`}, []string{"GET https://a.test/" + who + "/0xbeef.json"}, "0102"},
		{"POST without a place for data", []string{"https://a.test/q"}, map[string]string{"a.test": `200 {"data":"0x0102"}`}, []string{`POST https://a.test/q {"data":"0xbeef","sender":"` + who + `"}`}, "0102"},
		{"next one after a 5xx", []string{"https://a.test/{data}", "https://b.test/{data}"}, map[string]string{"a.test": "503 -", "b.test": `200 {"data":"0x03"}`}, []string{"GET https://a.test/0xbeef", "GET https://b.test/0xbeef"}, "03"},
		{"next one after no connection", []string{"https://gone.test/{data}", "https://b.test/{data}"}, map[string]string{"b.test": `200 {"data":"0x03"}`}, []string{"GET https://gone.test/0xbeef", "GET https://b.test/0xbeef"}, "03"},
		{"next one after garbage", []string{"https://a.test/{data}", "https://b.test/{data}"}, map[string]string{"a.test": "200 <html>", "b.test": `200 {"data":"0x03"}`}, []string{"GET https://a.test/0xbeef", "GET https://b.test/0xbeef"}, "03"},
		{"a 4xx is final", []string{"https://a.test/{data}", "https://b.test/{data}"}, map[string]string{"a.test": "404 -", "b.test": `200 {"data":"0x03"}`}, []string{"GET https://a.test/0xbeef"}, ""},
		{"https only", []string{"http://a.test/{data}", "ftp://b.test", "x-batch-gateway:true"}, map[string]string{"a.test": `200 {"data":"0x03"}`}, nil, ""},
		{"no data member", []string{"https://a.test/{data}"}, map[string]string{"a.test": `200 {}`}, []string{"GET https://a.test/0xbeef"}, ""},
		{"no gateway", nil, nil, nil, ""},
		{"redirects are not followed", []string{"https://a.test/{data}"}, map[string]string{"a.test": "302 -"}, []string{"GET https://a.test/0xbeef"}, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			g := &gateways{say: c.say}
			answer, err := New(nil, g).ask(t.Context(), sender, c.urls, []byte{0xbe, 0xef})
			if fmt.Sprint(g.asked) != fmt.Sprint(c.asked) {
				t.Errorf("%s: asked %v", c.why, g.asked)
			}
			if c.want == "" && !errors.Is(err, upstream.Unavailable) || c.want != "" && (err != nil || common.Bytes2Hex(answer) != c.want) {
				t.Errorf("%s: %x %v", c.why, answer, err)
			}
		})
	}
}

// TestBatchGatewayIsPlayedHere: failures are reported one by one, with the status (ENSIP-21).
func TestBatchGatewayIsPlayedHere(t *testing.T) {
	g := &gateways{say: map[string]string{"a.test": `200 {"data":"0x0102"}`, "b.test": "404 -"}}
	c := contracts.NewBatchGateway()
	data := c.PackQuery([]contracts.IBatchGatewayRequest{
		{Sender: sender, Urls: []string{"https://a.test/{data}"}, Data: []byte{1}}, {Sender: sender, Urls: []string{"https://b.test/{data}"}, Data: []byte{2}},
	})
	answer, err := New(nil, g).ask(t.Context(), sender, []string{"x-batch-gateway:true"}, data)
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.UnpackQuery(answer)
	if err != nil {
		t.Fatal(err)
	}
	if out.Failures[0] || !out.Failures[1] || common.Bytes2Hex(out.Responses[0]) != "0102" {
		t.Errorf("%+v", out)
	}
	id := contracts.BatchGatewayHttpErrorErrorID()
	if failure, err := c.UnpackHttpErrorError(out.Responses[1][4:]); err != nil || failure.Status != 404 || string(out.Responses[1][:4]) != string(id[:4]) {
		t.Errorf("%+v %v", failure, err)
	}
}

func TestBatchesOfBatchesAndTooManyAreRefused(t *testing.T) {
	c := contracts.NewBatchGateway()
	one := contracts.IBatchGatewayRequest{Sender: sender, Urls: []string{"https://a.test/{data}"}, Data: []byte{1}}
	nested := one
	nested.Data = c.PackQuery([]contracts.IBatchGatewayRequest{one})
	g := &gateways{say: map[string]string{"a.test": `200 {"data":"0x"}`}}
	for _, list := range [][]contracts.IBatchGatewayRequest{{nested}, {one, one, one, one, one, one, one, one, one}} {
		if _, err := New(nil, g).ask(context.Background(), sender, nil, c.PackQuery(list)); !errors.Is(err, upstream.BadResponse) {
			t.Errorf("%v", err)
		}
	}
	if len(g.asked) != 0 {
		t.Errorf("asked %v", g.asked)
	}
}

// TestSelectors compares with the contracts deployed on Ethereum and Base.
func TestSelectors(t *testing.T) {
	first := func(id common.Hash) string { return common.Bytes2Hex(id[:4]) }
	for what, pair := range map[string][2]string{
		"ResolverNotFound": {first(contracts.UniversalResolverResolverNotFoundErrorID()), "77209fe8"},
		"OffchainLookup":   {first(contracts.UniversalResolverOffchainLookupErrorID()), "556f1830"},
		"resolve":          {common.Bytes2Hex(contracts.NewUniversalResolver().PackResolve(nil, nil)[:4]), "9061b923"},
		"query":            {common.Bytes2Hex(contracts.NewBatchGateway().PackQuery(nil)[:4]), "a780bab6"},
		"nameForAddr":      {common.Bytes2Hex(contracts.NewL2ReverseRegistrar().PackNameForAddr(sender)[:4]), "4ec3bd23"},
		"resolver":         {common.Bytes2Hex(contracts.NewENSRegistry().PackResolver([32]byte{})[:4]), "0178b8bf"},
		"aggregate3":       {common.Bytes2Hex(contracts.NewMulticall3().PackAggregate3(nil)[:4]), "82ad56cb"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %s, want %s", what, pair[0], pair[1])
		}
	}
}

// silent are gateways that never answer.
type silent struct{ asked atomic.Int64 }

func (s *silent) RoundTrip(r *http.Request) (*http.Response, error) {
	s.asked.Add(1)
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// TestLookupsEndWithTheirBudget: eight lookups with four silent gateways each would take minutes one by one.
func TestLookupsEndWithTheirBudget(t *testing.T) {
	var list []contracts.IBatchGatewayRequest
	for range maxQueries {
		list = append(list, contracts.IBatchGatewayRequest{Sender: sender, Urls: []string{"https://a.test/{data}", "https://b.test/{data}", "https://c.test/{data}", "https://d.test/{data}"}, Data: []byte{1}})
	}
	parsed, err := contracts.UniversalResolverMetaData.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	lookup := parsed.Errors["OffchainLookup"]
	packed, err := lookup.Inputs.Pack(sender, []string{"x-batch-gateway:true"}, contracts.NewBatchGateway().PackQuery(list), [4]byte{1, 2, 3, 4}, []byte{})
	if err != nil {
		t.Fatal(err)
	}
	s := &silent{}
	r := New(nil, s)
	r.budget = 20 * time.Millisecond
	_, err = r.goOn(t.Context(), nil, sender, nil, &evm.Revert{Data: append(lookup.ID[:4:4], packed...)})
	if !errors.Is(err, upstream.Unavailable) || s.asked.Load() > 1 {
		t.Errorf("%v after %d requests", err, s.asked.Load())
	}
}
