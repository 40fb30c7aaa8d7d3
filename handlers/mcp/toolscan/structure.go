package toolscan

import (
	"regexp"
	"slices"
	"strings"
)

// Limits of tidy metadata.
const (
	shortDescription = 10
	longDescription  = 4000
	deepSchema       = 32
)

var namePattern = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

// structure judges annotations and hygiene.
func (t *toolScan) structure(item toolItem, deepest int) {
	t.annotations(item)
	at := func(pointer, check string) { t.add(&segment{pointer: pointer}, finding{check: check}) }
	tool := item.value
	name, _ := tool["name"].(string)
	switch {
	case strings.TrimSpace(name) == "":
		at(item.pointer, "name_missing")
	case !namePattern.MatchString(name):
		at(item.pointer+"/name", "name_invalid")
	}

	description, _ := tool["description"].(string)
	switch n := len([]rune(strings.TrimSpace(description))); {
	case n == 0:
		at(item.pointer, "description_missing")
	case n < shortDescription:
		at(item.pointer+"/description", "description_short")
	case n > longDescription:
		at(item.pointer+"/description", "description_long")
	}

	if deepest > deepSchema {
		at(item.pointer, "nesting_deep")
	}
	t.schema(item, at)
}

// schema judges the input schema (JSON Schema; the Model Context Protocol requires an object).
func (t *toolScan) schema(item toolItem, at func(pointer, check string)) {
	value, member := schemaOf(item.value)
	pointer := item.pointer + "/" + member
	if value == nil {
		at(item.pointer, "schema_missing")
		return
	}

	schema := object(value)
	kind, typed := schema["type"].(string)
	if schema == nil || typed && kind != "object" || !typed && object(schema["properties"]) == nil && schema["$ref"] == nil && schema["anyOf"] == nil && schema["oneOf"] == nil && schema["allOf"] == nil {
		at(pointer, "schema_invalid")
		return
	}

	properties := object(schema["properties"])
	if required, ok := schema["required"].([]any); ok && schema["allOf"] == nil && schema["$ref"] == nil {
		for _, entry := range required {
			if name, ok := entry.(string); ok && properties[name] == nil {
				at(pointer+"/required", "required_undeclared")
			}
		}
	}

	described := 0
	unbounded := ""
	for name, value := range properties {
		property := object(value)
		if text, _ := property["description"].(string); text != "" {
			described++
		}
		if property["type"] == "string" && property["maxLength"] == nil && property["enum"] == nil && property["pattern"] == nil && t.s.purposeOf(name).has(slotShell) {
			unbounded = max(unbounded, name)
		}
	}

	if len(properties) >= 3 && described == 0 {
		at(pointer+"/properties", "parameters_undescribed")
	}
	if unbounded != "" {
		at(pointer+"/properties/"+pointerToken(unbounded), "unbounded_command")
	}
}

// annotations compares the hints with the first verb of the name.
func (t *toolScan) annotations(item toolItem) {
	hints := object(item.value["annotations"])
	if hints == nil {
		return
	}

	pointer := item.pointer + "/annotations"
	if hints["destructiveHint"] == true {
		t.add(&segment{pointer: pointer + "/destructiveHint"}, finding{check: "destructive_hint"})
	}

	if hints["readOnlyHint"] != true {
		return
	}

	name, _ := item.value["name"].(string)
	description, _ := item.value["description"].(string)
	verb := t.s.firstWord(name)
	opening := t.s.names.words[strings.ToLower(strings.TrimRight(firstField(description), ".,:;"))]
	switch {
	case verb.has(slotDanger), opening.has(slotDanger):
		t.add(&segment{pointer: pointer + "/readOnlyHint"}, finding{check: "annotation_contradiction"})
	case verb.has(slotChange) && !verb.has(slotRun):
		t.add(&segment{pointer: pointer + "/readOnlyHint"}, finding{check: "annotation_contradiction", points: 25})
	}
}

func firstField(text string) string {
	fields := strings.Fields(text[:min(len(text), 200)])
	if len(fields) == 0 {
		return ""
	}
	return fields[0]
}

// firstWord is what the first word of a name says.
func (s *Scanner) firstWord(name string) slots {
	words := nameWords(name)
	if len(words) == 0 {
		return 0
	}
	return s.names.words[words[0]]
}

// combine adds the findings that several texts of a tool make together.
func (t *toolScan) combine() {
	if !t.takesContents {
		return
	}
	for _, f := range t.found {
		if f.check == "secret_read" && f.points >= t.s.checks["secret_read"].points {
			t.add(f.seg, finding{
				check: "split_exfiltration",
				start: f.start,
				end:   f.end,
			})
			return
		}
	}
}

// names compares the names of all tools.
func (t *toolScan) names(items []toolItem, reports []ToolReport) {
	first := map[string]int{}
	for i, r := range reports {
		if r.Name == "" {
			continue
		}

		look := t.s.lookOf(r.Name)
		other, seen := first[look]
		if !seen {
			first[look] = i
			continue
		}

		check := "confusable_name"
		points := 0
		switch {
		case r.Name == reports[other].Name:
			check = "duplicate_name"
		case foldName(r.Name) == foldName(reports[other].Name):
			check = "duplicate_name"
			points = 45
		}

		one := t.fresh()
		one.add(&segment{pointer: items[i].pointer + "/name", text: r.Name}, finding{
			check:   check,
			points:  points,
			end:     len(r.Name),
			decoded: "looks like " + items[other].pointer + "/name",
		})
		found, _ := one.findings()
		reports[i].Findings = append(reports[i].Findings, found...)
	}
}

// lookOf is a name's appearance: without hidden characters, case and separators, with look-alikes replaced.
func (s *Scanner) lookOf(name string) string {
	v := viewOf(name)
	out := make([]rune, 0, len(name))
	for _, r := range foldName(v.text) {
		if l, ok := s.latin[r]; ok {
			r = rune(l)
		}
		switch r {
		case '0':
			r = 'o'
		case '1':
			r = 'l'
		}
		out = append(out, r)
	}
	return string(out)
}

// missing reports pinned tools that are not in the list.
func (t *toolScan) missing(p *pins, items []toolItem) {
	for _, name := range p.order {
		there := slices.ContainsFunc(items, func(i toolItem) bool { return i.value["name"] == name })
		if !there {
			pointer := "/pinned_hashes/"
			if p.tools[name] != nil {
				pointer = "/pinned_tools"
				t.add(&segment{pointer: pointer}, finding{check: "pinned_tool_missing", decoded: name})
				continue
			}
			t.add(&segment{pointer: pointer + pointerToken(name)}, finding{check: "pinned_tool_missing", decoded: name})
		}
	}
}
