package promise

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// path is the way to members of an answer: through all rows of the lists on it, to one of its ends in each of them.
type path struct {
	steps []step
	ends  []step
}

// step leads to a member and, if it is a list or a map of which each value is meant, into these.
type step struct {
	member int
	each   bool
}

// pathTo finds a path such as filings[].form|type in a type.
func pathTo(t reflect.Type, text string) (path, error) {
	var p path
	parts := strings.Split(text, ".")
	for i, part := range parts {
		last := i == len(parts)-1
		var next reflect.Type
		for name := range strings.SplitSeq(part, "|") {
			name, list := strings.CutSuffix(name, "[]")
			name, dict := strings.CutSuffix(name, "{}")
			member, found := memberOf(t, name)
			if !found {
				return path{}, fmt.Errorf("the answer has no %s", text)
			}
			next = pointed(member.Type)
			if list && next.Kind() != reflect.Slice || dict && next.Kind() != reflect.Map {
				return path{}, fmt.Errorf("%s is no list of the answer", name)
			}
			s := step{
				member: member.Index[0],
				each:   list || dict,
			}
			if s.each {
				next = pointed(next.Elem())
			}
			if last {
				p.ends = append(p.ends, s)
			} else {
				p.steps = append(p.steps, s)
			}
		}
		t = next
	}
	return p, nil
}

// visit calls yield with what has the ends of the path, until it is false.
func (p path) visit(answer reflect.Value, yield func(row reflect.Value) bool) {
	descend(answer, p.steps, yield)
}

func descend(v reflect.Value, steps []step, yield func(reflect.Value) bool) bool {
	v = pointee(v)
	if !v.IsValid() {
		return true
	}
	if len(steps) == 0 {
		return yield(v)
	}
	next := v.Field(steps[0].member)
	if !steps[0].each {
		return descend(next, steps[1:], yield)
	}
	return eachOf(pointee(next), func(row reflect.Value) bool { return descend(row, steps[1:], yield) })
}

// in is the member that the step leads to.
func (s step) in(v reflect.Value) reflect.Value { return v.Field(s.member) }

// eachOf calls yield with the values of a list or a map, until it is false.
func eachOf(v reflect.Value, yield func(reflect.Value) bool) bool {
	if !v.IsValid() {
		return true
	}
	if v.Kind() == reflect.Slice {
		for i := range min(v.Len(), mostRows) {
			if !yield(v.Index(i)) {
				return false
			}
		}
		return true
	}
	for i := v.MapRange(); i.Next(); {
		if !yield(i.Value()) {
			return false
		}
	}
	return true
}

// inputIn finds an input in a query, {Params: ...}, or in a body, {Body: ...}.
func inputIn(t reflect.Type, name string) ([]int, error) {
	if t.Kind() == reflect.Struct && t.NumField() == 1 {
		if member, found := memberOf(pointed(t.Field(0).Type), name); found {
			return []int{0, member.Index[0]}, nil
		}
	}
	return nil, fmt.Errorf("%s is no input", name)
}

// memberOf finds a member by its name in JSON.
func memberOf(t reflect.Type, name string) (reflect.StructField, bool) {
	if t.Kind() != reflect.Struct {
		return reflect.StructField{}, false
	}
	fields := reflect.VisibleFields(t)
	i := slices.IndexFunc(fields, func(f reflect.StructField) bool { return len(f.Index) == 1 && nameOf(f) == name })
	if i < 0 {
		return reflect.StructField{}, false
	}
	return fields[i], true
}

func nameOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

func pointed(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// pointee is the value behind pointers, invalid if there is none.
func pointee(v reflect.Value) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	return v
}

func lengthOf(v reflect.Value) int {
	if v = pointee(v); v.IsValid() && (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) {
		return v.Len()
	}
	return 0
}
