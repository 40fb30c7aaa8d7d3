package drift

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/farebox/farebox/internal/upstream"
)

// Kind is a way in which a provider's answer may stop being what it was.
type Kind string

// The kinds. The first four are of one member, the others of the whole answer.
const (
	Rename   Kind = "rename"    // the member has another name
	Retype   Kind = "type"      // its value is of another type: a scalar in an object, an object in a list
	Null     Kind = "null"      // its value is null
	Empty    Kind = "empty"     // its list has no elements
	Page     Kind = "page"      // an HTML page with status 200: maintenance, a challenge
	NotFound Kind = "not_found" // an HTML page with status 404: a path that has moved
	Cut      Kind = "cut"       // the body ends in its middle
	Void     Kind = "void"      // an empty object with status 200
	Down     Kind = "down"      // status 503, for all answers of a provider
)

// wholeKinds are those of a whole answer.
var wholeKinds = []Kind{Page, NotFound, Cut, Void}

// Change is one thing that is different about a provider's answers.
type Change struct {
	Provider string
	Request  string // the key of the exchange; empty for all of the provider, or of all when that is empty too
	Member   string // path of a member; empty for the whole answer
	Kind     Kind

	declared upstream.Declared // the adapter's word on the member
}

// isAllowed says whether the adapter declares that what is left after the change may come: a member may be missing, or
// null.
func (c Change) isAllowed() bool {
	return (c.Kind == Rename || c.Kind == Null) && c.declared.Optional || c.Kind == Null && c.declared.Nullable
}

// isNone says whether the change is a null that the adapter declares to say that there is none.
func (c Change) isNone() bool { return c.Kind == Null && c.declared.None }

// meets says whether the change is one of this exchange.
func (c Change) meets(x Exchange) bool {
	if c.Request != "" {
		return c.Request == x.Key || c.Request == masked(x.Key)
	}
	return c.Provider == "" || c.Provider == x.Provider
}

// Everything says that nobody answers: no provider, and neither the DNS nor any site, which are the sources of answers
// about a domain or a page.
func (c Change) Everything() bool { return c.Kind == Down && c.Provider == "" }

// failures are those of each provider in turn, and that of all.
func failures(exchanges []Exchange) []Change {
	var all []Change
	for _, x := range exchanges {
		failure := Change{
			Provider: x.Provider,
			Kind:     Down,
		}
		if !slices.Contains(all, failure) {
			all = append(all, failure)
		}
	}
	return append(all, Change{Kind: Down})
}

// Changes are all that can be changed about the answers of a call, one at a time. Their order does not depend on that
// of the exchanges: of questions that are asked side by side, any may come first.
func Changes(exchanges []Exchange) []Change {
	exchanges = slices.SortedStableFunc(slices.Values(exchanges), func(a, b Exchange) int {
		return strings.Compare(a.Key, b.Key)
	})
	var all []Change
	whole := map[string]bool{} // methods of JSON-RPC whose whole answer has been changed
	for _, x := range exchanges {
		method := x.method()
		if method == "" || !whole[method] {
			all = append(all, x.wholeChanges()...)
		}
		whole[method] = true
		all = append(all, x.memberChanges()...)
	}
	if len(exchanges) == 0 {
		return nil
	}
	return append(all, failures(exchanges)...)
}

func (x Exchange) wholeChanges() []Change {
	var all []Change
	for _, kind := range wholeKinds {
		all = append(all, Change{
			Provider: x.Provider,
			Request:  x.Key,
			Kind:     kind,
		})
	}
	return all
}

// memberChanges are those of a JSON answer's members. What surrounds the result of a JSON-RPC call is left alone: a
// library reads it.
func (x Exchange) memberChanges() []Change {
	members, err := Members(x.Body)
	if err != nil {
		return nil // not JSON
	}

	var all []Change
	for _, m := range members {
		if x.method() != "" && m.Path != "result" && !strings.HasPrefix(m.Path, "result/") {
			continue
		}
		for _, kind := range m.kinds() {
			all = append(all, Change{
				Provider: x.Provider,
				Request:  x.Key,
				Member:   m.Path,
				Kind:     kind,

				declared: m.declared(),
			})
		}
	}
	return all
}

func (m Member) kinds() []Kind {
	kinds := []Kind{Retype, Null}
	if m.Named() {
		kinds = append(kinds, Rename)
	}
	if m.Kind == '[' {
		kinds = append(kinds, Empty)
	}
	return kinds
}

// page replaces an answer.
const page = `<!DOCTYPE html><html><head><title>Please wait</title></head><body><h1>Please wait</h1></body></html>`

// apply changes an answer.
func (c Change) apply(x Exchange) (Exchange, error) {
	html := Exchange{
		Status: http.StatusOK,
		Type:   "text/html; charset=utf-8",
		Body:   []byte(page),
	}
	switch c.Kind {
	case Page:
		return html, nil
	case NotFound:
		html.Status = http.StatusNotFound
		return html, nil
	case Down:
		html.Status = http.StatusServiceUnavailable
		return html, nil
	case Cut:
		x.Body = x.Body[:len(x.Body)/2]
		return x, nil
	case Void:
		x.Body = []byte("{}")
		return x, nil
	}

	body, err := changed(x.Body, strings.Split(c.Member, "/"), c.Kind)
	if err != nil {
		return x, fmt.Errorf("changing %s of %s: %w", c.Member, c.Request, err)
	}
	x.Body = body
	return x, nil
}

// changed is the document with the member at path changed wherever it occurs. All else keeps its order, since some
// readers rely on it.
func changed(body []byte, path []string, kind Kind) ([]byte, error) {
	var out bytes.Buffer
	e := &edit{
		dec:  decoder(body),
		enc:  jsontext.NewEncoder(&out, lenient),
		path: path,
		kind: kind,
	}
	if err := e.value(nil); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(out.Bytes()), nil
}

type edit struct {
	dec  *jsontext.Decoder
	enc  *jsontext.Encoder
	path []string
	kind Kind
}

func (e *edit) value(at []string) error {
	kind := e.dec.PeekKind()
	leads := len(at) < len(e.path) && slices.Equal(at, e.path[:len(at)])
	switch {
	case slices.Equal(at, e.path):
		return e.replace()
	case !leads, kind != '{' && kind != '[':
		return e.copyValue()
	}

	if err := e.enc.WriteToken(opening[kind]); err != nil {
		return err
	}
	err := children(e.dec, at, func(child []string) error {
		if kind == '{' {
			if err := e.enc.WriteToken(jsontext.String(e.nameOf(child))); err != nil {
				return err
			}
		}
		return e.value(child)
	})
	if err != nil {
		return err
	}
	return e.enc.WriteToken(closing[kind])
}

var (
	opening = map[jsontext.Kind]jsontext.Token{'{': jsontext.BeginObject, '[': jsontext.BeginArray}
	closing = map[jsontext.Kind]jsontext.Token{'{': jsontext.EndObject, '[': jsontext.EndArray}
)

// renamed is put behind the name of a member.
const renamed = "_v2"

func (e *edit) nameOf(at []string) string {
	name := at[len(at)-1]
	if e.kind == Rename && slices.Equal(at, e.path) {
		name += renamed
	}
	return name
}

// replace writes what comes in the place of the member's value.
func (e *edit) replace() error {
	if e.kind == Rename {
		return e.copyValue()
	}
	kind := e.dec.PeekKind()
	value, err := e.dec.ReadValue()
	if err != nil {
		return err
	}

	var text string
	switch {
	case kind == 'n', e.kind == Null:
		text = "null"
	case e.kind == Empty && kind == '[':
		text = "[]"
	case e.kind == Empty:
		text = string(value)
	case kind == '{':
		text = "[" + string(value) + "]"
	case kind == '[':
		text = `{"items":` + string(value) + "}"
	default:
		text = `{"value":` + string(value) + "}"
	}
	return e.enc.WriteValue(jsontext.Value(text))
}

func (e *edit) copyValue() error {
	value, err := e.dec.ReadValue()
	if err != nil {
		return err
	}
	return e.enc.WriteValue(value)
}
