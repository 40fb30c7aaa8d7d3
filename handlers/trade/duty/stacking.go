package duty

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// The groups of measures. Those of Section 232 begin with s232 and follow the order of section232.
const (
	groupLabor          = "forced_labor"
	groupBrazil         = "brazil"
	groupChina          = "china"
	groupChinaStacking  = "china_stacking" // on top of the other duties on products of China
	groupNicaragua      = "nicaragua"
	groupCanada         = "canada"          // not on goods under Section 232
	groupCanadaStacking = "canada_stacking" // on top of Section 232
	groupSurcharge      = "surcharge"
	groupSafeguard      = "safeguard"
	groupIEEPA          = "ieepa"
	groupRussia         = "russia"
	groupBan            = "ban"
	groupNotice         = "s232_notice"
)

// section232 are the programmes of Section 232 in order of precedence: an article pays one of them (U.S. notes
// 16(a), 33, 37, 38, 39, 40 and 43).
var section232 = []Group{
	"s232_semiconductors", "s232_drones", "s232_pharma", "s232_polysilicon", "s232_autos", "s232_parts", "s232_trucks",
	"s232_truck_parts", "s232_wood", "s232_metals",
}

var others = []Group{
	groupLabor, groupBrazil, groupChina, groupChinaStacking, groupNicaragua, groupCanada, groupCanadaStacking,
	groupSurcharge, groupSafeguard, groupIEEPA, groupRussia, groupBan, groupNotice,
}

func knownGroup(g Group) bool { return slices.Contains(section232, g) || slices.Contains(others, g) }

// Lists that rules of stacking name.
const (
	listExemptLabor     = "forced-labor-exempt"
	listExemptBrazil    = "brazil-exempt"
	listExemptSurcharge = "surcharge-122-exempt"
	listPartners        = "partner-list-candidates"
	listExcluded69      = "china-301-excluded-69"
	listExcluded70      = "china-301-excluded-70"
)

// listOfPartner are the origins with their own list of products free of the forced-labor duties (9903.05.96 to .98
// and 9903.06). The lists are not in the tables; the list of candidates has what they may contain.
var listOfPartner = []string{
	"GB", "EU", "CH", "MY", "KH", "GT", "SV", "AR", "BD", "TW", "ID", "EC", "JO",
}

// exclusionsEnd is the last day of the extended exclusions of Chinese products (9903.88.69 and .70).
var exclusionsEnd = time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC)

// stack combines the additional duties on one import.
type stack struct {
	tables   *Tables
	question Question
	base     Base
}

// metal is Section 232's effect on the import: sure means that one of its duties applies, open that one may.
type metal int

const (
	metalNone metal = iota
	metalOpen
	metalSure
)

// components are the additional duties, and what Section 232 does to the import.
func (s stack) components() ([]Component, metal) {
	list, under := s.section232()

	for _, m := range s.tables.Measures {
		if slices.Contains(section232, m.Group) || m.Group == groupBan || m.Group == groupNotice || !s.concerns(m) {
			continue
		}
		if m.Group != groupChina {
			list = append(list, s.other(m, under))
		}
	}
	list = append(list, s.china()...)

	slices.SortStableFunc(list, func(a, b Component) int { return cmp.Compare(a.Heading, b.Heading) })
	return list, under
}

// concerns reports whether a measure is for the origin, the day and the product.
func (s stack) concerns(m Measure) bool {
	return m.On(s.question.Day) && covers(m.Origins, s.question.Origin) && s.listed(m) != unlisted
}

// standing is whether a product is on a measure's lists.
type standing int

const (
	unlisted standing = iota
	partly            // some statistical numbers below the code are
	listed
)

func (s stack) listed(m Measure) standing {
	if len(m.Lists) == 0 {
		return listed
	}
	found := unlisted
	for _, name := range m.Lists {
		found = max(found, s.on(name))
	}
	if found != listed && m.Heading != "" && slices.Contains(s.question.Line.Refs, m.Heading) {
		return listed
	}
	return found
}

func (s stack) on(list string) standing {
	l := s.tables.Lists[list]
	code := s.question.Line.Code
	switch {
	case l.Holds(code):
		return listed
	case len(code) < 10 && l.HoldsPart(code):
		return partly
	}
	return unlisted
}

// one is a measure by itself: counted, or open if a fact is missing.
func (s stack) one(m Measure) Component {
	c := s.count(m)
	why := ""
	switch {
	case s.listed(m) == partly:
		why = "some statistical numbers of this subheading are on the list: give all ten digits"
	case m.Needs != "":
		why = "it is not known here " + m.Needs
	default:
		return c
	}
	if c.Status == StatusUnresolved {
		c.open(why)
		return c
	}

	switch s.question.facts[m.fact()] {
	case outcomeNot:
		c.exempt("taken not to apply")
	case outcomeApplies:
	case outcomeHighest:
		c = s.highest(m)
	case outcomeOpen:
		c.open(why)
		c.fact = &openFact{
			name:     m.fact(),
			outcomes: m.outcomes(),
		}
	}
	return c
}

// ask leaves a duty that applies open for one more fact, unless the fact is taken for granted.
func (s stack) ask(c *Component, about, why string) {
	name := c.Measure.fact() + "|" + about
	switch s.question.facts[name] {
	case outcomeNot:
		c.exempt("taken not to apply")
	case outcomeApplies, outcomeHighest:
	case outcomeOpen:
		c.open(why)
		c.fact = &openFact{
			name:     name,
			outcomes: []outcome{outcomeNot, outcomeApplies},
		}
	}
}

// count works the rate and the amount of a measure out.
func (s stack) count(m Measure) Component {
	c := Component{
		Measure: m,
		Status:  StatusApplies,
	}
	c.AsOf = s.tables.asOf(m)
	if said, disputed := s.question.Disputed[m.Heading]; disputed && m.RatePct != nil {
		c.open("the schedule now says " + said + " where the table has " + m.RatePct.String() + "%")
		return c
	}
	if m.RatePct == nil {
		c.open("it is not known here " + m.Needs)
		return c
	}

	rate := *m.RatePct
	c.Basis = rate.String() + "% of the customs value"
	if m.Kind == kindFloor {
		base, known := s.basePct()
		if !known {
			c.open("it is " + rate.String() + "% less the base duty, which could not be worked out")
			return c
		}
		added := decimal.Max(rate.Sub(base), decimal.Zero)
		c.Basis = rate.String() + "% less the base duty of " + base.String() + "%, at least 0"
		rate = added
	}
	amount := share(s.question.Value, rate)
	c.RatePct = &rate
	c.Amount = &amount
	return c
}

// basePct is the base duty in per cent of the value; for a specific rate it is the ad valorem equivalent.
func (s stack) basePct() (decimal.Decimal, bool) {
	switch {
	case s.base.Amount == nil:
		return decimal.Zero, false
	case s.base.Rate.AdValorem() && s.base.Rate.Pct != nil:
		return *s.base.Rate.Pct, true
	}
	return s.base.Amount.Mul(hundred).DivRound(s.question.Value, 4), true
}

func (c *Component) exempt(why string) {
	c.Status = StatusExempt
	c.Amount = nil
	c.Why = why
}

func (c *Component) open(why string) {
	c.Status = StatusUnresolved
	c.Amount = nil
	c.Why = why
	if c.RatePct == nil && c.Kind == kindAdd {
		c.RatePct = c.Measure.RatePct
	}
}

// other is a measure outside Section 232 and China, under the rules of its programme.
func (s stack) other(m Measure, under metal) Component {
	c := s.one(m)
	switch m.Group {
	case groupLabor:
		s.labor(&c, under)
	case groupBrazil:
		s.freeOf(&c, listExemptBrazil, "9903.05.03")
		s.notAircraft(&c, "9903.05.05")
		s.notUnder232(&c, under, "9903.05.07")
	case groupCanada:
		s.notAircraft(&c, "9903.03.16")
		s.notUnder232(&c, under, "9903.03.15")
	case groupSurcharge:
		s.surcharge(&c, under)
	case groupIEEPA:
		c.Status = StatusVoid
		c.Amount = nil
		c.Why = "collected at the time and held unlawful on 2026-02-20; not counted, and it may be refunded"
	case groupRussia:
		c.exempt("it is the base duty, in place of the rate of column 2")
	}

	return c
}

// surcharge applies the exemptions from the import surcharge (headings 9903.03.03 to .09).
func (s stack) surcharge(c *Component, under metal) {
	s.freeOf(c, listExemptSurcharge, "U.S. note 2(aa)")
	s.notAircraft(c, "9903.03.05")
	s.notUnder232(c, under, "9903.03.06")

	switch {
	case s.usmca():
		c.exempt("goods that enter under USMCA are free of it")
	case s.textileOfCAFTA():
		c.exempt("textiles and apparel that originate under CAFTA-DR are free of it (9903.03.09)")
	}
}

// textileOfCAFTA reports whether a claim is for textiles or apparel under CAFTA-DR.
func (s stack) textileOfCAFTA() bool {
	code := s.question.Line.Code
	return s.claims("P", "P+") && code >= "50" && code < "64"
}

// aircraft are the headings of aircraft and their parts, which are for civil aircraft as a rule. Articles of other
// headings can be too, and the row's relief says so.
var aircraft = []string{"8802", "8807"}

// notAircraft leaves a duty open that civil aircraft and their parts are free of.
func (s stack) notAircraft(c *Component, heading string) {
	if c.Status != StatusApplies || !slices.Contains(aircraft, s.question.Line.Code[:4]) {
		return
	}
	s.ask(c, "aircraft", "it is not known here whether this is a civil aircraft or a part of one, certified as such: "+
		"those are free of it ("+heading+")")
}

// labor applies the exemptions from the forced-labor duties (U.S. note 52(b) to (k)).
func (s stack) labor(c *Component, under metal) {
	q := s.question
	if slices.Contains(column2, q.Origin) && q.Origin != "RU" {
		c.exempt("it is not on goods of column 2")
		return
	}

	s.freeOf(c, listExemptLabor, "9903.05.86")
	s.notAircraft(c, "9903.05.88")
	if c.Status == StatusApplies && covers(listOfPartner, q.Origin) && s.on(listPartners) != unlisted {
		s.ask(c, "partner", "the origin has a list of its own that may hold this product, and the tables do not have "+
			"that list")
	}
	s.notUnder232(c, under, "9903.05.90")

	switch {
	case c.Status == StatusExempt:
	case s.usmca():
		c.exempt("goods that enter free under USMCA are free of it (9903.05.93 and .94)")
	case s.textileOfCAFTA():
		c.exempt("textiles and apparel that originate under CAFTA-DR are free of it (9903.05.95)")
	}
}

// freeOf removes a duty if the product is on a list of exempt ones.
func (s stack) freeOf(c *Component, list, heading string) {
	switch s.on(list) {
	case listed:
		c.exempt("the product is on the list of articles that it does not apply to (" + heading + ")")
	case partly:
		if c.Status == StatusApplies {
			s.ask(c, heading, "some statistical numbers of this subheading are exempt ("+heading+"): give all ten digits")
		}
	}
}

// notUnder232 removes a duty from goods that pay one of Section 232.
func (s stack) notUnder232(c *Component, under metal, heading string) {
	if c.Status == StatusExempt {
		return
	}
	switch under {
	case metalSure:
		c.exempt("goods under a Section 232 duty are free of it (" + heading + ")")
	case metalOpen:
		c.open("applies unless the Section 232 duty that is open here applies (" + heading + ")")
		c.fact = nil // which follows from the other
	}
}

func (s stack) usmca() bool { return s.claims("S", "S+") }

// claims reports whether a preference with one of the symbols is claimed and the line has it.
func (s stack) claims(symbols ...string) bool {
	return s.base.Program != nil && slices.Contains(symbols, s.base.Symbol)
}

// china are the duties on technology transfer. A product pays the highest rate among its lists.
func (s stack) china() []Component {
	var best *Component
	var list []Component
	for _, m := range s.tables.Measures {
		if m.Group != groupChina || !s.concerns(m) {
			continue
		}
		c := s.one(m)
		if c.Status != StatusApplies {
			list = append(list, c)
			continue
		}
		if best == nil || c.RatePct.GreaterThan(*best.RatePct) {
			best = &c
		}
	}
	if best == nil {
		return list
	}

	if s.on(listExcluded69) != unlisted || s.on(listExcluded70) != unlisted {
		best.Relief = "products that an exclusion describes (9903.88.69 and .70) were free of it until 2026-11-09"
		if s.question.Day.After(exclusionsEnd) {
			best.Relief += "; whether the exclusions were extended could not be verified"
			best.Confidence = min(best.Confidence, 0.6)
		}
	}
	return append(list, *best)
}

// bans are the exclusions from importation.
func (s stack) bans() []Component {
	var list []Component
	for _, m := range s.tables.Measures {
		if m.Group != groupBan || !s.concerns(m) {
			continue
		}
		c := Component{
			Measure: m,
			Status:  StatusUnresolved,
			Why:     "the goods are excluded from importation; " + m.Relief,
		}
		if m.Needs != "" {
			c.Why = "it is not known here " + m.Needs + "; " + m.Relief
		}
		list = append(list, c)
	}
	return list
}

// notices are what rare goods under the code would pay.
func (s stack) notices() []Measure {
	return slices.DeleteFunc(slices.Clone(s.tables.Measures), func(m Measure) bool {
		return m.Group != groupNotice || !s.concerns(m)
	})
}

// Authority is a measure's legal basis, from the first words of its title.
func (m Measure) Authority() string {
	authority, _, _ := strings.Cut(m.Title, ":")
	return authority
}

// Floor reports whether a measure's rate is a total that includes the base duty.
func (m Measure) Floor() bool { return m.Kind == kindFloor }
