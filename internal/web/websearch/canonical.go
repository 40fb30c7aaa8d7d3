package websearch

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// mobileHosts are leading host labels that mark another form of the same pages.
var mobileHosts = []string{"www.", "m.", "mobile.", "amp.", "touch."}

// canonical is equal for two results that are the same page. It ignores http or https, www and mobile hosts, AMP
// forms, a final slash or index file, the order of parameters, and tracking. The case of the path counts.
func canonical(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	u = unAMP(u)
	key := host(u) + pathKey(u.EscapedPath())
	if q := queryKey(u.RawQuery); q != "" {
		key += "?" + q
	}
	return key
}

// queryKey is a query with its parameters sorted by name, without the irrelevant ones. Malformed parameters, such
// as 50% or one with a semicolon, still distinguish pages.
func queryKey(query string) string {
	type parameter struct{ name, value string }
	var kept []parameter
	for part := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(part, "=")
		p := parameter{unescaped(name), unescaped(value)}
		lower := strings.ToLower(p.name)
		if part != "" && !htmlpage.Tracks(lower) && lower != "amp" && (lower != "outputtype" || p.value != "amp") {
			kept = append(kept, p)
		}
	}
	slices.SortStableFunc(kept, func(a, b parameter) int { return strings.Compare(a.name, b.name) })
	parts := each.Of(kept, func(p parameter) string { return url.QueryEscape(p.name) + "=" + url.QueryEscape(p.value) })
	return strings.Join(parts, "&")
}

// unescaped is s itself if its escapes are broken.
func unescaped(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}

// host is without labels for a form of the page, and without a default port.
func host(u *url.URL) string {
	name := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	for _, label := range mobileHosts {
		if rest, found := strings.CutPrefix(name, label); found && strings.Contains(rest, ".") {
			name = rest
			break
		}
	}
	if rest, found := strings.CutSuffix(name, ".m.wikipedia.org"); found {
		name = rest + ".wikipedia.org"
	}
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		name += ":" + port
	}
	return name
}

func pathKey(p string) string {
	if plain, err := url.PathUnescape(p); err == nil && !strings.Contains(p, "%2F") && !strings.Contains(p, "%2f") {
		p = plain // however much of it the engine escaped
	}
	switch file := path.Base(p); file {
	case "index.html", "index.htm", "index.php":
		p = strings.TrimSuffix(p, file)
	}

	p = strings.TrimRight(p, "/")
	for _, form := range []string{"/amp", ".amp"} {
		p = strings.TrimSuffix(p, form)
	}

	if rest, found := strings.CutSuffix(p, ".amp.html"); found {
		p = rest + ".html"
	}
	if rest, found := strings.CutPrefix(p, "/amp/"); found {
		p = "/" + rest
	}

	return p
}

// unAMP is the page behind a copy in an AMP cache: cdn.ampproject.org/c/s/example.com/page, google.com/amp/s/example.com/page.
func unAMP(u *url.URL) *url.URL {
	name := strings.ToLower(u.Hostname())
	var rest string
	switch {
	case name == "cdn.ampproject.org" || strings.HasSuffix(name, ".cdn.ampproject.org"):
		parts := strings.SplitN(strings.TrimPrefix(u.EscapedPath(), "/"), "/", 2)
		if len(parts) == 2 && len(parts[0]) == 1 { // c for a document, v for a viewer
			rest = parts[1]
		}
	case strings.TrimPrefix(name, "www.") == "google.com" && strings.HasPrefix(u.Path, "/amp/"):
		rest = strings.TrimPrefix(u.EscapedPath(), "/amp/")
	}

	if rest == "" {
		return u
	}

	scheme := "http://"
	if secure, found := strings.CutPrefix(rest, "s/"); found {
		scheme = "https://"
		rest = secure
	}

	behind, err := url.Parse(scheme + rest)
	if err != nil || !strings.Contains(behind.Host, ".") {
		return u
	}

	behind.RawQuery = u.RawQuery
	return behind
}
