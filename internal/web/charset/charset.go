// Package charset reads text in whatever charset a page or a feed is written in.
package charset

import (
	"bytes"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// Source says where a text's charset comes from.
type Source string

// The sources, in order of precedence.
const (
	BOM     Source = "bom"
	HTTP    Source = "http"    // charset parameter of Content-Type
	Meta    Source = "meta"    // meta charset or http-equiv in the first 1024 bytes or the head
	XML     Source = "xml"     // XML declaration
	Guess   Source = "guess"   // from the bytes
	Default Source = "default" // windows-1252
)

// IsDeclared reports whether the text or its sender says what its charset is.
func (s Source) IsDeclared() bool { return s != "" && s != Guess && s != Default }

const (
	// sniffed is how much of a body is searched for a declaration in any case (HTML Standard, 1024 bytes).
	sniffed = 1024
	// longestHead bounds the search in a head that is longer.
	longestHead = 64 << 10
)

// ToUTF8 converts the body of a page or a feed to UTF-8 as browsers do: by its byte order mark, else the charset of
// contentType, else its own declaration, else a guess. A declaration that the bytes contradict is ignored: UTF-8 for
// bytes that mostly are not, or another charset (servers add Latin-1 unasked) for bytes that are UTF-8. Invalid bytes
// and NUL become U+FFFD. The text is not normalised otherwise, and a declaration in it stays unchanged.
func ToUTF8(body []byte, contentType string) (text []byte, charset string, source Source) {
	text, charset, source = fromCharset(body, contentType)
	return bytes.ReplaceAll(text, []byte{0}, []byte("\uFFFD")), charset, source
}

func fromCharset(body []byte, contentType string) (text []byte, charset string, source Source) {
	if enc, n := bomOf(body); n > 0 {
		return decodeAs(body[n:], enc), enc, BOM
	}

	for _, c := range []struct {
		source Source
		label  string
	}{{HTTP, httpCharset(contentType)}, {Meta, metaCharset(body)}, {XML, xmlCharset(body)}} {
		name := canonicalCharset(c.label)
		if c.source != HTTP && strings.HasPrefix(name, "utf-16") {
			name = "utf-8" // the declaration could not have been read in UTF-16 (HTML Standard)
		}
		if name != "" && believable(body, name) {
			return decodeAs(body, name), name, c.source
		}
	}

	if name := guessCharset(body); name != "" {
		return decodeAs(body, name), name, Guess
	}
	return decodeAs(body, "windows-1252"), "windows-1252", Default
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

var (
	metaLabel = regexp.MustCompile(`(?i)\bcharset\s*=\s*["']?\s*([a-z0-9_:.-]+)`)
	xmlLabel  = regexp.MustCompile(`(?i)^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([a-z0-9_:.-]+)`)
)

// metaCharset is the charset that the first meta element with a known one names. Beyond the first bytes it is looked
// for as long as the head goes on, which is how Chromium and WebKit find it.
func metaCharset(body []byte) string {
	z := html.NewTokenizer(bytes.NewReader(body[:min(len(body), longestHead)]))
	for read := 0; ; read += len(z.Raw()) {
		token := z.Next()
		if token == html.ErrorToken {
			return ""
		}
		if token == html.TextToken || token == html.CommentToken || token == html.DoctypeToken {
			continue
		}

		name, _ := z.TagName()
		tag := atom.Lookup(name)
		if tag == atom.Meta && token != html.EndTagToken {
			if name := canonicalCharset(labelOf(z)); name != "" {
				return name
			}
		}
		if read > sniffed && (!isOfHead(tag) || tag == atom.Head && token == html.EndTagToken) {
			return ""
		}
	}
}

// labelOf is the charset that a meta element declares.
func labelOf(meta *html.Tokenizer) string {
	found := map[string]string{}
	for more := true; more; {
		var key, value []byte
		key, value, more = meta.TagAttr()
		found[string(key)] = string(value)
	}
	if m := metaLabel.FindStringSubmatch(found["content"]); m != nil && found["charset"] == "" &&
		strings.EqualFold(found["http-equiv"], "content-type") {
		return m[1]
	}
	return found["charset"]
}

// isOfHead reports whether an element belongs in the head of a page.
func isOfHead(tag atom.Atom) bool {
	switch tag {
	case atom.Html, atom.Head, atom.Title, atom.Meta, atom.Link, atom.Base, atom.Style, atom.Script, atom.Noscript,
		atom.Object, atom.Template:
		return true
	}
	return false
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

// believable reports whether the bytes of a body may be in a charset that something declares. Text beyond ASCII that
// is valid UTF-8 is in no other, but a few characters of two bytes may look like it by chance.
func believable(body []byte, name string) bool {
	const sure = 3 // sequences, of charsets with characters of two bytes
	good, broken := utf8Sequences(body)
	if name == "utf-8" {
		return broken <= good
	}
	fewest := sure
	if enc, _ := htmlindex.Get(name); enc != nil {
		if _, isSingleByte := enc.(*charmap.Charmap); isSingleByte {
			fewest = 1
		}
	}
	return good < fewest || broken > 0
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
