// Package duckduckgo reads web results from DuckDuckGo's HTML page and news from its news service, both without a
// key. The web index behind it is Bing's.
//
// DuckDuckGo has no API for results and may challenge any program. A challenge is serp.ErrBlocked; no attempt is
// made to get past it.
package duckduckgo

import (
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is DuckDuckGo.
var Provider = serp.ResultPage(upstream.Provider{
	Name:        "duckduckgo",
	Undated:     true,
	BaseURL:     "https://html.duckduckgo.com",
	Hosts:       map[string]string{"news": "https://duckduckgo.com"},
	Docs:        "https://duckduckgo.com/duckduckgo-help-pages/",
	Terms:       "https://duckduckgo.com/terms",
	Attribution: "DuckDuckGo",
	Checked:     "recorded 2026-04; news by description only",
})

const (
	origin = "https://html.duckduckgo.com/"
	opener = "https://duckduckgo.com/"
)

// region is DuckDuckGo's kl: the country comes first and Great Britain is "uk".
func region(q serp.Query) string {
	country := q.Country
	language := q.Language
	switch {
	case country == "" || language == "":
		return "wt-wt"
	case country == "gb":
		country = "uk"
	}
	switch q.Country + "-" + language {
	case "jp-ja":
		language = "jp"
	case "kr-ko":
		language = "kr"
	case "tw-zh", "hk-zh":
		language = "tzh"
	}
	return country + "-" + language
}

// safety is DuckDuckGo's kp, and p of the news service.
func safety(s serp.Safety) string {
	switch s {
	case serp.Strict:
		return "1"
	case serp.Off:
		return "-2"
	}
	return "-1"
}

// target unwraps a redirect (/l/?uddg=) and drops advertisements (y.js).
func target(u *url.URL) string {
	host := u.Hostname()
	if host != "duckduckgo.com" && !strings.HasSuffix(host, ".duckduckgo.com") {
		return u.String()
	}
	if u.Path != "/l/" && u.Path != "/l" {
		return ""
	}
	to, err := url.Parse(u.Query().Get("uddg"))
	if err != nil || to.Host == "" {
		return ""
	}
	if h := to.Hostname(); h == "duckduckgo.com" || strings.HasSuffix(h, ".duckduckgo.com") {
		return ""
	}
	return to.String()
}
