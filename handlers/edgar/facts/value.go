package facts

import (
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream/sec"
)

// Filing is where a value was reported.
type Filing struct {
	Accession string
	Form      string
	Filed     sec.Day
}

// Value is a concept in a period.
type Value struct {
	Number  decimal.Decimal
	Unit    string // USD, USD/shares, shares
	Tag     string // "us-gaap:Revenues"; of a derived value that of its first input
	Derived bool   // it is not in any filing, but follows from Inputs
	Filing  Filing // the one that gave the value as it is now first; of a derived value that of its latest input
	Inputs  []Input
	Note    string // what to bear in mind, "" for nothing

	// First is what the first filing said, nil when it said the same.
	First *Reported
	// SplitRatio is the ratio of the stock split for which the value differs from First, 0 when it differs for another
	// reason. LaterSplits is that of the splits since, which the value does not reflect: or 1.
	SplitRatio  float64
	LaterSplits float64

	last          sec.Day // when it was reported last
	lastAccession string  // by which filing
}

// Reported is a value and the filing that gave it.
type Reported struct {
	Number decimal.Decimal
	Filing Filing
}

// Input is what a derived value follows from.
type Input struct {
	Factor int // 1 where it is added, -1 where it is taken off
	Tag    string
	Start  sec.Day // NoDay for a balance
	End    sec.Day
	Number decimal.Decimal
	Filing Filing
}

// first is what the first filing said.
func (v *Value) first() Reported {
	if v.First != nil {
		return *v.First
	}
	return Reported{
		Number: v.Number,
		Filing: v.Filing,
	}
}

// notable is the change from which on a value counts as restated, as a part of the first one.
const notable = 0.005

// Change is the change since the first filing, as a part of what that said; 0 when nothing changed.
func (v *Value) Change() float64 {
	if v.First == nil {
		return 0
	}
	if v.First.Number.IsZero() {
		return 1
	}
	return v.Number.Sub(v.First.Number).Div(v.First.Number.Abs()).InexactFloat64()
}

// Restated says whether a later filing gave another value, by more than half a per cent and for another reason than a
// stock split.
func (v *Value) Restated() bool {
	change := v.Change()
	return v.SplitRatio == 0 && (change > notable || change < -notable)
}

// lookup is what a value is looked for in.
type lookup struct {
	period  Period
	concept *Concept
}

// unit is the unit that a concept has in the company's currency, "" when it has no currency.
func (c *Company) unit(concept *Concept) string {
	switch {
	case concept.unit != "":
		return concept.unit
	case concept.measure == shares:
		return "shares"
	case c.Currency == "":
		return ""
	case concept.measure == perShare:
		return c.Currency + "/shares"
	}
	return c.Currency
}

// Value is a concept in a period, nil when the filings do not say it.
func (c *Company) Value(concept *Concept, p Period) *Value {
	at := lookup{p, concept}
	v := (*Value)(nil)
	if concept.choose != nil {
		v = concept.choose(c, at)
	} else {
		v = c.first(at, concept.tags)
	}
	if v == nil && concept.without != nil {
		v = concept.without(c, at)
	}
	return v
}

// first is the value under the first tag that has one: as filed, else computed from other periods.
func (c *Company) first(at lookup, tags []string) *Value {
	for _, tag := range tags {
		if v := c.reported(at, tag); v != nil {
			return v
		}
	}
	for _, tag := range tags {
		if v := c.derived(at, tag); v != nil {
			return v
		}
	}
	return nil
}

// under is the value under one tag, reported or worked out.
func (c *Company) under(at lookup, tag string) *Value { return c.first(at, []string{tag}) }

// reported is the value that filings give for the very period, nil when none does.
func (c *Company) reported(at lookup, tag string) *Value {
	facts := c.series[tag][c.unit(at.concept)]
	if at.concept.moment {
		return c.settle(at.concept, tag, moments(facts, at.period))
	}
	return c.settle(at.concept, tag, flows(facts, span{at.period.Start, at.period.End}, believed(at.period)))
}

// believed are the forms whose flows count for a period. In quarterly reports twelve months are those to the end of
// the quarter, so that their word on fiscal years is not taken.
func believed(p Period) func(string) bool {
	if p.Kind == Year || p.Kind == Transition {
		return func(form string) bool { return !IsQuarterly(form) }
	}
	return func(string) bool { return true }
}

// flows are the facts of a span, in the order of filing: those with the very dates, and of filings without such those
// that are off by days.
func flows(facts []sec.Fact, s span, form func(string) bool) []sec.Fact {
	var list []sec.Fact
	off := false
	for i := range facts {
		f := &facts[i]
		if f.Start == sec.NoDay || !spanOf(f).near(s) || !form(f.Form) {
			continue
		}
		off = off || spanOf(f) != s
		list = append(list, *f)
	}
	if !off {
		return list
	}

	exact := map[string]bool{} // by filing
	for i := range list {
		exact[list[i].Accession] = exact[list[i].Accession] || spanOf(&list[i]) == s
	}
	return slices.DeleteFunc(list, func(f sec.Fact) bool { return exact[f.Accession] && spanOf(&f) != s })
}

func spanOf(f *sec.Fact) span { return span{f.Start, f.End} }

// moments are the facts at the end of a period, in the order of filing.
func moments(facts []sec.Fact, p Period) []sec.Fact {
	var exact, near []sec.Fact
	for i := range facts {
		f := &facts[i]
		switch {
		case f.Start != sec.NoDay:
		case f.End == p.End:
			exact = append(exact, *f)
		case abs(f.End-p.End) <= slack:
			near = append(near, *f)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return near
}

// settle believes the filing that came last, and keeps what the first one said.
func (c *Company) settle(concept *Concept, tag string, facts []sec.Fact) *Value {
	if len(facts) == 0 {
		return nil
	}
	facts, slipped := inOneScale(facts)
	last := len(facts) - 1
	number, err := decimal.NewFromString(facts[last].Value)
	if err != nil {
		return nil
	}

	since := last
	for since > 0 {
		earlier, err := decimal.NewFromString(facts[since-1].Value)
		if err != nil || !earlier.Equal(number) && !roundedFrom(number, earlier) {
			break
		}
		number = earlier
		since--
	}
	v := &Value{
		Number:      number,
		Unit:        c.unit(concept),
		Tag:         tag,
		Filing:      filingOf(&facts[since]),
		LaterSplits: 1,

		last:          facts[last].Filed,
		lastAccession: facts[last].Accession,
	}
	if slipped {
		v.Note = otherScale
	}
	if first, err := decimal.NewFromString(facts[0].Value); err == nil && !first.Equal(number) {
		v.First = &Reported{
			Number: first,
			Filing: filingOf(&facts[0]),
		}
	}
	c.acrossSplits(concept, v)
	return v
}

// otherScale is the note on a figure that a filing has in another unit.
const otherScale = "another filing has the same digits with three zeros more or fewer, or six, or nine"

// inOneScale leaves out the filings that give the value in another unit, such as thousands without their zeros: that is
// a slip and no restatement. The scale of most filings is believed, of as many that of the last one.
func inOneScale(facts []sec.Fact) (kept []sec.Fact, slipped bool) {
	votes := map[string]int{} // by value
	best := facts[len(facts)-1].Value
	for i := range facts {
		votes[facts[i].Value]++
	}
	for _, value := range slices.Sorted(maps.Keys(votes)) {
		if scaled(value, best) && votes[value] > votes[best] {
			best = value
		}
	}

	kept = slices.DeleteFunc(slices.Clone(facts), func(f sec.Fact) bool { return scaled(f.Value, best) })
	if len(kept) == len(facts) {
		return facts, false
	}
	return kept, true
}

// scaled says whether two values have the same digits and differ by zeros, in steps of three, up to a billion.
func scaled(a, b string) bool {
	first, errA := decimal.NewFromString(a)
	second, errB := decimal.NewFromString(b)
	if errA != nil || errB != nil || first.IsZero() || second.IsZero() {
		return false
	}
	for places := int32(3); places <= 9; places += 3 {
		if first.Shift(places).Equal(second) || second.Shift(places).Equal(first) {
			return true
		}
	}
	return false
}

// coarsest is the unit that filings round to at most: a million.
const coarsest = 6

// roundedFrom says whether a value is an earlier one in a coarser unit, as when a company goes from thousands to
// millions: the earlier one is the same and says more.
func roundedFrom(later, earlier decimal.Decimal) bool {
	for places := int32(1); places <= coarsest; places++ {
		if later.Equal(earlier.Round(-places)) && !later.Equal(earlier) {
			return later.Sub(earlier).Abs().LessThan(later.Abs().Mul(decimal.NewFromFloat(notable)))
		}
	}
	return false
}

func filingOf(f *sec.Fact) Filing {
	return Filing{
		Accession: f.Accession,
		Form:      f.Form,
		Filed:     f.Filed,
	}
}

// combine works a value out from others of the same period.
func combine(tag string, parts []*Value, factors []int, at lookup) *Value {
	v := &Value{
		Unit:        parts[0].Unit,
		Tag:         tag,
		Derived:     true,
		LaterSplits: 1,
	}

	var notes []string
	for i, part := range parts {
		v.Number = v.Number.Add(part.Number.Mul(decimal.NewFromInt(int64(factors[i]))))
		v.Inputs = append(v.Inputs, inputsOf(part, factors[i], at)...)
		if part.Filing.Filed >= v.Filing.Filed {
			v.Filing = part.Filing
		}
		if part.Note != "" && !slices.Contains(notes, part.Note) {
			notes = append(notes, part.Note)
		}
	}

	v.Note = strings.Join(notes, "; ")
	return v
}

// inputsOf are the inputs of a part, or the part itself if it is in a filing.
func inputsOf(part *Value, factor int, at lookup) []Input {
	if part.Derived {
		inputs := slices.Clone(part.Inputs)
		for i := range inputs {
			inputs[i].Factor *= factor
		}
		return inputs
	}

	in := Input{
		Factor: factor,
		Tag:    part.Tag,
		Start:  at.period.Start,
		End:    at.period.End,
		Number: part.Number,
		Filing: part.Filing,
	}

	if at.concept.moment {
		in.Start = sec.NoDay
	}
	return []Input{in}
}
