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
		return errors.Join(f.Sync(), f.Close()) // on the disk before anything says that it is there
	}
	return r.c.do(ctx, r)
}
