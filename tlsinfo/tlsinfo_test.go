package tlsinfo_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/farebox/farebox/fetch"
	"github.com/farebox/farebox/fetch/fetchtest"
	"github.com/farebox/farebox/tlsinfo"
	"github.com/farebox/farebox/tlsinfo/tlsinfotest"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// reader reaches a server with the certificate under the name tea.example.com.
func reader(t *testing.T, cert tls.Certificate, roots *x509.CertPool) *tlsinfo.Reader {
	t.Helper()
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.TLS = &tls.Config{Certificates: []tls.Certificate{cert}}
	s.StartTLS()
	t.Cleanup(s.Close)
	c := fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"tea.example.com": s}))
	return tlsinfo.New(c.Guard(), roots, func() time.Time { return now })
}

func TestChainsAreReadAndJudged(t *testing.T) {
	a := tlsinfotest.New(t)
	stranger, between, over := tlsinfotest.New(t), a.Intermediate(now.AddDate(1, 0, 0)), a.Intermediate(now.AddDate(0, 0, -1))
	from, until, names := now.AddDate(0, -1, 0), now.AddDate(0, 0, 30).Add(time.Hour), []string{"tea.example.com", "www.tea.example.com"}
	for _, c := range []struct {
		why  string
		cert tls.Certificate
		want tlsinfo.Verdict
		days int
	}{
		{"a good one", a.Leaf(from, until, names), tlsinfo.OK, 30},
		{"a wildcard", a.Leaf(from, until, []string{"*.example.com"}), tlsinfo.OK, 30},
		{"with its intermediate", between.Leaf(from, until, names, between), tlsinfo.OK, 30},
		{"without its intermediate", between.Leaf(from, until, names), tlsinfo.Untrusted, 30},
		{"with an intermediate that is over", over.Leaf(from, until, names, over), tlsinfo.ExpiredLink, 30},
		{"over since a minute", a.Leaf(from, now.Add(-time.Minute), names), tlsinfo.Expired, -1},
		{"over since ten days, and for another host", a.Leaf(from, now.AddDate(0, 0, -10), []string{"other.example.com"}), tlsinfo.Expired, -10},
		{"from tomorrow on", a.Leaf(now.AddDate(0, 0, 1), until, names), tlsinfo.NotYetValid, 30},
		{"for another host", a.Leaf(from, until, []string{"other.example.com"}), tlsinfo.WrongHost, 30},
		{"a wildcard of the wrong depth", a.Leaf(from, until, []string{"*.tea.example.com"}), tlsinfo.WrongHost, 30},
		{"self-signed", a.SelfSigned(from, until, names), tlsinfo.SelfSigned, 30},
		{"of an authority that nobody knows", stranger.Leaf(from, until, names), tlsinfo.Untrusted, 30},
		{"not for servers", a.ForClients(from, until, names), tlsinfo.Unsuitable, 30},
	} {
		got, err := reader(t, c.cert, a.Roots()).Read(t.Context(), "tea.example.com")
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		if got.Verdict != c.want || got.Valid() != (c.want == tlsinfo.OK) || got.DaysLeft != c.days || got.Expired != (c.want == tlsinfo.Expired) {
			t.Errorf("%s: %+v, want %s and %d days", c.why, got, c.want, c.days)
		}
		if got.SubjectCN != c.cert.Leaf.Subject.CommonName || got.Length != len(c.cert.Certificate) || got.Protocol != "TLS 1.3" || len(got.SHA256) != 64 {
			t.Errorf("%s: %+v", c.why, got)
		}
	}
	got, err := reader(t, a.Leaf(from, until, names), a.Roots()).Read(t.Context(), "tea.example.com")
	if err != nil || got.Issuer != "Teapot Trust" || got.IssuerCN != "Teapot Root 1" || len(got.DNSNames) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestHostsThatCannotBeRead(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	mute := &httptest.Server{Listener: silent}
	c := fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"plain.example.com": plain, "mute.example.com": mute}))
	r := tlsinfo.New(c.Guard(), nil, time.Now)
	if _, err := r.Read(t.Context(), "plain.example.com"); !errors.Is(err, tlsinfo.ErrHandshake) {
		t.Errorf("no TLS: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := r.Read(ctx, "mute.example.com"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("silence: %v", err)
	}
	var dns *fetch.Error
	if _, err := r.Read(t.Context(), "nobody.example.com"); !errors.As(err, &dns) || dns.Kind != fetch.KindDNS {
		t.Errorf("no such host: %v", err)
	}
	var refused *fetch.BadURL
	for _, host := range []string{"127.0.0.1", "10.0.0.1", "localhost", "169.254.169.254", "::1"} {
		if _, err := r.Read(t.Context(), host); !errors.As(err, &refused) {
			t.Errorf("%s: %v", host, err)
		}
	}
}
