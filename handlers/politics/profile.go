package politics

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/politics"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/contributions"
	"github.com/farebox/farebox/internal/party/lobbyspend"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfec"
	"github.com/farebox/farebox/internal/upstream/usaspending"
)

// profile turns what the registers gave into the answer.
type profile struct {
	asked   string
	form    *names.Form
	engine  *names.Engine
	ownKey  bool
	parts   parts
	outcome upstream.Fused[func(*parts)]
}

// score is how far a name agrees with the one asked for, null when it cannot be read.
func (p *profile) score(name string) *int {
	form, err := p.engine.Prepare(names.Company, name, "US")
	if err != nil {
		return nil
	}
	return new(whole(p.engine.Score(p.form, form)))
}

// agrees says whether a score is that of the same name.
func agrees(score *int) bool { return score != nil && *score >= names.Threshold }

// fec is the campaign money, null when both requests failed or none was made.
func (p *profile) fec(period int) *gen.PoliticsFec {
	if p.parts.committees == nil && p.parts.gifts == nil {
		return nil
	}
	part := &gen.PoliticsFec{Period: period}
	if page := p.parts.committees; page != nil {
		part.CommitteesTotal = page.Total
		part.Committees = []gen.PoliticsCommittee{}
		for i := range page.Committees {
			part.Committees = append(part.Committees, p.committee(&page.Committees[i]))
		}
	}
	if page := p.parts.gifts; page != nil {
		part.EmployerGifts = p.gifts(page)
	}
	return part
}

func (p *profile) committee(c *openfec.Committee) gen.PoliticsCommittee {
	g := gen.PoliticsCommittee{
		CommitteeID:     c.ID,
		Name:            c.Name,
		NameMatchScore:  p.score(c.Name),
		Relation:        gen.PoliticsCommitteeRelationHoldsWords,
		Type:            text(c.Type),
		TypeDescription: text(c.TypeDescription),
		Party:           text(c.Party),
		URL:             "https://www.fec.gov/data/committee/" + c.ID + "/",
	}

	if !strings.EqualFold(strings.TrimSpace(c.Affiliated), "NONE") {
		g.AffiliatedWith = text(c.Affiliated)
	}

	switch {
	case agrees(g.NameMatchScore):
		g.Relation = gen.PoliticsCommitteeRelationSameName
	case strings.TrimSpace(c.Affiliated) == "":
		g.Relation = gen.PoliticsCommitteeRelationUnknown // with whom it is affiliated is not stated
	case g.AffiliatedWith != nil && agrees(p.score(*g.AffiliatedWith)):
		g.Relation = gen.PoliticsCommitteeRelationNamedAsAffiliate
	}

	return g
}

// gifts sums up the gifts of people who name the organisation as their employer. Employers of other names, which hold
// the words too, are shown and not in the sum.
func (p *profile) gifts(page *openfec.ReceiptPage) *gen.PoliticsGifts {
	lines := contributions.Judge(page.Receipts)
	g := &gen.PoliticsGifts{
		Basis:       gen.NewestRows,
		Rows:        len(lines),
		Total:       page.Total,
		ByEmployer:  []gen.PoliticsGifts_ByEmployer{},
		ByCommittee: []gen.PoliticsGifts_ByCommittee{},
	}

	matched := map[string]bool{}
	var sum decimal.Decimal
	for _, s := range contributions.By(lines, byEmployer) {
		score := p.score(s.Name)
		matched[s.Key] = agrees(score)
		if matched[s.Key] {
			sum = sum.Add(s.Amount)
			g.MatchedCount += s.Count
		}
		if len(g.ByEmployer) < mostSums {
			g.ByEmployer = append(g.ByEmployer, gen.PoliticsGifts_ByEmployer{
				Name:           s.Name,
				NameMatchScore: score,
				Matched:        matched[s.Key],
				AmountUSD:      response.Number(s.Amount),
				Count:          s.Count,
			})
		}
	}
	if g.MatchedCount > 0 {
		g.MatchedAmountUSD = response.NumberOrNull(&sum)
	}

	parties := map[string]string{}
	committees := contributions.By(lines, func(l *contributions.Line) (key, name string) {
		employer, _ := byEmployer(l)
		if !matched[employer] {
			return "", ""
		}
		name = l.CommitteeName
		if l.Committee != nil {
			name = l.Committee.Name
			parties[l.CommitteeID] = l.Committee.Party
		}
		return l.CommitteeID, name
	})
	for _, s := range committees[:min(len(committees), mostSums)] {
		g.ByCommittee = append(g.ByCommittee, gen.PoliticsGifts_ByCommittee{
			CommitteeID: s.Key,
			Name:        text(s.Name),
			Party:       text(parties[s.Key]),
			AmountUSD:   response.Number(s.Amount),
			Count:       s.Count,
		})
	}
	return g
}

// lacksAmounts says whether there are gifts whose amount is not known, which are in no sum.
func (p *profile) lacksAmounts() bool {
	page := p.parts.gifts
	return page != nil && slices.ContainsFunc(page.Receipts, func(r openfec.Receipt) bool { return r.Amount == nil })
}

func byEmployer(l *contributions.Line) (key, name string) {
	name = strings.TrimSpace(l.Employer)
	return contributions.Name(name), name
}

// lobbyingPart is the spending, null without a client of the name.
func (p *profile) lobbyingPart() *gen.PoliticsLobbying {
	if p.parts.lobbying == nil || p.parts.lobbying.spent == nil {
		return nil
	}
	s := p.parts.lobbying.spent

	g := &gen.PoliticsLobbying{
		Client:            s.Client.Name,
		Spellings:         s.Client.Spellings,
		Match:             gen.PoliticsLobbyingMatch(s.Client.Match),
		MatchScore:        whole(s.Client.Score),
		Years:             []gen.PoliticsLobbying_Years{},
		Issues:            []gen.PoliticsLobbying_Issues{},
		OtherClients:      []string{},
		OtherClientsTotal: len(s.Others),
		FilingsRead:       s.Read,
		FilingsTotal:      s.Total,
		Method:            lobbyspend.Method,
	}

	for _, y := range s.Years {
		g.Years = append(g.Years, gen.PoliticsLobbying_Years{
			Year:      y.Year,
			TotalUSD:  response.NumberOrNull(y.Total),
			StatedUSD: response.NumberOrNull(y.Stated),
			Complete:  y.Complete,
			Closed:    y.Closed,

			AmountsMissing: append([]string{}, y.Missing...),
		})
	}

	for _, i := range s.Issues[:min(len(s.Issues), mostIssues)] {
		g.Issues = append(g.Issues, gen.PoliticsLobbying_Issues{
			Code:    i.Code,
			Name:    text(i.Name),
			Filings: i.Filings,
		})
	}

	for _, c := range s.Others[:min(len(s.Others), mostOthers)] {
		g.OtherClients = append(g.OtherClients, c.Name)
	}
	return g
}

// awardsPart is the recipient of federal awards, null when none has the name.
func (p *profile) awardsPart() *gen.PoliticsAwards {
	found := p.parts.awards
	if found == nil || found.Best == nil {
		return nil
	}

	g := &gen.PoliticsAwards{
		Recipient:                found.Best.Name,
		Uei:                      text(found.Best.UEI),
		RecipientID:              found.Best.ID,
		Method:                   gen.PoliticsAwardsMethod(found.Method),
		MatchScore:               found.Best.Score,
		Ambiguous:                found.Ambiguous,
		IncludesSubsidiaries:     found.Best.Level == usaspending.LevelParent,
		ObligatedLast12MonthsUSD: response.Number(found.Best.Amount),
		OtherRecipients:          []string{},
		OtherRecipientsTotal:     max(0, found.Total-1),
		URL:                      "https://www.usaspending.gov/recipient/" + url.PathEscape(found.Best.ID) + "/latest",
	}

	seen := map[string]bool{found.Best.Name: true}
	for _, other := range found.Others {
		if !seen[other.Name] && len(g.OtherRecipients) < mostOthers {
			seen[other.Name] = true
			g.OtherRecipients = append(g.OtherRecipients, other.Name)
		}
	}

	return g
}

// notes says why a part that did not fail has nothing, and where several organisations may be meant.
func (p *profile) notes() []string {
	list := []string{}
	if l := p.parts.lobbying; l != nil && l.refusal != nil {
		list = append(list, "Lobbying: "+strings.ReplaceAll(l.refusal.Detail, "client_name", "name")+".")
	} else if l != nil && l.spent.Client.Scattered() != "" {
		list = append(list, "Lobbying: "+l.spent.Client.Scattered()+"; see /lobbying/spend with state.")
	}
	if found := p.parts.awards; found != nil {
		switch {
		case found.Best == nil && found.Total > 0:
			list = append(list, fmt.Sprintf("Federal awards: %d recipients hold the words, none has the name.",
				found.Total))
		case found.Ambiguous:
			list = append(list, "Federal awards: several recipients have this name; see /govcon/recipient.")
		}
	}
	return list
}

// sources is what each request did. A name that no client or recipient has is empty, one that may mean several clients
// was left alone, and years that were not read whole are an error.
func (p *profile) sources() []gen.Source {
	list := response.Sources(p.outcome)
	for i := range list {
		s := &list[i]
		switch s.Name {
		case srcCommittees, srcGifts:
			p.emptied(s)
			if s.Detail == nil && !p.ownKey {
				s.Detail = new("asked with the public DEMO_KEY, which allows few requests; " + openfec.KeyVariable +
					" sets a key")
			}
		case srcLobbying:
			p.lobbyingSource(s)
		case srcAwards:
			if found := p.parts.awards; found != nil && found.Total == 0 {
				s.Status = shared.SourceStatus(upstream.StatusEmpty)
			}
		}
	}

	if tooShort(p.asked) {
		why := fmt.Sprintf("the FEC's search takes no fewer than %d characters", openfec.LeastCharacters)
		list = append([]gen.Source{response.Skipped(srcCommittees, why), response.Skipped(srcGifts, why)}, list...)
	}
	return list
}

// emptied says that a request to the FEC found nothing.
func (p *profile) emptied(s *gen.Source) {
	committees := p.parts.committees
	gifts := p.parts.gifts
	if s.Name == srcCommittees && committees != nil && len(committees.Committees) == 0 ||
		s.Name == srcGifts && gifts != nil && len(gifts.Receipts) == 0 {
		s.Status = shared.SourceStatus(upstream.StatusEmpty)
	}
}

func (p *profile) lobbyingSource(s *gen.Source) {
	l := p.parts.lobbying
	switch {
	case l == nil:
	case l.refusal != nil && l.refusal.Status == 404:
		s.Status = shared.SourceStatus(upstream.StatusEmpty)
	case l.refusal != nil:
		s.Status = shared.SourceStatus(upstream.StatusSkipped)
		s.Detail = new(strings.ReplaceAll(l.refusal.Detail, "client_name", "name"))
	default:
		s.Records = &l.spent.Read
		for _, y := range l.spent.Years {
			if !y.Complete {
				s.Status = shared.SourceStatus(upstream.StatusError)
				s.Detail = new(fmt.Sprintf("not all filings on %d could be read", y.Year))
			}
		}
	}
}
