// Package attesttest serves the page notarized in the spec's example, so that tests of the whole service can call
// the attestation routes with their examples without reaching the internet.
package attesttest

import (
	"io"
	"net/http"
)

// Host is the example page's host.
const Host = "www.apple.com"

// Path is the example's page, which Apple's devices request to check that they are online. Its bytes have been the
// same for years, so trying the example yields the example's hash.
const Path = "/library/test/success.html"

// Body is the content of the example's page.
const Body = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"

// Pages are the hosts of the examples, for fetchtest.Hosts. They are requested over https.
func Pages() map[string]http.Handler {
	return map[string]http.Handler{Host: http.HandlerFunc(page)}
}

func page(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != Path {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html")
	h.Set("Date", "Fri, 20 Nov 2026 12:00:00 GMT")
	_, _ = io.WriteString(w, Body)
}
