package drug

import (
	"cmp"
	"context"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

const shownShortages = 200

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
	switch {
	case missing(err) && id.blind:
		return nil, problem.BadGateway(problem.CodeUpstreamFailed, nil,
			"the name could not be looked up, so that an empty list says nothing of the drug")
	case missing(err) && len(id.nearby) > 0:
		return nil, id.unknown("drug", "no source knows this name, so that nothing can be said of a shortage")
	}

	answer := shortagesAnswer(id, found)
	answer.Sources = append(append([]shared.Source{}, id.sources...),
		dataset(sourceShortages, reads, found.Total, found.Updated, err))
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// shortages are the entries of a drug and of combinations that hold it.
func (h *Handlers) shortages(ctx context.Context, id identity) (openfda.Found[openfda.Shortage], error) {
	var clauses []string
	for _, term := range id.terms() {
		for _, field := range []string{
			"generic_name", "proprietary_name", "openfda.generic_name", "openfda.substance_name", "openfda.brand_name",
		} {
			clauses = append(clauses, openfda.Phrase(field, term))
		}
	}

	if len(id.ingredients) > 1 { // the list has a combination under the names of its salts, in an order of its own
		var together []string
		for _, name := range id.ingredients {
			together = append(together, openfda.Phrase("generic_name", name))
		}
		clauses = append(clauses, "("+openfda.All(together...)+")")
	}

	return h.fda.Shortages(ctx, openfda.Query{
		Search: openfda.Any(clauses...),
		Limit:  openfda.Page,
	})
}

// isCombination is whether an entry is of a product with other ingredients than the drug's.
func (id identity) isCombination(s openfda.Shortage) bool {
	set := joint(s.Generic)
	if len(s.Names.Substances) > 0 {
		set = labelled(s.Names)
	}
	if len(id.ingredients) == 0 {
		return len(set) > 1
	}
	return len(set) != len(distinct(id.ingredients))
}

// joint are the names that the list joins for a combination: Bupivacaine Hydrochloride; Epinephrine Bitartrate. Commas
// set off forms and strengths.
func joint(generic string) []string {
	text := generic
	for _, word := range []string{" and ", " with "} {
		text = strings.ReplaceAll(text, word, ";")
	}

	var list []string
	for name := range strings.SplitSeq(text, ";") {
		name, _, _ = strings.Cut(name, ",")
		name = substance(withoutForm(name))
		if name != "" && !forms[name] {
			list = append(list, name)
		}
	}
	return distinct(list)
}

// The words for the state of an entry.
const (
	statusCurrent      = "Current"
	statusResolved     = "Resolved"
	statusDiscontinued = "To Be Discontinued"
)

// listed are the entries of a list of shortages, counted by what they say of the drug itself.
type listed struct {
	current      int
	available    *int // of the current ones; nil when one of them does not say
	resolved     int
	discontinued int
	combinations int // current entries of combinations
	own          int
	unread       int // entries in a state that has no word here
}

// short is whether the drug is short, nil when nobody can say: an entry has an unknown state, or there is none and
// nobody knows the name.
func (l listed) short(id identity) *bool {
	recognised := id.recognised != nil && *id.recognised
	switch {
	case l.current > 0:
		return new(true)
	case l.unread > 0, l.own == 0 && !recognised:
		return nil
	}
	return new(false)
}

func (id identity) counted(entries []openfda.Shortage) listed {
	var l listed
	available := 0
	silent := false
	for _, s := range entries {
		if id.isCombination(s) {
			if strings.HasPrefix(s.Status, statusCurrent) {
				l.combinations++
			}
			continue
		}

		l.own++
		switch {
		case s.Status == statusResolved:
			l.resolved++
		case s.Status == statusDiscontinued, s.Status == "Discontinued":
			l.discontinued++
		case strings.HasPrefix(s.Status, statusCurrent): // "Currently in Shortage" on the FDA's pages
			l.current++
			silent = silent || s.Availability == ""
			if strings.EqualFold(s.Availability, "Available") {
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

func shortagesAnswer(id identity, found openfda.Found[openfda.Shortage]) gen.DrugShortages200JSONResponse {
	counts := id.counted(found.Records)
	entries := slices.Clone(found.Records)
	slices.SortStableFunc(entries, func(a, b openfda.Shortage) int {
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
		InShortage:              counts.short(id),
		CurrentCount:            counts.current,
		ResolvedCount:           counts.resolved,
		ToBeDiscontinuedCount:   counts.discontinued,
		AvailableCount:          counts.available,
		CombinationCurrentCount: counts.combinations,
		Total:                   found.Total,
		Records:                 []gen.DrugShortage{},
		DataThroughDate:         response.Day(found.Updated),
		Attribution:             creditDrugs,
		Disclaimer: "The FDA's list of shortages in the whole United States, by what companies report: local stocks " +
			"may differ, and a drug that is not listed may be short somewhere. " + disclaimer,
	}
	for _, s := range firstOf(entries, shownShortages) {
		answer.Records = append(answer.Records, id.shortageOf(s))
	}
	answer.Count = len(answer.Records)
	answer.Truncated = answer.Count < found.Total
	return answer
}

func (id identity) shortageOf(s openfda.Shortage) gen.DrugShortage {
	return gen.DrugShortage{
		GenericName:  s.Generic,
		BrandName:    response.OrNull(cmp.Or(s.Brand, first(s.Names.Brand))),
		CompanyName:  response.OrNull(s.Company),
		Presentation: response.OrNull(s.Presentation),
		PackageNdc:   response.OrNull(s.PackageNDC),
		DosageForm:   response.OrNull(s.Form),
		Combination:  id.isCombination(s),

		Status:              s.Status,
		Availability:        response.OrNull(s.Availability),
		ShortageReason:      response.OrNull(s.Reason),
		TherapeuticCategory: s.Categories,
		InitialPostingDate:  day(s.Posted),
		UpdateDate:          day(s.Updated),
		UpdateType:          response.OrNull(s.UpdateType),
		DiscontinuedDate:    day(s.Discontinued),
		RelatedInfo:         response.OrNull(cmp.Or(s.Related, s.Resolved)),
	}
}
