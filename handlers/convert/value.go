package convert

import "sort"

type kind int

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindList
	kindObject
)

// value is a tree of JSON data, with numbers as written and members in order.
type value struct {
	kind  kind
	text  string // kindNumber: a valid JSON number; kindString: the string; kindBool: true or false
	items []*value
	*object
}

// object holds the members of a kindObject.
type object struct {
	keys   []string
	values []*value
	index  map[string]int // index of keys, once there are enough
}

func newObject() *value        { return &value{kind: kindObject, object: &object{}} }
func stringOf(s string) *value { return &value{kind: kindString, text: s} }
func numberOf(s string) *value { return &value{kind: kindNumber, text: s} }
func boolOf(b bool) *value {
	if b {
		return &value{kind: kindBool, text: "true"}
	}
	return &value{kind: kindBool, text: "false"}
}

// find is the position of a key, or -1.
func (o *object) find(key string) int {
	if o.index != nil {
		if i, ok := o.index[key]; ok {
			return i
		}
		return -1
	}
	for i, k := range o.keys {
		if k == key {
			return i
		}
	}
	return -1
}

// get is the member of a key, or nil.
func (o *object) get(key string) *value {
	if i := o.find(key); i >= 0 {
		return o.values[i]
	}
	return nil
}

// set adds a member; the last value of a key wins, in the position of the first.
func (o *object) set(key string, v *value) {
	if i := o.find(key); i >= 0 {
		o.values[i] = v
		return
	}
	o.add(key, v)
}

// add adds a member, even under an existing key.
func (o *object) add(key string, v *value) {
	const linear = 8
	if len(o.keys) == linear {
		o.index = make(map[string]int, 2*linear)
		for i, k := range o.keys {
			o.index[k] = i
		}
	}
	if o.index != nil {
		o.index[key] = len(o.keys)
	}
	o.keys = append(o.keys, key)
	o.values = append(o.values, v)
}

// order is the positions of the members in output order.
func (o *object) order(sorted bool) []int {
	at := make([]int, len(o.keys))
	for i := range at {
		at[i] = i
	}
	if sorted { // UTF-8 sorts by code point
		sort.SliceStable(at, func(i, j int) bool { return o.keys[at[i]] < o.keys[at[j]] })
	}
	return at
}
