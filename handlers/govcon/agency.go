package govcon

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/govcon"
	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usaspending"
)

// mostSubAgencies is how many parts of an agency are listed.
const mostSubAgencies = 10

// knownAgency is an agency of the list and by what it was found.
type knownAgency struct {
	usaspending.Agency

	by   gen.GovconAgencyIdentityMatchedBy
	info upstream.DatasetInfo
	last int // the latest fiscal year that any agency has published
}

// agency finds a toptier agency: by its name, abbreviation or code, else by words of its name that no other has.
func (h *Handlers) agency(asked string) (*knownAgency, error) {
	asked, err := samename.Words("agency", asked)
	if err != nil {
		return nil, err
	}
	list, info, err := h.agencies.List()
	if err != nil {
		return nil, err
	}

	found := &knownAgency{info: info}
	for _, a := range list {
		year, _ := strconv.Atoi(a.FiscalYear)
		found.last = max(found.last, year)
	}
	name := ""
	found.Agency, name, err = chosen.One("agency", asked, "department (with its bureaus) or independent agency", list,
		func(a usaspending.Agency) []string {
			return []string{a.Name, a.Abbreviation, a.Code, strings.TrimLeft(a.Code, "0")}
		},
		func(a usaspending.Agency) []string {
			if chosen.Holds(a.Name, asked) {
				return []string{asked}
			}
			return nil
		})
	switch {
	case err != nil:
		return nil, err
	case name == found.Name:
		found.by = gen.Name
	case name == found.Abbreviation:
		found.by = gen.Abbreviation
	case name == asked && strings.Trim(asked, "0123456789") != "":
		found.by = gen.PartOfName
	default:
		found.by = gen.Code
	}
	return found, nil
}

// agencyParts is what the requests about an agency gave.
type agencyParts struct {
	overview   *usaspending.AgencyOverview
	budget     []usaspending.BudgetYear
	awards     *usaspending.AgencyAwards
	categories []usaspending.CategoryTotal
	parts      []usaspending.SubAgency
	partsTotal *int
}

// GovconAgency answers GET /govcon/agency: the agency from the list held in memory, the rest side by side.
func (h *Handlers) GovconAgency(
	ctx context.Context, req gen.GovconAgencyRequestObject,
) (gen.GovconAgencyResponseObject, error) {
	if err := h.fiscalYear(req.Params.Year); err != nil {
		return nil, err
	}
	found, err := h.agency(req.Params.Agency)
	if err != nil {
		return nil, err
	}
	year, err := found.year(req.Params.Year)
	if err != nil {
		return nil, err
	}

	parts, fused := h.aboutAgency(ctx, found.Code, year)
	if err := fused.Err(); err != nil {
		return nil, err
	}
	list := response.Source("usaspending_agencies", nil)
	list.FetchedAt = response.Moment(&found.info.FetchedAt)
	list.Records = &found.info.Records

	answer := gen.GovconAgency200JSONResponse{
		Query:       strings.TrimSpace(req.Params.Agency),
		Agency:      found.identity(parts.overview),
		Year:        year,
		YearBasis:   gen.GovconAgencyReportYearBasisFiscal,
		Budget:      found.budget(),
		Sources:     append([]gen.Source{list}, response.Sources(fused)...),
		Partial:     fused.Partial(),
		Attribution: usaspending.Attribution,
	}
	parts.describe(&answer)
	return answer, nil
}

// year is the fiscal year to ask for: the one that is wanted, else the agency's latest. The source refuses years
// that no
// agency has published yet.
func (a *knownAgency) year(wanted *int) (int, error) {
	if wanted != nil {
		if a.last != 0 && *wanted > a.last {
			return 0, problem.Invalid("year", "year must be a fiscal year from %d to %d, the latest that agencies "+
				"have published",
				usaspending.FirstYear, a.last)
		}
		return *wanted, nil
	}
	if latest, err := strconv.Atoi(a.FiscalYear); err == nil {
		return latest, nil
	}
	return a.last, nil
}

func (h *Handlers) aboutAgency(
	ctx context.Context, code string, year int,
) (agencyParts, upstream.Fused[func(*agencyParts)]) {
	type subAgencies struct {
		list  []usaspending.SubAgency
		total int
	}

	var parts agencyParts
	fused := upstream.FuseInto(ctx, &parts,
		upstream.Part("usaspending_overview", budget,
			func(ctx context.Context) (*usaspending.AgencyOverview, error) {
				return h.awards.AgencyOverview(ctx, code, year)
			},
			func(all *agencyParts, o *usaspending.AgencyOverview) { all.overview = o }),
		upstream.Main(upstream.Part("usaspending_budget", budget,
			func(ctx context.Context) ([]usaspending.BudgetYear, error) { return h.awards.AgencyBudget(ctx, code) },
			func(all *agencyParts, years []usaspending.BudgetYear) { all.budget = response.Items(years) })),
		upstream.Main(upstream.Part("usaspending_awards", budget,
			func(ctx context.Context) (*usaspending.AgencyAwards, error) {
				return h.awards.AgencyAwards(ctx, code, year)
			},
			func(all *agencyParts, awards *usaspending.AgencyAwards) { all.awards = awards })),
		upstream.Part("usaspending_categories", budget,
			func(ctx context.Context) ([]usaspending.CategoryTotal, error) {
				return h.awards.AgencyCategories(ctx, code, year)
			},
			func(all *agencyParts, list []usaspending.CategoryTotal) { all.categories = response.Items(list) }),
		upstream.Part("usaspending_sub_agencies", budget,
			func(ctx context.Context) (subAgencies, error) {
				list, total, err := h.awards.SubAgencies(ctx, code, year, mostSubAgencies)
				return subAgencies{list, total}, err
			},
			func(all *agencyParts, got subAgencies) {
				all.parts = response.Items(got.list)
				all.partsTotal = &got.total
			}),
	)
	return parts, fused
}

func (a *knownAgency) identity(o *usaspending.AgencyOverview) gen.GovconAgencyIdentity {
	g := gen.GovconAgencyIdentity{
		Name:         a.Name,
		Abbreviation: text(a.Abbreviation),
		ToptierCode:  a.Code,
		MatchedBy:    a.by,
	}
	if a.Slug != "" {
		g.URL = new(site + "agency/" + a.Slug)
	}
	if o != nil {
		g.Mission = text(o.Mission)
		g.Website = text(o.Website)
		g.SubAgencyCount = o.SubtierCount
	}
	return g
}

// budget is the agency's accounts from the list. The list has zeros for an agency that published nothing.
func (a *knownAgency) budget() *gen.GovconBudget {
	year, err := strconv.Atoi(a.FiscalYear)
	if err != nil || a.BudgetAuthority == nil || a.Obligated == nil || a.Outlays == nil ||
		a.BudgetAuthority.IsZero() && a.Obligated.IsZero() && a.Outlays.IsZero() {
		return nil
	}

	b := &gen.GovconBudget{
		Year:               year,
		BudgetAuthorityUSD: response.NumberOrNull(a.BudgetAuthority),
		ObligatedUSD:       response.NumberOrNull(a.Obligated),
		OutlaysUSD:         response.NumberOrNull(a.Outlays),
	}

	if quarter, err := strconv.Atoi(a.FiscalQuarter); err == nil {
		b.Quarter = &quarter
	}
	if a.BudgetShare != nil {
		b.ShareOfGovernmentRatio = new(a.BudgetShare.InexactFloat64())
	}

	return b
}

// describe puts what the requests gave into the answer.
func (p agencyParts) describe(answer *gen.GovconAgency200JSONResponse) {
	answer.BudgetByYear = response.Each(p.budget, func(y usaspending.BudgetYear) gen.GovconBudgetYear {
		return gen.GovconBudgetYear{
			Year:                            y.FiscalYear,
			BudgetaryResourcesUSD:           response.NumberOrNull(y.Resources),
			ObligatedUSD:                    response.NumberOrNull(y.Obligated),
			OutlaysUSD:                      response.NumberOrNull(y.Outlays),
			GovernmentBudgetaryResourcesUSD: response.NumberOrNull(y.Government),
		}
	})
	slices.SortFunc(answer.BudgetByYear, func(a, b gen.GovconBudgetYear) int { return cmp.Compare(b.Year, a.Year) })

	if p.awards != nil {
		answer.Awards = &gen.GovconAgencyAwardTotals{
			ObligatedUSD:     response.NumberOrNull(p.awards.Obligated),
			Transactions:     p.awards.Transactions,
			LatestActionDate: day(p.awards.LatestAction),
		}
	}
	answer.ObligationsByCategory = response.Each(p.categories, func(c usaspending.CategoryTotal) gen.GovconCategory {
		return gen.GovconCategory{AwardType: c.Category, ObligatedUSD: response.Number(c.Amount)}
	})
	answer.SubAgencies = response.Each(p.parts, func(s usaspending.SubAgency) gen.GovconSubAgency {
		return gen.GovconSubAgency{
			Name:         s.Name,
			Abbreviation: text(s.Abbreviation),
			ObligatedUSD: response.NumberOrNull(s.Obligated),
			Transactions: s.Transactions,
			NewAwards:    s.NewAwards,
		}
	})
	answer.SubAgenciesTotal = p.partsTotal
}
