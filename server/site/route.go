package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

// routeView makes the pages of one route.
type routeView struct {
	op     *spec.Operation
	site   *Site
	living living[routeFigures]
}

// inputRow is a line of the table of inputs.
type inputRow struct {
	Name        string
	Type        string
	Required    bool
	Rules       []string
	Values      []string // of an enum
	Description string
}

type routeData struct {
	frame
	Op         *spec.Operation
	FamilyPath string
	Price      string
	Live       routeFigures
	Inputs     []inputRow
	Where      string // the inputs' place in a request
	Example    string // JSON of the answer
	Snippets   []snippet
	Controls   []control // of the form; nil where there are no inputs, or some are part of the path
	Buy        *purchase // what the page buys; nil where the form leads to the page on which one pays
	Members    []memberRow
	MoreOfThem bool // than Members has
	Failures   []failure
	Neighbours []routeLine
}

// snippet is a way to call the route.
type snippet struct{ ID, Title, Code string }

// purchase is what the script of the page sends. Without a URL it is what the page itself was asked for with.
type purchase struct {
	Method, URL, Body, Price string

	Networks string // JSON of WalletNetworks by the number of the chain
	Wrong    string // why nothing can be bought with the inputs; "" when they are right
}

func (v *routeView) data() (routeData, error) {
	op := v.op
	call, err := find.ExampleCall(op, v.site.service.PublicBaseURL)
	if err != nil {
		return routeData{}, err
	}
	example, err := indented(op.Example)
	if err != nil {
		return routeData{}, fmt.Errorf("example of %s: %w", op.Name(), err)
	}

	data := routeData{
		frame:      v.site.frame(op.Name()+" - "+v.site.service.Name, oneLine(op.Description), RoutePath(op)),
		Op:         op,
		FamilyPath: familyPath(op.Family),
		Price:      priceText(op),
		Where:      "query parameters",
		Example:    example,
	}
	data.Markdown = data.Path + markdownEnd
	if op.Body != nil {
		data.Where = "members of the JSON body"
	}
	for _, in := range op.Inputs {
		data.Inputs = append(data.Inputs, rowOf(in))
	}
	if data.Snippets, err = v.snippets(call); err != nil {
		return routeData{}, err
	}
	data.Members, data.MoreOfThem = membersOf(op.Output)
	data.Failures = failuresOf(op)
	data.Neighbours = v.site.neighboursOf(op)

	if op.Paid {
		if data.Controls, err = controlsOf(op); err != nil {
			return routeData{}, fmt.Errorf("example of %s: %w", op.Name(), err)
		}
	}
	if data.Controls != nil {
		data.Scripts = append(data.Scripts, tryPath)
	}
	if op.Paid && (data.Controls == nil || op.Body != nil) {
		data.Scripts = append(data.Scripts, payPath)
		data.Buy = &purchase{
			Method: op.Method,
			URL:    strings.TrimPrefix(call.URL, v.site.service.PublicBaseURL),
			Body:   string(call.Body),
			Price:  data.Price,

			Networks: v.site.networks,
		}
	}
	return data, nil
}

// document is the page with the figures of the route's calls.
func (v *routeView) document(ctx context.Context) (discovery.Document, error) {
	return v.living.of(v.site.figuresOf(ctx, v.op.Name()), v.page)
}

func (v *routeView) page(live routeFigures) ([]byte, error) {
	data, err := v.data()
	if err != nil {
		return nil, err
	}
	data.Live = live
	return render("route.html", data)
}

// markdown is the route for agents.
func (v *routeView) markdown() ([]byte, error) {
	data, err := v.data()
	if err != nil {
		return nil, err
	}

	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s. Price: %s. Not charged when it fails.\n\n%s\n\n",
		v.op.Name(), strings.TrimSuffix(oneLine(v.op.Summary), "."), data.Price, oneLine(v.op.Description))
	if v.op.Paid {
		base := v.site.service.PublicBaseURL
		fmt.Fprintf(&b, "How to pay: %s/llms.txt. All routes: %s%s%s\n\n", base, base, docsPath, markdownEnd)
	}
	writeInputs(&b, data)
	for _, s := range data.Snippets {
		fmt.Fprintf(&b, "## %s\n\n%s\n", s.Title, fenced(s.Code))
	}
	if data.Example != "" {
		fmt.Fprintf(&b, "## Example answer\n\n%s\n", fenced(data.Example))
	}
	return []byte(b.String()), nil
}

func writeInputs(b *strings.Builder, data routeData) {
	if len(data.Inputs) == 0 {
		b.WriteString("It takes no inputs.\n\n")
		return
	}

	fmt.Fprintf(b, "Inputs, as %s:\n\n", data.Where)
	b.WriteString("| name | type | required | rules | meaning |\n|---|---|---|---|---|\n")

	for _, in := range data.Inputs {
		required := "no"
		if in.Required {
			required = "yes"
		}
		rules := in.Rules
		if len(in.Values) > 0 {
			rules = append(rules, "one of "+strings.Join(in.Values, ", "))
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n",
			in.Name, in.Type, required, cell(strings.Join(rules, "; ")), cell(in.Description))
	}
	b.WriteString("\n")
}

func cell(text string) string { return strings.ReplaceAll(oneLine(text), "|", `\|`) }

func fenced(code string) string { return "```\n" + strings.TrimSuffix(code, "\n") + "\n```\n" }

// typeWords are the types of inputs as people say them.
var typeWords = map[string]string{
	"str":   "text",
	"int":   "whole number",
	"float": "number",
	"bool":  "true or false",
	"list":  "list",
	"dict":  "object",
}

func rowOf(in spec.Input) inputRow {
	row := inputRow{
		Name:        in.Name,
		Type:        typeWords[in.TypeLabel()],
		Required:    in.Required,
		Rules:       rulesOf(in.Schema),
		Description: in.Description,
	}

	values := in.Schema
	if values.Items != nil && values.Items.Value != nil {
		values = values.Items.Value
	}
	for _, value := range values.Enum {
		if value != nil {
			row.Values = append(row.Values, fmt.Sprint(value))
		}
	}

	if in.Schema.Default != nil && in.Schema.Default != "" {
		row.Rules = append(row.Rules, "default "+plain(in.Schema.Default))
	}
	if in.Example != nil {
		row.Rules = append(row.Rules, "e.g. "+clip.Shown(plain(in.Example), maxExample))
	}
	return row
}

// maxExample is how much of an example value the table shows, in characters; the calls below it have it whole.
const maxExample = 60

// rulesOf are the bounds of a schema in words. Patterns are left out: the description says what they mean.
func rulesOf(s *openapi3.Schema) []string {
	var rules []string
	add := func(format string, args ...any) { rules = append(rules, fmt.Sprintf(format, args...)) }

	if low := s.Min; low != nil {
		word := "at least"
		if s.ExclusiveMin.IsTrue() {
			word = "above"
		}
		add("%s %s", word, number(*low))
	}
	if high := s.Max; high != nil {
		word := "at most"
		if s.ExclusiveMax.IsTrue() {
			word = "below"
		}
		add("%s %s", word, number(*high))
	}
	switch {
	case s.MaxLength != nil && s.MinLength == *s.MaxLength:
		add("%d characters", s.MinLength)
	case s.MaxLength != nil && s.MinLength > 1:
		add("%d to %d characters", s.MinLength, *s.MaxLength)
	case s.MaxLength != nil:
		add("at most %d characters", *s.MaxLength)
	case s.MinLength > 1:
		add("at least %d characters", s.MinLength)
	}
	if s.MinItems > 1 {
		add("at least %d items", s.MinItems)
	}
	if s.MaxItems != nil {
		add("at most %d items", *s.MaxItems)
	}
	if s.Format == "date" || s.Format == "date-time" || s.Format == "uri" || s.Format == "email" {
		add("%s", s.Format)
	}
	return rules
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// plain writes a value of the spec for people.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return number(v)
	}
	text, err := jsontext.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// indented is a value as JSON over several lines; empty for nil.
func indented(v any) (string, error) {
	if v == nil {
		return "", nil
	}
	text, err := jsontext.Marshal(v)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		return "", err
	}
	return out.String(), nil
}

func (v *routeView) snippets(call find.Call) ([]snippet, error) {
	all := []snippet{{"curl", "curl", call.Curl}}
	if !v.op.Paid {
		return all, nil
	}

	tool, err := toolCall(v.op)
	if err != nil {
		return nil, err
	}
	program, err := v.site.typeScript(v.op, call)
	if err != nil {
		return nil, err
	}
	return append(all,
		snippet{"farebox", "farebox pay", v.site.kit.payCommand(call)},
		snippet{"typescript", "TypeScript", program},
		snippet{"go", "Go", v.site.kit.goCode(call, discovery.PriceUSD(v.op))},
		snippet{"mcp", "MCP, at " + v.site.service.PublicBaseURL + discovery.MCPPath, tool},
	), nil
}
