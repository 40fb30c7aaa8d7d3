// Package webtest serves pages under the names in the spec's examples, so that tests of the whole service can call
// the web routes with their examples without reaching the internet. The pages are small versions of real ones:
// short texts of our own with their facts, and the Gettysburg Address, which is in the public domain.
package webtest

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

//go:embed site
var files embed.FS

// contentTypes are by file extension. They are stated here because machines differ.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".xml":  "application/xml",
	".atom": "application/atom+xml",
}

// Pages are the hosts in the examples: the folders of site/. A new example is a new file.
func Pages() map[string]http.Handler {
	pages := map[string]http.Handler{}
	for _, host := range []string{"en.wikipedia.org", "en.wikisource.org", "go.dev", "www.sitemaps.org"} {
		pages[host] = folder(host)
	}
	return pages
}

// folder serves the files of a host's folder under their own paths. A path without an extension is the file ending
// in .html, and one ending in a slash is the index.html there.
func folder(host string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Join("site", host, r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			name += "/index.html"
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			name += ".html"
			body, err = fs.ReadFile(files, name)
		}
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
		_, _ = w.Write(body)
	})
}
