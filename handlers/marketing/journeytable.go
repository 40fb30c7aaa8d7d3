package marketing

import (
	"math"
	"strings"

	"github.com/farebox/farebox/internal/problem"
)

// Fields of journeys beside those of the alias table.
const (
	fieldPath           = "path"
	fieldUser           = "user_id"
	fieldTime           = "timestamp"
	fieldDays           = "days_before"
	fieldConverted      = "converted"
	fieldValue          = "value"
	fieldConversionTime = "conversion_time"
)

// readJourneyTable reads a table of paths, or of touches to be grouped into paths.
func readJourneyTable(t *table) (*journeys, error) {
	m := newMapping(t)
	// A column called path may be that of a page: with a user and a channel beside it the rows are touches.
	touches := m.find(fieldUser, userNames)
	touches = m.find(fieldChannel, aliasesOf(fieldChannel)) && touches
	if !touches {
		m = newMapping(t)
		if m.find(fieldPath, pathNames) {
			return readPathTable(t, m)
		}
		m.find(fieldUser, userNames)
		m.find(fieldChannel, aliasesOf(fieldChannel))
	}
	if !m.has(fieldChannel) {
		return nil, m.noHeader("user_id, channel and timestamp (or days_before), or path")
	}
	return readTouchTable(t, m)
}

func readPathTable(t *table, m *mapping) (*journeys, error) {
	m.find(fieldConversions, pathConversionNames)
	m.find(fieldValue, valueNames)
	m.find(fieldConversionTime, conversionTimeNames)
	j := newJourneys("paths", t.format, t.warn)
	j.columnMapping, j.ignoredColumns = m.report()
	r := newPathReader(j, t.source, t)
	err := t.each(m.columns(fieldPath, fieldConversions, fieldValue, fieldConversionTime), func(row int, c []cell) error {
		return r.add(row, c[0], c[1], c[2], c[3])
	})
	return j, err
}

// readTouchTable groups rows of single touches into paths by their user.
func readTouchTable(t *table, m *mapping) (*journeys, error) {
	m.find(fieldTime, timeNames)
	m.find(fieldDays, daysNames)
	m.find(fieldConverted, convertedNames)
	m.find(fieldValue, valueNames)
	m.find(fieldConversionTime, conversionTimeNames)
	j := newJourneys("touches", t.format, t.warn)
	j.columnMapping, j.ignoredColumns = m.report()
	j.touches = make([]touch, 0, t.rowsCount)
	g := &grouping{t: t, j: j, byUser: map[string]int32{}, grouped: m.has(fieldUser), flagged: m.has(fieldConverted)}
	if !g.grouped {
		t.warn.add(fieldUser, "single_path", "there is no column with a user id: all touches are taken as one path")
	}
	err := t.each(m.columns(fieldUser, fieldChannel, fieldTime, fieldDays, fieldConverted, fieldValue, fieldConversionTime), g.add)
	return j, err
}

// grouping reads touches one by one into the paths of their users.
type grouping struct {
	t       *table
	j       *journeys
	byUser  map[string]int32
	grouped bool // there is a user column
	flagged bool // there is a converted column: paths without a flag have not converted
}

func (g *grouping) add(row int, c []cell) error {
	user, channel := c[0], c[1]
	if g.grouped && user.kind == kindNull {
		g.t.warn.row(fieldUser, reasonMissingValue, "touches without a user id were left out", row)
		g.j.skipped++
		return nil
	}
	if user.kind == kindList || user.kind == kindObject {
		return problem.Invalid(g.t.source, "the user id of row %d must be a text or a number", row)
	}
	path, err := g.path(user.text)
	if err != nil {
		return err
	}
	n, err := g.j.channels.of(g.t.source, row, channel)
	if err != nil {
		return err
	}
	x := touch{path: path, channel: n, time: g.j.time(fieldTime, row, c[2]), before: math.NaN()}
	if d, ok := g.t.figure(fieldDays, row, c[3], false); ok {
		x.before = d.float()
	}
	flag, ok, err := g.t.flag(row, c[4])
	if err != nil {
		return err
	}
	info := &g.j.paths[path]
	if ok && !flag.zero() {
		x.converted = true
		info.conversions = info.conversions.add(flag)
	}
	x.value, x.hasValue = g.t.figure(fieldValue, row, c[5], false)
	if at := g.j.time(fieldConversionTime, row, c[6]); !math.IsNaN(at) && !(info.conversionTime >= at) {
		info.conversionTime = at // the latest of a path's rows
	}
	g.j.used++
	return g.j.addTouch(g.t.source, x)
}

// path is the number of a user's path.
func (g *grouping) path(user string) (int32, error) {
	user = strings.TrimSpace(user)
	if n, ok := g.byUser[user]; ok {
		return n, nil
	}
	info := journey{conversionTime: math.NaN()}
	if !g.flagged {
		info.conversions = one
	}
	n, err := g.j.addPath(g.t.source, info)
	if err == nil {
		g.byUser[user] = n
	}
	return n, err
}
