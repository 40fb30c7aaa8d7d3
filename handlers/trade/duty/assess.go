package duty

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/trade/rate"
)

// Line is a line of the schedule with what it inherits from the lines above it.
type Line struct {
	Code    string // digits only: 8 or 10
	General string // the rates as printed
	Special string
	Other   string
	Refs    []string // headings of chapter 99 named in its footnotes
}

// Assumption is what to assume where a Section 232 duty depends on a fact.
type Assumption int

// Assumptions.
const (
	ByList  Assumption = iota // leave such duties open
	Applies                   // they apply
	Nothing                   // no Section 232 duty applies
)

// Question is an import.
type Question struct {
	Line            Line
	Origin          string // ISO 3166
	Value           decimal.Decimal
	Day             time.Time // of entry
	Mode            string    // of transport; "" when it was not said
	ClaimPreference bool
	Quantity        *decimal.Decimal
	Unit            string // of Quantity, as named in the line's rate
	Section232      Assumption

	// Disputed are headings whose rate in the schedule differs from the tables, with the schedule's.
	Disputed map[string]string

	facts facts // taken for granted, to find the ends of a range
}

// Status is the outcome for a measure.
type Status string

// The states of a component.
const (
	StatusApplies    Status = "applies"    // counted
	StatusExempt     Status = "exempt"     // another rule takes it away
	StatusUnresolved Status = "unresolved" // may apply; not counted
	StatusVoid       Status = "void"       // was collected but ruled unlawful; not counted
)

// Component is one additional duty.
type Component struct {
	Measure
	Status  Status
	RatePct *decimal.Decimal // added, after applying a floor; nil if unknown
	Amount  *decimal.Decimal // dollars; nil unless it is counted
	Basis   string           // how the rate came about
	Why     string           // why it is exempt or open; "" when it applies

	fact *openFact // the fact that it is open for; nil when there is none, or nothing but another duty decides
}

// Base is the duty of the line itself.
type Base struct {
	Column     string // "1_general", "1_special" or "2"
	Program    *Preference
	Symbol     string
	Rate       rate.Rate
	Amount     *decimal.Decimal // dollars; nil if it cannot be computed
	Components []Part
	Why        string // why it cannot be worked out

	fact *openFact // the fact that decides which rate it is; nil when none does
}

// Undecided says whether a claimed preference may or may not be granted.
func (b Base) Undecided() bool { return b.fact != nil }

// Part is one part of a compound rate, worked out.
type Part struct {
	Text   string
	Amount *decimal.Decimal
}

// Option is a preference that the origin has for the line.
type Option struct {
	Preference
	Symbol string
	Rate   rate.Rate
	Amount *decimal.Decimal
	Ended  bool
}

// Levy is a user fee.
type Levy struct {
	Fee
	Status Status
	Amount *decimal.Decimal
	Why    string
}

// Open is something that the totals leave out.
type Open struct {
	Code   string
	Detail string
}

// Answer is what an import pays.
type Answer struct {
	Base       Base
	Options    []Option
	Additional []Component
	Bans       []Component
	Notices    []Measure // duties on goods that the code rarely covers
	Fees       []Levy
	Open       []Open

	Known *decimal.Decimal // the computable part, without fees; nil if nothing could be computed
	Total *decimal.Decimal // nil when something is open
	Low   *decimal.Decimal // the total if duties that depend on a fact do not apply; nil if unknown
	High  *decimal.Decimal // the total if they do

	fact  *openFact // the first fact that is open; nil when none is
	under metal     // what Section 232 does to the import
}

var (
	hundred = decimal.NewFromInt(100)
	cent    = int32(2)
)

func share(value, pct decimal.Decimal) decimal.Decimal {
	return value.Mul(pct).Div(hundred).Round(cent)
}

// Assess computes the duty on an import.
func (t *Tables) Assess(q Question) Answer {
	a := t.assess(q)
	if a.Total != nil {
		a.Low = a.Total
		a.High = a.Total
		return a
	}
	a.Low, a.High = t.ends(q)
	return a
}

func (t *Tables) assess(q Question) Answer {
	a := Answer{Options: t.options(q)}
	a.Base = t.base(q, a.Options)

	s := stack{
		tables:   t,
		question: q,
		base:     a.Base,
	}
	a.Additional, a.under = s.components()
	a.Bans = s.bans()
	a.Notices = s.notices()
	a.Fees = t.fees(q, a.Base)

	a.add(t, q)
	return a
}

// add sums up and reports what the sum lacks.
func (a *Answer) add(t *Tables, q Question) {
	complete := true
	open := func(code, detail string) {
		a.Open = append(a.Open, Open{
			Code:   code,
			Detail: detail,
		})
	}

	count := func(amount decimal.Decimal) {
		if a.Known != nil {
			amount = amount.Add(*a.Known)
		}
		a.Known = &amount
	}
	if a.Base.Amount != nil {
		count(*a.Base.Amount)
	} else {
		complete = false
		a.fact = a.Base.fact
		open("base_duty", a.Base.Why)
	}

	for _, c := range a.Additional {
		switch c.Status {
		case StatusApplies:
			count(*c.Amount)
		case StatusUnresolved:
			complete = false
			a.fact = cmp.Or(a.fact, c.fact)
			open("additional_duty", strings.TrimSpace(c.Heading+" "+c.Title)+": "+c.Why)
		}
	}

	for _, ref := range q.Line.Refs {
		if a.has(ref) || t.foreign(ref, q) || t.whyEnded(ref) != "" {
			continue
		}
		complete = false
		open("reference", "a footnote of the line names heading "+ref+", which the tables do not hold for this import")
	}
	for _, ban := range a.Bans {
		complete = false
		open("prohibition", ban.Title+": "+ban.Why)
	}

	if complete {
		a.Total = a.Known
	}
}

func (a *Answer) has(heading string) bool {
	return slices.ContainsFunc(a.Additional, func(c Component) bool { return c.Heading == heading })
}

// foreign reports whether a heading is for other origins or other days: it is known as such, or everything known in
// its group ("9903.88") is for other origins.
func (t *Tables) foreign(heading string, q Question) bool {
	const group = len("9903.88")
	known := false
	grouped := false
	ours := false
	for _, m := range t.Measures {
		if len(m.Heading) < group || m.Heading[:group] != heading[:group] {
			continue
		}
		grouped = true
		ours = ours || covers(m.Origins, q.Origin)
		if m.Heading != heading {
			continue
		}
		known = true
		if covers(m.Origins, q.Origin) && m.On(q.Day) {
			return false
		}
	}

	return known || grouped && !ours
}

// options are the line's preferences to which the origin is a party, lowest rate first.
func (t *Tables) options(q Question) []Option {
	var list []Option
	for _, special := range rate.Specials(q.Line.Special) {
		for _, symbol := range special.Programs {
			for _, p := range t.Preferences {
				if !slices.Contains(p.Symbols, symbol) || !covers(p.Members, q.Origin) {
					continue
				}
				amount, _, _ := worth(special.Rate, q)
				list = append(list, Option{
					Preference: p,
					Symbol:     symbol,
					Rate:       special.Rate,
					Amount:     amount,
					Ended:      !p.End.IsZero() && q.Day.After(p.End),
				})
			}
		}
	}

	slices.SortStableFunc(list, func(x, y Option) int {
		switch {
		case x.Amount == nil && y.Amount == nil:
			return 0
		case x.Amount == nil:
			return 1
		case y.Amount == nil:
			return -1
		}
		return x.Amount.Cmp(*y.Amount)
	})

	return list
}

// claimable reports whether a claim changes the base duty: programmes that depend on the product need more than an
// origin.
func (o Option) claimable() bool { return !o.Ended && o.Needs == "" }

// Unknown says what is not known of a claim, such as whether the product is eligible; "" when it would be granted, or
// would not be.
func (o Option) Unknown() string {
	switch {
	case !o.Ended:
		return o.Needs
	case o.AsOf.Before(o.End):
		return "whether it was renewed after " + o.End.Format(time.DateOnly) + ", when its authority ends"
	}
	return ""
}

func (t *Tables) base(q Question, options []Option) Base {
	b := Base{
		Column: "1_general",
		Rate:   rate.Parse(q.Line.General),
	}
	switch {
	case slices.Contains(column2, q.Origin):
		b.Column = "2"
		b.Rate = rate.Parse(t.columnTwo(q))
	case q.ClaimPreference:
		if o := claimed(q, options); o != nil {
			b.Column = "1_special"
			b.Program = &o.Preference
			b.Symbol = o.Symbol
			b.Rate = o.Rate
		} else if b.Rate.Free() {
			b.Program, b.Symbol = t.agreement(q)
		} else if o := undecided(q, options); o != nil {
			b.fact = &openFact{
				name:     o.fact(),
				outcomes: []outcome{outcomeNot, outcomeApplies},
			}
			b.Why = "a preference is claimed, and of " + o.Name + " it is not known here " + o.Unknown()
			return b
		}
	}

	b.Amount, b.Components, b.Why = worth(b.Rate, q)
	return b
}

// columnTwo is the rate of column 2, or the one that takes its place.
func (t *Tables) columnTwo(q Question) string {
	s := stack{
		tables:   t,
		question: q,
	}
	for _, m := range t.Measures {
		if m.Kind == kindInLieu && s.concerns(m) {
			return m.RatePct.String() + "%"
		}
	}
	return q.Line.Other
}

// claimed is the preference that a claim brings: one that needs no more than the origin, or whose fact is taken for
// granted.
func claimed(q Question, options []Option) *Option {
	for i, o := range options {
		if o.claimable() || o.Unknown() != "" && q.facts[o.fact()] == outcomeApplies {
			return &options[i]
		}
	}
	return nil
}

// undecided is a preference for which a claim may or may not be granted.
func undecided(q Question, options []Option) *Option {
	for i, o := range options {
		if o.Unknown() != "" && q.facts[o.fact()] == outcomeOpen {
			return &options[i]
		}
	}
	return nil
}

// fact names what decides whether a claim is granted.
func (o Option) fact() string { return "preference|" + o.Name }

// agreement is the trade agreement that can be claimed on a line that is free for all: it can take other duties and the
// processing fee away.
func (t *Tables) agreement(q Question) (*Preference, string) {
	for i, p := range t.Preferences {
		if p.End.IsZero() && p.Needs == "" && covers(p.Members, q.Origin) {
			return &t.Preferences[i], p.Symbols[0]
		}
	}
	return nil, ""
}

// worth is a rate in dollars, with its parts; why explains a missing amount.
func worth(r rate.Rate, q Question) (amount *decimal.Decimal, parts []Part, why string) {
	switch {
	case r.Text == "":
		return nil, nil, "the schedule gave no rate for this line"
	case !r.Readable:
		return nil, nil, "the rate is a text that a person has to read: " + r.Text
	}

	sum := decimal.Zero
	if r.Pct != nil {
		part := share(q.Value, *r.Pct)
		sum = sum.Add(part)
		parts = append(parts, Part{
			Text:   r.Pct.String() + "% of the value",
			Amount: &part,
		})
	}
	for _, s := range r.Specific {
		text := "$" + s.USD.String() + " for each " + s.Unit
		if q.Quantity == nil || !sameUnit(s.Unit, q.Unit) {
			why = "the rate has a part by quantity: give quantity and quantity_unit in " + s.Unit
			parts = append(parts, Part{Text: text})
			continue
		}
		part := s.USD.Mul(*q.Quantity).Round(cent)
		sum = sum.Add(part)
		parts = append(parts, Part{
			Text:   text,
			Amount: &part,
		})
	}
	if why != "" {
		return nil, parts, why
	}
	return &sum, parts, ""
}

// sameUnit compares printed units, ignoring case, dots and the plural.
func sameUnit(a, b string) bool {
	plain := func(unit string) string {
		unit = strings.ToLower(strings.Trim(unit, ". "))
		switch unit {
		case "no", "each", "unit", "units", "number":
			return "each"
		case "kilogram", "kilograms", "kgs":
			return "kg"
		case "litre", "litres", "liters", "l":
			return "liter"
		case "dozen", "dozens":
			return "doz"
		case "metric ton", "tonne", "tonnes":
			return "t"
		}
		return unit
	}
	return plain(a) == plain(b)
}
