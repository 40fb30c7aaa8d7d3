package upstream

import (
	"bytes"
	"cmp"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/spelt"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// A member that cannot have any value of its type says so in its tag contract: "latitude", "longitude", "percent" and
// "fraction" of a whole, "cvss", "past" (a time or day that is no more than a day ahead), and "seconds" and "millis",
// which are such a time as a number. Beside it may be "nullable" or "none":
//
//	Lat *float64 `json:"lat" contract:"nullable latitude"`
//
// An impossible value says nothing. It counts as missing where the member may be missing and its type can show that: a
// pointer is nil then, a text empty. Elsewhere it is a [Drift], and where null says that there is none. "position" is
// for a list as in GeoJSON or a point of WKT: longitude, latitude and perhaps a height.
//
// What databases write for no value is impossible without a tag: an integer below zero, a number of -999 or more nines,
// and a day of the years 0, 1 and 9999. A number or text that is "signed" may be any. A text of the words that programs
// write for no value is read as an empty one, also where it has to be there, but for what the answer or a row is known
// by. A text by which rows are found or read is never empty: it has the word "said".

// bounds are the words of the tag, and what a value must be. Texts are without quotes and blanks, and not empty.
var bounds = map[string]struct {
	name       string
	holds      func(text string, now time.Time) bool
	impossible string // in JSON, for tests
}{
	"latitude":  {"degrees of latitude", between(-90, 90), "-9999"},
	"longitude": {"degrees of longitude", between(-180, 180), "-9999"},
	"percent":   {"0 to 100 per cent", between(0, 100), "9999"},
	"fraction":  {"0 to 1", between(0, 1), "9999"},
	"cvss":      {"0 to 10", between(0, 10), "98"},
	"past":      {"a time that was", past, `"2999-01-01T00:00:00Z"`},
	"seconds":   {"seconds of a time that was", unix(time.Second), "1700000000000"},
	"millis":    {"milliseconds of a time that was", unix(time.Millisecond), "1700000000"},
	"position":  {"a longitude and a latitude", position, "[-9999,-9999]"},

	anyInteger: {"0 or more", notNegative, "-999"},
	anyFigure:  {"a number", isValue, "-9999"},
	anyText:    {"a text", isValue, `"9999-12-31"`},
}

// The bounds of members without a word, by their type.
const (
	anyInteger = "a whole number"
	anyFigure  = "a figure"
	anyText    = "a text"
	signed     = "signed" // the word of what may be any, such as an amount
	saidWord   = "said"   // the word of a text by which a row is found or read, which is not empty
)

// boundOf is the bound of a member that has no word for it.
func boundOf(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.String, t == reflect.TypeFor[time.Time]():
		return anyText
	case t.Kind() == reflect.Float64:
		return anyFigure
	case reflect.Int <= t.Kind() && t.Kind() <= reflect.Int64:
		return anyInteger
	}
	return ""
}

func notNegative(number string, _ time.Time) bool {
	return !strings.HasPrefix(number, "-") || number == "-0"
}

// noValue is what databases write in place of a value, and time libraries for a time that was never set.
var noValue = regexp.MustCompile(`^(-999+(\.[09]+)?|(9999-12-3[01]|000[01]-\d\d-\d\d)(T.*| .*)?)$`)

func isValue(written string, _ time.Time) bool { return !noValue.MatchString(written) }

// saysNothing says whether a member for any text has such a word. A word that was asked for is a name. A word of people
// for the unknown counts, too, where a text may be missing, or belongs to a row and does not name it.
func (r *reader) saysNothing(m *member, value []byte) bool {
	isFree := m.contract.form == formText && m.bound == anyText && m.contract.words == nil
	if !isFree || value[0] != '"' || len(m.asked) > 0 && !m.isID() && !m.said || len(value) > len(`"[object Object]"`) {
		return false
	}
	text := strings.Trim(string(value), `" `)
	return scalar.IsNothing(text) || scalar.IsUnknown(text) && !m.said && (m.clears || !m.key && !r.isName(m))
}

// isName says whether what has to be there is what a thing is known by: its identifier, or any text of an answer that
// is about one thing.
func (r *reader) isName(m *member) bool {
	return m.isID() || !slices.Contains(r.path, "[]")
}

func (m *member) isID() bool { return identifier.MatchString(m.name) }

// identifier is the name of a member that has one; bids, grids and what is paid have none.
var identifier = regexp.MustCompile(`^id$|_id$|I[dD]$`)

// plain says whether a value of a member without a word begins as no impossible one does. Nearly all do.
func (m *member) plain(value []byte) bool {
	value = bytes.TrimLeft(value, `" `)
	return !m.worded && !bytes.HasPrefix(value, []byte("-")) && !bytes.HasPrefix(value, []byte("9999-")) &&
		!bytes.HasPrefix(value, []byte("000"))
}

func between(least, most float64) func(string, time.Time) bool {
	return func(text string, _ time.Time) bool {
		value, err := strconv.ParseFloat(text, 64)
		return err == nil && value >= least && value <= most // NaN is neither
	}
}

func position(text string, _ time.Time) bool {
	list := strings.FieldsFunc(text, func(c rune) bool { return !strings.ContainsRune("0123456789+-.eE", c) })
	if len(list) != 2 && len(list) != 3 {
		return false
	}
	for i, most := range []float64{180, 90} {
		value, err := strconv.ParseFloat(list[i], 64)
		if err != nil || math.Abs(value) > most {
			return false
		}
	}
	return true
}

// earliest is the first year that a time can be of. Legal entities are that old; placeholders are of the years 0 and 1.
const earliest = 1000

// firstDay is the day from which databases and spreadsheets count. They write it in place of an unknown one.
var firstDay = time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC)

func past(text string, now time.Time) bool {
	layouts := []string{
		time.RFC3339, "2006-01-02T15:04:05", "20060102T150405Z", time.DateTime, time.DateOnly, "20060102",
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Year() >= earliest && !t.Equal(firstDay) && t.Before(cmp.Or(now, distant).Add(24*time.Hour))
		}
	}
	return false
}

// youngest is the first year that a time can be of that is a number since 1970: a zero and a time in another unit are
// of earlier ones, or of thousands of years ahead.
const youngest = 2000

// distant is when a time that was is too far ahead, where now is not known.
var distant = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)

func unix(unit time.Duration) func(string, time.Time) bool {
	return func(text string, now time.Time) bool {
		count, err := strconv.ParseInt(text, 10, 64)
		if err != nil || count > math.MaxInt64/1000 {
			return false
		}
		at := time.UnixMilli(count * int64(unit/time.Millisecond))
		return at.Year() >= youngest && at.Before(cmp.Or(now, distant).Add(24*time.Hour))
	}
}

// possible says whether a value, in JSON, is nothing or within its bounds.
func (m *member) possible(value string, now time.Time) bool {
	text := strings.TrimSpace(strings.Trim(strings.TrimSpace(value), `"`))
	return text == "" && !m.none || text == "null" || bounds[m.bound].holds(text, now)
}

// onlyTag names the tag of a member that has one value only, as the unit of a figure has: only:"million dollars".
const onlyTag = "only"

// bounded holds the JSON of a member, which began at a place, to its bounds. An impossible value becomes null where the
// member may be missing.
func (r *reader) bounded(m *member, began int) error {
	if m.only != "" && spelt.Bare(m.only) != spelt.Bare(string(r.text[began:r.at])) {
		return r.drift(m.only, "another")
	}

	value := r.text[began:r.at]
	empty := r.saysNothing(m, value)
	if m.said && (empty || len(value) <= len(`""`)) || empty && !m.clears && (m.key || r.isName(m)) {
		return r.drift("a text", "an empty one")
	}

	switch {
	case empty && !m.clears:
		r.replace(began, `""`)
		return nil
	case !empty && (m.bound == "" || m.plain(value) || m.possible(string(value), r.now)):
		return nil
	}

	if c := r.text[began]; m.bound != "position" && c != '"' && c != '-' && (c < '0' || c > '9') {
		return nil // of another type, which decoding refuses
	}
	if !m.clears {
		return r.drift(bounds[m.bound].name, "an impossible one")
	}
	r.replace(began, "null")
	return nil
}

// replace has the value that began at a place read as another one.
func (r *reader) replace(began int, value string) {
	r.edits = slices.DeleteFunc(r.edits, func(e edit) bool { return e.began >= began })
	r.edit(began, r.at, value)
}

// canShowNothing says whether the zero of a type is no value.
func canShowNothing(t reflect.Type) bool {
	return slices.Contains([]reflect.Kind{reflect.Pointer, reflect.String, reflect.Slice, reflect.Interface}, t.Kind())
}

// Bounded is a member with bounds, for tests of adapters.
type Bounded struct {
	Path       string // "results[].lat"
	Impossible string // a value in JSON
	Clears     bool   // the value counts as missing; otherwise the answer is refused
	Counted    string // of a list that may not be empty: where its rows are counted
}

// BoundedMembers are those of the types that this process has decoded answers into.
func BoundedMembers() []Bounded {
	var list []Bounded
	contracts.Range(func(_, known any) bool {
		list = known.(place).contract.bounded(list, "", nil)
		return true
	})
	return list
}

func (c *contract) bounded(list []Bounded, path string, above []*contract) []Bounded {
	if slices.Contains(above, c) {
		return list
	}
	above = append(slices.Clip(above), c)

	switch c.form {
	case formList:
		return c.element.contract.bounded(list, path+"[]", above)
	case formMap:
		return c.element.contract.bounded(list, path+".*", above)
	}

	for _, m := range c.members {
		at := strings.TrimPrefix(path+"."+m.name, ".")
		if m.worded {
			list = append(list, Bounded{
				Path:       at,
				Impossible: bounds[m.bound].impossible,
				Clears:     m.clears,
			})
		}
		if m.count != nil {
			list = append(list, Bounded{
				Path:       at,
				Impossible: "[]",
				Counted:    strings.TrimPrefix(path+"."+m.counted, "."),
			})
		}
		list = m.contract.bounded(list, at, above)
	}
	return list
}
