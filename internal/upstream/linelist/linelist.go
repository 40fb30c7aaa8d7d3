// Package linelist reads the plain lists that several providers give: one record a line, as text or gzip. It refuses
// anything that is not such a list, especially an error page, so that a provider's bad day does not become an empty
// list.
package linelist

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

const (
	longestLine = 1 << 20
	tolerated   = 50 // one line in this many may be unreadable
)

// ErrUnreadable says that too many lines were refused.
var ErrUnreadable = errors.New("not the list that was expected")

// Read calls each for every line of src without line ends and blanks around it; empty lines and comments, which begin
// with #, are left out. each returns false for a line that it cannot read. The line's bytes are only good until each
// returns. Read fails when more than one line in fifty is unreadable, and on gzip data that is cut or broken.
func Read(src io.Reader, each func(line []byte) bool) error {
	text, err := Open(src)
	if err != nil {
		return err
	}

	lines := bufio.NewScanner(text)
	lines.Buffer(make([]byte, 64<<10), longestLine)
	read := 0
	refused := 0
	for lines.Scan() {
		line := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\xef\xbb\xbf")))
		if len(line) == 0 {
			continue
		}
		read++
		if line[0] != '#' && !each(line) {
			refused++
		}
	}

	if err := lines.Err(); err != nil {
		return fmt.Errorf("reading the list: %w", err)
	}
	if refused*tolerated > read {
		return fmt.Errorf("%w: %d of %d lines unreadable", ErrUnreadable, refused, read)
	}

	return nil
}

// Open is src, unpacked when it is gzip.
func Open(src io.Reader) (io.Reader, error) {
	head := bufio.NewReaderSize(src, 256<<10)
	magic, err := head.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading the list: %w", err)
	}
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return head, nil
	}
	unpacked, err := gzip.NewReader(head)
	if err != nil {
		return nil, fmt.Errorf("unpacking the list: %w", err)
	}
	return unpacked, nil
}
