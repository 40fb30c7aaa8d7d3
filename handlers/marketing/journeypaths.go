package marketing

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/problem"
)

// Possible names of journeys' members and columns, the best first. Channel names are in the alias table.
var (
	pathNames    = []string{"path", "journey", "touchpoints", "conversion_path", "channel_path"}
	touchesNames = slices.Concat([]string{"touches"}, pathNames, []string{"channels"})
	userNames    = []string{
		"user_id", "user", "customer_id", "id", "path_id", "conversion_id", "journey_id", "session_id", "visitor_id",
	}
	timeNames           = []string{"timestamp", "time", "date", "datetime", "ts", "touched_at"}
	daysNames           = []string{"days_before", "days_before_conversion", "days"}
	convertedNames      = []string{"converted", "conversion", "is_conversion", "conversions"}
	pathConversionNames = []string{"conversions", "conversion", "converted"}
	valueNames          = []string{"value", "revenue", "conversion_value"}
	conversionTimeNames = []string{"conversion_time", "converted_at"}
)

// roles finds the meaning of members of JSON objects: the role, and its rank among that role's names; lower is
// better.
type roles struct {
	names [][]string // by role
	known map[string]roleRank
}

type roleRank struct {
	role int // -1 means none
	rank int
}

func newRoles(names ...[]string) *roles {
	return &roles{names: names, known: map[string]roleRank{}}
}

func (r *roles) of(member string) roleRank {
	if known, ok := r.known[member]; ok {
		return known
	}

	key := table.NormalName(member)
	found := roleRank{role: -1}
	for role, names := range r.names {
		if rank := slices.Index(names, key); rank >= 0 {
			found = roleRank{role, rank}
			break
		}
	}
	if len(r.known) < table.MaxColumns {
		r.known[member] = found
	}

	return found
}

// read puts the members of an object item into cells by role.
func (r *roles) read(item *table.Item, cells []table.Cell) {
	clear(cells)
	var ranks [4]int

	item.Members(func(name string, value table.Cell) {
		found := r.of(name)
		role := found.role
		if role < 0 || cells[role].Kind != table.Null && ranks[role] <= found.rank {
			return
		}
		cells[role] = value
		ranks[role] = found.rank
	})
}

// pathCells are the cells of a path.
type pathCells struct {
	touches, conversions, value, conversionTime table.Cell
}

// pathReader reads journeys that come one path at a time.
type pathReader struct {
	j       *journeys
	figures *table.Figures
	source  string
	path    *roles // as in pathCells
	touch   *roles // channel, time, days
}

func newPathReader(j *journeys, figures *table.Figures) *pathReader {
	return &pathReader{
		j:       j,
		figures: figures,
		source:  figures.Source,
		path:    newRoles(touchesNames, pathConversionNames, valueNames, conversionTimeNames),
		touch:   newRoles(fields[fieldChannel], timeNames, daysNames),
	}
}

// readPaths reads the paths member of a body.
func readPaths(text string, warn *warnings) (*journeys, error) {
	const source = "paths"
	j := newJourneys("paths", "json", warn)
	r := newPathReader(j, &table.Figures{Source: source, Warn: warn.row})

	err := table.Items(source, text, func(i int, item *table.Item) error {
		c, ok := r.cells(item)
		if !ok {
			return problem.Invalid(source, "paths: path %d must be a text, a list or an object", i+1)
		}

		return r.add(i+1, c)
	})
	if err == nil && len(j.paths) == 0 {
		err = problem.InvalidCode(source, problem.CodeNoRows, "paths must have at least one path")
	}

	return j, err
}

// cells reads a path item: an object, or just its touches.
func (r *pathReader) cells(item *table.Item) (c pathCells, ok bool) {
	if item.IsObject() {
		var members [4]table.Cell
		r.path.read(item, members[:])

		return pathCells{
			touches:        members[0],
			conversions:    members[1],
			value:          members[2],
			conversionTime: members[3],
		}, true
	}

	c.touches = item.Value()

	return c, c.touches.Kind == table.List || c.touches.Kind == table.Text
}

// add reads one path.
func (r *pathReader) add(row int, c pathCells) error {
	info := journey{
		conversions:    table.One,
		conversionTime: r.j.time(fieldConversionTime, row, c.conversionTime),
	}
	conversions, ok, err := conversionsOf(r.figures, row, c.conversions)
	if err != nil {
		return err
	}
	if ok {
		info.conversions = conversions
	}
	info.value, info.hasValue = r.figures.Figure(fieldValue, row, c.value)

	path, err := r.j.addPath(r.source, info)
	if err != nil {
		return err
	}

	before := len(r.j.touches)
	err = r.addTouches(row, path, c.touches)
	if len(r.j.touches) > before {
		r.j.used++
	} else {
		r.j.skipped++
	}

	return err
}

// addTouches reads a path's touches: a text or a list.
func (r *pathReader) addTouches(row int, path int32, touches table.Cell) error {
	switch touches.Kind {
	case table.Null:
		return nil
	case table.Text:
		return r.text(row, path, touches.Text)
	case table.List:
		return table.Items(r.source, touches.Text, func(_ int, item *table.Item) error {
			return r.one(row, path, item)
		})
	}

	return problem.Invalid(r.source, "%s: the touches of path %d must be a list or a text", r.source, row)
}

// one reads one touch of a path: a channel, or an object with a channel and perhaps a time.
func (r *pathReader) one(row int, path int32, item *table.Item) error {
	var members [3]table.Cell
	if item.IsObject() {
		r.touch.read(item, members[:])
	} else {
		members[0] = item.Value()
		if members[0].Kind == table.List {
			return problem.Invalid(r.source, "%s: a touch of path %d is a list; a touch is a channel or an object",
				r.source, row)
		}
	}

	channel, err := r.j.channels.of(r.source, row, members[0])
	if err != nil {
		return err
	}

	before, err := days(r.figures, row, members[2])
	if err != nil {
		return err
	}

	return r.j.addTouch(r.source, touch{
		path:    path,
		channel: channel,
		time:    r.j.time(fieldTime, row, members[1]),
		before:  before,
	})
}

// text reads a path written as "search > email"; separators are >, |, →, -> and =>.
func (r *pathReader) text(row int, path int32, text string) error {
	for text != "" {
		var name string
		if name, text = cutTouch(text); name == "" {
			continue
		}

		channel, err := r.j.channels.named(r.source, row, name)
		if err != nil {
			return err
		}
		x := touch{
			path:    path,
			channel: channel,
			time:    math.NaN(),
			before:  math.NaN(),
		}
		if err := r.j.addTouch(r.source, x); err != nil {
			return err
		}
	}

	return nil
}

// cutTouch cuts the first name off a path.
func cutTouch(text string) (name, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool { return r == '>' || r == '|' || r == '→' })
	if end < 0 {
		return strings.TrimSpace(text), ""
	}

	name = text[:end]
	separator, width := utf8.DecodeRuneInString(text[end:])
	if separator == '>' && (strings.HasSuffix(name, "-") || strings.HasSuffix(name, "=")) {
		name = name[:end-1]
	}

	return strings.TrimSpace(name), text[end+width:]
}

// days reads the days before the conversion, or NaN if unknown. It rejects negative days: some callers mean days
// after the conversion, others days before it.
func days(figures *table.Figures, row int, c table.Cell) (float64, error) {
	n, ok := figures.Figure(fieldDays, row, c)
	if !ok {
		return math.NaN(), nil
	}
	if n.Sign() < 0 {
		return 0, problem.Invalid(figures.Source, "%s of row %d must not be negative: it is %s; "+
			"it counts the days from the touch to the conversion", fieldDays, row, table.Shown(c.Text))
	}

	return n.Float(), nil
}

// conversionsOf reads a number of conversions, or yes or no.
func conversionsOf(figures *table.Figures, row int, c table.Cell) (table.Amount, bool, error) {
	if c.Kind == table.Bool || c.Kind == table.Text {
		switch strings.ToLower(strings.TrimSpace(c.Text)) {
		case "true", "yes", "y", "t":
			return table.One, true, nil
		case "false", "no", "n", "f":
			return table.Amount{}, true, nil
		}
	}

	return figures.Count(fieldConversions, row, c)
}

// time reads a time; an unreadable one counts as missing, with a warning.
func (j *journeys) time(field string, row int, c table.Cell) float64 {
	millis, ok := c.Millis()
	if !ok {
		j.warn.row(field, table.ReasonUnparsable,
			fmt.Sprintf("%q is not a time and was taken as missing", table.Shown(c.Text)), row)
	}

	return millis
}
