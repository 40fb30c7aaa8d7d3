package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/shopspring/decimal"
)

// payInfo is the x-payment-info of a paid operation.
type payInfo struct {
	Price struct {
		Mode     string `json:"mode"`
		Currency string `json:"currency"`
		Amount   string `json:"amount"`
	} `json:"price"`
	Protocols []map[string]map[string]any `json:"protocols"`
}

func paymentInfo(op *openapi3.Operation) (payInfo, bool) {
	raw, ok := op.Extensions["x-payment-info"]
	if !ok {
		return payInfo{}, false
	}
	var info payInfo
	b, err := json.Marshal(raw)
	if err != nil || json.Unmarshal(b, &info) != nil {
		return payInfo{}, true
	}
	return info, true
}

// The limits below are what facilitators and registries accept: descriptions of a priced resource of
// at most 500 characters, guidance of at most 4000.
const (
	maxDescription = 500
	maxSummary     = 80
	maxGuidance    = 4000
)

var (
	amountPattern = regexp.MustCompile(`^(0|[1-9][0-9]*)\.[0-9]{1,6}$`)
	idPattern     = regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)
	pathPattern   = regexp.MustCompile(`^/[a-z0-9/._-]*$`)
)

// lint returns violations of our own rules for the spec, one line each. Examples are judged as of now.
func lint(doc *openapi3.T, now time.Time) []string {
	var out []string
	say := func(where, format string, args ...any) {
		out = append(out, where+": "+fmt.Sprintf(format, args...))
	}
	if g, _ := doc.Info.Extensions["x-guidance"].(string); g == "" || len(g) > maxGuidance {
		say("info", "x-guidance must have 1 to %d characters, has %d", maxGuidance, len(g))
	}

	if doc.Info.Contact != nil || doc.Info.License != nil {
		say("info", "whom to ask and the terms are the operator's settings")
	}

	groups, _ := doc.Info.Extensions["x-groups"].([]any)
	tags := map[string]string{}
	closed := map[string]bool{}
	for _, tag := range doc.Tags {
		if !slices.Contains(groups, tag.Extensions["x-group"]) {
			say("tag "+tag.Name, "x-group must be one of the x-groups of root.yaml")
		}
		if tag.Description == "" {
			say("tag "+tag.Name, "has no description")
		}
		if world, given := tag.Extensions["x-world"]; given && world != "closed" {
			say("tag "+tag.Name, "x-world must be closed, not %v", world)
		}
		tags[tag.Name] = tag.Description
		closed[tag.Name] = tag.Extensions["x-world"] == "closed"
	}

	ids := map[string]string{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			where := method + " " + path
			if !pathPattern.MatchString(path) {
				say(where, "paths are lower case, without parameters")
			}
			if !idPattern.MatchString(op.OperationID) {
				say(where, "operationId must be lowerCamelCase")
			}
			if other, dup := ids[op.OperationID]; dup {
				say(where, "operationId %s is that of %s too", op.OperationID, other)
			}
			ids[op.OperationID] = where
			lintOperation(say, where, op, tags)
			lintFiction(say, where, op, now)
			lintPromises(say, where, op, isPaid(op) && !closed[op.Tags[0]])
		}
	}

	for name, s := range doc.Components.Schemas {
		lintFields(say, "schema "+name, s.Value, map[*openapi3.Schema]bool{})
		lintDescriptions(say, "schema "+name, s.Value, now)
	}

	lintPortable(say, doc)
	lintNames(say, doc)
	sort.Strings(out)
	return out
}

type sayFunc func(where, format string, args ...any)

func lintOperation(say sayFunc, where string, op *openapi3.Operation, tags map[string]string) {
	if op.Summary == "" || len(op.Summary) > maxSummary || strings.HasSuffix(op.Summary, ".") {
		say(where, "summary must have 1 to %d characters and no full stop", maxSummary)
	}
	if op.Description == "" || len(op.Description) > maxDescription {
		say(where, "description must have 1 to %d characters, has %d", maxDescription, len(op.Description))
	}

	if len(op.Tags) != 1 || tags[op.Tags[0]] == "" {
		say(where, "needs one tag that its family file describes")
	}
	if op.Security == nil || len(*op.Security) != 0 {
		say(where, "must have security: []")
	}

	info, paid := paymentInfo(op)
	if paid {
		lintPrice(say, where, info)
	}

	if paid {
		lintTasks(say, where, op)
	}
	lintTool(say, where, op, paid)
	if len(op.Tags) == 1 {
		lintKeep(say, where, tags[op.Tags[0]], op, paid)
	}

	for _, p := range op.Parameters {
		lintParameter(say, where, p.Value)
	}

	if op.RequestBody != nil {
		media := op.RequestBody.Value.Content.Get("application/json")
		if media == nil || media.Schema == nil {
			say(where, "the body must be application/json with a schema")
		} else {
			if !op.RequestBody.Value.Required {
				say(where, "the body must be required")
			}
			if paid && media.Example == nil {
				say(where+" body", "has no example")
			}
			lintFields(say, where+" body", media.Schema.Value, map[*openapi3.Schema]bool{})
		}
	}

	lintSuccess(say, where, op, paid)
	lintVocabulary(say, where, op)
	lintExampleValues(say, where, op)
}

// lintTasks requires the ways in which people and agents ask for the route: /find ranks by them.
func lintTasks(say sayFunc, where string, op *openapi3.Operation) {
	tasks, _ := op.Extensions["x-tasks"].([]any)
	if len(tasks) < 3 || len(tasks) > 8 {
		say(where, "x-tasks must have 3 to 8 phrases, has %d", len(tasks))
	}
	for _, task := range tasks {
		if text, ok := task.(string); !ok || text == "" || len(text) > 100 {
			say(where, "x-tasks: %v must be a text of 1 to 100 characters", task)
		}
	}
}

// maxToolName leaves room for the prefix that MCP clients put before a tool's name: model APIs accept 64
// characters.
const maxToolName = 40

// lintTool checks a route's requirements as a tool for MCP clients.
func lintTool(say sayFunc, where string, op *openapi3.Operation, paid bool) {
	if paid && len(op.OperationID) > maxToolName {
		say(where, "operationId must have at most %d characters", maxToolName)
	}
	switch mark, given := op.Extensions["x-mcp"]; {
	case given && mark != "flagship":
		say(where, "x-mcp must be flagship, not %v", mark)
	case given && !paid:
		say(where, "x-mcp is for paid routes: others are not tools")
	}
}

func lintPrice(say sayFunc, where string, info payInfo) {
	if info.Price.Mode != "fixed" || info.Price.Currency != "USD" {
		say(where, "x-payment-info price must be fixed and in USD")
	}
	if !amountPattern.MatchString(info.Price.Amount) {
		say(where, "price %q must be a decimal string with 1 to 6 places", info.Price.Amount)
	} else if d, err := decimal.NewFromString(info.Price.Amount); err != nil || !d.IsPositive() {
		say(where, "price %q must be more than zero", info.Price.Amount)
	}
	if len(info.Protocols) != 1 || info.Protocols[0]["x402"] == nil {
		say(where, "x-payment-info protocols must be [{x402: {}}]")
	}
}

func lintParameter(say sayFunc, where string, p *openapi3.Parameter) {
	where += " " + p.Name
	if p.In != openapi3.ParameterInQuery {
		say(where, "inputs of a GET are query parameters")
		return
	}

	if p.Description == "" {
		say(where, "has no description")
	}
	if p.Schema == nil || p.Schema.Value == nil || p.Schema.Value.Type == nil {
		say(where, "has no schema with a type")
		return
	}

	example := p.Example
	if example == nil {
		example = p.Schema.Value.Example
	}

	if p.Required && example == nil {
		say(where, "is required and has no example")
	}
	s := p.Schema.Value
	if s.Type.Is("string") && len(s.Enum) == 0 && s.MaxLength == nil && s.Format == "" && s.Pattern == "" {
		say(where, "a string needs maxLength, enum or pattern")
	}

	if s.Type.Is("array") && s.MaxItems == nil {
		say(where, "a list needs maxItems")
	}
	if s.Type.Is("array") && (p.Explode == nil || *p.Explode) {
		say(where, "a list needs explode: false (both written forms are accepted)")
	}
}

func lintSuccess(say sayFunc, where string, op *openapi3.Operation, paid bool) {
	ok := op.Responses.Value("200")
	if ok == nil || ok.Value == nil {
		say(where, "has no 200")
		return
	}

	media := ok.Value.Content.Get("application/json")
	if media == nil {
		if paid {
			say(where, "the 200 of a paid operation is application/json")
		}
		return
	}

	if media.Schema == nil || media.Schema.Value == nil {
		say(where, "the 200 has no schema")
		return
	}

	if media.Example == nil {
		say(where+" 200", "has no example")
	}
	lintFields(say, where+" 200", media.Schema.Value, map[*openapi3.Schema]bool{})
}

// lintFields requires a description on every property, at any depth.
func lintFields(say sayFunc, where string, s *openapi3.Schema, seen map[*openapi3.Schema]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true

	for name, prop := range s.Properties {
		if prop.Value.Description == "" {
			say(where+"."+name, "has no description")
		}
		lintFields(say, where+"."+name, prop.Value, seen)
	}

	if s.Items != nil {
		lintFields(say, where+"[]", s.Items.Value, seen)
	}
	if s.AdditionalProperties.Schema != nil {
		lintFields(say, where+"{}", s.AdditionalProperties.Schema.Value, seen)
	}

	for _, list := range []openapi3.SchemaRefs{s.AllOf, s.OneOf, s.AnyOf} {
		for _, sub := range list {
			lintFields(say, where, sub.Value, seen)
		}
	}
}
