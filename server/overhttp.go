package server

import (
	"fmt"
	"net/http"

	"github.com/klauspost/compress/gzhttp"

	"github.com/farebox/farebox/server/site"
)

// overHTTP puts around the routes what every answer gets whatever it says: HEAD where there is a free GET, and
// compression of answers over 1 kB for clients that take it.
func (s *Server) overHTTP(routes http.Handler) (http.Handler, error) {
	// The quickest level: an answer is sent once, and its sender pays for the time.
	compress, err := gzhttp.NewWrapper(gzhttp.CompressionLevel(1), gzhttp.MinSize(1<<10))
	if err != nil {
		return nil, fmt.Errorf("compression of answers: %w", err)
	}
	return s.heads(compress(routes)), nil
}

// heads turns HEAD on a free route into its GET; the HTTP server leaves the body out. Uptime monitors ask this way.
// A paid route stays with its 405: HEAD would buy nothing.
func (s *Server) heads(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead && s.answersHead(r.URL.Path) {
			r = r.WithContext(r.Context()) // a copy: the server looks at the original's method
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// answersHead is true for the path of a page or of a free GET route.
func (s *Server) answersHead(path string) bool {
	if site.Serves(path) {
		return true
	}
	op, _ := s.parts.Spec.Lookup(http.MethodGet, path)
	return op != nil && !op.Paid
}
