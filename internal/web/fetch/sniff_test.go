package fetch

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode/utf32"
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
		latin    = "<p>The economy grew faster than expected.</p>"
		cyrillic = "Экономика выросла быстрее, чем ожидалось, в первом квартале."
		chinese  = "今年第一季度经济增长快于预期，专家表示这得益于出口的恢复。"
	)
	wide := func(text string, order utf32.Endianness, mark utf32.BOMPolicy) string {
		out, err := utf32.UTF32(order, mark).NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}

	for _, c := range []struct{ why, contentType, body, want string }{
		{"a stray NUL", "text/plain", latin + "\x00" + latin, latin + "\uFFFD" + latin},
		{"a page of next to nothing but NULs", "text/html", "<h1>\x00\x00</h1>", "<h1>\uFFFD\uFFFD</h1>"},
		{"it begins as a picture's format does", "", "BMW and GIF89a are names", "BMW and GIF89a are names"},
		{"UTF-16 without mark or label", "", string(in(t, "utf-16le", latin)), latin},
		{"UTF-16 of Cyrillic", "", string(in(t, "utf-16be", cyrillic)), cyrillic},
		{"UTF-16 of Chinese", "text/html", string(in(t, "utf-16le", chinese)), chinese},
		{"UTF-16 by its label, and too short to be seen", "text/plain; charset=utf-16le", "h\x00i\x00", "hi"},
		{"UTF-32 with its mark", "", wide(cyrillic, utf32.LittleEndian, utf32.UseBOM), cyrillic},
		{"UTF-32 without", "text/plain", wide(latin, utf32.BigEndian, utf32.IgnoreBOM), latin},
		{"UTF-32 of Chinese", "", wide(chinese, utf32.LittleEndian, utf32.IgnoreBOM), chinese},
		{"ISO-2022-JP", "text/plain; charset=iso-2022-jp", "\x1b$B$\"\x1b(B", "あ"},
		{"nothing", "", "", ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := binaryType([]byte(c.body), c.contentType); got != "" {
				t.Errorf("%s: taken for %s", c.why, got)
				return
			}
			if got, charset, _ := toUTF8([]byte(c.body), c.contentType); string(got) != c.want {
				t.Errorf("%s: %q as %s, want %q", c.why, got, charset, c.want)
			}
		})
	}
}
