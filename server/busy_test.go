package server

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/sdk/go/pay"
)

// TestWorkWithoutPlaceIsNotCharged takes all places for large work and sends some: it is told to come again, and the
// same payment then buys it.
func TestWorkWithoutPlaceIsNotCharged(t *testing.T) {
	t.Parallel()
	settler := &scripted{}
	s := start(t, newKey(t), map[string]string{"REQUEST_BUDGET": "6s"}, settler.with(false))
	ctx, everything := s.server.work.Begin(t.Context())
	t.Cleanup(func() { everything.End(false) })
	if _, err := capacity.Work(ctx, 1<<40); err != nil {
		t.Fatal(err)
	}

	row := `{"channel":"search","impressions":10000,"clicks":500,"conversions":50},`
	body := []byte(`{"rows":[` + strings.TrimSuffix(strings.Repeat(row, 20_000), ",") + `]}`)
	r := s.paid(s.request(http.MethodPost, "/marketing/funnel", body), pay.V2)
	a := s.do(again(r))
	if a.status != http.StatusServiceUnavailable || a.code() != "busy" || a.json(t)["charged"] != false {
		t.Fatalf("answer without a place: %d %s", a.status, a.body)
	}
	if seconds, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || seconds < 1 {
		t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
	}
	if n := settler.settlements(); n != 0 {
		t.Errorf("%d payments were settled for nothing", n)
	}
	if a := s.do(s.paid(s.hashCall("light"), pay.V2)); a.status != http.StatusOK {
		t.Errorf("a light route meanwhile: %d %s", a.status, a.body)
	}

	everything.End(false)
	if a := s.do(again(r)); a.status != http.StatusOK {
		t.Errorf("the same payment again: %d %.300s", a.status, a.body)
	}
	if n := settler.settlements(); n != 2 {
		t.Errorf("%d payments were settled, not that of each answer", n)
	}
}

// TestPlacesAreGivenBack calls routes of all kinds, with good and with bad ends, and then finds every place free.
func TestPlacesAreGivenBack(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	for _, op := range s.spec.Operations {
		if op.Paid {
			s.do(s.paid(s.example(op), pay.V2))
		}
	}
	large := []byte(`{"rows":[` + strings.Repeat(" ", 3<<20) + `]}`)
	s.do(s.paid(s.request(http.MethodPost, "/marketing/funnel", large), pay.V2))
	s.do(s.paid(s.request(http.MethodPost, "/marketing/funnel", large[:2<<20]), pay.V2))

	if taken := s.server.work.Taken(); taken != 0 {
		t.Errorf("%d bytes are still taken", taken)
	}
}
