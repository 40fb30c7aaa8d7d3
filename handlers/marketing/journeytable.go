package marketing

import (
	"math"
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/problem"
)

// Fields of journeys besides those of the alias table.
const (
	fieldPath           = "path"
	fieldUser           = "user_id"
	fieldTime           = "timestamp"
	fieldDays           = "days_before"
	fieldConverted      = "converted"
	fieldValue          = "value"
	fieldConversionTime = "conversion_time"
)

// readJourneyTable reads a table of paths, or of touches to group into paths.
func readJourneyTable(t *table.Table, warn *warnings) (*journeys, error) {
	m := table.NewMapping(t)
	hasUser := m.Find(fieldUser, userNames)
	hasChannel := m.Find(fieldChannel, fields[fieldChannel])

	// A column named path may be a page's path: with a user and a channel column the rows are touches.
	if !hasUser || !hasChannel {
		paths := table.NewMapping(t)
		if paths.Find(fieldPath, pathNames) {
			return readPathTable(t, paths, warn)
		}
	}
	if !hasChannel {
		return nil, m.NoHeader("user_id, channel and timestamp (or days_before), or path")
	}

	return readTouchTable(t, m, warn)
}

func readPathTable(t *table.Table, m *table.Mapping, warn *warnings) (*journeys, error) {
	m.Find(fieldConversions, pathConversionNames)
	m.Find(fieldValue, valueNames)
	m.Find(fieldConversionTime, conversionTimeNames)

	j := newJourneys("paths", t.Format, warn)
	j.columnMapping, j.ignoredColumns = m.Report()

	r := newPathReader(j, &t.Figures)
	wanted := m.Columns(fieldPath, fieldConversions, fieldValue, fieldConversionTime)
	err := t.Each(wanted, func(row int, cells []table.Cell) error {
		return r.add(row, pathCells{
			touches:        cells[0],
			conversions:    cells[1],
			value:          cells[2],
			conversionTime: cells[3],
		})
	})

	return j, err
}

// readTouchTable groups rows of single touches into paths by their user.
func readTouchTable(t *table.Table, m *table.Mapping, warn *warnings) (*journeys, error) {
	m.Find(fieldTime, timeNames)
	m.Find(fieldDays, daysNames)
	m.Find(fieldConverted, convertedNames)
	m.Find(fieldValue, valueNames)
	m.Find(fieldConversionTime, conversionTimeNames)

	j := newJourneys("touches", t.Format, warn)
	j.columnMapping, j.ignoredColumns = m.Report()
	j.touches = make([]touch, 0, t.Rows)

	g := &grouping{
		figures: &t.Figures,
		j:       j,
		byUser:  map[string]int32{},
		grouped: m.Has(fieldUser),
		flagged: m.Has(fieldConverted),
	}
	if !g.grouped {
		warn.add(fieldUser, "single_path", "there is no column with a user id: all touches are taken as one path")
	}

	wanted := m.Columns(fieldUser, fieldChannel, fieldTime, fieldDays, fieldConverted, fieldValue, fieldConversionTime)
	err := t.Each(wanted, func(row int, cells []table.Cell) error {
		return g.add(row, touchCells{
			user:           cells[0],
			channel:        cells[1],
			time:           cells[2],
			days:           cells[3],
			converted:      cells[4],
			value:          cells[5],
			conversionTime: cells[6],
		})
	})
	if err == nil {
		j.unrepeat()
	}

	return j, err
}

// unrepeat takes conversions and values for those of a path that an export has put on each of its rows, as a join does:
// where no path has two flags or two values, and one of several touches has as many conversions as touches.
func (j *journeys) unrepeat() {
	paths := j.byPath()
	var repeated []int
	for path, touches := range paths {
		first := touches[0]
		if slices.ContainsFunc(touches, func(t touch) bool {
			return t.converted != first.converted || t.hasValue != first.hasValue || t.value != first.value
		}) {
			return
		}
		if len(touches) > 1 && j.paths[path].conversions.Float() == float64(len(touches)) {
			repeated = append(repeated, path)
		}
	}

	for _, path := range repeated {
		info := &j.paths[path]
		info.conversions = table.One
		info.value = paths[path][0].value
		info.hasValue = paths[path][0].hasValue
		j.warn.row(fieldConverted, "repeated", "flag and value are the same on all rows of each path: they count once a path", path+1)
	}
}

// grouping reads touches one by one into their users' paths.
type grouping struct {
	figures *table.Figures
	j       *journeys
	byUser  map[string]int32
	grouped bool // there is a user column
	flagged bool // there is a converted column, so unflagged paths did not convert
}

// touchCells is a row of single touches.
type touchCells struct {
	user, channel, time, days, converted, value, conversionTime table.Cell
}

func (g *grouping) add(row int, c touchCells) error {
	source := g.figures.Source
	if g.grouped && c.user.Kind == table.Null {
		g.figures.Warn(fieldUser, table.ReasonMissingValue, "touches without a user id were left out", row)
		g.j.skipped++

		return nil
	}
	if c.user.Kind == table.List || c.user.Kind == table.Object {
		return problem.Invalid(source, "the user id of row %d must be a text or a number", row)
	}

	path, err := g.path(c.user.Text)
	if err != nil {
		return err
	}
	x := touch{path: path}
	if x.channel, err = g.j.channels.of(source, row, c.channel); err != nil {
		return err
	}
	x.time = g.j.time(fieldTime, row, c.time)
	if x.before, err = days(g.figures, row, c.days); err != nil {
		return err
	}

	conversions, ok, err := conversionsOf(g.figures, row, c.converted)
	if err != nil {
		return err
	}
	info := &g.j.paths[path]
	if ok && conversions.Sign() != 0 {
		x.converted = true
		info.conversions = info.conversions.Add(conversions)
	}

	x.value, x.hasValue = g.figures.Figure(fieldValue, row, c.value)
	at := g.j.time(fieldConversionTime, row, c.conversionTime)
	if !math.IsNaN(at) && !(info.conversionTime >= at) {
		info.conversionTime = at // the latest of a path's rows
	}
	g.j.used++

	return g.j.addTouch(source, x)
}

// path is the number of a user's path.
func (g *grouping) path(user string) (int32, error) {
	user = strings.TrimSpace(user)
	if n, ok := g.byUser[user]; ok {
		return n, nil
	}

	info := journey{conversionTime: math.NaN()}
	if !g.flagged {
		info.conversions = table.One
	}
	n, err := g.j.addPath(g.figures.Source, info)
	if err == nil {
		g.byUser[user] = n
	}

	return n, err
}
