package site

import (
	"net/http"
	"strings"

	"github.com/farebox/farebox/internal/clip"
)

type missingData struct {
	frame
	Heading string
	Asked   string   // the path
	Near    []string // paths of pages and routes that look like it
}

// maxAsked is how much of a path that leads nowhere is shown, in bytes.
const maxAsked = 100

// Missing answers a browser's request for something that does not exist with a page, and says whether it did: programs
// get a problem. near are paths that look like the one that was asked for.
func (s *Site) Missing(w http.ResponseWriter, r *http.Request, near []string) bool {
	h := w.Header()
	h.Add("Vary", "Accept, User-Agent")
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !IsBrowser(r) {
		return false
	}
	data := missingData{
		frame:   s.frame("Not found - "+s.service.Name, "There is nothing at this address.", docsPath),
		Heading: "Not found",
		Asked:   strings.ToValidUTF8(clip.Shown(r.URL.Path, maxAsked), "?"),
		Near:    s.pagesOf(near),
	}
	body, err := render("missing.html", data)
	if err != nil {
		return false // the problem itself is always there
	}
	sendPage(w, http.StatusNotFound, body)
	return true
}

// pagesOf are the pages of these routes.
func (s *Site) pagesOf(paths []string) []string {
	var pages []string
	for _, path := range paths {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if op, _ := s.spec.Lookup(method, path); op != nil {
				pages = append(pages, RoutePath(op))
				break
			}
		}
	}
	return pages
}
