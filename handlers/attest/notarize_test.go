package attest

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/attest"
	"github.com/farebox/farebox/internal/chain/attest"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// notary attests pages of handler, which serves www.example.com.
func notary(t *testing.T, signer *attest.Signer, handler http.HandlerFunc) *Handlers {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return &Handlers{
		signer:  signer,
		fetcher: fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"www.example.com": s})),
		random:  rand.Reader,
	}
}

func notarize(ctx context.Context, h *Handlers, url string, mode gen.NotarizeParamsMode) (gen.Notarization, error) {
	a, err := h.Notarize(ctx, gen.NotarizeRequestObject{Params: gen.NotarizeParams{URL: url, Mode: mode}})
	if err != nil {
		return gen.Notarization{}, err
	}
	return gen.Notarization(a.(gen.Notarize200JSONResponse)), nil
}

// TestNotarizedPageVerifies: both attestations, sent unchanged to the other route, are ours, valid and about
// exactly the body that mode full returned; a changed snapshot is not.
func TestNotarizedPageVerifies(t *testing.T) {
	body := []byte("caf\xe9\r\n\x00<&>")
	h := notary(t, newSigner(t, "ours"), func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/from":
			http.Redirect(w, r, "/p\u00e4ge?x=%3Ca%3E&y#part", http.StatusMovedPermanently)
		case "/p\u00e4ge":
			if r.Header.Get("Accept-Encoding") != "identity" || r.Header.Get("Accept") != "*/*" || r.Header.Get("Cookie") != "" {
				t.Errorf("asked with %v", r.Header)
			}
			w.Header().Set("Content-Type", `Text/HTML; charset="iso-8859-1"; x=<&>`)
			w.Header().Set("Etag", `"e"`)
			w.Write(body)
		default:
			http.NotFound(w, r)
		}
	})
	for _, mode := range []gen.NotarizeParamsMode{gen.NotarizeParamsModeFull, gen.NotarizeParamsModeHash} {
		n, err := notarize(t.Context(), h, "http://www.example.com/from", mode)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(body)
		if s := n.Snapshot; s.FinalURL != "http://www.example.com/p%c3%a4ge?x=%3Ca%3E&y" || s.HTTPStatus != 200 || s.ContentType != `Text/HTML; charset="iso-8859-1"; x=<&>` ||
			s.ContentLength != int64(len(body)) || s.Sha256 != hex.EncodeToString(sum[:]) ||
			s.UpstreamHost != "www.example.com" || s.FetchedAt.IsZero() ||
			len(s.FetchedAt.Format(time.RFC3339Nano)) != 20 {
			t.Errorf("%+v", s)
		}
		if string(n.Mode) != string(mode) || n.Attestor != newSigner(t, "ours").Address().Hex() || len(n.Observed.Redirects) != 1 || n.Observed.Redirects[0].Status != 301 ||
			n.Observed.RemoteIP == nil || *n.Observed.Etag != `"e"` || n.Observed.TLSCertSha256 != nil || n.Observed.ContentEncoding != nil {
			t.Errorf("%+v", n)
		}
		if (n.BodyBase64 != nil) != (mode == gen.NotarizeParamsModeFull) || n.BodyOmitted != nil {
			t.Errorf("mode %s: body %v, omitted %v", mode, n.BodyBase64, n.BodyOmitted)
		}
		payload := base64.StdEncoding.EncodeToString(body)
		for standard, attestation := range map[string]any{"eip712": n.Attestations.Eip712, "eas_offchain_v2": n.Attestations.EasOffchain} {
			a, err := verify(t, h, attestation, &payload)
			if err != nil {
				t.Fatal(err)
			}
			if string(a.Standard) != standard || !a.Valid || !a.MatchesAttestor || *a.Signer != n.Attestor || a.HashOk == nil || !*a.HashOk ||
				standard != "eip712" && !*a.UIDOk || len(a.Notes) != 0 {
				t.Errorf("%s: %+v", standard, a)
			}
		}
		forged := n.Attestations.Eip712
		forged.Message.HTTPStatus = 404
		if a, err := verify(t, h, forged, &payload); err != nil || a.Valid {
			t.Errorf("a changed snapshot: %+v %v", a, err)
		}
		other := n.Attestations.EasOffchain
		other.Sig.Message.Salt = "0x" + strings.Repeat("11", 32)
		if a, err := verify(t, h, other, &payload); err != nil || a.Valid || *a.UIDOk {
			t.Errorf("a changed salt: %+v %v", a, err)
		}
	}
}

// TestEachAttestationHasASaltOfItsOwn: the same page twice gives two uids, even within one second.
func TestEachAttestationHasASaltOfItsOwn(t *testing.T) {
	h := notary(t, newSigner(t, "ours"), func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "x") })
	seen := map[string]bool{}
	for range 3 {
		n, err := notarize(t.Context(), h, "http://www.example.com/", gen.NotarizeParamsModeHash)
		if err != nil {
			t.Fatal(err)
		}
		seen[n.Attestations.EasOffchain.UID] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d uids", len(seen))
	}
	h.random = strings.NewReader("too short")
	if _, err := notarize(t.Context(), h, "http://www.example.com/", gen.NotarizeParamsModeHash); err == nil {
		t.Error("attested without a salt")
	}
}

// TestWhatIsAnAnswerIsAttested: whatever a host says about a page, except that it failed.
func TestWhatIsAnAnswerIsAttested(t *testing.T) {
	big := bytes.Repeat([]byte("0123456789abcdef"), 1<<16) // 1 MiB
	h := notary(t, newSigner(t, "ours"), func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			io.WriteString(w, "User-agent: *\nDisallow: /private\n")
		case "/404":
			http.Error(w, "gone", 404)
		case "/410":
			w.WriteHeader(410)
		case "/300":
			w.WriteHeader(300)
		case "/204":
			w.WriteHeader(204)
		case "/500":
			w.WriteHeader(500)
		case "/1mib":
			w.Write(big)
		case "/more":
			w.Write(big)
			w.Write([]byte("x"))
		case "/gzip":
			w.Header().Set("Content-Encoding", "gzip") // although it was asked not to
			z := gzip.NewWriter(w)
			z.Write([]byte("plain"))
			z.Close()
		case "/toobig":
			for range 21 {
				if _, err := w.Write(big); err != nil {
					return
				}
			}
		case "/latin":
			w.Header().Set("Content-Type", "text/pl\xe4in")
			io.WriteString(w, "x")
		case "/typed":
			w.Header().Set("Content-Type", strings.Repeat("x", 2000))
			io.WriteString(w, "x")
		case "/check":
			io.WriteString(w, "<title>Just a moment...</title><p>Checking your browser.")
		case "/cut":
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, "only this")
		default:
			t.Errorf("%s was requested", r.URL)
		}
	})
	for _, x := range []struct {
		path   string
		status int
		body   string // of the snapshot, hashed
	}{
		{"/404", 404, "gone\n"}, {"/410", 410, ""}, {"/300", 300, ""}, {"/204", 204, ""}, {"/1mib", 200, string(big)}, {"/more", 200, string(big) + "x"}, {"/gzip", 200, "plain"},
	} {
		n, err := notarize(t.Context(), h, "http://www.example.com"+x.path, gen.NotarizeParamsModeFull)
		if err != nil {
			t.Errorf("%s: %v", x.path, err)
			continue
		}
		sum := sha256.Sum256([]byte(x.body))
		if n.Snapshot.HTTPStatus != x.status || n.Snapshot.Sha256 != hex.EncodeToString(sum[:]) || n.Snapshot.ContentLength != int64(len(x.body)) {
			t.Errorf("%s: %+v", x.path, n.Snapshot)
		}
		omitted := len(x.body) > 1<<20
		if (n.BodyBase64 == nil) != omitted || (n.BodyOmitted != nil) != omitted {
			t.Errorf("%s: body %t, omitted %v", x.path, n.BodyBase64 != nil, n.BodyOmitted)
		}
		if !omitted && *n.BodyBase64 != base64.StdEncoding.EncodeToString([]byte(x.body)) {
			t.Errorf("%s: another body than the attested one", x.path)
		}
	}
	for _, x := range []struct {
		url, code string
		status    int
	}{
		{"http://www.example.com/500", "upstream_status", 502},
		{"http://www.example.com/toobig", "too_large", 422},
		{"http://www.example.com/latin", "bad_response", 502},
		{"http://www.example.com/typed", "bad_response", 502},
		{"http://www.example.com/cut", "bad_response", 502},
		{"http://www.example.com/check", "page_withheld", 502},
		{"http://www.example.com/private", "robots_denied", 403},
		{"http://gone.example.com/", "dns_failed", 502},
		{"http://127.0.0.1/", "private_address", 400},
		{"http://169.254.169.254/latest/meta-data/", "private_address", 400},
		{"http://localhost/", "bad_url", 400},
		{"file:///etc/passwd", "bad_url", 400},
		{"http://user:pass@www.example.com/", "bad_url", 400},
		{"http://www.example.com:8080/", "bad_url", 400},
		{"not a url", "bad_url", 400},
	} {
		_, err := notarize(t.Context(), h, x.url, gen.NotarizeParamsModeHash)
		if p := problem.From(err); p.Status != x.status || p.Code != x.code {
			t.Errorf("%s: %v", x.url, err)
		}
	}
}

// TestWithoutAKeyNothingIsFetched: 503 comes before any request.
func TestWithoutAKeyNothingIsFetched(t *testing.T) {
	h := notary(t, nil, func(w http.ResponseWriter, r *http.Request) { t.Errorf("%s was requested", r.URL) })
	_, err := notarize(t.Context(), h, "http://www.example.com/", gen.NotarizeParamsModeHash)
	var p *problem.Problem
	if !errors.As(err, &p) || p.Status != http.StatusServiceUnavailable || p.Code != "not_configured" {
		t.Errorf("%v", err)
	}
}

// TestRealPageGivesItsKnownHash: the llms.txt of the samples, served as recorded.
func TestRealPageGivesItsKnownHash(t *testing.T) {
	body := samples.Read(t, "llms-txt/llmstxt_org_llms.txt")
	h := notary(t, newSigner(t, "ours"), func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write(body)
	})
	n, err := notarize(t.Context(), h, "http://www.example.com/llms.txt", gen.NotarizeParamsModeHash)
	if err != nil {
		t.Fatal(err)
	}
	if n.Snapshot.Sha256 != "ea68604d4d353fde5ce0af52cd1572a2c437bf50ffefc36d58abb82d8f9557e9" || n.Snapshot.ContentLength != 648 {
		t.Errorf("%+v", n.Snapshot)
	}
}
