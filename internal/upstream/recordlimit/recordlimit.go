// Package recordlimit bounds what one record of a long list may take. A download is bounded as a whole; without this a
// single element or field could still be all of it, several times over in memory.
package recordlimit

import (
	"bufio"
	"errors"
	"io"
)

// Most is the size of a record in bytes that is not passed. The longest of the official sanctions lists are thought to have some 200 kB.
const Most = 4 << 20

// ErrTooLong is the error of a Reader in a record of more than Most bytes.
var ErrTooLong = errors.New("a record of more than 4 MiB")

// Reader passes on a list and fails in a record that is too long. It reads ahead, so that a record may begin some kilobytes
// before it is counted.
type Reader struct {
	src  *bufio.Reader
	left int
}

// New reads src.
func New(src io.Reader) *Reader { return &Reader{bufio.NewReaderSize(src, 64<<10), Most} }

// Next says that a record begins.
func (r *Reader) Next() { r.left = Most }

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, ErrTooLong
	}
	n, err := r.src.Read(p)
	r.left -= n
	return n, err
}

// ReadByte implements io.ByteReader, by which an XML decoder reads no further than it has to.
func (r *Reader) ReadByte() (byte, error) {
	if r.left <= 0 {
		return 0, ErrTooLong
	}
	c, err := r.src.ReadByte()
	r.left--
	return c, err
}
