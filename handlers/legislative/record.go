package legislative

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/legislative/lifecycle"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/billstatus"
	"github.com/farebox/farebox/internal/upstream/congressgov"
)

// record is what a source has of a measure.
type record struct {
	title      string
	introduced string
	sponsor    *sponsor
	cosponsors *int
	policyArea string
	latest     lifecycle.Action
	laws       []law
	actions    []lifecycle.Action // the newest first
	summary    string             // HTML
	version    string             // that the summary is of
	summarized string             // the day of that version
	page       string
	updated    string

	noSummary bool // the summaries could not be read
}

type sponsor struct{ name, party, state, id string }

type law struct{ kind, number string }

// course works out where the measure stands.
func (r *record) course(m measure, now time.Time) lifecycle.Course {
	return lifecycle.Of(lifecycle.Measure{
		Type:       m.kind,
		Congress:   m.congress,
		Title:      r.title,
		Introduced: r.introduced,
		IsLaw:      len(r.laws) > 0,
		Actions:    r.actions,
	}, now)
}

// found is a record, nil when there is no such measure, with the sources that said so.
type found struct {
	*record
	sources []shared.Source
}

// partial is true when a source failed, or gave only a part.
func (f found) partial() bool {
	return response.Partial(f.sources) || f.record != nil && f.noSummary
}

// find asks congress.gov, and govinfo's files when there is no key for it or it fails. That there is no such measure
// is believed of congress.gov, and of govinfo only when no key is set: its files come hours after the bills.
func (h *Handlers) find(ctx context.Context, m measure) (found, error) {
	r, err := h.fromCongress(ctx, m)
	first := source(congressgov.Provider, err, r)
	switch {
	case err == nil:
		first.URL = new(m.page())
		if r.noSummary {
			first.Detail = new("its summaries could not be read")
		}
		return found{r, []shared.Source{first, notNeeded(billstatus.Provider, congressgov.Provider)}}, nil
	case errors.Is(err, upstream.NotFound):
		return found{nil, []shared.Source{first, notNeeded(billstatus.Provider, congressgov.Provider)}}, nil
	case ctx.Err() != nil:
		return found{}, err
	case m.congress < billstatus.FirstCongress:
		return found{}, err // the files begin later, so that nobody else can be asked
	}

	keyless := errors.Is(err, upstream.NotConfigured)
	r, fallback := h.fromFile(ctx, m)
	second := source(billstatus.Provider, fallback, r)
	second.URL = new(billstatus.URL(m.congress, m.kind, m.number))
	switch {
	case fallback == nil:
		return found{r, []shared.Source{first, second}}, nil
	case errors.Is(fallback, upstream.NotFound) && keyless:
		return found{nil, []shared.Source{first, second}}, nil
	case keyless:
		return found{}, fallback
	}
	return found{}, err
}

// source is a provider as answers list it.
func source(p upstream.Provider, err error, r *record) shared.Source {
	s := response.Source(p.Name, err)
	switch {
	case err == nil && r != nil:
		s.Records = new(len(r.actions))
		s.AsOf = moment(r.updated)
		s.Detail = new(p.Attribution)
	case errors.Is(err, upstream.NotConfigured):
		s.Detail = new("the operator has not set " + p.Keys[0].Env)
	case errors.Is(err, upstream.Unauthorized):
		s.Detail = new("the provider refused the key of " + p.Keys[0].Env)
	}
	return s
}

func notNeeded(p, answered upstream.Provider) shared.Source {
	return response.Skipped(p.Name, "not needed, because "+answered.Name+" answered")
}

// moment is a time of a source, which is a day in old records.
func moment(text string) *time.Time {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return response.Moment(&t)
		}
	}
	return nil
}

// fromCongress asks congress.gov for the three parts of a measure side by side.
func (h *Handlers) fromCongress(ctx context.Context, m measure) (*record, error) {
	type parts struct {
		bill      *congressgov.Bill
		actions   []congressgov.Action
		summaries []congressgov.Summary
	}
	var p parts
	fused := upstream.FuseInto(ctx, &p,
		upstream.Part("bill", budget,
			func(ctx context.Context) (*congressgov.Bill, error) {
				return h.congress.Bill(ctx, m.congress, m.kind, m.number)
			},
			func(p *parts, bill *congressgov.Bill) { p.bill = bill }),
		upstream.Part("actions", budget,
			func(ctx context.Context) ([]congressgov.Action, error) {
				return h.congress.Actions(ctx, m.congress, m.kind, m.number)
			},
			func(p *parts, actions []congressgov.Action) { p.actions = actions }),
		upstream.Part("summaries", budget,
			func(ctx context.Context) ([]congressgov.Summary, error) {
				return h.congress.Summaries(ctx, m.congress, m.kind, m.number)
			},
			func(p *parts, summaries []congressgov.Summary) { p.summaries = summaries }),
	)
	for _, name := range []string{"bill", "actions"} {
		if err := fused.Failure(name); err != nil {
			return nil, err
		}
	}

	r := &record{
		title:      strings.TrimSpace(p.bill.Title),
		introduced: p.bill.Introduced,
		policyArea: p.bill.PolicyArea.Name,
		latest:     fromCongressGov(p.bill.Latest),
		page:       p.bill.URL,
		updated:    p.bill.Updated,
		noSummary:  fused.Failure("summaries") != nil,
	}
	if p.bill.Cosponsors != nil {
		r.cosponsors = new(p.bill.Cosponsors.Count)
	} else {
		r.cosponsors = new(0) // the member is left out of measures without any
	}
	for _, s := range p.bill.Sponsors {
		r.sponsor = newSponsor(s.FullName, s.Party, s.State, s.BioguideID)
		break
	}
	for _, l := range p.bill.Laws {
		r.laws = append(r.laws, law{l.Type, l.Number})
	}
	for _, a := range p.actions {
		r.actions = append(r.actions, fromCongressGov(a))
	}
	for _, s := range p.summaries {
		r.summarize(s.Date, s.Description, s.Text)
	}
	return r, nil
}

func fromCongressGov(a congressgov.Action) lifecycle.Action {
	code := ""
	if a.Source.Code != nil {
		code = strconv.Itoa(*a.Source.Code)
	}
	return lifecycle.Action{
		Date:   a.Date,
		Time:   clock(a.Time),
		Code:   a.Code,
		Type:   a.Type,
		Source: lifecycle.SourceOf(a.Source.Name, code),
		Text:   strings.TrimSpace(a.Text),
	}
}

// fromFile reads the measure from its file at govinfo.
func (h *Handlers) fromFile(ctx context.Context, m measure) (*record, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	b, err := h.files.Bill(ctx, m.congress, m.kind, m.number)
	if err != nil {
		return nil, err
	}
	return ofFile(b), nil
}

func ofFile(b *billstatus.Bill) *record {
	r := &record{
		title:      strings.TrimSpace(b.Title),
		introduced: b.Introduced,
		policyArea: b.PolicyArea,
		latest:     fromBillStatus(b.Latest),
		page:       b.URL,
		updated:    b.Updated,
		cosponsors: new(0),
	}
	for _, s := range b.Cosponsors {
		if s.Withdrawn == "" {
			*r.cosponsors++
		}
	}
	for _, s := range b.Sponsors {
		r.sponsor = newSponsor(s.FullName, s.Party, s.State, s.BioguideID)
		break
	}
	for _, l := range b.Laws {
		r.laws = append(r.laws, law{l.Type, l.Number})
	}
	for _, a := range b.Actions {
		r.actions = append(r.actions, fromBillStatus(a))
	}
	for _, s := range b.Summaries {
		r.summarize(s.Date, s.Description, s.Text)
	}
	return r
}

func fromBillStatus(a billstatus.Action) lifecycle.Action {
	return lifecycle.Action{
		Date:   a.Date,
		Time:   clock(a.Time),
		Code:   a.Code,
		Type:   a.Type,
		Source: lifecycle.SourceOf(a.Source.Name, a.Source.Code),
		Text:   strings.TrimSpace(a.Text),
	}
}

// summarize keeps the summary of the latest version; sources list the oldest first.
func (r *record) summarize(date, version, text string) {
	if strings.TrimSpace(text) == "" || date < r.summarized {
		return
	}
	r.summary = text
	r.version = version
	r.summarized = date
}

// partyAndState stand at the end of a member's full name: Rep. Connolly, Gerald E. [D-VA-11].
var partyAndState = regexp.MustCompile(`\[([A-Z]+)-([A-Z]{2})(?:-[^\]]*)?\]$`)

func newSponsor(name, party, state, id string) *sponsor {
	s := &sponsor{
		name:  strings.TrimSpace(name),
		party: party,
		state: state,
		id:    id,
	}
	if m := partyAndState.FindStringSubmatch(s.name); m != nil {
		if s.party == "" {
			s.party = m[1]
		}
		if s.state == "" {
			s.state = m[2]
		}
	}
	return s
}

// clock is a time of day as HH:MM:SS, which old files write as 12:09PM; empty for what is none.
func clock(text string) string {
	for _, layout := range []string{time.TimeOnly, "03:04PM", "3:04PM"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.TimeOnly)
		}
	}
	return ""
}
