// Package webtest serves the pages that the examples of the spec name, so that tests of the whole service can call the
// web routes with their examples although no test reaches the internet.
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

// Host is where the examples are.
const Host = "example.com"

// contentTypes are by the end of a file's name. They are stated here because those of the machine differ.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".xml": "application/xml", ".txt": "text/plain; charset=utf-8", ".json": "application/json",
	".md": "text/markdown; charset=utf-8",
}

// Handler serves the files of site/ under their own paths; a path that ends in a slash is the index.html there. A new example
// is a new file.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Join("site", r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			name += "/index.html"
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
		_, _ = w.Write(body)
	})
}

// Pages are the hosts that the examples name.
func Pages() map[string]http.Handler { return map[string]http.Handler{Host: Handler()} }
