package drug

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

const (
	shownShortages = 200

	// The list changes each working day, and in a shutdown of the government not for weeks. An older one than this says
	// what was short, and not that nothing is.
	oldList = 31 * 24 * time.Hour
)

// DrugShortages answers GET /drug/shortages.
func (h *Handlers) DrugShortages(
	ctx context.Context, req gen.DrugShortagesRequestObject,
) (gen.DrugShortagesResponseObject, error) {
	id, err := h.names.Name(ctx, "drug", req.Params.Drug)
	if err != nil {
		return nil, err
	}

	asked, reads := upstream.WithReads(ctx)
	found, err := h.shortages(asked, id)
	if failed(err) {
		return nil, err
	}
	isListed := len(found.entries) > 0
	switch {
	case !isListed && id.blind:
		return nil, problem.BadGateway(problem.CodeUpstreamFailed, nil,
			"the name could not be looked up, so that an empty list says nothing of the drug")
	case !isListed && len(id.nearby) > 0:
		return nil, id.unknown("drug", "no source knows this name, so that nothing can be said of a shortage")
	}

	answer := shortagesAnswer(id, found)
	answer.Sources = append(append([]shared.Source{}, id.sources...),
		found.source(reads, err))
	answer.Partial = found.odd || response.Partial(answer.Sources)
	return answer, nil
}

// shortages are the entries that have to do with a drug.
func (h *Handlers) shortages(ctx context.Context, id identity) (listed, error) {
	found, err := h.fda.Shortages(ctx, openfda.Query{
		Search: id.shortageSearch(),
		Limit:  openfda.Page,
	})
	if failed(err) {
		return listed{}, err
	}

	l := counted(id.related(found.Records))
	l.updated = found.Updated
	if missing(err) { // an answer without matches does not say the day of the list
		first, failure := h.fda.Shortages(ctx, openfda.Query{Limit: 1})
		if failed(failure) {
			return listed{}, failure
		}
		l.updated = first.Updated
	}

	updated, _ := time.Parse(time.DateOnly, l.updated)
	l.old = h.now().Sub(updated) > oldList
	l.cut = found.Total > len(found.Records)
	l.odd = l.cut && len(found.Records) < openfda.Page
	return l, err
}

// The words for the state of an entry.
const (
	statusCurrent      = "Current"
	statusResolved     = "Resolved"
	statusDiscontinued = "To Be Discontinued"
)

// listed are the list's entries that concern a drug, counted by what they say about the drug itself.
type listed struct {
	entries      []listedEntry
	updated      string // the day of the list
	old          bool   // as old as [oldList], or of no known day
	cut          bool   // more entries were found than were read
	odd          bool   // some of them could not be read
	current      int
	available    *int // of the current ones; nil when one of them does not say
	resolved     int
	discontinued int
	own          int
	unread       int // entries in a state that has no word here
	combinations int // current entries of combinations
	otherSalts   int // current entries of other salts
}

// short is whether the drug is short, nil when nobody can say: an entry has an unknown state or was not read, or there
// are no entries and no register has the name.
func (l listed) short(id identity) *bool {
	recognised := id.recognised != nil && *id.recognised
	switch {
	case l.current > 0:
		return new(true)
	case l.old, l.unread > 0, l.cut, l.own == 0 && !recognised:
		return nil
	}
	return new(false)
}

// source is the list among the sources, stale where it is old.
func (l listed) source(reads *upstream.Reads, err error) shared.Source {
	source := dataset(sourceShortages, reads, len(l.entries), l.updated, err)
	if l.old {
		source.Status = shared.SourceStatusStale
		source.Detail = new("the list is too old to say that a drug is not short now")
	}
	return source
}

func counted(entries []listedEntry) listed {
	l := listed{entries: entries}
	available := 0
	silent := false
	for _, e := range entries {
		current := strings.HasPrefix(e.Status, statusCurrent) // "Currently in Shortage" on the FDA's pages
		if e.relation != itself {
			l.beside(e, current)
			continue
		}

		l.own++
		switch {
		case e.Status == statusResolved:
			l.resolved++
		case e.Status == statusDiscontinued, e.Status == "Discontinued":
			l.discontinued++
		case current:
			l.current++
			silent = silent || e.Availability == ""
			if strings.EqualFold(e.Availability, "Available") {
				available++
			}
		default:
			l.unread++
		}
	}
	if !silent {
		l.available = &available
	}
	return l
}

// beside counts an entry that is not of the drug itself.
func (l *listed) beside(e listedEntry, current bool) {
	switch {
	case !current:
	case e.relation == otherSalt:
		l.otherSalts++
	default:
		l.combinations++
	}
}

func shortagesAnswer(id identity, list listed) gen.DrugShortages200JSONResponse {
	entries := slices.Clone(list.entries)
	slices.SortStableFunc(entries, func(a, b listedEntry) int {
		return cmp.Or(
			before(a.Status == statusCurrent, b.Status == statusCurrent),
			b.Updated.Day().Compare(a.Updated.Day()),
			cmp.Compare(a.PackageNDC, b.PackageNDC),
		)
	})

	answer := gen.DrugShortages200JSONResponse{
		Drug:                    id.asked,
		Resolved:                id.shown(),
		DidYouMean:              response.Items(id.nearby),
		InShortage:              list.short(id),
		CurrentCount:            list.current,
		ResolvedCount:           list.resolved,
		ToBeDiscontinuedCount:   list.discontinued,
		AvailableCount:          list.available,
		CombinationCurrentCount: list.combinations,
		OtherSaltCurrentCount:   list.otherSalts,
		Total:                   len(entries),
		DataThroughDate:         response.Day(list.updated),
		Attribution:             creditDrugs,
		Disclaimer: "The FDA's list of shortages in the whole United States, by what companies report: local stocks " +
			"may differ, and a drug that is not listed may be short somewhere. " + disclaimer,
	}
	answer.Records = response.Items(response.Each(firstOf(entries, shownShortages), shortageOf))
	answer.Count = len(answer.Records)
	answer.Truncated = list.cut || answer.Count < len(entries)
	return answer
}

func shortageOf(e listedEntry) gen.DrugShortage {
	return gen.DrugShortage{
		GenericName:  e.Generic,
		BrandName:    response.OrNull(cmp.Or(e.Brand, cmp.Or(e.Names.Brand...))),
		CompanyName:  response.OrNull(e.Company),
		Presentation: response.OrNull(e.Presentation),
		PackageNdc:   response.OrNull(e.PackageNDC),
		DosageForm:   response.OrNull(e.Form),
		Combination:  e.relation == combination,
		OtherSalt:    e.relation == otherSalt,

		Status:              e.Status,
		Availability:        response.OrNull(e.Availability),
		ShortageReason:      response.OrNull(e.Reason),
		TherapeuticCategory: e.Categories,
		InitialPostingDate:  day(e.Posted),
		UpdateDate:          day(e.Updated),
		UpdateType:          response.OrNull(e.UpdateType),
		DiscontinuedDate:    day(e.Discontinued),
		RelatedInfo:         response.OrNull(cmp.Or(e.Related, e.Resolved)),
	}
}
