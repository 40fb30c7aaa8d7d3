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

// Conditions are the forms of a document that a request accepts.
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
	short  bool // too short to be worth it, or as short as it gets
	plain  func() []byte
	gzip   func() []byte
	brotli func() []byte
}

func newCompressed(body []byte) *compressed {
	return &compressed{
		short:  len(body) < worthwhile,
		plain:  func() []byte { return body },
		gzip:   sync.OnceValue(func() []byte { return gzipped(body) }),
		brotli: sync.OnceValue(func() []byte { return brotlied(body) }),
	}
}

// newPacked is a document that has a Brotli form.
func newPacked(packed []byte) *compressed {
	plain := sync.OnceValue(func() []byte { return unpacked(packed) })
	return &compressed{
		plain:  plain,
		gzip:   sync.OnceValue(func() []byte { return gzipped(plain()) }),
		brotli: func() []byte { return packed },
	}
}

// accepted is the shortest form that an Accept-Encoding header allows, and its content coding, empty for the
// plain one.
func (c *compressed) accepted(acceptEncoding string) (body []byte, coding string) {
	switch {
	case c.short:
		return c.plain(), ""
	case httpheader.Takes(acceptEncoding, "br"):
		return c.brotli(), "br"
	case httpheader.Takes(acceptEncoding, "gzip"):
		return c.gzip(), "gzip"
	}
	return c.plain(), ""
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

// unpacked undoes Brotli on what was built into the program; that it can be undone is tested.
func unpacked(packed []byte) []byte {
	var out bytes.Buffer
	out.ReadFrom(brotli.NewReader(bytes.NewReader(packed))) // nothing of it comes from outside
	return out.Bytes()
}
