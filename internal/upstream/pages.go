package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxPages bounds a listing that never says it has ended.
const maxPages = 2000

// downloadPages gets a file that comes in pages to path, one page after the other with a line feed behind each. It is
// always downloaded whole: the validators of one page say nothing about the others.
func (d *Dataset[T]) downloadPages(ctx context.Context, f File, path string) (fileManifest, error) {
	whole, err := os.Create(path)
	if err != nil {
		return fileManifest{}, fmt.Errorf("making a file for the download: %w", err)
	}
	if err := errors.Join(d.appendPages(ctx, f, whole, path+".page"), whole.Sync(), whole.Close()); err != nil {
		return fileManifest{}, err
	}
	return describe(path)
}

func (d *Dataset[T]) appendPages(ctx context.Context, f File, whole io.Writer, scratch string) error {
	defer os.Remove(scratch) // not there when the first page failed
	request := f.Request(d.spec.Client)
	for n := 1; ; n++ {
		if _, err := request.Download(ctx, scratch); err != nil {
			return err
		}
		page, err := os.ReadFile(scratch)
		if err != nil {
			return fmt.Errorf("reading a downloaded page: %w", err)
		}
		if _, err := whole.Write(append(page, '\n')); err != nil {
			return fmt.Errorf("keeping a downloaded page: %w", err)
		}

		request, err = f.Next(d.spec.Client, page, n)
		switch {
		case err != nil:
			return fmt.Errorf("%w: page %d: %w", errRefused, n, err)
		case request == nil:
			return nil
		case n == maxPages:
			return fmt.Errorf("%w: no end after %d pages", errRefused, n)
		}
	}
}
