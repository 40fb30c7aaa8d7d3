package legislative

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/legislative"
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
	latest     *gen.LegislativeAction
	laws       []law
	actions    []lifecycle.Action // the newest first
	summary    string             // HTML
	version    string             // that the summary is of
	summarized string             // the day of that version
	page       string
	updated    string

	unread []string // parts of the record that could not be read
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

// sayUnread has the first source name the parts of the record that it did not give.
func (f found) sayUnread() {
	if f.record != nil && len(f.unread) > 0 {
		f.sources[0].Detail = new("could not be read: " + strings.Join(f.unread, ", "))
	}
}

// partial is true when a source failed, or gave only a part.
func (f found) partial() bool {
	return response.Partial(f.sources) || f.record != nil && len(f.unread) > 0
}

// find asks congress.gov, and govinfo's files when there is no key for it or it fails. That there is no such measure
// is believed of congress.gov, and of govinfo's list of files only when no key is set: they come hours after the bills.
func (h *Handlers) find(ctx context.Context, m measure) (found, error) {
	within, reads := upstream.WithReads(ctx)
	r, err := h.fromCongress(within, m)
	first := source(congressgov.Provider, reads, err, r)
	switch {
	case err == nil:
		first.URL = new(m.page())
		return found{r, []shared.Source{first, notNeeded(billstatus.Provider, congressgov.Provider)}}, nil
	case errors.Is(err, upstream.NotFound):
		return found{nil, []shared.Source{first, notNeeded(billstatus.Provider, congressgov.Provider)}}, nil
	case ctx.Err() != nil:
		return found{}, err
	case m.congress < billstatus.FirstCongress:
		return found{}, err // the files begin later, so that nobody else can be asked
	}

	keyless := errors.Is(err, upstream.NotConfigured)
	within, reads = upstream.WithReads(ctx)
	r, fallback := h.fromFile(within, m)
	second := source(billstatus.Provider, reads, fallback, r)
	second.URL = new(billstatus.URL(m.congress, m.kind, m.number))
	switch {
	case fallback == nil:
		return found{r, []shared.Source{first, second}}, nil
	case errors.Is(fallback, upstream.NotFound) && keyless:
		if m.congress == lifecycle.Congress(h.now()) {
			response.Waive(ctx) // a bill of these days may have no file yet
		}
		return found{nil, []shared.Source{first, second}}, nil
	case keyless:
		return found{}, fallback
	}
	return found{}, err
}

// source is a provider as answers list it.
func source(p upstream.Provider, reads *upstream.Reads, err error, r *record) shared.Source {
	s := response.Read(p.Name, reads, err)
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
func moment(text string) *time.Time { return response.MomentOf(text, time.RFC3339, time.DateOnly) }

// parts are what congress.gov says about a measure in several answers.
type parts struct {
	bill       *congressgov.Bill
	cosponsors *int
	actions    []congressgov.Action
	summaries  []congressgov.Summary
}

// fromCongress asks congress.gov for the parts of a measure side by side. Without the bill or its history there is no
// record.
func (h *Handlers) fromCongress(ctx context.Context, m measure) (*record, error) {
	var p parts
	fused := upstream.FuseInto(ctx, &p,
		upstream.Part("bill", budget,
			func(ctx context.Context) (parts, error) { return h.bill(ctx, m) },
			func(p *parts, read parts) { p.bill, p.cosponsors = read.bill, read.cosponsors }),
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

	r := p.record()
	if fused.Failure("summaries") != nil {
		r.unread = append(r.unread, "summaries")
	}
	return r, nil
}

// bill reads the bill itself. One without cosponsors has no member about them, so that their count is asked for: only
// that says that there are none.
func (h *Handlers) bill(ctx context.Context, m measure) (parts, error) {
	b, err := h.congress.Bill(ctx, m.congress, m.kind, m.number)
	if err != nil {
		return parts{}, err
	}

	p := parts{bill: b}
	if b.Cosponsors != nil {
		p.cosponsors = new(b.Cosponsors.Count)
	} else if n, err := h.congress.Cosponsors(ctx, m.congress, m.kind, m.number); err == nil {
		p.cosponsors = new(n)
	}
	return p, nil
}

// record puts the parts together.
func (p *parts) record() *record {
	r := &record{
		title:      strings.TrimSpace(p.bill.Title),
		introduced: p.bill.Introduced,
		cosponsors: p.cosponsors,
		policyArea: p.bill.PolicyArea.Name,
		latest:     latestOf(p.bill.Latest),
		page:       p.bill.URL,
		updated:    p.bill.Updated,
	}
	if r.cosponsors == nil {
		r.unread = append(r.unread, "cosponsors")
	}
	if len(p.bill.Sponsors) > 0 {
		s := p.bill.Sponsors[0]
		r.sponsor = newSponsor(s.FullName, s.Party, s.State, s.BioguideID)
	}

	for _, l := range p.bill.Laws {
		r.laws = append(r.laws, law{string(l.Type), l.Number})
	}
	for _, a := range p.actions {
		r.actions = append(r.actions, fromCongressGov(a))
	}
	for _, s := range p.summaries {
		r.summarize(s.Date, s.Description, s.Text)
	}
	return r
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
		latest:     latest(b.Latest.Date, b.Latest.Text),
		page:       b.URL,
		updated:    b.Updated,
		cosponsors: b.Supporters(),
	}
	if len(b.Sponsors) > 0 {
		s := b.Sponsors[0]
		r.sponsor = newSponsor(s.FullName, s.Party, s.State, s.BioguideID)
	}

	for _, l := range b.Laws {
		r.laws = append(r.laws, law{l.Type, l.Number})
	}
	for _, a := range b.Actions {
		r.actions = append(r.actions, fromBillStatus(a))
	}
	for _, s := range b.Summaries {
		r.summarize(s.Date, s.Description, s.Text())
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

// partyAndState are at the end of a member's full name: Rep. Connolly, Gerald E. [D-VA-11].
var partyAndState = regexp.MustCompile(`\[([A-Z]+)-([A-Z]{2})(?:-[^\]]*)?\]$`)

func newSponsor(name, party, state, id string) *sponsor {
	s := &sponsor{
		name:  strings.TrimSpace(name),
		party: party,
		state: state,
		id:    id,
	}
	if m := partyAndState.FindStringSubmatch(s.name); m != nil {
		s.party = cmp.Or(s.party, m[1])
		s.state = cmp.Or(s.state, m[2])
	}
	return s
}

// clock is a time of day as HH:MM:SS, which old files write as 12:09PM; empty if it is not one.
func clock(text string) string {
	for _, layout := range []string{time.TimeOnly, "03:04PM", "3:04PM"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.TimeOnly)
		}
	}
	return ""
}
