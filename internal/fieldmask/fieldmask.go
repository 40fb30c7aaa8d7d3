// Package fieldmask cuts a JSON answer down to the members that its reader names, in a comma list of dotted paths:
// "lat,lon,components.city". A path goes through lists: of "sources.name" every item keeps its name.
package fieldmask

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of a mask: what nobody needs is not worked on.
const (
	maxText  = 2000
	maxPaths = 100
	maxDepth = 12
)

// partial is the member by which answers say that a source is missing. Where it is true it stays: what was cut down by
// its reader must not look whole.
const partial = "partial"

// Mask is what to keep of a value; nil keeps all of it.
type Mask struct {
	members map[string]*Mask
}

// Unknown is the error of a path that the schema does not have.
type Unknown struct {
	Path string
	Near []string // paths that may be meant
}

// Error says which path it is.
func (u *Unknown) Error() string { return fmt.Sprintf("%q is no member", u.Path) }

// Parse reads a list of paths and holds them against the schema of the answer. The error is an [Unknown] where a path
// leads nowhere.
func Parse(text string, schema *openapi3.Schema) (*Mask, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("must have at most %d characters", maxText)
	}

	var paths []string
	for path := range strings.SplitSeq(text, ",") {
		if path = strings.TrimSpace(path); path != "" {
			paths = append(paths, path)
		}
	}
	switch {
	case len(paths) == 0:
		return nil, fmt.Errorf("must name a member of the answer")
	case len(paths) > maxPaths:
		return nil, fmt.Errorf("must name at most %d members", maxPaths)
	}

	m := &Mask{members: map[string]*Mask{}}
	for _, path := range paths {
		steps := strings.Split(path, ".")
		if len(steps) > maxDepth {
			return nil, fmt.Errorf("must have at most %d names in a path", maxDepth)
		}
		if !has(schema, steps) {
			return nil, &Unknown{
				Path: path,
				Near: near(schema, steps),
			}
		}
		m.add(steps)
	}
	return m, nil
}

// add keeps what a path leads to. A member that is kept whole already stays so.
func (m *Mask) add(steps []string) {
	inner, known := m.members[steps[0]]
	switch {
	case known && inner == nil:
	case len(steps) == 1:
		m.members[steps[0]] = nil
	case !known:
		inner = &Mask{members: map[string]*Mask{}}
		m.members[steps[0]] = inner
		inner.add(steps[1:])
	default:
		inner.add(steps[1:])
	}
}

// Apply is a JSON value without what the mask does not keep. Members stay in their order, and numbers as they were
// written.
func (m *Mask) Apply(value []byte) ([]byte, error) {
	if m == nil {
		return value, nil
	}

	var out bytes.Buffer
	c := &cutter{
		from: jsontext.NewDecoder(bytes.NewBuffer(value), jsontext.AllowDuplicateNames(true)),
		to:   jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true)),
	}
	if err := c.value(m, true); err != nil {
		return nil, fmt.Errorf("cut an answer down: %w", err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// cutter copies a value from one end to the other.
type cutter struct {
	from *jsontext.Decoder
	to   *jsontext.Encoder
}

// value copies what the mask keeps of the next value. whole is the answer itself.
func (c *cutter) value(m *Mask, whole bool) error {
	kind := c.from.PeekKind()
	if m == nil || kind != '{' && kind != '[' {
		v, err := c.from.ReadValue()
		if err != nil {
			return err
		}
		return c.to.WriteValue(v)
	}

	if err := c.token(); err != nil {
		return err
	}
	for {
		next := c.from.PeekKind()
		if next == '}' || next == ']' {
			return c.token()
		}
		if err := c.element(m, kind == '{', whole); err != nil {
			return err
		}
	}
}

// element copies an item of a list, or a member of an object if the mask keeps it.
func (c *cutter) element(m *Mask, member, whole bool) error {
	if !member {
		return c.value(m, whole)
	}

	token, err := c.from.ReadToken()
	if err != nil {
		return err
	}
	name := token.String()

	inner, keep := m.members[name]
	if keep {
		if err := c.to.WriteToken(jsontext.String(name)); err != nil {
			return err
		}
		return c.value(inner, false)
	}
	if whole && name == partial && c.from.PeekKind() == 't' {
		if err := c.to.WriteToken(jsontext.String(name)); err != nil {
			return err
		}
		return c.value(nil, false)
	}
	return c.from.SkipValue()
}

func (c *cutter) token() error {
	token, err := c.from.ReadToken()
	if err != nil {
		return err
	}
	return c.to.WriteToken(token)
}

// has says whether a path leads to a member. What a schema leaves open can have any.
func has(schema *openapi3.Schema, steps []string) bool {
	for _, step := range steps {
		members, open := membersOf(schema)
		inner, known := members[step]
		if !known {
			return open && step != ""
		}
		schema = inner
	}
	return true
}

// membersOf are the members of an object, or of the items of a list. open says that there may be others.
func membersOf(schema *openapi3.Schema) (members map[string]*openapi3.Schema, open bool) {
	members = map[string]*openapi3.Schema{}
	open = collect(schema, members, maxDepth)
	return members, open
}

func collect(schema *openapi3.Schema, into map[string]*openapi3.Schema, deeper int) (open bool) {
	if schema == nil || deeper == 0 {
		return false
	}

	for name, member := range schema.Properties {
		into[name] = member.Value
	}
	if schema.Items != nil {
		open = collect(schema.Items.Value, into, deeper-1)
	}
	for _, part := range slices.Concat(schema.AllOf, schema.AnyOf, schema.OneOf) {
		open = collect(part.Value, into, deeper-1) || open
	}

	anyMember := schema.AdditionalProperties.Schema != nil ||
		schema.AdditionalProperties.Has != nil && *schema.AdditionalProperties.Has
	bare := schema.Type.Is("object") && len(schema.Properties) == 0 && len(schema.AllOf) == 0
	return open || anyMember || bare
}
