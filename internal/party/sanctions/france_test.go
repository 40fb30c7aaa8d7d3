package sanctions

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream"
)

// TestTheFrenchRegisterStandsInForTheUnionsList: with a sign-in page in place of the EU list, its parties are found in
// the register, under its title and as a list that clears nobody. Once the EU list has come, it alone is used.
func TestTheFrenchRegisterStandsInForTheUnionsList(t *testing.T) {
	refused := true
	good := map[string]string{}
	for _, a := range sanctionstest.Answers() {
		u, err := url.Parse(a.URL)
		if err != nil {
			t.Fatal(err)
		}
		good[u.Path] = a.Body
	}
	pool := upstream.NewPool(upstream.Options{
		DataDir:    t.TempDir(),
		UserAgent:  "farebox/test (+https://farebox.test)",
		RateScale:  1e6,
		Rand:       func() float64 { return 0 },
		SmallLists: true,
		AnyAge:     true,
		Transport: transport(func(r *http.Request) (*http.Response, error) {
			if refused && strings.HasPrefix(r.URL.Path, "/fsd/fsf") {
				return answer(r, http.StatusOK, "<!doctype html><title>EU Login</title>"), nil
			}
			return answer(r, http.StatusOK, good[r.URL.Path]), nil
		}),
	})
	lists := New(pool, names.New())
	union := func() Status {
		for _, s := range lists.Status() {
			if s.ID == "eu-fsf" {
				return s
			}
		}
		return Status{}
	}

	if err := lists.Refresh(t.Context()); err == nil || !strings.Contains(err.Error(), "eu-fsf: ") {
		t.Errorf("the page was taken: %v", err)
	}
	s := union()
	if s.List == nil {
		t.Fatal("there is no list")
	}
	if s.State != "stale" || !strings.Contains(s.Title, "French register") || s.List.Published.Day() != 19 {
		t.Errorf("the list is %s, %q of %v", s.State, s.Title, s.List.Published)
	}
	if err := lists.Missing("eu-fsf"); err != nil {
		t.Errorf("the list counts as missing: %v", err)
	}

	for name, want := range map[string]string{
		"Viktor Orlovenko": "EU.9001.11",
		"Орловенко Виктор": "EU.9001.11",
		"Narva Bank":       "FR.990012",
		"IMO 9900019":      "FR.990013",
		"Émilien Duvallon": "", // a measure of France alone
	} {
		q, err := NewQuery(lists.Engine(), name, "")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if found := s.List.Screen(q, 85); len(found) > 0 {
			got = found[0].Party.Ref
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}

	refused = false
	if err := lists.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := union(); s.State != "ok" || strings.Contains(s.Title, "French") {
		t.Errorf("with its own file the list is %s, %q", s.State, s.Title)
	}
}
