package server

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/secret"
)

// plainCache is a shared cache that anybody can look into.
type plainCache map[string][]byte

func (c plainCache) Get(_ context.Context, key string) ([]byte, error) { return c[key], nil }

func (c plainCache) Set(_ context.Context, key string, value []byte, _ time.Duration) error {
	c[key] = value
	return nil
}

func (c plainCache) Delete(_ context.Context, key string) error {
	delete(c, key)
	return nil
}

func TestSharedCacheTellsNeitherQuestionsNorAnswers(t *testing.T) {
	t.Parallel()
	const key = "search:where does Wilhelmine Q7 live"
	const value = `{"city":"Husum"}`
	shared := plainCache{}
	one := sealedWith(t, shared, "5e")
	replica := sealedWith(t, shared, "5e")
	stranger := sealedWith(t, shared, "07")
	if err := one.Set(t.Context(), key, []byte(value), time.Hour); err != nil {
		t.Fatal(err)
	}

	for name, sealed := range shared {
		if strings.Contains(name, "Wilhelmine") || bytes.Contains(sealed, []byte("Husum")) {
			t.Errorf("%s holds %s", name, sealed)
		}
		if !strings.HasPrefix(name, "search:") {
			t.Errorf("%s does not name its provider", name)
		}
	}
	if got, err := replica.Get(t.Context(), key); err != nil || string(got) != value {
		t.Errorf("a replica reads %q, %v", got, err)
	}
	if got, err := stranger.Get(t.Context(), key); err != nil || got != nil {
		t.Errorf("another secret reads %q, %v", got, err)
	}

	// What somebody put under another name is not there.
	for name, sealed := range shared {
		shared[one.name("search:other")] = sealed
		delete(shared, name)
		break
	}
	if got, err := one.Get(t.Context(), "search:other"); err != nil || got != nil {
		t.Errorf("a misplaced value reads %q, %v", got, err)
	}

	if err := one.Delete(t.Context(), "search:other"); err != nil || len(shared) != 0 {
		t.Errorf("left after Delete: %v, %v", shared, err)
	}
}

func sealedWith(t *testing.T, shared plainCache, digits string) *sealedCache {
	t.Helper()
	s, err := secret.Parse(strings.Repeat(digits, 32))
	if err != nil {
		t.Fatal(err)
	}
	c, err := newSealedCache(shared, s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
