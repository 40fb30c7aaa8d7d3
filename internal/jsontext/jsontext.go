// Package jsontext writes JSON for programs and people to read: &, < and > stay as they are. The standard library
// escapes them for JSON inside of HTML, which no answer of this service is.
package jsontext

import (
	"bytes"
	"encoding/json"
)

// maxWasted bounds the memory behind a text that its buffer has taken for nothing: documents are kept for as long as
// the process lives.
const maxWasted = 32 << 10

// Marshal is v as compact JSON without a line break at its end. Its errors are those of [json.Marshal].
func Marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)

	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	text := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	if wasted := cap(text) - len(text); wasted > maxWasted {
		return bytes.Clone(text), nil
	}
	return text, nil
}
