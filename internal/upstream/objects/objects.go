// Package objects is what lists that several processes share need of an object store. Package s3 below it has one: apart,
// because whatever asks a provider would otherwise be built with a client of S3.
package objects

import (
	"context"
	"errors"
	"io"
	"time"
)

// Store keeps files by name. It is safe for concurrent use.
type Store interface {
	// Read copies the object to w. One that is longer than most bytes is ErrTooLong, one that is not there ErrNone.
	Read(ctx context.Context, name string, most int64, w io.Writer) error
	// Write puts size bytes there under that name, in place of what was there. The object is there whole or not at all.
	Write(ctx context.Context, name string, from io.ReadSeeker, size int64) error
	// Clean removes the objects of a folder that keep does not want and that were put there before the time.
	Clean(ctx context.Context, folder string, before time.Time, keep func(name string) bool) error
}

// ErrNone says that there is no such object.
var ErrNone = errors.New("no such object")

// ErrTooLong says that an object is longer than the caller takes.
var ErrTooLong = errors.New("the object is too long")
