package quant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/handlers/handlertest"
)

func routes(t handlertest.Failing) *handlertest.Routes {
	t.Helper()
	return handlertest.RoutesOf(t, "quant", New().Register)
}

// serve answers a request as the service does. A 200 must match the spec.
func serve(t handlertest.Failing, method, target, body string) (int, []byte) {
	t.Helper()
	return routes(t).Exchange(t, handlertest.Request(method, target, body))
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.New(t, "quant", New().Register).CheckExamples()
}

func TestNumericStringsAreReadInBodies(t *testing.T) {
	status, a := serve(t, "POST", "/quant/risk", `{"returns":["0.01",-0.02," 3e-2 "],"confidence":0.9,"metrics":["mean"]}`)
	if status != 400 {
		t.Errorf("spaces in a number: %d %s", status, a)
	}
	status, a = serve(t, "POST", "/quant/risk", `{"returns":["0.01",-0.02,"3e-2"],"confidence":0.9,"metrics":["mean"]}`)
	if status != 200 || !bytes.Contains(a, []byte(`"returns_count":3`)) {
		t.Errorf("%d %s", status, a)
	}
}

func TestRiskBodyIsBounded(t *testing.T) {
	list := strings.Repeat("0.01,", 10000)
	if status, _ := serve(t, "POST", "/quant/risk", `{"returns":[`+list+`0.01]}`); status != 400 {
		t.Errorf("10001 returns: %d", status)
	}
	if status, a := serve(t, "POST", "/quant/risk", `{"returns":[`+strings.TrimSuffix(list, ",")+`]}`); status != 200 {
		t.Errorf("10000 returns: %d %s", status, a)
	}
	if status, _ := serve(t, "POST", "/quant/risk", `{"returns":[0.1,0.2],"metric":["mean"]}`); status != 400 {
		t.Errorf("a misspelt member: %d", status)
	}
}

// Whatever is sent, the answer is a 200 that the spec describes or a 400 that is JSON.
func TestHostileQueriesAreAnsweredOrRefused(t *testing.T) {
	doc := routes(t).Doc
	words := []string{"", "0", "-0", "1", "-1", "0.5", "2", "100", "1e-18", "1e18", "1e308", "-1e308", "5e-324", "1e400", "NaN", "Inf", "0x1p4", "1_000",
		"12%", "-100%", "continuous", "infinite", "call", "put", "iv", "greeks", "true", "short", "9223372036854775807", "18446744073709551616", "\x00", "é", "1,2"}
	var names []string
	for _, op := range defiOps {
		names = append(names, string(op.name))
	}
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.SampledFrom([]string{"/quant/options", "/quant/kelly", "/quant/defi", "/quant/montecarlo"}).Draw(t, "path")
		op := doc.Paths.Value(path).Get
		values := url.Values{}
		for _, p := range op.Parameters {
			// Only small simulations and mostly plausible values, so that many requests reach the formulas.
			switch draw := rapid.IntRange(0, 9).Draw(t, "way "+p.Value.Name); {
			case p.Value.Name == "paths":
				values.Set("paths", "100")
			case p.Value.Name == "op" && path == "/quant/defi":
				values.Set("op", rapid.SampledFrom(names).Draw(t, "op"))
			case p.Value.Name == "type" && draw > 1:
				values.Set("type", "put")
			case draw < 2:
				values.Set(p.Value.Name, rapid.SampledFrom(words).Draw(t, p.Value.Name))
			case draw < 7 && p.Value.Schema.Value.Type.Is("number"):
				values.Set(p.Value.Name, fmt.Sprint(math.Exp(rapid.Float64Range(-45, 45).Draw(t, p.Value.Name))))
			case draw < 7 && p.Value.Schema.Value.Pattern != "":
				values.Set(p.Value.Name, rapid.SampledFrom([]string{"0.1", "0", "1", "5", "-0.3", "1e18", "1e-9", "99%"}).Draw(t, p.Value.Name))
			case p.Value.Required:
				values.Set(p.Value.Name, fmt.Sprint(p.Value.Example))
			}
		}
		status, body := serve(t, "GET", path+"?"+values.Encode(), "")
		if status != 200 && status != 400 || !json.Valid(body) {
			t.Fatalf("%s?%s: %d %s", path, values.Encode(), status, body)
		}
	})
}

// BenchmarkLongestRiskBody is a whole request without payment.
func BenchmarkLongestRiskBody(b *testing.B) {
	body := `{"returns":[` + strings.TrimSuffix(strings.Repeat("0.0123,", 10000), ",") + `]}`
	r := routes(b)
	for b.Loop() {
		if status, answer := r.Serve(b, handlertest.Request(http.MethodPost, "/quant/risk", body)); status != 200 {
			b.Fatalf("%d %s", status, answer)
		}
	}
}

func TestEachCalculationOfTheSpecIsThere(t *testing.T) {
	for _, name := range routes(t).Doc.Components.Schemas["QuantDefiCalculation"].Value.Enum {
		if findDefiOp(gen.QuantDefiCalculation(name.(string))).run == nil {
			t.Errorf("%s has no calculation", name)
		}
	}
}
