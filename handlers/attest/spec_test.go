package attest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"io"
	"reflect"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/attest/attesttest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

func service(t *testing.T) *handlertest.Service {
	t.Helper()
	h := &Handlers{
		signer:  newSigner(t, "example"),
		fetcher: exampleFetcher(t),
		random:  exampleSalt(),
	}
	return handlertest.New(t, "attest", h.Register)
}

// exampleSalt stands for 32 random bytes.
func exampleSalt() io.Reader {
	salt := sha256.Sum256([]byte("example salt"))
	return bytes.NewReader(salt[:])
}

// exampleFetcher finds the example's page at a local server, at the time in the example.
func exampleFetcher(t *testing.T) *fetch.Client {
	t.Helper()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	options := fetch.Options{Now: func() time.Time { return now }}
	return fetch.New(options, fetchtest.Hosts(t, fetchtest.Servers(t, attesttest.Pages())))
}

// TestSpecExamplesAreWhatTheRoutesAnswer, except for values of the local server that replaces the example's.
func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	service(t).CheckExamples("observed.remote_ip", "observed.tls_cert_sha256")
}

// TestVerifyExampleIsSignedByATestKey recreates the example's attestation with a key derived from its seed that
// holds nothing. A change to the signed struct changes the example.
func TestVerifyExampleIsSignedByATestKey(t *testing.T) {
	doc := service(t).Doc
	stranger := newSigner(t, "example of another attestor")
	want, err := stranger.EIP712(snapshotOf([]byte(attesttest.Body)))
	if err != nil {
		t.Fatal(err)
	}

	body := doc.Paths.Value("/attest/verify").Post.RequestBody.Value.Content.Get("application/json").Example
	got := body.(map[string]any)["attestation"]
	if g, w := asJSON(t, got), asJSON(t, want); !reflect.DeepEqual(g, w) {
		t.Errorf("got  %v\nwant %v", g, w)
	}
}

// asJSON is v as decoded from JSON.
func asJSON(t *testing.T, v any) any {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
