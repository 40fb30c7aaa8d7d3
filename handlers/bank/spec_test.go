package bank

import (
	"io/fs"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/banklists/banklisttest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// clock is the time of tests.
func clock() time.Time { return time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC) }

// from returns the handlers of a service with an operator's lists (or nil) and publishers with the given answers.
// No publisher's list is loaded.
func from(t testing.TB, own fs.FS, answers ...upstreamtest.Answer) *Handlers {
	t.Helper()
	return over(t, own, upstreamtest.New(t, answers...))
}

func over(t testing.TB, own fs.FS, world *upstreamtest.World) *Handlers {
	t.Helper()
	pool := world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(clock))
	h, err := newFrom(own, pool, clock)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// handlers returns those of a service with only the built-in selection.
func handlers(t testing.TB) *Handlers {
	t.Helper()
	return from(t, nil)
}

// loaded returns those of a service with the publishers' lists loaded.
func loaded(t testing.TB, own fs.FS) *Handlers {
	t.Helper()
	h := from(t, own, banklisttest.Answers()...)
	load(t, h)
	return h
}

func load(t testing.TB, h *Handlers) {
	t.Helper()
	for _, f := range h.banks.feeds {
		if err := f.data.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.banks.registers.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// get asks a served route.
func get(t *testing.T, h *Handlers, path string, query url.Values) (int, map[string]any) {
	t.Helper()
	return handlertest.New(t, "bank", h.Register).Do(handlertest.Request(http.MethodGet, path+"?"+query.Encode(), ""))
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.New(t, "bank", loaded(t, nil).Register).CheckExamples()
}

// TestMalformedValuesAreAnswersNotErrors: a value with any fault is a 200 with valid false.
func TestMalformedValuesAreAnswersNotErrors(t *testing.T) {
	h := handlers(t)
	for _, value := range []string{"x", " ", "é", "\x00", "DE", "DE8", "IBAN", "IBAN:", "DE89370400440532013001", "££££££££££££££££", "DEUTDEFÉ", "deut deff"} {
		for path, name := range map[string]string{"/bank/validate": "iban", "/bank/verify": "iban", "/bank/bic": "bic"} {
			code, got := get(t, h, path, url.Values{name: {value}})
			if wantValid := path == "/bank/bic" && value == "deut deff"; code != 200 || got["valid"] != wantValid || (got["error_type"] == nil) != wantValid {
				t.Errorf("%s %q: %d %v", path, value, code, got)
			}
		}
	}
}
