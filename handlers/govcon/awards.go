package govcon

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/govcon"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usaspending"
)

const (
	// deepest is the place of the last award that can be reached by pages: the source goes to 50,000, slower and
	// slower.
	deepest = 10_000

	// topEntries is how many agencies and recipients a summary names.
	topEntries = 5
)

// awardParts is what the two requests gave; nil is what failed.
type awardParts struct {
	page  *usaspending.AwardPage
	total *int
}

// GovconAwards answers GET /govcon/awards: a page of awards of one group, and side by side how many there are.
func (h *Handlers) GovconAwards(
	ctx context.Context, req gen.GovconAwardsRequestObject,
) (gen.GovconAwardsResponseObject, error) {
	query, asked, err := h.awardQuery(req.Params)
	if err != nil {
		return nil, err
	}

	var got awardParts
	fused := upstream.FuseInto(ctx, &got,
		upstream.Main(upstream.Part("usaspending", budget,
			func(ctx context.Context) (*usaspending.AwardPage, error) { return h.awards.Awards(ctx, query) },
			func(all *awardParts, page *usaspending.AwardPage) { all.page = page })),
		upstream.Part("usaspending_count", budget,
			func(ctx context.Context) (int, error) { return h.awards.CountAwards(ctx, query) },
			func(all *awardParts, total int) { all.total = &total }),
	)
	if err := fused.Err(); err != nil {
		return nil, err
	}
	if len(got.page.Awards) == 0 {
		if err := h.same.Asks("recipient", query.Recipient); err != nil {
			return nil, err
		}
	}

	answer := gen.GovconAwards200JSONResponse{
		Query:       asked,
		Count:       len(got.page.Awards),
		Total:       got.total,
		HasNext:     got.page.HasNext,
		Awards:      rows(query.Group, got.page.Awards),
		Sources:     response.Sources(fused),
		Partial:     fused.Partial(),
		Attribution: usaspending.Attribution,
	}
	answer.Sources[0].Records = &answer.Count
	seen := (query.Page-1)*query.Limit + answer.Count
	if answer.Count > 0 && answer.Total != nil && *answer.Total < seen {
		answer.Total = nil
		answer.Sources[1].Detail = new("the count is behind the awards that are listed, and left out")
	}
	if answer.Total == nil && !answer.HasNext && (answer.Count > 0 || query.Page == 1) {
		answer.Total = &seen // the last page tells it as well
	}
	if answer.HasNext && (query.Page+1)*query.Limit <= deepest {
		answer.NextCursor = new(strconv.Itoa(query.Page + 1))
	}
	answer.Summary = summary(query.Group, got.page.Awards)
	return answer, nil
}

// awardQuery reads and checks the inputs.
func (h *Handlers) awardQuery(p gen.GovconAwardsParams) (usaspending.AwardQuery, gen.GovconAwardSearch, error) {
	query := usaspending.AwardQuery{
		Group:  usaspending.Group(p.AwardType),
		ByDate: p.Sort == gen.GovconAwardsParamsSortDate,
		Limit:  p.Limit,
		Page:   1,
	}
	asked := gen.GovconAwardSearch{
		AwardType:   gen.GovconAwardGroup(p.AwardType),
		Naics:       p.Naics,
		Year:        p.Year,
		YearBasis:   gen.GovconAwardSearchYearBasisFiscal,
		PeriodStart: usaspending.FirstDate,
		Sort:        gen.GovconAwardSearchSort(p.Sort),
		Limit:       p.Limit,
	}

	var err error
	if p.Recipient != nil {
		if query.Recipient, err = samename.Words("recipient", *p.Recipient); err != nil {
			return query, asked, err
		}
		asked.Recipient = &query.Recipient
	}
	if p.Keyword != nil {
		if query.Keyword, err = samename.Words("keyword", *p.Keyword); err != nil {
			return query, asked, err
		}
		if utf8.RuneCountInString(query.Keyword) < usaspending.LeastKeyword {
			return query, asked, problem.Invalid("keyword", "keyword must have at least %d characters: the search of "+
				"USAspending.gov takes no fewer", usaspending.LeastKeyword)
		}
		asked.Keyword = &query.Keyword
	}
	if err = h.fiscalYear(p.Year); err != nil {
		return query, asked, err
	}
	if p.Year != nil {
		period := usaspending.FiscalYearPeriod(*p.Year)
		query.Period = &period
		asked.PeriodStart = period.Start
		asked.PeriodEnd = &period.End
	}
	if p.Naics != nil {
		query.NAICS = *p.Naics
		if query.Group != usaspending.Contracts && query.Group != usaspending.IDVs {
			return query, asked, problem.Invalid("naics",
				"naics is an input for contracts and idvs: other awards have no industry")
		}
	}
	if p.Cursor != nil {
		if query.Page, err = strconv.Atoi(*p.Cursor); err != nil || query.Page < 1 || query.Page*query.Limit > deepest {
			return query, asked, problem.Invalid("cursor",
				"cursor must be the next_cursor of an answer with the same limit")
		}
	}
	if p.Agency != nil {
		found, err := h.agency(*p.Agency)
		if err != nil {
			return query, asked, err
		}
		query.Agency = found.Name
		asked.Agency = &found.Name
		asked.AgencyCode = &found.Code
	}
	return query, asked, nil
}

// rows are awards as answers list them.
func rows(group usaspending.Group, awards []usaspending.AwardRow) []gen.GovconAwardRow {
	return each.Of(awards, func(a usaspending.AwardRow) gen.GovconAwardRow { return row(group, a) })
}

func row(group usaspending.Group, a usaspending.AwardRow) gen.GovconAwardRow {
	r := gen.GovconAwardRow{
		GeneratedInternalID:   a.GeneratedID,
		AwardID:               text(a.AwardID),
		AwardType:             gen.GovconAwardGroup(group),
		Recipient:             text(a.Recipient),
		RecipientUei:          text(a.UEI),
		RecipientIsCollective: usaspending.IsCollective(a.Recipient),
		AmountUSD:             response.NumberOrNull(amount(group, a)),
		AmountKind:            gen.GovconAwardRowAmountKind(kindOf(group)),
		OutlaysUSD:            response.NumberOrNull(a.Outlays),
		SubsidyCostUSD:        response.NumberOrNull(a.SubsidyCost),
		Description:           text(a.Description),
		AwardingAgency:        text(a.Agency),
		AwardingSubAgency:     text(a.SubAgency),
		FundingAgency:         text(a.FundingAgency),
		Type:                  text(cmp.Or(a.ContractType, a.AssistanceType)),
		Naics:                 coded(a.NAICS.Code, a.NAICS.Description),
		Psc:                   coded(a.PSC.Code, a.PSC.Description),
		SignedDate:            day(a.SignedDate),
		StartDate:             day(a.StartDate),
		EndDate:               day(cmp.Or(a.EndDate, a.LastOrderDate)),
		URL:                   awardPage(a.GeneratedID),
	}

	if a.Listing != nil {
		r.AssistanceListing = coded(a.Listing.Number, a.Listing.Title)
	}
	return r
}

// awardPage is the page of an award. The site takes the id as one part of the path.
func awardPage(id string) string { return site + "award/" + url.PathEscape(id) }

// amount is what awards of the group are sorted and summed up by.
func amount(group usaspending.Group, a usaspending.AwardRow) *decimal.Decimal {
	if group == usaspending.Loans {
		return a.LoanValue
	}
	return a.Amount
}

func kindOf(group usaspending.Group) gen.GovconAwardSummaryAmountKind {
	if group == usaspending.Loans {
		return gen.GovconAwardSummaryAmountKindLoanFaceValue
	}
	return gen.GovconAwardSummaryAmountKindObligated
}

// summary sums up the awards of an answer. Those without an amount are not counted.
func summary(group usaspending.Group, awards []usaspending.AwardRow) gen.GovconAwardSummary {
	s := gen.GovconAwardSummary{
		Basis:          gen.ReturnedAwards,
		AmountKind:     kindOf(group),
		AmountsMissing: []string{},
	}
	var total decimal.Decimal
	var largest *decimal.Decimal
	agencies := tally{}
	recipients := tally{}

	for _, a := range awards {
		s.PeriodStart, s.PeriodEnd = stretched(s.PeriodStart, s.PeriodEnd, day(cmp.Or(a.StartDate, a.SignedDate)))
		value := amount(group, a)
		if value == nil {
			s.AmountsMissing = append(s.AmountsMissing, a.GeneratedID)
			continue
		}
		total = total.Add(*value)
		agencies.add(a.Agency, *value)
		recipients.add(a.Recipient, *value)
		if largest == nil || value.Cmp(*largest) > 0 {
			largest = value
			s.Largest = &gen.GovconLargest{
				GeneratedInternalID: a.GeneratedID,
				Recipient:           text(a.Recipient),
				AmountUSD:           response.Number(*value),
			}
		}
	}

	if largest != nil {
		s.ReturnedAmountUSD = response.NumberOrNull(&total)
	}
	s.TopAgencies = agencies.top()
	s.TopRecipients = recipients.top()
	return s
}

// stretched widens a period so that it has a day in it.
func stretched(first, last, d *string) (*string, *string) {
	switch {
	case d == nil:
		return first, last
	case first == nil:
		return d, d
	}
	return new(min(*first, *d)), new(max(*last, *d))
}

// tally is sums by name.
type tally map[string]*entry

type entry struct {
	amount decimal.Decimal
	count  int
}

// add counts what has no name under none.
func (t tally) add(name string, value decimal.Decimal) {
	name = strings.TrimSpace(name)
	if t[name] == nil {
		t[name] = &entry{}
	}
	t[name].amount = t[name].amount.Add(value)
	t[name].count++
}

// top are the largest sums.
func (t tally) top() []gen.GovconSum {
	list := make([]gen.GovconSum, 0, len(t))
	for name, e := range t {
		list = append(list, gen.GovconSum{
			Name:      text(name),
			AmountUSD: response.Number(e.amount),
			Count:     e.count,
		})
	}
	slices.SortFunc(list, func(a, b gen.GovconSum) int {
		first := response.OrZero(a.Name)
		second := response.OrZero(b.Name)
		return cmp.Or(t[second].amount.Cmp(t[first].amount), cmp.Compare(first, second))
	})
	return list[:min(len(list), topEntries)]
}
