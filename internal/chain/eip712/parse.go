package eip712

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// Parse reads {types, primaryType, domain, message} as wallets take it: the whole and each part may be JSON text, and
// further members are left out. The domain may be missing, and the message of a domain that is signed alone. What is no
// typed data is an *[Error], whose path is empty for the whole.
func Parse(v any) (*TypedData, error) {
	parts := Object(v)
	if parts == nil {
		return nil, fail("", "typed data is an object with types, domain, primaryType and message")
	}

	d := &TypedData{}
	definitions, err := part(parts, "types", true)
	if err != nil {
		return nil, err
	}
	if d.Types, err = parseTypes(definitions); err != nil {
		return nil, err
	}
	d.PrimaryType, _ = parts["primaryType"].(string)
	if d.PrimaryType == "" {
		return nil, fail("primaryType", "it must be the name of one of the types")
	}

	if d.Domain, err = part(parts, "domain", false); err != nil {
		return nil, err
	}
	d.Message, err = part(parts, "message", d.PrimaryType != DomainType)
	return d, err
}

// Object is a JSON object, or the one in a JSON text; nil for anything else.
func Object(v any) map[string]any {
	text, ok := v.(string)
	if !ok {
		out, _ := v.(map[string]any)
		return out
	}
	var inner any
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if dec.Decode(&inner) != nil || dec.More() {
		return nil
	}
	return Object(inner)
}

// part is an object of typed data.
func part(parts map[string]any, name string, required bool) (map[string]any, error) {
	out := Object(parts[name])
	switch {
	case out != nil:
		return out, nil
	case parts[name] != nil:
		return nil, fail(name, "it must be an object, not %s", abijson.Kind(parts[name]))
	case required:
		return nil, fail(name, "it is required")
	}
	return map[string]any{}, nil
}

// parseTypes reads lists of {name, type}; hashing checks their content.
func parseTypes(definitions map[string]any) (Types, error) {
	types := make(Types, len(definitions))
	for name, list := range definitions {
		at := "types." + abijson.Clip(name)
		members, isList := list.([]any)
		if !isList && list != nil {
			return nil, fail(at, "a type is a list of {name, type}, not %s", abijson.Kind(list))
		}

		types[name] = make([]Member, len(members))
		for i, member := range members {
			of, _ := member.(map[string]any)
			called, isName := of["name"].(string)
			typ, isType := of["type"].(string)
			if !isName || !isType {
				return nil, fail(fmt.Sprintf("%s[%d]", at, i), "a member needs a name and a type")
			}
			types[name][i] = Member{Name: called, Type: typ}
		}
	}
	return types, nil
}
