package fetch

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// acceptEncoding are the codings that decoder undoes.
const acceptEncoding = "gzip, br, zstd, deflate"

const (
	// maxRatio bounds how much a body may grow by decompression. Text rarely passes 20:1, a bomb of
	// zeros has 1000:1 and more.
	maxRatio = 200
	// ratioFrom is the size from which the ratio counts: small pages may honestly be repetitive.
	ratioFrom = mib
	// maxCodings bounds stacked codings.
	maxCodings = 2
	// zstdWindow is the largest window that a decoder must support for the zstd coding (RFC 9659).
	zstdWindow = 8 * mib
)

var (
	errTooLarge = errors.New("larger than the cap")
	errBomb     = errors.New("decompresses to more than 200 times its size")
)

// counter counts the bytes of a body as sent.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// capped returns errTooLarge after a number of bytes. It wraps the input of each decoder, because crafted data can
// be consumed forever without output.
type capped struct {
	r    io.Reader
	left int64
}

func (c *capped) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errTooLarge
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}

// readDecoded undoes the codings of a Content-Encoding value and reads at most limit bytes of the result. Anything
// more is errTooLarge, or dropped if cut is set. Reading and decompressing stop at the cap. grow is called before
// the result takes more memory.
func readDecoded(sent io.Reader, codings string, limit int64, cut bool, grow func(int64) error) ([]byte, error) {
	in := &counter{r: sent}
	out, compressed, err := decoder(in, codings, limit+64*kib)
	if err != nil {
		return nil, err
	}

	defer out.Close()
	var buf bytes.Buffer
	chunk := make([]byte, 32*kib)
	for {
		n, err := out.Read(chunk)
		if err := grow(min(limit, int64(buf.Len()+n))); err != nil {
			return nil, err
		}
		if left := limit - int64(buf.Len()); int64(n) > left {
			buf.Write(chunk[:left])
			if cut {
				return buf.Bytes(), nil
			}
			return nil, errTooLarge
		}
		buf.Write(chunk[:n])
		if compressed && buf.Len() > ratioFrom && int64(buf.Len()) > maxRatio*in.n.Load() {
			return nil, errBomb
		}
		if errors.Is(err, io.EOF) {
			return buf.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// decoder chains the decoders that a Content-Encoding value asks for, the last coding first. limit bounds the input
// of each.
func decoder(r io.Reader, codings string, limit int64) (out io.ReadCloser, compressed bool, err error) {
	out = io.NopCloser(r)
	list := strings.Split(codings, ",")
	count := 0
	for i := len(list) - 1; i >= 0; i-- {
		coding := strings.ToLower(strings.TrimSpace(list[i]))
		if coding == "" || coding == "identity" {
			continue
		}
		if count++; count > maxCodings {
			return nil, false, fmt.Errorf("more than %d content codings", maxCodings)
		}
		if out, err = decodeOne(&capped{out, limit}, coding); err != nil {
			return nil, false, fmt.Errorf("content coding %.20q: %w", coding, err)
		}
	}
	return out, count > 0, nil
}

func decodeOne(r io.Reader, coding string) (io.ReadCloser, error) {
	br := bufio.NewReader(r)
	if _, err := br.Peek(1); errors.Is(err, io.EOF) {
		return io.NopCloser(br), nil // an empty body needs no header
	}

	switch coding {
	case "gzip", "x-gzip":
		return gzip.NewReader(br)
	case "br":
		return io.NopCloser(brotli.NewReader(br)), nil
	case "zstd":
		d, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	case "deflate":
		// The name means zlib; some servers send bare deflate. A zlib header is a multiple of 31 with method 8.
		if head, err := br.Peek(2); err == nil && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
			return zlib.NewReader(br)
		}
		return flate.NewReader(br), nil
	}

	return nil, errors.New("not known")
}

// gunzipFile unpacks a body that is itself a gzip file (sitemap.xml.gz) and returns any other unchanged.
func gunzipFile(body []byte, limit int64, grow func(int64) error) ([]byte, error) {
	if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		return body, nil
	}
	packed := int64(len(body))
	more := func(size int64) error { return grow(packed + size) }
	return readDecoded(bytes.NewReader(body), "gzip", limit, false, more)
}

// minProgress is how many bytes a body must deliver in each stall window.
const minProgress = 256

// watchProgress cancels if c delivers less than minProgress bytes within a window, so that a slowly dripping server
// cannot hold a connection for the whole deadline. The returned function ends the watch.
func watchProgress(c *counter, window time.Duration, cancel context.CancelCauseFunc, host string) (stop func()) {
	var last atomic.Int64
	var timer atomic.Pointer[time.Timer]
	check := func() {
		n := c.n.Load()
		if n-last.Swap(n) < minProgress {
			cancel(&Error{
				Kind:  KindTimeout,
				Host:  host,
				phase: "sending the body",
			})
			return
		}
		if t := timer.Load(); t != nil {
			t.Reset(window)
		}
	}

	timer.Store(time.AfterFunc(window, check))
	return func() { timer.Load().Stop() }
}
