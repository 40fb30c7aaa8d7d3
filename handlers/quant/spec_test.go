package quant

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/problem"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/labstack/echo/v4"
	"pgregory.net/rapid"
)

var loadSpec = sync.OnceValues(func() (*openapi3.T, error) {
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	return loader.LoadFromFile("../../openapi/quant.yaml")
})

// failer is what testing.T and rapid.T share.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// serve answers a request as the service does: validation and defaults from the spec, the generated
// server, problems as JSON. A 200 must be what the spec says.
func serve(t failer, method, target, body string) (int, []byte) {
	t.Helper()
	doc, err := loadSpec()
	if err != nil {
		t.Fatalf("loading the spec: %v", err)
	}
	path, _, _ := strings.Cut(target, "?")
	item := doc.Paths.Value(path)
	op := item.GetOperation(method)
	req := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	err = openapi3filter.ValidateRequest(req.Context(), &openapi3filter.RequestValidationInput{
		Request: req, Route: &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: op},
	})
	if err != nil {
		field := ""
		var broken *openapi3filter.RequestError
		if errors.As(err, &broken) && broken.Parameter != nil {
			field = broken.Parameter.Name
		}
		var at *openapi3.SchemaError
		if errors.As(err, &at) && field == "" {
			field = strings.Join(at.JSONPointer(), ".")
		}
		return http.StatusBadRequest, problem.Invalid(field, "breaks the spec").JSON("")
	}
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) { problem.From(err).Write(c.Response(), "") }
	New().Register(e)
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, req)
	if rec.Code == http.StatusOK {
		var value any
		if err := json.Unmarshal(rec.Body.Bytes(), &value); err != nil {
			t.Fatalf("%s %s: the answer is not JSON: %v", method, target, err)
		}
		schema := op.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
		if err := schema.VisitJSON(value); err != nil {
			t.Fatalf("%s %s: the answer breaks the spec: %v", method, target, err)
		}
		if extra := undeclared(schema, value, ""); extra != "" {
			t.Fatalf("%s %s: the spec does not know %s", method, target, extra)
		}
	}
	return rec.Code, rec.Body.Bytes()
}

// undeclared is the first member of value that the schema does not describe.
func undeclared(s *openapi3.Schema, value any, at string) string {
	switch v := value.(type) {
	case map[string]any:
		if s.AdditionalProperties.Schema != nil || s.AdditionalProperties.Has != nil && *s.AdditionalProperties.Has {
			return ""
		}
		for name, member := range v {
			p := s.Properties[name]
			if p == nil {
				return at + "." + name
			}
			if extra := undeclared(p.Value, member, at+"."+name); extra != "" {
				return extra
			}
		}
	case []any:
		for i, member := range v {
			if extra := undeclared(s.Items.Value, member, fmt.Sprintf("%s[%d]", at, i)); extra != "" {
				return extra
			}
		}
	}
	return ""
}

// exampleRequest is the request that the spec's examples make up.
func exampleRequest(t failer, op *openapi3.Operation) (query, body string) {
	values := url.Values{}
	for _, p := range op.Parameters {
		if p.Value.Example != nil {
			values.Set(p.Value.Name, fmt.Sprint(p.Value.Example))
		}
	}
	if op.RequestBody != nil {
		text, err := json.Marshal(op.RequestBody.Value.Content.Get("application/json").Example)
		if err != nil {
			t.Fatalf("example body: %v", err)
		}
		body = string(text)
	}
	return values.Encode(), body
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	doc, err := loadSpec()
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			query, body := exampleRequest(t, op)
			status, answer := serve(t, method, path+"?"+query, body)
			if status != http.StatusOK {
				t.Errorf("%s: %d %s", path, status, answer)
				continue
			}
			var got any
			if err := json.Unmarshal(answer, &got); err != nil {
				t.Fatal(err)
			}
			want := op.Responses.Value("200").Value.Content.Get("application/json").Example
			if where := difference(got, want); where != "" {
				t.Errorf("%s: the example differs at %s; the answer is\n%s", path, where, answer)
			}
		}
	}
}

// difference is where two JSON values differ, numbers by more than the last digits.
func difference(got, want any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return " (members)"
		}
		for name := range w {
			if d := difference(g[name], w[name]); d != "" {
				return "." + name + d
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return " (length)"
		}
		for i := range w {
			if d := difference(g[i], w[i]); d != "" {
				return fmt.Sprintf("[%d]%s", i, d)
			}
		}
		return ""
	case float64:
		// Residuals are rounding errors: they may be other ones on another architecture.
		if g, ok := got.(float64); ok && math.Abs(g-w) <= 1e-11*math.Abs(w)+1e-14 {
			return ""
		}
	default:
		if got == want {
			return ""
		}
	}
	return fmt.Sprintf(": %v, not %v", got, want)
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
	doc, err := loadSpec()
	if err != nil {
		t.Fatal(err)
	}
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
			// Small simulations only, and mostly plausible values, so that many requests reach the formulas.
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

func TestHostileBodiesAreAnsweredOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		token := rapid.SampledFrom([]string{"0", "-1", "-0.5", "0.5", "1e-300", "1e99", "1e308", "-1e99", "1e999", "null", "true", `""`, `"x"`, `"0.1"`, `"-Inf"`, "[]", "{}", "12345678901234567890123"})
		list := rapid.SliceOfN(token, 0, 8).Draw(t, "returns")
		body := `{"returns":[` + strings.Join(list, ",") + `]`
		for _, name := range []string{"confidence", "periods_per_year", "risk_free", "mar"} {
			if rapid.Bool().Draw(t, name) {
				body += `,"` + name + `":` + token.Draw(t, name+" value")
			}
		}
		status, answer := serve(t, "POST", "/quant/risk", body+"}")
		if status != 200 && status != 400 || !json.Valid(answer) {
			t.Fatalf("%s: %d %s", body, status, answer)
		}
	})
}

func BenchmarkRiskBodyValidation(b *testing.B) {
	body := `{"returns":[` + strings.TrimSuffix(strings.Repeat("0.0123,", 10000), ",") + `]}`
	doc, err := loadSpec()
	if err != nil {
		b.Fatal(err)
	}
	item := doc.Paths.Value("/quant/risk")
	for b.Loop() {
		req := httptest.NewRequest("POST", "/quant/risk", io.NopCloser(strings.NewReader(body)))
		req.Header.Set("Content-Type", "application/json")
		if err := openapi3filter.ValidateRequest(b.Context(), &openapi3filter.RequestValidationInput{
			Request: req, Route: &routers.Route{Spec: doc, Path: "/quant/risk", PathItem: item, Method: "POST", Operation: item.Post},
		}); err != nil {
			b.Fatal(err)
		}
	}
}
