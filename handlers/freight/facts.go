package freight

import (
	"context"
	"errors"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/qcmobile"
)

// facts are what the sources say about one carrier. Empty is what a source does not have or did not say: answered tells
// which.
type facts struct {
	dot            string
	census         []fmcsa.Census
	authorities    []fmcsa.Authority
	history        []fmcsa.Event
	policies       []fmcsa.Policy
	ended          []fmcsa.EndedPolicy
	orders         []fmcsa.Order
	outOfService   []fmcsa.OutOfService
	inspections    []fmcsa.Inspection
	crashes        *fmcsa.Crashes
	property       []fmcsa.SMS
	passenger      []fmcsa.SMS
	legacy         []fmcsa.LegacyAuthority
	legacyPolicies []fmcsa.LegacyPolicy

	live          *qcmobile.Carrier
	liveAuthority []qcmobile.Authority
	liveCargo     []string
	liveClasses   []string

	failed  map[string]error // by source; NotFound is an answer and not here
	records map[string]int
	read    map[string]*fmcsa.Reading
}

// gather asks all sources side by side.
func (h *Handlers) gather(ctx context.Context, dot string) (*facts, []gen.Source) {
	since := h.now().AddDate(0, -window, 0)
	f := &facts{
		dot:     dot,
		failed:  map[string]error{},
		records: map[string]int{},
		read:    map[string]*fmcsa.Reading{},
	}

	parts := []upstream.Source[func(*facts)]{
		list(srcCensus, slowBudget, of(dot, h.open.Census), func(f *facts, l []fmcsa.Census) { f.census = l }),
		list(srcAuthority, fastBudget, of(dot, h.open.Authorities),
			func(f *facts, l []fmcsa.Authority) { f.authorities = l }),
		list(srcHistory, fastBudget, of(dot, h.open.History), func(f *facts, l []fmcsa.Event) { f.history = l }),
		list(srcInsurance, fastBudget, of(dot, h.open.Policies), func(f *facts, l []fmcsa.Policy) { f.policies = l }),
		list(srcInsuranceHistory, fastBudget, of(dot, h.open.EndedPolicies),
			func(f *facts, l []fmcsa.EndedPolicy) { f.ended = l }),
		list(srcOrders, fastBudget, of(dot, h.open.Orders), func(f *facts, l []fmcsa.Order) { f.orders = l }),
		list(srcOutOfService, fastBudget, of(dot, h.open.OutOfServiceOrders),
			func(f *facts, l []fmcsa.OutOfService) { f.outOfService = l }),
		list(srcInspections, fastBudget, func(ctx context.Context) ([]fmcsa.Inspection, error) {
			return h.open.InspectionsSince(ctx, dot, since)
		}, func(f *facts, l []fmcsa.Inspection) { f.inspections = l }),
		list(srcCrashes, fastBudget, func(ctx context.Context) ([]*fmcsa.Crashes, error) {
			total, err := h.open.CrashesSince(ctx, dot, since)
			return []*fmcsa.Crashes{total}, err
		}, func(f *facts, l []*fmcsa.Crashes) {
			f.crashes = l[0]
			f.records[srcCrashes] = response.OrZero(l[0].Crashes.Count())
		}),
	}
	parts = append(parts, h.measures(dot)...)
	parts = append(parts,
		list(srcLegacyAuthority, fastBudget, of(dot, h.open.LegacyAuthorities),
			func(f *facts, l []fmcsa.LegacyAuthority) { f.legacy = l }),
		list(srcLegacyInsurance, fastBudget, of(dot, h.open.LegacyPolicies),
			func(f *facts, l []fmcsa.LegacyPolicy) { f.legacyPolicies = l }),
	)
	parts = append(parts, h.liveParts(dot)...)

	fused := upstream.FuseInto(ctx, f, parts...)
	for _, outcome := range fused {
		if outcome.Err != nil && !errors.Is(outcome.Err, upstream.NotFound) {
			f.failed[outcome.Name] = outcome.Err
		}
	}
	return f, f.sources(fused)
}

// measures are the four tables of the Safety Measurement System, of which a carrier is in one.
func (h *Handlers) measures(dot string) []upstream.Source[func(*facts)] {
	property := func(f *facts, l []fmcsa.SMS) { f.property = append(f.property, l...) }
	passenger := func(f *facts, l []fmcsa.SMS) { f.passenger = append(f.passenger, l...) }

	var parts []upstream.Source[func(*facts)]
	for _, table := range []struct {
		name string
		put  func(*facts, []fmcsa.SMS)
	}{
		{srcProperty, property},
		{srcPropertyIntrastate, property},
		{srcPassenger, passenger},
		{srcPassengerIntrastate, passenger},
	} {
		parts = append(parts, list(table.name, fastBudget, func(ctx context.Context) ([]fmcsa.SMS, error) {
			return h.open.Measures(ctx, datasets[table.name], dot)
		}, table.put))
	}
	return parts
}

// liveParts are the questions to FMCSA's live system: one without a key, for its place among the sources.
func (h *Handlers) liveParts(dot string) []upstream.Source[func(*facts)] {
	parts := []upstream.Source[func(*facts)]{
		upstream.Part(srcQC, fastBudget, func(ctx context.Context) (*qcmobile.Carrier, error) {
			return h.live.Carrier(ctx, dot)
		}, func(f *facts, c *qcmobile.Carrier) {
			f.live = c
			f.records[srcQC] = 1
		}),
	}
	if h.live.Configured() != nil {
		return parts
	}

	return append(parts,
		list(srcQCAuthority, fastBudget, of(dot, h.live.Authorities),
			func(f *facts, l []qcmobile.Authority) { f.liveAuthority = l }),
		list(srcQCCargo, fastBudget, of(dot, h.live.Cargo), func(f *facts, l []string) { f.liveCargo = l }),
		list(srcQCClasses, fastBudget, of(dot, h.live.Classes), func(f *facts, l []string) { f.liveClasses = l }),
	)
}

// list is a source that gives a list. An empty one is NotFound, so that the source's status says so.
func list[T any](
	name string, budget time.Duration, call func(context.Context) ([]T, error), put func(*facts, []T),
) upstream.Source[func(*facts)] {
	type answer struct {
		rows []T
		read *fmcsa.Reading
	}
	ask := func(ctx context.Context) (answer, error) {
		ctx, read := fmcsa.WithReading(ctx)
		rows, err := upstream.NotNone(call(ctx))
		return answer{rows, read}, err
	}

	return upstream.Part(name, budget, ask, func(f *facts, a answer) {
		f.records[name] = len(a.rows)
		f.read[name] = a.read
		put(f, a.rows)
	})
}

// of asks by a USDOT number.
func of[T any](dot string, ask func(context.Context, string) ([]T, error)) func(context.Context) ([]T, error) {
	return func(ctx context.Context) ([]T, error) { return ask(ctx, dot) }
}

// answered says whether the source was able to say something, be it that there is nothing.
func (f *facts) answered(name string) bool { return f.failed[name] == nil }

// known is the list, or nil where it is empty and one of its sources could not be asked.
func known[T any](f *facts, list []T, sources ...string) []T {
	unread := func(name string) bool { return !f.answered(name) }
	if len(list) == 0 && slices.ContainsFunc(sources, unread) {
		return nil
	}
	return list
}

// whole says whether a source was read whole: what it leaves out, it does not have.
func (f *facts) whole(name string) bool { return f.read[name] != nil && f.read[name].Gap() == nil }

// known says whether any source has the carrier.
func (f *facts) known() bool {
	return len(f.census) > 0 || f.live != nil || len(f.authorities) > 0 || len(f.legacy) > 0
}

// sources lists the sources asked, each with its table's page.
func (f *facts) sources(fused upstream.Fused[func(*facts)]) []gen.Source {
	sources := response.Sources(fused)
	for i := range sources {
		describe(&sources[i], f.records[sources[i].Name], f.read[sources[i].Name])
	}
	return sources
}

// describe adds what is known about a source besides its status.
func describe(s *gen.Source, records int, read *fmcsa.Reading) {
	set, open := datasets[s.Name]
	if open {
		s.URL = new(set.URL())
	}
	if upstream.Lacking(string(s.Status)) || string(s.Status) == string(upstream.NotConfigured) {
		return
	}

	s.Records = new(records)
	if s.Name == srcLegacyAuthority || s.Name == srcLegacyInsurance {
		s.AsOf = response.Moment(&fmcsa.Frozen)
		s.Detail = new("FMCSA stopped this file on 2026-05-14; Motus has what changed since")
	}
	if s.Name == srcInspections && records == fmcsa.MaxInspections {
		s.Detail = new("there are more inspections than were read: rates are not made from them")
	}
	if read != nil {
		describeReading(s, read)
	}
}

// describeReading says when a table was last changed, and whether its rows were read whole.
func describeReading(s *gen.Source, read *fmcsa.Reading) {
	if changed := read.AsOf(); s.AsOf == nil && !changed.IsZero() {
		s.AsOf = response.Moment(&changed)
	}
	if read.Gap() != nil {
		s.Status = shared.SourceStatusError
		s.Detail = new("Which columns the table has could not be told: what is missing in a row may be there under another name.")
	}
}
