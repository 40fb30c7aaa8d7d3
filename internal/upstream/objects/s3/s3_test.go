package s3

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/farebox/farebox/internal/upstream/objects"
)

func TestBucketsAreNamedByURL(t *testing.T) {
	for text, want := range map[string]string{
		"s3://lists":                  "lists ",
		"s3://lists/":                 "lists ",
		"s3://lists/farebox/of/one/":  "lists farebox/of/one",
		"s3://":                       "",
		"s3://UPPER":                  "",
		"s3://a":                      "",
		"s3://lists:443/x":            "",
		"s3://key:secret@lists/x":     "",
		"s3://lists/x?region=there":   "",
		"s3://lists/x//y":             "",
		"https://lists.s3.amazon.com": "",
		"lists":                       "",
	} {
		bucket, prefix, err := ParseURL(text)
		if got := bucket + " " + prefix; (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret@") {
			t.Errorf("%s: the error quotes it: %v", text, err)
		}
	}
}

// open makes a store on a server of the protocol, whose requests seen is shown before they are answered.
func open(t *testing.T, seen func(w http.ResponseWriter, r *http.Request) (answered bool)) *Store {
	t.Helper()
	memory := s3mem.New()
	if err := memory.CreateBucket("lists"); err != nil {
		t.Fatal(err)
	}
	s3 := gofakes3.New(memory).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !seen(w, r) {
			s3.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	s, err := New(Options{
		URL:       "s3://lists/below",
		Endpoint:  server.URL,
		KeyID:     "key-id",
		KeySecret: "hidden-key",
		Transport: &http.Transport{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestObjectsAreReadAsTheyWereWritten(t *testing.T) {
	s := open(t, func(_ http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.Header.Get("Authorization"), "key-id/") || !strings.HasPrefix(r.URL.Path, "/lists/") {
			t.Errorf("%s %s is not signed, or elsewhere", r.Method, r.URL)
		}
		return false
	})
	ctx := t.Context()
	for _, size := range []int{0, 1, 20 << 20} { // the last is more than a part of an upload in parts
		content := bytes.Repeat([]byte{7}, size)
		if err := s.Write(ctx, "a/b", bytes.NewReader(content), int64(size)); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := s.Read(ctx, "a/b", int64(size), &got); err != nil || !bytes.Equal(got.Bytes(), content) {
			t.Errorf("%d bytes: %d came, %v", size, got.Len(), err)
		}
		if err := s.Read(ctx, "a/b", int64(size)-1, &got); !errors.Is(err, objects.ErrTooLong) {
			t.Errorf("%d bytes where fewer are taken: %v", size, err)
		}
	}
	if err := s.Read(ctx, "a/c", 1, &bytes.Buffer{}); !errors.Is(err, objects.ErrNone) {
		t.Errorf("what is not there: %v", err)
	}
}

func TestCleanRemovesWhatIsOldAndNotKept(t *testing.T) {
	s := open(t, func(http.ResponseWriter, *http.Request) bool { return false })
	ctx := t.Context()
	for _, name := range []string{"a/old", "a/kept", "a/below/it", "ab/other", "a"} {
		if err := s.Write(ctx, name, strings.NewReader("x"), 1); err != nil {
			t.Fatal(err)
		}
	}
	kept := func(name string) bool { return name == "kept" }
	there := func(name string) bool { return s.Read(ctx, name, 1, &bytes.Buffer{}) == nil }
	if err := s.Clean(ctx, "a", time.Now().Add(-time.Hour), kept); err != nil || !there("a/old") {
		t.Errorf("what is new: %v", err)
	}
	if err := s.Clean(ctx, "a", time.Now().Add(time.Hour), kept); err != nil || there("a/old") {
		t.Errorf("what is old: %v", err)
	}
	for _, name := range []string{"a/kept", "a/below/it", "ab/other", "a"} {
		if !there(name) {
			t.Errorf("%s is gone", name)
		}
	}
}

func TestErrorsQuoteNoKeys(t *testing.T) {
	const answer = `<Error><Code>SignatureDoesNotMatch</Code><Message>hidden-key</Message>` +
		`<AWSAccessKeyId>key-id</AWSAccessKeyId><StringToSign>hidden-key</StringToSign></Error>`
	s := open(t, func(w http.ResponseWriter, _ *http.Request) bool {
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(answer))
		return true
	})
	err := s.Read(t.Context(), "a", 1, &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "SignatureDoesNotMatch (HTTP 403)") ||
		strings.Contains(err.Error(), "key-id") || strings.Contains(err.Error(), "hidden") {
		t.Error(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := s.Read(ended, "a", 1, &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("of a caller that left: %v", err)
	}
}
