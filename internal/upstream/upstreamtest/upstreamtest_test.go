package upstreamtest

import (
	"errors"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
)

func TestAnswersUnderTheProvidersOwnURLs(t *testing.T) {
	w := New(t,
		Answer{URL: "https://api.example.org/v1/items/7?lang=en", Body: `{"name":"seven"}`},
		Answer{URL: "https://api.example.org/v1/busy", Status: 429, Header: map[string]string{"Retry-After": "3600"}},
		Answer{Method: "POST", URL: "https://api.example.org/v1/find", BodyHas: "seven", Body: `{"name":"found"}`},
	)
	c := w.Pool(t, nil).Client(upstream.Provider{Name: "alpha", BaseURL: "https://api.example.org/v1", Retries: -1})
	var item struct{ Name string }
	if _, err := c.Get("/items/{}", "7").Query("lang", "en").Query("page", "1").JSON(t.Context(), &item); err != nil || item.Name != "seven" {
		t.Errorf("item: %v, %v", item, err)
	}
	if _, err := c.Post("/find").JSONBody("seven").JSON(t.Context(), &item); err != nil || item.Name != "found" {
		t.Errorf("post: %v, %v", item, err)
	}
	if _, err := c.Get("/items/{}", "7").Do(t.Context()); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("without its query: %v", err)
	}
	if _, err := c.Get("/busy").Do(t.Context()); !errors.Is(err, upstream.RateLimited) {
		t.Errorf("busy: %v", err)
	}
	if m := w.Misses(); len(m) != 1 || m[0] != "GET https://api.example.org/v1/items/7" {
		t.Errorf("misses: %q", m)
	}
	if len(w.Asked()) != 4 {
		t.Errorf("asked: %q", w.Asked())
	}
}

func TestUnknownHostsDoNotExist(t *testing.T) {
	c := New(t).Pool(t, nil).Client(upstream.Provider{Name: "alpha", BaseURL: "https://api.example.org", Retries: -1})
	if _, err := c.Get("/").Do(t.Context()); !errors.Is(err, upstream.Unavailable) {
		t.Errorf("%v", err)
	}
}
