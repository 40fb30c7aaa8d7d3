package discovery

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestDocumentIsSentInTheShortestFormTheClientTakes(t *testing.T) {
	long := []byte(strings.Repeat("a route and its price ", 200))
	for _, c := range []struct {
		name, header, coding string
		body                 []byte
	}{
		{"nothing said", "", "", long},
		{"gzip only", "gzip", "gzip", long},
		{"both", "gzip, deflate, br", "br", long},
		{"both, brotli refused", "gzip, br;q=0", "gzip", long},
		{"both, weights", "gzip;q=0.5, br; q=0.1", "br", long},
		{"anything", "*", "br", long},
		{"anything but brotli", "*, br;q=0", "gzip", long},
		{"neither", "identity", "", long},
		{"all refused", "*;q=0", "", long},
		{"no number for a weight", "br;q=much", "", long},
		{"other case", "GZIP", "gzip", long},
		{"too short to gain", "gzip, br", "", []byte("short")},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			conditions := ConditionsOf(http.Header{"Accept-Encoding": {c.header}})
			if err := NewDocument("text/plain", c.body, 60).Write(w, conditions); err != nil {
				t.Fatal(err)
			}
			if got := w.Header().Get("Content-Encoding"); got != c.coding {
				t.Fatalf("Content-Encoding %q, want %q", got, c.coding)
			}
			if c.coding != "" && w.Body.Len() > len(c.body)/4 {
				t.Errorf("%d bytes of %d", w.Body.Len(), len(c.body))
			}
			if got := decoded(t, c.coding, w.Body); !bytes.Equal(got, c.body) {
				t.Errorf("not the document after decoding: %.60q", got)
			}
		})
	}
}

func decoded(t *testing.T, coding string, body io.Reader) []byte {
	t.Helper()
	var err error
	switch coding {
	case "gzip":
		body, err = gzip.NewReader(body)
	case "br":
		body = brotli.NewReader(body)
	}
	if err != nil {
		t.Fatal(err)
	}

	plain, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}
