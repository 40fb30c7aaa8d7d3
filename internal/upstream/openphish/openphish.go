// Package openphish reads OpenPhish's community feed of phishing pages (openphish.com), some hundreds of URLs of the last days.
package openphish

import (
	"io"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider is the feed's repository, where openphish.com/feed.txt leads to. UPSTREAM_OPENPHISH_URL=off switches it off for
// operators whom its terms do not suit.
var Provider = upstream.Provider{
	Name: "openphish", BaseURL: "https://raw.githubusercontent.com/openphish/public_feed/refs/heads/main", Docs: "https://openphish.com/phishing_feeds.html",
	Attribution: "OpenPhish community feed", Terms: "https://openphish.com/terms.html (check for commercial use)", Checked: "recorded 2026-08", Timeout: 2 * time.Minute,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Feed is the download of the feed.
func Feed(c *upstream.Client) *upstream.Request { return c.Get("/feed.txt") }

// Read calls each for every URL in src.
func Read(src io.Reader, each func(url string)) error {
	return linelist.Read(src, func(line []byte) bool {
		url := string(line)
		if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
			return false
		}
		each(url)
		return true
	})
}
