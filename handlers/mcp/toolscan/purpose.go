package toolscan

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/clip"
)

// purposeBytes is how much of a description states a tool's purpose; the rest is usage.
const purposeBytes = 400

// Purpose is a tool's stated purpose as one text: the words of its name, its title, the start of its description
// and the names of its parameters. Short descriptions say too little without the rest.
func Purpose(tool map[string]any) string {
	name, _ := tool["name"].(string)
	title, _ := tool["title"].(string)
	description, _ := tool["description"].(string)
	parts := []string{identifierWords(name)}
	if title != "" {
		parts = append(parts, title)
	}
	parts = append(parts, clip.Cut(description, purposeBytes))

	schema, _ := schemaOf(tool)
	var params []string
	for param := range object(object(schema)["properties"]) {
		params = append(params, identifierWords(param))
	}
	slices.Sort(params)
	return strings.Join(append(parts, params...), ". ")
}

// identifierWords splits a name with blanks: send_email and sendEmail are two words.
func identifierWords(name string) string {
	v := viewOf(name)
	return strings.ReplaceAll(v.splitCamel().text, "_", " ")
}

// stated judges the tool's stated purpose if no single text reads like harm.
func (t *toolScan) stated(item toolItem) {
	for _, f := range t.found {
		if f.check == "harm_by_wording" {
			return
		}
	}
	v := viewOf(Purpose(item.value))
	quoted := quotations(v.text)
	verdict := t.s.wording.harm.Judge(v.text, passOver(quoted))
	if !verdict.Told {
		return
	}

	points := t.s.checks["harm_as_stated"].points
	if verdict.Score >= t.s.wording.harm.Sure {
		points = pointsSure
	}
	if description, _ := item.value["description"].(string); t.s.protects(description) {
		points = pointsMention
	}
	t.add(&segment{pointer: item.pointer}, finding{
		check:   "harm_as_stated",
		points:  points,
		decoded: shown(v.text[verdict.Start:verdict.End]),
		reason:  t.s.checks["harm_as_stated"].reason + "; these weighed most: " + quote(verdict.Phrases),
	})
}
