package facts

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream/sec"
)

// derived works a flow of a quarter or of twelve months out of those of longer and shorter periods. Earnings per share
// do not add up, so that theirs are never worked out.
func (c *Company) derived(at lookup, tag string) *Value {
	if at.concept.moment || at.concept.measure != money {
		return nil
	}
	var v *Value
	switch at.period.Kind {
	case Quarter:
		v = c.lessBefore(at, tag)
	case Trailing:
		v = c.trailing(at, tag)
	}
	if v == nil || at.concept.sign == neverNegative && v.Number.IsNegative() {
		return nil
	}
	return v
}

// lessBefore is what the fiscal year had to the end of the quarter, less what it had to the end of the quarter before.
func (c *Company) lessBefore(at lookup, tag string) *Value {
	q := at.period
	before := c.quarter(q.FY, q.Quarter-1)
	if before == nil {
		return nil
	}
	toNow := span{q.begins, q.End}
	toThen := span{q.begins, before.End}

	facts := c.series[tag][c.unit(at.concept)]
	form := believed(q)
	if q.Quarter == 4 {
		form = believed(Period{Kind: Year})
	}
	wholes := flows(facts, toNow, form)
	parts := flows(facts, toThen, believed(q))
	whole, part, note := together(wholes, parts)
	if whole == nil {
		return nil
	}
	return c.sum(at, tag, note, term{whole, 1}, term{part, -1})
}

// restatedSince is the note on what is worked out from the figures of a time, where later filings changed some of
// them.
const restatedSince = "worked out from the figures first reported; the longer period was restated since"

// longestWait is how many days before a report its counterpart for the part of the year may have been filed. It is
// less than a year: that of the year before does not go with it.
const longestWait = 330

// together are the last two facts that go together: what a report says about the whole, and what the report before it
// said about the part. When the whole was restated and the part was not, they are the first two, with a note: a
// restated year less nine months as first reported would be the last quarter of no company.
func together(wholes, parts []sec.Fact) (whole, part *sec.Fact, note string) {
	type pair struct{ whole, part *sec.Fact }
	var pairs []pair
	for i := range wholes {
		var known *sec.Fact
		for j := range parts {
			wait := wholes[i].Filed - parts[j].Filed
			if wait >= 0 && wait <= longestWait {
				known = &parts[j]
			}
		}
		if known != nil {
			pairs = append(pairs, pair{&wholes[i], known})
		}
	}
	if len(pairs) == 0 {
		return nil, nil, ""
	}

	first := pairs[0]
	last := pairs[len(pairs)-1]
	chosen := last
	if first.whole.Value != last.whole.Value && first.part.Value == last.part.Value {
		chosen = first
	}
	if chosen.whole.Value != wholes[len(wholes)-1].Value {
		note = restatedSince
	}
	return chosen.whole, chosen.part, note
}

// trailing is the last fiscal year, plus the current one to the end of the quarter, less the last one to the end of
// the same quarter. It is nothing when the part of the last year was restated and the whole was not.
func (c *Company) trailing(at lookup, tag string) *Value {
	p := at.period
	then := c.quarter(p.FY-1, p.Quarter)
	i := slices.IndexFunc(c.annual, func(y Period) bool { return y.Kind == Year && abs(y.End+1-p.begins) <= slack })
	if i < 0 || then == nil || p.Quarter == 4 {
		return nil
	}
	year := c.annual[i]

	facts := c.series[tag][c.unit(at.concept)]
	now := flows(facts, span{p.begins, p.End}, believed(p))
	before := flows(facts, span{year.Start, then.End}, believed(p))
	wholes := flows(facts, span{year.Start, year.End}, believed(year))
	if len(now) == 0 || len(before) == 0 || len(wholes) == 0 {
		return nil
	}

	toNow := &now[len(now)-1]
	var whole, toThen *sec.Fact
	for i := range wholes {
		if wholes[i].Filed <= toNow.Filed {
			whole = &wholes[i]
		}
	}
	for i := range before {
		if before[i].Filed <= toNow.Filed {
			toThen = &before[i]
		}
	}
	if whole == nil || toThen == nil || toThen.Filed > whole.Filed && differ(before[0].Value, toThen.Value) {
		return nil
	}
	return c.sum(at, tag, "", term{whole, 1}, term{toNow, 1}, term{toThen, -1})
}

// differ says whether two values differ by as much as a restatement does.
func differ(first, later string) bool {
	a, errA := decimal.NewFromString(first)
	b, errB := decimal.NewFromString(later)
	v := Value{
		Number: b,
		First:  &Reported{Number: a},
	}
	return errA != nil || errB != nil || !a.Equal(b) && v.Restated()
}

// quarter is a quarter of a fiscal year, nil when there is none.
func (c *Company) quarter(fy, number int) *Period {
	i := slices.IndexFunc(c.quarters, func(q Period) bool { return q.FY == fy && q.Quarter == number })
	if i < 0 {
		return nil
	}
	return &c.quarters[i]
}

// term is a fact that is added or taken off.
type term struct {
	fact   *sec.Fact
	factor int
}

// sum adds terms up. The filing of the sum is that of the first term.
func (c *Company) sum(at lookup, tag, note string, terms ...term) *Value {
	v := &Value{
		Unit:        c.unit(at.concept),
		Tag:         tag,
		Derived:     true,
		Filing:      filingOf(terms[0].fact),
		Note:        note,
		LaterSplits: 1,
		last:        terms[0].fact.Filed,
	}

	for _, t := range terms {
		number, err := decimal.NewFromString(t.fact.Value)
		if err != nil {
			return nil
		}
		v.Number = v.Number.Add(number.Mul(decimal.NewFromInt(int64(t.factor))))
		if t.fact.Filed > v.Filing.Filed {
			v.Filing = filingOf(t.fact)
			v.last = t.fact.Filed
		}
		v.Inputs = append(v.Inputs, Input{
			Factor: t.factor,
			Tag:    tag,
			Start:  t.fact.Start,
			End:    t.fact.End,
			Number: number,
			Filing: filingOf(t.fact),
		})
	}

	return v
}
