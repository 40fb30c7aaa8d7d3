package convert

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlToJSON reads TOML 1.1, which includes 1.0. Keys keep their order and numbers their digits; dates and times
// become RFC 3339 strings. The library parses the syntax; the rules about tables defined twice are here, because
// its decoder does not keep the order and takes minutes for a megabyte of keys.
func tomlToJSON(data string, opts options, out *output) error {
	r := &tomlReader{defined: map[*value]definition{}}
	err := guard(func() error { return r.read([]byte(strings.TrimPrefix(data, "\uFEFF"))) })
	if err != nil {
		return err
	}
	writeJSON(out, r.root, opts)
	return nil
}

// definition says how a table or list of tables was defined, which decides what may be added. Tables not in the map
// were created implicitly by a header below them.
type definition int

const (
	byHeader    definition = iota + 1 // [table]: no second header, no dotted keys from outside
	byDottedKey                       // a.b = 1: more dotted keys and headers below, but no header for the table itself
	byValue                           // an inline table or list: nothing may be added
	byList                            // [[table]]: more of its kind
)

type tomlReader struct {
	root    *value
	defined map[*value]definition
	parser  unstable.Parser
}

func (r *tomlReader) read(data []byte) error {
	r.root = newObject()
	current := r.root
	r.parser.Reset(data)

	for r.parser.NextExpression() {
		expr := r.parser.Expression()
		var err error
		switch expr.Kind {
		case unstable.Table:
			current, err = r.enter(keyOf(expr), false)
		case unstable.ArrayTable:
			current, err = r.enter(keyOf(expr), true)
		case unstable.KeyValue:
			err = r.set(current, expr, 0)
		}
		if err != nil {
			return err
		}
	}

	var at *unstable.ParserError
	if err := r.parser.Error(); errors.As(err, &at) {
		before := data[:min(int(r.parser.Range(at.Highlight).Offset), len(data))]
		return errAtLine(1+strings.Count(string(before), "\n"), "%s", at.Message)
	}

	return r.parser.Error()
}

func keyOf(n *unstable.Node) []string {
	var key []string
	for it := n.Key(); it.Next(); {
		key = append(key, string(it.Node().Data))
	}
	return key
}

func errDefinedTwice(key []string) error {
	return fmt.Errorf("the key %s is defined twice, or as a table and as a value", shown(strings.Join(key, ".")))
}

// enter is the table named by a header; it creates missing tables on the way. In a list of tables the last one
// counts; a header in double brackets adds one.
func (r *tomlReader) enter(key []string, list bool) (*value, error) {
	if len(key) > maxDepth {
		return nil, errTooDeep(maxDepth)
	}

	at := r.root
	last := len(key) - 1
	for i, part := range key[:last] {
		child := at.get(part)
		if child == nil {
			child = newObject()
			at.set(part, child)
		}
		if r.defined[child] == byList {
			child = child.items[len(child.items)-1]
		}
		if child.kind != kindObject || r.defined[child] == byValue {
			return nil, errDefinedTwice(key[:i+1])
		}
		at = child
	}

	child := at.get(key[last])
	if list {
		if child == nil {
			child = &value{kind: kindList}
			at.set(key[last], child)
			r.defined[child] = byList
		}
		if r.defined[child] != byList {
			return nil, errDefinedTwice(key)
		}
		table := newObject()
		r.defined[table] = byHeader
		child.items = append(child.items, table)
		return table, nil
	}

	if child == nil {
		child = newObject()
		at.set(key[last], child)
	} else if child.kind != kindObject || r.defined[child] != 0 {
		return nil, errDefinedTwice(key)
	}

	r.defined[child] = byHeader
	return child, nil
}

// set adds a key and its value, including the tables implied by a dotted key.
func (r *tomlReader) set(table *value, kv *unstable.Node, depth int) error {
	key := keyOf(kv)
	if depth+len(key) > maxDepth {
		return errTooDeep(maxDepth)
	}

	v, err := r.value(kv.Value(), depth+len(key))
	if err != nil {
		return err
	}

	last := len(key) - 1
	for i, part := range key[:last] {
		child := table.get(part)
		if child == nil {
			child = newObject()
			r.defined[child] = byDottedKey
			table.set(part, child)
		}
		if r.defined[child] != byDottedKey {
			return errDefinedTwice(key[:i+1])
		}
		table = child
	}

	if table.find(key[last]) >= 0 {
		return errDefinedTwice(key)
	}
	table.set(key[last], v)
	return nil
}

func (r *tomlReader) value(n *unstable.Node, depth int) (*value, error) {
	text := string(n.Data)
	switch n.Kind {
	case unstable.String:
		return stringOf(text), nil
	case unstable.Bool:
		return boolOf(text == "true"), nil
	case unstable.Integer:
		return tomlInteger(strings.ReplaceAll(text, "_", ""))
	case unstable.Float:
		digits := strings.ReplaceAll(text, "_", "")
		if f, err := strconv.ParseFloat(digits, 64); err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return nil, fmt.Errorf("%s has no form in JSON, or is out of the range of a float", shown(text))
		}
		return numberOf(plainNumber(digits)), nil
	case unstable.LocalDate, unstable.LocalTime, unstable.LocalDateTime, unstable.DateTime:
		return tomlTime(n.Kind, text)
	}

	if depth == maxDepth {
		return nil, errTooDeep(maxDepth)
	}
	v := &value{kind: kindList}
	if n.Kind == unstable.InlineTable {
		v = newObject()
	}

	for it := n.Children(); it.Next(); {
		switch child := it.Node(); {
		case child.Kind == unstable.Comment:
		case n.Kind == unstable.InlineTable:
			if err := r.set(v, child, depth); err != nil {
				return nil, err
			}
		default:
			item, err := r.value(child, depth+1)
			if err != nil {
				return nil, err
			}
			v.items = append(v.items, item)
		}
	}

	r.close(v)
	return v, nil
}

// close seals an inline value, and the tables that dotted keys created in it, against additions.
func (r *tomlReader) close(v *value) {
	r.defined[v] = byValue
	if v.kind != kindObject {
		return
	}
	for _, member := range v.values {
		if r.defined[member] == byDottedKey {
			r.close(member)
		}
	}
}

func tomlInteger(digits string) (*value, error) {
	i, err := strconv.ParseInt(strings.TrimPrefix(digits, "+"), 0, 64)
	if err != nil {
		return nil, fmt.Errorf("the integer %s is out of the range of 64 bits", shown(digits))
	}
	if len(digits) > 2 && digits[0] == '0' {
		return numberOf(strconv.FormatInt(i, 10)), nil
	}
	return numberOf(plainNumber(digits)), nil
}

// tomlTimes are the forms of dates and times: parts of RFC 3339, without seconds where TOML 1.1 allows that.
var tomlTimes = map[unstable.Kind]*regexp.Regexp{
	unstable.LocalDate:     regexp.MustCompile(`^(\d{4}-\d\d-\d\d)()()()$`),
	unstable.LocalTime:     regexp.MustCompile(`^()(\d\d:\d\d)(:\d\d(?:\.\d+)?)?()$`),
	unstable.LocalDateTime: regexp.MustCompile(`^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?()$`),
	unstable.DateTime: regexp.MustCompile(
		`^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?([Zz]|[-+](?:[01]\d|2[0-3]):[0-5]\d)$`),
}

// tomlTime checks that a date or time exists, and returns it with a T between date and time and with seconds.
func tomlTime(kind unstable.Kind, text string) (*value, error) {
	parts := tomlTimes[kind].FindStringSubmatch(text)
	if parts == nil {
		return nil, fmt.Errorf("%s is not a date or time", shown(text))
	}
	date := parts[1]
	clock := parts[2]
	zone := strings.ToUpper(parts[4])
	if clock != "" {
		clock += cmp.Or(parts[3], ":00")
	}

	for layout, part := range map[string]string{time.DateOnly: date, time.TimeOnly: clock} {
		if _, err := time.Parse(layout, part); part != "" && err != nil {
			return nil, fmt.Errorf("%s is not a date or time", shown(text))
		}
	}
	if date != "" && clock != "" {
		date += "T"
	}
	return stringOf(date + clock + zone), nil
}
