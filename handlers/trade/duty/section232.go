package duty

import (
	"slices"

	"github.com/shopspring/decimal"
)

// section232 are the duties of Section 232: among those that concern the product, the first in the order of
// programmes.
func (s stack) section232() ([]Component, metal) {
	var found []Component
	for _, group := range section232 {
		found = append(found, s.programme(group)...)
	}

	// Of facts that are taken for granted each decides by itself.
	alike := len(s.question.facts) == 0 && oneRate(found)
	under := metalNone
	before := metalNone
	for i := range found {
		c := &found[i]
		switch s.question.Section232 {
		case Nothing:
			c.exempt("the caller says that no Section 232 duty applies")
			continue
		case Applies:
			if alike && c.countable() && c.UpperPct == nil && c.ownFact() {
				*c = s.count(c.Measure)
				c.Basis += "; taken to apply as the caller says"
			}
		}

		switch {
		case c.Status == StatusExempt:
		case before == metalSure && c.onPart():
			c.exempt("each metal pays on its own value: together they come to no more than the range of the other duty")
		case before == metalSure:
			c.exempt("an article pays one Section 232 duty, and another one applies")
		case before == metalOpen && c.Status == StatusApplies:
			c.open("applies if the other Section 232 duty that is open here does not")
			// One of the two applies in any case.
			under = metalSure
		case c.Status == StatusApplies, c.Status == StatusUnresolved && c.Always:
			before = metalSure
			under = metalSure
		case c.Status == StatusUnresolved:
			before = metalOpen
			under = max(under, metalOpen)
		}
	}
	return found, under
}

// OnList232 reports whether a duty is one of Section 232 that the product owes by its code alone.
func (c Component) OnList232() bool { return slices.Contains(section232, c.Group) && c.Needs == "" }

// countable reports whether a duty is open only because of a fact.
func (c *Component) countable() bool {
	return c.Needs != "" && c.Status == StatusUnresolved && c.Measure.RatePct != nil
}

// onPart reports whether a duty is on a part of the value, which can be none: that of one metal.
func (c *Component) onPart() bool {
	return c.Measure.RatePct != nil && c.Measure.RatePct.IsZero() && c.UpperPct != nil
}

// ownFact reports whether a duty is open for the fact of its row. How much of the value is of U.S. origin is another
// one, which a caller who says that the duty applies does not settle.
func (c *Component) ownFact() bool { return c.fact == nil || c.fact.name == c.Measure.fact() }

// oneRate reports whether the duties that are open because of a fact are equal. A caller who says that Section 232
// applies does not say whether to parts for cars or for trucks.
func oneRate(found []Component) bool {
	var first *Component
	for i := range found {
		c := &found[i]
		switch {
		case !c.countable():
		case first == nil:
			first = c
		case c.Kind != first.Kind || !c.Measure.RatePct.Equal(*first.Measure.RatePct):
			return false
		}
	}
	return true
}

// programme are the duties of one programme of Section 232 on the product: those that depend on a fact, and among
// the others the one with the highest rate, which is the narrower one.
func (s stack) programme(group Group) []Component {
	var open []Component
	var best *Component
	for _, m := range s.tables.Measures {
		if m.Group != group || !s.concerns(m) {
			continue
		}
		c := s.one(m)
		s.underUSMCA(&c)
		switch {
		case c.Status != StatusApplies:
			open = append(open, c)
		case best == nil || c.RatePct.GreaterThan(*best.RatePct):
			best = &c
		}
	}

	if best != nil {
		open = append(open, *best)
	}
	return open
}

// underUSMCA applies what Section 232 grants to goods under USMCA: vehicle parts are free, and vehicles and mobile
// equipment pay only for content of non-U.S. origin, if approved.
func (s stack) underUSMCA(c *Component) {
	if !s.usmca() {
		return
	}
	switch {
	case c.Group == "s232_parts" || c.Group == "s232_truck_parts":
		c.exempt("parts that qualify for USMCA are free of it, other than kits (9903.94.06, 9903.74.10)")
	case c.Group == "s232_autos", c.Group == "s232_trucks" && c.Heading == "9903.74.01",
		slices.Contains(c.Lists, "metals-equipment"):
		s.askContent(c)
	}
}

// askContent leaves a duty open that is on the value of non-U.S. origin alone, when that was approved.
func (s stack) askContent(c *Component) {
	const about = "usmca"
	if s.question.facts[c.Measure.fact()+"|"+about] == outcomeNot && c.Status == StatusApplies {
		c.Amount = new(decimal.Decimal) // all of the value is of U.S. origin
	} else {
		s.ask(c, about, "under USMCA the duty can be on the value that is not of U.S. origin alone")
	}
	c.Needs = "how much of the value is of U.S. origin, and whether that was approved"
}

// highest is a measure at its highest possible rate.
func (s stack) highest(m Measure) Component {
	if m.UpperPct != nil {
		m.RatePct = m.UpperPct
		m.Kind = kindAdd
	}
	return s.count(m)
}
