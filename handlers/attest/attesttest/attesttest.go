// Package attesttest serves the page that the example of the spec has notarized, so that tests of the whole service can
// call the attestation routes with their examples although no test reaches the internet.
package attesttest

import (
	"io"
	"net/http"
)

// Host is where the example's page is.
const Host = "notary.example.com"

// Body is what the example's page says.
const Body = "Hello, world!\n"

// Pages are the hosts of the examples, for fetchtest.Hosts. They are asked for over https.
func Pages() map[string]http.Handler {
	return map[string]http.Handler{Host: http.HandlerFunc(page)}
}

func page(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/hello.txt" {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain")
	h.Set("Etag", `"hello-1"`)
	h.Set("Last-Modified", "Sun, 01 Nov 2026 08:00:00 GMT")
	h.Set("Date", "Fri, 20 Nov 2026 12:00:00 GMT")
	_, _ = io.WriteString(w, Body)
}
