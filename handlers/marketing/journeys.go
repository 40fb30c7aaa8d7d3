package marketing

import (
	"cmp"
	"math"
	"slices"

	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/problem"
)

// touch is one contact of a journey.
type touch struct {
	path      int32
	channel   int32
	time      float64 // milliseconds since 1970; NaN if unknown
	before    float64 // days before the conversion; NaN if unknown
	value     table.Amount
	hasValue  bool
	converted bool
}

// journey is a path's data besides its touches.
type journey struct {
	conversions    table.Amount
	value          table.Amount
	hasValue       bool
	conversionTime float64 // milliseconds since 1970; NaN if unknown
}

// journeys is the caller's paths as read.
type journeys struct {
	form           string // paths or touches
	format         string
	columnMapping  map[string]string
	ignoredColumns []string
	used           int // rows, paths or touches
	skipped        int
	channels       *channels
	paths          []journey
	touches        []touch // of a path in the given order, all paths mixed
	warn           *warnings
}

func newJourneys(form, format string, warn *warnings) *journeys {
	return &journeys{
		form:           form,
		format:         format,
		columnMapping:  map[string]string{},
		ignoredColumns: []string{},
		channels:       newChannels(),
		warn:           warn,
	}
}

// addPath starts a path; its number adds touches to it.
func (j *journeys) addPath(source string, p journey) (int32, error) {
	if len(j.paths) == maxPaths {
		return 0, problem.InvalidCode(source, problem.CodeTooManyPaths,
			"%s must have at most %d paths", source, maxPaths)
	}
	j.paths = append(j.paths, p)

	return int32(len(j.paths) - 1), nil
}

func (j *journeys) addTouch(source string, t touch) error {
	if len(j.touches) == maxTouches {
		return problem.InvalidCode(source, problem.CodeTooManyTouches,
			"%s must have at most %d touches", source, maxTouches)
	}
	j.touches = append(j.touches, t)

	return nil
}

// byPath is each path's touches, in the given order.
func (j *journeys) byPath() [][]touch {
	counts := make([]int, len(j.paths))
	for _, t := range j.touches {
		counts[t.path]++
	}

	paths := make([][]touch, len(j.paths))
	room := make([]touch, len(j.touches))
	for i, n := range counts {
		paths[i] = room[:0:n]
		room = room[n:]
	}
	for _, t := range j.touches {
		paths[t.path] = append(paths[t.path], t)
	}

	return paths
}

// credit computes the models over all paths.
func (j *journeys) credit(halflife float64) *credits {
	c := newCredits(len(j.channels.names))
	valued := slices.ContainsFunc(j.paths, func(p journey) bool { return p.hasValue }) ||
		slices.ContainsFunc(j.touches, func(t touch) bool { return t.hasValue })
	for i, touches := range j.byPath() {
		info := j.paths[i]
		if len(touches) == 0 {
			j.warn.row("paths", "empty_path", "paths without a touch were left out", i+1)
			continue
		}
		if info.conversions.Sign() == 0 {
			c.nonConverting++
			continue
		}

		kept := j.order(i+1, info, touches)
		if len(kept) < len(touches) {
			j.warn.row("paths", "after_conversion", "touches after the conversion were dropped", i+1)
		}
		if len(kept) == 0 {
			j.warn.row("paths", "empty_path", "paths without a touch before the conversion were left out", i+1)
			continue
		}
		value, ok := pathValue(info, kept)
		switch {
		case ok:
		case valued:
			j.warn.row(fieldValue, table.ReasonMissingValue, "paths without a value add nothing to the values of others", i+1)
		default:
			value = table.One
		}
		c.add(kept, info.conversions, value, halflife)
	}

	return c
}

// pathValue is the value of a path, if it has one: its own, else the sum of its converting touches, else that of its
// last touch with a value.
func pathValue(info journey, touches []touch) (value table.Amount, ok bool) {
	if info.hasValue {
		return info.value, true
	}

	converted := false
	for _, t := range touches {
		switch {
		case !t.hasValue:
			continue
		case t.converted && converted:
			value = value.Add(t.value)
		case t.converted || !converted:
			value = t.value
			converted = t.converted
		}
		ok = true
	}

	return value, ok
}

const dayMillis = 86_400_000

// order sorts the touches of path n by time, drops those after the conversion and computes the days before it.
// Without days and times the given order stands, one touch a day.
func (j *journeys) order(n int, info journey, touches []touch) []touch {
	timed := 0
	dated := 0
	for _, t := range touches {
		if !math.IsNaN(t.time) {
			timed++
		}
		if !math.IsNaN(t.before) {
			dated++
		}
	}

	switch len(touches) {
	case dated:
		slices.SortStableFunc(touches, func(a, b touch) int { return compareDown(a.before, b.before) })

		return touches
	case timed:
		return byTime(info, touches)
	}

	if timed+dated > 0 {
		j.warn.row("paths", "mixed_times",
			"paths in which only some touches have a time were taken in the order given", n)
	}
	if last := lastConverted(touches); last >= 0 {
		touches = touches[:last+1]
	}
	if len(touches) > 1 {
		j.warn.row("paths", "assumed_daily_spacing", "touches without times are taken as one a day, "+
			"the last on the day of the conversion; only time_decay depends on it", n)
	}
	for i := range touches {
		touches[i].before = float64(len(touches) - 1 - i)
	}

	return touches
}

// byTime is order for touches that all have a time.
func byTime(info journey, touches []touch) []touch {
	slices.SortStableFunc(touches, func(a, b touch) int { return cmp.Compare(a.time, b.time) })
	at := conversionTime(info, touches)
	touches = slices.DeleteFunc(touches, func(t touch) bool { return t.time > at })
	for i, t := range touches {
		touches[i].before = (at - t.time) / dayMillis
	}

	return touches
}

// conversionTime is the conversion time of the path with these touches, sorted by time.
func conversionTime(info journey, touches []touch) float64 {
	if !math.IsNaN(info.conversionTime) {
		return info.conversionTime
	}
	if last := lastConverted(touches); last >= 0 {
		return touches[last].time
	}

	return touches[len(touches)-1].time
}

// lastConverted is the last touch flagged converted, or -1.
func lastConverted(touches []touch) int {
	for i, t := range slices.Backward(touches) {
		if t.converted {
			return i
		}
	}

	return -1
}
