package upstream

import (
	"reflect"
	"sync/atomic"
)

// Declared is the word of an answer's type on one of its members; see [Drift].
type Declared struct {
	Optional bool // it may be missing
	Nullable bool // it may be null
	None     bool // null says that there is none
}

// Reader is the type that a piece of JSON is decoded into.
type Reader struct{ contract *contract }

// seen gets every piece with its reader.
var seen atomic.Pointer[func(piece []byte, by Reader)]

// Watch calls see for every answer, and part of one, whose type has a contract. Tests that change answers use it: they
// ask whether the member may be missing.
func Watch(see func(piece []byte, by Reader)) { seen.Store(&see) }

// Member is the type's word on the member at a path, whose step "*" means the elements of a list. It knows nothing about
// members that the type does not have.
func (r Reader) Member(path []string) (d Declared, isKnown bool) {
	c := r.contract
	for _, step := range path {
		for c != nil && c.own != nil {
			c = c.own
		}

		switch {
		case c == nil:
			return Declared{}, false
		case c.element.contract != nil && (c.form == formMap || step == "*"):
			d = Declared{
				Optional: c.form == formMap && !c.element.contract.leadsToObject(),
				Nullable: c.element.nullable,
			}
			c = c.element.contract
		default:
			m := c.member([]byte(step))
			if m == nil {
				return Declared{}, false
			}
			d = Declared{
				Optional: !m.needed,
				Nullable: m.nullable || !m.needed,
				None:     m.none,
			}
			c = m.contract
		}
	}

	return d, true
}

// leadsToObject says whether a value is an object of known members, or a list of such. Of other entries of a map any
// may be missing.
func (c *contract) leadsToObject() bool {
	switch {
	case c.own != nil:
		return c.own.leadsToObject()
	case c.form == formList && c.element.contract != nil:
		return c.element.contract.leadsToObject()
	}
	return len(c.members) > 0
}

// ownOf is what a type that reads itself declares by its tags: its method has checks that tags do not say.
func ownOf(t reflect.Type, known map[reflect.Type]*contract) *contract {
	c := &contract{}

	switch t.Kind() {
	case reflect.Struct:
		if !isTagged(t) {
			return nil
		}
		c.form = formObject
		c.members = map[string]*member{}
		c.addFields(t, nil, known)
	case reflect.Slice:
		c.form = formList
		c.addElement(t, known)
	case reflect.Map:
		c.form = formMap
		c.addElement(t, known)
	default:
		return nil
	}

	return c
}

// isTagged says whether fields of a struct have the names of members. Another one that reads itself is a single value.
func isTagged(t reflect.Type) bool {
	for field := range t.Fields() {
		if field.Tag.Get("json") != "" {
			return true
		}
	}
	return false
}
