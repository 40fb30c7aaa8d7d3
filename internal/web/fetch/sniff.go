package fetch

import (
	"bytes"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/encoding/unicode/utf32"
)

const (
	typePDF  = "application/pdf"
	typeData = "application/octet-stream"
)

// maxControls is the fewest bytes of text for each control character. Broken pages have a
// stray one; in compressed or random bytes one in ten is.
const maxControls = 50

// binaryType is the media type of a non-text body by its bytes, or "" for text in any charset. The sender's
// declaration counts only if it names a two-byte charset.
func binaryType(body []byte, contentType string) string {
	head := body[:min(len(body), sniffed)]
	if isPDF(head) {
		return typePDF
	}
	if _, n := bomOf(head); n > 0 {
		return ""
	}

	controls := countControls(head)
	if controls == 0 { // every binary format has some at its beginning
		return ""
	}

	known, _, _ := strings.Cut(http.DetectContentType(head), ";")
	switch {
	case known == "text/html", known == "text/xml": // it begins with a tag
		return ""
	case known != typeData && known != "text/plain":
		return known
	}
	label := canonicalCharset(httpCharset(contentType))
	if guessWide(head) != "" || strings.HasPrefix(label, "utf-16") || controls*maxControls <= len(head) {
		return ""
	}
	return typeData
}

// isPDF detects a PDF file's mark, which white space may precede.
func isPDF(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, "\uFEFF \t\r\n\x00"), []byte("%PDF-"))
}

// countControls counts the bytes that do not occur in text.
func countControls(b []byte) int {
	n := 0
	for _, c := range b {
		if isControl(c) {
			n++
		}
	}
	return n
}

// isControl reports whether a byte does not occur in text (MIME Sniffing Standard, "binary data byte").
func isControl(c byte) bool {
	switch c {
	case '\t', '\n', '\f', '\r', 0x1B:
		return false
	}
	return c < ' '
}

// The four-byte charsets, which the Encoding Standard lacks.
const (
	utf32LE = "utf-32le"
	utf32BE = "utf-32be"
)

// decodeUTF32 converts from one of them.
func decodeUTF32(body []byte, name string) []byte {
	order := utf32.LittleEndian
	if name == utf32BE {
		order = utf32.BigEndian
	}
	text, err := utf32.UTF32(order, utf32.IgnoreBOM).NewDecoder().Bytes(body)
	if err != nil {
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return text
}

// guessWide names the charset of text of two or four bytes a character without a byte order mark, "" for other bytes.
func guessWide(body []byte) string {
	if name := guessUTF32(body); name != "" {
		return name
	}
	if name := guessUTF16(body); name != "" {
		return name
	}
	return guessUTF16Letters(body)
}

// guessUTF32 detects UTF-32 by its zero bytes: the highest always, and the next for nearly all characters.
func guessUTF32(body []byte) string {
	n := min(len(body), 256) &^ 3
	if n < 16 {
		return ""
	}

	little := true
	big := true
	for i := 0; i < n; i += 4 {
		little = little && body[i+3] == 0 && body[i+2] <= 0x10 && body[i]|body[i+1] != 0
		big = big && body[i] == 0 && body[i+1] <= 0x10 && body[i+2]|body[i+3] != 0
	}
	switch {
	case little:
		return utf32LE
	case big:
		return utf32BE
	}
	return ""
}

// guessUTF16Letters detects UTF-16 in non-Latin scripts, which have few zero bytes, by the characters: in the right
// byte order nearly all are letters, digits and usual marks, in the wrong order far fewer.
func guessUTF16Letters(body []byte) string {
	const units = 256
	const least = 16 // shorter ones could be chance

	n := min(len(body)/2, units)
	if n < least {
		return ""
	}
	little := make([]uint16, n)
	big := make([]uint16, n)
	for i := range n {
		little[i] = uint16(body[2*i]) | uint16(body[2*i+1])<<8
		big[i] = uint16(body[2*i])<<8 | uint16(body[2*i+1])
	}

	switch inLittle, inBig := textShare(little), textShare(big); {
	case inLittle >= 0.95 && inBig < 0.85:
		return "utf-16le"
	case inBig >= 0.95 && inLittle < 0.85:
		return "utf-16be"
	}
	return ""
}

// textShare is the share of characters typical of running text.
func textShare(units []uint16) float64 {
	common := 0
	all := utf16.Decode(units)
	for _, r := range all {
		switch {
		case r < unicode.MaxASCII:
			if r >= ' ' || r == '\t' || r == '\n' || r == '\r' {
				common++
			}
		case unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew,
			unicode.Devanagari, unicode.Thai, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			common++
		case r >= 0x3000 && r <= 0x303F, r >= 0x4E00 && r <= 0x9FFF,
			r >= 0x2010 && r <= 0x2026, r >= 0xFF00 && r <= 0xFFEF:
			common++
		}
	}
	return float64(common) / float64(len(all))
}
