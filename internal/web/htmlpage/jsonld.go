package htmlpage

import (
	"bytes"
	"encoding/json"
	"html"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/loosejson"
)

const (
	maxJSONLD      = 1 << 20 // bytes of all objects together
	maxJSONLDCount = 500     // objects
)

// JSONLD is the content of a page's JSON-LD scripts.
type JSONLD struct {
	Objects []json.RawMessage // in page order, lists flattened; @graph stays inside its object
	Errors  int               // unreadable scripts, or parts of them
	Cut     bool              // the page has more than the limits of 1 MiB and 500 objects
}

// JSONLD reads every script of type application/ld+json, including JSON broken in the ways that package loosejson
// tolerates.
func (p *Page) JSONLD() JSONLD {
	out := JSONLD{Objects: []json.RawMessage{}}
	size := 0
	for n := range elements(p.Root) {
		if n.DataAtom != atom.Script {
			continue
		}
		kind, _ := attribute(n, "type")
		kind, _, _ = strings.Cut(kind, ";")
		if !strings.EqualFold(strings.TrimSpace(kind), "application/ld+json") {
			continue
		}
		text := strings.TrimSpace(rawText(n))
		if text == "" {
			continue
		}
		values, ok := readJSONLD([]byte(text))
		if !ok {
			out.Errors++
		}
		for _, v := range values {
			if len(out.Objects) == maxJSONLDCount || size+len(v) > maxJSONLD {
				out.Cut = true
				return out
			}
			size += len(v)
			out.Objects = append(out.Objects, v)
		}
	}

	return out
}

// readJSONLD returns the objects of one script; ok is false when something in it could not be read.
func readJSONLD(text []byte) (objects []json.RawMessage, ok bool) {
	values, ok := readValues(text)
	for _, v := range values {
		ok = flatten(v, &objects, 0) && ok
	}
	return objects, ok
}

func readValues(text []byte) ([]json.RawMessage, bool) {
	if json.Valid(text) {
		if loosejson.Depth(text) > loosejson.MaxDepth {
			return nil, false
		}
		var b bytes.Buffer
		if json.Compact(&b, text) == nil {
			return []json.RawMessage{b.Bytes()}, true
		}
	}
	values, err := loosejson.Values(text)
	if err != nil && bytes.Contains(text, []byte("&quot;")) { // escaped as if it were HTML text
		if again, err := loosejson.Values([]byte(html.UnescapeString(string(text)))); err == nil {
			return again, true
		}
	}
	return values, err == nil
}

// flatten appends the objects of a value: itself, or the members of a list.
func flatten(v json.RawMessage, to *[]json.RawMessage, depth int) (ok bool) {
	switch {
	case len(v) > 0 && v[0] == '{':
		*to = append(*to, v)
		return true
	case len(v) > 0 && v[0] == '[' && depth < 3:
		var list []json.RawMessage
		if json.Unmarshal(v, &list) != nil {
			return false
		}
		ok = true
		for _, item := range list {
			ok = flatten(item, to, depth+1) && ok
		}
		return ok
	}
	return string(v) == "null"
}
