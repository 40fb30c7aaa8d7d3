package domain

import (
	"errors"
	"net/http"
	"testing"

	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/problem"
)

func newHandlers(t *testing.T) *Handlers {
	t.Helper()
	d, err := typosquat.Load()
	if err != nil {
		t.Fatal(err)
	}
	return New(Sources{Squats: d}, nil)
}

func ask(t *testing.T, h *Handlers, domain string) (gen.DomainTyposquat200JSONResponse, error) {
	t.Helper()
	a, err := h.DomainTyposquat(t.Context(), gen.DomainTyposquatRequestObject{Params: gen.DomainTyposquatParams{Domain: domain}})
	if err != nil {
		return gen.DomainTyposquat200JSONResponse{}, err
	}
	return a.(gen.DomainTyposquat200JSONResponse), nil
}

func text(p *string) string {
	if p == nil {
		return "null"
	}
	return *p
}

// TestAnswerTellsWhatWasFound goes through the fields on names of each kind.
func TestAnswerTellsWhatWasFound(t *testing.T) {
	h := newHandlers(t)
	for _, c := range []struct {
		input, domain, unicode, registrable, nearest, homoglyph string
		edits                                                   int // -1 for null
		squat                                                   bool
		delta                                                   int
	}{
		{"https://www.PayPal.com/signin", "www.paypal.com", "www.paypal.com", "paypal.com", "paypal", "null", 0, false, 0},
		{"xn--pypal-4ve.com", "xn--pypal-4ve.com", "pаypal.com", "xn--pypal-4ve.com", "paypal", "paypal", 1, true, -70},
		{"pаypal.com", "xn--pypal-4ve.com", "pаypal.com", "xn--pypal-4ve.com", "paypal", "paypal", 1, true, -70},
		{"faceb00klogin.co.uk", "faceb00klogin.co.uk", "faceb00klogin.co.uk", "faceb00klogin.co.uk", "facebook", "facebook", 2, true, -45},
		{"http://203.0.113.9:8080/x", "203.0.113.9", "203.0.113.9", "null", "null", "null", -1, false, -30},
		{"a-b-c-d-paypal.com.secure-paypa1-login.12345678.top", "a-b-c-d-paypal.com.secure-paypa1-login.12345678.top",
			"a-b-c-d-paypal.com.secure-paypa1-login.12345678.top", "12345678.top", "paypal", "null", 0, true, -80},
		{"www.bbc.co.uk", "www.bbc.co.uk", "www.bbc.co.uk", "bbc.co.uk", "null", "null", -1, false, 0},
	} {
		a, err := ask(t, h, c.input)
		if err != nil {
			t.Errorf("%s: %v", c.input, err)
			continue
		}
		points := 0.0
		for _, r := range a.Reasons {
			points += r.Points
		}
		if float64(a.LexicalTrustDelta) != max(points, typosquat.MinDelta) {
			t.Errorf("%s: the points come to %v, the delta is %d", c.input, points, a.LexicalTrustDelta)
		}
		edits := -1
		if a.BrandEditDistance != nil {
			edits = *a.BrandEditDistance
		}
		if a.Domain != c.domain || a.UnicodeDomain != c.unicode || text(a.RegistrableDomain) != c.registrable || text(a.NearestBrand) != c.nearest || text(a.HomoglyphBrand) != c.homoglyph || edits != c.edits || a.IsTyposquat != c.squat || a.LexicalTrustDelta != c.delta {
			t.Errorf("%s: %+v, nearest %s %d, homoglyph %s", c.input, a, text(a.NearestBrand), edits, text(a.HomoglyphBrand))
		}
	}
}

func TestWhatIsNoDomainIsA400OnDomain(t *testing.T) {
	h := newHandlers(t)
	for _, input := range []string{"", " ", "co.uk", "localhost", "someone@example.com", "exa mple.com", "a..b.com", "https://"} {
		_, err := ask(t, h, input)
		var p *problem.Problem
		if !errors.As(err, &p) || p.Status != http.StatusBadRequest || p.Field != "domain" {
			t.Errorf("%q: %v", input, err)
		}
	}
}
