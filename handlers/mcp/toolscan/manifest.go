package toolscan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Limits of a scan.
const (
	MaxTools   = 1000      // of a list
	MaxDepth   = 128       // levels of nesting of a body
	MaxInspect = 256 << 10 // bytes of a text to inspect
)

// InputError is a body that cannot be scanned: Field names the member at fault, "" the body itself.
type InputError struct {
	Field  string
	Reason string // the broken rule, as a sentence
}

// Error is the reason.
func (e *InputError) Error() string { return e.Reason }

func inputError(field, format string, args ...any) error {
	return &InputError{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// manifest is the contents found in a body.
type manifest struct {
	root  any
	form  string
	tools []toolItem
	// around is what can reach a model besides the tools (instructions, prompts, resources), with pointers.
	around []toolItem
	pins   pins
	more   bool // the body says that it is one page of several
}

// toolItem is a JSON value and its place in the body.
type toolItem struct {
	pointer string
	value   map[string]any
}

// The forms of a body.
const (
	FormManifest = "manifest" // an object with a list of tools
	FormTool     = "tool"     // one tool
	FormTools    = "tools"    // a list of tools
)

// parseManifest reads a body: a list of tools, an object with tools (itself or in manifest or result), or
// one tool. It is one JSON value in which no member stands twice: no other body passes validation.
func parseManifest(body []byte) (*manifest, error) {
	if depth(body) > MaxDepth {
		return nil, inputError("", "the body may be nested %d levels deep at most", MaxDepth)
	}

	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	m := &manifest{}
	if err := decoder.Decode(&m.root); err != nil {
		return nil, inputError("", "the body must be one JSON value")
	}

	switch root := m.root.(type) {
	case []any:
		m.form = FormTools
		return m, m.takeTools(root, "", "tools")
	case map[string]any:
		if err := m.pins.read(root); err != nil {
			return nil, err
		}
		return m, m.takeObject(root)
	}

	return nil, inputError("", "the body must be a manifest with a list of tools, one tool, or a list of tools")
}

// depth is the deepest nesting of brackets in a JSON text.
func depth(text []byte) int {
	deepest := 0
	now := 0
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			now++
			deepest = max(deepest, now)
		case c == ']' || c == '}':
			now--
		}
	}

	return deepest
}

func (m *manifest) takeObject(root map[string]any) error {
	for _, place := range []struct {
		pointer string
		object  map[string]any
	}{{"", root}, {"/manifest", object(root["manifest"])}, {"/result", object(root["result"])}} {
		if place.object == nil || place.object["tools"] == nil {
			continue
		}
		list, ok := place.object["tools"].([]any)
		field := strings.TrimPrefix(strings.ReplaceAll(place.pointer, "/", ".")+".tools", ".")
		if !ok {
			return inputError(field, "%s must be a list of tools", field)
		}
		m.form = FormManifest
		next, _ := place.object["nextCursor"].(string)
		m.more = next != ""
		rest := make(map[string]any, len(root))
		for name, value := range place.object {
			if name != "tools" && !pinMember(name) {
				rest[name] = value
			}
		}
		m.around = append(m.around, toolItem{place.pointer, rest})
		return m.takeTools(list, place.pointer+"/tools", field)
	}

	if tool := unwrapTool(root); tool.value != nil {
		m.form = FormTool
		own := make(map[string]any, len(root))
		for name, value := range tool.value {
			if !pinMember(name) {
				own[name] = value
			}
		}
		m.tools = []toolItem{{tool.pointer, own}}
		return nil
	}

	if root["mcpServers"] != nil {
		return inputError("tools", "the body is a client's configuration; what is scanned is the answer of the server's tools/list, a list of tools")
	}
	return inputError("tools", "the body has no tools list and is not a tool (a tool has a name, and a description or an inputSchema)")
}

func (m *manifest) takeTools(list []any, pointer, field string) error {
	if len(list) == 0 {
		return inputError(field, "%s must have at least one tool", field)
	}
	if len(list) > MaxTools {
		return inputError(field, "%s may have %d tools at most, has %d", field, MaxTools, len(list))
	}

	for i, item := range list {
		value := object(item)
		if value == nil {
			return inputError(field, "%s: item %d must be a tool, an object", field, i)
		}
		tool := unwrapTool(value)
		if tool.value == nil { // an object without a name is a tool that lacks a name
			tool = toolItem{value: value}
		}
		tool.pointer = pointer + "/" + strconv.Itoa(i) + tool.pointer
		m.tools = append(m.tools, tool)
	}

	return nil
}

// unwrapTool is the tool in an object: itself, or inside some model providers' function wrapper.
func unwrapTool(value map[string]any) toolItem {
	if function := object(value["function"]); function != nil && isTool(function) {
		return toolItem{"/function", function}
	}
	if isTool(value) {
		return toolItem{"", value}
	}
	return toolItem{}
}

func isTool(value map[string]any) bool {
	if _, named := value["name"].(string); !named {
		return false
	}
	members := []string{"description", "inputSchema", "input_schema", "parameters", "annotations"}
	return slices.ContainsFunc(members, func(member string) bool { return value[member] != nil })
}

func object(v any) map[string]any {
	o, _ := v.(map[string]any)
	return o
}

// schemaOf is a tool's input schema under any of its three names, with that name.
func schemaOf(tool map[string]any) (any, string) {
	for _, name := range []string{"inputSchema", "input_schema", "parameters"} {
		if v := tool[name]; v != nil {
			return v, name
		}
	}
	return nil, "inputSchema"
}

// definition is what a tool's hash covers: everything that tells a model what the tool is. Null and absent members
// are equal, and so are the three names of the input schema. Icons, _meta and execution hints do not count.
func definition(tool map[string]any) map[string]any {
	d := map[string]any{}
	for _, name := range []string{"name", "title", "description", "outputSchema", "annotations"} {
		if v := tool[name]; v != nil {
			d[name] = v
		}
	}
	if schema, _ := schemaOf(tool); schema != nil {
		d["inputSchema"] = schema
	}
	return d
}
