package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

func jsonToJSON(data string, opts options, out *output) error {
	v, err := readJSON(data)
	if err != nil {
		return err
	}
	writeJSON(out, v, opts)
	return nil
}

// readJSON reads one JSON text by RFC 8259. A byte order mark before it is allowed. Of a key that comes
// twice the last value counts; a lone surrogate escape becomes U+FFFD.
func readJSON(data string) (*value, error) {
	data = strings.TrimPrefix(data, "\uFEFF")
	var raw json.RawMessage
	if err := json.Unmarshal([]byte(data), &raw); err != nil {
		return nil, jsonError(data, err)
	}
	dec := json.NewDecoder(strings.NewReader(data))
	dec.UseNumber()
	v, err := readToken(dec, 0)
	if err != nil {
		return nil, jsonError(data, err)
	}
	return v, nil
}

func readToken(dec *json.Decoder, depth int) (*value, error) {
	tok, err := dec.Token()
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
		v := &value{kind: kindList}
		for dec.More() {
			item, err := readToken(dec, depth+1)
			if err != nil {
				return nil, err
			}
			v.items = append(v.items, item)
		}
		_, err := dec.Token()
		return v, err
	}
	v := newObject()
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		member, err := readToken(dec, depth+1)
		if err != nil {
			return nil, err
		}
		v.set(key.(string), member)
	}
	_, err = dec.Token()
	return v, err
}

func errTooDeep(depth int) error {
	return fmt.Errorf("lists and objects are nested more than %d deep", depth)
}

// jsonError says where in data a syntax error is.
func jsonError(data string, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	before := data[:max(0, min(int(syntax.Offset), len(data))-1)] // Offset counts the byte at fault
	line := strings.Count(before, "\n") + 1
	column := len(before) - strings.LastIndexByte(before, '\n')
	return fmt.Errorf("line %d, column %d: %s", line, column, syntax.Error())
}

// writeJSON writes v: on one line when minified, else with indent blanks per level.
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

// separate comes before the i-th member of a list or an object.
func (w *jsonWriter) separate(i, depth int) {
	if i > 0 {
		w.out.put(",")
	}
	w.newline(depth)
}

// key comes before the value of a member.
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

// quoteJSON writes a string with only the escapes that JSON needs: <, > and & and all that is not ASCII
// stay as they are.
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
