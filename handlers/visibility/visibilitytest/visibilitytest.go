// Package visibilitytest serves the sites in the spec's examples, so that tests of the whole service can call the
// visibility routes with their examples without reaching the internet.
package visibilitytest

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
)

//go:embed site
var files embed.FS

// hosts are those of the examples: one for pages and llms.txt, one for crawlers.
var hosts = []string{"llmstxt.org", "github.com"}

// contentTypes are by file extension. They are stated here because machines differ.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".xml":  "application/xml",
	".txt":  "text/plain; charset=utf-8",
}

// Pages are the sites of the examples by host. Each serves the files in the folder with its name.
func Pages() map[string]http.Handler {
	pages := map[string]http.Handler{}
	for _, host := range hosts {
		pages[host] = site(host)
	}
	return pages
}

func site(host string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := path.Join("site", host, r.URL.Path)
		if r.URL.Path == "/" {
			name = path.Join(name, "index.html")
		}

		body, err := fs.ReadFile(files, name)
		if err != nil {
			http.NotFound(w, r)
			return
		}

		w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
		_, _ = w.Write(body)
	}
}
