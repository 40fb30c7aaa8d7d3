package lobbyspend

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream/lda"
)

// total adds up the filings for the chosen client.
func (r *Reader) total(chosen *Client, clients []*Client, read []yearRead) *Spend {
	out := &Spend{Client: *chosen}
	for _, c := range clients {
		if c != chosen {
			out.Others = append(out.Others, *c)
		}
	}

	left := &leftOut{}
	var subjects subjects
	for _, y := range read {
		out.Total += y.total
		out.Read += len(y.filings)
		reports := r.reports(chosen, y.filings, left)
		subjects.add(reports)
		year, counted := fold(y, reports, left)
		year.Closed = !r.now().Before(lastDeadline(y.year))
		out.Counted += counted
		out.Years = append(out.Years, year)
	}
	out.Issues = subjects.issues
	out.Agencies = subjects.agencies
	out.LeftOut = left.list
	return out
}

// lastDeadline is when the last report of a year is due: twenty days after its end (2 USC 1604(a)).
func lastDeadline(year int) time.Time {
	return time.Date(year+1, time.January, 21, 0, 0, 0, 0, time.UTC)
}

// reports are the filings that count as the client's: of each registrant and period the last one.
func (r *Reader) reports(chosen *Client, filings []lda.Filing, left *leftOut) []*lda.Filing {
	type slot struct {
		registrant, client int
		period             lda.Period
	}
	last := map[slot]*lda.Filing{}
	var order []slot
	for i := range filings {
		f := &filings[i]
		if why := r.foreign(chosen, f); why != "" {
			left.add(why, f)
			continue
		}
		key := slot{
			registrant: f.Registrant.ID,
			client:     f.Client.ID,
			period:     f.Period(),
		}
		earlier := last[key]
		switch {
		case earlier == nil:
			last[key] = f
			order = append(order, key)
		case replaces(f, earlier):
			left.add(Superseded, earlier)
			last[key] = f
		default:
			left.add(Superseded, f)
		}
	}

	return each.Of(order, func(key slot) *lda.Filing { return last[key] })
}

// foreign is why a filing is not a report on the client, "" when it is one.
func (r *Reader) foreign(chosen *Client, f *lda.Filing) Reason {
	parts, err := r.nameOf(f.Client.Name)
	kind, known := f.Kind()
	switch {
	case parts.onBehalf:
		return OnBehalf
	case err != nil || parts.form.Text != chosen.key:
		return OtherClient
	case chosen.state != "" && f.Client.State != chosen.state:
		return OtherState
	case kind.Registration:
		return Registration
	case !known || f.Period() == "":
		return Unreadable
	}
	return ""
}

// replaces says whether a was filed after b. Where the moments do not tell, an amendment is the later one.
func replaces(a, b *lda.Filing) bool {
	x := a.PostedAt()
	y := b.PostedAt()
	if x != nil && y != nil && !x.Equal(*y) {
		return x.After(*y)
	}
	first, _ := a.Kind()
	second, _ := b.Kind()
	if first.Amendment != second.Amendment {
		return first.Amendment
	}
	return a.UUID > b.UUID
}

// amount is what a report states, nil when it states none.
func amount(f *lda.Filing) *decimal.Decimal {
	if f.Expenses != nil {
		return f.Expenses
	}
	return f.Income
}

// fold makes a year of its reports.
func fold(y yearRead, reports []*lda.Filing, left *leftOut) (year Year, counted int) {
	year = Year{
		Year:     y.year,
		Complete: y.err == nil,
		Err:      y.err,
		Reports:  len(reports),
	}
	byPeriod := map[lda.Period][]*lda.Filing{}
	for _, f := range reports {
		byPeriod[f.Period()] = append(byPeriod[f.Period()], f)
	}
	people := registrants{}
	for _, name := range []lda.Period{lda.Q1, lda.Q2, lda.Q3, lda.Q4, lda.H1, lda.H2} {
		if len(byPeriod[name]) == 0 {
			continue
		}
		period := newPeriod(name, byPeriod[name])
		counted += year.share(&period, byPeriod[name], people, left)
		year.Periods = append(year.Periods, period)
		year.Stated = plus(year.Stated, period.Total)
	}

	year.Registrants = people.list()
	if year.Complete {
		year.Total = year.Stated
	}
	if year.Total == nil && year.Complete && year.Idle > 0 && year.Idle == year.Reports {
		year.Total = new(decimal.Decimal) // every report says that there was nothing
	}
	return year, counted
}

// newPeriod adds up a period's reports.
func newPeriod(name lda.Period, reports []*lda.Filing) Period {
	p := Period{
		Period:  name,
		Reports: len(reports),
	}
	for _, f := range reports {
		if f.OfItself() {
			p.Own = plus(p.Own, amount(f))
			p.TaxCode = p.TaxCode || amount(f) != nil && (f.ExpensesMethod == "B" || f.ExpensesMethod == "C")
			continue
		}
		p.Outside = plus(p.Outside, amount(f))
	}

	switch {
	case p.Own != nil:
		p.Total = p.Own
		p.Basis = OwnExpenses
		p.Odd = p.Outside != nil && p.Outside.GreaterThan(*p.Own)
	case p.Outside != nil:
		p.Total = p.Outside
		p.Basis = OutsideIncome
	}
	return p
}

// share notes for each report whether it is in the period's total, and gives how many are.
func (y *Year) share(p *Period, reports []*lda.Filing, people registrants, left *leftOut) (counted int) {
	for _, f := range reports {
		who := people.of(f)
		who.Reports++
		stated := amount(f)
		who.Amount = plus(who.Amount, stated)

		kind, _ := f.Kind()
		switch {
		case stated == nil && kind.NoActivity:
			y.Idle++
			left.add(Idle, f)
		case stated == nil:
			y.Below++
			y.Missing = append(y.Missing, f.Registrant.Name+" "+string(p.Period))
			left.add(Below, f)
		case p.Basis == OwnExpenses && !f.OfItself():
			left.add(WithinOwn, f)
		default:
			who.Counted = who.Counted.Add(*stated)
			counted++
		}
	}
	return counted
}

// plus adds b to a; nil is no amount.
func plus(a, b *decimal.Decimal) *decimal.Decimal {
	switch {
	case b == nil:
		return a
	case a == nil:
		return new(*b)
	}
	return new(a.Add(*b))
}

// leftOut gathers what is not counted, by reason.
type leftOut struct{ list []LeftOut }

func (l *leftOut) add(why Reason, f *lda.Filing) {
	at := slices.IndexFunc(l.list, func(row LeftOut) bool { return row.Reason == why })
	if at < 0 {
		at = len(l.list)
		l.list = append(l.list, LeftOut{Reason: why})
	}
	l.list[at].Filings++
	l.list[at].Amount = plus(l.list[at].Amount, amount(f))
}

// registrants are those of a year, by id or, without one, by name.
type registrants map[any]*Registrant

func (r registrants) of(f *lda.Filing) *Registrant {
	key := any(f.Registrant.ID)
	if f.Registrant.ID == 0 {
		key = strings.ToUpper(f.Registrant.Name)
	}
	if r[key] == nil {
		r[key] = &Registrant{
			ID:   f.Registrant.ID,
			Name: f.Registrant.Name,
			Own:  f.OfItself(),
		}
	}
	return r[key]
}

// list has those whose money counts most first.
func (r registrants) list() []Registrant {
	list := make([]Registrant, 0, len(r))
	for _, who := range r {
		list = append(list, *who)
	}
	slices.SortFunc(list, func(a, b Registrant) int {
		stated := func(x Registrant) decimal.Decimal {
			if x.Amount == nil {
				return decimal.Zero
			}
			return *x.Amount
		}
		return cmp.Or(b.Counted.Cmp(a.Counted), stated(b).Cmp(stated(a)), strings.Compare(a.Name, b.Name))
	})
	return list
}

// subjects counts what reports are about.
type subjects struct {
	issues   []Issue
	agencies []Agency
}

// add counts an issue or an agency once for each report that names it.
func (s *subjects) add(reports []*lda.Filing) {
	for _, f := range reports {
		codes := map[string]bool{}
		bodies := map[string]bool{}
		for _, activity := range f.Activities {
			if activity.Code != "" && !codes[activity.Code] {
				codes[activity.Code] = true
				s.issue(activity)
			}
			for _, agency := range activity.Agencies {
				if agency.Name != "" && !bodies[agency.Name] {
					bodies[agency.Name] = true
					s.agency(agency.Name)
				}
			}
		}
	}

	slices.SortStableFunc(s.issues, func(a, b Issue) int {
		return cmp.Or(cmp.Compare(b.Filings, a.Filings), strings.Compare(a.Code, b.Code))
	})
	slices.SortStableFunc(s.agencies, func(a, b Agency) int {
		return cmp.Or(cmp.Compare(b.Filings, a.Filings), strings.Compare(a.Name, b.Name))
	})
}

func (s *subjects) issue(activity lda.Activity) {
	at := slices.IndexFunc(s.issues, func(i Issue) bool { return i.Code == activity.Code })
	if at < 0 {
		at = len(s.issues)
		s.issues = append(s.issues, Issue{Code: activity.Code, Name: activity.Name})
	}
	s.issues[at].Filings++
}

func (s *subjects) agency(name string) {
	at := slices.IndexFunc(s.agencies, func(a Agency) bool { return a.Name == name })
	if at < 0 {
		at = len(s.agencies)
		s.agencies = append(s.agencies, Agency{Name: name})
	}
	s.agencies[at].Filings++
}
