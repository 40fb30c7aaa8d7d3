package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
)

// Download sends the request and writes the answer to the file at path, overwriting it, without holding it in memory.
// The Response has no Body. With NotModified, and after an error, the file is of no use. Answers are not remembered.
func (r *Request) Download(ctx context.Context, path string) (*Response, error) {
	r.sink = func(raw *http.Response) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		if _, err := io.Copy(f, raw.Body); err != nil {
			_ = f.Close() // the first error is the one that counts
			return fmt.Errorf("downloading: %w", err)
		}
		return errors.Join(f.Sync(), f.Close()) // on the disk before a manifest names it
	}
	return r.c.do(ctx, r)
}

// Stream sends the request and gives the body of the answer to read as it comes, without holding it in memory. When
// the answer breaks off, read is called again with that to the next try. An error of its own says that what came is
// not what the provider documents: it is BadResponse unless it has a Kind. The Response has no Body, and nothing is
// remembered.
func (r *Request) Stream(ctx context.Context, read func(io.Reader) error) (*Response, error) {
	r.sink = func(raw *http.Response) error {
		body := &watched{Reader: raw.Body}
		err := read(body)

		var given *Error
		if err == nil || body.err != nil || errors.As(err, &given) {
			return errors.Join(body.err, err)
		}
		return &Error{Kind: BadResponse, Cause: err}
	}
	return r.c.do(ctx, r)
}

// watched keeps the error that ended a body before its end.
type watched struct {
	io.Reader
	err error
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}
