package drug

import (
	"context"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

const (
	topReactions = 25

	reportsDisclaimer = "Spontaneous reports to the FDA: they prove no cause, some are of one event, many events are " +
		"never reported, and nobody knows how many people took the drug. No rate or comparison of risks follows. " +
		disclaimer
)

// reported are counts of reports that name a drug. Nil is what was not counted.
type reported struct {
	total     *openfda.Found[openfda.DrugReport]
	reactions *openfda.Counts
	serious   *openfda.Counts
	sex       *openfda.Counts
	received  *openfda.Counts
	outcomes  map[string]*int
}

// reportSearch matches reports that have one of the names in any field that names a drug. The index does not tell
// which fields belong to the same drug of a report, so that its part in the event cannot be asked for.
func reportSearch(terms []string) string {
	var clauses []string
	for _, term := range terms {
		for _, field := range []string{
			"patient.drug.openfda.generic_name",
			"patient.drug.openfda.brand_name",
			"patient.drug.medicinalproduct",
			"patient.drug.activesubstance.activesubstancename",
		} {
			clauses = append(clauses, openfda.Phrase(field, term))
		}
	}
	return openfda.Any(clauses...)
}

func (h *Handlers) totalPart(search string) upstream.Source[func(*reported)] {
	return upstream.Part("total", 0,
		func(ctx context.Context) (openfda.Found[openfda.DrugReport], error) {
			return h.fda.DrugReports(ctx, openfda.Query{
				Search: search,
				Sort:   openfda.FieldReceived + ":desc",
				Limit:  1,
			})
		},
		func(r *reported, found openfda.Found[openfda.DrugReport]) { r.total = &found })
}

func (h *Handlers) countPart(
	search, field string, limit int, put func(*reported, *openfda.Counts),
) upstream.Source[func(*reported)] {
	return upstream.Part(field, 0,
		func(ctx context.Context) (openfda.Counts, error) {
			return h.fda.DrugReportCounts(ctx, search, field, limit)
		},
		func(r *reported, counts openfda.Counts) { put(r, &counts) })
}

// outcomePart counts reports that are serious for one reason. That none match is a count of 0.
func (h *Handlers) outcomePart(search, field string) upstream.Source[func(*reported)] {
	return upstream.Part(field, 0,
		func(ctx context.Context) (int, error) {
			found, err := h.fda.DrugReports(ctx, openfda.Query{
				Search: openfda.All(search, openfda.Keyword(field, "1")),
				Limit:  1,
			})
			if missing(err) {
				return 0, nil
			}
			return found.Total, err
		},
		func(r *reported, count int) { r.outcomes[field] = &count })
}

// outcomeFields are reasons for which a report is serious.
var outcomeFields = []string{
	openfda.FieldDeath,
	openfda.FieldHospitalization,
	openfda.FieldLifeThreatening,
	openfda.FieldDisabling,
}

// DrugAdverseEvents answers GET /drug/adverse-events.
func (h *Handlers) DrugAdverseEvents(
	ctx context.Context, req gen.DrugAdverseEventsRequestObject,
) (gen.DrugAdverseEventsResponseObject, error) {
	id, err := h.names.Name(ctx, "drug", req.Params.Drug)
	if err != nil {
		return nil, err
	}

	if id.misspelt() {
		return nil, id.unknown("drug", "no source knows this name; reports that have it misspelt are not counted")
	}

	search := reportSearch(id.terms())
	parts := []upstream.Source[func(*reported)]{
		h.totalPart(search),
		h.countPart(search, openfda.FieldReaction, topReactions,
			func(r *reported, c *openfda.Counts) { r.reactions = c }),
		h.countPart(search, openfda.FieldSerious, 0, func(r *reported, c *openfda.Counts) { r.serious = c }),
		h.countPart(search, openfda.FieldSex, 0, func(r *reported, c *openfda.Counts) { r.sex = c }),
		h.countPart(search, openfda.FieldReceived, 0, func(r *reported, c *openfda.Counts) { r.received = c }),
	}
	for _, field := range outcomeFields {
		parts = append(parts, h.outcomePart(search, field))
	}

	counted := reported{outcomes: map[string]*int{}}
	ctx, reads := upstream.WithReads(ctx)
	fused := upstream.FuseInto(ctx, &counted, parts...)
	if counted.total == nil {
		if err := fused.Failure("total"); !missing(err) {
			return nil, err
		}
		if id.unread != nil {
			return nil, id.unread // reports may go by names that the directory has
		}
		return nil, id.unknown("drug", "no report of adverse events names this drug")
	}

	answer := eventsAnswer(id, counted)
	answer.Sources = append(append([]shared.Source{}, id.sources...),
		inPart(dataset(sourceReports, reads, counted.total.Total, counted.total.Updated, nil), firstFailure(fused),
			countsUnread))
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

const countsUnread = "some of the counts could not be read"

// seriousOf is how many reports are serious, nil when the counts do not say so of any report, nor the contrary.
func seriousOf(counts *openfda.Counts) *int {
	if counts == nil || !counts.Has("1", "2") {
		return nil
	}
	return new(counts.Of("1"))
}

func eventsAnswer(id identity, r reported) gen.DrugAdverseEvents200JSONResponse {
	total := r.total.Total
	answer := gen.DrugAdverseEvents200JSONResponse{
		Drug:             id.asked,
		Resolved:         id.shown(),
		SearchTerms:      id.terms(),
		TotalReports:     total,
		Deaths:           r.outcomes[openfda.FieldDeath],
		Hospitalizations: r.outcomes[openfda.FieldHospitalization],
		LifeThreatening:  r.outcomes[openfda.FieldLifeThreatening],
		Disabling:        r.outcomes[openfda.FieldDisabling],
		DataThroughDate:  response.Day(r.total.Updated),
		NewestReportDate: day(r.total.Records[0].Received),
		Attribution:      creditDrugs,
		Disclaimer:       reportsDisclaimer,
	}

	if r.reactions != nil {
		answer.TopReactions = reactionsOf(*r.reactions, total, topReactions)
	}
	if serious := seriousOf(r.serious); serious != nil {
		answer.SeriousReports = serious
		answer.SeriousPct = reportsPct(*serious, total)
	}

	if r.sex != nil && r.sex.Has("0", "1", "2") {
		male := r.sex.Of("1")
		female := r.sex.Of("2")
		if unknown := total - male - female; unknown >= 0 {
			answer.BySex = &gen.DrugBySex{
				Male:    male,
				Female:  female,
				Unknown: unknown,
			}
		}
	}

	if r.received != nil {
		answer.ByYear = byYear(*r.received, total)
	}
	return answer
}
