package preflight

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/bazaar"
	"github.com/farebox/farebox/internal/web/fetch"
)

const (
	probeTime   = 5 * time.Second
	sourceTime  = 6 * time.Second
	maxAnswer   = 1 << 20 // bytes of a 402; real ones have a few thousand
	probeSource = "probe"
	registry    = "rdap" // of domains
)

// part is a source's contribution to the evidence.
type part = func(*evidence)

// sources are asked in parallel while the caller waits.
func (h *Handlers) sources(u *url.URL, host *hostname.Host, listed bool) []upstream.Source[part] {
	ask := []upstream.Source[part]{upstream.Part(probeSource, visitTime,
		func(ctx context.Context) (visit, error) { return h.visit(ctx, u) },
		func(e *evidence, v visit) {
			e.probe = v.first
			e.later = v.later
		})}
	if u.Scheme == "https" {
		ask = append(ask, upstream.Part("certificate", sourceTime,
			func(ctx context.Context) (time.Time, error) { return h.certificate(ctx, u) },
			func(e *evidence, until time.Time) { e.expires = until }))
	}
	if !listed {
		ask = append(ask, upstream.Part("x402-bazaar-search", sourceTime/2,
			func(ctx context.Context) (listing, error) { return h.search(ctx, u) },
			func(e *evidence, found listing) { e.listing.add(found) }))
	}
	if host == nil || host.IP {
		return ask
	}

	if h.created != nil && hostname.PrivateSuffix(host.ASCII) == "" {
		ask = append(ask, upstream.Part(registry, sourceTime,
			func(ctx context.Context) (time.Time, error) { return h.created(ctx, host.Registrable) },
			func(e *evidence, at time.Time) {
				if !at.IsZero() {
					e.created = &at
				}
			}))
	}
	if h.blocklists != nil {
		ask = append(ask, upstream.Part("blocklists", sourceTime,
			func(ctx context.Context) ([]string, error) { return h.blocklists(ctx, host.ASCII) },
			func(e *evidence, lists []string) {
				e.blocklists = lists
				e.cleared = true
			}))
	}
	return ask
}

// probe asks the URL for its quote without a payment: by GET and, after a 404 or 405, by POST of an empty object,
// because servers that route by method may not know a GET. It ignores robots.txt: that addresses crawlers, and this
// is exactly the request with which the caller's own client would start.
//
// An answer, or the seller's failure to give one, is evidence. An error means a URL that may not be opened, or a
// fault on our side.
func (h *Handlers) probe(ctx context.Context, u *url.URL) (probe, error) {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	p, err := h.ask(ctx, u, nil)
	if err == nil && p.outcome != movedAway && (p.status == http.StatusNotFound || p.status == http.StatusMethodNotAllowed) {
		if posted, err := h.ask(ctx, u, []byte("{}")); err == nil {
			p.posted = posted.status
			if posted.outcome == quoted {
				p = posted
			}
		}
	}
	return p, err
}

// ask makes one request, by POST if there is a body.
func (h *Handlers) ask(ctx context.Context, u *url.URL, body []byte) (probe, error) {
	page, err := h.fetcher.Get(ctx, fetch.Request{
		URL: u.String(), MaxBytes: maxAnswer, Accept: "application/json", Statuses: fetch.AnyStatus, IgnoreRobots: true, NoCache: true, JSON: body,
	})
	if err != nil {
		return failedProbe(err)
	}

	p, err := readProbe(u, page)
	p.body = body
	return p, err
}

func readProbe(u *url.URL, page *fetch.Page) (probe, error) {
	p := probe{status: page.Status, secure: secureAll(page)}
	final, err := url.Parse(page.FinalURL)
	if err != nil {
		return p, err
	}

	switch {
	case !sameOwner(u, final):
		p.outcome = movedAway
		p.moved = final.Hostname()
	case page.Status == http.StatusPaymentRequired:
		p.outcome = quoted
		p.quote = quote.Read(page.Header, page.Body)
	case page.Status == http.StatusMethodNotAllowed:
		p.outcome = wrongMethod
	case page.Status == http.StatusTooManyRequests:
		p.outcome = limited
	default:
		p.outcome = answered
	}

	return p, nil
}

func secureAll(page *fetch.Page) bool {
	for _, r := range page.Redirects {
		if to, err := url.Parse(r.To); err != nil || to.Scheme != "https" {
			return false
		}
	}
	return page.CertSHA256 != ""
}

// sameOwner reports whether two URLs share a registrable domain, or the host if there is no such domain or anyone
// may have names under it.
func sameOwner(a, b *url.URL) bool {
	if a.Hostname() == b.Hostname() {
		return true
	}
	x, errX := hostname.Parse(a.Hostname())
	y, errY := hostname.Parse(b.Hostname())
	if errX != nil || errY != nil || x.IP || y.IP {
		return false
	}
	return x.Registrable == y.Registrable && hostname.PrivateSuffix(x.ASCII) == "" && hostname.PrivateSuffix(y.ASCII) == ""
}

func failedProbe(err error) (probe, error) {
	var bad *fetch.BadURL
	if errors.As(err, &bad) {
		if bad.Redirect {
			return probe{outcome: unsafeRedirect}, nil
		}
		return probe{}, err
	}

	var failed *fetch.Error
	if !errors.As(err, &failed) {
		return probe{}, err
	}

	switch failed.Kind {
	case fetch.KindDNS:
		var dns *net.DNSError
		if errors.As(failed, &dns) && !dns.IsNotFound {
			return probe{}, err // the resolver failed, not the name
		}
		return probe{outcome: unreachable, cause: "its name does not resolve"}, nil
	case fetch.KindConnect:
		return probe{outcome: unreachable, cause: "no connection could be made"}, nil
	case fetch.KindTimeout:
		return probe{outcome: unreachable, cause: "it took too long to answer"}, nil
	case fetch.KindBadResponse:
		return probe{outcome: unreachable, cause: "what it sent is not a whole HTTP answer"}, nil
	case fetch.KindTLS:
		return probe{outcome: badTLS}, nil
	case fetch.KindTooLarge:
		return probe{outcome: oversized}, nil
	case fetch.KindRedirects:
		return probe{outcome: lostInHops}, nil
	}

	return probe{}, err
}

// certificate is when the host's certificate expires. The probe judges validity, so any certificate is read here.
func (h *Handlers) certificate(ctx context.Context, u *url.URL) (time.Time, error) {
	conn, err := h.fetcher.Guard().DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "443")))
	if err != nil {
		return time.Time{}, err
	}
	secure := tls.Client(conn, &tls.Config{
		ServerName:         u.Hostname(),
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, // nothing is sent
	})
	defer secure.Close() // it has been read

	if err := secure.HandshakeContext(ctx); err != nil {
		return time.Time{}, err
	}
	if certs := secure.ConnectionState().PeerCertificates; len(certs) > 0 {
		return certs[0].NotAfter, nil
	}
	return time.Time{}, errors.New("no certificate came")
}

// search asks the Bazaar for listings newer than the copy here.
func (h *Handlers) search(ctx context.Context, u *url.URL) (listing, error) {
	found, err := h.bazaar.Search(ctx, u.Hostname())
	if err != nil {
		return listing{}, err
	}
	l := newIndex(bazaar.Catalogue{Resources: found}).find(u)
	if l.known() {
		return l, nil
	}
	return l, upstream.Whole(len(found), bazaar.Most)
}
