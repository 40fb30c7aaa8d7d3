package upstream

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
)

const (
	dialTimeout = 3 * time.Second
	tlsTimeout  = 5 * time.Second
	idlePerHost = 64
	maxHops     = 4
)

// NewTransport is the connection pool that all providers share. It honours HTTPS_PROXY, HTTP_PROXY and NO_PROXY as
// lookup gives them; certificates are the system's, which on Unix honours SSL_CERT_FILE and SSL_CERT_DIR. Use it for
// providers only: a proxy would defeat the address checks that URLs given by callers need (package fetch).
func NewTransport(lookup func(string) (string, bool)) *http.Transport {
	proxy := proxyConfig(lookup).ProxyFunc()
	return &http.Transport{
		Proxy:                  func(r *http.Request) (*url.URL, error) { return proxy(r.URL) },
		DialContext:            (&net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    tlsTimeout,
		MaxIdleConns:           8 * idlePerHost,
		MaxIdleConnsPerHost:    idlePerHost,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: 256 << 10,
	}
}

func proxyConfig(lookup func(string) (string, bool)) *httpproxy.Config {
	first := func(names ...string) string {
		for _, n := range names {
			if v, ok := lookup(n); ok && v != "" {
				return v
			}
		}
		return ""
	}
	return &httpproxy.Config{
		HTTPProxy:  first("HTTP_PROXY", "http_proxy"),
		HTTPSProxy: first("HTTPS_PROXY", "https_proxy"),
		NoProxy:    first("NO_PROXY", "no_proxy"),
	}
}

var errRedirect = errors.New("redirect not followed")

// checkRedirect follows a few redirects. To another origin (some providers hand out signed links to a file store) only
// reads are allowed, over nothing weaker than before, and never to a bare IP address. Of the caller's headers they only
// carry those named here: the key stays with the provider that issued it. The validators are the file store's own,
// since they came with the last answer of such a chain. The Referer, which holds the whole previous URL, is never sent.
func checkRedirect(next *http.Request, via []*http.Request) error {
	next.Header.Del("Referer")
	origin := via[0]
	if len(via) > maxHops {
		return fmt.Errorf("%w: more than %d of them", errRedirect, maxHops)
	}
	if next.URL.Scheme == origin.URL.Scheme && strings.EqualFold(next.URL.Host, origin.URL.Host) {
		return nil
	}

	switch {
	case next.URL.Scheme != "https" && next.URL.Scheme != origin.URL.Scheme:
		return fmt.Errorf("%w: to a weaker scheme", errRedirect)
	case next.Method != http.MethodGet && next.Method != http.MethodHead:
		return fmt.Errorf("%w: %s to another host", errRedirect, next.Method)
	case net.ParseIP(next.URL.Hostname()) != nil:
		return fmt.Errorf("%w: to a bare IP address", errRedirect)
	}

	kept := http.Header{}
	for _, name := range []string{"Accept", "User-Agent", "Accept-Language", "If-None-Match", "If-Modified-Since"} {
		if v := next.Header.Values(name); len(v) > 0 {
			kept[name] = v
		}
	}
	next.Header = kept
	return nil
}
