// Package objects is what shared lists need of an object store. Its implementation, package s3, is apart from it: every
// adapter and its tests are built with this package, and should not be built with a client of S3.
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
