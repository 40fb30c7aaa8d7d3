package loosexml

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

var declared = regexp.MustCompile(`(?i)^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([a-z0-9_:.-]+)`)

// ToUTF8 converts a document in its original encoding to UTF-8. It goes by the byte order mark, the shape of
// UTF-16, the XML declaration unless the bytes contradict it, and else UTF-8 or, if invalid, windows-1252.
func ToUTF8(doc []byte) []byte {
	switch {
	case bytes.HasPrefix(doc, []byte("\xEF\xBB\xBF")):
		return bytes.ToValidUTF8(doc[3:], []byte("\uFFFD"))
	case bytes.HasPrefix(doc, []byte("\xFE\xFF")):
		return decode(doc[2:], "utf-16be")
	case bytes.HasPrefix(doc, []byte("\xFF\xFE")):
		return decode(doc[2:], "utf-16le")
	case bytes.HasPrefix(doc, []byte("<\x00")):
		return decode(doc, "utf-16le")
	case bytes.HasPrefix(doc, []byte("\x00<")):
		return decode(doc, "utf-16be")
	}

	label := "windows-1252"
	if m := declared.FindSubmatch(doc[:min(len(doc), 1024)]); m != nil {
		label = strings.ToLower(string(m[1]))
	}

	if !strings.HasPrefix(label, "iso-2022") && mostlyUTF8(doc) {
		return bytes.ToValidUTF8(doc, []byte("\uFFFD"))
	}
	if strings.HasPrefix(label, "utf-") {
		label = "windows-1252" // it says so, and is not
	}

	return decode(doc, label)
}

// mostlyUTF8 reports whether more of the bytes beyond ASCII are valid UTF-8 sequences than broken ones.
func mostlyUTF8(doc []byte) bool {
	good := 0
	broken := 0
	for len(doc) > 0 {
		r, n := utf8.DecodeRune(doc)
		switch {
		case r == utf8.RuneError && n == 1:
			broken++
		case n > 1:
			good++
		}
		doc = doc[n:]
	}
	return broken <= good
}

func decode(doc []byte, label string) []byte {
	enc, err := htmlindex.Get(label)
	if err == nil {
		if text, err := enc.NewDecoder().Bytes(doc); err == nil {
			return text
		}
	}
	return bytes.ToValidUTF8(doc, []byte("\uFFFD"))
}
