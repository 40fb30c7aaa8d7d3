// Package blocks cuts an HTML page into its blocks of running text and describes each of them by numbers:
// what the block looks like, where in the page it sits and what surrounds it.
package blocks

import (
	"bytes"
	"fmt"
	"io"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of what is looked at. A page beyond them is read as far as they go, never refused.
const (
	// MaxBytes is how much of a page is parsed.
	MaxBytes = 6 << 20
	// maxDepth keeps the tree shallow enough for recursive walks. golang.org/x/net/html gives up at 512 open elements.
	maxDepth = 200
	// maxTokens bounds the size of the tree; the largest real pages have some 200,000 tokens.
	maxTokens = 600_000
)

// Parse reads HTML (UTF-8) into a tree of at most maxDepth levels or so, whatever the nesting of the source.
func Parse(src []byte) (*html.Node, error) {
	if len(src) > MaxBytes {
		src = src[:MaxBytes]
	}
	// Most pages need no change and the check costs far less than the parse.
	if !shallow(src) {
		src = flatten(src)
	}
	doc, err := html.ParseWithOptions(bytes.NewReader(src), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, fmt.Errorf("parse html: %w", err)
	}
	return doc, nil
}

// shallow says that no point of src has more than maxDepth tags open and that the number of tags is bounded.
// It looks for tags only roughly: a tag inside a script or comment counts too, which at worst costs a needless flatten.
func shallow(src []byte) bool {
	depth, tags := 0, 0
	for i := 0; i+1 < len(src); i++ {
		if src[i] != '<' {
			continue
		}
		c := src[i+1]
		switch {
		case c == '/':
			if depth > 0 {
				depth--
			}
			tags++
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			end := i + 1
			for end < len(src) && end-i < 12 && (src[end]|0x20 >= 'a' && src[end]|0x20 <= 'z' || src[end] >= '0' && src[end] <= '9') {
				end++
			}
			tags++
			if !isVoid(atom.Lookup(bytes.ToLower(src[i+1 : end]))) {
				depth++
			}
		}
		if depth > maxDepth || tags > maxTokens {
			return false
		}
	}
	return true
}

// flatten rewrites src so that elements nested deeper than maxDepth lose their tags and keep their text. An end tag closes the
// nearest open tag of its name; unclosed tags of one name pile up only to the cap. Attributes stay as written.
func flatten(src []byte) []byte {
	z := html.NewTokenizer(bytes.NewReader(src))
	var out bytes.Buffer
	out.Grow(len(src))
	var open []atom.Atom
	for tokens := 0; tokens < maxTokens; tokens++ {
		kind := z.Next()
		if kind == html.ErrorToken {
			if z.Err() != io.EOF {
				return out.Bytes()
			}
			break
		}
		raw := z.Raw()
		switch kind {
		case html.StartTagToken:
			// Raw is only valid until the tag name is read.
			at := out.Len()
			out.Write(raw)
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			if isVoid(tag) {
				break
			}
			if len(open) >= maxDepth {
				out.Truncate(at)
				if isRawText(tag) {
					// Its text would otherwise be read as markup.
					out.WriteString("<" + tag.String() + ">")
					open = append(open, tag)
				}
				break
			}
			open = append(open, tag)
		case html.EndTagToken:
			at := out.Len()
			out.Write(raw)
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			found := -1
			for i := len(open) - 1; i >= 0; i-- {
				if open[i] == tag {
					found = i
					break
				}
			}
			if found < 0 {
				out.Truncate(at)
				break
			}
			open = open[:found]
		case html.CommentToken:
		default:
			out.Write(raw)
		}
	}
	return out.Bytes()
}

func isRawText(a atom.Atom) bool {
	switch a {
	case atom.Script, atom.Style, atom.Textarea, atom.Title, atom.Iframe, atom.Noembed, atom.Noframes, atom.Xmp:
		return true
	}
	return false
}

func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta,
		atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}
