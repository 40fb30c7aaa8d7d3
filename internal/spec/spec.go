// Package spec reads the bundled OpenAPI document once and provides its operations in the form that the server, the
// quotes and the discovery documents need. Nothing else reads the document.
package spec

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/each"
)

// Operation is one route.
type Operation struct {
	ID          string
	Method      string // "GET"
	Path        string // "/crypto/hash"
	Family      string // the tag, "crypto"
	Summary     string
	Description string
	Tasks       []string        // ways to ask for it (x-tasks)
	Price       decimal.Decimal // US dollars; zero on free routes
	Paid        bool
	Inputs      []Input          // parameters but for controls (x-control), and the members of the JSON body
	Body        *openapi3.Schema // schema of the JSON body, or nil
	BodyExample any              // example of the JSON body, or nil
	Output      *openapi3.Schema // schema of the JSON 200; nil if the 200 is not JSON
	Example     any              // example of the JSON 200
	MaxBody     int64            // most bytes of a body (x-max-body-bytes)
	BodyMemory  int64            // bytes of memory per byte of a body (x-body-memory)
	KeepNothing bool             // promises to keep nothing of the request (x-keep: never)
	Operator    bool             // only for the operator if a token is configured (x-operator)
	ClosedWorld bool             // computed here from the inputs alone, without providers (x-world of its family)
	Flagship    bool             // among the tools shown to MCP clients by default (x-mcp: flagship)
	Validation  bool             // free query route that answers bad input with the 422 validation body
	Backend     string           // name of the sold API whose service answers (x-backend); "" for the program's own routes
	Cost        cost.Amount      // of one call of that service (x-cost-usd)
	Route       *routers.Route   // for request validation
}

// Takes says whether the operation has a query parameter of a name.
func (o *Operation) Takes(name string) bool {
	return slices.ContainsFunc(o.Inputs, func(in Input) bool { return in.In == "query" && in.Name == name })
}

// Input is a parameter, or a member of the JSON body.
type Input struct {
	Name        string
	In          string // "query", "path" or "header"; "" for a member of the body
	Description string
	Required    bool
	AllowEmpty  bool // the empty string is a value
	Schema      *openapi3.Schema
	Example     any // nil when the spec gives none
}

// Name is "GET /crypto/hash", the operation's name in catalogues and events.
func (o *Operation) Name() string { return o.Method + " " + o.Path }

// Spec is the document and its operations.
type Spec struct {
	Doc        *openapi3.T
	Operations []*Operation // by family in the document's tag order, then by path
	Families   []Family
	byPath     map[string]map[string]*Operation
	templates  []string // the paths with parameters, /pets/{id}, in the order in which they are tried
}

// Family is a group of routes.
type Family struct {
	Name        string
	Description string
	Group       string // its heading (x-group), one of Groups
	Operations  []*Operation
}

// Groups are the headings of families, in order (x-groups).
func (s *Spec) Groups() []string {
	listed, _ := s.Doc.Info.Extensions["x-groups"].([]any)
	groups := make([]string, 0, len(listed))
	for _, g := range listed {
		if name, ok := g.(string); ok {
			groups = append(groups, name)
		}
	}
	return groups
}

// Load reads a bundled document.
func Load(document []byte) (*Spec, error) {
	doc, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		return nil, fmt.Errorf("spec: %w", err)
	}

	s := &Spec{Doc: doc, byPath: map[string]map[string]*Operation{}}
	byTag := map[string][]*Operation{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			o, err := operation(doc, path, method, item, op)
			if err != nil {
				return nil, fmt.Errorf("spec: %s %s: %w", method, path, err)
			}
			byTag[o.Family] = append(byTag[o.Family], o)
			s.place(o)
		}
	}

	for _, tag := range doc.Tags {
		ops := byTag[tag.Name]
		for _, op := range ops {
			op.ClosedWorld = tag.Extensions["x-world"] == "closed"
		}
		sort.Slice(ops, func(i, j int) bool { return ops[i].Path+ops[i].Method < ops[j].Path+ops[j].Method })
		s.Operations = append(s.Operations, ops...)
		group, _ := tag.Extensions["x-group"].(string)
		s.Families = append(s.Families, Family{
			Name:        tag.Name,
			Description: tag.Description,
			Group:       group,
			Operations:  ops,
		})
	}

	return s, nil
}

// Without is the spec without operations of these names, such as "GET /crypto/hash", and the families that have none
// left. It shares everything else, the document too, which still has them.
func (s *Spec) Without(names []string) *Spec {
	out := func(o *Operation) bool { return slices.Contains(names, o.Name()) }
	left := &Spec{
		Doc:        s.Doc,
		Operations: slices.DeleteFunc(slices.Clone(s.Operations), out),
		byPath:     map[string]map[string]*Operation{},
	}
	for _, f := range s.Families {
		f.Operations = slices.DeleteFunc(slices.Clone(f.Operations), out)
		if len(f.Operations) > 0 {
			left.Families = append(left.Families, f)
		}
	}

	for _, o := range left.Operations {
		left.place(o)
	}
	return left
}

// Lookup is the operation at path with method; for another method, allowed names the path's methods. Both are empty
// when path is not a route.
func (s *Spec) Lookup(method, path string) (op *Operation, allowed []string) {
	methods, exact := s.byPath[path]
	if !exact {
		methods = s.byPath[s.templateOf(path)]
	}
	if op = methods[method]; op != nil {
		return op, nil
	}
	for m := range methods {
		allowed = append(allowed, m)
	}
	sort.Strings(allowed)
	return nil, allowed
}

// Paths are the paths of all routes.
func (s *Spec) Paths() []string {
	return slices.Sorted(maps.Keys(s.byPath))
}

// Defaults for a body.
const (
	defaultMaxBody    = 2 << 20
	defaultBodyMemory = 12 // measured with the largest bodies of all routes (docs/performance/)
)

func operation(doc *openapi3.T, path, method string, item *openapi3.PathItem, op *openapi3.Operation) (*Operation, error) {
	o := &Operation{
		ID: op.OperationID, Method: method, Path: path, Family: op.Tags[0],
		Summary: op.Summary, Description: strings.TrimSpace(op.Description),
		Route: &routers.Route{
			Spec:      doc,
			Path:      path,
			PathItem:  item,
			Method:    method,
			Operation: op,
		},
	}

	o.MaxBody = defaultMaxBody
	if n, ok := op.Extensions["x-max-body-bytes"].(float64); ok {
		o.MaxBody = int64(n)
	}

	o.BodyMemory = defaultBodyMemory
	if n, ok := op.Extensions["x-body-memory"].(float64); ok {
		o.BodyMemory = int64(n)
	}

	o.KeepNothing = op.Extensions["x-keep"] == "never"
	o.Flagship = op.Extensions["x-mcp"] == "flagship"
	o.Operator, _ = op.Extensions["x-operator"].(bool)

	if phrases, ok := op.Extensions["x-tasks"].([]any); ok {
		for _, p := range phrases {
			o.Tasks = append(o.Tasks, fmt.Sprint(p))
		}
	}

	var err error
	if o.Price, o.Paid, err = price(op); err != nil {
		return nil, err
	}

	o.Validation = !o.Paid && op.Responses.Value("422") != nil
	o.Backend, _ = op.Extensions["x-backend"].(string)
	if o.Cost, err = costOf(op); err != nil {
		return nil, err
	}
	for _, p := range op.Parameters {
		if control, _ := p.Value.Extensions["x-control"].(bool); control {
			continue
		}
		example := p.Value.Example
		if example == nil {
			example = p.Value.Schema.Value.Example
		}
		o.Inputs = append(o.Inputs, Input{
			Name:        p.Value.Name,
			In:          p.Value.In,
			Description: p.Value.Description,
			Required:    p.Value.Required,
			AllowEmpty:  p.Value.AllowEmptyValue,
			Schema:      p.Value.Schema.Value,
			Example:     example,
		})
	}

	if op.RequestBody != nil {
		if media := op.RequestBody.Value.Content["application/json"]; media != nil && media.Schema != nil {
			o.Body = media.Schema.Value
			o.BodyExample = media.Example
			o.Inputs = append(o.Inputs, bodyInputs(media)...)
		}
	}

	if ok := op.Responses.Value("200"); ok != nil && ok.Value != nil {
		if media := ok.Value.Content.Get("application/json"); media != nil && media.Schema != nil {
			o.Output = media.Schema.Value
			o.Example = media.Example
		}
	}

	return o, nil
}

// costOf is what a call costs the seller by x-cost-usd, a text in US dollars.
func costOf(op *openapi3.Operation) (cost.Amount, error) {
	raw, is := op.Extensions["x-cost-usd"]
	if !is {
		return 0, nil
	}
	text, isText := raw.(string)
	amount, err := cost.Parse(text)
	if !isText || text == "" || err != nil {
		return 0, fmt.Errorf("x-cost-usd %w, as a text", cost.ErrForm)
	}
	return amount, nil
}

// price is the price in x-payment-info, in US dollars; paid is false without one.
func price(op *openapi3.Operation) (usd decimal.Decimal, paid bool, err error) {
	raw, paid := op.Extensions["x-payment-info"]
	if !paid {
		return decimal.Zero, false, nil
	}

	var info struct {
		Price struct {
			Amount decimal.Decimal `json:"amount"`
		} `json:"price"`
	}
	text, err := json.Marshal(raw)
	if err != nil {
		return decimal.Zero, false, fmt.Errorf("x-payment-info: %w", err)
	}
	if err := json.Unmarshal(text, &info); err != nil {
		return decimal.Zero, false, fmt.Errorf("x-payment-info: %w", err)
	}

	if !info.Price.Amount.IsPositive() {
		return decimal.Zero, false, fmt.Errorf("x-payment-info: a price of %s", info.Price.Amount)
	}
	return info.Price.Amount, true, nil
}

// bodyInputs are the members of an object body, required ones first, then by name.
func bodyInputs(media *openapi3.MediaType) []Input {
	required := each.Set(media.Schema.Value.Required)
	example, _ := media.Example.(map[string]any)
	inputs := make([]Input, 0, len(media.Schema.Value.Properties))
	for name, prop := range media.Schema.Value.Properties {
		inputs = append(inputs, Input{
			Name: name, Description: prop.Value.Description, Required: required[name],
			Schema: prop.Value, Example: example[name],
		})
	}

	sort.Slice(inputs, func(i, j int) bool {
		if inputs[i].Required != inputs[j].Required {
			return inputs[i].Required
		}
		return inputs[i].Name < inputs[j].Name
	})

	return inputs
}

// TypeLabel is the catalogue's word for an input's type: str, int, float, bool, list or dict.
func (in Input) TypeLabel() string { return typeLabel(in.Schema) }

// typeLabel returns, for a schema without its own type, the label of its first alternative or part: the spec names
// the usual form first.
func typeLabel(s *openapi3.Schema) string {
	switch {
	case s.Type.Is("integer"):
		return "int"
	case s.Type.Is("number"):
		return "float"
	case s.Type.Is("boolean"):
		return "bool"
	case s.Type.Is("array"):
		return "list"
	case s.Type.Is("object"):
		return "dict"
	case s.Type != nil:
		return "str"
	}

	for _, list := range []openapi3.SchemaRefs{s.AnyOf, s.OneOf, s.AllOf} {
		if len(list) > 0 {
			return typeLabel(list[0].Value)
		}
	}
	return "str"
}

// ExampleQuery is the query of an example call: required inputs, and optional ones with an example. It is nil for
// operations with a body.
func (o *Operation) ExampleQuery() map[string]string {
	q := map[string]string{}
	for _, in := range o.Inputs {
		if in.In == "query" && in.Example != nil {
			q[in.Name] = queryText(in.Example)
		}
	}
	if len(q) == 0 && o.Body != nil {
		return nil
	}
	return q
}

// queryText writes an example as a query value: lists comma-separated, numbers without exponent.
func queryText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		parts := each.Of(v, queryText)
		return strings.Join(parts, ",")

	case float64:
		return decimal.NewFromFloat(v).String()
	default:
		b, err := json.Marshal(v)
		if err != nil {
			return fmt.Sprint(v)
		}
		return string(b)
	}
}
