// Package visibilitytest serves the site that the examples of the spec name, so that tests of the whole service can call the
// visibility routes with their examples although no test reaches the internet.
package visibilitytest

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
)

//go:embed site
var files embed.FS

// Host is where the examples are.
const Host = "tea.example.com"

// contentTypes are by the end of a file's name. They are stated here because those of the machine differ.
var contentTypes = map[string]string{".html": "text/html; charset=utf-8", ".xml": "application/xml", ".txt": "text/plain; charset=utf-8"}

// Pages are the sites of the examples by host. Files are served under their own names, pages without the ".html".
func Pages() map[string]http.Handler {
	return map[string]http.Handler{Host: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Join("site", r.URL.Path)
		if r.URL.Path == "/" {
			name = "site/index"
		}
		if path.Ext(name) == "" {
			name += ".html"
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
		_, _ = w.Write(body)
	})}
}
