package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/spec"
)

// TestAQuestionIsOnePurchaseInAnyTyping types each input of each example as other programs and keyboards do. All of it
// is the question of the example: it is asked in the same words, and bought under the same name.
func TestAQuestionIsOnePurchaseInAnyTyping(t *testing.T) {
	t.Parallel()
	loaded, err := spec.Load(gen.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}

	typings := 0
	for _, op := range loaded.Operations {
		if !op.Paid || op.Body != nil {
			continue
		}
		example := op.ExampleQuery()
		want, err := saidBy(op, example)
		if err != nil {
			t.Fatalf("%s: %v", op.Name(), err)
		}
		for _, in := range op.Inputs {
			for _, typed := range typingsOf(in, example) {
				typings++
				query := maps.Clone(example)
				query[in.Name] = typed
				if said, err := saidBy(op, query); err != nil || said != want {
					t.Errorf("%s: %s=%q is %q, %v; want %q", op.Name(), in.Name, typed, said, err, want)
				}
			}
		}
	}
	if typings < 1500 {
		t.Errorf("%d typings", typings)
	}
}

// saidBy is what a query says once it was read.
func saidBy(op *spec.Operation, query map[string]string) (string, error) {
	values := url.Values{}
	for name, value := range query {
		values.Set(name, value)
	}
	r := httptest.NewRequest(http.MethodGet, op.Path+"?"+values.Encode(), http.NoBody)
	err := intake.Validate(r, op)
	return intake.Said(r, op), err
}

// typingsOf are other ways to type an input of the example, and the ways to leave out one that the example leaves out.
func typingsOf(in spec.Input, example map[string]string) []string {
	text, given := example[in.Name]
	switch {
	case in.In != "query":
		return nil
	case !given && in.Schema.Default != nil:
		return []string{"", fmt.Sprint(in.Schema.Default)}
	case !given:
		return []string{""}
	case in.AllowEmpty: // all of it counts
		return nil
	case strings.Contains(text, "://"):
		return []string{"\u00a0" + text + "\n"}
	}

	list := []string{" " + text + "\u00a0", "\u200b" + text + "\ufeff", width.Widen.String(text), norm.NFD.String(text)}
	digits := strings.TrimPrefix(text, "-")
	sign := strings.TrimSuffix(text, digits)
	switch {
	case in.Schema.Type.Is("integer"):
		list = append(list, sign+"0"+digits, text+".0", text+"e0")
	case in.Schema.Type.Is("number"):
		list = append(list, sign+"0"+digits, text+"e0", withZero(text))
	case in.Schema.Type.Is("boolean"):
		list = append(list, strings.ToUpper(text), map[string]string{"true": "1", "false": "0"}[text])
	case in.Schema.Type.Is("array"):
		list = append(list, strings.ReplaceAll(text, ",", " ,\t"))
		twice := text + ", " + text
		if most := in.Schema.MaxItems; most == nil || strings.Count(twice, ",") < int(*most) {
			list = append(list, twice)
		}
	case len(in.Schema.Enum) > 0:
		list = append(list, strings.ToUpper(text), strings.ToLower(text))
	case strings.HasPrefix(in.Schema.Pattern, "^0x"):
		list = append(list, "0X"+text[2:])
	}
	return list
}

// withZero is a number with one more decimal.
func withZero(text string) string {
	if strings.Contains(text, ".") {
		return text + "0"
	}
	return text + ".0"
}

// TestALimitOnlyCutsTheList: an answer with fewer rows has the first of them, and all else that it says is the same.
func TestALimitOnlyCutsTheList(t *testing.T) {
	t.Parallel()
	w := fixtureWorld(t)
	compared := 0
	for _, op := range w.spec.Operations {
		limit := slices.IndexFunc(op.Inputs, func(in spec.Input) bool {
			return in.In == "query" && slices.Contains([]string{"limit", "max_results", "max_items"}, in.Name)
		})
		if limit < 0 || !op.Paid {
			continue
		}
		room := w.room(t, op.Family, true)
		var answers []map[string]any
		for _, n := range []float64{1, 2, *op.Inputs[limit].Schema.Max} {
			asked := *op
			asked.Inputs = slices.Clone(op.Inputs)
			asked.Inputs[limit].Example = n
			call := exampleOf(t, &asked)
			call.op = op
			if got := room.ask(t, call, nil); got.Status == http.StatusOK { // fixtures have one length at times
				answers = append(answers, decoded(t, got.Body))
			}
		}
		room.close()
		for i := 1; i < len(answers); i++ {
			compared++
			for _, wrong := range uncut("", answers[i-1], answers[i]) {
				t.Errorf("%s, %s: %s", op.Name(), op.Inputs[limit].Name, wrong)
			}
		}
	}
	if compared < 30 {
		t.Errorf("%d pairs were compared", compared)
	}
}

func decoded(t *testing.T, body []byte) (answer map[string]any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// ofTheCut are members that say how much of something is shown.
var ofTheCut = []string{
	"count", "returned", "records", "truncated", "swaps_truncated", "next_cursor", "partial", "detail", "limit",
}

// uncut are the places where a shorter answer is not the beginning of a longer one.
func uncut(where string, short, long any) []string {
	var out []string
	switch short := short.(type) {
	case map[string]any:
		long, _ := long.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(short)) {
			if !slices.Contains(ofTheCut, name) {
				out = append(out, uncut(where+"."+name, short[name], long[name])...)
			}
		}
	case []any:
		long, _ := long.([]any)
		if len(short) > len(long) {
			return []string{fmt.Sprintf("%s has %d rows, and %d of more", where, len(short), len(long))}
		}
		for i, row := range short {
			out = append(out, uncut(fmt.Sprintf("%s[%d]", where, i), row, long[i])...)
		}
	default:
		if !reflect.DeepEqual(short, long) {
			out = append(out, fmt.Sprintf("%s is %v, and %v of more", where, short, long))
		}
	}
	return out
}

// ranges are words in the names of members: one with the first is no more than its twin with the second.
var ranges = [][2]string{
	{"min", "mean"}, {"mean", "max"}, {"min", "median"}, {"median", "max"}, {"min", "average"}, {"average", "max"},
	{"min", "max"}, {"low", "mid"}, {"mid", "high"}, {"low", "high"}, {"lowest", "highest"}, {"p5", "p10"},
	{"p10", "p25"}, {"p25", "p50"}, {"p50", "p75"}, {"p75", "p90"}, {"p90", "p95"}, {"p95", "p99"},
}

// spans are the same for days, moments and years, which times matches: of others, first and last say nothing about
// which is more.
var (
	spans = [][2]string{{"first", "last"}, {"start", "end"}, {"earliest", "latest"}, {"oldest", "newest"}}
	times = regexp.MustCompile(`(^|_)(date|at|year|period)(_|$)`)
)

// contradictions are the places where an answer denies itself: a range that ends before it begins, a coverage or a
// score that is not what its parts add up to, places in a ranking out of order, a source read after the answer.
func contradictions(where string, value any, checkedAt string) []string {
	var out []string
	switch v := value.(type) {
	case []any:
		for i, row := range v {
			out = append(out, contradictions(fmt.Sprintf("%s/%d", where, i), row, checkedAt)...)
			if i > 0 && rankOf(row) < rankOf(v[i-1]) {
				out = append(out, fmt.Sprintf("%s: rank %v comes after %v", where, rankOf(row), rankOf(v[i-1])))
			}
		}
	case map[string]any:
		if made, ok := v["checked_at"].(string); ok {
			checkedAt = made
		}
		if read, ok := v["fetched_at"].(string); ok && longAfter(read, checkedAt) {
			out = append(out, fmt.Sprintf("%s: read at %s, after %s", where, read, checkedAt))
		}
		out = append(out, disorders(where, v)...)
		out = append(out, wrongSums(where, v)...)
		for name, member := range v {
			out = append(out, contradictions(where+"/"+name, member, checkedAt)...)
		}
	}
	return out
}

func rankOf(row any) float64 {
	object, _ := row.(map[string]any)
	rank, _ := object["rank"].(float64)
	return rank
}

// disorders are members of a range or span that are not in its order.
func disorders(where string, object map[string]any) []string {
	var out []string
	for name, value := range object {
		pairs := ranges
		if times.MatchString(name) {
			pairs = slices.Concat(ranges, spans)
		}
		for _, words := range pairs {
			other, is := renamed(name, words[0], words[1])
			if is && isMore(value, object[other]) {
				out = append(out, fmt.Sprintf("%s: %s is %v, and %s %v", where, name, value, other, object[other]))
			}
		}
	}
	return out
}

// isMore compares two numbers, or two days or moments of one form.
func isMore(a, b any) bool {
	switch a := a.(type) {
	case float64:
		b, ok := b.(float64)
		return ok && a > b
	case string:
		b, ok := b.(string)
		return ok && len(a) == len(b) && a > b && strings.IndexAny(a, "0123456789") == 0
	}
	return false
}

// renamed is a name with one of its words replaced.
func renamed(name, word, by string) (string, bool) {
	words := strings.Split(name, "_")
	i := slices.Index(words, word)
	if i < 0 {
		return "", false
	}
	words[i] = by
	return strings.Join(words, "_"), true
}

// wrongSums are a coverage that is not the share of what was evaluated, and a score that its reasons do not add up to.
func wrongSums(where string, object map[string]any) []string {
	var out []string
	evaluated, isShare := object["evaluated"].(float64)
	total, _ := object["total"].(float64)
	ratio, hasRatio := object["ratio"].(float64)
	if isShare && hasRatio && total > 0 && math.Abs(ratio-evaluated/total) > 0.006 {
		out = append(out, fmt.Sprintf("%s: %v of %v are %v", where, evaluated, total, ratio))
	}
	if missing, ok := object["missing"].([]any); ok && isShare && float64(len(missing)) != total-evaluated {
		out = append(out, fmt.Sprintf("%s: %v of %v, and %d are missing", where, evaluated, total, len(missing)))
	}

	reasons, _ := object["reasons"].([]any)
	sum := 0.0
	for _, reason := range reasons {
		points, ok := reason.(map[string]any)["points"].(float64)
		if !ok {
			return out
		}
		sum += points
	}
	most := 100.0
	if limit, capped := object["score_cap"].(float64); capped {
		most = limit
	}
	for _, name := range []string{"risk_score", "trust_score", "pulse_score"} {
		score, ok := object[name].(float64)
		if sum < 0 && name == "trust_score" { // what is taken off 100
			sum += 100
		}
		if ok && len(reasons) > 0 && math.Abs(score-min(max(sum, 0), most)) > 1 {
			out = append(out, fmt.Sprintf("%s: %s is %g, and its reasons add up to %g", where, name, score, sum))
		}
	}
	return out
}

func TestContradictionsAreFound(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]int{
		`{"min_usd":1,"median_usd":2,"max_usd":3,"start_date":"2024-01-01","end_date":"2024-01-01"}`: 0,
		`{"low":3,"high":2}`: 1,
		`{"a":{"start_date":"2024-01-02","end_date":"2024-01-01"}}`:                                                   1,
		`{"rows":[{"rank":2},{"rank":1}]}`:                                                                            1,
		`{"coverage":{"evaluated":3,"total":4,"ratio":0.75,"missing":["x"]}}`:                                         0,
		`{"coverage":{"evaluated":3,"total":4,"ratio":0.8,"missing":[]}}`:                                             2,
		`{"risk_score":30,"reasons":[{"points":10},{"points":20.4}]}`:                                                 0,
		`{"risk_score":30,"reasons":[{"points":10},{"points":25}]}`:                                                   1,
		`{"trust_score":80,"reasons":[{"points":-20}]}`:                                                               0,
		`{"trust_score":10,"score_cap":10,"reasons":[{"points":22}]}`:                                                 0,
		`{"checked_at":"2026-01-01T00:00:00Z","sources":[{"fetched_at":"2026-01-01T00:01:01Z"},{"fetched_at":null}]}`: 1,
	} {
		var value any
		if err := json.Unmarshal([]byte(answer), &value); err != nil {
			t.Fatal(err)
		}
		if got := contradictions("", value, ""); len(got) != want {
			t.Errorf("%s: %q, want %d", answer, got, want)
		}
	}
}

// longAfter says whether a source was read more than a minute after the answer says that it was begun.
func longAfter(read, checkedAt string) bool {
	at, err := time.Parse(time.RFC3339, read)
	begun, none := time.Parse(time.RFC3339, checkedAt)
	return err == nil && none == nil && at.Sub(begun) > time.Minute
}
