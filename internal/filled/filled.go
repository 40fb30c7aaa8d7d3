// Package filled counts how often the members of answers are filled and how often they are null. Tests keep the answers
// that they get in a folder, one distinct answer a line; the page docs/quality/nulls.md is made from the counts.
package filled

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Folder is the environment variable that names the folder of answers. Without it none are kept.
const Folder = "FAREBOX_ANSWERS"

// suffix ends the name of a file of answers.
const suffix = ".jsonl"

// Keep adds the answer of a route to the folder. Tests of several packages may keep answers side by side.
func Keep(route string, body []byte) error {
	into := folder()
	if into == "" {
		return nil
	}

	var line bytes.Buffer
	if err := json.Compact(&line, body); err != nil {
		return fmt.Errorf("the answer of %s: %w", route, err)
	}
	line.WriteByte('\n')

	name := strings.ReplaceAll(strings.Trim(route, "/"), "/", "_") + suffix
	file, err := os.OpenFile(filepath.Join(into, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(line.Bytes()); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}

func folder() string { return os.Getenv(Folder) }

// Count is how often a member was filled, and how often null.
type Count struct{ Filled, Null int }

// Members are counts by the name of a member with that of the object or list that it is in: "awards.recipient".
type Members map[string]Count

// Add counts the members of an answer. Members of a map count as members of the map's parent: its keys are data.
func (m Members) Add(answer any, schema *openapi3.Schema) { m.add("", answer, schema) }

func (m Members) add(parent string, value any, schema *openapi3.Schema) {
	if schema == nil {
		return
	}

	switch value := value.(type) {
	case []any:
		for _, item := range value {
			m.add(parent, item, itemOf(schema))
		}

	case map[string]any:
		for name, member := range value {
			known := property(schema, name)
			if known == nil {
				m.add(parent, member, valueOf(schema))
				continue
			}

			key := strings.TrimPrefix(parent+"."+name, ".")
			count := m[key]
			if member == nil {
				count.Null++
			} else {
				count.Filled++
			}
			m[key] = count
			m.add(name, member, known)
		}
	}
}

// itemOf is the schema of a list's items, nil if there is none.
func itemOf(schema *openapi3.Schema) *openapi3.Schema {
	return within(schema, func(s *openapi3.Schema) *openapi3.SchemaRef { return s.Items })
}

// valueOf is the schema of a map's values, nil if there is none.
func valueOf(schema *openapi3.Schema) *openapi3.Schema {
	return within(schema, func(s *openapi3.Schema) *openapi3.SchemaRef { return s.AdditionalProperties.Schema })
}

// property is the schema of a member, nil if there is none.
func property(schema *openapi3.Schema, name string) *openapi3.Schema {
	return within(schema, func(s *openapi3.Schema) *openapi3.SchemaRef { return s.Properties[name] })
}

// within looks for part in a schema and in those that it is made of.
func within(schema *openapi3.Schema, part func(*openapi3.Schema) *openapi3.SchemaRef) *openapi3.Schema {
	if found := part(schema); found != nil {
		return found.Value
	}
	for _, other := range schema.AllOf {
		if found := within(other.Value, part); found != nil {
			return found
		}
	}
	return nil
}

// Read counts the kept answers of a route, each once however often it was given; schema is that of its answer.
func Read(from, route string, schema *openapi3.Schema) (Members, error) {
	name := strings.ReplaceAll(strings.Trim(route, "/"), "/", "_") + suffix
	file, err := os.Open(filepath.Join(from, name))
	if err != nil {
		return nil, err
	}
	defer file.Close()

	members := Members{}
	seen := map[string]bool{}
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadString('\n')
		if line == "" {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if seen[line] {
			continue
		}
		seen[line] = true

		var answer any
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		members.Add(answer, schema)
	}
	return members, nil
}
