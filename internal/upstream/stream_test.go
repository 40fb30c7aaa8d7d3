package upstream

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestStreamedAnswersAreReadAsTheyCome(t *testing.T) {
	answer := strings.Repeat("x", 1<<20)
	c := client(t, Provider{TTL: time.Hour}, nil, text(answer))
	var got int64
	resp, err := c.Get("/x").Stream(t.Context(), func(body io.Reader) (err error) {
		got, err = io.Copy(io.Discard, body)
		return err
	})
	if err != nil || got != 1<<20 || len(resp.Body) != 0 || resp.FetchedAt.IsZero() {
		t.Errorf("%d bytes, %v, %v", got, resp, err)
	}
}

func TestAStreamThatIsNotWhatWasDocumented(t *testing.T) {
	h, hits := counted(text("<html>"))
	c := client(t, Provider{}, nil, h)
	_, err := c.Get("/x").Stream(t.Context(), func(io.Reader) error { return errors.New("not JSON") })
	if !errors.Is(err, BadResponse) || hits.Load() != 1 {
		t.Errorf("%v after %d requests", err, hits.Load())
	}
	_, err = c.Get("/x").Stream(t.Context(), func(io.Reader) error { return NotFound.Errorf("an empty record") })
	if !errors.Is(err, NotFound) {
		t.Errorf("the reader's own kind: %v", err)
	}
}

// TestAStreamThatBreaksOffIsTriedAgain: what the reader made of its beginning is no answer.
func TestAStreamThatBreaksOffIsTriedAgain(t *testing.T) {
	broken := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "half")
	}
	h, hits := counted(script(broken, text("whole")))
	pool := NewPool(Options{
		Transport: hosts(t, map[string]string{"a.test": serve(t, h)}),
		Rand:      never,
	})
	c := pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test"})

	var got []byte
	_, err := c.Get("/x").Stream(t.Context(), func(body io.Reader) (err error) {
		got, err = io.ReadAll(body)
		return err
	})
	if err != nil || string(got) != "whole" || hits.Load() != 2 {
		t.Errorf("%q, %v after %d requests", got, err, hits.Load())
	}
}

func TestAStreamOverItsCapIsRefused(t *testing.T) {
	c := client(t, Provider{MaxBytes: 10}, nil, func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush() // no length in the head
		_, _ = io.WriteString(w, strings.Repeat("x", 100))
	})
	_, err := c.Get("/x").Stream(t.Context(), func(body io.Reader) error {
		_, err := io.Copy(io.Discard, body)
		return err
	})
	if !errors.Is(err, BadResponse) {
		t.Errorf("%v", err)
	}
}
