package fetch

import (
	"bytes"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

// CharsetSource says where a page's charset comes from.
type CharsetSource string

// The sources, in order of precedence.
const (
	CharsetBOM     CharsetSource = "bom"
	CharsetHTTP    CharsetSource = "http"    // charset parameter of Content-Type
	CharsetMeta    CharsetSource = "meta"    // meta charset or http-equiv in the first 1024 bytes
	CharsetXML     CharsetSource = "xml"     // XML declaration
	CharsetGuess   CharsetSource = "guess"   // from the bytes
	CharsetDefault CharsetSource = "default" // windows-1252
)

// sniffed is how much of a body is searched for a declaration (HTML Standard, 1024 bytes).
const sniffed = 1024

// toUTF8 converts a text body to UTF-8. A declaration that the bytes contradict is ignored: UTF-8 for bytes that
// mostly are not, or Latin-1 (which servers add unasked) for bytes that are UTF-8. Invalid bytes and NUL become
// U+FFFD. The text is not normalised otherwise, and a declaration in it stays unchanged.
func toUTF8(body []byte, contentType string) (text []byte, charset string, source CharsetSource) {
	text, charset, source = fromCharset(body, contentType)
	return bytes.ReplaceAll(text, []byte{0}, []byte("\uFFFD")), charset, source
}

func fromCharset(body []byte, contentType string) (text []byte, charset string, source CharsetSource) {
	if enc, n := bomOf(body); n > 0 {
		return decodeAs(body[n:], enc), enc, CharsetBOM
	}

	for _, c := range []struct {
		source CharsetSource
		label  string
	}{{CharsetHTTP, httpCharset(contentType)}, {CharsetMeta, metaCharset(body)}, {CharsetXML, xmlCharset(body)}} {
		name := canonicalCharset(c.label)
		if name != "" && believable(body, name) {
			if c.source != CharsetHTTP && strings.HasPrefix(name, "utf-16") {
				name = "utf-8" // the declaration could not have been read in UTF-16 (HTML Standard)
			}
			return decodeAs(body, name), name, c.source
		}
	}

	if name := guessCharset(body); name != "" {
		return decodeAs(body, name), name, CharsetGuess
	}
	return decodeAs(body, "windows-1252"), "windows-1252", CharsetDefault
}

func bomOf(b []byte) (charset string, n int) {
	switch {
	case bytes.HasPrefix(b, []byte("\xFF\xFE\x00\x00")): // of UTF-32, which no browser reads
		return "", 0
	case bytes.HasPrefix(b, []byte("\xEF\xBB\xBF")):
		return "utf-8", 3
	case bytes.HasPrefix(b, []byte("\xFE\xFF")):
		return "utf-16be", 2
	case bytes.HasPrefix(b, []byte("\xFF\xFE")):
		return "utf-16le", 2
	}
	return "", 0
}

func httpCharset(contentType string) string {
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		return params["charset"]
	}
	if m := metaLabel.FindStringSubmatch(contentType); m != nil { // a slightly malformed header
		return m[1]
	}
	return ""
}

// The declarations inside a document. An http-equiv value contains "charset=" too.
var (
	metaTag   = regexp.MustCompile(`(?i)<meta\s[^>]*>`)
	metaLabel = regexp.MustCompile(`(?i)\bcharset\s*=\s*["']?\s*([a-z0-9_:.-]+)`)
	xmlLabel  = regexp.MustCompile(`(?i)^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([a-z0-9_:.-]+)`)
	comment   = regexp.MustCompile(`(?s)<!--.*?(-->|$)`)
)

func metaCharset(body []byte) string {
	head := comment.ReplaceAll(body[:min(len(body), sniffed)], nil)
	for _, tag := range metaTag.FindAll(head, -1) {
		if m := metaLabel.FindSubmatch(tag); m != nil {
			return string(m[1])
		}
	}
	return ""
}

func xmlCharset(body []byte) string {
	if m := xmlLabel.FindSubmatch(body[:min(len(body), sniffed)]); m != nil {
		return string(m[1])
	}
	return ""
}

// canonicalCharset is the WHATWG name of a label, or "" for unknown labels.
func canonicalCharset(label string) string {
	enc, err := htmlindex.Get(strings.TrimSpace(label))
	if err != nil {
		return ""
	}
	name, err := htmlindex.Name(enc)
	if err != nil || name == "replacement" || name == "x-user-defined" {
		return ""
	}
	return name
}

func believable(body []byte, name string) bool {
	switch name {
	case "utf-8":
		good, broken := utf8Sequences(body)
		return broken <= good
	case "windows-1252":
		good, broken := utf8Sequences(body)
		return good == 0 || broken > 0
	}
	return true
}

// utf8Sequences counts the sequences of more than one byte that are valid UTF-8, and the bytes outside any of them.
func utf8Sequences(b []byte) (good, broken int) {
	for len(b) > 0 {
		if b[0] < utf8.RuneSelf {
			b = b[1:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			broken++
		} else {
			good++
		}
		b = b[n:]
	}
	return good, broken
}

// decodeAs converts from a charset that canonicalCharset or guessCharset named.
func decodeAs(body []byte, name string) []byte {
	if name == "utf-8" {
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	text, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return text
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
