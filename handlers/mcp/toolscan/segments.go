package toolscan

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/each"
)

// segKind is the place of a text in a tool.
type segKind uint8

const (
	kindName segKind = iota
	kindTitle
	kindDescription
	kindParam     // descriptions, defaults, enums and examples inside a schema
	kindParamName // names of properties
	kindOther     // any other text of the tool or the manifest
	kindText      // a text sent for inspection
)

func (k segKind) identifier() bool { return k == kindName || k == kindParamName }

// segment is one text and its place. Decoded texts point to the span they were decoded from.
type segment struct {
	pointer string
	key     bool // the text is the member's name, not its value
	kind    segKind
	text    string
	root    *segment // for decoded text: where it was found, else nil
	from    span     // span in root
	depth   int      // how often it was decoded
	how     string   // encoding
}

// keywords are the member names of tools and JSON Schema; all other names are texts for a model.

func keywordSet() map[string]bool {
	return each.WordSet(`name title description inputSchema outputSchema input_schema parameters annotations type
		properties required items enum const
		default examples example minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength
		pattern format minItems maxItems uniqueItems
		additionalProperties patternProperties propertyNames minProperties maxProperties dependentRequired
		dependentSchemas anyOf oneOf allOf not if then else
		$ref $defs $schema $id $comment definitions readOnlyHint destructiveHint idempotentHint openWorldHint icons
		_meta meta execution function strict
		contentEncoding contentMediaType prefixItems contains unevaluatedProperties nullable deprecated readOnly
		writeOnly version src mimeType sizes`)
}

// walker lists the texts of a value.
type walker struct {
	keywords map[string]bool
	out      []segment
	deepest  int
}

// tool lists the texts of a tool: name and descriptions first, because a match across texts starts in the more
// general one.
func (w *walker) tool(item toolItem) {
	for _, lead := range []struct {
		name string
		kind segKind
	}{{"name", kindName}, {"title", kindTitle}, {"description", kindDescription}} {
		if text, ok := item.value[lead.name].(string); ok {
			w.out = append(w.out, segment{
				pointer: item.pointer + "/" + lead.name,
				kind:    lead.kind,
				text:    text,
			})
		} else {
			w.value(item.pointer+"/"+lead.name, item.value[lead.name], kindOther, false, 1)
		}
	}
	for _, name := range sortedNames(item.value) {
		switch name {
		case "name", "title", "description":
		case "inputSchema", "input_schema", "parameters", "outputSchema":
			w.value(item.pointer+"/"+name, item.value[name], kindParam, false, 1)
		default:
			w.key(item.pointer, name, kindOther)
			w.value(item.pointer+"/"+pointerToken(name), item.value[name], kindOther, false, 1)
		}
	}
}

// value lists the texts of a value; named means that its members' names are property names.
func (w *walker) value(pointer string, v any, kind segKind, named bool, depth int) {
	w.deepest = max(w.deepest, depth)
	switch v := v.(type) {
	case string:
		if v != "" {
			w.out = append(w.out, segment{
				pointer: pointer,
				kind:    kind,
				text:    v,
			})
		}
	case json.Number, bool, nil:
	case []any:
		for i, item := range v {
			w.value(pointer+"/"+strconv.Itoa(i), item, kind, false, depth+1)
		}
	case map[string]any:
		for _, name := range sortedNames(v) {
			if named || !w.keywords[name] {
				keyKind := kind
				if named {
					keyKind = kindParamName
				}
				w.key(pointer, name, keyKind)
			}
			inner := !named && (name == "properties" || name == "patternProperties" || name == "$defs" || name == "definitions")
			w.value(pointer+"/"+pointerToken(name), v[name], kind, inner, depth+1)
		}
	}
}

func (w *walker) key(pointer, name string, kind segKind) {
	if w.keywords[name] && kind != kindParamName || name == "" {
		return
	}
	w.out = append(w.out, segment{
		pointer: pointer + "/" + pointerToken(name),
		key:     true,
		kind:    kind,
		text:    name,
	})
}

// pointerToken escapes a member's name for a JSON pointer (RFC 6901).
func pointerToken(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
