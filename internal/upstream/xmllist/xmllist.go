// Package xmllist reads large XML lists record by record, so that a list of a hundred megabytes needs the memory of one
// record. It is shared by the providers of official lists.
package xmllist

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/recordlimit"
)

// deepest is how many elements may stand around a record. Real lists have three.
const deepest = 50

// Records says what to do with the elements of a name, at whatever depth they begin. The function either decodes the
// element (which reads past it) or returns without, and then its children are looked at.
type Records map[string]func(start xml.StartElement, decode func(v any) error) error

// Read goes over src, whose outermost element has to be called root. It fails on anything that is not well-formed XML
// from the first byte to the end of root, so that half a list is never taken for a whole one. It also fails on entities
// that the document defines itself, and on a record that is too long (recordlimit.ErrTooLong).
func Read(src io.Reader, root string, records Records) error {
	limited := recordlimit.New(src)
	d := upstream.NewXMLDecoder(limited)
	depth := 0
	seen := false
	for {
		limited.Next()
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			if !seen {
				return fmt.Errorf("no <%s> element", root)
			}
			return nil
		}

		if err != nil {
			return fmt.Errorf("reading XML: %w", err)
		}

		switch el := t.(type) {
		case xml.StartElement:
			if !seen && el.Name.Local != root {
				return fmt.Errorf("the document is a <%.40s>, not a <%s>", el.Name.Local, root)
			}
			if seen && depth == 0 {
				return errors.New("a second document after the first")
			}
			seen = true
			if depth++; depth > deepest {
				return fmt.Errorf("elements within more than %d others", deepest)
			}
			read, ok := records[el.Name.Local]
			if !ok {
				continue
			}
			decoded := false
			err := read(el, func(v any) error {
				decoded = true
				return d.DecodeElement(v, &el)
			})
			if err != nil {
				return fmt.Errorf("reading a <%s>: %w", el.Name.Local, err)
			}
			if decoded {
				depth--
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && seen && len(trim(el)) > 0 {
				return errors.New("text after the document")
			}
		}
	}
}

func trim(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\n' || b[0] == '\r' || b[0] == '\t') {
		b = b[1:]
	}
	return b
}
