package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/web/loosejson"
)

func jsonToJSON(data string, opts options, out *output) error {
	r := jsonReader{keepTwice: true}
	v, err := r.read(data)
	if err != nil {
		return err
	}
	writeJSON(out, v, opts)
	return nil
}

// readJSON reads one JSON text by RFC 8259, for a format with unique keys.
func readJSON(data string) (*value, error) {
	var r jsonReader
	return r.read(data)
}

// jsonReader reads one JSON text by RFC 8259. It allows a byte order mark. It rejects what would not survive: half
// a surrogate pair, which UTF-8 cannot represent, and a duplicate key, unless keepTwice.
type jsonReader struct {
	keepTwice bool
	data      string
	dec       *json.Decoder
}

func (r *jsonReader) read(data string) (*value, error) {
	r.data = strings.TrimPrefix(data, "\uFEFF")
	var raw json.RawMessage
	if err := json.Unmarshal([]byte(r.data), &raw); err != nil {
		return nil, jsonError(r.data, err)
	}
	if at := loosejson.LoneSurrogate([]byte(r.data)); at >= 0 {
		return nil, errAtOffset(r.data, at, "%s is half of a surrogate pair, which is not a character", r.data[at:at+6])
	}
	r.dec = json.NewDecoder(strings.NewReader(r.data))
	r.dec.UseNumber()
	v, err := r.value(0)
	if err != nil {
		return nil, jsonError(r.data, err)
	}
	return v, nil
}

func (r *jsonReader) value(depth int) (*value, error) {
	tok, err := r.dec.Token()
	if err != nil {
		return nil, err
	}

	switch tok := tok.(type) {
	case nil:
		return &value{kind: kindNull}, nil
	case bool:
		return boolOf(tok), nil
	case json.Number:
		return numberOf(string(tok)), nil
	case string:
		return stringOf(tok), nil
	}

	if depth == maxDepth {
		return nil, errTooDeep(maxDepth)
	}
	if tok == json.Delim('[') {
		return r.list(depth)
	}

	return r.object(depth)
}

func (r *jsonReader) list(depth int) (*value, error) {
	v := &value{kind: kindList}
	for r.dec.More() {
		item, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		v.items = append(v.items, item)
	}
	_, err := r.dec.Token()
	return v, err
}

func (r *jsonReader) object(depth int) (*value, error) {
	v := newObject()
	for r.dec.More() {
		tok, err := r.dec.Token()
		if err != nil {
			return nil, err
		}
		key := tok.(string)
		if !r.keepTwice && v.find(key) >= 0 {
			return nil, errAtOffset(r.data, int(r.dec.InputOffset())-1, "the key %q is there twice", shown(key))
		}
		member, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		v.add(key, member)
	}

	_, err := r.dec.Token()
	return v, err
}

func errTooDeep(depth int) error {
	return fmt.Errorf("lists and objects are nested more than %d deep", depth)
}

// jsonError adds the position of a syntax error.
func jsonError(data string, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	return errAtOffset(data, int(syntax.Offset)-1, "%s", syntax.Error()) // Offset counts the byte at fault
}

// errAtOffset is an error at an offset in data.
func errAtOffset(data string, offset int, format string, args ...any) error {
	before := data[:max(0, min(offset, len(data)-1))]
	line := strings.Count(before, "\n") + 1
	column := len(before) - strings.LastIndexByte(before, '\n')
	return fmt.Errorf("line %d, column %d: %s", line, column, fmt.Sprintf(format, args...))
}

// writeJSON writes v: on one line if minified, else with indent blanks per level.
func writeJSON(out *output, v *value, opts options) {
	w := jsonWriter{out: out, opts: opts}
	w.value(v, 0)
}

type jsonWriter struct {
	out  *output
	opts options
}

func (w *jsonWriter) value(v *value, depth int) {
	switch v.kind {
	case kindNull:
		w.out.put("null")
	case kindBool, kindNumber:
		w.out.put(v.text)
	case kindString:
		w.out.put(quoteJSON(v.text))
	case kindList:
		w.out.put("[")
		for i, item := range v.items {
			if w.out.over {
				return
			}
			w.separate(i, depth+1)
			w.value(item, depth+1)
		}
		w.end(len(v.items), depth, "]")
	case kindObject:
		w.out.put("{")
		for i, at := range v.order(w.opts.sortKeys) {
			if w.out.over {
				return
			}
			w.separate(i, depth+1)
			w.key(quoteJSON(v.keys[at]))
			w.value(v.values[at], depth+1)
		}
		w.end(len(v.keys), depth, "}")
	}
}

// separate goes before the i-th member of a list or an object.
func (w *jsonWriter) separate(i, depth int) {
	if i > 0 {
		w.out.put(",")
	}
	w.newline(depth)
}

// key goes before the value of a member.
func (w *jsonWriter) key(quoted string) {
	w.out.put(quoted)
	if w.opts.minify {
		w.out.put(":")
	} else {
		w.out.put(": ")
	}
}

func (w *jsonWriter) end(members, depth int, bracket string) {
	if members > 0 {
		w.newline(depth)
	}
	w.out.put(bracket)
}

func (w *jsonWriter) newline(depth int) {
	if !w.opts.minify {
		w.out.put("\n")
		w.out.space(depth * w.opts.indent)
	}
}

// quoteJSON writes a string with only the escapes that JSON needs: <, > and &, and anything beyond ASCII, stay
// unchanged.
func quoteJSON(s string) string {
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c < 0x20:
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = append(b, c)
		}
	}

	return string(append(b, '"'))
}
