package marketing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/problem"
)

// Names that members and columns of journeys may have, the best first. Names of channels are those of
// the alias table.
var (
	pathNames           = []string{"path", "journey", "touchpoints", "conversion_path", "channel_path"}
	touchesNames        = append([]string{"touches"}, append(slices.Clone(pathNames), "channels")...)
	userNames           = []string{"user_id", "user", "customer_id", "id", "path_id", "conversion_id", "journey_id", "session_id", "visitor_id"}
	timeNames           = []string{"timestamp", "time", "date", "datetime", "ts", "touched_at"}
	daysNames           = []string{"days_before", "days_before_conversion", "days"}
	convertedNames      = []string{"converted", "conversion", "is_conversion", "conversions"}
	pathConversionNames = []string{"conversions", "conversion", "converted"}
	valueNames          = []string{"value", "revenue", "conversion_value"}
	conversionTimeNames = []string{"conversion_time", "converted_at"}
)

// roles finds what the members of JSON objects mean: the role and its rank among the names of that
// role, the lower the better.
type roles struct {
	names [][]string // by role
	known map[string][2]int
}

func newRoles(names ...[]string) *roles {
	return &roles{names: names, known: map[string][2]int{}}
}

func (r *roles) of(member string) (role, rank int) {
	if known, ok := r.known[member]; ok {
		return known[0], known[1]
	}
	key, found := normalName(member), [2]int{-1, 0}
	for role, names := range r.names {
		if rank := slices.Index(names, key); rank >= 0 {
			found = [2]int{role, rank}
			break
		}
	}
	if len(r.known) < maxColumns {
		r.known[member] = found
	}
	return found[0], found[1]
}

// read puts the members of the object that is next into cells, by role.
func (r *roles) read(c *scanner, cells []cell) bool {
	clear(cells)
	var ranks [8]int
	return c.object(func(name string, value cell) {
		role, rank := r.of(name)
		if role < 0 || cells[role].kind != kindNull && ranks[role] <= rank {
			return
		}
		cells[role], ranks[role] = value, rank
	})
}

// Roles of the members of a path and of a touch.
const (
	roleTouches, roleConversions, roleValue, roleConversionTime = 0, 1, 2, 3
	roleChannel, roleTime, roleDays                             = 0, 1, 2
)

// pathReader reads journeys that come one path at a time.
type pathReader struct {
	j      *journeys
	source string
	path   *roles
	touch  *roles
	member []cell
	t      *table // for reading numbers: JSON, or the table the paths are in
}

func newPathReader(j *journeys, source string, t *table) *pathReader {
	return &pathReader{
		j: j, source: source, t: t, member: make([]cell, 4),
		path:  newRoles(touchesNames, pathConversionNames, valueNames, conversionTimeNames),
		touch: newRoles(aliasesOf(fieldChannel), timeNames, daysNames),
	}
}

// readPaths reads the paths member of a body.
func readPaths(text string, warn *warnings) (*journeys, error) {
	j := newJourneys("paths", "json", warn)
	r := newPathReader(j, "paths", &table{source: "paths", format: "json", warn: warn})
	err := list("paths", text, func(i int, c *scanner) error {
		switch c.at() {
		case '{':
			r.path.read(c, r.member)
		case '[', '"':
			clear(r.member)
			r.member[roleTouches] = c.value()
		default:
			return problem.Invalid("paths", "paths: path %d must be a text, a list or an object", i+1)
		}
		return r.add(i+1, r.member[roleTouches], r.member[roleConversions], r.member[roleValue], r.member[roleConversionTime])
	})
	if err == nil && len(j.paths) == 0 {
		err = problem.InvalidCode("paths", "no_rows", "paths must have at least one path")
	}
	return j, err
}

// add reads one path: a text or a list of touches.
func (r *pathReader) add(row int, touches, conversions, value, at cell) error {
	info := journey{conversions: one, conversionTime: r.j.time("conversion_time", row, at)}
	if n, ok, err := r.t.flag(row, conversions); err != nil {
		return err
	} else if ok {
		info.conversions = n
	}
	info.value, info.hasValue = r.t.figure("value", row, value, false)
	path, err := r.j.addPath(r.source, info)
	if err != nil {
		return err
	}
	before := len(r.j.touches)
	switch touches.kind {
	case kindList:
		err = list(r.source, touches.text, func(_ int, c *scanner) error { return r.one(row, path, c) })
	case kindText:
		err = r.text(row, path, touches.text)
	case kindNull:
	default:
		err = problem.Invalid(r.source, "%s: the touches of path %d must be a list or a text", r.source, row)
	}
	if len(r.j.touches) > before {
		r.j.used++
	} else {
		r.j.skipped++
	}
	return err
}

// one reads one touch of a path: a channel, or an object with a channel and perhaps a time.
func (r *pathReader) one(row int, path int32, c *scanner) error {
	var cells [3]cell
	if c.at() == '{' {
		r.touch.read(c, cells[:])
	} else {
		cells[roleChannel] = c.value()
		if cells[roleChannel].kind == kindList {
			return problem.Invalid(r.source, "%s: a touch of path %d is a list; a touch is a channel or an object", r.source, row)
		}
	}
	channel, err := r.j.channels.of(r.source, row, cells[roleChannel])
	if err != nil {
		return err
	}
	return r.j.addTouch(r.source, touch{
		path: path, channel: channel,
		time: r.j.time("timestamp", row, cells[roleTime]), before: r.days(row, cells[roleDays]),
	})
}

// text reads a path written as "search > email"; separators are >, |, →, -> and =>.
func (r *pathReader) text(row int, path int32, text string) error {
	for text != "" {
		end, width := separator(text)
		name := text[:end]
		if end < len(text) && text[end] == '>' && (strings.HasSuffix(name, "-") || strings.HasSuffix(name, "=")) {
			name = name[:len(name)-1]
		}
		text = text[end+width:]
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		channel, err := r.j.channels.named(r.source, row, name)
		if err != nil {
			return err
		}
		if err := r.j.addTouch(r.source, touch{path: path, channel: channel, time: math.NaN(), before: math.NaN()}); err != nil {
			return err
		}
	}
	return nil
}

// separator is where the next separator of a path begins and how long it is.
func separator(text string) (at, width int) {
	const arrow = "→"
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == '>' || b == '|':
			return i, 1
		case b == arrow[0] && strings.HasPrefix(text[i:], arrow):
			return i, len(arrow)
		}
	}
	return len(text), 0
}

func (r *pathReader) days(row int, c cell) float64 {
	if n, ok := r.t.figure("days_before", row, c, false); ok {
		return n.float()
	}
	return math.NaN()
}

// flag reads a number of conversions, or yes or no.
func (t *table) flag(row int, c cell) (amount, bool, error) {
	if c.kind == kindBool || c.kind == kindText {
		switch strings.ToLower(strings.TrimSpace(c.text)) {
		case "true", "yes", "y", "t":
			return one, true, nil
		case "false", "no", "n", "f":
			return amount{}, true, nil
		}
	}
	return t.count(fieldConversions, row, c)
}

// time reads a time; one that cannot be read counts as none, with a warning.
func (j *journeys) time(field string, row int, c cell) float64 {
	millis, ok := moment(c)
	if !ok {
		j.warn.row(field, reasonUnparsable, fmt.Sprintf("%q is no time and was taken as missing", shown(c.text)), row)
	}
	return millis
}
