package upstream

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// certificate makes one for 127.0.0.1 and writes it to a file.
func certificate(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "cert.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{
		Certificate: [][]byte{raw},
		PrivateKey:  key,
	}, file
}

const childURL = "FAREBOX_TEST_CACHE_URL"

// TestCacheURLOverTLSNeedsATrustedCertificate: the system's certificates are read once in a process, so that another
// one is asked with one more.
func TestCacheURLOverTLSNeedsATrustedCertificate(t *testing.T) {
	if url := os.Getenv(childURL); url != "" {
		if err := connect(t, url).Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
		return
	}

	const password = "hidden-cd41"
	server := startRedis(t, "--requirepass", password)
	pair, file := certificate(t)
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener := tls.NewListener(plain, &tls.Config{Certificates: []tls.Certificate{pair}})
	t.Cleanup(func() { _ = listener.Close() })
	go server.relayAll(listener, new(atomic.Int64))
	url := "rediss://:" + password + "@" + listener.Addr().String()

	err = connect(t, url).Ping(t.Context())
	if err == nil || !strings.Contains(err.Error(), "certificate") || strings.Contains(err.Error(), password) {
		t.Errorf("an unknown certificate: %v", err)
	}
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
	child.Env = append(os.Environ(), childURL+"="+url, "SSL_CERT_FILE="+file)
	if said, err := child.CombinedOutput(); err != nil {
		t.Errorf("a trusted certificate: %v\n%s", err, said)
	}
}

func TestWrongPasswordOfTheCacheIsNotTold(t *testing.T) {
	server := startRedis(t, "--requirepass", "right")
	err := connect(t, "unix://:hidden-cd41@"+server.socket).Ping(t.Context())
	if err == nil || strings.Contains(err.Error(), "hidden") {
		t.Errorf("%v", err)
	}
}
