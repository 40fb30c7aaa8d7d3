package tax

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/handlers/handlertest"
)

// november is the clock of the tests: the tables of its year are there.
func november() time.Time { return time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC) }

var loadHandlers = sync.OnceValues(func() (*Handlers, error) { return New(november) })

// serve answers a GET as the service does. A 200 must be what the spec says, with nothing that it does not describe.
func serve(t handlertest.Failing, target string) (int, []byte) {
	t.Helper()
	h, err := loadHandlers()
	if err != nil {
		t.Fatalf("loading the tables: %v", err)
	}
	return handlertest.RoutesOf(t, "tax", h.Register).Exchange(t, handlertest.Request(http.MethodGet, target, ""))
}

// answer is a 200 whose members are looked up by path.
type answer struct {
	t    handlertest.Failing
	from string
	body map[string]any
}

// get serves a target that must be answered.
func get(t handlertest.Failing, target string) answer {
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
func refused(t handlertest.Failing, target, field, code string) string {
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
	h, err := loadHandlers()
	if err != nil {
		t.Fatal(err)
	}
	s := handlertest.New(t, "tax", h.Register)
	if n := len(s.Operations()); n != 5 {
		t.Errorf("%d routes, not 5", n)
	}
	s.CheckExamples()
}

// Whatever is sent, the answer is a 200 that the spec describes or a 400 that names a field.
func TestHostileQueriesAreAnsweredOrRefused(t *testing.T) {
	h, err := loadHandlers()
	if err != nil {
		t.Fatal(err)
	}
	doc := handlertest.RoutesOf(t, "tax", h.Register).Doc
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
