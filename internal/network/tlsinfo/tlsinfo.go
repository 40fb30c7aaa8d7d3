// Package tlsinfo reads the certificate chain that a host shows, and judges it afterwards: a chain that nobody should trust is
// what a caller wants to hear about, so the handshake itself accepts everything. Nothing is sent over the connection.
package tlsinfo

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"net"
	"time"

	"github.com/farebox/farebox/internal/web/fetch"
)

// Verdict says what a client that checks certificates would say.
type Verdict string

// The verdicts, in the order in which they are given when several hold.
const (
	OK          Verdict = "ok"
	Expired     Verdict = "expired"
	NotYetValid Verdict = "not_yet_valid"
	WrongHost   Verdict = "wrong_host"   // the certificate is for other names
	SelfSigned  Verdict = "self_signed"  // signed by its own key
	Untrusted   Verdict = "untrusted"    // issued by no known authority, or an intermediate certificate is missing
	Unsuitable  Verdict = "unsuitable"   // an authority issued it, but it may not be used for this
	ExpiredLink Verdict = "expired_link" // the certificate is good, one above it is over
)

// Chain is what a host shows and what it is worth.
type Chain struct {
	SubjectCN   string // "" when there is none
	Issuer      string // organisation of the issuer, else its common name
	IssuerCN    string
	NotBefore   time.Time
	NotAfter    time.Time
	DNSNames    []string // names and addresses it is for
	SHA256      string   // of the certificate, lower-case hex
	Length      int      // certificates shown
	Protocol    string   // "TLS 1.3"
	Verdict     Verdict
	DaysLeft    int // whole days until NotAfter, negative after it
	SelfSigned  bool
	Expired     bool
	MatchesHost bool
}

// Valid says whether a client that checks would go on.
func (c *Chain) Valid() bool { return c.Verdict == OK }

// Reader reads chains.
type Reader struct {
	guard   *fetch.Guard
	ciphers []uint16
	roots   *x509.CertPool
	now     func() time.Time
}

// New makes a Reader that connects through guard, so that no private address can be reached. roots are the authorities to
// judge by, nil for the system's; now is the clock to judge by.
func New(guard *fetch.Guard, roots *x509.CertPool, now func() time.Time) *Reader {
	r := &Reader{
		guard: guard,
		roots: roots,
		now:   now,
	}
	for _, suite := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		r.ciphers = append(r.ciphers, suite.ID)
	}
	return r
}

// Public says whether a name may be asked about at all: the error is a *fetch.BadURL for names that are never public, such as
// those under .internal, about which the DNS of the machine's own network may know something. The service's own names are public.
func (r *Reader) Public(host string) error {
	_, err := r.guard.CheckURL("https://" + host + "/")
	var bad *fetch.BadURL
	if errors.As(err, &bad) && bad.Rule == fetch.RuleOwnHost {
		return nil
	}
	return err
}

// ErrHandshake is a host that answers on the port but does not speak TLS with us.
var ErrHandshake = errors.New("TLS handshake failed")

// Read connects to port 443 of host, a name in A-labels, and reads its chain. Errors are those of fetch.Guard.DialContext, and
// ErrHandshake.
func (r *Reader) Read(ctx context.Context, host string) (*Chain, error) {
	conn, err := r.guard.DialContext(ctx, "tcp", net.JoinHostPort(host, "443"))
	if err != nil {
		return nil, err
	}

	defer conn.Close()
	var state tls.ConnectionState
	wanted := false

	client := tls.Client(conn, &tls.Config{
		ServerName: host,
		// The chain is judged below. Old protocol versions and ciphers are accepted because nothing is sent.
		InsecureSkipVerify: true,
		MinVersion:         tls.VersionTLS10,
		CipherSuites:       r.ciphers,
		NextProtos:         []string{"h2", "http/1.1"},
		VerifyConnection: func(s tls.ConnectionState) error {
			state = s
			return nil
		},
		// A server that wants a certificate of ours, which we have none of, has shown its own and that it has the key by then:
		// that it goes no further does not matter here.
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
			wanted = true
			return &tls.Certificate{}, nil
		},
	})
	if err := client.HandshakeContext(ctx); err != nil && !wanted {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("reading the certificates: %w", ctx.Err())
		}
		return nil, fmt.Errorf("%w: %w", ErrHandshake, err)
	}

	if len(state.PeerCertificates) == 0 {
		return nil, fmt.Errorf("%w: no certificate was shown", ErrHandshake)
	}
	c := r.judge(state.PeerCertificates, host)
	c.Protocol = tls.VersionName(state.Version)
	return c, nil
}

// judge describes the chain that host shows.
func (r *Reader) judge(shown []*x509.Certificate, host string) *Chain {
	leaf := shown[0]
	now := r.now()
	sum := sha256.Sum256(leaf.Raw)
	c := &Chain{
		SubjectCN: leaf.Subject.CommonName, Issuer: nameOf(leaf.Issuer), IssuerCN: leaf.Issuer.CommonName,
		NotBefore: leaf.NotBefore.UTC(), NotAfter: leaf.NotAfter.UTC(), SHA256: hex.EncodeToString(sum[:]), Length: len(shown),
		DNSNames: append([]string{}, leaf.DNSNames...),
		DaysLeft: daysUntil(leaf.NotAfter, now),
		Expired:  now.After(leaf.NotAfter), MatchesHost: leaf.VerifyHostname(host) == nil,
		SelfSigned: selfSigned(leaf),
	}

	for _, ip := range leaf.IPAddresses {
		c.DNSNames = append(c.DNSNames, ip.String())
	}
	between := x509.NewCertPool()
	for _, cert := range shown[1:] {
		between.AddCert(cert)
	}

	_, err := leaf.Verify(x509.VerifyOptions{
		DNSName:       host,
		Roots:         r.roots,
		Intermediates: between,
		CurrentTime:   now,
	})
	c.Verdict = verdict(err, c, now)
	return c
}

func verdict(err error, c *Chain, now time.Time) Verdict {
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	switch {
	case err == nil:
		return OK
	case c.Expired:
		return Expired
	case now.Before(c.NotBefore):
		return NotYetValid
	case !c.MatchesHost, errors.As(err, &name):
		return WrongHost
	case c.SelfSigned:
		return SelfSigned
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return ExpiredLink
	case errors.As(err, &invalid):
		return Unsuitable
	}

	return Untrusted
}

// selfSigned says whether a certificate is signed by its own key. Signatures that nobody accepts any more (SHA-1, MD5) cannot be
// checked and are taken from the names.
func selfSigned(c *x509.Certificate) bool {
	err := c.CheckSignature(c.SignatureAlgorithm, c.RawTBSCertificate, c.Signature)
	var old x509.InsecureAlgorithmError
	return err == nil || errors.As(err, &old) && bytes.Equal(c.RawSubject, c.RawIssuer)
}

// daysUntil is not by time.Duration, which ends after 292 years: certificates without an end say the year 9999 (RFC 5280,
// section 4.1.2.5).
func daysUntil(end, now time.Time) int {
	const day = 24 * 60 * 60
	return int(math.Floor(float64(end.Unix()-now.Unix()) / day))
}

func nameOf(n pkix.Name) string {
	if len(n.Organization) > 0 {
		return cmp.Or(n.Organization[0], n.CommonName)
	}
	return n.CommonName
}
