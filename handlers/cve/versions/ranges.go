package versions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/upstream/osv"
)

// Interval is a run of versions. A nil end is open.
type Interval struct {
	From     *Version
	FromOpen bool // From itself is not in it
	To       *Version
	ToClosed bool     // To itself is in it
	Fixed    *Version // the version that mends what the interval is about, nil when none is known
}

// Contains is true when v is in the interval.
func (i Interval) Contains(v Version) bool {
	if i.From != nil {
		if c := v.Compare(*i.From); c < 0 || c == 0 && i.FromOpen {
			return false
		}
	}
	if i.To != nil {
		if c := v.Compare(*i.To); c > 0 || c == 0 && !i.ToClosed {
			return false
		}
	}
	return true
}

// Endless is true when no version after From is out of the interval.
func (i Interval) Endless() bool { return i.To == nil }

// OfEvents are the intervals of a range in the OSV format. An event whose version does not parse is an error.
func (o Order) OfEvents(events []osv.Event) ([]Interval, error) {
	type step struct {
		at           *Version // nil is before every version
		opens, after bool     // after: the version itself is still affected
		fixes        bool
	}

	var steps []step
	for _, e := range events {
		var s step
		text := ""
		switch {
		case e.Introduced != "":
			text = e.Introduced
			s.opens = true
		case e.Fixed != "":
			text = e.Fixed
			s.fixes = true
		case e.LastAffected != "":
			text = e.LastAffected
			s.after = true
		default:
			continue // limits, which are of commits
		}
		if !s.opens || text != "0" {
			v, err := o.Parse(text)
			if err != nil {
				return nil, fmt.Errorf("an event of the range: %w", err)
			}
			s.at = &v
		}
		steps = append(steps, s)
	}

	slices.SortStableFunc(steps, func(a, b step) int {
		switch {
		case a.at == nil && b.at == nil:
			return 0
		case a.at == nil:
			return -1
		case b.at == nil:
			return 1
		}
		return a.at.Compare(*b.at)
	})

	var out []Interval
	open := false
	for i, s := range steps {
		// Of two events at one version, the one that changes something comes first: a run that is open is closed and
		// opened again (0 to 3.1.1 and from 3.1.1 on), and one that begins and ends there is empty.
		if i+1 < len(steps) && s.opens == open && steps[i+1].opens != open && sameStep(s.at, steps[i+1].at) {
			steps[i], steps[i+1] = steps[i+1], steps[i]
			s = steps[i]
		}
		switch {
		case s.opens && !open:
			out = append(out, Interval{From: s.at})
			open = true
		case s.opens, !open:
		default:
			last := &out[len(out)-1]
			last.To = s.at
			last.ToClosed = s.after
			open = false
			if s.fixes {
				last.Fixed = s.at
			}
		}
	}

	return out, nil
}

// sameStep is true for two events at one version; nil is before every version.
func sameStep(a, b *Version) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Compare(*b) == 0
}

// OfExpression is the interval of a range in GitHub's form (">= 10.3, < 10.5.0", "= 1.2.3", "<= 2.0", "< 5"), with the version that
// mends it, empty when there is none.
func (o Order) OfExpression(expression, fixed string) (Interval, error) {
	var i Interval
	for _, part := range strings.Split(expression, ",") {
		part = strings.TrimSpace(part)
		number := strings.TrimLeft(part, "<>=")
		operator := part[:len(part)-len(number)]
		number = strings.TrimSpace(number)
		if operator == ">=" && number == "0" || operator == ">" && number == "0" {
			continue
		}
		v, err := o.Parse(number)
		if err != nil {
			return Interval{}, fmt.Errorf("range %q: %w", expression, err)
		}
		switch operator {
		case ">", ">=":
			i.From = &v
			i.FromOpen = operator == ">"
		case "<", "<=":
			i.To = &v
			i.ToClosed = operator == "<="
		case "=", "==":
			i.From = &v
			i.To = &v
			i.ToClosed = true
		default:
			return Interval{}, fmt.Errorf("range %q has an unknown operator", expression)
		}
	}

	if fixed != "" {
		v, err := o.Parse(fixed)
		if err != nil {
			return Interval{}, fmt.Errorf("the fixed version: %w", err)
		}
		i.Fixed = &v
	}

	return i, nil
}

// String writes the interval in GitHub's form; "*" is every version.
func (i Interval) String() string {
	var parts []string
	switch {
	case i.From != nil && i.To != nil && !i.FromOpen && i.ToClosed && i.From.Compare(*i.To) == 0:
		return "= " + i.From.String()
	case i.From == nil && i.To == nil:
		return "*"
	}

	if i.From != nil {
		operator := ">= "
		if i.FromOpen {
			operator = "> "
		}
		parts = append(parts, operator+i.From.String())
	}

	if i.To != nil {
		operator := "< "
		if i.ToClosed {
			operator = "<= "
		}
		parts = append(parts, operator+i.To.String())
	}

	return strings.Join(parts, ", ")
}
