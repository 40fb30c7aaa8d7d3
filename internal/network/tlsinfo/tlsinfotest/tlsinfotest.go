// Package tlsinfotest makes certificates of its own authority for tests.
package tlsinfotest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"testing"
	"time"
)

// Authority signs certificates for tests.
type Authority struct {
	tb   testing.TB
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// New makes an authority called "Teapot Trust", valid from 2020 to 2050.
func New(tb testing.TB) *Authority {
	tb.Helper()
	a := &Authority{tb: tb}
	template := &x509.Certificate{
		Subject: pkix.Name{CommonName: "Teapot Root 1", Organization: []string{"Teapot Trust"}}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2050, 1, 1, 0, 0, 0, 0, time.UTC), KeyUsage: x509.KeyUsageCertSign,
	}
	a.cert, a.key = a.sign(template, nil)
	return a
}

// Intermediate makes an authority that this one signs, valid until then.
func (a *Authority) Intermediate(until time.Time) *Authority {
	a.tb.Helper()
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "WR2", Organization: []string{"Google Trust Services"}},
		IsCA:                  true,
		BasicConstraintsValid: true,
		NotBefore:             a.cert.NotBefore, NotAfter: until, KeyUsage: x509.KeyUsageCertSign,
	}
	cert, key := a.sign(template, a)
	return &Authority{
		tb:   a.tb,
		cert: cert,
		key:  key,
	}
}

// Leaf makes a server's certificate for the names, the first of which is its common name too; above are sent with it.
func (a *Authority) Leaf(from, until time.Time, names []string, above ...*Authority) tls.Certificate {
	a.tb.Helper()
	return a.leaf(a, from, until, names, x509.ExtKeyUsageServerAuth, above)
}

// ForClients makes a certificate that may not be used by servers.
func (a *Authority) ForClients(from, until time.Time, names []string) tls.Certificate {
	a.tb.Helper()
	return a.leaf(a, from, until, names, x509.ExtKeyUsageClientAuth, nil)
}

// SelfSigned makes a server's certificate that nobody else has signed.
func (a *Authority) SelfSigned(from, until time.Time, names []string) tls.Certificate {
	a.tb.Helper()
	return a.leaf(nil, from, until, names, x509.ExtKeyUsageServerAuth, nil)
}

func (a *Authority) leaf(by *Authority, from, until time.Time, names []string, use x509.ExtKeyUsage, above []*Authority) tls.Certificate {
	a.tb.Helper()
	cert, key := a.sign(&x509.Certificate{
		Subject: pkix.Name{CommonName: names[0], Organization: []string{"Teapot Works"}}, DNSNames: names, NotBefore: from, NotAfter: until,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{use}, BasicConstraintsValid: true,
	}, by)
	out := tls.Certificate{
		Certificate: [][]byte{cert.Raw},
		PrivateKey:  key,
		Leaf:        cert,
	}
	for _, authority := range above {
		out.Certificate = append(out.Certificate, authority.cert.Raw)
	}
	return out
}

// Roots trusts the authority.
func (a *Authority) Roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}

func (a *Authority) sign(template *x509.Certificate, by *Authority) (*x509.Certificate, *ecdsa.PrivateKey) {
	a.tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.tb.Fatal(err)
	}

	if template.SerialNumber, err = rand.Int(rand.Reader, big.NewInt(1<<62)); err != nil {
		a.tb.Fatal(err)
	}

	parent := template
	signer := key
	if by != nil {
		parent = by.cert
		signer = by.key
	}

	raw, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		a.tb.Fatal(err)
	}

	cert, err := x509.ParseCertificate(raw)
	if err != nil {
		a.tb.Fatal(err)
	}

	return cert, key
}
