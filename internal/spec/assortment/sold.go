package assortment

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// Sold is an OpenAPI document of a service that others run, whose operations are sold beside the program's own.
type Sold struct {
	// Name is the family under which its operations are shown, in lower case.
	Name string
	File File
}

// Members that an operation of a sold document gets. They tell it from the program's own.
const (
	backendMember     = "x-backend"      // the name of the sold API
	backendPathMember = "x-backend-path" // its path there
	costMember        = "x-cost-usd"     // what a call costs the operator
)

// add puts the operations of a document beside those of d, all in one family. An operation without a price is among
// them until the overlays were applied, which may give it one.
func (d document) add(sold Sold) error {
	other, err := sold.read()
	if err != nil {
		return fmt.Errorf("%s: %w", sold.File.Name, err)
	}
	if err := d.addOperations(sold, other); err != nil {
		return fmt.Errorf("%s: %w", sold.File.Name, err)
	}
	d.addComponents(other)
	d.addFamily(sold, other)
	return nil
}

// read is the document with its names made its own, so that they meet none of ours.
func (s Sold) read() (document, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(s.File.Text, &root); err != nil {
		return nil, err
	}
	if root.Kind == 0 {
		return nil, errors.New("it is empty")
	}
	value, err := valueOf(&root)
	if err != nil {
		return nil, err
	}
	doc, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("it is no OpenAPI document")
	}

	version, _ := doc["openapi"].(string)
	switch {
	case strings.HasPrefix(version, "3.1."):
		doc = asVersion30(doc).(map[string]any)
	case !strings.HasPrefix(version, "3.0."):
		return nil, fmt.Errorf("openapi is %q: 3.0 and 3.1 can be sold", version)
	}
	if err := s.renameReferences(doc); err != nil {
		return nil, err
	}
	return doc, nil
}

// renameReferences makes #/components/schemas/Pet into #/components/schemas/shop.Pet, and the names of the components
// with it.
func (s Sold) renameReferences(doc document) error {
	if err := s.renameIn(map[string]any(doc)); err != nil {
		return err
	}
	components, _ := doc["components"].(map[string]any)
	for kind, named := range components {
		members, _ := named.(map[string]any)
		renamed := map[string]any{}
		for name, value := range members {
			renamed[s.Name+"."+name] = value
		}
		components[kind] = renamed
	}
	return nil
}

func (s Sold) renameIn(value any) error {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if err := s.renameIn(item); err != nil {
				return err
			}
		}
	case map[string]any:
		if reference, is := value["$ref"].(string); is {
			parts := strings.Split(reference, "/")
			if len(parts) != 4 || parts[0] != "#" || parts[1] != "components" {
				return fmt.Errorf("$ref %s: only the document's own components can be referred to", reference)
			}
			parts[3] = s.Name + "." + parts[3]
			value["$ref"] = strings.Join(parts, "/")
		}

		for _, member := range value {
			if err := s.renameIn(member); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d document) addOperations(sold Sold, other document) error {
	paths, _ := d["paths"].(map[string]any)
	prefix, _ := other["x-path-prefix"].(string)
	if prefix != "" && !strings.HasPrefix(prefix, "/") {
		return fmt.Errorf("x-path-prefix must begin with a slash, not %q", prefix)
	}
	all := other.operations()
	if len(all) == 0 {
		return errors.New("it has no operations")
	}

	items, _ := other["paths"].(map[string]any)
	for _, o := range all {
		shared, _ := items[o.path].(map[string]any)["parameters"].([]any)
		path := strings.TrimSuffix(prefix, "/") + o.path
		item, _ := paths[path].(map[string]any)
		if err := sold.mayHave(path, item); err != nil {
			return err
		}
		made, err := sold.operation(o, shared)
		if err != nil {
			return fmt.Errorf("%s: %w", o.name(), err)
		}
		if item == nil {
			item = map[string]any{}
			paths[path] = item
		}
		item[o.method] = made
	}
	return nil
}

// mayHave says whether a path can be given to the sold API. A path that exists already must be the API's own, not a
// route of the program or of another API.
func (s Sold) mayHave(path string, item map[string]any) error {
	if !strings.HasPrefix(path, "/") || path == "/" {
		return fmt.Errorf("%q cannot be a path: / is the service's own", path)
	}
	for _, method := range methods {
		there, is := item[method].(map[string]any)
		if is && there[backendMember] != any(s.Name) {
			return fmt.Errorf("%s is a route already: give the document an x-path-prefix, such as /%s", path, s.Name)
		}
	}
	return nil
}

// operation is one as the program serves it: without what only the backend's own callers need (its security, its
// servers, its errors), with the answers that every paid route has.
func (s Sold) operation(o operation, shared []any) (map[string]any, error) {
	parameters, err := parametersOf(o, shared)
	if err := errors.Join(err, rightCost(o)); err != nil {
		return nil, err
	}
	made := map[string]any{
		"operationId":     s.operationID(o),
		"tags":            []any{s.Name},
		"security":        []any{},
		"parameters":      parameters,
		"responses":       responsesOf(o),
		backendMember:     s.Name,
		backendPathMember: o.path,
	}
	for _, member := range []string{"requestBody", "x-tasks", "x-keep", "x-max-body-bytes", costMember} {
		if value, has := o.members[member]; has {
			made[member] = value
		}
	}

	summary, _ := o.members["summary"].(string)
	description, _ := o.members["description"].(string)
	made["summary"] = cmp.Or(summary, firstLine(description), o.name())
	made["description"] = cmp.Or(description, summary, o.name())
	if price := o.price(); price != nil {
		made["x-payment-info"] = paymentInfo(price)
	}
	return made, nil
}

// paymentInfo is a price in the form that all routes have.
func paymentInfo(price map[string]any) map[string]any {
	return map[string]any{
		"price": map[string]any{
			"amount":   price["amount"],
			"currency": "USD",
			"mode":     "fixed",
		},
		"protocols": []any{map[string]any{"x402": map[string]any{}}},
	}
}

// parametersOf are an operation's own parameters and those of its path that it does not replace. Cookies and payments
// are not sent on, and three headers are never parameters (OpenAPI 3.0.4, Parameter Object).
func parametersOf(o operation, shared []any) ([]any, error) {
	own, _ := o.members["parameters"].([]any)
	parameters := []any{}
	seen := map[string]bool{}
	for _, parameter := range slices.Concat(own, shared) {
		members, _ := parameter.(map[string]any)
		name, _ := members["name"].(string)
		place, _ := members["in"].(string)
		key := place + " " + name
		if reference, is := members["$ref"].(string); is {
			key = reference
		}
		if seen[key] {
			continue
		}
		seen[key] = true

		required, _ := members["required"].(bool)
		switch {
		case place == "cookie" && required:
			return nil, fmt.Errorf("the cookie %s is required, and cookies are not sent on", name)
		case place == "cookie", place == "header" && ownHeader(name):
		default:
			parameters = append(parameters, parameter)
		}
	}
	return parameters, nil
}

func ownHeader(name string) bool {
	names := []string{"Accept", "Content-Type", "Authorization", "X-Payment", "Payment-Signature"}
	return slices.ContainsFunc(names, func(own string) bool { return strings.EqualFold(own, name) })
}

// responsesOf are what the backend answers when all is well, and what every paid route answers besides.
func responsesOf(o operation) map[string]any {
	named := map[string]string{
		"400": "BadInput",
		"402": "PaymentRequired",
		"403": "NotServed",
		"404": "NotFound",
		"405": "WrongMethod",
		"409": "InFlight",
		"422": "Unprocessable",
		"429": "TooMany",
		"502": "UpstreamFailed",
		"503": "Unavailable",
	}
	if o.members["requestBody"] != nil {
		named["413"] = "TooLarge"
		named["415"] = "UnsupportedMedia"
	}
	responses := map[string]any{}
	for status, name := range named {
		responses[status] = map[string]any{"$ref": "#/components/responses/" + name}
	}

	theirs, _ := o.members["responses"].(map[string]any)
	for status, response := range theirs {
		if strings.HasPrefix(status, "2") && len(status) == 3 && status != "2XX" {
			responses[status] = response
		}
	}
	if responses["200"] == nil {
		responses["200"] = map[string]any{"description": "The answer."}
	}
	return responses
}

var notOfAName = regexp.MustCompile(`[^A-Za-z0-9]+`)

// operationID is the operation's own after the name of its API, or made of its method and path: shop and listPets are
// shopListPets.
func (s Sold) operationID(o operation) string {
	id, _ := o.members["operationId"].(string)
	id = cmp.Or(id, o.method+" "+o.path)
	made := s.Name
	for _, word := range notOfAName.Split(id, -1) {
		if word != "" {
			made += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return made
}

func (d document) addComponents(other document) {
	ours, _ := d["components"].(map[string]any)
	theirs, _ := other["components"].(map[string]any)
	for kind, named := range theirs {
		members, _ := named.(map[string]any)
		if kind == "securitySchemes" || len(members) == 0 {
			continue
		}
		all, _ := ours[kind].(map[string]any)
		if all == nil {
			all = map[string]any{}
			ours[kind] = all
		}
		maps.Copy(all, members)
	}
}

// addFamily names the family and the heading that it is shown under, after the title of the document.
func (d document) addFamily(sold Sold, other document) {
	about, _ := other["info"].(map[string]any)
	title, _ := about["title"].(string)
	description, _ := about["description"].(string)
	title = cmp.Or(title, sold.Name)
	tags, _ := d["tags"].([]any)
	d["tags"] = append(tags, map[string]any{
		"name":        sold.Name,
		"description": cmp.Or(firstLine(description), title),
		"x-group":     title,
	})

	info, _ := d["info"].(map[string]any)
	groups, _ := info["x-groups"].([]any)
	if !slices.Contains(groups, any(title)) {
		info["x-groups"] = append(groups, title)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// isSold says whether the operation is one of a sold API.
func (o operation) isSold() bool { return o.members[backendMember] != nil }

// asVersion30 says in the words of OpenAPI 3.0, which the program reads, what a document of 3.1 says otherwise.
func asVersion30(value any) any {
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			value[i] = asVersion30(item)
		}
		return value
	case map[string]any:
		for name, member := range value {
			value[name] = asVersion30(member)
		}
		return schemaAs30(value)
	}
	return value
}

// schemaAs30 rewrites the members of a schema. Objects that are not schemas do not have these members in these forms.
func schemaAs30(schema map[string]any) map[string]any {
	if types, is := schema["type"].([]any); is {
		kept := slices.DeleteFunc(slices.Clone(types), func(t any) bool { return t == "null" })
		if len(kept) < len(types) {
			schema["nullable"] = true
		}
		delete(schema, "type")
		switch {
		case len(kept) == 1:
			schema["type"] = kept[0]
		case len(kept) > 1:
			schema["anyOf"] = typesAs30(kept)
		}
	}

	for _, name := range []string{"anyOf", "oneOf"} {
		nullAside(schema, name)
	}
	if value, is := schema["const"]; is {
		schema["enum"] = []any{value}
		delete(schema, "const")
	}

	exclusiveAs30(schema, "exclusiveMinimum", "minimum")
	exclusiveAs30(schema, "exclusiveMaximum", "maximum")
	if examples, is := schema["examples"].([]any); is {
		if len(examples) > 0 && schema["example"] == nil {
			schema["example"] = examples[0]
		}
		delete(schema, "examples")
	}
	return schema
}

func typesAs30(types []any) []any {
	alternatives := make([]any, len(types))
	for i, t := range types {
		alternatives[i] = map[string]any{"type": t}
	}
	return alternatives
}

// nullAside takes the alternative null out of a list of alternatives.
func nullAside(schema map[string]any, name string) {
	alternatives, is := schema[name].([]any)
	if !is {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(alternatives), func(a any) bool {
		members, _ := a.(map[string]any)
		return members["type"] == "null"
	})
	if len(kept) == len(alternatives) {
		return
	}

	schema["nullable"] = true
	schema[name] = kept
	if len(kept) == 1 {
		delete(schema, name)
		schema["allOf"] = kept
	}
}

// exclusiveAs30 makes of an exclusive bound, a number in 3.1, the bound and a truth value.
func exclusiveAs30(schema map[string]any, exclusive, bound string) {
	limit, is := schema[exclusive]
	if _, flag := limit.(bool); !is || flag {
		return
	}
	if _, object := limit.(map[string]any); object { // a property of that name
		return
	}
	schema[bound] = limit
	schema[exclusive] = true
}
