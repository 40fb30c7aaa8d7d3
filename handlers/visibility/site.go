package visibility

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/web/fetch"
)

// siteHost is the host in an input: the input itself, or a URL's host. Nothing is resolved.
func (h *Handlers) siteHost(domain string) (string, error) {
	s := strings.TrimSpace(domain)
	if !strings.Contains(s, "://") {
		s = "https://" + strings.TrimPrefix(s, "//")
	}
	u, err := h.fetcher.Guard().CheckURL(s)
	if err != nil {
		return "", fetch.Problem(err, "domain")
	}
	return u.Hostname(), nil
}

// origins are where to look for a host's files: first with encryption, then without.
func origins(host string) []string {
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return []string{(&url.URL{Scheme: "https", Host: host}).String(), (&url.URL{Scheme: "http", Host: host}).String()}
}

// noTLS reports whether a failure may concern only encryption, so that http is worth a try.
func noTLS(err error) bool {
	switch kindOf(err) {
	case fetch.KindConnect, fetch.KindTLS:
		return true
	case fetch.KindTimeout: // a firewall that drops traffic to port 443
		var op *net.OpError
		return errors.As(err, &op) && op.Op == "dial"
	}
	return false
}

// onSite calls ask with a host's origins until one does not fail for lack of encryption. It returns the first
// error, which says more.
func onSite[T any](ctx context.Context, host string, ask func(context.Context, string) (T, error)) (T, error) {
	var firstErr error
	for _, at := range origins(host) {
		answer, err := ask(ctx, at)
		if err == nil || !noTLS(err) {
			return answer, err
		}
		firstErr = cmp.Or(firstErr, err)
	}
	var none T
	return none, firstErr
}
