package tlsinfo_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/network/tlsinfo/tlsinfotest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
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
		{"without an end", a.Leaf(from, time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), names), tlsinfo.OK, 2912119},
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

func TestServersOfOldAndStrictKindsAreRead(t *testing.T) {
	a := tlsinfotest.New(t)
	cert := a.Leaf(now.AddDate(0, -1, 0), now.AddDate(0, 1, 0), []string{"tea.example.com"})
	old := tls.Certificate{}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(7), Subject: pkix.Name{CommonName: "Old Kettle"}, NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(1, 0, 0), DNSNames: []string{"tea.example.com"}}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	old.Certificate, old.PrivateKey = [][]byte{raw}, key
	for _, c := range []struct {
		why      string
		config   *tls.Config
		protocol string
		want     tlsinfo.Verdict
	}{
		{"wants a certificate of the client", &tls.Config{Certificates: []tls.Certificate{cert}, ClientAuth: tls.RequireAnyClientCert, MaxVersion: tls.VersionTLS12}, "TLS 1.2", tlsinfo.OK},
		{"the same, newer", &tls.Config{Certificates: []tls.Certificate{cert}, ClientAuth: tls.RequireAnyClientCert}, "TLS 1.3", tlsinfo.OK},
		{"RSA key exchange only", &tls.Config{Certificates: []tls.Certificate{old}, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{tls.TLS_RSA_WITH_AES_128_CBC_SHA}}, "TLS 1.2", tlsinfo.SelfSigned},
		{"of 1999", &tls.Config{Certificates: []tls.Certificate{old}, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS10, CipherSuites: []uint16{tls.TLS_RSA_WITH_3DES_EDE_CBC_SHA}}, "TLS 1.0", tlsinfo.SelfSigned},
	} {
		s := httptest.NewUnstartedServer(http.NotFoundHandler())
		s.Config.ErrorLog, s.TLS = log.New(io.Discard, "", 0), c.config
		s.StartTLS()
		t.Cleanup(s.Close)
		guard := fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"tea.example.com": s})).Guard()
		got, err := tlsinfo.New(guard, a.Roots(), func() time.Time { return now }).Read(t.Context(), "tea.example.com")
		if err != nil || got.Verdict != c.want || got.Protocol != c.protocol {
			t.Errorf("%s: %+v, %v", c.why, got, err)
		}
	}
}

// TestShownCertificateWithoutItsKeyIsNone: anyone can show what stands in public logs; no client would go on.
func TestShownCertificateWithoutItsKeyIsNone(t *testing.T) {
	a := tlsinfotest.New(t)
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	cert := a.Leaf(now.AddDate(0, 0, -10), now.AddDate(0, 0, 80), []string{"tea.example.com"})
	other := a.SelfSigned(now.AddDate(0, 0, -10), now.AddDate(0, 0, 80), []string{"tea.example.com"})
	for _, newest := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		s := httptest.NewUnstartedServer(http.NotFoundHandler())
		stolen := tls.Certificate{Certificate: cert.Certificate, PrivateKey: other.PrivateKey}
		s.Config.ErrorLog, s.TLS = log.New(io.Discard, "", 0), &tls.Config{Certificates: []tls.Certificate{stolen}, MaxVersion: newest, ClientAuth: tls.RequireAnyClientCert}
		s.StartTLS()
		t.Cleanup(s.Close)
		guard := fetch.New(fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"tea.example.com": s})).Guard()
		if got, err := tlsinfo.New(guard, a.Roots(), func() time.Time { return now }).Read(t.Context(), "tea.example.com"); !errors.Is(err, tlsinfo.ErrHandshake) {
			t.Errorf("%s: %+v, %v", tls.VersionName(newest), got, err)
		}
	}
}

func TestNamesThatAreNeverPublic(t *testing.T) {
	r := tlsinfo.New(fetch.New(fetch.Options{OwnHosts: []string{"api.farebox.com"}}).Guard(), nil, time.Now)
	for host, public := range map[string]bool{"tea.example.com": true, "api.farebox.com": true, "redis": false, "github.io": true, "db.internal": false, "printer.local": false, "x.localhost": false, "metadata.google.internal": false} {
		if err := r.Public(host); (err == nil) != public {
			t.Errorf("%s: %v", host, err)
		}
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
