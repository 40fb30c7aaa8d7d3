package fetch

import (
	"time"

	"github.com/farebox/farebox/internal/web/fetch/robots"
)

// Purpose is the purpose of a fetch. It decides the size cap, caching and headers.
type Purpose int

// The purposes. The zero value is ForPage.
const (
	ForPage    Purpose = iota // HTML and other documents: 5 MiB, kept 5 minutes
	ForFeed                   // RSS, Atom, JSON Feed: 10 MiB, kept 5 minutes
	ForSitemap                // sitemaps, also gzip files: 50 MiB, kept 1 hour
	ForText                   // small text files such as llms.txt: 1 MiB, kept 5 minutes
	// the exact bytes: 20 MiB, never cached, requested uncompressed, no redirect from https to http
	ForNotarize
	forRobots
)

// purpose is what a Purpose sets.
type purpose struct {
	maxBytes int64 // after decompression
	ttl      time.Duration
	accept   string
	exact    bool // bytes as sent: identity encoding, no charset conversion, no downgrade, no cache
	cut      bool // the rest beyond the cap is dropped, without an error
	gunzip   bool // a body that is a gzip file is unpacked
}

const (
	kib = 1 << 10
	mib = 1 << 20
)

// maxPDF is how many bytes of a PDF are read, on routes that accept PDFs as pages.
const maxPDF = 20 * mib

func (p Purpose) settings() purpose {
	switch p {
	case ForFeed:
		return purpose{maxBytes: 10 * mib, ttl: 5 * time.Minute,
			accept: "application/atom+xml,application/rss+xml,application/feed+json,application/rdf+xml,application/xml;q=0.9,text/xml;q=0.9,application/json;q=0.8,*/*;q=0.5"}
	case ForSitemap:
		return purpose{maxBytes: 50 * mib, ttl: time.Hour, gunzip: true,
			accept: "application/xml,text/xml;q=0.9,text/plain;q=0.8,application/gzip;q=0.8,*/*;q=0.5"}
	case ForText:
		return purpose{
			maxBytes: mib,
			ttl:      5 * time.Minute,
			accept:   "text/markdown,text/plain;q=0.9,*/*;q=0.5",
		}
	case ForNotarize:
		return purpose{
			maxBytes: 20 * mib,
			exact:    true,
			accept:   "*/*",
		}
	case forRobots:
		// One byte more than the parser accepts, so that it notices the cut.
		return purpose{
			maxBytes: robots.MaxSize + 1,
			cut:      true,
			accept:   "text/plain,*/*;q=0.5",
		}
	default:
		return purpose{maxBytes: 5 * mib, ttl: 5 * time.Minute,
			accept: "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5"}
	}
}

// Timeouts bound a fetch. A zero value takes the default.
type Timeouts struct {
	DNS       time.Duration // resolving a host, 3 s
	Connect   time.Duration // connecting, over all tried addresses, 5 s
	TLS       time.Duration // handshake, 5 s
	FirstByte time.Duration // from the sent request to the complete response header, 10 s
	Stall     time.Duration // span within which a body must deliver 256 bytes or end, 5 s
	Total     time.Duration // the whole Get: robots.txt, waiting for the host, redirects and body, 20 s
}

func (t Timeouts) withDefaults() Timeouts {
	set := func(d *time.Duration, def time.Duration) {
		if *d <= 0 {
			*d = def
		}
	}
	set(&t.DNS, 3*time.Second)
	set(&t.Connect, 5*time.Second)
	set(&t.TLS, 5*time.Second)
	set(&t.FirstByte, 10*time.Second)
	set(&t.Stall, 5*time.Second)
	set(&t.Total, 20*time.Second)
	return t
}
