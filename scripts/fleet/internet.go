package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"maps"
	"math/big"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/server/standins"
)

// internet is a proxy that replaces all data providers: it answers at their real URLs with the repository's
// fixtures, and lets nothing out. The service reaches it by HTTPS_PROXY and trusts it by SSL_CERT_FILE.
type internet struct {
	url    string
	roots  string // file with the certificate to trust
	asked  atomic.Int64
	world  *upstreamtest.World
	signer *x509.Certificate
	key    *ecdsa.PrivateKey
	leaves sync.Map // *tls.Certificate by host
	inner  chan net.Conn
	ended  chan struct{}
	outer  *http.Server
}

// noTest replaces a testing.TB outside a test.
type noTest struct{ testing.TB }

func (noTest) Helper()                           {}
func (noTest) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// newInternet starts the proxy; dir receives the certificate.
func newInternet(dir string) (*internet, error) {
	n := &internet{
		roots: filepath.Join(dir, "roots.pem"),
		world: upstreamtest.New(noTest{}, standins.Answers()...),
		inner: make(chan net.Conn),
		ended: make(chan struct{}),
	}
	if err := n.authority(); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	n.url = "http://" + listener.Addr().String()

	n.outer = &http.Server{
		Handler:           http.HandlerFunc(n.connect),
		ReadHeaderTimeout: time.Minute,
	}
	tunnels := &http.Server{
		Handler:           http.HandlerFunc(n.answer),
		ReadHeaderTimeout: time.Minute,
	}
	go n.outer.Serve(listener)
	go tunnels.Serve(n)
	return n, nil
}

// close ends the proxy. Tunnels end with the processes at their other ends.
func (n *internet) close() {
	close(n.ended)
	n.outer.Close()
}

// Accept is net.Listener's, for what comes through tunnels.
func (n *internet) Accept() (net.Conn, error) {
	select {
	case conn := <-n.inner:
		return conn, nil
	case <-n.ended:
		return nil, net.ErrClosed
	}
}

// Close is net.Listener's.
func (n *internet) Close() error { return nil }

// Addr is net.Listener's.
func (n *internet) Addr() net.Addr { return &net.TCPAddr{} }

// connect opens a tunnel whose other end is also this process, or answers a plain request.
func (n *internet) connect(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		n.answer(w, r)
		return
	}

	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if _, err := io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		conn.Close()
		return
	}

	host, _, _ := net.SplitHostPort(r.Host)
	n.inner <- tls.Server(tunnel{conn, buffered.Reader}, &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			return n.leaf(host)
		},
	})
}

// tunnel is a connection with possibly some bytes already read.
type tunnel struct {
	net.Conn
	reader *bufio.Reader
}

func (t tunnel) Read(b []byte) (int, error) { return t.reader.Read(b) }

// answer is a provider's answer, after a realistic delay.
func (n *internet) answer(w http.ResponseWriter, r *http.Request) {
	n.asked.Add(1)
	time.Sleep(time.Duration(20+mathrand.IntN(60)) * time.Millisecond)

	out := r.Clone(r.Context())
	out.RequestURI = ""
	out.URL.Host = r.Host
	if r.TLS != nil {
		out.URL.Scheme = "https"
	}
	resp, err := n.world.RoundTrip(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	maps.Copy(w.Header(), resp.Header)
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body) // the service may have left
}

// authority makes the certificate that signs those of the hosts.
func (n *internet) authority() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}

	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "farebox stand-ins"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		KeyUsage:              x509.KeyUsageCertSign,
		IsCA:                  true,
		BasicConstraintsValid: true,
	}

	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}

	n.key = key
	n.signer = template
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return os.WriteFile(n.roots, block, 0o600)
}

// leaf is the certificate of a host.
func (n *internet) leaf(host string) (*tls.Certificate, error) {
	if made, ok := n.leaves.Load(host); ok {
		return made.(*tls.Certificate), nil
	}

	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: host},
		DNSNames:     []string{host},
		NotBefore:    n.signer.NotBefore,
		NotAfter:     n.signer.NotAfter,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}

	der, err := x509.CreateCertificate(rand.Reader, template, n.signer, &n.key.PublicKey, n.key)
	if err != nil {
		return nil, err
	}

	made := &tls.Certificate{
		Certificate: [][]byte{der},
		PrivateKey:  n.key,
	}
	n.leaves.Store(host, made)
	return made, nil
}
