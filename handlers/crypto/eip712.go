package crypto

import (
	"errors"
	"fmt"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/problem"
)

// parseTypedData reads {types, domain, primaryType, message}, for hashing as wallets do. at is the path of v in the
// request.
func parseTypedData(at string, v any) (*eip712.TypedData, error) {
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, problem.Invalid(at,
			"typed data is an object with types, domain, primaryType and message, not %s", abijson.Kind(v))
	}

	td := &eip712.TypedData{Lenient: true}
	defs, err := objectAt(obj, at, "types")
	if err != nil {
		return nil, err
	}
	if td.Domain, err = objectAt(obj, at, "domain"); err != nil {
		return nil, err
	}
	if td.PrimaryType, ok = obj["primaryType"].(string); !ok || td.PrimaryType == "" {
		return nil, problem.Invalid(at+".primaryType", "primaryType must be the name of one of the types")
	}
	if td.Types, err = parseTypeDefinitions(at+".types", defs); err != nil {
		return nil, err
	}

	if td.PrimaryType != eip712.DomainType { // a signed domain alone has no message
		if td.Message, err = objectAt(obj, at, "message"); err != nil {
			return nil, err
		}
	}

	return td, nil
}

func objectAt(obj map[string]any, at, name string) (map[string]any, error) {
	v, given := obj[name]
	if !given {
		return nil, problem.Missing(at + "." + name)
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, problem.Invalid(at+"."+name, "%s must be an object, not %s", name, abijson.Kind(v))
	}
	return m, nil
}

// parseTypeDefinitions reads lists of {name, type}; hashing checks their content.
func parseTypeDefinitions(at string, defs map[string]any) (eip712.Types, error) {
	types := make(eip712.Types, len(defs))
	for name, def := range defs {
		at := at + "." + abijson.Clip(name)
		list, ok := def.([]any)
		if !ok {
			return nil, problem.Invalid(at, "a type is a list of {name, type}, not %s", abijson.Kind(def))
		}
		members := make([]eip712.Member, len(list))
		for i, item := range list {
			m, ok := item.(map[string]any)
			if !ok {
				return nil, problem.Invalid(fmt.Sprintf("%s[%d]", at, i), "a member is {name, type}, not %s",
					abijson.Kind(item))
			}
			name, okName := m["name"].(string)
			typ, okType := m["type"].(string)
			if !okName || !okType || name == "" || typ == "" {
				return nil, problem.Invalid(fmt.Sprintf("%s[%d]", at, i), "a member needs a name and a type")
			}
			members[i] = eip712.Member{Name: name, Type: typ}
		}
		types[name] = members
	}

	return types, nil
}

// digestOfTyped is the hash to sign. at is the path of the typed data in the request.
func digestOfTyped(at string, td *eip712.TypedData) ([]byte, error) {
	digest, err := td.Digest()
	var broken *eip712.Error
	switch {
	case errors.As(err, &broken):
		return nil, problem.Invalid(at+"."+broken.Path, "%s", broken.Reason)
	case err != nil:
		return nil, problem.Invalid(at, "the typed data cannot be hashed")
	}
	return digest[:], nil
}
