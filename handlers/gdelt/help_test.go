package gdelt

import (
	"io"
	"io/fs"
	"net/http"
	"testing/fstest"

	"github.com/farebox/farebox/internal/upstream/gdelt"
)

func dirOf(file string) fs.FS { return fstest.MapFS{gdelt.BatchFile: {Data: []byte(file)}} }

// roundTrip serves a world as a host.
func roundTrip(world http.RoundTripper) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := r.Clone(r.Context())
		out.URL.Scheme, out.URL.Host, out.RequestURI = "https", "api.gdeltproject.org", ""
		resp, err := world.RoundTrip(out)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
		_, _ = io.Copy(w, resp.Body)
	})
}
