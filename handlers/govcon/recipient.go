package govcon

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/govcon"
	"github.com/farebox/farebox/internal/party/awardees"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usaspending"
)

const (
	// recentEach is how many of the newest contracts and grants are listed; recentAsked are read to find them among
	// awards of others that the search gives.
	recentEach  = 5
	recentAsked = 100

	// mostOthers is how many other entries of the list are named.
	mostOthers = 10
)

// The names of the requests in answers.
const (
	srcSearch   = "usaspending_recipients"
	srcProfile  = "usaspending_profile"
	srcAgencies = "usaspending_by_agency"
	srcNAICS    = "usaspending_by_naics"
	srcContract = "usaspending_contracts"
	srcGrants   = "usaspending_grants"
)

// recipientParts is what the requests about a recipient gave.
type recipientParts struct {
	profile  *usaspending.Profile
	agencies []usaspending.Total
	naics    []usaspending.Total
	recent   []gen.GovconAwardRow
}

// GovconRecipient answers GET /govcon/recipient: it looks for the recipient, and then asks for everything about it side
// by side.
func (h *Handlers) GovconRecipient(
	ctx context.Context, req gen.GovconRecipientRequestObject,
) (gen.GovconRecipientResponseObject, error) {
	asked, err := samename.Words("recipient", req.Params.Recipient)
	if err != nil {
		return nil, err
	}
	if err := h.fiscalYear(req.Params.Year); err != nil {
		return nil, err
	}

	answer := emptyRecipient(asked)
	if usaspending.IsCollective(asked) {
		answer.Sources = []gen.Source{response.Skipped(srcSearch, "no recipient has this name")}
		answer.Note = new("Awards under this name went to several recipients, or to persons who are not disclosed.")
		return answer, nil
	}

	searching, reads := upstream.WithReads(ctx)
	found, err := h.recipients.Find(searching, "recipient", asked)
	if err != nil {
		return nil, err
	}
	answer.Sources = []gen.Source{response.Read(srcSearch, reads, nil)}
	answer.Total = &found.Total
	answer.OtherMatches = candidates(found.Others)
	answer.Note = noteOn(found)
	if found.Best == nil {
		return answer, nil
	}

	totals := h.totals(req.Params.Year)
	parts, fused := h.aboutRecipient(ctx, found.Best.Recipient, req.Params.Year, totals)
	answer.Sources = append(answer.Sources, response.Sources(fused)...)
	answer.Partial = fused.Partial()
	if err := fused.Err(); err != nil {
		return nil, err
	}
	answer.Found = true
	answer.Match = &gen.GovconMatch{
		Method:      gen.GovconMatchMethod(found.Method),
		MatchedName: text(found.Best.Name),
		MatchScore:  found.Best.Score,
		Ambiguous:   found.Ambiguous,
	}
	parts.describe(&answer, totals)
	return answer, nil
}

func emptyRecipient(asked string) gen.GovconRecipient200JSONResponse {
	return gen.GovconRecipient200JSONResponse{
		Query:        asked,
		TopAgencies:  []gen.GovconBreakdown{},
		TopNaics:     []gen.GovconBreakdown{},
		RecentAwards: []gen.GovconAwardRow{},
		OtherMatches: []gen.GovconCandidate{},
		Attribution:  usaspending.Attribution,
	}
}

// noteOn says what the search could not.
func noteOn(found *awardees.Found) *string {
	switch {
	case found.Total > found.Compared:
		return new(fmt.Sprintf("%d recipients hold the text; the %d with the most money of the last twelve months "+
			"were compared.",
			found.Total, found.Compared))
	case found.Best == nil && len(found.Others) > 0:
		return new("No recipient has this name; other_matches are those that hold the words.")
	}
	return nil
}

// totals is the period that figures are asked for, without the figures.
func (h *Handlers) totals(year *int) gen.GovconTotals {
	if year != nil {
		period := usaspending.FiscalYearPeriod(*year)
		return gen.GovconTotals{
			Basis:       gen.FiscalYear,
			Year:        year,
			PeriodStart: period.Start,
			PeriodEnd:   period.End,
		}
	}
	today := h.now().UTC()
	return gen.GovconTotals{
		Basis:       gen.LastTwelveMonths,
		PeriodStart: today.AddDate(-1, 0, 0).Format(time.DateOnly),
		PeriodEnd:   today.Format(time.DateOnly),
	}
}

func (h *Handlers) aboutRecipient(
	ctx context.Context, who usaspending.Recipient, year *int, totals gen.GovconTotals,
) (recipientParts, upstream.Fused[func(*recipientParts)]) {
	period := usaspending.Period{
		Start: totals.PeriodStart,
		End:   totals.PeriodEnd,
	}
	asked := 0
	if year != nil {
		asked = *year
	}
	breakdown := func(by usaspending.Category) func(context.Context) ([]usaspending.Total, error) {
		return func(ctx context.Context) ([]usaspending.Total, error) {
			return h.awards.RecipientTotals(ctx, who.ID, by, period, topEntries)
		}
	}
	recent := func(group usaspending.Group) func(context.Context) ([]gen.GovconAwardRow, error) {
		return func(ctx context.Context) ([]gen.GovconAwardRow, error) { return h.recent(ctx, who, group) }
	}
	addRecent := func(all *recipientParts, list []gen.GovconAwardRow) {
		all.recent = append(response.Items(all.recent), list...)
	}

	var parts recipientParts
	fused := upstream.FuseInto(ctx, &parts,
		upstream.Main(upstream.Part(srcProfile, budget,
			func(ctx context.Context) (*usaspending.Profile, error) {
				return h.awards.RecipientProfile(ctx, who.ID, asked)
			},
			func(all *recipientParts, p *usaspending.Profile) { all.profile = p })),
		upstream.Main(upstream.Part(srcAgencies, budget, breakdown(usaspending.ByAwardingAgency),
			func(all *recipientParts, list []usaspending.Total) { all.agencies = response.Items(list) })),
		upstream.Part(srcNAICS, budget, breakdown(usaspending.ByNAICS),
			func(all *recipientParts, list []usaspending.Total) { all.naics = response.Items(list) }),
		upstream.Part(srcContract, budget, recent(usaspending.Contracts), addRecent),
		upstream.Part(srcGrants, budget, recent(usaspending.Grants), addRecent),
	)
	return parts, fused
}

// recent are the newest awards of a group to the recipient itself. The search also gives those of its parent's other
// subsidiaries and of recipients whose names go on; they are left out, but a parent's own subsidiaries stay.
func (h *Handlers) recent(
	ctx context.Context, who usaspending.Recipient, group usaspending.Group,
) ([]gen.GovconAwardRow, error) {
	query := usaspending.AwardQuery{
		Group:     group,
		Recipient: who.UEI,
		ByDate:    true,
		Limit:     recentAsked,
		Page:      1,
	}
	if who.UEI == "" {
		query.Recipient = who.Name
	}
	page, err := h.awards.Awards(ctx, query)
	if err != nil {
		return nil, err
	}

	list := []gen.GovconAwardRow{}
	for _, a := range page.Awards {
		if len(list) < recentEach && isOf(who, a) {
			list = append(list, row(group, a))
		}
	}
	return list, nil
}

// isOf says whether an award is the recipient's, by identifiers: namesakes have awards under the same name.
func isOf(who usaspending.Recipient, a usaspending.AwardRow) bool {
	if who.UEI != "" && who.Level == usaspending.LevelParent {
		return true // the search by a parent's UEI gives its own awards and those that name it as their parent
	}
	return who.UEI != "" && strings.EqualFold(a.UEI, who.UEI) || sameHash(a.RecipientID, who.ID)
}

// sameHash compares recipient ids without their levels.
func sameHash(a, b string) bool {
	return len(a) > 2 && len(b) > 2 && a[:len(a)-2] == b[:len(b)-2]
}

// describe puts what is known about the recipient into the answer.
func (p recipientParts) describe(answer *gen.GovconRecipient200JSONResponse, totals gen.GovconTotals) {
	answer.TopAgencies = breakdowns(p.agencies)
	answer.TopNaics = breakdowns(p.naics)
	answer.RecentAwards = p.recent
	if p.profile == nil {
		return
	}
	totals.ObligatedUSD = response.NumberOrNull(p.profile.Obligated)
	totals.Transactions = p.profile.Transactions
	totals.LoansFaceValueUSD = response.NumberOrNull(p.profile.LoanValue)
	totals.LoanTransactions = p.profile.Loans
	answer.Totals = &totals
	answer.Recipient = profile(p.profile)
}

func profile(p *usaspending.Profile) *gen.GovconRecipientProfile {
	level := levelOf(p.Level)
	g := &gen.GovconRecipientProfile{
		Name:                 text(p.Name),
		AlternateNames:       p.AlternateNames,
		Uei:                  text(p.UEI),
		Duns:                 text(p.DUNS),
		RecipientID:          p.ID,
		Level:                gen.GovconRecipientProfileLevel(level),
		IncludesSubsidiaries: level == gen.GovconCandidateLevelParent,
		BusinessTypes:        p.BusinessTypes,
		Location:             place(&p.Location),
		URL:                  site + "recipient/" + url.PathEscape(p.ID) + "/latest",
	}

	if level == gen.GovconCandidateLevelChild && p.ParentID+p.ParentName+p.ParentUEI != "" {
		g.Parent = &gen.GovconRecipientProfile_Parent{
			Name:        text(p.ParentName),
			Uei:         text(p.ParentUEI),
			RecipientID: text(p.ParentID),
		}
	}

	return g
}

func levelOf(level usaspending.Level) gen.GovconCandidateLevel {
	switch level {
	case usaspending.LevelParent:
		return gen.GovconCandidateLevelParent
	case usaspending.LevelChild:
		return gen.GovconCandidateLevelChild
	}
	return gen.GovconCandidateLevelRecipient
}

func candidates(list []awardees.Candidate) []gen.GovconCandidate {
	out := []gen.GovconCandidate{}
	for _, c := range list[:min(len(list), mostOthers)] {
		out = append(out, gen.GovconCandidate{
			Name:                     text(c.Name),
			Uei:                      text(c.UEI),
			RecipientID:              c.ID,
			Level:                    levelOf(c.Level),
			MatchScore:               c.Score,
			ObligatedLast12MonthsUSD: response.Number(c.Amount),
		})
	}
	return out
}

// breakdowns leaves out what has no name: money that the source could not assign.
func breakdowns(list []usaspending.Total) []gen.GovconBreakdown {
	list = slices.DeleteFunc(list, func(t usaspending.Total) bool { return t.Name == "" && t.Code == "" })
	return response.Each(list, func(t usaspending.Total) gen.GovconBreakdown {
		return gen.GovconBreakdown{
			Name:      text(t.Name),
			Code:      text(t.Code),
			AmountUSD: response.Number(t.Amount),
		}
	})
}
