package promise

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// mostRows is how many rows of one list are checked, from the first.
const mostRows = 1000

// path leads to members of an answer: through every row of the lists on the way, to its ends in each row.
type path struct {
	steps []step
	ends  []step
}

// step leads to a member, or into each row of a list.
type step struct {
	member int
	each   bool
}

// pathTo finds a path such as filings[].form|type in a type.
func pathTo(t reflect.Type, text string) (p path, err error) {
	parts := strings.Split(text, ".")
	for i, part := range parts {
		var inner reflect.Type
		p.steps = append(p.steps, p.ends...)
		p.ends = nil

		for name := range strings.SplitSeq(part, "|") {
			name, each := strings.CutSuffix(name, "[]")
			member := memberOf(t, name)
			if member < 0 || i < len(parts)-1 && len(p.ends) > 0 {
				return p, fmt.Errorf("the answer has no %s", text)
			}
			inner = pointed(t.Field(member).Type)
			if each && inner.Kind() != reflect.Slice {
				return p, fmt.Errorf("%s is no list of the answer", name)
			}
			if each {
				inner = pointed(inner.Elem())
			}
			p.ends = append(p.ends, step{member, each})
		}
		t = inner
	}
	return p, nil
}

// visit calls yield with each object that has the ends of the path, until yield returns false.
func (p path) visit(v reflect.Value, yield func(row reflect.Value) bool) bool {
	if v = pointee(v); !v.IsValid() {
		return true
	}
	if len(p.steps) == 0 {
		return yield(v)
	}
	s := p.steps[0]
	p.steps = p.steps[1:]
	if s.each {
		return eachOf(s.in(v), func(row reflect.Value) bool { return p.visit(row, yield) })
	}
	return p.visit(s.in(v), yield)
}

// texts are the values at the ends of the path in one row.
func (p path) texts(row reflect.Value) []string {
	if len(p.ends) == 1 {
		return texts(p.ends[0].in(row))
	}
	var all []string
	for _, end := range p.ends {
		all = append(all, texts(end.in(row))...)
	}
	return all
}

// in returns the member that the step leads to.
func (s step) in(v reflect.Value) reflect.Value { return pointee(v.Field(s.member)) }

// eachOf calls yield with the rows of a list, until yield returns false.
func eachOf(list reflect.Value, yield func(reflect.Value) bool) bool {
	for i := range min(lengthOf(list), mostRows) {
		if row := pointee(list.Index(i)); row.IsValid() && !yield(row) {
			return false
		}
	}
	return true
}

func lengthOf(list reflect.Value) int {
	if !list.IsValid() || list.Kind() != reflect.Slice {
		return 0
	}
	return list.Len()
}

// memberOf returns the index of a member by its name in JSON, or -1.
func memberOf(t reflect.Type, name string) int {
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if nameOf(t.Field(i)) == name {
				return i
			}
		}
	}
	return -1
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

// pointee returns the value behind pointers, which is invalid behind nil.
func pointee(v reflect.Value) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	return v
}

// texts returns the values of a member or an input: all of a list, one otherwise, none where it is empty.
func texts(v reflect.Value) []string {
	if v = pointee(v); !v.IsValid() {
		return nil
	}
	switch v.Kind() {
	case reflect.String:
		if v.Len() == 0 {
			return nil
		}
		return []string{v.String()}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return []string{strconv.FormatInt(v.Int(), 10)}
	case reflect.Float32, reflect.Float64:
		return []string{strconv.FormatFloat(v.Float(), 'f', -1, 64)}
	case reflect.Bool:
		return []string{strconv.FormatBool(v.Bool())}

	case reflect.Slice:
		var all []string
		eachOf(v, func(one reflect.Value) bool {
			all = append(all, texts(one)...)
			return true
		})
		return all
	}
	if at, isTime := v.Interface().(time.Time); isTime && !at.IsZero() {
		return []string{at.Format(time.RFC3339)}
	}
	return nil
}
