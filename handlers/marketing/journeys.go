package marketing

import (
	"math"
	"slices"

	"github.com/farebox/farebox/internal/problem"
)

// touch is one contact of a journey.
type touch struct {
	path      int32
	channel   int32
	time      float64 // milliseconds since 1970; NaN when not known
	before    float64 // days before the conversion; NaN when not known
	value     amount
	hasValue  bool
	converted bool
}

// journey is what is known of a path beside its touches.
type journey struct {
	conversions    amount
	value          amount
	hasValue       bool
	conversionTime float64 // milliseconds since 1970; NaN when not known
}

// journeys is the caller's paths as they were read.
type journeys struct {
	form           string // paths or touches
	format         string
	columnMapping  map[string]string
	ignoredColumns []string
	used, skipped  int // rows, paths or touches
	channels       *channels
	paths          []journey
	touches        []touch // of a path in the order given, all paths mixed
	warn           *warnings
}

func newJourneys(form, format string, warn *warnings) *journeys {
	return &journeys{form: form, format: format, columnMapping: map[string]string{}, ignoredColumns: []string{}, channels: newChannels(), warn: warn}
}

// addPath begins a path; its touches are added with its number.
func (j *journeys) addPath(source string, p journey) (int32, error) {
	if len(j.paths) == maxPaths {
		return 0, problem.InvalidCode(source, "too_many_paths", "%s must have at most %d paths", source, maxPaths)
	}
	j.paths = append(j.paths, p)
	return int32(len(j.paths) - 1), nil
}

func (j *journeys) addTouch(source string, t touch) error {
	if len(j.touches) == maxTouches {
		return problem.InvalidCode(source, "too_many_touches", "%s must have at most %d touches", source, maxTouches)
	}
	j.touches = append(j.touches, t)
	return nil
}

// byPath is the touches sorted by path, in the order given within each, and where each path begins.
func (j *journeys) byPath() (sorted []touch, start []int) {
	start = make([]int, len(j.paths)+1)
	for _, t := range j.touches {
		start[t.path+1]++
	}
	for i := range j.paths {
		start[i+1] += start[i]
	}
	if slices.IsSortedFunc(j.touches, func(a, b touch) int { return int(a.path - b.path) }) {
		return j.touches, start // they came path by path
	}
	sorted = make([]touch, len(j.touches))
	next := slices.Clone(start)
	for _, t := range j.touches {
		sorted[next[t.path]] = t
		next[t.path]++
	}
	return sorted, start
}

// credit works the models out over all paths.
func (j *journeys) credit(halflife float64) *credits {
	c := newCredits(len(j.channels.names))
	sorted, start := j.byPath()
	var p path
	var w []float64
	for i, info := range j.paths {
		touches := sorted[start[i]:start[i+1]]
		if len(touches) == 0 {
			j.warn.row("paths", "empty_path", "paths without a touch were left out", i+1)
			continue
		}
		if info.conversions.zero() {
			c.nonConverting++
			continue
		}
		touches = j.order(i+1, info, touches, &p.days)
		if len(touches) == 0 {
			j.warn.row("paths", "empty_path", "paths without a touch before the conversion were left out", i+1)
			continue
		}
		p.channels = p.channels[:0]
		for _, t := range touches {
			p.channels = append(p.channels, t.channel)
		}
		p.conversions, p.value = info.conversions, pathValue(info, touches)
		w = slices.Grow(w[:0], len(touches))[:len(touches)]
		c.add(p, halflife, w)
	}
	return c
}

// one is the value of a path that has none.
var one = amount{0, amountUnit}

// pathValue is the value of a path: its own, else of its last converting touch, else of its last touch
// with one, else 1.
func pathValue(info journey, touches []touch) amount {
	if info.hasValue {
		return info.value
	}
	value, from := one, 0
	for _, t := range touches {
		rank := 1
		if t.converted {
			rank = 2
		}
		if t.hasValue && rank >= from {
			value, from = t.value, rank
		}
	}
	return value
}

const dayMillis = 86_400_000

// order brings the touches of path number n into their order in time, drops those after the conversion
// and works out the days before it. Without days and times the order given stands, one touch a day.
func (j *journeys) order(n int, info journey, touches []touch, days *[]float64) []touch {
	timed, dated := 0, 0
	for _, t := range touches {
		if !math.IsNaN(t.time) {
			timed++
		}
		if !math.IsNaN(t.before) {
			dated++
		}
	}
	before := len(touches)
	switch {
	case dated == before:
		slices.SortStableFunc(touches, func(a, b touch) int { return compareDown(a.before, b.before) })
		touches = slices.DeleteFunc(touches, func(t touch) bool { return t.before < 0 })
		*days = (*days)[:0]
		for _, t := range touches {
			*days = append(*days, t.before)
		}
	case timed == before:
		slices.SortStableFunc(touches, func(a, b touch) int { return compareDown(b.time, a.time) })
		at := conversionTime(info, touches)
		touches = slices.DeleteFunc(touches, func(t touch) bool { return t.time > at })
		*days = (*days)[:0]
		for _, t := range touches {
			*days = append(*days, (at-t.time)/dayMillis)
		}
	default:
		if timed+dated > 0 {
			j.warn.row("paths", "mixed_times", "paths in which only some touches have a time were taken in the order given", n)
		}
		if last := lastConverted(touches); last >= 0 {
			touches = touches[:last+1]
		}
		if len(touches) > 1 {
			j.warn.row("paths", "assumed_daily_spacing", "touches without times are taken as one a day, the last on the day of the conversion; only time_decay depends on it", n)
		}
		*days = (*days)[:0]
		for i := range touches {
			*days = append(*days, float64(len(touches)-1-i))
		}
	}
	if dropped := before - len(touches); dropped > 0 {
		j.warn.row("paths", "after_conversion", "touches after the conversion were dropped", n)
	}
	return touches
}

// conversionTime is when the path with these touches, sorted by time, converted.
func conversionTime(info journey, touches []touch) float64 {
	if !math.IsNaN(info.conversionTime) {
		return info.conversionTime
	}
	if last := lastConverted(touches); last >= 0 {
		return touches[last].time
	}
	return touches[len(touches)-1].time
}

func lastConverted(touches []touch) int {
	for i := len(touches) - 1; i >= 0; i-- {
		if touches[i].converted {
			return i
		}
	}
	return -1
}
