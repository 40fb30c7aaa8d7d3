package buyer

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

func TestHTTPClientPaysWhatItMay(t *testing.T) {
	s := newSeller(t, "2000")
	payer := testClient(t, Options{}).HTTPClient()

	resp, err := payer.Post(s.URL+"/thing?q=1", "text/plain", strings.NewReader("sent"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()

	body, err := io.ReadAll(resp.Body)
	const want = `{"method":"POST","query":"q=1","body":"sent"}`
	if err != nil || resp.StatusCode != http.StatusOK || string(body) != want {
		t.Errorf("%s %s %v", resp.Status, body, err)
	}
	if resp.ContentLength != int64(len(body)) || resp.Request.URL.Path != "/thing" {
		t.Errorf("%d bytes of %v", resp.ContentLength, resp.Request.URL)
	}
}

func TestHTTPClientKeepsTheReasonOfARefusal(t *testing.T) {
	s := newSeller(t, "2000")

	resp, err := testClient(t, Options{MaxUSD: decimal.RequireFromString("0.001")}).HTTPClient().Get(s.URL)
	if err == nil {
		resp.Body.Close()
	}
	if !errors.Is(err, ErrTooExpensive) {
		t.Errorf("%v", err)
	}
}

// TestHTTPClientBuysFromNoOtherHost: a redirect does not lead to a seller whom the caller did not name.
func TestHTTPClientBuysFromNoOtherHost(t *testing.T) {
	elsewhere := newSeller(t, "2000")
	door := httptest.NewServer(http.RedirectHandler(elsewhere.URL+"/thing", http.StatusFound))
	t.Cleanup(door.Close)

	resp, err := testClient(t, Options{}).HTTPClient().Get(door.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()

	if resp.StatusCode != http.StatusFound || len(elsewhere.requests) != 0 {
		t.Errorf("%s, %d requests to the other host", resp.Status, len(elsewhere.requests))
	}
}
