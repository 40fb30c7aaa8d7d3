package txlist

import (
	_ "embed"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

//go:embed testdata/some.json
var some string

func ask(t *testing.T, a upstreamtest.Answer) ([]Row, error) {
	t.Helper()
	a.URL = "https://explorer.example.org/api"
	c := upstreamtest.New(t, a).Pool(t, nil).Client(upstream.Provider{Name: "explorer", BaseURL: "https://explorer.example.org", Retries: -1})
	return Rows(t.Context(), c.Get("/api"))
}

func TestOnlyWhatMovedCounts(t *testing.T) {
	rows, err := ask(t, upstreamtest.Answer{Body: some})
	if err != nil || len(rows) != 5 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	a := func(s string) common.Address { return common.HexToAddress(s) }
	want := []Transfer{
		{a("0x4200000000000000000000000000000000000006"), a("0xa1"), big.NewInt(7500000000000001)},
		{a("0xa1"), a("0xa5"), big.NewInt(12)},
	}
	if got := Moved(rows); !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}

func TestWhatHappenedBelowAFailedCallDidNot(t *testing.T) {
	one := "0x00000000000000000000000000000000000000a1"
	rows := []Row{
		{From: one, To: one, Value: "1", IsError: "0", TraceID: "0"},
		{From: one, To: one, Value: "2", IsError: "1", TraceID: "0_1"},
		{From: one, To: one, Value: "3", IsError: "0", TraceID: "0_1_4"},
		{From: one, To: one, Value: "4", IsError: "0", TraceID: "0_10"},
	}
	got := Moved(rows)
	if len(got) != 2 || got[0].Value.Int64() != 1 || got[1].Value.Int64() != 4 {
		t.Errorf("%v", got)
	}
}

// TestAnswersWithoutAList distinguishes the explorers' ways to say that they have nothing.
func TestAnswersWithoutAList(t *testing.T) {
	for _, tt := range []struct {
		why    string
		answer upstreamtest.Answer
		want   error // nil: an empty list
	}{
		{"none, as Blockscout words it", upstreamtest.Answer{Body: `{"message":"No internal transactions found","result":[],"status":"0"}`}, nil},
		{"none, as Routescan words it", upstreamtest.Answer{Body: `{"status":"0","message":"No transactions found","result":[]}`}, nil},
		{"not indexed is not none", upstreamtest.Answer{Body: `{"message":"Internal transactions for this transaction have not been processed yet","result":[],"status":"2"}`}, upstream.NotFound},
		{"another chain", upstreamtest.Answer{Body: `{"status":"0","message":"chain not supported","result":null}`}, upstream.Invalid},
		{"a limit in words", upstreamtest.Answer{Body: `{"status":"0","message":"NOTOK","result":"Max rate limit reached"}`}, upstream.RateLimited},
		{"a refused key in words", upstreamtest.Answer{Body: `{"status":"0","message":"NOTOK","result":"Invalid API Key (#err2)|xyz"}`}, upstream.Unauthorized},
		{"a demand for payment is not paid", upstreamtest.Answer{Status: 402, Body: `{"error":"Proceed with API key or make a X402 payment to continue"}`}, upstream.Unavailable},
		{"an error of the server", upstreamtest.Answer{Status: 500, Body: `{"error":{"code":3}}`}, upstream.Unavailable},
		{"a challenge page", upstreamtest.Answer{Type: "text/html", Body: "<html>are you human</html>"}, upstream.BadResponse},
		{"another envelope", upstreamtest.Answer{Body: `{"items":[]}`}, upstream.BadResponse},
		{"a value that is not a number", upstreamtest.Answer{Body: `{"status":"1","message":"OK","result":[{"from":"0x00000000000000000000000000000000000000a1","to":"0x00000000000000000000000000000000000000a1","value":"1e3","isError":"0"}]}`}, upstream.BadResponse},
		{"a transfer to nobody", upstreamtest.Answer{Body: `{"status":"1","message":"OK","result":[{"from":"0x00000000000000000000000000000000000000a1","to":"","value":"1","isError":"0"}]}`}, upstream.BadResponse},
		{"null rows", upstreamtest.Answer{Body: `{"status":"1","message":"OK","result":[null]}`}, upstream.BadResponse},
	} {
		t.Run(tt.why, func(t *testing.T) {
			rows, err := ask(t, tt.answer)
			if !errors.Is(err, tt.want) || len(rows) > 0 {
				t.Errorf("%v, %v; want %v", rows, err, tt.want)
			}
		})
	}
}

func TestRealSamples(t *testing.T) {
	moved := 0
	for _, f := range samples.Glob(t, "*/txlistinternal-*.json") {
		body, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := ask(t, upstreamtest.Answer{Body: string(body)})
		if err != nil && !errors.Is(err, upstream.NotFound) {
			t.Errorf("%s: %v", filepath.Base(f), err)
		}
		moved += len(Moved(rows))
	}
	if moved == 0 {
		t.Error("no sample moves anything")
	}
}
