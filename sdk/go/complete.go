package farebox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// decode reads an answer into out. encoding/json takes a missing member, or null, for a zero: what nobody said would
// read as 0, "" or false. Here both are errors where the type has no way to say nothing: a member may be missing if it
// has omitempty, and null if it is a pointer, list, map or interface.
func decode(body []byte, out any) error {
	if err := json.Unmarshal(body, out); err != nil {
		return err
	}
	var whole any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber() // any digits will do
	if err := decoder.Decode(&whole); err != nil {
		return err
	}
	return complete(reflect.TypeOf(out).Elem(), whole, "answer")
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// complete says what of a type a value lacks. at names the value.
func complete(t reflect.Type, value any, at string) error {
	if reflect.PointerTo(t).Implements(unmarshaler) {
		return nil // it decodes on its own
	}
	switch t.Kind() {
	case reflect.Pointer:
		if value == nil {
			return nil
		}
		return complete(t.Elem(), value, at)

	case reflect.Slice, reflect.Array:
		items, _ := value.([]any)
		for i, item := range items {
			if err := complete(t.Elem(), item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
		return nil

	case reflect.Map:
		members, _ := value.(map[string]any)
		for name, member := range members {
			if err := complete(t.Elem(), member, at+"."+name); err != nil {
				return err
			}
		}
		return nil

	case reflect.Struct:
		return completeMembers(t, value, at)
	}
	if value == nil && t.Kind() != reflect.Interface {
		return fmt.Errorf("%s is null", at)
	}
	return nil
}

func completeMembers(t reflect.Type, value any, at string) error {
	members, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is null", at)
	}

	for i := range t.NumField() {
		name, options, tagged := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}

		member, there := members[name]
		if !there && tagged && strings.Contains(options, "omitempty") {
			continue
		}
		if !there {
			return fmt.Errorf("%s has no member %s", at, name)
		}
		if err := complete(t.Field(i).Type, member, at+"."+name); err != nil {
			return err
		}
	}
	return nil
}
