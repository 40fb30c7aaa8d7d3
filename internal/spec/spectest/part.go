package spectest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
)

var reference = regexp.MustCompile(`"\$ref":\s*"#/components/(\w+)/([^"]+)"`)

// Part is the document with the routes of some families alone, and what of its components they refer to. Reading it
// takes a twentieth of the time that the whole takes.
func Part(document []byte, families ...string) ([]byte, error) {
	var whole map[string]json.RawMessage
	var paths map[string]json.RawMessage
	var components map[string]map[string]json.RawMessage
	if err := json.Unmarshal(document, &whole); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(whole["paths"], &paths); err != nil {
		return nil, fmt.Errorf("paths: %w", err)
	}
	if err := json.Unmarshal(whole["components"], &components); err != nil {
		return nil, fmt.Errorf("components: %w", err)
	}

	var left []json.RawMessage
	for path, item := range paths {
		of, err := familyOf(item)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if slices.Contains(families, of) {
			left = append(left, item)
		} else {
			delete(paths, path)
		}
	}

	tags, err := tagsOf(whole["tags"], families)
	if err != nil {
		return nil, fmt.Errorf("tags: %w", err)
	}
	return json.Marshal(with(whole, map[string]any{
		"paths":      paths,
		"components": referred(components, left),
		"tags":       tags,
	}))
}

func with(whole map[string]json.RawMessage, changed map[string]any) map[string]any {
	for name, value := range whole {
		if _, is := changed[name]; !is {
			changed[name] = value
		}
	}
	return changed
}

// familyOf is the tag of a path's first operation: a path is one family's.
func familyOf(item json.RawMessage) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(item, &members); err != nil {
		return "", err
	}
	for _, member := range members {
		var operation struct {
			Tags []string `json:"tags"`
		}
		if json.Unmarshal(member, &operation) == nil && len(operation.Tags) > 0 {
			return operation.Tags[0], nil
		}
	}
	return "", nil
}

func tagsOf(all json.RawMessage, families []string) ([]json.RawMessage, error) {
	var tags []json.RawMessage
	if err := json.Unmarshal(all, &tags); err != nil {
		return nil, err
	}

	var left []json.RawMessage
	for _, tag := range tags {
		var named struct {
			Name string `json:"name"`
		}
		if err := json.Unmarshal(tag, &named); err != nil {
			return nil, err
		}
		if slices.Contains(families, named.Name) {
			left = append(left, tag)
		}
	}
	return left, nil
}

// referred are the components that the texts refer to, and those that these refer to.
func referred(
	components map[string]map[string]json.RawMessage, from []json.RawMessage,
) map[string]map[string]json.RawMessage {
	found := map[string]map[string]json.RawMessage{}
	for len(from) > 0 {
		text := from[0]
		from = from[1:]
		for _, match := range reference.FindAllSubmatch(text, -1) {
			kind := string(match[1])
			name := string(match[2])
			if found[kind] == nil {
				found[kind] = map[string]json.RawMessage{}
			}

			if _, known := found[kind][name]; !known {
				found[kind][name] = components[kind][name]
				from = append(from, components[kind][name])
			}
		}
	}
	return found
}
