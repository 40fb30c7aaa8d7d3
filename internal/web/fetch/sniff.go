package fetch

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/farebox/farebox/internal/web/charset"
)

const (
	sniffed  = 1024 // bytes that tell what a body is
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
	_, name, source := charset.ToUTF8(head, contentType)
	if source == charset.BOM {
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
	if strings.HasPrefix(name, "utf-16") || controls*maxControls <= len(head) {
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

// isText reports whether a media type is text to convert. An empty type counts as text; then the bytes decide.
func isText(mediaType string) bool {
	switch {
	case mediaType == "":
		return true
	case strings.HasPrefix(mediaType, "text/"), strings.HasSuffix(mediaType, "+xml"), strings.HasSuffix(mediaType, "+json"):
		return true
	}
	switch mediaType {
	case "application/xml", "application/json", "application/javascript", "application/x-javascript",
		"application/ecmascript", "application/rss", "application/atom", "application/yaml", "application/x-yaml", "application/xml-dtd":
		return true
	}
	return false
}
