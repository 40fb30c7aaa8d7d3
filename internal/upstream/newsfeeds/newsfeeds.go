// Package newsfeeds reads the feeds of publishers of crypto news, all keyless RSS 2.0. Each publisher is a provider of
// its own, so that one which is down rests alone.
package newsfeeds

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Feed is the feed of one publisher.
type Feed struct {
	Publisher string // as readers know it
	Mixed     bool   // brings news of other fields too
	Provider  upstream.Provider
	path      string // below the provider's address
}

// URL is where the publisher has its feed.
func (f Feed) URL() string { return f.Provider.BaseURL + f.path }

// All are the feeds that are read: those that answered a monitoring project's probe of 2026-10-03, and two that
// answered some hosts. Left out, as of that date: DL News, whose terms forbid commercial use without permission;
// Blockworks, whose feed has stood still since 2026-01; Chainwire, which is press releases.
func All() []Feed {
	mixed := func(f Feed) Feed {
		f.Mixed = true
		return f
	}
	return []Feed{
		feed("CoinDesk", "coindesk", "https://www.coindesk.com", "/arc/outboundfeeds/rss/", "recorded 2026-09"),
		feed("Cointelegraph", "cointelegraph", "https://cointelegraph.com", "/rss", ""),
		mixed(feed("Decrypt", "decrypt", "https://decrypt.co", "/feed", "")),
		feed("The Defiant", "the-defiant", "https://thedefiant.io", "/feed", ""),
		feed("Bitcoin Magazine", "bitcoin-magazine", "https://bitcoinmagazine.com", "/feed", ""),
		mixed(feed("Protos", "protos", "https://protos.com", "/feed/", "")),
		feed("BeInCrypto", "beincrypto", "https://beincrypto.com", "/feed/", ""),
		feed("The Block", "the-block", "https://www.theblock.co", "/rss.xml", ""),
		mixed(feed("Crypto Briefing", "crypto-briefing", "https://cryptobriefing.com", "/feed/", "")),
		feed("Unchained", "unchained", "https://unchainedcrypto.com", "/feed/", ""),
		feed("CryptoSlate", "cryptoslate", "https://cryptoslate.com", "/feed/", ""),
	}
}

// feed declares a publisher. Headlines age by the minute: an answer is good for five, then the publisher is asked
// whether it has changed. While it fails, an answer of the last hour still counts, and says that it is stale.
func feed(publisher, name, address, path, checked string) Feed {
	provider := upstream.Provider{
		Name:          "news-" + name,
		BaseURL:       address,
		Docs:          address + path,
		Attribution:   "Headlines belong to " + publisher + "; links go to the originals",
		Checked:       checked,
		RatePerMinute: 30,
		Burst:         5,
		TTL:           5 * time.Minute,
		StaleFor:      time.Hour,
		Timeout:       6 * time.Second,
		MaxBytes:      2 << 20,
		Retries:       -1,
		Headers:       map[string]string{"Accept": "application/rss+xml, application/xml;q=0.9, */*;q=0.1"},
	}

	return Feed{
		Publisher: publisher,
		path:      path,
		Provider:  provider,
	}
}

// Client reads one feed.
type Client struct {
	Feed
	c *upstream.Client
}

// New makes a client for each feed of All, in that order.
func New(pool *upstream.Pool) []*Client {
	var list []*Client
	for _, f := range All() {
		c := &Client{
			Feed: f,
			c:    pool.Client(f.Provider),
		}
		c.c.Probe(c.probe)
		list = append(list, c)
	}
	return list
}

// probe asks for the feed, which always has news in it.
func (c *Client) probe(ctx context.Context) error {
	resp, err := c.Read(ctx)
	return upstream.Fact(err, "item", "true", func() any { return bytes.Contains(resp.Body, []byte("<item")) })
}

// Read gives the feed as it was published. A page for people in its place, such as a challenge, is a BadResponse.
func (c *Client) Read(ctx context.Context) (*upstream.Response, error) {
	return c.c.Get(c.path).Check(noPage).Check(whole).Do(ctx)
}

// whole refuses a feed that breaks off, whose lack of headlines would say nothing. What is no feed at all is the
// reader's matter. Remarks may follow the end.
func whole(r *upstream.Response) error {
	start := bytes.ToLower(r.Body[:min(len(r.Body), 4096)])
	end := bytes.ToLower(r.Body[max(0, len(r.Body)-4096):])
	for _, tag := range []string{"rss", "feed", "rdf:rdf"} {
		if bytes.Contains(start, []byte("<"+tag)) && !bytes.Contains(end, []byte("</"+tag+">")) {
			return errors.New("a feed without its end")
		}
	}
	return nil
}

// noPage refuses an HTML page.
func noPage(r *upstream.Response) error {
	start := bytes.ToLower(r.Body[:min(len(r.Body), 1024)])
	start = bytes.TrimSpace(bytes.TrimPrefix(start, []byte("\xef\xbb\xbf")))
	if bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html")) {
		return errors.New("an HTML page in place of a feed")
	}
	return nil
}
