package tax

import (
	"encoding/json"
	"errors"
	"fmt"
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
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

var loadSpec = sync.OnceValues(func() (*openapi3.T, error) {
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	return loader.LoadFromFile("../../openapi/tax.yaml")
})

var loadHandlers = sync.OnceValues(New)

// failer is what testing.T and rapid.T share.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// serve answers a GET as the service does: validation and defaults from the spec, the generated
// server, problems as JSON. A 200 must be what the spec says, with nothing that it does not describe.
func serve(t failer, target string) (int, []byte) {
	t.Helper()
	doc, err := loadSpec()
	if err != nil {
		t.Fatalf("loading the spec: %v", err)
	}
	h, err := loadHandlers()
	if err != nil {
		t.Fatalf("loading the tables: %v", err)
	}
	path, _, _ := strings.Cut(target, "?")
	item := doc.Paths.Value(path)
	req := httptest.NewRequest(http.MethodGet, target, nil)
	err = openapi3filter.ValidateRequest(req.Context(), &openapi3filter.RequestValidationInput{
		Request: req, Route: &routers.Route{Spec: doc, Path: path, PathItem: item, Method: http.MethodGet, Operation: item.Get},
	})
	if err != nil {
		field := ""
		var broken *openapi3filter.RequestError
		if errors.As(err, &broken) && broken.Parameter != nil {
			field = broken.Parameter.Name
		}
		return http.StatusBadRequest, problem.Invalid(field, "breaks the spec").JSON("")
	}
	e := newEcho()
	h.Register(e)
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, req)
	if rec.Code == http.StatusOK {
		var value any
		if err := json.Unmarshal(rec.Body.Bytes(), &value); err != nil {
			t.Fatalf("%s: the answer is not JSON: %v", target, err)
		}
		schema := item.Get.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
		if err := schema.VisitJSON(value); err != nil {
			t.Fatalf("%s: the answer breaks the spec: %v", target, err)
		}
		if extra := undeclared(schema, value, ""); extra != "" {
			t.Fatalf("%s: the spec does not know %s", target, extra)
		}
	}
	return rec.Code, rec.Body.Bytes()
}

func newEcho() *echo.Echo {
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) { problem.From(err).Write(c.Response(), "") }
	return e
}

// undeclared is the first member of value that the schema does not describe.
func undeclared(s *openapi3.Schema, value any, at string) string {
	if len(s.AllOf) == 1 && len(s.Properties) == 0 {
		s = s.AllOf[0].Value
	}
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			var inner *openapi3.Schema
			switch p := s.Properties[name]; {
			case p != nil:
				inner = p.Value
			case s.AdditionalProperties.Schema != nil:
				inner = s.AdditionalProperties.Schema.Value
			default:
				return at + "." + name
			}
			if extra := undeclared(inner, member, at+"."+name); extra != "" {
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

// answer is a 200 whose members are looked up by path.
type answer struct {
	t    failer
	from string
	body map[string]any
}

// get serves a target that must be answered.
func get(t failer, target string) answer {
	t.Helper()
	status, body := serve(t, target)
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", target, status, body)
	}
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.UseNumber()
	a := answer{t: t, from: target}
	if err := d.Decode(&a.body); err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	return a
}

// at is the member under a dotted path, list items by number.
func (a answer) at(path string) any {
	a.t.Helper()
	var v any = a.body
	for part := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			member, ok := in[part]
			if !ok {
				a.t.Fatalf("%s: no %s", a.from, path)
			}
			v = member
		case []any:
			var i int
			if _, err := fmt.Sscan(part, &i); err != nil || i >= len(in) {
				a.t.Fatalf("%s: no %s", a.from, path)
			}
			v = in[i]
		default:
			a.t.Fatalf("%s: no %s", a.from, path)
		}
	}
	return v
}

// num is the exact number under a path.
func (a answer) num(path string) decimal.Decimal {
	a.t.Helper()
	n, ok := a.at(path).(json.Number)
	if !ok {
		a.t.Fatalf("%s: %s is %v, not a number", a.from, path, a.at(path))
	}
	return decimal.RequireFromString(n.String())
}

// is compares a member with the text it must print.
func (a answer) is(path, want string) {
	a.t.Helper()
	if got := fmt.Sprint(a.at(path)); got != want {
		a.t.Fatalf("%s: %s is %s, not %s", a.from, path, got, want)
	}
}

// refused serves a target that must be a 400 about a field.
func refused(t failer, target, field, code string) string {
	t.Helper()
	status, body := serve(t, target)
	var p struct{ Field, Code, Detail string }
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatalf("%s: %d %s", target, status, body)
	}
	if status != http.StatusBadRequest || p.Field != field || code != "" && p.Code != code {
		t.Fatalf("%s: %d %s, not a 400 about %s", target, status, body, field)
	}
	return string(body)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	doc, err := loadSpec()
	if err != nil {
		t.Fatal(err)
	}
	if doc.Paths.Len() != 5 {
		t.Errorf("%d routes, not 5", doc.Paths.Len())
	}
	for path, item := range doc.Paths.Map() {
		values := url.Values{}
		for _, p := range item.Get.Parameters {
			if p.Value.Example != nil {
				values.Set(p.Value.Name, fmt.Sprint(p.Value.Example))
			}
		}
		status, body := serve(t, path+"?"+values.Encode())
		var got any
		if err := json.Unmarshal(body, &got); err != nil || status != http.StatusOK {
			t.Errorf("%s: %d %s", path, status, body)
			continue
		}
		want := item.Get.Responses.Value("200").Value.Content.Get("application/json").Example
		if where := difference(got, want); where != "" {
			t.Errorf("%s: the example differs at %s; the answer is\n%s", path, where, body)
		}
	}
}

// difference is where two JSON values differ.
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
	}
	if got == want {
		return ""
	}
	return fmt.Sprintf(": %v, not %v", got, want)
}

// Whatever is sent, the answer is a 200 that the spec describes or a 400 that names a field.
func TestHostileQueriesAreAnsweredOrRefused(t *testing.T) {
	doc, err := loadSpec()
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"", "0", "-0", "1", "-1", "0.005", "1e12", "1e13", "-1e12", "1e-18", "1e-400", "1e-999999999", "0e999999999", "0e-999999999", "1e400", "NaN", "Inf", "0x1p4", "1_000",
		"1,000", "12%", "true", "single", "mfj", "widow(er)", "TX", "new york", "d.c.", "PR", "2023", "2022", "99999999999999999999", "long", "366 days", "-5 days", "daily", "\x00", "é", "0." + strings.Repeat("1", 50), strings.Repeat("9", 400)}
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.SampledFrom([]string{"/tax/income", "/tax/fica", "/tax/capgains", "/tax/paycheck", "/tax/brackets"}).Draw(t, "path")
		values := url.Values{}
		for _, p := range doc.Paths.Value(path).Get.Parameters {
			switch draw := rapid.IntRange(0, 11).Draw(t, "way "+p.Value.Name); {
			case draw < 2:
				values.Set(p.Value.Name, rapid.SampledFrom(words).Draw(t, p.Value.Name))
			case draw < 5 && p.Value.Schema.Value.Type.Is("number"):
				values.Set(p.Value.Name, fmt.Sprint(math.Exp(rapid.Float64Range(-3, 27).Draw(t, p.Value.Name))))
			case p.Value.Required:
				values.Set(p.Value.Name, fmt.Sprint(p.Value.Example))
			}
		}
		status, body := serve(t, path+"?"+values.Encode())
		if status == 200 {
			return
		}
		var p struct{ Field string }
		if err := json.Unmarshal(body, &p); status != 400 || err != nil || p.Field == "" {
			t.Fatalf("%s?%s: %d %s", path, values.Encode(), status, body)
		}
	})
}
