package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

// The tools that never ask for a payment, but for call_tool, which is the tool that it names.
const (
	findTools    = "find_tools"
	describeTool = "describe_tool"
	callTool     = "call_tool"
	howToPay     = "how_to_pay"
)

// mostMatches bounds the tools that find_tools gives at once.
const mostMatches = 10

// freeToolsFor come first in each list. low and high are the prices of the cheapest and the dearest tool.
func freeToolsFor(low, high string) []*mcp.Tool {
	finds := freeTool(findTools, "Find tools for a task",
		"Ranks all tools of this service, also those that the list does not show, for a task in plain words. Gives "+
			"name, price, inputs and example arguments of the best, or nothing_fits. Call it first. Free.",
		`{"type":"object","properties":{`+
			`"task":{"type":"string","minLength":1,"maxLength":500,`+
			`"description":"What is to be done or known, in plain words."},`+
			`"family":{"type":"string","description":"Only tools of this family, such as edgar or chain."},`+
			`"max_usd":{"type":"number","minimum":0,`+
			`"description":"Only tools that cost at most this many US dollars a call."},`+
			`"limit":{"type":"integer","minimum":1,"maximum":10,"default":5,"description":"How many tools to give."},`+
			`"detail":{"type":"string","enum":["brief","full"],"default":"brief",`+
			`"description":"full adds what each tool does and its whole input schema."}},`+
			`"required":["task"],"additionalProperties":false}`)

	describes := freeTool(describeTool, "Describe a tool",
		"What one tool takes and answers: price, input schema, example arguments and the members of the answer. Free.",
		`{"type":"object","properties":{`+
			`"name":{"type":"string","description":"Name of the tool, as find_tools gives it."},`+
			`"schema":{"type":"boolean","default":false,`+
			`"description":"Give the schema of the answer and an example answer too."}},`+
			`"required":["name"],"additionalProperties":false}`)

	calls := freeTool(callTool, "Call any tool",
		"Calls a tool by its name, for tools that your list does not show. Inputs, answer and price are those of the "+
			"tool that is called: $"+low+" to $"+high+". check and fields work as arguments of every tool.",
		`{"type":"object","properties":{`+
			`"name":{"type":"string","description":"Name of the tool, as find_tools gives it."},`+
			`"arguments":{"type":"object","description":"The tool's own arguments."},`+
			`"fields":{"type":"string","description":"Members to give, such as lat,sources.name."},`+
			`"check":{"type":"boolean","description":"Free look at inputs, price and sources."}},`+
			`"required":["name"],"additionalProperties":false}`)

	pays := freeTool(howToPay, "How to pay",
		"Networks and token, what a client does to pay or when it cannot, and what is never charged. Free.",
		`{"type":"object","properties":{},"additionalProperties":false}`)

	return []*mcp.Tool{finds, describes, calls, pays}
}

func freeTool(name, title, description, schema string) *mcp.Tool {
	return &mcp.Tool{
		Name:        name,
		Title:       title,
		Description: description,
		InputSchema: json.RawMessage(schema),
		Annotations: annotations(title, name == callTool),
	}
}

// match is a tool that find_tools gives. A brief one has the names of its inputs in place of their schema.
type match struct {
	Name             string          `json:"name"`
	Title            string          `json:"title"`
	PriceUSD         json.Number     `json:"price_usd"`
	Needs            []string        `json:"needs,omitempty"` // inputs, with the type of each
	Takes            []string        `json:"takes,omitempty"` // further ones, which may be left out
	Why              string          `json:"why,omitempty"`
	InputSchema      json.RawMessage `json:"input_schema,omitempty"`
	ExampleArguments json.RawMessage `json:"example_arguments,omitempty"` // of a brief one, where it is short
}

// findTools ranks tools as GET /find ranks routes.
func (d *Door) findTools(arguments json.RawMessage) *callResult {
	in := struct {
		Task   string           `json:"task"`
		Family string           `json:"family"`
		MaxUSD *decimal.Decimal `json:"max_usd"` // takes numbers in quotation marks too
		Limit  *decimal.Decimal `json:"limit"`
		Detail string           `json:"detail"`
	}{}
	if bad := readArguments(arguments, &in); bad != nil {
		return problemResult(bad, "")
	}
	limit, bad := d.findLimits(in.Task, in.Family, in.Limit)
	if bad != nil {
		return problemResult(bad, "")
	}
	give := d.brief
	switch in.Detail {
	case "", "brief":
	case "full":
		give = d.match
	default:
		return problemResult(problem.Invalid("detail", "detail must be brief or full"), "")
	}

	ranked := d.opt.Find().FindOpen(in.Task, len(d.opt.Spec.Operations), d.closed())
	if !find.Fits(ranked) {
		return freeResult(d.nothingFits(ranked))
	}

	matches := []match{}
	for _, m := range ranked {
		t := d.catalog.byName[m.Op.ID]
		switch {
		case t == nil:
		case in.Family != "" && t.op.Family != in.Family:
		case in.MaxUSD != nil && t.op.Price.GreaterThan(*in.MaxUSD):
		default:
			if len(matches) < limit {
				matches = append(matches, give(t))
			}
		}
	}
	return freeResult(map[string]any{
		"count": len(matches),
		"tools": matches,
	})
}

// nothingFits is the answer to a task that no tool does.
func (d *Door) nothingFits(ranked []find.Match) map[string]any {
	nearest := []string{}
	for _, m := range ranked {
		if d.catalog.byName[m.Op.ID] != nil && len(nearest) < mostNearest {
			nearest = append(nearest, m.Op.ID)
		}
	}
	return map[string]any{
		"count":        0,
		"tools":        []match{},
		"nothing_fits": true,
		"nearest":      nearest,
	}
}

// mostNearest is how many tools are named where none fits.
const mostNearest = 3

// findLimits checks the inputs of find_tools.
func (d *Door) findLimits(task, family string, limit *decimal.Decimal) (int, *problem.Problem) {
	least := decimal.NewFromInt(1)
	most := decimal.NewFromInt(mostMatches)
	switch {
	case strings.TrimSpace(task) == "":
		return 0, problem.Missing("task")
	case len(task) > 500:
		return 0, problem.Invalid("task", "task must have at most 500 characters")
	case family != "" && d.catalog.sets[family] == nil:
		return 0, problem.Invalid("family", "family must be one of %s", strings.Join(d.catalog.families(), ", "))
	case limit == nil:
		return 5, nil
	case !limit.IsInteger() || limit.LessThan(least) || limit.GreaterThan(most):
		return 0, problem.Invalid("limit", "limit must be a whole number from 1 to %d", mostMatches)
	}
	return int(limit.IntPart()), nil
}

// mostExample bounds the example of a brief match, in bytes; describe_tool has the others.
const mostExample = 400

// mostTaken is how many optional inputs a brief match names.
const mostTaken = 8

// brief is what a model needs to choose a tool and to call it.
func (d *Door) brief(t *tool) match {
	m := d.match(t)
	m.Why = ""
	m.InputSchema = nil
	if len(m.ExampleArguments) > mostExample {
		m.ExampleArguments = nil
	}
	for _, in := range t.op.Inputs {
		if in.Required {
			m.Needs = append(m.Needs, in.Name+": "+in.TypeLabel())
		} else {
			m.Takes = append(m.Takes, in.Name)
		}
	}
	if more := len(m.Takes) - mostTaken; more > 1 {
		m.Takes = append(m.Takes[:mostTaken], fmt.Sprintf("+%d more", more))
	}
	return m
}

func (d *Door) match(t *tool) match {
	example, err := discovery.ExampleArguments(t.op)
	if err != nil {
		example = json.RawMessage("{}")
	}
	schema, _ := t.listed.InputSchema.(json.RawMessage)
	return match{
		Name:             t.op.ID,
		Title:            t.op.Summary,
		PriceUSD:         json.Number(discovery.PriceUSD(t.op)),
		Why:              t.op.Description,
		InputSchema:      schema,
		ExampleArguments: example,
	}
}

// describeTool gives what the list leaves out.
func (d *Door) describeTool(arguments json.RawMessage) *callResult {
	var in struct {
		Name   string `json:"name"`
		Schema bool   `json:"schema"`
	}
	if bad := readArguments(arguments, &in); bad != nil {
		return problemResult(bad, "")
	}
	t, bad := d.named(in.Name)
	if bad != nil {
		return problemResult(bad, "")
	}

	m := d.match(t)
	answer := map[string]any{
		"name":              m.Name,
		"title":             m.Title,
		"description":       t.op.Description,
		"family":            t.op.Family,
		"price_usd":         m.PriceUSD,
		"route":             t.op.Name(),
		"input_schema":      m.InputSchema,
		"example_arguments": m.ExampleArguments,
	}
	if !in.Schema {
		answer["answer"] = membersOf(t.op.Output)
		return shortResult(answer, t)
	}

	output, err := discovery.AnswerSchema(t.op)
	if err != nil {
		return problemResult(problem.From(err), "")
	}
	answer["url"] = d.opt.Service.PublicBaseURL + t.op.Path
	answer["output_schema"] = output
	answer["example_answer"] = t.op.Example
	return freeResult(answer)
}

// mostDescribed bounds a description, in bytes. One of a tool with many inputs says less about each.
const mostDescribed = 4000

// shortResult is a description of a tool within the bound.
func shortResult(answer map[string]any, t *tool) *callResult {
	full := freeResult(answer)
	if len(full.StructuredContent) <= mostDescribed {
		return full
	}
	brief, err := discovery.BriefArgumentsSchema(t.op)
	if err != nil {
		return problemResult(problem.From(err), "")
	}
	answer["input_schema"] = brief
	return freeResult(answer)
}

// fewInner is how many members an object inside a long answer may have for them to be named; longLine is what a long
// answer is, in bytes.
const (
	fewInner = 6
	longLine = 1_000
)

// membersOf are the members of an answer on one line, those of objects and of items of lists in brackets. In a long
// line dots stand for those of large objects: the schema has them.
func membersOf(schema *openapi3.Schema) string {
	var b strings.Builder
	writeMembers(&b, schema, 1, math.MaxInt)
	if b.Len() > longLine {
		b.Reset()
		writeMembers(&b, schema, 1, fewInner)
	}
	return b.String()
}

// writeMembers writes the names of the members of schema, down to a number of levels, and of inner objects up to a
// number of members.
func writeMembers(b *strings.Builder, schema *openapi3.Schema, deeper, most int) {
	for i, name := range slices.Sorted(maps.Keys(spec.Members(schema))) {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name)
		inner := spec.Members(schema)[name].Value
		open := "{"
		end := "}"
		if inner != nil && inner.Items != nil {
			open = "["
			end = "]"
			inner = inner.Items.Value
		}

		count := len(spec.Members(inner))
		switch {
		case deeper == 0 || count == 0:
		case count > most:
			b.WriteString(open + "..." + end)
		default:
			b.WriteString(open)
			writeMembers(b, inner, deeper-1, most)
			b.WriteString(end)
		}
	}
}

// innerCall reads what call_tool is to call.
func (d *Door) innerCall(arguments json.RawMessage) (call struct {
	tool      *tool
	arguments json.RawMessage
}, bad *problem.Problem) {
	var in struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Fields    json.RawMessage `json:"fields"`
		Check     json.RawMessage `json:"check"`
	}
	if bad = readArguments(arguments, &in); bad != nil {
		return call, bad
	}
	if call.tool, bad = d.named(in.Name); bad != nil {
		return call, bad
	}

	call.arguments = in.Arguments
	var quoted string
	if json.Unmarshal(in.Arguments, &quoted) == nil && json.Valid([]byte(quoted)) {
		call.arguments = json.RawMessage(quoted) // models write a nested object as its JSON in a text
	}
	call.arguments = withControls(call.arguments, in.Fields, in.Check)
	return call, nil
}

// withControls puts the controls among the arguments of a tool. Arguments that are not an object are left for the tool
// to refuse.
func withControls(arguments, fields, check json.RawMessage) json.RawMessage {
	members := map[string]json.RawMessage{}
	if fields == nil && check == nil || len(arguments) > 0 && json.Unmarshal(arguments, &members) != nil {
		return arguments
	}
	if members == nil { // the arguments were null
		members = map[string]json.RawMessage{}
	}
	if fields != nil {
		members["fields"] = fields
	}
	if check != nil {
		members["check"] = check
	}

	with, err := compact(members)
	if err != nil {
		return arguments
	}
	return with
}

// closed are the routes that are not sold now.
func (d *Door) closed() map[string]string {
	if d.opt.Closed == nil {
		return nil
	}
	return d.opt.Closed()
}

// named is the tool that a caller means.
func (d *Door) named(name string) (*tool, *problem.Problem) {
	if name == "" {
		return nil, problem.Missing("name")
	}
	if t := d.catalog.find(name); t != nil {
		return t, nil
	}
	p := problem.NotFound("name", "there is no tool %q; find_tools gives the tools for a task", shown(name))
	var near []string
	for _, m := range d.opt.Find().Find(name, 10) {
		if d.catalog.byName[m.Op.ID] != nil && len(near) < 3 {
			near = append(near, m.Op.ID)
		}
	}
	if near != nil {
		p = p.With("did_you_mean", near)
	}
	return nil, p
}

// readArguments reads the arguments of a free tool. What it does not have is refused by name.
func readArguments(arguments json.RawMessage, into any) *problem.Problem {
	if len(arguments) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(arguments))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		return nil
	}
	if _, name, unknown := strings.Cut(err.Error(), "unknown field "); unknown {
		name = shown(strings.Trim(name, `"`))
		return problem.InvalidCode(name, problem.CodeUnknownParameter, "%s is not an argument of this tool", name)
	}
	return problem.Invalid("arguments", "the arguments do not have the types in the tool's input schema")
}

// freeResult is an answer that nobody pays for, as text and as an object.
func freeResult(answer any) *callResult {
	text, err := compact(answer)
	if err != nil {
		return problemResult(problem.From(fmt.Errorf("write an answer: %w", err)), "")
	}
	return &callResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
		StructuredContent: text,
	}
}
