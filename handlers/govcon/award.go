package govcon

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/govcon"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usaspending"
)

// The forms of generated ids (USAspending.gov, "unique award key"). A contract's has its number, its agency, and number
// and agency of the framework above it, or -NONE- for each; a framework's the first two. Assistance has its number,
// which may hold almost anything, and its agency.
var (
	contractID   = regexp.MustCompile(`^CONT_AWD_.+_[^_]+_[^_]+_[^_]+$`)
	frameworkID  = regexp.MustCompile(`^CONT_IDV_.+_[^_]+$`)
	assistanceID = regexp.MustCompile(`^ASST_(NON|AGG)_.+_([A-Z0-9]{2,4}|-NONE-)$`)
	printable    = regexp.MustCompile(`^[ -~]+$`)
)

func isAwardID(id string) bool {
	if !printable.MatchString(id) {
		return false
	}
	return contractID.MatchString(id) || frameworkID.MatchString(id) || assistanceID.MatchString(id)
}

// GovconAward answers GET /govcon/award.
func (h *Handlers) GovconAward(
	ctx context.Context, req gen.GovconAwardRequestObject,
) (gen.GovconAwardResponseObject, error) {
	id := strings.ToUpper(strings.TrimSpace(req.Params.GeneratedInternalID))
	if !isAwardID(id) {
		return nil, problem.Invalid("generated_internal_id", "generated_internal_id must be the id of an award at "+
			"USAspending.gov, such as CONT_AWD_H907_9700_SPE2DX16D1500_9700 or ASST_NON_12FA00PY54661041_12D2")
	}

	answer := gen.GovconAward200JSONResponse{
		GeneratedInternalID: id,
		Attribution:         usaspending.Attribution,
	}
	ctx, reads := upstream.WithReads(ctx)
	award, err := h.awards.Award(ctx, id)
	answer.Sources = []gen.Source{response.Read("usaspending", reads, err)}
	switch {
	case errors.Is(err, upstream.NotFound):
		return answer, nil
	case err != nil:
		return nil, err
	}
	answer.Found = true
	answer.Award = detail(award)
	return answer, nil
}

// detail is an award as the answer gives it.
func detail(a *usaspending.Award) *gen.GovconAwardDetail {
	d := &gen.GovconAwardDetail{
		GeneratedInternalID:  a.GeneratedID,
		AwardID:              text(cmp.Or(a.PIID, a.FAIN, a.URI)),
		Category:             text(a.Category),
		Type:                 text(a.Type),
		TypeDescription:      text(a.TypeDescription),
		Description:          text(a.Description),
		ObligatedUSD:         response.NumberOrNull(a.Obligated),
		OutlaysUSD:           response.NumberOrNull(a.Outlays),
		CurrentValueUSD:      response.NumberOrNull(a.ExercisedValue),
		PotentialValueUSD:    response.NumberOrNull(a.PotentialValue),
		LoanFaceValueUSD:     response.NumberOrNull(a.LoanValue),
		SubsidyCostUSD:       response.NumberOrNull(a.SubsidyCost),
		NonFederalFundingUSD: response.NumberOrNull(a.NonFederal),
		TotalFundingUSD:      response.NumberOrNull(a.TotalFunding),
		SubawardCount:        a.SubawardCount,
		SubawardsUSD:         response.NumberOrNull(a.SubawardsAmount),
		SignedDate:           day(a.SignedDate),
		StartDate:            day(a.Performance.Start),
		EndDate:              day(a.Performance.End),
		PotentialEndDate:     day(a.Performance.PotentialEnd),
		LastModifiedDate:     day(a.Performance.LastModified),
		Recipient:            awardRecipient(a.Recipient),
		AwardingAgency:       awardAgency(a.Awarding),
		FundingAgency:        awardAgency(a.Funding),
		PlaceOfPerformance:   place(&a.Place),
		Naics:                coded(a.Contract.NAICS, a.Contract.NAICSName),
		Psc:                  coded(a.Contract.PSC, a.Contract.PSCName),
		Competition:          competition(a.Contract),
		AssistanceListings:   listings(a.Listings),
		Officers:             officers(a.Executives.Officers),
		URL:                  awardPage(a.GeneratedID),
	}

	if a.Parent != nil {
		d.ParentAward = &gen.GovconAwardDetail_ParentAward{
			GeneratedInternalID: text(a.Parent.GeneratedID),
			AwardID:             text(a.Parent.PIID),
			Agency:              text(a.Parent.Agency),
		}
	}

	return d
}

func awardRecipient(r usaspending.AwardRecipient) gen.GovconAwardRecipient {
	return gen.GovconAwardRecipient{
		Name:         text(r.Name),
		Uei:          text(r.UEI),
		IsCollective: usaspending.IsCollective(r.Name),
		ParentName:   text(r.ParentName),
		ParentUei:    text(r.ParentUEI),
		Categories:   r.Categories,
		Location:     place(r.Location),
	}
}

func awardAgency(a *usaspending.AwardAgency) *gen.GovconAwardAgency {
	if a == nil {
		return nil
	}
	g := &gen.GovconAwardAgency{Office: text(a.Office)}
	if a.Toptier != nil {
		g.Name = text(a.Toptier.Name)
		g.Code = text(a.Toptier.Code)
	}
	if a.Subtier != nil {
		g.SubAgency = text(a.Subtier.Name)
	}
	return g
}

// competition is null for awards that are not contracts.
func competition(c usaspending.ContractData) *gen.GovconAwardDetail_Competition {
	if c == (usaspending.ContractData{}) {
		return nil
	}
	g := &gen.GovconAwardDetail_Competition{
		Extent:         text(c.Competed),
		SetAside:       text(c.SetAside),
		Pricing:        text(c.Pricing),
		SolicitationID: text(c.SolicitationID),
	}
	if offers, err := strconv.Atoi(strings.TrimSpace(c.Offers)); err == nil && offers >= 0 {
		g.OffersReceived = &offers
	}
	return g
}

func listings(list []usaspending.AwardListing) []gen.GovconAwardDetail_AssistanceListings {
	out := []gen.GovconAwardDetail_AssistanceListings{}
	for _, l := range list {
		out = append(out, gen.GovconAwardDetail_AssistanceListings{
			Code:         l.Number,
			Description:  text(l.Title),
			ObligatedUSD: response.NumberOrNull(l.Obligated),
		})
	}
	return out
}

// officers leaves out the five places that are empty for most recipients.
func officers(list []usaspending.Officer) []gen.GovconAwardDetail_Officers {
	out := []gen.GovconAwardDetail_Officers{}
	for _, o := range list {
		if name := strings.TrimSpace(o.Name); name != "" {
			out = append(out, gen.GovconAwardDetail_Officers{
				Name:   name,
				PayUSD: response.NumberOrNull(o.Amount),
			})
		}
	}
	return out
}
