package convert

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/convert"
	"github.com/farebox/farebox/internal/problem"
)

// call converts data; opts is the options object as JSON, or "".
func call(t testing.TB, from, to, data, opts string) (string, error) {
	t.Helper()
	body := gen.ConvertRequest{From: gen.ConvertRequestFrom(from), To: gen.ConvertRequestTo(to), Data: data}
	if opts != "" {
		if err := json.Unmarshal([]byte(opts), &body.Options); err != nil {
			t.Fatal(err)
		}
	}
	resp, err := New().Convert(t.Context(), gen.ConvertRequestObject{Body: &body})
	if err != nil {
		return "", err
	}
	got := resp.(gen.Convert200JSONResponse)
	if got.Bytes != len(got.Result) || string(got.From) != from || string(got.To) != to {
		t.Errorf("bytes %d of %d, from %s, to %s", got.Bytes, len(got.Result), got.From, got.To)
	}
	return got.Result, nil
}

// must is the result of a conversion that must succeed.
func must(t testing.TB, from, to, data, opts string) string {
	t.Helper()
	got, err := call(t, from, to, data, opts)
	if err != nil {
		t.Fatalf("%s to %s of %q: %v", from, to, shown(data), err)
	}
	return got
}

// wantProblem checks that err is a problem with the status, the field and part of the detail.
func wantProblem(t *testing.T, err error, status int, field, part string) {
	t.Helper()
	var p *problem.Problem
	if !errors.As(err, &p) {
		t.Fatalf("got error %v, want a problem", err)
	}
	if p.Status != status || p.Field != field || !strings.Contains(p.Detail, part) {
		t.Fatalf("got %d, field %q, %q; want %d, field %q, a detail with %q", p.Status, p.Field, p.Detail, status, field, part)
	}
}

// statusOf is the status of the problem in err, or 0.
func statusOf(err error) int {
	var p *problem.Problem
	if !errors.As(err, &p) {
		return 0
	}
	return p.Status
}
