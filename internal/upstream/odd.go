package upstream

import (
	"cmp"
	"encoding/json"
	"errors"
	"reflect"
)

// Spared is the type of a row that its list can do without. A row that breaks its contract, or that its own Hold
// refuses, is left out, while others break the whole list: one row, or in a long list one in fifty, as long as another
// stays. The member that counts the list keeps what it says. A row with a list that is counted, or with an order, is
// not made for this.
type Spared interface{ Spared() }

const oddShare = 50

var sparedType = reflect.TypeFor[Spared]()

// sparedOf is the type of a row that is spared, or nil.
func sparedOf(t reflect.Type) reflect.Type {
	if !reflect.PointerTo(t).Implements(sparedType) {
		return nil
	}
	return t
}

// odd are the rows of a list that are left out.
type odd struct {
	rows  int
	kept  int
	first error
}

// leave leaves out the row that began at a place and has failed, if its list can do without.
func (o *odd) leave(r *reader, element *member, began, edits int, err error) error {
	if element.spared == nil || errors.Is(err, errNotJSON) {
		return err
	}

	r.edits = r.edits[:edits]
	r.at = began
	if err := r.skip(); err != nil {
		return err
	}
	o.first = cmp.Or(o.first, err)
	o.rows++

	if o.kept > 0 { // with the comma before it
		r.edit(began-1, r.at, "")
		return nil
	}
	end := r.at
	if r.next() == ',' {
		end = r.at + 1
	}
	r.edit(began, end, "")
	return nil
}

// tooMany is what is wrong with the first of them, when the list is not whole enough without.
func (o *odd) tooMany() error {
	if o.rows > 0 && (o.kept == 0 || o.rows > max(1, (o.rows+o.kept)/oddShare)) {
		return o.first
	}
	return nil
}

// row walks over a row of a list. One that is spared is decoded too: what reads itself may refuse it.
func (r *reader) row(element *member) error {
	began := r.at
	if err := r.within(element); err != nil || element.spared == nil {
		return err
	}
	row := reflect.New(element.spared).Interface()
	if err := json.Unmarshal(r.text[began:r.at], row); err != nil {
		return err
	}
	if h, ok := row.(Holder); ok {
		return h.Hold()
	}
	return nil
}

// DecodeRows is [Response.Decode] that says how many rows it left out; see [Spared].
func (r *Response) DecodeRows(v any) (left int, err error) { return decodeAt(r.FetchedAt, r.Body, v) }
