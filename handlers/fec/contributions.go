package fec

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/fec"
	"github.com/farebox/farebox/internal/party/contributions"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfec"
)

const (
	// mostSums is how many committees, employers and contributors a summary names.
	mostSums = 10

	// mostCommittees is how many committees the source takes in one request.
	mostCommittees = 10
)

// FecContributions answers GET /fec/contributions: one page of receipts. A candidate's committees are asked for first,
// because the source knows receipts by committee only.
func (h *Handlers) FecContributions(
	ctx context.Context, req gen.FecContributionsRequestObject,
) (gen.FecContributionsResponseObject, error) {
	query, asked, err := h.receiptQuery(req.Params)
	if err != nil {
		return nil, err
	}
	if asked.CandidateID != nil {
		query.Committees, err = h.committeesOf(ctx, *asked.CandidateID, query.Period)
		if err != nil {
			return nil, err
		}
		asked.CandidateCommittees = query.Committees
	}

	ctx, reads := upstream.WithReads(ctx)
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	page, err := h.fec.Receipts(ctx, query)
	if err == nil && len(page.Receipts) == 0 {
		err = cmp.Or(h.same.Asks("contributor_name", query.Contributor), h.same.Asks("employer", query.Employer))
	}
	if err != nil {
		return nil, err
	}

	lines := contributions.Judge(page.Receipts)
	answer := gen.FecContributions200JSONResponse{
		Query:         asked,
		Count:         len(lines),
		Total:         page.Total,
		NextCursor:    cursorOf(page.Next),
		Contributions: h.rows(lines, query.Contributor),
		Summary:       summary(lines),
		Sources:       []gen.Source{h.source(srcFEC, reads, nil)},
		Disclaimer:    openfec.Disclaimer,
	}
	answer.Sources[0].Records = &answer.Count
	answer.Partial = contributions.Add(lines).LeftOut[contributions.NoAmount] > 0
	if page.Total != nil {
		answer.TotalIsExact = page.Exact
	}
	if sums := contributions.Add(lines); sums.Count > 0 {
		answer.TotalAmountUSD = response.NumberOrNull(&sums.Net)
	}
	return answer, nil
}

// receiptQuery reads and checks the inputs.
func (h *Handlers) receiptQuery(p gen.FecContributionsParams) (openfec.ReceiptQuery, gen.FecContributionSearch, error) {
	query := openfec.ReceiptQuery{
		Period: openfec.ReportedPeriod(h.now()),
		Limit:  p.Limit,
	}
	asked := gen.FecContributionSearch{
		CandidateCommittees: []string{},
		MinAmountUSD:        p.MinAmount,
		Limit:               p.Limit,
	}

	if p.ContributorName == nil && p.CommitteeID == nil && p.CandidateID == nil && p.Employer == nil {
		return query, asked, problem.InvalidCode("contributor_name", problem.CodeMissingInput,
			"give at least one of contributor_name, committee_id, candidate_id and employer")
	}
	if p.CommitteeID != nil && p.CandidateID != nil {
		return query, asked, problem.InvalidCode("candidate_id", problem.CodeAmbiguous,
			"give committee_id or candidate_id, not both")
	}
	var err error
	if p.ContributorName != nil {
		if query.Contributor, err = words("contributor_name", *p.ContributorName); err != nil {
			return query, asked, err
		}
		asked.ContributorName = &query.Contributor
	}
	if p.Employer != nil {
		if query.Employer, err = words("employer", *p.Employer); err != nil {
			return query, asked, err
		}
		asked.Employer = &query.Employer
	}
	if p.CommitteeID != nil {
		asked.CommitteeID = new(strings.ToUpper(*p.CommitteeID))
		query.Committees = []string{*asked.CommitteeID}
	}
	if p.CandidateID != nil {
		asked.CandidateID = new(strings.ToUpper(*p.CandidateID))
	}
	if p.MinAmount != nil {
		query.MinAmount = strconv.FormatFloat(*p.MinAmount, 'f', -1, 64)
	}

	if p.Period != nil {
		if last := openfec.PeriodOf(h.now()); *p.Period%2 != 0 || *p.Period > last {
			return query, asked, problem.Invalid("period",
				"period must be the even year of a two-year period from %d to %d: 2018 stands for 2017 and 2018",
				openfec.FirstPeriod, last)
		}
		query.Period = *p.Period
	}
	asked.Period = query.Period
	asked.PeriodStart = fmt.Sprintf("%04d-01-01", query.Period-1)
	asked.PeriodEnd = fmt.Sprintf("%04d-12-31", query.Period)

	if p.Cursor != nil {
		if query.After, err = placeOf(*p.Cursor); err != nil {
			return query, asked, err
		}
	}
	return query, asked, nil
}

// compactDate is the day in a cursor.
const compactDate = "20060102"

// cursorOf is the place where the next page begins, as callers give it back.
func cursorOf(p *openfec.Place) *string {
	if p == nil {
		return nil
	}
	at, err := time.Parse(time.DateOnly, p.Date)
	if err != nil {
		return &p.Index
	}
	return new(p.Index + "-" + at.Format(compactDate))
}

func placeOf(cursor string) (*openfec.Place, error) {
	index, date, dated := strings.Cut(cursor, "-")
	place := &openfec.Place{Index: index}
	if !dated {
		return place, nil
	}
	at, err := time.Parse(compactDate, date)
	if err != nil {
		return nil, problem.Invalid("cursor", "cursor must be the next_cursor of an answer with the same inputs")
	}
	place.Date = at.Format(time.DateOnly)
	return place, nil
}

// committeesOf are the ids of a candidate's committees.
func (h *Handlers) committeesOf(ctx context.Context, candidateID string, period int) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	page, err := h.fec.CommitteesOf(ctx, candidateID, period)
	if err != nil && !errors.Is(err, upstream.NotFound) {
		return nil, err
	}

	var ids []string
	if page != nil {
		for _, c := range page.Committees {
			ids = append(ids, c.ID)
		}
	}
	switch {
	case len(ids) == 0:
		return nil, problem.NotFound("candidate_id", "no committee that this candidate authorised is known for %d",
			period)
	case len(ids) > mostCommittees:
		return nil, problem.InvalidCode("candidate_id", problem.CodeTooComplex,
			"this candidate authorised %d committees; ask for them one by one by committee_id", len(ids))
	}
	slices.Sort(ids)
	return ids, nil
}

// contributorTypes are the FEC's codes of what a contributor is.
var contributorTypes = map[string]gen.FecContributionContributorType{
	"IND": gen.Individual,
	"ORG": gen.Organization,
	"COM": gen.Committee,
	"PAC": gen.Pac,
	"PTY": gen.Party,
	"CCM": gen.CandidateCommittee,
	"CAN": gen.Candidate,
}

// rows are the lines as answers list them.
func (h *Handlers) rows(lines []contributions.Line, asked string) []gen.FecContribution {
	list := make([]gen.FecContribution, 0, len(lines))
	for i := range lines {
		l := &lines[i]
		row := gen.FecContribution{
			SubID:           text(string(l.SubID)),
			TransactionID:   text(l.TransactionID),
			ContributorName: text(l.Contributor),
			IsIndividual:    l.IsIndividual,
			Employer:        text(l.Employer),
			Occupation:      text(l.Occupation),
			City:            text(l.City),
			State:           text(l.State),
			AmountUSD:       response.NumberOrNull(l.Amount),
			Date:            day(l.Date),
			Committee:       recipient(l),
			ReceiptType:     text(l.ReceiptType),
			MemoText:        text(l.MemoText),
			IsMemo:          l.IsMemo(),
			IsEarmarked:     l.IsEarmarked(),
			IsAmended:       amended(l.AmendmentIndicator),
			Counted:         l.Why == contributions.Counted,
			PdfURL:          text(l.PDF),
		}
		if kind, ok := contributorTypes[l.Entity]; ok {
			row.ContributorType = &kind
		}
		if l.Why != contributions.Counted {
			row.NotCountedBecause = new(gen.FecContributionNotCountedBecause(l.Why))
		}
		if asked != "" {
			row.NameMatchScore = h.score(kindOf(l), asked, l.Contributor)
		}
		list = append(list, row)
	}

	return list
}

// kindOf is as what a contributor's name is to be read.
func kindOf(l *contributions.Line) names.Kind {
	if l.Entity == "IND" || l.Entity == "CAN" || l.Entity == "" && l.IsIndividual != nil && *l.IsIndividual {
		return names.Person
	}
	return names.Company
}

// amended reads the FEC's code of what an amendment did to a line: N nothing, A added, C changed, D deleted.
func amended(code string) *bool {
	switch code {
	case "N":
		return new(false)
	case "A", "C", "D":
		return new(true)
	}
	return nil
}

func recipient(l *contributions.Line) gen.FecRecipient {
	g := gen.FecRecipient{
		ID:   text(l.CommitteeID),
		Name: text(l.CommitteeName),
	}
	if c := l.Committee; c != nil {
		g.Name = text(c.Name)
		g.Type = text(c.Type)
		g.TypeDescription = text(c.TypeDescription)
		g.Party = text(c.Party)
	}
	return g
}

// summary sums up the lines that count.
func summary(lines []contributions.Line) gen.FecSummary {
	sums := contributions.Add(lines)
	s := gen.FecSummary{
		Basis:         gen.ReturnedRows,
		Counted:       sums.Count,
		NotCounted:    len(lines) - sums.Count,
		ByCommittee:   []gen.FecCommitteeSum{},
		ByEmployer:    []gen.FecNameSum{},
		ByYear:        []gen.FecSummary_ByYear{},
		ByContributor: []gen.FecContributorSum{},
	}

	if sums.LeftOut[contributions.NoAmount] == 0 {
		s.GivenUSD = response.NumberOrNull(&sums.Given)
		s.RefundedUSD = response.NumberOrNull(&sums.Refunds)
	}
	s.EarmarkedUSD = earmarked(lines)

	for _, sum := range first(contributions.By(lines, byCommittee)) {
		s.ByCommittee = append(s.ByCommittee, gen.FecCommitteeSum{
			CommitteeID: sum.Key,
			Name:        text(sum.Name),
			AmountUSD:   response.Number(sum.Amount),
			Count:       sum.Count,
		})
	}
	for _, sum := range first(contributions.By(lines, byEmployer)) {
		s.ByEmployer = append(s.ByEmployer, gen.FecNameSum{
			Name:      text(sum.Name),
			AmountUSD: response.Number(sum.Amount),
			Count:     sum.Count,
		})
	}
	for _, sum := range first(contributions.By(lines, byContributor)) {
		_, state, _ := strings.Cut(sum.Key, "|")
		s.ByContributor = append(s.ByContributor, gen.FecContributorSum{
			Name:      text(sum.Name),
			State:     text(state),
			AmountUSD: response.Number(sum.Amount),
			Count:     sum.Count,
		})
	}
	s.ByYear = years(lines)
	return s
}

// earmarked is what conduits took in of the lines that count, null where one of them does not say.
func earmarked(lines []contributions.Line) *json.Number {
	sum := decimal.Zero
	for i := range lines {
		l := &lines[i]
		switch l.Why {
		case contributions.Counted:
		case contributions.NoAmount:
			return nil
		default:
			continue
		}

		switch passed := l.IsEarmarked(); {
		case passed == nil:
			return nil
		case *passed:
			sum = sum.Add(*l.Amount)
		}
	}
	return response.NumberOrNull(&sum)
}

func first(list []contributions.Sum) []contributions.Sum { return list[:min(len(list), mostSums)] }

func byCommittee(l *contributions.Line) (key, name string) {
	name = l.CommitteeName
	if l.Committee != nil {
		name = l.Committee.Name
	}
	return l.CommitteeID, name
}

func byEmployer(l *contributions.Line) (key, name string) {
	name = strings.TrimSpace(l.Employer)
	return cmp.Or(contributions.Name(name), contributions.Unknown), name
}

func byContributor(l *contributions.Line) (key, name string) {
	name = strings.TrimSpace(l.Contributor)
	return contributions.Name(name) + "|" + strings.TrimSpace(l.State), name
}

// years sums up by the year of receipt, newest first. What has no day comes before all.
func years(lines []contributions.Line) []gen.FecSummary_ByYear {
	sums := contributions.By(lines, func(l *contributions.Line) (string, string) {
		d := contributions.Day(l.Date)
		if d == nil {
			return contributions.Unknown, ""
		}
		return strconv.Itoa(d.Year()), ""
	})
	slices.SortFunc(sums, func(a, b contributions.Sum) int { return strings.Compare(b.Key, a.Key) })

	list := []gen.FecSummary_ByYear{}
	for _, sum := range sums {
		row := gen.FecSummary_ByYear{
			AmountUSD: response.Number(sum.Amount),
			Count:     sum.Count,
		}
		if year, err := strconv.Atoi(sum.Key); err == nil {
			row.Year = &year
		}
		list = append(list, row)
	}
	return list
}
