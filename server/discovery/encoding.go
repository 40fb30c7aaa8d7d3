package discovery

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"github.com/farebox/farebox/internal/httpheader"
)

// Conditions are what a request says of the form in which it takes a document.
type Conditions struct {
	IfNoneMatch    string
	AcceptEncoding string
}

// ConditionsOf reads them from a request's header.
func ConditionsOf(h http.Header) Conditions {
	return Conditions{
		IfNoneMatch:    h.Get("If-None-Match"),
		AcceptEncoding: strings.Join(h.Values("Accept-Encoding"), ","),
	}
}

// worthwhile is the size from which a document is compressed. A shorter one fits into one packet anyway.
const worthwhile = 1 << 10

// brotliLevel is the highest that compresses the OpenAPI document, the largest, in well under a second.
const brotliLevel = 6

// compressed is a document in its shorter forms. They are made when first asked for and kept.
type compressed struct {
	plain  []byte
	gzip   func() []byte
	brotli func() []byte
}

func newCompressed(body []byte) *compressed {
	return &compressed{
		plain:  body,
		gzip:   sync.OnceValue(func() []byte { return gzipped(body) }),
		brotli: sync.OnceValue(func() []byte { return brotlied(body) }),
	}
}

// accepted is the shortest form that an Accept-Encoding header allows, and its content coding, empty for the
// plain one.
func (c *compressed) accepted(acceptEncoding string) (body []byte, coding string) {
	switch {
	case len(c.plain) < worthwhile:
		return c.plain, ""
	case httpheader.Takes(acceptEncoding, "br"):
		return c.brotli(), "br"
	case httpheader.Takes(acceptEncoding, "gzip"):
		return c.gzip(), "gzip"
	}
	return c.plain, ""
}

func gzipped(body []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(body) // into memory, which does not fail
	w.Close()
	return out.Bytes()
}

func brotlied(body []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotliLevel)
	w.Write(body) // into memory, which does not fail
	w.Close()
	return out.Bytes()
}
