package fetch

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/charset"
)

func TestBytesThatAreNoTextAreNamed(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(strings.Repeat("<html>page ", 50))); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	random := make([]byte, 4096)
	source := rand.NewChaCha8([32]byte{1})
	if _, err := source.Read(random); err != nil {
		t.Fatal(err)
	}

	for _, c := range []struct{ why, body, want string }{
		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01", "image/png"},
		{"JPEG", "\xff\xd8\xff\xe0\x00\x10JFIF\x00", "image/jpeg"},
		{"GIF", "GIF89a\x01\x00\x01\x00\x80\x00\x00", "image/gif"},
		{"PDF", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "application/pdf"},
		{"PDF of text only", "%PDF-1.4\n1 0 obj <<>>", "application/pdf"},
		{"PDF behind a blank line", "\r\n%PDF-1.4\n", "application/pdf"},
		{"gzip", packed.String(), "application/x-gzip"},
		{"ZIP", "PK\x03\x04\x14\x00\x06\x00\x08\x00", "application/zip"},
		{"anything else", string(random), "application/octet-stream"},
		{"a program", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", "application/octet-stream"},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := binaryType([]byte(c.body), "text/html"); got != c.want {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func TestTextIsTextWhateverItsCharset(t *testing.T) {
	const (
		latin = "<p>The economy grew faster than expected.</p>"
	)
	for _, c := range []struct{ why, contentType, body, want string }{
		{"a stray NUL", "text/plain", latin + "\x00" + latin, latin + "\uFFFD" + latin},
		{"a page of next to nothing but NULs", "text/html", "<h1>\x00\x00</h1>", "<h1>\uFFFD\uFFFD</h1>"},
		{"it begins as a picture's format does", "", "BMW and GIF89a are names", "BMW and GIF89a are names"},
		{"UTF-16 without mark or label", "", strings.Join(strings.Split(latin, ""), "\x00") + "\x00", latin},
		{"UTF-16 by its label, and too short to be seen", "text/plain; charset=utf-16le", "h\x00i\x00", "hi"},
		{"ISO-2022-JP", "text/plain; charset=iso-2022-jp", "\x1b$B$\"\x1b(B", "あ"},
		{"nothing", "", "", ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := binaryType([]byte(c.body), c.contentType); got != "" {
				t.Errorf("%s: taken for %s", c.why, got)
				return
			}
			if got, name, _ := charset.ToUTF8([]byte(c.body), c.contentType); string(got) != c.want {
				t.Errorf("%s: %q as %s, want %q", c.why, got, name, c.want)
			}
		})
	}
}

func TestTextIsToldFromData(t *testing.T) {
	for typ, want := range map[string]bool{"text/html": true, "text/csv": true, "application/xml": true, "application/rss+xml": true, "image/svg+xml": true,
		"application/ld+json": true, "application/json": true, "application/pdf": false, "image/png": false, "application/gzip": false, "application/octet-stream": false} {
		if got := isText(typ); got != want {
			t.Errorf("%s: %v", typ, got)
		}
	}
}
