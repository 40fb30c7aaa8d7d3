package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
)

// routeRequest is the route's HTTP request with arguments, an object or nothing.
func routeRequest(ctx context.Context, op *spec.Operation, arguments json.RawMessage) (*http.Request, error) {
	members := map[string]json.RawMessage{}
	if len(arguments) > 0 && string(arguments) != "null" {
		if json.Unmarshal(arguments, &members) != nil {
			return nil, problem.Invalid("arguments", "arguments must be an object, such as {\"name\": \"value\"}")
		}
	}

	controls, err := takeControls(op, members)
	if err != nil {
		return nil, err
	}
	outside := map[string]json.RawMessage{} // of the body
	inside := map[string]json.RawMessage{}
	for name, raw := range members {
		in := inputNamed(op, name)
		if op.Body != nil && (in == nil || in.In == "") {
			inside[name] = raw
		} else {
			outside[name] = raw
		}
	}
	target, header, err := targetOf(op, outside, controls)
	if err != nil {
		return nil, err
	}
	if op.Body == nil {
		r, err := http.NewRequestWithContext(ctx, op.Method, target, http.NoBody)
		if err == nil {
			maps.Copy(r.Header, header)
		}
		return r, err
	}

	if len(outside)+len(controls) > 0 {
		if arguments, err = compact(inside); err != nil {
			return nil, err
		}
	}
	body, err := bodyOf(op, arguments, inside)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, op.Method, target, bytes.NewReader(body))
	if err == nil {
		maps.Copy(r.Header, header)
		r.Header.Set("Content-Type", "application/json")
	}
	return r, err
}

// targetOf is the path and query of a call, and what goes into its header, by members that are parameters. controls go
// into the query.
func targetOf(
	op *spec.Operation, members map[string]json.RawMessage, controls url.Values,
) (target string, header http.Header, err error) {
	values, err := queryOf(op, members)
	if err != nil {
		return "", nil, err
	}
	header = http.Header{}
	path := map[string]string{}
	for name, texts := range values {
		in := inputNamed(op, name)
		if in == nil || in.In == "query" {
			continue
		}
		text := strings.Join(texts, ",")
		if in.In == "path" {
			path[name] = text
		} else {
			header.Set(name, text)
		}
		values.Del(name)
	}

	for _, in := range op.Inputs {
		if in.In == "path" && path[in.Name] == "" {
			return "", nil, problem.Missing(in.Name)
		}
	}
	maps.Copy(values, controls)
	target = op.PathWith(path)
	if len(values) > 0 || op.Body == nil {
		target += "?" + values.Encode()
	}
	return target, header, nil
}

// takeControls takes out of members what every route has in its query, though its inputs may be those of a body.
func takeControls(op *spec.Operation, members map[string]json.RawMessage) (url.Values, error) {
	controls := map[string]json.RawMessage{}
	for _, name := range intake.ControlNames {
		if raw, given := members[name]; given && inputNamed(op, name) == nil {
			controls[name] = raw
			delete(members, name)
		}
	}
	return queryOf(op, controls)
}

// queryOf writes members as a query. Numbers and truth values come as they are written, so that 5 and "5" are the
// same; null counts as not given.
func queryOf(op *spec.Operation, members map[string]json.RawMessage) (url.Values, error) {
	query := url.Values{}
	for name, raw := range members {
		if in := inputNamed(op, name); in != nil {
			raw = unquoted(raw, in)
		}
		values, ok := queryTexts(raw)
		if !ok {
			return nil, problem.Invalid(name,
				"%s must be a text, a number, a truth value or a list of them", shown(name))
		}
		if values != nil {
			query[name] = values
		}
	}
	return query, nil
}

// queryTexts are a value, or the values of a list, as a query has them; nil for null.
func queryTexts(raw json.RawMessage) (texts []string, ok bool) {
	switch raw[0] {
	case 'n':
		return nil, true
	case '{':
		return nil, false
	case '"':
		var text string
		err := json.Unmarshal(raw, &text)
		return []string{text}, err == nil
	case '[':
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) != nil {
			return nil, false
		}
		texts = []string{}
		for _, item := range items {
			if item[0] == '[' {
				return nil, false
			}
			one, ok := queryTexts(item)
			if !ok {
				return nil, false
			}
			texts = append(texts, one...)
		}
		return texts, true
	default:
		return []string{string(raw)}, true
	}
}

// bodyOf is arguments as the JSON body, byte for byte unless a list or an object in it came as its JSON in a text.
func bodyOf(
	op *spec.Operation, arguments json.RawMessage, members map[string]json.RawMessage,
) (json.RawMessage, error) {
	changed := false
	for _, in := range op.Inputs {
		raw, given := members[in.Name]
		if !given {
			continue
		}
		if plain := unquoted(raw, &in); !bytes.Equal(plain, raw) {
			members[in.Name] = plain
			changed = true
		}
	}

	if changed {
		return compact(members)
	}
	if len(members) == 0 {
		return json.RawMessage("{}"), nil
	}
	return arguments, nil
}

// unquoted takes a list or an object that came as its JSON in a text, as some models write nested values. Nothing else
// can be meant where the input is a list or an object and no text.
func unquoted(raw json.RawMessage, in *spec.Input) json.RawMessage {
	var text string
	if in.Schema.Type == nil || json.Unmarshal(raw, &text) != nil {
		return raw
	}
	text = strings.TrimSpace(text)
	list := in.Schema.Type.Is("array") && strings.HasPrefix(text, "[")
	object := in.Schema.Type.Is("object") && strings.HasPrefix(text, "{")
	if (list || object) && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return raw
}

func inputNamed(op *spec.Operation, name string) *spec.Input {
	for i := range op.Inputs {
		if op.Inputs[i].Name == name {
			return &op.Inputs[i]
		}
	}
	return nil
}
