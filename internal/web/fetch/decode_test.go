package fetch_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"

	"github.com/farebox/farebox/internal/web/fetch"
)

func encoders() map[string]func([]byte) []byte {
	with := func(f func(w io.Writer) io.WriteCloser) func([]byte) []byte {
		return func(b []byte) []byte {
			var buf bytes.Buffer
			w := f(&buf)
			w.Write(b)
			w.Close()
			return buf.Bytes()
		}
	}
	return map[string]func([]byte) []byte{
		"gzip":    with(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }),
		"x-gzip":  with(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }),
		"br":      with(func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) }),
		"zstd":    with(func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z }),
		"deflate": with(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }),
		"Deflate": with(func(w io.Writer) io.WriteCloser { z, _ := flate.NewWriter(w, 6); return z }), // bare, as some servers send it
	}
}

func TestContentCodingsAreUndone(t *testing.T) {
	text := []byte(strings.Repeat("<p>some text é</p>", 500))
	enc := encoders()
	enc["gzip, br"] = func(b []byte) []byte { return enc["br"](enc["gzip"](b)) }
	enc["identity"] = func(b []byte) []byte { return b }
	for coding, encode := range enc {
		c := client(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", coding)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if r.URL.Path == "/" {
				w.Write(encode(text))
			}
		})
		page, err := get(t, c, fetch.Request{URL: "/"})
		if err != nil || !bytes.Equal(page.Body, text) || page.ContentEncoding != coding {
			t.Errorf("%s: %v", coding, err)
		}
		if page, err = get(t, c, fetch.Request{URL: "/empty"}); err != nil || len(page.Body) != 0 {
			t.Errorf("%s, empty body: %v", coding, err)
		}
	}
}

func TestBrokenAndUnknownCodingsAreBadResponses(t *testing.T) {
	whole := encoders()["gzip"]([]byte(strings.Repeat("text ", 1000)))
	for name, x := range map[string]struct {
		coding string
		body   []byte
	}{
		"not gzip":    {"gzip", []byte("<html>plain")},
		"cut short":   {"gzip", whole[:len(whole)/2]},
		"unknown":     {"compress", []byte("x")},
		"too many":    {"gzip, gzip, gzip", encoders()["gzip"](encoders()["gzip"](whole))},
		"broken zstd": {"zstd", []byte("\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff")},
		"broken br":   {"br", bytes.Repeat([]byte{0xff}, 50)},
	} {
		t.Run(name, func(t *testing.T) {
			c := client(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", x.coding)
				w.Write(x.body)
			})
			if _, err := get(t, c, fetch.Request{URL: "/"}); err == nil {
				t.Errorf("%s passed", name)
			} else {
				wantKind(t, err, fetch.KindBadResponse)
			}
		})
	}
}

func TestDecompressionBombsEndAtTheCaps(t *testing.T) {
	zeros := make([]byte, 8<<20) // below the cap: the ratio ends it
	for coding, encode := range encoders() {
		bomb := encode(zeros)
		for name, x := range map[string]struct {
			coding string
			body   []byte
		}{"single": {coding, bomb}, "nested": {coding + ", " + coding, encode(bomb)}} {
			var sent atomic.Int64
			c := client(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", x.coding)
				n, _ := w.Write(x.body)
				sent.Add(int64(n))
			})
			_, err := get(t, c, fetch.Request{URL: "/", For: fetch.ForNotarize})
			if e := wantKind(t, err, fetch.KindTooLarge); e.Limit != 20<<20 || !strings.Contains(e.Error(), "200 times") {
				t.Errorf("%s %s: %+v", coding, name, e)
			}
		}
	}
}

// Empty gzip members make an endless stream without output.
func TestEndlessEmptyCompressedStreamEnds(t *testing.T) {
	empty := bytes.Repeat(encoders()["gzip"](nil), 1000)
	c := client(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		for {
			if _, err := w.Write(empty); err != nil {
				return
			}
		}
	})
	_, err := get(t, c, fetch.Request{URL: "/", MaxBytes: 1 << 20})
	wantKind(t, err, fetch.KindTooLarge)
}

func TestEndlessStreamEndsAtTheCap(t *testing.T) {
	var sent atomic.Int64
	c := client(t, func(w http.ResponseWriter, _ *http.Request) {
		for {
			n, err := io.WriteString(w, strings.Repeat("<b>", 10000))
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
	})
	_, err := get(t, c, fetch.Request{URL: "/"})
	if e := wantKind(t, err, fetch.KindTooLarge); e.Limit != 5<<20 {
		t.Errorf("limit %d", e.Limit)
	}
}

func TestPageOfTheCapPassesAndOneByteMoreDoesNot(t *testing.T) {
	size := 5 << 20
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		n := size
		if r.URL.Path == "/more" {
			n++
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Query().Has("length") {
			w.Header().Set("Content-Length", fmt.Sprint(n))
		}
		w.Write(bytes.Repeat([]byte("a"), n))
	})
	for _, how := range []string{"", "?length"} {
		if page, err := get(t, c, fetch.Request{URL: "/" + how}); err != nil || len(page.Body) != size {
			t.Errorf("%q: %v", how, err)
		}
		_, err := get(t, c, fetch.Request{URL: "/more" + how})
		wantKind(t, err, fetch.KindTooLarge)
	}
	_, err := get(t, c, fetch.Request{URL: "/", MaxBytes: 1000})
	wantKind(t, err, fetch.KindTooLarge)
}

func TestSitemapFilesAreUnpacked(t *testing.T) {
	xml := strings.Repeat("<url/>", 100)
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		if r.URL.Path == "/bomb.gz" {
			w.Write(encoders()["gzip"](make([]byte, 4<<20)))
			return
		}
		w.Write(encoders()["gzip"]([]byte(xml)))
	})
	page, err := get(t, c, fetch.Request{URL: "/sitemap.xml.gz", For: fetch.ForSitemap})
	if err != nil || string(page.Body) != xml {
		t.Errorf("%v", err)
	}
	_, err = get(t, c, fetch.Request{URL: "/bomb.gz", For: fetch.ForSitemap})
	wantKind(t, err, fetch.KindTooLarge)
}
